import { Hono } from 'hono';
import { type ObjectStore, workbookContentType } from '../archive/object-store.ts';
import { logRefusedLinks, type StepLog } from '../delivery/step-log.ts';
import { linkExpired, linkRefused, verifyLink } from '../mail/signed-link.ts';

/** Serves the workbooks that mails link to, and `/health` for whoever watches the process. */
export function createLinkServer(parts: {
  readonly store: Pick<ObjectStore, 'get'>;
  /** Throws where links cannot be signed or read: then each is answered with 503. */
  readonly secret: () => string;
  readonly log: StepLog;
  readonly now: () => { readonly epochMilliseconds: number };
}): Hono {
  const { store, log } = parts;
  const refused = logRefusedLinks(log, parts.now);
  const app = new Hono();
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
    const workbook = await store.get(link.key);
    if (workbook === undefined) {
      log.warn('link to a workbook that is no longer stored', { folder });
      return context.text(linkExpired, 410);
    }
    log.info('link opened', { folder });
    const name = link.key.slice(folder.length);
    return context.body(new Uint8Array(workbook), 200, {
      'content-type': workbookContentType,
      'content-disposition': `attachment; filename="workbook.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
  });
  app.onError((error, context) => {
    log.error('link failed', { reason: error.message });
    return context.text('The workbook cannot be read at the moment. Try again later.\n', 503);
  });
  return app;
}
