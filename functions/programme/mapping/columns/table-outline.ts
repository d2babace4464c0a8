import type { Activity } from '../../programme.ts';
import type { ReportBuilder } from '../import-report.ts';

/** A row without an id is not a task. */
export type TableActivity = {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly activity: Activity;
};

export type OutlineRow = TableActivity & {
  readonly source: TableActivity;
  /** Level in the column that the mapping names; NaN without one. */
  readonly level: number;
  readonly number: string | undefined;
  readonly group: number;
  readonly indent: number;
  readonly isDated: boolean;
  readonly start: string | undefined;
  readonly finish: string | undefined;
  /** Whether the row has only a name, like a band above the tasks of a part of the programme. */
  readonly isBand: boolean;
  readonly hasResources: boolean;
};

type Rows = readonly OutlineRow[];
type Parents = ReadonlyMap<OutlineRow, OutlineRow>;
type Holds = (part: OutlineRow, next: OutlineRow | undefined) => boolean;

/**
 * The parent of each row: the last row before it that holds it, or in Excel the row below its group. The first that a
 * row shows decides: levels, numbered ids, groups, indents, bands.
 * @param summaryBelow whether Excel expects the summary of a group below it, if the rows do not show it
 */
export function parentsOf(rows: Rows, summaryBelow: boolean, report?: ReportBuilder) {
  const reversed = rows.toReversed();
  const scoreAbove = (list: Rows) => list.reduce((sum, _, index) => sum + parentFit(list, index, 'group'), 0);
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
    // `1.00` is above `1.01` only if the dates agree; `1` is always above `1.1`.
    const group = /^(\d+\.)0+$/.exec(row.number ?? '')?.[1];
    const number = /^\d+(?:\.\d+)*(?=\.?$)/.exec(row.number ?? '')?.[0];
    const above = [group && encloses(row, next) && group, number && `${number}.`];
    const prefix = above.find((each) => each && next.number?.startsWith(each));
    // A row without a number, such as a note, belongs with the row after it.
    if (prefix) return (part, after) => (part.number ?? after?.number)?.startsWith(prefix) === true;
    if (!isBelow && next.group > row.group) return deeperParts(rows, index, 'group');
    if (parentsBelow.has(row)) return undefined;
    // A Primavera task is not a parent: its WBS row follows the last task of another one.
    const isAboveWbs = row.id && row.name && !(next.id && next.name);
    return (isAboveWbs ? undefined : deeperParts(rows, index, 'indent')) ?? bandParts(rows, index, parents);
  }

  function deeperParts(list: Rows, index: number, by: 'group' | 'indent'): Holds | undefined {
    const [before, row] = [list[index - 1], list[index]];
    const fit = parentFit(list, index, by);
    if (row === undefined || fit === 0) return undefined;
    const holds: Holds = (part) => part[by] > row[by];
    if (fit > 2) return holds;
    const isTask = fit === 1 || row.hasResources || (before?.isDated && before[by] === row[by]);
    const side = by === 'group' ? 'grouped less than those beside it' : 'indented less than those below';
    const problem = isTask
      ? `${side}, but its dates do not enclose theirs: it stays a task. Where it is a summary, add a column of levels and name it in the mapping, such as outlineLevel: { column: Level }`
      : `${side}, and counts as their summary: its dates do not enclose theirs and are not used. Where it is a task, put it on their level`;
    const like = { group: `Rows of which each is ${problem}`, example: JSON.stringify(row.name ?? row.id) };
    report?.changed(row.activity.line, `The row ${like.example} is ${problem}.`, like);
    return isTask ? undefined : holds;
  }
}

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
 * How well a row fits as parent of the deeper dated rows below it: 0 if there are none, 1 to 2 by the share of their
 * days within its dates, 3 if it has no dates, 4 if its dates enclose all.
 */
function parentFit(rows: Rows, index: number, by: 'group' | 'indent'): number {
  const row = rows[index];
  const dated: OutlineRow[] = [];
  for (let at = index + 1, part = rows[at]; row && part && part[by] > row[by]; part = rows[++at]) {
    if (part.isDated) dated.push(part);
  }
  if (row === undefined || dated.length === 0) return 0;
  const share = shareWithin(row, dated);
  return row.isDated && share < 1 ? 1 + share : 3 + share;
}

/** Rows below a band, as Primavera copies its WBS, up to the next band. */
function bandParts(rows: Rows, index: number, parents: Parents): Holds | undefined {
  const [before, row, next] = [rows[index - 1], rows[index], rows[index + 1]];
  if (!row?.isBand || next === undefined) return undefined;
  const first = row.id === undefined ? rows.slice(index + 1, index + 3) : [next];
  const isAround = first.every((part) => part.id !== undefined && encloses(row, part));
  // After a part of its own parent at the same depth, it is a note on those parts.
  const isNote =
    before?.indent === row.indent && parents.has(row) && parents.get(before) === parents.get(row);
  if (row.isDated ? !isAround : isNote || !hasTaskBelow(rows, index, row.indent)) return undefined;
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

/** Share of the days of other rows (start or finish alone counts) that lie within the dates of a row. */
function shareWithin({ start, finish }: OutlineRow, others: Rows): number {
  const days = others.flatMap((other) => [other.start, other.finish]).filter((day) => day !== undefined);
  const within = days.filter((day) => start && finish && start <= day && day <= finish);
  return within.length / Math.max(1, days.length);
}
