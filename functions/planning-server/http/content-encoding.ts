/** Compressed answers: which encoding a client takes, and the body in it. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** In order of preference where a client takes several equally: the quickest first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** Bytes. Below, the compressed body is hardly shorter. */
const minCompressed = 1_000;

const compressors = {
  gzip: promisify(gzip),
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: promisify(zstdCompress),
};

/** The encoding to answer in. One that is not named is not used; without any, the body goes as it is. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
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

export async function encoded(
  body: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  return encoding === 'identity' || body.byteLength < minCompressed ? body : compressors[encoding](body);
}

export function isCompressed(body: Uint8Array, encoding: Encoding): boolean {
  return encoding !== 'identity' && body.byteLength >= minCompressed;
}
