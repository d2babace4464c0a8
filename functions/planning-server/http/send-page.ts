import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Page } from '#planning-server/versions/version.ts';
import { answer, type RequestContext } from './answer.ts';
import { periodOf } from './cursor.ts';

/** A smaller body hardly shrinks. */
const minCompressedBytes = 1_000;

type NextPage = { readonly after: string; readonly link: string } | null;

/**
 * Digest of the version, the query as sent, the encoding, and the period in which its cursor was written. Weak, because two
 * releases may compress the same page to different bytes.
 */
export function pageTag(
  { pathname, search }: URL,
  acceptEncoding: string | undefined,
  { version, hasNext, now }: { readonly version: string; readonly hasNext: boolean; readonly now: number },
): string {
  const encoding = encodingFor(acceptEncoding);
  const period = hasNext ? periodOf(now) : 0;
  const content = JSON.stringify([version, pathname, search, encoding, period]);
  return `W/"${hash('sha256', content, 'base64url').slice(0, 16)}"`;
}

export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const weak = (text: string) => text.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || weak(each) === weak(tag));
}

export function sendPage(
  c: RequestContext,
  { page, next }: { readonly page: Page; readonly next: NextPage },
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
  return answer(c, 200, sent, {
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
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='));
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? 0;
  const [best] = [...encodings].sort((one, other) => weightOf(other) - weightOf(one));
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0)
    ? best
    : 'identity';
}
