import * as z from 'zod/mini';
import { parseJson } from '../../base/parse-json.ts';
import type { LinkSecrets } from '../../mail/signed-link.ts';
import { SecretError, type SecretReader } from './secrets.ts';

const secretText = z.string().check(z.minLength(32));

/** A rotation moves `current` to `previous`; an empty `previous` is none. */
const contentSchema = z.object({
  current: secretText,
  previous: z.optional(z.union([secretText, z.literal('')])),
});

/** What links are signed with, from the secret of that name. @throws SecretError */
export async function readLinkSecrets(readSecret: SecretReader, secret: string): Promise<LinkSecrets> {
  const content = contentSchema.safeParse(parseJson(await readSecret(secret)));
  if (!content.success) {
    throw new SecretError(
      secret,
      'is not JSON as {"current": "…"} with at least 32 characters, drawn at random',
    );
  }
  const { current, previous } = content.data;
  return { current, previous: previous === '' ? undefined : previous };
}
