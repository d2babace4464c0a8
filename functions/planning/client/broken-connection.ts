import { connectionRemedies, remedyFor } from '#base/remedies.ts';

const byProxy = 'was not reached by the proxy of HTTPS_PROXY, which';

/** Sought in the codes, names and messages of a chain of errors. */
const rows: readonly (readonly [sought: RegExp, code: string, what: string])[] = [
  [/Proxy response \((408|425|429|5..)\).*/, '$1', `${byProxy} answered $1,`],
  [/Proxy response \((\d+)\).*/, 'proxy.$1', `${byProxy} answered $1`],
  [/UND_ERR_PRX_CONN/, '*', `${byProxy} closed the connection,`],
  [/bad port/, 'bad-port', 'was not reached'],
  [/HTTPParserError.*\(([^()]+)\)/, 'not-HTTP', 'sent an answer that is not valid HTTP ($1)'],
  [
    /HTTPParserError|CONTENT_LENGTH_MISMATCH/,
    'not-HTTP',
    'sent an answer of another length than it announces',
  ],
  // Node's limit, which nothing here changes.
  [/UND_ERR_HEADERS_OVERFLOW/, 'long-headers', 'sent headers longer than 16 KiB'],
  [/\b(Z_\w+|ERR__ERROR_\w+|ZSTD_error_\w+)/, 'undecodable', 'sent a body that cannot be decompressed ($1)'],
];

const maxCauses = 5;

/**
 * @param cause what fetch rejects with
 * @returns `code`: as in the table of remedies; `*` for one that may pass by itself. `what`: what the service did
 */
export function brokenConnection(cause: unknown): { readonly code: string; readonly what: string } {
  const errors: Error[] = [];
  for (let at = cause; at instanceof Error && errors.length < maxCauses; at = at.cause) errors.push(at);
  const codes = errors.flatMap((error) => ('code' in error ? String(error.code) : []));
  const text = [...codes, ...errors.map(({ name, message }) => `${name} ${message}`)].join('\n');
  for (const [sought, code, what] of rows) {
    const found = sought.exec(text)?.[0];
    if (found !== undefined) return { code: found.replace(sought, code), what: found.replace(sought, what) };
  }
  // Behind a proxy, Node puts an error of its own before that of the certificate.
  const lasting = codes.find((code) => remedyFor(connectionRemedies, code).kind === 'curable');
  if (lasting !== undefined) return { code: lasting, what: `was not reached (${lasting})` };
  return { code: '*', what: `broke the connection${codes[0] === undefined ? '' : ` (${codes[0]})`}` };
}
