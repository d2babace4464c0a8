/** Reads bodies in the content encoding `aws-chunked`, in which the client streams and sends the checksum last. */
import { AwsError } from '../aws-error.ts';

export type Unchunked = { readonly body: Buffer; readonly trailers: Readonly<Record<string, string>> };

/** @throws AwsError (IncompleteBody) for chunks that are malformed or incomplete */
export function readChunked(body: Buffer): Unchunked {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf('\r\n', at);
    const size = end < 0 ? '' : body.toString('latin1', at, end);
    if (!/^[0-9a-f]+$/i.test(size)) throw incomplete();
    const length = Number.parseInt(size, 16);
    at = end + 2;
    if (length === 0)
      return { body: Buffer.concat(parts), trailers: readTrailers(body.toString('latin1', at)) };
    parts.push(body.subarray(at, at + length));
    at += length;
    if (body.toString('latin1', at, at + 2) !== '\r\n') throw incomplete();
    at += 2;
  }
}

function readTrailers(text: string): Record<string, string> {
  if (!text.endsWith('\r\n')) throw incomplete();
  const lines = text.split('\r\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw incomplete();
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function incomplete(): AwsError {
  return new AwsError(400, 'IncompleteBody', 'The request body terminated unexpectedly.');
}
