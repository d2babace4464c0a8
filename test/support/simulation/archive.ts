/** The objects of the archive, found by prefix without looking at all of them. */
type Folder = { readonly folders: Map<string, Folder>; readonly files: Map<string, Uint8Array> };

export type ArchiveObjects = {
  readonly get: (key: string) => Uint8Array | undefined;
  /** @returns whether there was no such object */
  readonly put: (key: string, body: Uint8Array) => boolean;
  /** Keys in order. */
  readonly list: (prefix: string, after?: string) => readonly string[];
};

export function createArchiveObjects(): ArchiveObjects {
  const root = emptyFolder();

  const folderOf = (path: readonly string[], make: boolean): Folder | undefined => {
    let folder = root;
    for (const name of path) {
      let next = folder.folders.get(name);
      if (next === undefined) {
        if (!make) return undefined;
        next = emptyFolder();
        folder.folders.set(name, next);
      }
      folder = next;
    }
    return folder;
  };

  return {
    get: (key) => {
      const [path, name] = split(key);
      return folderOf(path, false)?.files.get(name);
    },
    put: (key, body) => {
      const [path, name] = split(key);
      const files = folderOf(path, true)?.files;
      if (files === undefined || files.has(name)) return false;
      files.set(name, Uint8Array.from(body));
      return true;
    },
    list: (prefix, after = '') => {
      const [path, start] = split(prefix);
      const folder = folderOf(path, false);
      const keys: string[] = [];
      const collect = (within: Folder, at: string, begins: string) => {
        for (const name of within.files.keys()) if (name.startsWith(begins)) keys.push(`${at}${name}`);
        for (const [name, below] of within.folders) {
          if (name.startsWith(begins)) collect(below, `${at}${name}/`, '');
        }
      };
      if (folder) collect(folder, path.map((name) => `${name}/`).join(''), start);
      return keys.filter((key) => key > after).sort();
    },
  };
}

function emptyFolder(): Folder {
  return { folders: new Map(), files: new Map() };
}

function split(key: string): readonly [readonly string[], string] {
  const path = key.split('/');
  return [path.slice(0, -1), path.at(-1) ?? ''];
}
