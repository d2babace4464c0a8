/** The outline of a table: which rows are summaries, and which rows are parts of them. */

import type { ChosenActivity, ReportBuilder } from '../import-report.ts';

/** A row that may be a task; without an id it is none. */
export type TableActivity = Omit<ChosenActivity, 'id'> & { readonly id: string | undefined };

/** A row with what it shows of its place in the outline. */
export type OutlineRow = TableActivity & {
  /** The level in the column that the mapping names; NaN if there is none. */
  readonly level: number;
  /** The level among the grouped rows of Excel. */
  readonly group: number;
  readonly indent: number;
  readonly isDated: boolean;
  /** The days of its dates that can be read. */
  readonly start: string | undefined;
  readonly finish: string | undefined;
  /** Whether it has only a name, as a row above the tasks of a part of the programme has. */
  readonly isBand: boolean;
};

/** Whether a later row is a part of this one. */
type Holds = (part: OutlineRow) => boolean;

/**
 * The parent of each row that has one: the last row before it that holds it, or the one below its group in Excel. A row
 * holds others by the first of these that it shows: levels, numbered ids, groups, indents, bands.
 * @param summaryBelow where Excel expects the summary of a group if the rows do not show it
 * @param report gets the rows that look like parents and stay tasks
 */
export function parentsOf(
  rows: readonly OutlineRow[],
  summaryBelow: boolean,
  report?: ReportBuilder,
): ReadonlyMap<OutlineRow, OutlineRow> {
  const reversed = rows.toReversed();
  const difference = scoreAbove(reversed) - scoreAbove(rows);
  const isBelow = difference === 0 ? summaryBelow : difference > 0;
  const below = nested(isBelow ? reversed : [], (index) => deeperParts(reversed, index, 'group'));
  const parentsBelow = new Set(below.values());
  const found = nested(rows, partsOf);
  for (const [part, parent] of below) {
    if ((found.get(part)?.group ?? 0) < part.group) found.set(part, parent);
  }
  return found;

  function partsOf(index: number): Holds | undefined {
    const row = rows[index];
    const next = rows[index + 1];
    if (row === undefined || next === undefined) return undefined;
    if (next.level > row.level) return (part) => part.level > row.level;
    const { id = '' } = row;
    // `1.00` is above `1.01` if the dates show it, and `1` above `1.1`.
    const group = encloses(row, next) ? /^(\d+\.)0+$/.exec(id)?.[1] : undefined;
    const number = /^\d+(?:\.\d+)*(?=\.?$)/.exec(id)?.[0];
    const prefix = [group, number && `${number}.`].find((each) => each && next.id?.startsWith(each));
    if (prefix) return (part) => part.id?.startsWith(prefix) === true;
    if (!isBelow && next.group > row.group) return deeperParts(rows, index, 'group');
    if (parentsBelow.has(row)) return undefined;
    // A task of Primavera is no parent: its WBS follows below the last task of another one.
    const isAboveWbs = row.id && row.name && !(next.id && next.name);
    return (isAboveWbs ? undefined : deeperParts(rows, index, 'indent')) ?? bandParts(rows, index);
  }

  /** Rows that are indented or grouped more are parts of a row if its dates enclose theirs, as in exports of Smartsheet. */
  function deeperParts(list: readonly OutlineRow[], index: number, by: Depth): Holds | undefined {
    const row = list[index];
    const dated = datedBelow(list, index, by);
    if (row === undefined || dated.length === 0) return undefined;
    if (!row.isDated || dated.every((part) => encloses(row, part))) return (part) => part[by] > row[by];
    const example = JSON.stringify(row.name ?? row.id);
    const side = by === 'group' ? 'grouped less than those beside it' : 'indented less than those below';
    const problem = `${side}, but its dates do not enclose theirs: it stays a task. Where it is a summary, add a column of levels and name it in the mapping, such as outlineLevel: { column: Level }`;
    const like = { group: `Rows that stay tasks: each is ${problem}`, example };
    report?.problem(row.activity.line, 'changed', `The row ${example} is ${problem}.`, like);
    return undefined;
  }
}

type Depth = 'group' | 'indent';

/** The parent of each row: the last one before it that holds it. */
function nested(rows: readonly OutlineRow[], partsOf: (index: number) => Holds | undefined) {
  const parents = new Map<OutlineRow, OutlineRow>();
  const above: { readonly row: OutlineRow; readonly holds: Holds }[] = [];
  for (const [index, row] of rows.entries()) {
    while (above.at(-1)?.holds(row) === false) above.pop();
    const parent = above.at(-1)?.row;
    if (parent) parents.set(row, parent);
    const holds = partsOf(index);
    if (holds) above.push({ row, holds });
  }
  return parents;
}

/** How much speaks for the parents being above their groups: dates around theirs most, other dates least. */
function scoreAbove(rows: readonly OutlineRow[]): number {
  return rows.reduce((sum, row, index) => {
    const dated = datedBelow(rows, index, 'group');
    if (dated.length === 0) return sum;
    if (!row.isDated) return sum + 2;
    return sum + (dated.every((part) => encloses(row, part)) ? 3 : 1);
  }, 0);
}

/** The rows with dates directly below that are indented or grouped more. */
function datedBelow(rows: readonly OutlineRow[], index: number, by: Depth): readonly OutlineRow[] {
  const dated: OutlineRow[] = [];
  const depth = rows[index]?.[by] ?? 0;
  for (let at = index + 1, part = rows[at]; part && part[by] > depth; part = rows[++at]) {
    if (part.isDated) dated.push(part);
  }
  return dated;
}

/** The rows below a band, as Primavera copies its WBS, and tasks before the next band. */
function bandParts(rows: readonly OutlineRow[], index: number): Holds | undefined {
  const row = rows[index];
  const next = rows[index + 1];
  if (!row?.isBand || next === undefined) return undefined;
  // Without an id, a row with dates may as well be a task that nobody gave one.
  const first = row.id === undefined ? rows.slice(index + 1, index + 3) : [next];
  const isAround = first.every((part) => part.id !== undefined && encloses(row, part));
  if (row.isDated ? !isAround : !hasTaskBelow(rows, index)) return undefined;
  return (part) => {
    if (!part.isBand) return part.indent >= next.indent;
    // Bands that are not indented are told apart by what is directly below them.
    return part.indent > row.indent || (next.isBand && encloses(row, part));
  };
}

function hasTaskBelow(rows: readonly OutlineRow[], index: number): boolean {
  const indent = rows[index]?.indent ?? 0;
  for (let at = index + 1, part = rows[at]; part; part = rows[++at]) {
    if (part.isDated && !part.isBand) return true;
    if (!part.isDated && part.isBand && part.indent <= indent) return false;
  }
  return false;
}

/** Whether the days of a row enclose those of another one, which may have only one. */
function encloses({ start, finish }: OutlineRow, other: OutlineRow): boolean {
  const days = [other.start, other.finish].filter((day) => day !== undefined);
  return !!start && !!finish && days.length > 0 && days.every((day) => start <= day && day <= finish);
}
