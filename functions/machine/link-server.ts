import { Hono } from 'hono';
import type { DirectoryStore } from '../archive/directory.ts';
import { workbookContentType } from '../archive/object-store.ts';
import { logLinks, type StepLog } from '../delivery/step-log.ts';
import { linkExpired, linkRefused, verifyLink } from '../mail/signed-link.ts';
import { limitDownloads, readerAddress } from './downloads.ts';

/** Serves the workbooks that mails link to, and `/health` for whoever watches the process. */
export function createLinkServer(parts: {
  readonly store: Pick<DirectoryStore, 'open'>;
  /** Throws where links cannot be signed or read: then each is answered with 503. */
  readonly secret: () => string;
  readonly log: StepLog;
  readonly now: () => { readonly epochMilliseconds: number };
}) {
  const { store, log } = parts;
  const refused = logLinks('links refused', parts);
  const postponed = logLinks('links not opened: too many downloads under way', parts);
  const downloads = limitDownloads();
  const app = new Hono<{ Bindings: { readonly remoteAddress: string | undefined } }>();
  app.get('/health', (context) => context.text('running\n'));
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

const tooMany =
  'Too many workbooks are being downloaded at the moment. Open the link again in a few minutes.\n';
