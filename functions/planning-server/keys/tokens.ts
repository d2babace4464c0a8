/**
 * Tokens are signed, not stored, so that any instance of the server can check what another one issued. A client is a
 * key: its id is the client id, its secret the client secret. The key is looked up at each use of a token, so revoking
 * it ends its tokens. Open point of the contract: issuing, scope and expiry of tokens.
 */

import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { isSameSecret } from '#base/digest.ts';
import { type Region, regions } from '#planning/contract/tasks-query.ts';
import { type KeyRing, keyText } from './key-ring.ts';
import { StoredKeyError, signingSecretObject } from './objects.ts';

/** A token expires after this time, or with its key. */
const maxTokenLifeMs = 3_600_000;

const credential = z
  .string('body_invalid')
  .check(z.minLength(1, 'body_invalid'), z.maxLength(1_000, 'body_invalid'));
export const tokenRequestSchema = z.object({
  clientId: credential.check(z.describe('The id of the key.')),
  clientSecret: credential.check(z.describe('What follows the id in the key.')),
});
type TokenRequest = z.infer<typeof tokenRequestSchema>;

export const tokenSchema = z.strictObject({
  accessToken: z.string().check(z.describe('The token, to be sent in X-API-Key.')),
  expiresIn: z
    .number()
    .check(z.describe('Seconds for which the token works: 3,600, or fewer if its key ends sooner.')),
  tokenType: z
    .literal('ApiKey')
    .check(z.describe('The token is sent as a key is: in X-API-Key, without a word before it.')),
});
type Token = z.infer<typeof tokenSchema>;

const claimsSchema = z.strictObject({
  client: z.string(),
  region: z.enum(regions),
  /** Milliseconds since 1970. */
  until: z.number(),
});

export type TokenIssuer = ReturnType<typeof createTokenIssuer>;

const prefix = 'pt1';

/**
 * @param now milliseconds since 1970
 * @throws RangeError for a signing secret under 32 characters
 */
export function createTokenIssuer(
  { keys, signingSecret }: { readonly keys: KeyRing; readonly signingSecret: string },
  now: () => number,
) {
  if (signingSecret.length < 32) {
    throw new RangeError('The signing secret must have at least 32 characters.');
  }
  const signed = (payload: string) => {
    const signature = createHmac('sha256', signingSecret).update(payload).digest('base64url');
    return `${prefix}.${payload}.${signature}`;
  };

  return {
    /** Undefined for an unknown client or a wrong secret. */
    async issue(region: Region, { clientId, clientSecret }: TokenRequest) {
      const key = await keys.find(keyText(clientId, clientSecret));
      if (!key) return undefined;
      const life = Math.min(maxTokenLifeMs, key.endsAtMs - now());
      const claims = { client: key.id, region, until: now() + life };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const expiresIn = Math.floor(life / 1_000);
      const token: Token = { accessToken: signed(payload), expiresIn, tokenType: 'ApiKey' };
      return { token, key };
    },
    async verify(token: string) {
      const [, payload = ''] = token.split('.');
      if (!isSameSecret(token, signed(payload))) return undefined;
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      if (claims.until <= now()) return undefined;
      const key = await keys.withId(claims.client);
      return key && { key, region: claims.region };
    },
  };
}

/**
 * The first server of an archive creates the secret and stores it there, so that a token is valid at every server of
 * the archive and after a restart. Whoever can read the archive can read the projects anyway.
 * @param randomBytes as in node:crypto
 * @throws ArchiveError, and StoredKeyError for an object that this program did not write
 */
export async function readOrCreateSigningSecret(
  store: ObjectStore,
  randomBytes: (size: number) => Buffer,
): Promise<string> {
  const key = signingSecretObject.key({});
  const before = await store.get(key);
  if (before === undefined) {
    await store.putOnce(key, Buffer.from(randomBytes(32).toString('base64url')), 'text/plain');
  }
  const secret = new TextDecoder().decode(before ?? (await store.get(key)));
  if (/^[A-Za-z0-9_-]{43}$/.test(secret)) return secret;
  const remedy = 'Remove it; the next start makes another one, and tokens issued so far stop working.';
  throw new StoredKeyError(key, remedy);
}
