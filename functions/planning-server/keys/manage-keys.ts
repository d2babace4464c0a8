/** Creates, rotates, revokes and lists keys. Every change is an object of its own, so that the archive says who did what when. */
import type { ObjectStore } from '../../archive/object-store.ts';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { quotedName } from '../../base/text/looks-like-key.ts';
import {
  endOf,
  type KeyState,
  keyIds,
  lastUsed,
  readEnd,
  readKey,
  StoredKeyError,
  writeKey,
  writeReplaced,
  writeRevoked,
} from './key-objects.ts';
import type { Scope } from './key-ring.ts';
import { type DrawnKey, drawKey, isKeyId, sha256Of } from './key-text.ts';

/** The error of a key that does not exist, or has ended or been replaced already. */
function keyError(what: string, remedy: string): LookaheadError {
  return new LookaheadError(what, { name: 'KeyError', kind: 'input', remedy });
}

export type KeyServices = {
  readonly store: ObjectStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** As that of node:crypto. */
  readonly randomBytes: (size: number) => Buffer;
  /** Who creates or ends keys: the name of the user. */
  readonly by: string;
};

/** A new key: its text is nowhere else. `expires` is an instant, ISO 8601. */
type NewKey = DrawnKey & { readonly name: string; readonly projects: Scope; readonly expires: string };

/** @param request.lifetime milliseconds until the key expires */
export async function createKey(
  { store, now, randomBytes, by }: KeyServices,
  request: { readonly name: string; readonly projects: Scope; readonly lifetime: number },
): Promise<NewKey> {
  const { name, projects, lifetime } = request;
  const drawn = drawKey(randomBytes);
  const expires = isoOf(now() + lifetime);
  const created = isoOf(now());
  await writeKey(store, drawn.id, {
    name,
    projects: projects === '*' ? '*' : [...projects],
    sha256: sha256Of(drawn.text),
    created,
    createdBy: by,
    expires,
  });
  return { ...drawn, name, projects, expires };
}

/**
 * Creates a key with the name, projects and lifetime of another, which works on beside it for a while.
 * @param overlap milliseconds for which both work
 * @throws KeyError where there is no such key, or it works no more or has been replaced
 */
export async function rotateKey(
  services: KeyServices,
  { id, overlap }: { readonly id: string; readonly overlap: number },
): Promise<NewKey & { readonly oldUntil: string }> {
  const { store, now, by } = services;
  const state = await stateOf(store, id);
  if (now() >= endOf(state)) {
    throw keyError(`The key ${id} works no more`, 'Create a new one with keys create.');
  }
  if (state.replaced) throw replacedBefore(id, state.replaced.by);
  const { name, projects, created, expires } = state.key;
  const lifetime = Date.parse(expires) - Date.parse(created);
  const key = await createKey(services, { name, projects, lifetime });
  const until = isoOf(Math.min(now() + overlap, endOf(state)));
  if ((await writeReplaced(store, id, { by: key.id, until })) === 'exists') {
    // Somebody else rotated it in this moment: one successor is enough.
    await writeRevoked(store, key.id, { at: isoOf(now()), by });
    const { replaced } = await readEnd(store, id);
    throw replacedBefore(id, replaced?.by ?? 'another');
  }
  return { ...key, oldUntil: until };
}

/**
 * Ends a key now; servers notice within seconds.
 * @returns when and by whom it was revoked, which may have been before
 * @throws KeyError where there is no such key
 */
export async function revokeKey({ store, now, by }: KeyServices, id: string): Promise<KeyState> {
  const { key } = await stateOf(store, id);
  await writeRevoked(store, id, { at: isoOf(now()), by });
  return { key, ...(await readEnd(store, id)) };
}

/** A key as `keys list` shows it. `used` is the hour of its last use, UTC. */
export type ListedKey = KeyState & { readonly id: string; readonly used: string | undefined };

/**
 * All keys there ever were, the oldest first.
 * @param onError hears of each key that is left out because its objects are damaged
 */
export async function listKeys(
  store: ObjectStore,
  onError: (error: StoredKeyError) => void,
): Promise<readonly ListedKey[]> {
  const listed: ListedKey[] = [];
  for (const id of await keyIds(store)) {
    try {
      listed.push({ id, ...(await stateOf(store, id)), used: await lastUsed(store, id) });
    } catch (error) {
      if (!(error instanceof StoredKeyError)) throw error;
      onError(error);
    }
  }
  return listed.sort((one, other) => (one.key.created < other.key.created ? -1 : 1));
}

async function stateOf(store: ObjectStore, id: string): Promise<KeyState> {
  const key = isKeyId(id) ? await readKey(store, id) : undefined;
  if (key) return { key, ...(await readEnd(store, id)) };
  throw keyError(`There is no key with the id ${quotedName(id)}`, 'keys list shows the ids.');
}

function replacedBefore(id: string, by: string): LookaheadError {
  return keyError(`The key ${id} has been replaced by ${by} already`, 'Rotate that one, or revoke this one.');
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
