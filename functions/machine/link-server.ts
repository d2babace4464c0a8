import type { Context, Hono } from 'hono';
import type { DirectoryStore } from '#archive/directory.ts';
import { workbookContentType } from '#archive/object-store.ts';
import { linkLog, type StepLog } from '#delivery/step-log.ts';
import { createLinkApp } from '#pages/link-app.ts';
import { limitDownloads, readerAddress } from './downloads.ts';
import type { Health } from './health.ts';

type Connection = { readonly remoteAddress: string | undefined };

/** Serves the links of messages, and `/health`. */
export function createLinkServer(parts: {
  readonly store: Pick<DirectoryStore, 'open' | 'get' | 'list' | 'putOnce'>;
  /** May throw: each link is then answered with 503. */
  readonly secret: () => string;
  /** Where links lead, perhaps through a reverse proxy. */
  readonly url: string;
  readonly log: StepLog;
  readonly now: () => { readonly epochMilliseconds: number };
  readonly health?: Health['answer'] | undefined;
}): Hono<{ Bindings: Connection }> {
  const { store, log, url, now } = parts;
  const told = linkLog(parts);
  const downloads = limitDownloads();
  return createLinkApp<Connection>({
    store,
    secrets: async () => ({ current: parts.secret() }),
    baseUrl: url,
    readerOf,
    now,
    ...told,
    failed: (error, context) => {
      // A reader who went away is no failure, and could fill the log.
      if (!context.req.raw.signal.aborted) log.error('link failed', { reason: error.message });
      return context.text('This cannot be read at the moment. Try again later.\n', 503);
    },
    health: parts.health,
    workbook: async (key, context) => {
      const file = await store.open(key);
      if (file === undefined) return undefined;
      const name = key.slice(key.lastIndexOf('/') + 1);
      const headers = {
        'content-length': String((await file.stat()).size),
        'content-type': workbookContentType,
        'content-disposition': `attachment; filename="workbook.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
      };
      if (context.req.method === 'HEAD') {
        await file.close();
        return context.body(null, 200, headers);
      }
      const bytes = downloads.stream(file, readerOf(context));
      if (bytes !== undefined) return context.body(bytes, 200, headers);
      await file.close();
      told.postponed();
      return context.text(tooMany, 503, { 'retry-after': '60' });
    },
  });
}

function readerOf({ env, req }: Context<{ Bindings: Connection }>): string {
  return readerAddress(env.remoteAddress, req.header('x-forwarded-for'));
}

const tooMany =
  'Too many workbooks are being downloaded at the moment. Open the link again in a few minutes.\n';
