import { formatDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import {
  type Activity,
  type MinuteRange,
  ProblemList,
  type Programme,
  ProgrammeError,
  type ProgrammeReadOptions,
} from '#programme/programme.ts';
import { minutesPerDay } from '#programme/readers/local-date-time.ts';
import { type DayColumnCell, findDayColumns, marksOfWorkedDays } from './day-columns.ts';
import {
  columnNames,
  countKnownHeadings,
  findHeadingRowIndex,
  maxHeadingSearchRows,
  minKnownHeadings,
  nonEmptyCells,
  type SourceTableRow,
} from './heading-row.ts';

/**
 * Rows with content in a table; more are refused. That is four times the largest programme that the planning service
 * serves.
 * @limit importing
 */
const maxTableRows = 200_000;
/** Maximum number of rows including blank and repeated ones: twice the rows of an Excel worksheet. */
const maxAnyTableRows = 2_000_000;
/**
 * Maximum number of rows that merged cells fill. In a workbook that Excel wrote, they never overlap, so they fill
 * fewer.
 */
const maxMergedRows = 5_000_000;

/**
 * Columns of a table; those further to the right are ignored.
 * @limit importing
 */
export const maxTableColumns = 1_000;

/** Maximum number of different texts that rows share: enough for columns with few values, which all occur early. */
const maxTexts = 10_000;

const saysNothing = /^(?:[-–—]+|n\/a)$/i;

/** `number` is the row number as people count: a CSV record may take several lines, and Excel leaves out blank rows. */
type NumberedRow = SourceTableRow & { readonly number: number };

/** Merged cells of one column, from one row to another. */
export type MergedCells = { readonly column: number; readonly from: number; readonly to: number };

type TableOptions = Pick<ProgrammeReadOptions, 'headerRow' | 'sheet' | 'today'> & {
  readonly from1904?: boolean;
};

/**
 * Columns that replace columns of days: the days of the first and the last mark, the largest number among the marks,
 * and the marks themselves.
 */
const dayColumnHeadings = {
  start: 'From (first mark)',
  finish: 'To (last mark)',
  people: 'People',
  marks: 'Marks',
} as const;

/** A row with its texts by heading. It has nothing else, because only the mapping decides what a column means. */
type RowActivity = Activity & { readonly fields: Map<string, string> };

const emptyActivity = {
  milestone: false,
  start: undefined,
  finish: undefined,
  codes: new Map<string, never>(),
  assignments: [],
  predecessors: [],
};

function rowActivity(line: number, row: number, fields: RowActivity['fields']) {
  return { ...emptyActivity, line, row, key: String(line), fields };
}

const repeatedRows = 'Rows that repeat the headings or a row above them are left out';
const secondTable = 'Rows of a second table are left out (set headerRow in the mapping to use it)';

/**
 * Collects the rows of a table. Rows that repeat the headings or the rows above them, as printed pages do, are left
 * out, and so is a second table below a blank row. `add` throws a ProgrammeError for too many rows, `programme` for a
 * table without rows.
 */
export function tableBuilder(format: 'excel' | 'csv', options: TableOptions = {}) {
  const { headerRow, sheet, from1904 = false } = options;
  const first: NumberedRow[] = [];
  let added = 0;
  let headings: ReturnType<typeof findHeadings> | undefined;
  const activities: RowActivity[] = [];
  const marks: (readonly DayColumnCell[])[] = [];
  /**
   * Whether headings are repeated below a row of one text, such as the name of a group on a board. If so, such a row
   * above the first headings is a group too.
   */
  let hasGroupsAbove = false;
  /**
   * Names of the columns in a part of the table that begins one column later, such as sub-items; '' for unknown
   * columns. Undefined outside of such a part.
   */
  let innerNames: readonly string[] | undefined;
  /** The last row that was passed to `take`; a band is a row with a single text. */
  let before = { number: 0, isBand: false, isAfterBlank: false };
  const texts = new Map<string, string>();
  /** Shares equal texts, such as dates, to save memory. */
  const shared = (text: string) =>
    texts.size < maxTexts ? getOrInsert(texts, text, () => text) : (texts.get(text) ?? text);
  /** Cache of indents: many rows have the same. */
  const knownIndents = new Map<string, ReadonlyMap<string, number>>();
  const report = new ProblemList();
  const counts = new Map<string, { readonly line: number; count: number }>();
  /** Counts rows or cells with a problem; the report has their number and the first line. */
  const count = (what: string, line: number) => {
    getOrInsert(counts, what, () => ({ line, count: 0 })).count += 1;
  };
  const take = (row: NumberedRow, of: ReturnType<typeof findHeadings>) => {
    const { line, number, cells, indents = [], level = 0 } = row;
    const filled = nonEmptyCells(cells);
    const isRepeated = of.repeatable.has(joinedCells(row));
    const isBelowBand = before.isBand;
    const isAfterBlank = number > before.number + 1 || (isBelowBand && before.isAfterBlank);
    before = { number, isBand: filled.length === 1 && !isRepeated, isAfterBlank };
    if (cells[0] !== '') innerNames = undefined;
    if (isRepeated) {
      hasGroupsAbove ||= isBelowBand;
      return count(repeatedRows, line);
    }
    if (counts.has(secondTable)) return count(secondTable, line);
    const known = cells.some((cell) => /\d/.test(cell)) ? 0 : countKnownHeadings(cells);
    if (known >= minKnownHeadings) {
      const same = filled.filter((name) => of.names.includes(name)).length;
      if (same >= filled.length / 2) {
        innerNames = columnNames(cells).map((name) => (of.names.includes(name) ? name : ''));
        return;
      }
      if (isAfterBlank && (same > 0 || known >= filled.length / 2)) {
        if (isBelowBand) activities.pop();
        return count(secondTable, line);
      }
    }
    checkRows('the table has', activities.length + 1, maxTableRows, line);
    const names = innerNames ?? of.names;
    if (format === 'csv' && cells.length < names.length) {
      const example = `${cells.length} of ${names.length}`;
      report.changed(line, 'Missing last values count as empty', example);
    }
    const beyond = nonEmptyCells(cells.slice(names.length));
    if (beyond.length > 0)
      report.changed(line, 'Values beyond the last heading are left out', beyond.join(', '));
    const fields = new Map<string, string>();
    const indented: [heading: string, indent: number][] = [];
    for (const [index, heading] of names.entries()) {
      const text = cells[index] ?? '';
      if (heading === '') continue;
      const indent = (indents[index] ?? 0) + (innerNames === undefined ? 0 : 1);
      if (text !== '') fields.set(heading, shared(text));
      if (indent > 0) indented.push([heading, indent]);
    }
    if (of.days.size > 0) marks.push(marksOf(row, of.days));
    activities.push({
      ...rowActivity(line, number - of.number, fields),
      level: level || undefined,
      isBold: row.isBold,
      indents:
        indented.length === 0
          ? undefined
          : getOrInsert(knownIndents, JSON.stringify(indented), () => new Map(indented)),
    });
  };
  const settle = () => {
    if (headings !== undefined || first.length === 0) return;
    headings = findHeadings(first, options);
    before.number = headings.number;
    for (const each of first.splice(headings.lastRow + 1)) take(each, headings);
  };
  return {
    report,
    count,
    add: ({ cells: all, indents = [], ...rowOf }: SourceTableRow) => {
      const { line } = rowOf;
      added += 1;
      checkRows('with blank and repeated ones, the table has', added, maxAnyTableRows, line);
      for (const cell of all.slice(maxTableColumns))
        if (cell.trim() !== '') count(`Cells right of column ${maxTableColumns} are left out`, line);
      const cells = all.slice(0, maxTableColumns);
      const row = {
        ...rowOf,
        number: format === 'csv' ? added : line,
        cells: cells.map((cell) => {
          const text = cell.trim();
          if (!saysNothing.test(text)) return text;
          count('Cells with a dash or n/a count as empty', line);
          return '';
        }),
        indents: cells.map((cell, index) => (indents[index] ?? 0) + leadingBlanks(cell)),
      };
      if (row.cells.every((text) => text === '')) return;
      if (headings !== undefined) return take(row, headings);
      first.push(row);
      if (headerRow === undefined ? first.length === maxHeadingSearchRows : line >= headerRow) settle();
    },
    programme: (merged: readonly MergedCells[] = [], summaryBelow = true): Programme => {
      settle();
      if (headings === undefined || activities.length === 0) {
        throw new ProgrammeError('the table has no rows below its headings', {
          remedy: 'Put tasks below them, or write their row in the mapping, such as headerRow: 4.',
        });
      }
      const { line, index, names } = headings;
      fillMerged(merged, names, activities, report);
      let above = first.slice(0, index);
      const group = hasGroupsAbove ? above.at(-1) : undefined;
      if (group && nonEmptyCells(group.cells).length === 1) {
        const fields = new Map([[names[0] ?? '', joinedCells(group)]]);
        activities.unshift(rowActivity(group.line, 0, fields));
        marks.unshift([]);
        above = above.slice(0, -1);
      }
      const days = [...headings.days.values()].map(formatDay);
      const columnsOfDays = days.length > 0 ? Object.values(dayColumnHeadings) : [];
      markDays(activities, marks);
      const titles = above.map((each) => nonEmptyCells(each.cells).join(' | '));
      for (const [what, of] of counts)
        report.changed(undefined, `${what}: ${of.count}, first in line ${of.line}.`);
      if (days.length > 0) {
        const text = `The columns of ${days.length} days, ${days[0]} to ${days.at(-1)}, are read as ${columnsOfDays.join(', ')}. A day without a mark or fill has no work.`;
        report.changed(undefined, text);
      }
      if (titles.length > 0 && headerRow === undefined) {
        const text = `The headings are in row ${line} (set headerRow in the mapping to use another); the rows above are left out: ${titles.map((each) => JSON.stringify(each)).join(', ')}.`;
        report.changed(undefined, text);
      }
      return {
        format,
        name: undefined,
        dataDate: undefined,
        activities,
        folders: [],
        calendars: [],
        hoursPerDay: 8,
        lagDayBasis: 'predecessor',
        codes: [],
        fields: [...nonEmptyCells(names), ...columnsOfDays],
        problems: report.problems,
        table: { headerRow: line, above: titles, sheet, from1904, summaryBelow },
      };
    },
  };
}

function checkRows(what: string, rows: number, limit: number, line: number) {
  if (rows <= limit) return;
  const remedy = 'Export one project or less time; delete blank and filled rows, and unmerge cells.';
  throw new ProgrammeError(`${what} more than ${limit.toLocaleString('en')} rows`, { line, remedy });
}

/** Copies the text of merged cells to each of their rows. */
function fillMerged(
  merged: readonly MergedCells[],
  names: readonly string[],
  activities: readonly RowActivity[],
  report: ProblemList,
) {
  const byLine = new Map(activities.map(({ line, fields }) => [line, fields]));
  const lastLine = activities.at(-1)?.line ?? 0;
  let rows = 0;
  for (const { column, from, to } of merged) {
    const heading = names[column - 1] ?? '';
    const value = byLine.get(from)?.get(heading);
    if (value === undefined) continue;
    const last = Math.min(to, lastLine);
    rows += Math.max(0, last - from);
    checkRows('merged cells cover', rows, maxMergedRows, from);
    for (let line = from + 1; line <= last; line++) {
      const fields = byLine.get(line);
      if (fields === undefined || fields.has(heading)) continue;
      fields.set(heading, value);
      report.changed(line, `${heading} is from a merged cell`, `${value} from row ${from}`);
    }
  }
}

function findHeadings(first: readonly NumberedRow[], { headerRow, today }: TableOptions) {
  const index = findHeadingRowIndex(first, headerRow);
  const row = first[index];
  if (row === undefined) {
    const problem = `row ${headerRow} of the table is empty`;
    const remedy = 'Correct headerRow in the mapping, or leave it out.';
    throw new ProgrammeError(problem, { remedy });
  }
  const { line, number, cells } = row;
  if (
    headerRow === undefined &&
    countKnownHeadings(cells) === 0 &&
    cells.some((cell) => dateCellPattern.test(cell))
  ) {
    throw new ProgrammeError('the table has no headings: this row has a date', {
      line,
      remedy: 'Put headings above the tasks, or write their row in the mapping, such as headerRow: 4.',
    });
  }
  const upper = first[index - 1];
  const { days = new Map<number, number>(), lastRow = index } = findDayColumns(first, index, today) ?? {};
  const names = columnNames(cells, upper?.line === line - 1 ? upper.cells : []);
  return {
    line,
    index,
    lastRow,
    number: first[lastRow]?.number ?? number,
    names: names.map((name, column) => (days.has(column) ? '' : name)),
    days,
    repeatable: new Set(first.slice(0, lastRow + 1).map(joinedCells)),
  };
}

const dateCellPattern = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\d)/;

function leadingBlanks(cell: string) {
  const count = cell.length - cell.trimStart().length;
  return count === 1 ? 0 : count;
}

function joinedCells({ cells }: SourceTableRow) {
  return nonEmptyCells(cells).join('\n');
}

function marksOf({ cells, fills = [] }: SourceTableRow, days: ReadonlyMap<number, number>) {
  const others = new Set(fills.filter((_, index) => !days.has(index)));
  return Array.from(days, ([index, day]) => {
    const fill = fills[index] ?? '';
    return { day, text: cells[index] ?? '', fill: others.has(fill) ? '' : fill };
  });
}

/** Gives each row with marks the fields of `dayColumnHeadings`, and a pause for unmarked days between two marks. */
function markDays(activities: RowActivity[], marks: readonly (readonly DayColumnCell[])[]) {
  const rows = marksOfWorkedDays(marks);
  const numbersOf = (worked: readonly DayColumnCell[]) =>
    worked.flatMap(({ text }) => (/^\d+$/.test(text) ? Number(text) : []));
  // If all numbers are 1, they may be marks.
  const arePeople = rows.some((worked) => numbersOf(worked).some((number) => number > 1));
  for (const [index, worked] of rows.entries()) {
    const activity = activities[index];
    const [from, to] = [worked[0], worked.at(-1)];
    if (activity === undefined || from === undefined || to === undefined) continue;
    const { fields } = activity;
    const add = (name: string, text: string) => (fields.has(name) ? undefined : fields.set(name, text));
    const numbers = numbersOf(worked);
    add(dayColumnHeadings.start, formatDay(from.day));
    add(dayColumnHeadings.finish, formatDay(to.day));
    if (arePeople && numbers.length > 0) add(dayColumnHeadings.people, String(Math.max(...numbers)));
    else if (from.text !== '')
      add(dayColumnHeadings.marks, [...new Set(worked.map(({ text }) => text.toUpperCase()))].join(' '));
    activities[index] = { ...activity, pauses: pausesBetween(worked) };
  }
}

function pausesBetween(worked: readonly DayColumnCell[]): readonly MinuteRange[] {
  return worked.slice(1).flatMap(({ day }, index) => {
    const end = (worked[index]?.day ?? day) + 1;
    return day > end ? [{ from: end * minutesPerDay, to: day * minutesPerDay }] : [];
  });
}
