import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import type { DirectoryStore } from '#archive/directory.ts';
import { workbookContentType } from '#archive/object-store.ts';
import type { LogWithoutMetrics } from '#base/log.ts';
import { createLinkApp } from '#links/link-app.ts';
import { createLinkLog } from '#links/link-log.ts';
import type { HealthMonitor } from './health.ts';

type Connection = { readonly remoteAddress: string | undefined };

/** Serves the links of messages, and `/health`. */
export function createLinkServer(parts: {
  readonly store: Pick<DirectoryStore, 'open' | 'get' | 'list' | 'putOnce'>;
  /** May throw: each link is then answered with 503. */
  readonly secret: () => string;
  /** The address that links begin with; it may be that of a reverse proxy before this server. */
  readonly url: string;
  readonly log: LogWithoutMetrics;
  readonly now: () => { readonly epochMilliseconds: number };
  readonly health?: HealthMonitor['answer'] | undefined;
}): Hono<{ Bindings: Connection }> {
  const { store, log, url, now } = parts;
  const linkLines = createLinkLog(parts);
  const downloads = createDownloadLimiter();
  return createLinkApp<Connection>({
    store,
    secrets: async () => ({ current: parts.secret() }),
    baseUrl: url,
    readerOf,
    now,
    ...linkLines,
    failed: (error, context) => {
      // A reader who closes the connection is not a failure, and such lines could fill the log.
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
      linkLines.postponed();
      return context.text(tooMany, 503, { 'retry-after': '60' });
    },
  });
}

function readerOf({ env, req }: Context<{ Bindings: Connection }>): string {
  return readerNetworkAddress(env.remoteAddress, req.header('x-forwarded-for'));
}

const tooMany =
  'Too many workbooks are being downloaded at the moment. Open the link again in a few minutes.\n';

/**
 * Downloads in progress from one address, which may be shared by all people of an office; more are answered with 503
 * and `Retry-After`.
 * @limit links of one machine
 * @tunable
 */
const maxDownloadsPerAddress = 25;
/**
 * Downloads in progress; more are answered with 503 and `Retry-After`.
 * @limit links of one machine
 * @tunable
 */
const maxDownloads = 200;
/** Milliseconds after which a download is ended: enough for a workbook of 12 MB at 20 kB a second. */
const maxDownloadMs = 600_000;

export type DownloadLimiter = {
  /** Streams and then closes a file; undefined if too many downloads are in progress. */
  readonly stream: (file: FileHandle, address: string) => ReadableStream<Uint8Array> | undefined;
};

/** Limits the downloads in progress, so that slow readers do not use the memory that reports need. */
export function createDownloadLimiter(): DownloadLimiter {
  const underWay = new Map<string, number>();
  let inAll = 0;
  const count = (address: string, change: 1 | -1) => {
    const left = (underWay.get(address) ?? 0) + change;
    if (left === 0) underWay.delete(address);
    else underWay.set(address, left);
    inAll += change;
  };
  return {
    stream: (file, address) => {
      if (inAll >= maxDownloads || (underWay.get(address) ?? 0) >= maxDownloadsPerAddress) return undefined;
      count(address, 1);
      const bytes = file.createReadStream();
      const tooSlow = setTimeout(() => bytes.destroy(new Error('The download took too long')), maxDownloadMs);
      bytes.once('close', () => {
        clearTimeout(tooSlow);
        count(address, -1);
      });
      return Readable.toWeb(bytes);
    },
  };
}

/**
 * The network address of a reader. If the connection comes from this machine, it is the last address of
 * `X-Forwarded-For`, which the proxy appends. Otherwise the header is ignored, because anyone could write it.
 */
export function readerNetworkAddress(remoteAddress = '', forwardedFor = ''): string {
  const isOfThisMachine = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  const last = forwardedFor.slice(forwardedFor.lastIndexOf(',') + 1).trim();
  return isOfThisMachine && last !== '' ? last.replace(port, '') : remoteAddress;
}

/** The port that some proxies append, which differs for each connection: `192.0.2.1:50123`, `[2001:db8::1]:50123`. */
const port = /(?<=^[\d.]+|\]):\d+$/;
