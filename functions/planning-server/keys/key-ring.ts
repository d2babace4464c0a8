import type { ObjectStore } from '#archive/object-store.ts';
import { isSameSecret, sha256Of } from '#base/digest.ts';
import { createFreshCache } from '#base/fresh-cache.ts';
import type { ProjectReference } from '#planning-server/versions/version.ts';
import { type KeyState, keyEndMs, keyIdPattern, keyUseObject, readKeyState } from './objects.ts';

/**
 * Milliseconds for which a revoked key may still work. Requests to a bucket take time and money, requests to a folder
 * almost none.
 */
export const maxKeyCacheAgeMs = { folder: 4_000, bucket: 60_000 } as const;
/** The hash to compare with if no key has the id, so that the refusal takes as long as for a wrong secret. */
const unmatchable = '0'.repeat(64);
const maxRemembered = 10_000;

export type KeyScope = '*' | readonly ProjectReference[];

export type ValidApiKey = {
  readonly id: string;
  readonly name: string;
  readonly projects: KeyScope;
  /** Milliseconds since 1970 at which the key stops working, as far as is known. */
  readonly endsAtMs: number;
};

export interface KeyRing {
  find(presented: string): Promise<ValidApiKey | undefined>;
  withId(id: string): Promise<ValidApiKey | undefined>;
}

export function mayRead(scope: KeyScope, project: ProjectReference): boolean {
  if (scope === '*') return true;
  return scope.some(({ region, projectId }) => region === project.region && projectId === project.projectId);
}

const keyTextPattern = new RegExp(`^lookahead_(${keyIdPattern.source})_[A-Za-z0-9_-]{43}$`);

/**
 * The text of an API key. The prefix lets scanners find a key that was committed by mistake, the id names the stored
 * object directly, and the secret is 256 random bits.
 */
export function keyText(id: string, secret: string): string {
  return `lookahead_${id}_${secret}`;
}

/**
 * @param options.maxAge from `maxKeyCacheAgeMs`
 * @param options.now milliseconds since 1970
 * @param options.onError gets the reason why the use of a key could not be recorded; the request is still answered
 */
export function createStoredKeyRing(
  store: ObjectStore,
  options: {
    readonly maxAge: number;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
): KeyRing {
  const { maxAge, now, onError } = options;
  const remembered = createFreshCache<KeyState | undefined>({ maxAge, max: maxRemembered, now });
  const usedIn = new Map<string, string>();

  const stateOf = (id: string) => remembered.get(id, () => readKeyState(store, id));

  function validKey(id: string, state: KeyState): ValidApiKey | undefined {
    const endsAtMs = keyEndMs(state);
    if (now() >= endsAtMs) return undefined;
    const hour = new Date(now()).toISOString().slice(0, 13);
    if (usedIn.get(id) !== hour) {
      usedIn.set(id, hour);
      keyUseObject.create(store, { id, hour }, {}).catch(onError);
    }
    return { id, name: state.key.name, projects: state.key.projects, endsAtMs };
  }

  return {
    async find(presented) {
      const id = keyTextPattern.exec(presented)?.[1] ?? '';
      const state = await stateOf(id);
      const isRight = isSameSecret(sha256Of(presented), state?.key.sha256 ?? unmatchable);
      return isRight && state ? validKey(id, state) : undefined;
    },
    async withId(id) {
      const state = await stateOf(id);
      return state && validKey(id, state);
    },
  };
}
