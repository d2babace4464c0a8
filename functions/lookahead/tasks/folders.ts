/**
 * The project's folders, as far as its tasks show them. Open point of the contract: it does not show the form of a
 * folder's `path`. We read it as names from the top, separated by `›`, `>`, `/` or `\`, whether or not the folder
 * itself is the last of them; the path of a folder without one comes from its parents.
 */

import { firstNonBlank, oneLine } from '../../base/one-line.ts';
import type { Task } from '../../planning/contract/resources.ts';

type FolderReference = NonNullable<Task['folder']>;

type KnownFolder = {
  readonly id: string;
  readonly code: string | undefined;
  readonly name: string | undefined;
  readonly parentId: string | undefined;
  readonly path: string | undefined;
};

export type Folders = {
  /** Names from the top down: `['Substructure', 'Piling']`. */
  readonly pathOf: (folder: FolderReference) => readonly string[];
  /** Whether a folder is one of these or below one of them, as far as its parents or its path show. */
  readonly within: (ids: ReadonlySet<string>) => (folder: FolderReference) => boolean;
};

// With a blank on both sides a slash separates even where names contain slashes ("M/E works").
const separators = [' › ', '›', ' > ', '>', ' / ', '\\', '/'];

function partsOf(path: string): readonly string[] {
  const separator = separators.find((each) => path.includes(each));
  const parts = separator === undefined ? [path] : path.split(separator);
  return parts.map((part) => oneLine(part)).filter((part) => part !== '');
}

/** If two tasks describe a folder differently, the same one wins, whichever task came first. */
function firstInOrder(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function collect(tasks: readonly Task[]): ReadonlyMap<string, KnownFolder> {
  const known = new Map<string, KnownFolder>();
  for (const { folder } of tasks) {
    if (folder?.id === undefined) continue;
    const { id, code, name, parentId, path } = folder;
    const earlier = known.get(id);
    known.set(id, {
      id,
      code: firstInOrder(earlier?.code, code),
      name: firstInOrder(earlier?.name, name),
      parentId: firstInOrder(earlier?.parentId, parentId),
      path: firstInOrder(earlier?.path, path),
    });
  }
  return known;
}

/** The folders that some tasks refer to. */
export function foldersOf(tasks: readonly Task[]): Folders {
  const known = collect(tasks);
  const paths = new Map<string, readonly string[]>();

  /** The ids of the folder and of those above it, nearest first; stops if the parents form a cycle. */
  function lineage(folder: FolderReference): readonly string[] {
    const ids = new Set<string>();
    let id = folder.id;
    let parentId = folder.parentId ?? (id === undefined ? undefined : known.get(id)?.parentId);
    if (id !== undefined) ids.add(id);
    while (parentId !== undefined && !ids.has(parentId)) {
      id = parentId;
      ids.add(id);
      parentId = known.get(id)?.parentId;
    }
    return [...ids];
  }

  function makePath(folder: FolderReference): readonly string[] {
    const own = firstNonBlank(folder.name, folder.code, folder.id);
    const given = partsOf(folder.path ?? '');
    if (given.length > 0) {
      const last = given[given.length - 1]?.toLowerCase();
      const isOwn = [folder.name, folder.code, folder.id].some(
        (text) => oneLine(text).toLowerCase() === last,
      );
      return isOwn || own === '' ? given : [...given, own];
    }
    const above = lineage(folder).filter((id) => id !== folder.id);
    const names = above.map((id) => known.get(id)).map((each) => firstNonBlank(each?.name, each?.code));
    return [...names.reverse(), own].filter((name) => name !== '');
  }

  function pathOf(folder: FolderReference): readonly string[] {
    if (folder.id === undefined) return makePath(folder);
    const earlier = paths.get(folder.id);
    if (earlier !== undefined) return earlier;
    const path = makePath(known.get(folder.id) ?? folder);
    paths.set(folder.id, path);
    return path;
  }

  function within(ids: ReadonlySet<string>): (folder: FolderReference) => boolean {
    const wantedPaths = [...ids].flatMap((id) => {
      const folder = known.get(id);
      return folder === undefined ? [] : [pathOf(folder)];
    });
    const decided = new Map<string, boolean>();
    const decide = (folder: FolderReference) => {
      if (lineage(folder).some((id) => ids.has(id))) return true;
      const path = pathOf(folder);
      return wantedPaths.some(
        (wanted) => wanted.length < path.length && wanted.every((part, index) => part === path[index]),
      );
    };
    return (folder) => {
      if (folder.id === undefined) return decide(folder);
      const earlier = decided.get(folder.id);
      if (earlier !== undefined) return earlier;
      const answer = decide(folder);
      decided.set(folder.id, answer);
      return answer;
    };
  }

  return { pathOf, within };
}
