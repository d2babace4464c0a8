/**
 * Signs and verifies links to week pages. A link names run and message, with a keyed digest of both and of the kind of
 * page: a wall link never opens a person's page. It has no expiry time, to keep the QR code on a print coarse, and
 * works until 14 days after its window.
 *
 *     const page = parsePageKey(pageKey(run, 'subcontractor-s1'));
 *     signPageLink(page, { baseUrl: 'https://links.example', kind: 'answer', secret });
 *     // https://links.example/?answer=issues/riverside/weekly/2026-11-23_2026-11-29/…/subcontractor-s1&token=…
 */

import { isSignedBy, type LinkSecrets, pageLinkLifetimeDays, signatureOf } from '#display/signed-link.ts';
import { type PageKeyValues, pageNameTemplate, weekPageObject } from './objects.ts';

/**
 * `page`: the week page of a message; `wall`: the same page without answers, for anyone who sees the print; `answer`:
 * the answer page of an audience.
 */
export type PageKind = 'page' | 'wall' | 'answer';

const purposes: Readonly<Record<PageKind, string>> = {
  page: 'lookahead page 1',
  wall: 'lookahead wall 1',
  answer: 'lookahead answer 1',
};

/** 128 bits of the digest cannot be guessed; the whole digest would make the QR code on the wall finer. */
const tokenBytes = 16;

/** @param prefix of the run */
export function pageKey(prefix: string, message: string): string {
  return `${prefix}pages/${message}.json.gz`;
}

/** @throws RangeError if it is not the key of a page */
export function parsePageKey(key: string): PageKeyValues {
  const address = weekPageObject.of(key);
  if (address === undefined) throw new RangeError(`${key} is not the key of a page.`);
  return address;
}

/** @throws RangeError for a secret that is too short */
export function signPageLink(
  address: PageKeyValues,
  by: { readonly baseUrl: string; readonly kind: PageKind; readonly secret: string },
): string {
  const name = pageNameTemplate.key(address);
  const token = tokenOf(name, by).toString('base64url');
  // Slashes are not encoded, because that would make the QR code finer.
  return `${new URL(by.baseUrl).href}?${by.kind}=${name}&token=${token}`;
}

function tokenOf(name: string, { kind, secret }: { readonly kind: PageKind; readonly secret: string }) {
  return signatureOf([purposes[kind], name], secret).subarray(0, tokenBytes);
}

/** @returns undefined for an invalid link: changed, incomplete, or for a window that ended more than 14 days ago */
export function verifyPageLink(
  query: URLSearchParams,
  at: { readonly secrets: LinkSecrets; readonly now: { readonly epochMilliseconds: number } },
): { readonly kind: PageKind; readonly address: PageKeyValues } | undefined {
  const kind = (['wall', 'answer'] as const).find((one) => query.has(one)) ?? 'page';
  const name = query.getAll(kind).join();
  const token = query.getAll('token').join();
  const given = Buffer.from(token, 'base64url');
  const isSigned = isSignedBy((secret) => tokenOf(name, { kind, secret }), given, at.secrets);
  const address = pageNameTemplate.of(name);
  if (!isSigned || given.toString('base64url') !== token || address === undefined) return undefined;
  return linksEndAt(address) > at.now.epochMilliseconds ? { kind, address } : undefined;
}

const millisecondsPerDay = 86_400_000;

/** The first instant at which the links of a page no longer work, counted in UTC days. */
function linksEndAt({ last }: PageKeyValues): number {
  return Date.parse(`${last}T00:00:00Z`) + (1 + pageLinkLifetimeDays) * millisecondsPerDay;
}
