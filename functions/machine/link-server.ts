import { Hono } from 'hono';
import type { DirectoryStore } from '../archive/directory.ts';
import { workbookContentType } from '../archive/object-store.ts';
import { logLinks, type StepLog } from '../delivery/step-log.ts';
import { linkExpired, linkRefused, verifyLink } from '../mail/signed-link.ts';
import { limitDownloads, readerAddress } from './downloads.ts';
import type { MailHealth } from './mail-health.ts';

export function createLinkServer(parts: {
  readonly store: { readonly open: DirectoryStore['open'] };
  /** May throw: each link is then answered with 503. */
  readonly secret: () => string;
  readonly log: StepLog;
  readonly now: () => { readonly epochMilliseconds: number };
  readonly mail: () => MailHealth;
}) {
  const { store, log } = parts;
  const refused = logLinks('links refused', parts);
  const postponed = logLinks('links not opened: too many downloads under way', parts);
  const downloads = limitDownloads();
  const app = new Hono<{ Bindings: { readonly remoteAddress: string | undefined } }>();
  // Without the reason, because whoever can open a link can read this too.
  app.get('/health', (context) =>
    parts.mail() === 'taken' ? context.text('running\n') : context.text(mailRefused, 503),
  );
  app.get('*', async (context) => {
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    const query = new URL(context.req.url).searchParams;
    const link = verifyLink(query, { secrets: { current: parts.secret() }, now: parts.now() });
    // A link may only lead to a workbook, never to another object of the archive.
    if (link === 'refused' || !link.key.endsWith('.xlsx')) {
      refused();
      return context.text(linkRefused, 403);
    }
    const folder = link.key.slice(0, link.key.lastIndexOf('/') + 1);
    const file = await store.open(link.key);
    if (file === undefined) {
      log.warn('link to a workbook that is no longer stored', { folder });
      return context.text(linkExpired, 410);
    }
    const name = link.key.slice(folder.length);
    const headers = {
      'content-length': String((await file.stat()).size),
      'content-type': workbookContentType,
      'content-disposition': `attachment; filename="workbook.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
    };
    if (context.req.method === 'HEAD') {
      await file.close();
      return context.body(null, 200, headers);
    }
    const { remoteAddress } = context.env;
    const bytes = downloads.stream(file, readerAddress(remoteAddress, context.req.header('x-forwarded-for')));
    if (bytes === undefined) {
      await file.close();
      postponed();
      return context.text(tooMany, 503, { 'retry-after': '60' });
    }
    log.info('link opened', { folder });
    return context.body(bytes, 200, headers);
  });
  app.onError((error, context) => {
    log.error('link failed', { reason: error.message });
    return context.text('The workbook cannot be read at the moment. Try again later.\n', 503);
  });
  return app;
}

const mailRefused =
  'running, but the mail server refuses every message: the log and `lookahead status` say why\n';
const tooMany =
  'Too many workbooks are being downloaded at the moment. Open the link again in a few minutes.\n';
