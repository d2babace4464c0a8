import { shortDigest } from '../../base/digest.ts';
import type { ProgrammeFolder } from '../programme.ts';
import { maxFolderLevels, withParents } from '../readers/with-parents.ts';
import type { ReportBuilder } from './import-report.ts';

export type NamedItem = { readonly id: string; readonly name: string; readonly email?: string };

export type ResourceItem = NamedItem & { readonly quantity?: number; readonly unit?: string };

/**
 * Ids are made of the file's own short values, which stay the same from version to version, without commas, because a
 * list of ids is separated by commas.
 */
export class NamedItems {
  readonly #byValue = new Map<string, NamedItem>();
  readonly #taken = new Set<string>();

  add(value: string, name: string, email?: string): NamedItem {
    const known = this.#byValue.get(value);
    if (known) return known;
    const wanted = idOf(value);
    // Two values that differ only in characters that ids leave out. The second gets a digest of its value, not a
    // number, so that its id does not depend on the order.
    const id = this.#taken.has(wanted) ? `${wanted}-${shortDigest(value)}` : wanted;
    const item = { id, name, ...(email !== undefined && { email }) };
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

/** The name and the address of a person; without a name, that in the address: `ida.brook@…` is Ida Brook. */
export function personOf(text: string): { readonly name: string; readonly email?: string } {
  const [, name = '', email] = address.exec(text) ?? [];
  if (email === undefined) return { name: text };
  const [local = ''] = email.split('@');
  const parts = local.split(/[._-]+/).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return { name: name.trim() || parts.join(' '), email };
}

const maxIdCharacters = 80;

export function idOf(value: string): string {
  const id = value.replaceAll(/[\s,\p{Cc}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  if (id === '') return shortDigest(value);
  return id.length <= maxIdCharacters ? id : `${id.slice(0, maxIdCharacters - 9)}-${shortDigest(value)}`;
}

export function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}

/** The id is the path of codes, which a restored database keeps. */
export type FolderItem = {
  readonly id: string;
  readonly code?: string;
  readonly name: string;
  readonly parentId?: string;
  readonly path: string;
};

const pathSeparator = ' › ';

/** A folder that is inside itself is put at the top. */
export function folderItems(
  folders: readonly ProgrammeFolder[],
  report: ReportBuilder,
): ReadonlyMap<string, FolderItem> {
  const byKey = new Map<string | undefined, ProgrammeFolder>(folders.map((folder) => [folder.key, folder]));
  const parentOf = ({ parentKey }: ProgrammeFolder) => byKey.get(parentKey);
  const lines = new Map(
    folders.map((folder) => {
      const line = withParents(folder, parentOf);
      const [top = folder] = line;
      return [folder.key, parentOf(top) === undefined ? line : undefined];
    }),
  );
  const taken = new Set<string>();
  const ids = new Map<string | undefined, string>();
  for (const folder of folders) {
    const codes = (lines.get(folder.key) ?? [folder]).map(({ code, name, key }) => code ?? name ?? key);
    ids.set(folder.key, freeId(idOf(codes.join('.')), taken));
  }
  return new Map(
    folders.map((folder): [string, FolderItem] => {
      const { key, code } = folder;
      const line = lines.get(key);
      const name = folderName(folder);
      if (line === undefined) {
        const text = `The folder ${JSON.stringify(name)} is inside itself, or more than ${maxFolderLevels} deep; it is put at the top.`;
        report.changed(undefined, text);
      }
      const parentId = ids.get(line?.at(-2)?.key);
      return [
        key,
        {
          id: ids.get(key) ?? key,
          ...(code !== undefined && { code }),
          name,
          ...(parentId !== undefined && { parentId }),
          path: (line ?? [folder]).map(folderName).join(pathSeparator),
        },
      ];
    }),
  );
}

function folderName({ name, code, key }: ProgrammeFolder): string {
  return name ?? code ?? key;
}
