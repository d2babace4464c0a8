/** The items that tasks refer to by id: subcontractors, locations, people and the like, each listed once. */
import { createHash } from 'node:crypto';
import type { ProgrammeFolder } from '../programme.ts';
import { maxLevels, withParents } from '../readers/with-parents.ts';
import type { ReportBuilder } from './import-report.ts';

export type NamedItem = { readonly id: string; readonly name: string };

/** People, plant or material of a task. */
export type ResourceItem = NamedItem & { readonly quantity?: number; readonly unit?: string };

/**
 * Collects the items of a collection as tasks name them. Their ids are made of the file's own short values, which stay
 * the same from version to version, and contain no commas, so that a list of ids can be separated by commas.
 */
export class NamedItems {
  readonly #byValue = new Map<string, NamedItem>();
  readonly #taken = new Set<string>();

  /** @param value the file's own short value; the same value is the same item */
  add(value: string, name: string): NamedItem {
    const known = this.#byValue.get(value);
    if (known) return known;
    const wanted = idOf(value);
    // Two values differ only in signs that ids leave out. The second gets a digest of its value instead of a number, so
    // that its id does not depend on how many came before it.
    const id = this.#taken.has(wanted) ? `${wanted}-${digest(value)}` : wanted;
    const item = { id, name };
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

const maxIdCharacters = 80;
/** Characters that must not be in an id, or at its ends. */
const notInIds = /[\s,\p{Cc}]|^-|-$/u;

/** A value as an id: without commas, blanks and control characters. */
export function idOf(value: string): string {
  const id = notInIds.test(value) ? withoutSigns(value) : value;
  if (id === '') return digest(value);
  return id.length <= maxIdCharacters ? id : `${id.slice(0, maxIdCharacters - 9)}-${digest(value)}`;
}

/** The id, with a number behind it where it is taken; it is taken from now on. */
export function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}

function withoutSigns(value: string): string {
  return value.replaceAll(/[\s,\p{Cc}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 8);
}

/** A folder in the shape of the contract; its id is the path of codes, which a restored database keeps. */
export type FolderItem = {
  readonly id: string;
  readonly code?: string;
  readonly name: string;
  readonly parentId?: string;
  readonly path: string;
};

const pathSeparator = ' › ';

/** The folders of the programme, by its keys. A folder that is inside itself is put at the top. */
export function foldersOf(
  folders: readonly ProgrammeFolder[],
  report: ReportBuilder,
): ReadonlyMap<string, FolderItem> {
  const byKey = new Map<string | undefined, ProgrammeFolder>(folders.map((folder) => [folder.key, folder]));
  const parentOf = ({ parentKey }: ProgrammeFolder) => byKey.get(parentKey);
  /** The folders from the top down to each; undefined where there is no top. */
  const lines = new Map(
    folders.map((folder) => {
      const line = withParents(folder, parentOf);
      const [top = folder] = line;
      return [folder.key, parentOf(top) === undefined ? line : undefined];
    }),
  );
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  for (const folder of folders) {
    const codes = (lines.get(folder.key) ?? [folder]).map(({ code, name, key }) => code ?? name ?? key);
    ids.set(folder.key, freeId(idOf(codes.join('.')), taken));
  }
  const items = folders.map((folder): [string, FolderItem] => {
    const line = lines.get(folder.key);
    if (line === undefined) {
      report.problem(
        undefined,
        'changed',
        `The folder ${JSON.stringify(nameOf(folder))} is inside itself, or more than ${maxLevels} deep; it is put at the top.`,
      );
    }
    const parent = line?.at(-2);
    const parentId = parent && ids.get(parent.key);
    return [
      folder.key,
      {
        id: ids.get(folder.key) ?? folder.key,
        ...(folder.code === undefined ? {} : { code: folder.code }),
        name: nameOf(folder),
        ...(parentId === undefined ? {} : { parentId }),
        path: (line ?? [folder]).map(nameOf).join(pathSeparator),
      },
    ];
  });
  return new Map(items);
}

function nameOf({ name, code, key }: ProgrammeFolder): string {
  return name ?? code ?? key;
}
