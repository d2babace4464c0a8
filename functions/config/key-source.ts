/** Where the secret values of the configuration are stored. The configuration names the place and never contains the value. */
import * as z from 'zod/mini';
import { looksLikeKey } from '../base/looks-like-key.ts';
import { described } from './fields.ts';

/** A name by this pattern that does not look like a key. */
function nameLike(pattern: RegExp, problem: string) {
  const isName = (text: unknown) => typeof text !== 'string' || !pattern.test(text) || !looksLikeKey(text);
  return z
    .string()
    .check(
      z.regex(pattern, problem),
      z.refine(
        isName,
        'looks like a key. Write the name of the variable or secret that holds it, never the key itself, and replace a key that was written here.',
      ),
    );
}

export const environmentVariable = described(
  nameLike(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'is not a name of an environment variable. Write the name of the variable that holds the value, never the value itself.',
  ),
  'Name of the environment variable that holds it, outside of AWS.',
);
const secretName = described(
  nameLike(
    /^[A-Za-z0-9/_+=.@-]{1,512}$/,
    'is not a valid secret name. Use the characters that Secrets Manager allows: letters, digits and /_+=.@-.',
  ),
  'Name of the Secrets Manager secret that holds it in the cloud.',
);

const secretProperty = described(
  z.optional(
    nameLike(
      /^[A-Za-z0-9._-]{1,100}$/,
      'is not a valid name of a property. Use letters, digits, full stops, hyphens and underscores.',
    ),
  ),
  'Name of a property, if the secret is JSON that holds many values.',
);

const secretReferences = [
  z.strictObject({ env: environmentVariable }),
  z.strictObject({ env: environmentVariable, secret: secretName, property: secretProperty }),
  z.strictObject({ secret: secretName, property: secretProperty }),
] as const;

const secretSource = described(
  z.union(
    secretReferences,
    'Use env, secret (with or without property) or both, such as { env: PLANNING_API_KEY }. Never write the key itself here.',
  ),
  'Where a secret value is stored. Never write the value itself in this file.',
);

export const keySource = described(
  z.union(
    [
      ...secretReferences,
      z.strictObject({
        token: described(
          z.strictObject({ clientId: secretSource, clientSecret: secretSource }),
          'Fetch a token with a client id and secret, and renew it before it expires.',
        ),
      }),
    ],
    'Use env, secret (with or without property), both, or token, such as { env: PLANNING_API_KEY }. Never write the key itself here.',
  ),
  'Where the API key comes from: { env: NAME }, { secret: NAME }, both, or { token: … }. { secret: NAME, property: NAME } is one value of many in a secret.',
);

export type KeySource = z.infer<typeof keySource>;
export type SecretSource = z.infer<typeof secretSource>;
