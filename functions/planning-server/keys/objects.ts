/** The objects of API keys and tokens in the archive, each written once. */
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import {
  type ContentOf,
  defineObjectKind,
  defineObjectKindWithoutSchema,
  jsonEncoding,
  type ObjectSchema,
  type ObjectWritersAndPersons,
  type TemplateWithPrefix,
  textParameter,
} from '#archive/objects.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { regions } from '#planning/contract/tasks-query.ts';

export class StoredKeyError extends LookaheadError {
  override readonly name = 'StoredKeyError';

  constructor(key: string, remedy: string) {
    super(`${key} in the archive is not what Lookahead wrote`, { kind: 'curable', remedy });
  }
}

export const keyIdPattern = /[0-9a-f]{12}/;

const keyObjectForm = jsonEncoding(
  0,
  (key) =>
    new StoredKeyError(key, 'Put the object back as it was, or create another key and remove this one.'),
);

/* @__NO_SIDE_EFFECTS__ */
function keyObjectKind<const Template extends TemplateWithPrefix, Schema extends ObjectSchema>(
  template: Template,
  schema: Schema,
  about: ObjectWritersAndPersons,
) {
  return defineObjectKind({ id: textParameter(keyIdPattern) }, template, {
    ...about,
    schema,
    form: keyObjectForm,
  });
}

const writtenByCommand: ObjectWritersAndPersons = { by: ['command'], persons: 'stay' };

const text = z.string().check(z.minLength(1));
const instant = z.iso.datetime();

/** name, projects and expiry of the key, and its SHA-256 */
export const keyCreationObject = keyObjectKind(
  'keys/{id}/key.json',
  z.object({
    name: text,
    projects: z.union([z.literal('*'), z.array(z.object({ region: z.enum(regions), projectId: text }))]),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    created: instant,
    createdBy: text,
    expires: instant,
  }),
  writtenByCommand,
);
/** the key that replaces it, and until when this one still works */
export const keyReplacementObject = keyObjectKind(
  'keys/{id}/replaced.json',
  z.object({ by: text, until: instant }),
  {
    by: ['command'],
    persons: 'none',
  },
);
/** when the key was revoked, and by whom */
export const keyRevocationObject = keyObjectKind(
  'keys/{id}/revoked.json',
  z.object({ at: instant, by: text }),
  writtenByCommand,
);
/** the key was used in this hour, in UTC, such as `2026-11-22T10` */
export const keyUseObject = keyObjectKind('keys/{id}/used/{hour}.json', z.object({}), {
  by: ['read-api'],
  persons: 'none',
});

/** the secret with which every server of the archive signs tokens and cursors */
export const signingSecretObject = defineObjectKindWithoutSchema({}, 'keys/signing-secret', {
  by: ['read-api', 'command'],
  persons: 'none',
});

export type KeyState = {
  readonly key: ContentOf<typeof keyCreationObject>;
  readonly replaced: ContentOf<typeof keyReplacementObject> | undefined;
  readonly revoked: ContentOf<typeof keyRevocationObject> | undefined;
};

/** @returns undefined if there is no such key @throws ArchiveError, StoredKeyError */
export async function readKeyState(store: ObjectStore, id: string): Promise<KeyState | undefined> {
  const isId = new RegExp(`^${keyIdPattern.source}$`).test(id);
  const key = isId ? await keyCreationObject.read(store, { id }) : undefined;
  if (key === undefined) return undefined;
  const [replaced, revoked] = await Promise.all([
    keyReplacementObject.read(store, { id }),
    keyRevocationObject.read(store, { id }),
  ]);
  return { key, replaced, revoked };
}

/** The instant from which the key no longer works, in milliseconds since 1970. */
export function keyEndMs({ key, replaced, revoked }: KeyState): number {
  const ends = [key.expires, ...(replaced ? [replaced.until] : []), ...(revoked ? [revoked.at] : [])];
  return Math.min(...ends.map((end) => Date.parse(end)));
}
