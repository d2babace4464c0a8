/** A loader for each entry. They are never called; they show `vitest related` which tests depend on an entry. */
const entries = {
  report: () => import('#report.ts'),
  reconcile: () => import('#reconcile.ts'),
  import: () => import('#import.ts'),
  dispatch: () => import('#dispatch.ts'),
  download: () => import('#download.ts'),
  events: () => import('#events.ts'),
  'dead-letter': () => import('#dead-letter.ts'),
  'read-api': () => import('#read-api.ts'),
};
type Entries = typeof entries;

let loaded = 0;

/** A new instance of an entry, which has not read its environment yet. It uses the modules that are loaded already. */
export async function anotherEntry<Name extends keyof Entries>(
  name: Name,
): Promise<Awaited<ReturnType<Entries[Name]>>> {
  loaded += 1;
  return import(/* @vite-ignore */ `../../../functions/${name}.ts?${loaded}`);
}
