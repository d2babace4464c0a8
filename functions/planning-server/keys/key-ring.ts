/** Whom a planning server lets in, and what each may read. */
import { timingSafeEqual } from 'node:crypto';
import type { ProjectReference } from '../stores/store.ts';
import { keyIdIn, sha256Of } from './key-text.ts';

/** The projects a key may read: all, or those listed. */
export type Scope = '*' | readonly ProjectReference[];

export type Key = {
  readonly id: string;
  /** Whose key it is, in logs. */
  readonly name: string;
  readonly projects: Scope;
  /** Milliseconds since 1970 at which it stops working, as far as is known; Infinity for never. */
  readonly ends: number;
};

export interface KeyRing {
  /** The key with this text, if it is valid now. */
  find(presented: string): Promise<Key | undefined>;
  /** The key with this id, if it is valid now; the caller has checked by other means who is asking. */
  withId(id: string): Promise<Key | undefined>;
}

/** Keys that live as long as the process: of sample projects in memory. `text` is the whole key. */
export function fixedKeys(
  keys: readonly (Pick<Key, 'name' | 'projects'> & { readonly text: string })[],
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
      return found && hasDigest(presented, found.sha256) ? found.key : undefined;
    },
    withId: async (id) => known.get(id)?.key,
  };
}

/** In constant time, so that the time taken does not reveal how much of a key is right. */
export function hasDigest(presented: string, sha256: string): boolean {
  const digest = Buffer.from(sha256Of(presented), 'hex');
  const stored = Buffer.from(sha256, 'hex');
  return stored.length === digest.length && timingSafeEqual(stored, digest);
}

export function mayRead(scope: Scope, project: ProjectReference): boolean {
  if (scope === '*') return true;
  return scope.some(({ region, projectId }) => region === project.region && projectId === project.projectId);
}
