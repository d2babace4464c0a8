/** The keys of an archive, as the server asks for them: one look-up by id, and what happened to the key since. */
import type { ObjectStore } from '../../archive/object-store.ts';
import { keptFresh } from '../../base/kept-fresh.ts';
import { endOf, hourOf, type KeyState, readEnd, readKey, writeUsed } from './key-objects.ts';
import { hasDigest, type Key, type KeyRing } from './key-ring.ts';
import { isKeyId, keyIdIn } from './key-text.ts';

/** Compared with where no key has the id, so that a refusal takes as long as with a wrong secret. */
const unmatchable = '0'.repeat(64);

/** Ids that are remembered at most; unknown ones count too. */
const maxRemembered = 10_000;

/**
 * @param options.maxAge milliseconds for which a look-up is trusted: a revoked key works at most that much longer
 * @param options.now milliseconds since 1970
 * @param options.onError hears why it could not be written down that a key was used; the request is answered all the same
 */
export function storedKeys(
  store: ObjectStore,
  options: {
    readonly maxAge: number;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
): KeyRing {
  const { maxAge, now, onError } = options;
  const remembered = keptFresh<KeyState | undefined>({ maxAge, max: maxRemembered, now });
  const usedIn = new Map<string, string>();

  async function load(id: string): Promise<KeyState | undefined> {
    const key = await readKey(store, id);
    return key && { key, ...(await readEnd(store, id)) };
  }

  const stateOf = (id: string) => remembered.get(id, () => load(id));

  function validKey(id: string, state: KeyState): Key | undefined {
    const ends = endOf(state);
    if (now() >= ends) return undefined;
    const hour = hourOf(now());
    if (usedIn.get(id) !== hour) {
      usedIn.set(id, hour);
      writeUsed(store, id, now()).catch(onError);
    }
    return { id, name: state.key.name, projects: state.key.projects, ends };
  }

  return {
    async find(presented) {
      const id = keyIdIn(presented);
      const state = id === undefined ? undefined : await stateOf(id);
      const isRight = hasDigest(presented, state?.key.sha256 ?? unmatchable);
      return isRight && id !== undefined && state ? validKey(id, state) : undefined;
    },
    async withId(id) {
      const state = isKeyId(id) ? await stateOf(id) : undefined;
      return state && validKey(id, state);
    },
  };
}
