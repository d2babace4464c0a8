import type { ObjectStore } from './object-store.ts';

/** A part of an object store as a store of its own. @param prefix what all its keys begin with; ends with a slash */
export function underPrefix(store: ObjectStore, prefix: string): ObjectStore {
  return {
    putOnce: (key, body, contentType) => store.putOnce(`${prefix}${key}`, body, contentType),
    get: (key) => store.get(`${prefix}${key}`),
    list: async (start, { after } = {}) => {
      const keys = await store.list(
        `${prefix}${start}`,
        after === undefined ? {} : { after: `${prefix}${after}` },
      );
      return keys.map((key) => key.slice(prefix.length));
    },
    link: (key) => store.link(`${prefix}${key}`),
  };
}
