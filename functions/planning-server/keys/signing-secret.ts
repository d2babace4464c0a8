import type { ObjectStore } from '../../archive/object-store.ts';
import { LookaheadError } from '../../base/lookahead-error.ts';

/** The object that holds the secret. */
export const signingSecretKey = 'keys/signing-secret';

/** The stored signing secret is not what this program wrote. */
class SigningSecretError extends LookaheadError {
  override readonly name = 'SigningSecretError';
}

/**
 * What tokens are signed with: drawn by the first server of an archive and kept there, so that a token is valid at
 * every server of it and after a restart. Whoever reads the archive has the projects anyway.
 * @param randomBytes as that of node:crypto
 * @throws ArchiveError, SigningSecretError
 */
export async function signingSecretOf(
  store: ObjectStore,
  randomBytes: (size: number) => Buffer,
): Promise<string> {
  const before = await store.get(signingSecretKey);
  if (before === undefined) {
    await store.putOnce(signingSecretKey, Buffer.from(randomBytes(32).toString('base64url')), 'text/plain');
  }
  const secret = new TextDecoder().decode(before ?? (await store.get(signingSecretKey)));
  if (/^[A-Za-z0-9_-]{43}$/.test(secret)) return secret;
  throw new SigningSecretError(`${signingSecretKey} in the archive is not what Lookahead wrote`, {
    kind: 'curable',
    remedy: 'Remove it; the next start makes another one, and tokens issued so far stop working.',
  });
}
