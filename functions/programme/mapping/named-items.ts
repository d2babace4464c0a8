import { shortDigest } from '#base/digest.ts';
import type { ProgrammeFolder } from '#programme/programme.ts';
import { ancestorsAndSelf, maxFolderLevels } from '#programme/readers/with-parents.ts';
import type { MappingReportBuilder } from './import-report.ts';

export type NamedItem = { readonly id: string; readonly name: string; readonly email?: string | undefined };

/**
 * Items with ids that are made from the file's own short values, which stay the same from version to version. Ids have
 * no commas, because commas separate the ids of a list.
 */
export class NamedItemCollection {
  readonly #byValue = new Map<string, NamedItem>();
  readonly #taken = new Set<string>();

  add(value: string, name: string, email?: string): NamedItem {
    const known = this.#byValue.get(value);
    if (known) return known;
    const wanted = idFromValue(value);
    // Two values may differ only in characters that ids leave out. The second one gets a digest of its value, not a
    // number, so that its id does not depend on the order.
    const id = this.#taken.has(wanted) ? `${wanted}-${shortDigest(value)}` : wanted;
    const item = { id, name, email };
    this.#taken.add(id);
    this.#byValue.set(value, item);
    return item;
  }

  get(value: string): NamedItem | undefined {
    return this.#byValue.get(value);
  }

  all(): readonly NamedItem[] {
    return [...this.#byValue.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  }
}

const address = /^(.*?)[\s<(]*([^\s<>()@]+@[^\s<>()@]+)[>)]?$/;

/** The name and the address of a person. Without a name, the address gives it: `ida.brook@…` is Ida Brook. */
export function parsePerson(text: string): { readonly name: string; readonly email?: string } {
  const [, name = '', email] = address.exec(text) ?? [];
  if (email === undefined) return { name: text };
  const [local = ''] = email.split('@');
  const parts = local.split(/[._-]+/).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return { name: name.trim() || parts.join(' '), email };
}

const maxIdCharacters = 80;

export function idFromValue(value: string): string {
  const id = value.replaceAll(/[\s,\p{Cc}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  if (id === '') return shortDigest(value);
  return id.length <= maxIdCharacters ? id : `${id.slice(0, maxIdCharacters - 9)}-${shortDigest(value)}`;
}

export function takeUniqueId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}

/** The id is the path of WBS codes, which stays the same when the database is restored. P6's `wbs_id` does not. */
export type FolderItem = {
  readonly id: string;
  readonly code: string | undefined;
  readonly name: string;
  readonly parentId: string | undefined;
  readonly path: string;
};

/** The folders by key. A folder that is inside itself, or too deep, is put at the top and reported. */
export function folderItems(
  folders: readonly ProgrammeFolder[],
  report: MappingReportBuilder,
): ReadonlyMap<string | undefined, FolderItem> {
  const byKey = new Map<string | undefined, ProgrammeFolder>(folders.map((folder) => [folder.key, folder]));
  const parentOf = ({ parentKey }: ProgrammeFolder) => byKey.get(parentKey);
  const taken = new Set<string>();
  const placed = folders.map((folder) => {
    const line = ancestorsAndSelf(folder, parentOf);
    const [top = folder] = line;
    const isInside = parentOf(top) !== undefined;
    if (isInside) {
      const text = `The folder ${JSON.stringify(folderName(folder))} is inside itself, or more than ${maxFolderLevels} deep; it is put at the top.`;
      report.changed(undefined, text);
    }
    const path = isInside ? [folder] : line;
    const codes = path.map(({ code, name, key }) => code ?? name ?? key);
    return { folder, path, id: takeUniqueId(idFromValue(codes.join('.')), taken) };
  });
  const ids = new Map<string | undefined, string>(placed.map(({ folder, id }) => [folder.key, id]));
  return new Map(
    placed.map(({ folder, path, id }) => [
      folder.key,
      {
        id,
        code: folder.code,
        name: folderName(folder),
        parentId: ids.get(path.at(-2)?.key),
        path: path.map(folderName).join(' › '),
      },
    ]),
  );
}

function folderName({ name, code, key }: ProgrammeFolder): string {
  return name ?? code ?? key;
}
