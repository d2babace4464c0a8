/**
 * The project's folders, as far as its tasks show them. Open point of the contract: it does not show the form of a
 * folder's `path`. We read it as names from the top, separated by `›`, `>`, `/` or `\`, whether or not the last name is
 * that of the folder itself. A folder without a path gets one from its parents.
 */

import { getOrInsert } from '#base/get-or-insert.ts';
import { firstNonBlank, oneLine } from '#base/text/one-line.ts';
import { compareText } from '#lookahead/text/natural-order.ts';
import type { Task } from '#planning/contract/resources.ts';

type FolderReference = NonNullable<Task['folder']>;

type KnownFolder = FolderReference & { readonly id: string };

export type Folders = {
  readonly pathOf: (folder: FolderReference | undefined) => readonly string[];
  /** Whether a folder has one of the ids or is below a folder that has one, as far as its parents or its path show. */
  readonly within: (ids: ReadonlySet<string>) => (folder: FolderReference) => boolean;
};

// A separator with blanks comes first: names may contain slashes ("M/E works").
const separators = [' › ', '›', ' > ', '>', ' / ', '\\', '/'];

function pathParts(path: string): readonly string[] {
  const separator = separators.find((each) => path.includes(each));
  const parts = separator === undefined ? [path] : path.split(separator);
  return parts.map((part) => oneLine(part)).filter((part) => part !== '');
}

/** The first text in code-unit order wins if two tasks describe a folder differently, whichever task came first. */
function firstInOrder(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function collect(tasks: readonly Pick<Task, 'folder'>[]): ReadonlyMap<string, KnownFolder> {
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

/**
 * The ids of folders and of everything below them: the given ids in their order, then the others sorted by id, so that
 * nothing depends on the order in which a service lists folders.
 */
export function folderIdsWithAllBelow(
  ids: Iterable<string>,
  folders: Iterable<{ readonly id: string; readonly parentId?: string | undefined }>,
): ReadonlySet<string> {
  const children = Map.groupBy(folders, ({ parentId }) => parentId);
  const asked = [...new Set(ids)];
  const found = new Set(asked);
  // The loop also visits the ids that are added to the set during it.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child.id);
  return new Set([...asked, ...[...found].slice(asked.length).sort(compareText)]);
}

export function foldersOf(tasks: readonly Pick<Task, 'folder'>[]): Folders {
  let collected: ReadonlyMap<string, KnownFolder> | undefined;
  const known = () => (collected ??= collect(tasks));
  const paths = new Map<FolderReference, readonly string[]>();

  const find = (id: string | undefined) => (id === undefined ? undefined : known().get(id));
  /** The folder as all tasks together describe it, so that their order does not matter. */
  const asKnown = (folder: FolderReference): FolderReference => find(folder.id) ?? folder;

  /** The folders above one, nearest first; stops if the parents form a cycle. */
  function above(folder: FolderReference): readonly KnownFolder[] {
    const found = new Set<KnownFolder>();
    let parent = find(folder.parentId);
    while (parent !== undefined && parent.id !== folder.id && !found.has(parent)) {
      found.add(parent);
      parent = find(parent.parentId);
    }
    return [...found];
  }

  function makePath(folder: FolderReference): readonly string[] {
    const own = firstNonBlank(folder.name, folder.code, folder.id);
    const given = pathParts(folder.path ?? '');
    if (given.length > 0) {
      const last = given[given.length - 1]?.toLowerCase();
      const isOwn = [folder.name, folder.code, folder.id].some(
        (text) => oneLine(text).toLowerCase() === last,
      );
      return isOwn || own === '' ? given : [...given, own];
    }
    const names = above(folder).map(({ name, code }) => firstNonBlank(name, code));
    return [...names.reverse(), own].filter((name) => name !== '');
  }

  function pathOf(reference: FolderReference | undefined): readonly string[] {
    if (reference === undefined) return [];
    return getOrInsert(paths, asKnown(reference), makePath);
  }

  function within(ids: ReadonlySet<string>): (folder: FolderReference) => boolean {
    const below = folderIdsWithAllBelow(ids, known().values());
    const wanted = [...ids].flatMap((id) => known().get(id) ?? []).map(pathOf);
    const decide = (folder: FolderReference) => {
      if ([folder.id, folder.parentId].some((id) => id !== undefined && below.has(id))) return true;
      const path = pathOf(folder);
      return wanted.some(
        (each) => each.length < path.length && each.every((part, index) => part === path[index]),
      );
    };
    const decided = new Map<FolderReference, boolean>();
    return (reference) => getOrInsert(decided, asKnown(reference), decide);
  }

  return { pathOf, within };
}
