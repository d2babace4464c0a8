/** The hierarchy of the rows of a table: by levels, numbers, indents, row groups of Excel, and bands above their tasks. */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Programme, RowPlace } from '../../programme.ts';
import { plainText } from '../../readers/table/heading-row.ts';
import type { ChosenActivity, ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { resolveValue } from '../resolve-value.ts';
import { noDate, writtenDate } from './written-date.ts';

/** A row that may be a task; without an id it is none. */
export type TableActivity = Omit<ChosenActivity, 'id'> & { readonly id: string | undefined };

export type RowReader = ReturnType<typeof rowReader>;

/** What rows say by the columns of the mapping. */
export function rowReader({ fields: [firstColumn = ''] }: Programme, mapping: Mapping) {
  const { dates, title, id } = mapping;
  const columns = dates === 'current' ? [] : [dates.start, dates.finish];
  const format = dates === 'current' ? undefined : dates.format;
  const named = [title?.column, typeof id === 'string' ? undefined : id.column].filter(
    (column) => column !== undefined,
  );
  const known = new Map<TableActivity, readonly (string | undefined)[]>();
  const datesOf = ({ activity }: TableActivity) =>
    columns.map((column) => activity.fields.get(column)).map((text) => (text === noDate ? undefined : text));
  const days = (row: TableActivity) =>
    getOrInsert(known, row, () =>
      datesOf(row).map((text) => text && writtenDate(text, format)?.slice(0, 10)),
    );
  return {
    // Without a digit it is a word, such as that before a signature.
    isDated: (row: TableActivity) => datesOf(row).some((date) => /\d/.test(date ?? '')),
    /** Whether the dates of `row` enclose those of `other`, which may have only one. */
    encloses: (row: TableActivity, other: TableActivity) => {
      const [from, to] = days(row);
      const inner = days(other).flatMap((day) => day || []);
      return !!from && !!to && inner.length > 0 && inner.every((day) => from <= day && day <= to);
    },
    /** Primavera indents the ids, other tools the names. */
    indentOf: ({ activity }: TableActivity) =>
      named.reduce((most, column) => Math.max(most, activity.indents?.get(column) ?? 0), 0),
    /** Whether the row has only the name of a part of the programme, in the column of the ids or of the names. */
    isNameOnly: ({ id: rowId, name, activity }: TableActivity) => {
      const { subcontractor, location, package: workPackage, owner } = mapping;
      if (title !== undefined && (rowId === undefined) !== (name === undefined))
        return [subcontractor, location, workPackage, owner].every(
          (rule) => resolveValue(activity, rule) === undefined,
        );
      const { fields } = activity;
      return fields.size === 1 && [...named, firstColumn].some((column) => fields.has(column));
    },
  };
}

/** Notes and numbers of pages that stand between tasks; a sentence ends with a full stop. */
const note =
  /^(?:\*|(?:notes?|nb|n\.b\.|remarks?|hinweise?|bemerkung(?:en)?|anmerkung(?:en)?|remarques?|notas?|uwagi?|opmerking(?:en)?|page|seite|strona|pagina)\b)|^(?:\S+\s+){3,}\S+[.!?]$/;

type Context = {
  readonly read: RowReader;
  readonly mapping: Pick<Mapping, 'outlineLevel'>;
  /** Gets the rows that look like parents and stay tasks. */
  readonly report?: ReportBuilder;
};

/** The parent of each row that has one. */
export function parentsOf(
  rows: readonly TableActivity[],
  { read, mapping: { outlineLevel }, report }: Context,
): ReadonlyMap<TableActivity, TableActivity> {
  const { isDated, encloses, indentOf, isNameOnly } = read;
  const parents = new Map<TableActivity, TableActivity>();
  const above: { readonly row: TableActivity; readonly holds: (part: TableActivity) => boolean }[] = [];
  const groups = outlineLevel === undefined ? rowGroups(rows, read) : [];
  const besideGroups = new Set(groups.map(({ parent }) => parent));
  for (const [index, row] of rows.entries()) {
    while (above.at(-1)?.holds(row) === false) above.pop();
    const parent = above.at(-1)?.row;
    if (parent) parents.set(row, parent);
    const holds = partsOf(row, index);
    if (holds) above.push({ row, holds });
  }
  for (const { parent, parts, dated } of groups) {
    if (!holdsDated(parent, dated, 'beside a group of rows')) continue;
    for (const part of parts) {
      const known = parents.get(part);
      if (known === undefined || levelOf(known) < levelOf(part)) parents.set(part, parent);
    }
  }
  return parents;

  /** Which rows after this one are its parts; undefined where the next row is none. */
  function partsOf(row: TableActivity, index: number): ((part: TableActivity) => boolean) | undefined {
    const next = rows[index + 1];
    if (next === undefined) return undefined;
    const level = ({ activity }: TableActivity) => Number(activity.fields.get(outlineLevel?.column ?? ''));
    if (level(next) > level(row)) return (part) => level(part) > level(row);
    const number = /^\d+(?:\.\d+)*\.?$/.test(row.id ?? '') ? `${row.id?.replace(/\.$/, '')}.` : undefined;
    if (number !== undefined && next.id?.startsWith(number))
      return (part) => part.id?.startsWith(number) === true;
    const group = /^(\d+\.)0+$/.exec(row.id ?? '')?.[1];
    if (group !== undefined && next.id?.startsWith(group) && encloses(row, next))
      return (part) => part.id?.startsWith(group) === true;
    if (isAboveIndented(row, index)) return (part) => indentOf(part) > indentOf(row);
    if (!isNameOnly(row) || besideGroups.has(row) || !isBand(row, index)) return undefined;
    // Bands that are not indented can be told apart only by what is directly below them.
    const isOuter = isNameOnly(next);
    return (part) =>
      isNameOnly(part)
        ? indentOf(part) > indentOf(row) || (isOuter && encloses(row, part))
        : indentOf(part) >= indentOf(next);
  }

  /** Whether the rows below are indented more and within its dates, as Smartsheet and copies of planning tools show a summary. */
  function isAboveIndented(row: TableActivity, index: number): boolean {
    const next = rows[index + 1];
    // Tasks of Primavera are no parents: below one follows the WBS of the next ones.
    const isTask = row.id !== undefined && row.name !== undefined;
    if (outlineLevel !== undefined || (isTask && !(next?.id && next.name))) return false;
    const dated: TableActivity[] = [];
    let at = index + 1;
    for (let part = rows[at]; part && indentOf(part) > indentOf(row); part = rows[++at]) {
      if (isDated(part)) dated.push(part);
    }
    return !besideGroups.has(row) && holdsDated(row, dated, 'indented less than those below');
  }

  /** Whether there are tasks below before the next band: else it is a note, a signature or a heading of nothing. */
  function isBand(row: TableActivity, index: number): boolean {
    const next = rows[index + 1];
    if (isDated(row)) {
      // Without an id it may as well be a task that nobody gave one.
      const parts = row.id === undefined ? rows.slice(index + 1, index + 3) : [next];
      return parts.every((part) => part?.id !== undefined && encloses(row, part));
    }
    if (note.test(plainText(row.name ?? row.id ?? [...row.activity.fields.values()].join(' ')))) return false;
    let at = index + 1;
    for (let part = rows[at]; part; part = rows[++at]) {
      if (!isNameOnly(part) && isDated(part)) return true;
      if (isNameOnly(part) && indentOf(part) <= indentOf(row) && !isDated(part)) return false;
    }
    return false;
  }

  function holdsDated(row: TableActivity, dated: readonly TableActivity[], where: string): boolean {
    if (dated.length === 0) return false;
    if (!isDated(row) || dated.every((part) => encloses(row, part))) return true;
    const example = JSON.stringify(row.name ?? row.id);
    const problem = `${where}, but its dates do not enclose theirs: it stays a task. Where it is a summary, add a column of levels and name it in the mapping, such as outlineLevel: { column: Level }`;
    report?.problem(row.activity.line, 'changed', `The row ${example} is ${problem}.`, {
      group: `Rows of which each is ${problem}`,
      example,
    });
    return false;
  }
}

const levelOf = ({ activity }: TableActivity) => activity.row?.level ?? 0;

type RowGroup = {
  readonly parent: TableActivity;
  readonly parts: readonly TableActivity[];
  readonly dated: readonly TableActivity[];
};

/**
 * The groups of rows of a worksheet, the outer ones first. The parent is above or below: where the dates enclose those of
 * the group, else where they do for most groups, else where the worksheet says.
 */
function rowGroups(
  rows: readonly TableActivity[],
  { isDated, encloses }: Pick<RowReader, 'isDated' | 'encloses'>,
): readonly RowGroup[] {
  const deepest = rows.reduce((most, row) => Math.max(most, levelOf(row)), 0);
  const found: (Omit<RowGroup, 'parent'> & {
    readonly above: TableActivity | undefined;
    readonly below: TableActivity | undefined;
    /** Positive where the row above fits better. */
    readonly side: number;
  })[] = [];
  for (let level = 1; level <= deepest; level++) {
    for (let from = 0; from < rows.length; from++) {
      let to = from;
      for (let row = rows[to]; row && levelOf(row) >= level; row = rows[to]) to += 1;
      if (to === from) continue;
      const parts = rows.slice(from, to);
      const dated = parts.filter(isDated);
      const beside = (row: TableActivity | undefined) =>
        row && levelOf(row) === level - 1 ? row : undefined;
      const [above, below] = [beside(rows[from - 1]), beside(rows[to])];
      const grade = (row: TableActivity | undefined) => {
        if (row === undefined || (isDated(row) && !dated.every((part) => encloses(row, part)))) return 0;
        return isDated(row) ? 2 : 1;
      };
      found.push({ parts, dated, above, below, side: Math.sign(grade(above) - grade(below)) });
      from = to;
    }
  }
  const most = found.reduce((sum, { side }) => sum + side, 0);
  return found.flatMap(({ side, above, below, parts, dated }) => {
    const isBelow = (side || most || (summaryBelow(parts) ? -1 : 1)) < 0;
    const parent = isBelow ? (below ?? above) : (above ?? below);
    return parent === undefined ? [] : [{ parent, parts, dated }];
  });
}

function summaryBelow([first]: readonly TableActivity[]): RowPlace['summaryBelow'] {
  return first?.activity.row?.summaryBelow ?? true;
}
