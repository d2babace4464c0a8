import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { parseJson } from '../base/parse-json.ts';
import { type LinkSecrets, signLink } from '../mail/signed-link.ts';
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
    throw new SecretError(secret, 'has the wrong form', {
      remedy:
        'Store JSON of the form {"current": "…"} in it, with at least 32 random characters as the value.',
    });
  }
  const { current, previous } = content.data;
  return { current, previous: previous === '' ? undefined : previous };
}

/** The address under which a mail's readers open a stored workbook. It lasts as long as configured. */
export function createLinkWriter(options: {
  readonly readSecret: SecretReader;
  readonly secret: string;
  readonly baseUrl: string;
  readonly days: number;
  readonly now: () => Temporal.Instant;
}): (key: string) => Promise<string> {
  const { readSecret, baseUrl, days, now } = options;
  return async (key) => {
    const { current } = await readLinkSecrets(readSecret, options.secret);
    return signLink({ baseUrl, key, expires: now().add({ hours: 24 * days }), secret: current });
  };
}
