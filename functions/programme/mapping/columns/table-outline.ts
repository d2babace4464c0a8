/** The outline of a table: which rows are summaries, and which rows are parts of them. */
import type { ChosenActivity, ReportBuilder } from '../import-report.ts';

/** A row that may be a task; without an id it is none. */
export type TableActivity = Omit<ChosenActivity, 'id'> & { readonly id: string | undefined };

/** A row with what it shows of its place in the outline. */
export type OutlineRow = TableActivity & {
  readonly source: TableActivity;
  /** The level in the column that the mapping names; NaN if there is none. */
  readonly level: number;
  /** The number in that column, such as 1.2.3; the id if it has none. */
  readonly number: string | undefined;
  /** The level among the grouped rows of Excel. */
  readonly group: number;
  readonly indent: number;
  readonly isDated: boolean;
  /** The days of its dates that can be read. */
  readonly start: string | undefined;
  readonly finish: string | undefined;
  /** Whether it has only a name, as a row above the tasks of a part of the programme has. */
  readonly isBand: boolean;
  /** Whether it has labour, plant or materials, as tasks have. */
  readonly hasResources: boolean;
};

type Rows = readonly OutlineRow[];
type Parents = ReadonlyMap<OutlineRow, OutlineRow>;
/** Whether a later row is a part of this one. */
type Holds = (part: OutlineRow, next: OutlineRow | undefined) => boolean;

/**
 * The parent of each row that has one: the last row before it that holds it, or the one below its group in Excel. A row
 * holds others by the first of these that it shows: levels, numbered ids, groups, indents, bands.
 * @param summaryBelow where Excel expects the summary of a group if the rows do not show it
 */
export function parentsOf(rows: Rows, summaryBelow: boolean, report?: ReportBuilder) {
  const reversed = rows.toReversed();
  const scoreAbove = (list: Rows) => list.reduce((sum, _, index) => sum + fitOf(list, index, 'group'), 0);
  const difference = scoreAbove(reversed) - scoreAbove(rows);
  const isBelow = difference === 0 ? summaryBelow : difference > 0;
  const below = nested(isBelow ? reversed : [], (index) => deeperParts(reversed, index, 'group'));
  const parentsBelow = new Set(below.values());
  const found = nested(rows, partsOf);
  for (const [part, parent] of below) {
    if ((found.get(part)?.group ?? 0) < part.group) found.set(part, parent);
  }
  return new Map(Array.from(found, ([part, parent]) => [part.source, parent.source]));

  function partsOf(index: number, parents: Parents): Holds | undefined {
    const [row, next] = [rows[index], rows[index + 1]];
    if (row === undefined || next === undefined) return undefined;
    if (next.level > row.level) return (part) => part.level > row.level;
    // `1.00` is above `1.01` if the dates show it, and `1` above `1.1`.
    const group = /^(\d+\.)0+$/.exec(row.number ?? '')?.[1];
    const number = /^\d+(?:\.\d+)*(?=\.?$)/.exec(row.number ?? '')?.[0];
    const above = [group && encloses(row, next) && group, number && `${number}.`];
    const prefix = above.find((each) => each && next.number?.startsWith(each));
    // A row without a number, such as a note, is where the row after it is.
    if (prefix) return (part, after) => (part.number ?? after?.number)?.startsWith(prefix) === true;
    if (!isBelow && next.group > row.group) return deeperParts(rows, index, 'group');
    if (parentsBelow.has(row)) return undefined;
    // A task of Primavera is no parent: its WBS follows below the last task of another one.
    const isAboveWbs = row.id && row.name && !(next.id && next.name);
    return (isAboveWbs ? undefined : deeperParts(rows, index, 'indent')) ?? bandParts(rows, index, parents);
  }

  /**
   * The rows that are indented or grouped more than a row without dates, or with dates around theirs. A row around some
   * of their days is a summary that is out of date, unless it has resources or is after a task of its own level.
   */
  function deeperParts(list: Rows, index: number, by: 'group' | 'indent'): Holds | undefined {
    const [before, row] = [list[index - 1], list[index]];
    const fit = fitOf(list, index, by);
    if (row === undefined || fit === 0) return undefined;
    const holds: Holds = (part) => part[by] > row[by];
    if (fit > 2) return holds;
    const isTask = fit === 1 || row.hasResources || (before?.isDated && before[by] === row[by]);
    const side = by === 'group' ? 'grouped less than those beside it' : 'indented less than those below';
    const problem = isTask
      ? `${side}, but its dates do not enclose theirs: it stays a task. Where it is a summary, add a column of levels and name it in the mapping, such as outlineLevel: { column: Level }`
      : `${side}, and counts as their summary: its dates do not enclose theirs and are not used. Where it is a task, put it on their level`;
    const like = { group: `Rows of which each is ${problem}`, example: JSON.stringify(row.name ?? row.id) };
    report?.problem(row.activity.line, 'changed', `The row ${like.example} is ${problem}.`, like);
    return isTask ? undefined : holds;
  }
}

/** The parent of each row: the last one before it that holds it. */
function nested(rows: Rows, partsOf: (index: number, parents: Parents) => Holds | undefined) {
  const parents = new Map<OutlineRow, OutlineRow>();
  const above: { readonly row: OutlineRow; readonly holds: Holds }[] = [];
  for (const [index, row] of rows.entries()) {
    while (above.at(-1)?.holds(row, rows[index + 1]) === false) above.pop();
    const parent = above.at(-1)?.row;
    if (parent) parents.set(row, parent);
    const holds = partsOf(index, parents);
    if (holds) above.push({ row, holds });
  }
  return parents;
}

/**
 * How well a row fits as parent of the dated rows that are indented or grouped more: 0 if there are none, 1 to 2 by the share
 * of their days within its dates, 3 if it has no dates, 4 if its dates enclose all.
 */
function fitOf(rows: Rows, index: number, by: 'group' | 'indent'): number {
  const row = rows[index];
  const dated: OutlineRow[] = [];
  for (let at = index + 1, part = rows[at]; row && part && part[by] > row[by]; part = rows[++at]) {
    if (part.isDated) dated.push(part);
  }
  if (row === undefined || dated.length === 0) return 0;
  const share = shareWithin(row, dated);
  return row.isDated && share < 1 ? 1 + share : 3 + share;
}

/** The rows below a band, as Primavera copies its WBS, and tasks before the next band. */
function bandParts(rows: Rows, index: number, parents: Parents): Holds | undefined {
  const [before, row, next] = [rows[index - 1], rows[index], rows[index + 1]];
  if (!row?.isBand || next === undefined) return undefined;
  // Without an id, a row with dates may as well be a task that nobody gave one.
  const first = row.id === undefined ? rows.slice(index + 1, index + 3) : [next];
  const isAround = first.every((part) => part.id !== undefined && encloses(row, part));
  // After a part of its own parent that is as deep, it is a note on the parts.
  const isNote =
    before?.indent === row.indent && parents.has(row) && parents.get(before) === parents.get(row);
  if (row.isDated ? !isAround : isNote || !hasTaskBelow(rows, index, row.indent)) return undefined;
  // Bands that are not indented are told apart by what is directly below them.
  return (part) =>
    part.isBand
      ? part.indent > row.indent || (next.isBand && encloses(row, part))
      : part.indent >= next.indent && part.group >= row.group;
}

function hasTaskBelow(rows: Rows, index: number, indent: number): boolean {
  for (let at = index + 1, part = rows[at]; part; part = rows[++at]) {
    if (part.isDated ? !part.isBand : part.isBand && part.indent <= indent) return part.isDated;
  }
  return false;
}

const encloses = (row: OutlineRow, other: OutlineRow) => shareWithin(row, [other]) === 1;

/** The share of the days of other rows, which may have only one each, that are within the dates of a row. */
function shareWithin({ start, finish }: OutlineRow, others: Rows): number {
  const days = others.flatMap((other) => [other.start, other.finish]).filter((day) => day !== undefined);
  const within = days.filter((day) => start && finish && start <= day && day <= finish);
  return within.length / Math.max(1, days.length);
}
