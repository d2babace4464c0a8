/**
 * Links in mails. A link names an object of the archive and the time it ends, and carries a keyed digest of both,
 * so that nobody can make one or change one. Whoever serves it signs a short-lived address for that object.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';

/** What links are signed with: text of at least 32 characters, drawn at random. */
export type LinkSecrets = {
  readonly current: string;
  /** Still accepted after a rotation, until the links signed with it have ended. */
  readonly previous?: string | undefined;
};

const shortest = 32;
/** Names what is signed, so that no signature made for anything else with the same secret fits. */
const purpose = 'lookahead link 1';

/**
 * A link to an object of the archive.
 * @param link `baseUrl` is where links are served; `expires` is cut to the second
 * @throws RangeError for a secret that is too short to be one
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
 * The object that a link is for.
 * @param link the link, or its query alone
 * @returns 'refused' for every link that is not good, whatever is wrong with it: changed, ended, incomplete
 * @throws RangeError for a secret that is too short to be one
 */
export function verifyLink(
  link: URL | URLSearchParams | string,
  at: { readonly secrets: LinkSecrets; readonly now: Pick<Temporal.Instant, 'epochMilliseconds'> },
): { readonly key: string } | 'refused' {
  const query = queryOf(link);
  const [encodedKey, seconds, token] = ['key', 'expires', 'token'].map((name) => query.getAll(name).join());
  const key = Buffer.from(encodedKey ?? '', 'base64url').toString();
  const given = Buffer.from(token ?? '', 'base64url');
  const { current, previous } = at.secrets;
  // Both are always compared, and before the time is looked at: how long it takes says nothing of the reason.
  const signed = [current, previous ?? current]
    .map((secret) => matches(signature(key, seconds ?? '', secret), given))
    .includes(true);
  const canonical =
    Buffer.from(key).toString('base64url') === encodedKey && given.toString('base64url') === token;
  const alive = Number(seconds) * 1000 > at.now.epochMilliseconds;
  return signed && canonical && alive ? { key } : 'refused';
}

function queryOf(link: URL | URLSearchParams | string): URLSearchParams {
  if (typeof link !== 'string') return 'searchParams' in link ? link.searchParams : link;
  const mark = link.indexOf('?');
  return new URLSearchParams(link.slice(mark + 1).split('#')[0]);
}

/** The parts have lengths of their own, so that no other parts make the same text. */
function signature(key: string, seconds: string, secret: string): Buffer {
  if (secret.length < shortest) {
    throw new RangeError(
      `The secret for links has ${secret.length} characters. Give it at least ${shortest}, drawn at random.`,
    );
  }
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, key, seconds]))
    .digest();
}

function matches(expected: Buffer, given: Buffer): boolean {
  // Of a wrong length nothing can match; the comparison is made all the same.
  const sameLength = given.length === expected.length;
  return timingSafeEqual(expected, sameLength ? given : Buffer.alloc(expected.length)) && sameLength;
}
