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
  /** 0 if its first text is bold, else 1. */
  readonly weight: number;
  /** Id or title of its parent, empty at the top, if the mapping names a column of these. */
  readonly parent: string | undefined;
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
type Sign = 'group' | 'indent' | 'weight';

/**
 * The parent of each row: the last row before it that holds it, or in Excel the row below its group. The first that a
 * row shows decides: levels, numbered ids, groups, indents, bands.
 * @param summaryBelow whether Excel expects the summary of a group below it, if the rows do not show it
 */
export function parentsOf(
  rows: Rows,
  summaryBelow: boolean,
  report?: ReportBuilder,
): ReadonlyMap<TableActivity, TableActivity> {
  if (rows.some(({ parent }) => parent)) return namedParents(rows, report);
  const [upper, bolds] = [upperBands(rows), boldParents(rows)];
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
    if (bolds.has(row)) return (part) => part.weight > row.weight;
    return (
      (isAboveWbs ? undefined : deeperParts(rows, index, 'indent')) ?? bandParts(rows, index, parents, upper)
    );
  }

  function deeperParts(list: Rows, index: number, by: Sign): Holds | undefined {
    const [before, row] = [list[index - 1], list[index]];
    const fit = parentFit(list, index, by);
    if (row === undefined || fit === 0) return undefined;
    const holds: Holds = (part) => part[by] > row[by];
    if (fit > 2) return holds;
    const isTask = fit === 1 || row.hasResources || (before?.isDated && before[by] === row[by]);
    const side = by === 'group' ? 'grouped less than those beside it' : 'indented less than those below';
    const problem = isTask
      ? `${side}, ${staysTask}`
      : `${side}, and counts as their summary: its dates do not enclose theirs and are not used. Where it is a task, put it on their level`;
    reportRow(row, problem, report);
    return isTask ? undefined : holds;
  }
}

const staysTask =
  'but its dates do not enclose theirs: it stays a task. Where it is a summary, add a column of levels and name it in the mapping, such as outlineLevel: { column: Level }';

function reportRow(row: OutlineRow, problem: string, report: ReportBuilder | undefined): void {
  const like = { group: `Rows of which each is ${problem}`, example: JSON.stringify(row.name ?? row.id) };
  report?.changed(row.activity.line, `The row ${like.example} is ${problem}.`, like);
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
function parentFit(rows: Rows, index: number, by: Sign): number {
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
function bandParts(
  rows: Rows,
  index: number,
  parents: Parents,
  upper: ReadonlySet<OutlineRow>,
): Holds | undefined {
  const [before, row, next] = [rows[index - 1], rows[index], rows[index + 1]];
  if (!row?.isBand || next === undefined) return undefined;
  const first = row.id === undefined ? rows.slice(index + 1, index + 3) : [next];
  const isAround = first.every((part) => part.id !== undefined && encloses(row, part));
  // After a part of its own parent at the same depth, it is a note on those parts.
  const isNote =
    before?.indent === row.indent && parents.has(row) && parents.get(before) === parents.get(row);
  if (upper.has(row)) return (part) => !upper.has(part);
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

/**
 * Headings right above another heading, and those that are bold like these: the headings below them, up to the next one,
 * are theirs. One alone may as well be a part without tasks.
 */
function upperBands(rows: Rows): ReadonlySet<OutlineRow> {
  const headings = new Set(rows.filter(({ isBand, isDated }) => isBand && !isDated));
  const lower = new Set<OutlineRow>();
  const upper = new Set<OutlineRow>();
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (!headings.has(row) || lower.has(row) || next?.indent !== row.indent) continue;
    if (!headings.has(next) || !hasTaskBelow(rows, index + 1, next.indent)) continue;
    upper.add(row);
    lower.add(next);
  }
  const weights = new Set(Array.from(upper, ({ weight }) => weight));
  if ([...lower].some(({ weight }) => weights.has(weight))) return upper.size > 1 ? upper : new Set();
  return new Set(
    [...headings].filter((row) => upper.has(row) || (!lower.has(row) && weights.has(row.weight))),
  );
}

/** Bold rows above others, if each one's dates enclose those of the rows below it: else they mark something else. */
function boldParents(rows: Rows): ReadonlySet<OutlineRow> {
  const bold = [...rows.entries()].filter(
    ([index, row]) => row.weight === 0 && row.isDated && parentFit(rows, index, 'weight') > 0,
  );
  const areParents = bold.length > 1 && bold.every(([index]) => parentFit(rows, index, 'weight') === 4);
  return new Set(areParents ? bold.map(([, row]) => row) : []);
}

/** A parent stays a task if it has dates that do not enclose those of its parts. */
function namedParents(rows: Rows, report?: ReportBuilder): ReadonlyMap<TableActivity, TableActivity> {
  const byName = new Map(
    rows.toReversed().flatMap((row) => (row.name === undefined ? [] : [[row.name, row] as const])),
  );
  const byId = new Map(rows.flatMap((row) => (row.id === undefined ? [] : [[row.id, row] as const])));
  const parts = Map.groupBy(rows, ({ parent = '' }) => byId.get(parent) ?? byName.get(parent));
  const found = new Map<TableActivity, TableActivity>();
  for (const [row, own] of parts) {
    if (row === undefined) continue;
    const isTask =
      row.isDated &&
      shareWithin(
        row,
        own.filter(({ isDated }) => isDated),
      ) < 1;
    if (isTask) reportRow(row, `named as the parent of others, ${staysTask}`, report);
    else for (const part of own) if (part !== row) found.set(part.source, row.source);
  }
  return found;
}
