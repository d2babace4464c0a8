import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { parseJson } from '#base/json.ts';
import { LookaheadError } from '#base/lookahead-error.ts';

export const linkSecretObjectKey = 'machine/link-secret.json';
const contentSchema = z.object({ secret: z.string().check(z.minLength(32)) });

class LinkSecretError extends LookaheadError {
  override readonly name = 'LinkSecretError';
}

/**
 * The secret that signs links. The first process that uses the archive stores it there: somebody who can read the
 * archive can read the workbooks anyway.
 * @returns a function that throws LinkSecretError if the stored object was changed: then only links fail
 * @throws what the store throws
 */
export async function readOrCreateLinkSecret(store: ObjectStore): Promise<() => string> {
  // If the secret exists, links are served even while the archive cannot be written.
  if ((await store.get(linkSecretObjectKey)) === undefined) {
    const drawn = JSON.stringify({ secret: randomBytes(32).toString('base64url') });
    await store.putOnce(linkSecretObjectKey, Buffer.from(drawn), 'application/json');
  }
  const stored = contentSchema.safeParse(
    parseJson(new TextDecoder().decode(await store.get(linkSecretObjectKey))),
  );
  return () => {
    if (stored.success) return stored.data.secret;
    throw new LinkSecretError(`${linkSecretObjectKey} in the archive has no secret for links`, {
      kind: 'curable',
      remedy: 'Remove the file and start again: that makes another one, and links sent so far stop working.',
    });
  };
}
