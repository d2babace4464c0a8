/** Writes HTTP responses: their headers, encoding and ETag. */
import { hash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Region } from '#planning/contract/tasks-query.ts';
import type { KeyScope } from '#planning-server/keys/key-ring.ts';
import type { ItemPage } from '#planning-server/versions/version.ts';
import { cursorPeriodOf } from './cursor.ts';

export type Caller = {
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly region: Region | undefined;
};

export type Connection = {
  /** The address that this process listens on, such as `http://127.0.0.1:8787`, whatever `Host` says. */
  readonly origin: string;
  readonly remoteAddress: string | undefined;
};

export type HonoServerEnvironment = {
  Bindings: Partial<Connection>;
  Variables: {
    caller: Caller;
    target: URL;
    requestId: string;
    /**
     * Response headers so far, by lower-case name. A plain object: `Headers` are copied and sorted at each step, which
     * takes as long as selecting a page.
     */
    headers: Record<string, string>;
  };
};
export type RequestContext = Context<HonoServerEnvironment>;

/** Hono has no environment if a request did not come over a network. */
export function connectionOf(c: RequestContext): Partial<Connection> {
  return c.env ?? {};
}

export function createResponse(
  c: RequestContext,
  status: ContentfulStatusCode,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, {
    status,
    headers: {
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...c.get('headers'),
      ...headers,
    },
  });
}

/** Leaves out the rate limit policy: with a 304, the client already got it with the page itself. */
export function bodilessResponse(
  c: RequestContext,
  status: 204 | 304,
  headers: Readonly<Record<string, string>>,
): Response {
  const { 'ratelimit-policy': _told, ...gathered } = c.get('headers');
  return new Response(null, { status, headers: { ...gathered, ...headers } });
}

/** A caller's request id that is safe to log. */
export const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

export function createRequestIdSource(): () => string {
  const size = 12;
  let drawn = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= drawn.length) {
      drawn = randomBytes(size * 256);
      at = 0;
    }
    at += size;
    return drawn.toString('base64url', at - size, at);
  };
}

/** Smaller bodies hardly shrink when compressed. */
const minCompressedBytes = 1_000;

type NextPage = { readonly after: string; readonly link: string } | null;

/**
 * Digest of the version, the path and query as sent, the encoding and, if there is a next page, the half day in which
 * its cursor was written. Weak, because two releases may compress the same page to different bytes.
 */
export function pageEtag(
  { pathname, search }: URL,
  acceptEncoding: string | undefined,
  { version, hasNext, now }: { readonly version: string; readonly hasNext: boolean; readonly now: number },
): string {
  const encoding = encodingFor(acceptEncoding);
  const period = hasNext ? cursorPeriodOf(now) : 0;
  const content = JSON.stringify([version, pathname, search, encoding, period]);
  return `W/"${hash('sha256', content, 'base64url').slice(0, 16)}"`;
}

export function matchesEtag(ifNoneMatch: string | undefined, tag: string): boolean {
  const weak = (text: string) => text.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || weak(each) === weak(tag));
}

export function sendPage(
  c: RequestContext,
  { page, next }: { readonly page: ItemPage; readonly next: NextPage },
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = page.body(`{"paging":${JSON.stringify({ next })},"results":[`, ']}');
  return sendBody(c, body, { ...headers, 'content-type': 'application/json' });
}

export async function sendBody(
  c: RequestContext,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> & { readonly 'content-type': string },
): Promise<Response> {
  const isShort = body.byteLength < minCompressedBytes;
  const encoding = isShort ? 'identity' : encodingFor(c.req.header('Accept-Encoding'));
  const sent = encoding === 'identity' ? body : await compressors[encoding](body);
  return createResponse(c, 200, sent, {
    ...headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(sent.byteLength),
  });
}

export function sendJson(c: RequestContext, content: unknown): Promise<Response> {
  return sendBody(c, Buffer.from(JSON.stringify(content)), { 'content-type': 'application/json' });
}

const encodings = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof encodings)[number] | 'identity';

const compressors = {
  gzip: promisify(gzip),
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: promisify(zstdCompress),
};

function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q]));
  const weightOf = (name: string) => weights.get(name) ?? 0;
  const [best = 'identity'] = encodings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return weightOf(best) > 0 && weightOf(best) >= weightOf('identity') ? best : 'identity';
}
