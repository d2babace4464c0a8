import { sha256Of } from '#base/digest.ts';

/** Of every answer to a link. */
export const security = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;

/** Of a page that loads nothing and has this style. @param form where its forms may be sent */
export function pageHeaders(style: string, form: "'none'" | "'self'"): Readonly<Record<string, string>> {
  const hash = Buffer.from(sha256Of(style), 'hex').toString('base64');
  return {
    ...security,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`,
  };
}
