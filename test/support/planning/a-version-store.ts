import { join } from 'node:path';
import type { ObjectStore } from '#archive/object-store.ts';
import { createVersionStore, type VersionStoreOptions } from '#planning-server/versions/open-versions.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** The versions of an archive, without a cache. Its temporary folder is removed like that of `temporaryDirectory`. */
export async function aVersionStore(
  archive: ObjectStore,
  options: Partial<VersionStoreOptions> = {},
  whenOver?: Parameters<typeof temporaryDirectory>[0],
) {
  const folder = await temporaryDirectory(whenOver);
  const all = {
    archive,
    folder,
    maxBytes: 1e9,
    maxOpen: 10,
    maxAgeMs: 0,
    now: () => 0,
    onError: () => {},
    ...options,
  };
  return { store: createVersionStore(all), folder, fileOf: (nth: number) => join(folder, `${nth}.sqlite`) };
}
