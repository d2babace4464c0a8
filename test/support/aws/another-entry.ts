/** Of each entry a loader that is never called: by it `vitest related` knows which tests a change of the entry concerns. */
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

/** An entry of `functions/` that has read none of its environment yet, over the modules that are loaded already. */
export async function anotherEntry<Name extends keyof Entries>(
  name: Name,
): Promise<Awaited<ReturnType<Entries[Name]>>> {
  loaded += 1;
  return import(/* @vite-ignore */ `../../../functions/${name}.ts?${loaded}`);
}
