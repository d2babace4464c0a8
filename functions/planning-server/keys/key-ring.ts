import type { ObjectStore } from '#archive/object-store.ts';
import { isSameSecret, sha256Of } from '#base/digest.ts';
import { keptFresh } from '#base/kept-fresh.ts';
import type { ProjectReference } from '#planning-server/versions/version.ts';
import { keyIdIn } from './key-text.ts';
import { endOf, hourOf, type KeyState, readKeyState, usedKey } from './objects.ts';

export type Scope = '*' | readonly ProjectReference[];

export type Key = {
  readonly id: string;
  readonly name: string;
  readonly projects: Scope;
  /** Milliseconds since 1970 at which it stops working, as far as is known; Infinity for never. */
  readonly ends: number;
};

export interface KeyRing {
  find(presented: string): Promise<Key | undefined>;
  withId(id: string): Promise<Key | undefined>;
}

export function fixedKeys(
  keys: readonly { readonly name: string; readonly projects: Scope; readonly text: string }[],
): KeyRing {
  const known = new Map(
    keys.map(({ text, ...key }) => {
      const id = keyIdIn(text);
      if (id === undefined) throw new RangeError(`The key of ${key.name} is not of the shape of a key.`);
      return [id, { key: { ...key, id, ends: Number.POSITIVE_INFINITY }, sha256: sha256Of(text) }];
    }),
  );
  return {
    async find(presented) {
      const found = known.get(keyIdIn(presented) ?? '');
      return found && isSameSecret(sha256Of(presented), found.sha256) ? found.key : undefined;
    },
    withId: async (id) => known.get(id)?.key,
  };
}

export function mayRead(scope: Scope, project: ProjectReference): boolean {
  if (scope === '*') return true;
  return scope.some(({ region, projectId }) => region === project.region && projectId === project.projectId);
}

/** Compared with if no key has the id, so that a refusal takes as long as for a wrong secret. */
const unmatchable = '0'.repeat(64);

const maxRemembered = 10_000;

/**
 * @param options.maxAge milliseconds for which a look-up is trusted: a revoked key works at most that much longer
 * @param options.now milliseconds since 1970
 * @param options.onError gets the reason why the use of a key could not be recorded; the request is still answered
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

  const stateOf = (id: string) => remembered.get(id, () => readKeyState(store, id));

  function validKey(id: string, state: KeyState): Key | undefined {
    const ends = endOf(state);
    if (now() >= ends) return undefined;
    const hour = hourOf(now());
    if (usedIn.get(id) !== hour) {
      usedIn.set(id, hour);
      usedKey.create(store, { id, hour }, {}).catch(onError);
    }
    return { id, name: state.key.name, projects: state.key.projects, ends };
  }

  return {
    async find(presented) {
      const id = keyIdIn(presented);
      const state = id === undefined ? undefined : await stateOf(id);
      const isRight = isSameSecret(sha256Of(presented), state?.key.sha256 ?? unmatchable);
      return isRight && id !== undefined && state ? validKey(id, state) : undefined;
    },
    async withId(id) {
      const state = await stateOf(id);
      return state && validKey(id, state);
    },
  };
}
