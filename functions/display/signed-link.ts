/**
 * Links to workbooks, and the digest that signs all links. A link contains the key of an object in the archive, the
 * time at which it expires, and a keyed digest (HMAC) of both, so that nobody else can make or change one. The function
 * that serves links redirects to a short-lived URL of the object.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';

/** Minimum length, in characters, of the secret that signs links. */
const minSecretLength = 32;

/** The secrets that links are signed with: random text of at least 32 characters. */
export type LinkSecrets = {
  readonly current: string;
  /** Accepted after a rotation, until the links signed with it have expired. */
  readonly previous?: string | undefined;
};

/** Part of the signed text, so that a signature made with the same secret for another purpose is not valid here. */
const purpose = 'lookahead link 1';

/**
 * A link to an object of the archive.
 * @param link `baseUrl` serves the links; `expires` is truncated to the second
 * @throws RangeError for a secret that is too short
 */
export function signLink(link: {
  readonly baseUrl: string;
  readonly key: string;
  readonly expires: Temporal.Instant;
  readonly secret: string;
}): string {
  const seconds = String(Math.floor(link.expires.epochMilliseconds / 1000));
  const url = new URL(link.baseUrl);
  url.searchParams.set('key', Buffer.from(link.key).toString('base64url'));
  url.searchParams.set('expires', seconds);
  url.searchParams.set('token', signature(link.key, seconds, link.secret).toString('base64url'));
  return url.href;
}

/**
 * Checks a link.
 * @param link the link, or only its query
 * @returns the key of its object; 'refused' for any invalid link: changed, expired or incomplete
 * @throws RangeError for a secret that is too short
 */
export function verifyLink(
  link: URL | URLSearchParams | string,
  at: { readonly secrets: LinkSecrets; readonly now: { readonly epochMilliseconds: number } },
): { readonly key: string } | 'refused' {
  const query = queryOf(link);
  const [encodedKey, seconds, token] = ['key', 'expires', 'token'].map((name) => query.getAll(name).join());
  const key = Buffer.from(encodedKey ?? '', 'base64url').toString();
  const given = Buffer.from(token ?? '', 'base64url');
  const signed = isSignedBy((secret) => signature(key, seconds ?? '', secret), given, at.secrets);
  const canonical =
    Buffer.from(key).toString('base64url') === encodedKey && given.toString('base64url') === token;
  const unexpired = Number(seconds) * 1000 > at.now.epochMilliseconds;
  return signed && canonical && unexpired ? { key } : 'refused';
}

function queryOf(link: URL | URLSearchParams | string): URLSearchParams {
  if (typeof link !== 'string') return 'searchParams' in link ? link.searchParams : link;
  const mark = link.indexOf('?');
  return new URLSearchParams(link.slice(mark + 1).split('#')[0]);
}

function signature(key: string, seconds: string, secret: string): Buffer {
  return signatureOf([purpose, key, seconds], secret);
}

/**
 * Signs the parts as JSON, so that no other parts give the same text.
 * @param parts the purpose first
 * @throws RangeError for a secret that is too short
 */
export function signatureOf(parts: readonly string[], secret: string): Buffer {
  if (secret.length < minSecretLength) {
    throw new RangeError(
      `The secret for links has ${secret.length} characters. Use at least ${minSecretLength} random ones.`,
    );
  }
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}

/** Always compares both secrets, so that the duration does not reveal which one matches. */
export function isSignedBy(
  signedWith: (secret: string) => Buffer,
  given: Buffer,
  { current, previous }: LinkSecrets,
): boolean {
  return [current, previous ?? current].map((secret) => matches(signedWith(secret), given)).includes(true);
}

function matches(expected: Buffer, given: Buffer): boolean {
  // A digest of the wrong length never matches, but it is compared too, so that the check takes as long.
  const sameLength = given.length === expected.length;
  return timingSafeEqual(expected, sameLength ? given : Buffer.alloc(expected.length)) && sameLength;
}

/**
 * Days after the last day of the window for which the links to a week page work.
 * @tunable
 */
export const pageLinkLifetimeDays = 14;
