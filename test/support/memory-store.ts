import { keySegments, prefixSegments } from '#archive/object-key.ts';
import type { ObjectStore } from '#archive/object-store.ts';

/** An object store in memory. Tests read and damage what it holds in `objects`. */
export type MemoryStore = ObjectStore & {
  readonly objects: Map<string, Uint8Array>;
  /** Every write in order, also for keys that existed already. */
  readonly writes: { readonly key: string; readonly contentType: string }[];
};

export function createMemoryStore(): MemoryStore {
  const objects = new Map<string, Uint8Array>();
  const writes: { key: string; contentType: string }[] = [];
  return {
    objects,
    writes,
    async putOnce(key, body, contentType) {
      keySegments(key);
      writes.push({ key, contentType });
      if (objects.has(key)) return 'exists';
      objects.set(key, Uint8Array.from(body));
      return 'created';
    },
    async get(key) {
      keySegments(key);
      return objects.get(key);
    },
    async list(prefix, { after = '' } = {}) {
      prefixSegments(prefix);
      const order = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));
      return [...objects.keys()].filter((key) => key.startsWith(prefix) && order(key, after) > 0).sort(order);
    },
    async link(key) {
      keySegments(key);
      return `https://archive.example.com/${encodeURI(key)}`;
    },
  };
}
