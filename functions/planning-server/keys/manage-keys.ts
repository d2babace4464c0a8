/** Every change of a key is an object of its own, so that the archive records who did what and when. */
import type { ObjectStore } from '#archive/object-store.ts';
import { sha256Of } from '#base/digest.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import { type KeyScope, keyText } from './key-ring.ts';
import {
  type KeyState,
  keyCreationObject,
  keyEndMs,
  keyReplacementObject,
  keyRevocationObject,
  keyUseObject,
  readKeyState,
  StoredKeyError,
} from './objects.ts';

function keyError(what: string, remedy: string): LookaheadError {
  return new LookaheadError(what, { name: 'KeyError', kind: 'input', remedy });
}

export type KeyManagementContext = {
  readonly store: ObjectStore;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly changedBy: string;
};

export type NewKey = {
  readonly id: string;
  /** Only the holder knows it; a client sends it as `clientSecret`, with the id as `clientId`. */
  readonly secret: string;
  readonly text: string;
  readonly name: string;
  readonly projects: KeyScope;
  readonly expires: string;
};

export async function createKey(
  { store, now, randomBytes, changedBy }: KeyManagementContext,
  request: { readonly name: string; readonly projects: KeyScope; readonly lifetime: number },
): Promise<NewKey> {
  const { name, projects, lifetime } = request;
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const text = keyText(id, secret);
  const expires = isoInstant(now() + lifetime);
  await keyCreationObject.create(
    store,
    { id },
    {
      name,
      projects: projects === '*' ? '*' : [...projects],
      // A secret of 256 random bits needs no slower hash.
      sha256: sha256Of(text),
      created: isoInstant(now()),
      createdBy: changedBy,
      expires,
    },
  );
  return { id, secret, text, name, projects, expires };
}

/**
 * Creates a key with the name, projects and lifetime of another, which keeps working for a while.
 * @param overlap milliseconds for which both work
 * @throws KeyError if there is no such key, or it has ended or been replaced
 */
export async function rotateKey(
  services: KeyManagementContext,
  { id, overlap }: { readonly id: string; readonly overlap: number },
): Promise<NewKey & { readonly oldUntil: string }> {
  const { store, now, changedBy } = services;
  const state = await existingKey(store, id);
  if (now() >= keyEndMs(state)) {
    throw keyError(`The key ${id} no longer works`, 'Create a new one with keys create.');
  }
  if (state.replaced) throw alreadyReplacedError(id, state.replaced.by);
  const { name, projects, created, expires } = state.key;
  const lifetime = Date.parse(expires) - Date.parse(created);
  const key = await createKey(services, { name, projects, lifetime });
  const until = isoInstant(Math.min(now() + overlap, keyEndMs(state)));
  if ((await keyReplacementObject.create(store, { id }, { by: key.id, until })) === 'exists') {
    // Somebody else rotated the key at the same moment; one successor is enough.
    await keyRevocationObject.create(store, key, { at: isoInstant(now()), by: changedBy });
    const replaced = await keyReplacementObject.read(store, { id });
    throw alreadyReplacedError(id, replaced?.by ?? 'another');
  }
  return { ...key, oldUntil: until };
}

/**
 * Servers refuse the key within `maxKeyCacheAgeMs`.
 * @returns the key's state: `revoked` says when and by whom it was revoked, which may have been earlier
 * @throws KeyError if there is no such key
 */
export async function revokeKey(
  { store, now, changedBy }: KeyManagementContext,
  id: string,
): Promise<KeyState> {
  const state = await existingKey(store, id);
  return {
    ...state,
    revoked: await keyRevocationObject.createOrRead(store, { id }, { at: isoInstant(now()), by: changedBy }),
  };
}

export type ListedKey = KeyState & { readonly id: string; readonly used: string | undefined };

/**
 * All keys that ever existed, oldest first.
 * @param onError called for each key that is left out because its objects are damaged
 */
export async function listKeys(
  store: ObjectStore,
  onError: (error: StoredKeyError) => void,
): Promise<readonly ListedKey[]> {
  const listed: ListedKey[] = [];
  for (const { id } of await keyCreationObject.list(store, {})) {
    try {
      const state = await existingKey(store, id);
      listed.push({ id, ...state, used: (await keyUseObject.list(store, { id })).at(-1)?.hour });
    } catch (error) {
      if (!(error instanceof StoredKeyError)) throw error;
      onError(error);
    }
  }
  return listed.sort((one, other) => (one.key.created < other.key.created ? -1 : 1));
}

async function existingKey(store: ObjectStore, id: string): Promise<KeyState> {
  const state = await readKeyState(store, id);
  if (state) return state;
  throw keyError(`There is no key with the id ${quotedTextUnlessSecret(id)}`, 'keys list shows the ids.');
}

function alreadyReplacedError(id: string, by: string): LookaheadError {
  return keyError(`The key ${id} has already been replaced by ${by}`, 'Rotate that one, or revoke this one.');
}

function isoInstant(time: number): string {
  return new Date(time).toISOString();
}
