import { formatDay } from '../../../base/day.ts';
import { getOrInsert } from '../../../base/get-or-insert.ts';
import { maxTableColumns } from '../../limits.ts';
import { type Activity, type Pause, ProblemList, type Programme, ProgrammeError } from '../../programme.ts';
import { type DayColumns, type DayMark, dayColumns, type MarkedDay, workedDays } from './day-columns.ts';
import {
  columnNames,
  headingIndex,
  knownHeadings,
  minKnownHeadings,
  searchedRows,
  type TableRow,
} from './heading-row.ts';

/** Maximum number of rows: four times the largest programme that the planning service serves. */
const maxTableRows = 200_000;
/** Maximum number of rows with blank and repeated ones: twice those of an Excel worksheet. */
const maxAnyTableRows = 2_000_000;
/** Maximum number of rows that merged cells fill: those of Excel never overlap. */
const maxMergedRows = 5_000_000;

/** Maximum number of shared texts: columns with few values fill it early. */
const maxTexts = 10_000;
const maxSharedCharacters = 60;

const noActivities: readonly never[] = [];
const noCodes: Activity['codes'] = new Map();

const saysNothing = /^(?:[-–—]+|n\/a)$/i;

/** `number` is the one that people count by: a CSV record may take several lines, and Excel leaves out blank rows. */
type NumberedRow = TableRow & { readonly number: number };

export type MergedCells = { readonly column: number; readonly from: number; readonly to: number };

export type TableBuilder = {
  readonly add: (row: TableRow) => void;
  readonly report: ProblemList;
  readonly merge: (cells: MergedCells) => void;
  readonly programme: (summaryBelow?: boolean) => Programme;
};

export type TableOptions = {
  readonly headerRow?: number | undefined;
  readonly sheet?: string | undefined;
  readonly from1904?: boolean;
  readonly today?: string | undefined;
};

type Headings = NumberedRow & {
  readonly names: readonly string[];
  readonly repeatable: ReadonlySet<string>;
  readonly days: DayColumns['days'];
};

/** The columns that stand for columns of days: of the first and last mark, the largest number, and what the marks are. */
const ofDays = {
  start: 'From (first mark)',
  finish: 'To (last mark)',
  people: 'People',
  marks: 'Marks',
} as const;

/**
 * Collects the rows of a table. Only the mapping decides what a column means: an activity has the texts of its row in
 * `fields`, by heading, and nothing else. Rows that repeat the headings or the rows above them, as printed pages do,
 * and a second table below a blank row are left out. `add` throws a ProgrammeError for too many rows, `programme` for a
 * table without rows.
 */
export function tableBuilder(format: 'excel' | 'csv', options: TableOptions = {}): TableBuilder {
  const { headerRow, sheet, from1904 = false, today } = options;
  let first: NumberedRow[] = [];
  let added = 0;
  let headings: Headings | undefined;
  let above: readonly TableRow[] = [];
  const activities: Activity[] = [];
  const marks: ReadonlyMap<number, DayMark>[] = [];
  const byLine = new Map<number, Map<string, string>>();
  let repeated: { readonly first: number; count: number } | undefined;
  /** Whether a name stands above repeated headings, as boards have their groups: then one also stands above the first. */
  let hasGroupsAbove = false;
  let otherTable: { readonly line: number; rows: number } | undefined;
  /** Names of the headings of a part of the table, such as of sub-items, whose rows begin one column later. */
  let innerNames: readonly string[] | undefined;
  let before: NumberedRow | undefined;
  let isAfterBlank = false;
  let dashes = 0;
  let beyondColumns = 0;
  let mergedRows = 0;
  const texts = new Map<string, string>();
  const report = new ProblemList();
  const take = (row: NumberedRow, of: Headings) => {
    const { line, cells, indents = [], level = 0 } = row;
    const isBandBefore =
      before !== undefined && filledCells(before).length === 1 && !of.repeatable.has(joinedCells(before));
    isAfterBlank = (before !== undefined && row.number > before.number + 1) || (isAfterBlank && isBandBefore);
    before = row;
    if (of.repeatable.has(joinedCells(row))) {
      repeated ??= { first: line, count: 0 };
      repeated.count += 1;
      hasGroupsAbove ||= isBandBefore;
      innerNames = undefined;
      return;
    }
    if (otherTable !== undefined) {
      otherTable.rows += 1;
      return;
    }
    if (!cells.some((cell) => /\d/.test(cell)) && knownHeadings(cells) >= minKnownHeadings) {
      const filled = filledCells(row);
      const same = filled.filter((name) => of.names.includes(name)).length;
      if (same >= filled.length / 2) {
        innerNames = columnNames(cells);
        return;
      }
      if (isAfterBlank && (same > 0 || knownHeadings(cells) >= filled.length / 2)) {
        if (isBandBefore) activities.pop();
        otherTable = { line, rows: 0 };
        return;
      }
    }
    if (cells[0] !== '') innerNames = undefined;
    if (activities.length === maxTableRows) {
      const limit = maxTableRows.toLocaleString('en');
      throw new ProgrammeError(`the table has more than ${limit} rows below its headings`, {
        line,
        remedy: `At most ${limit} are read: export the tasks of one project, or of the time that the lookahead is for; where rows below the last task are filled, delete them.`,
      });
    }
    const names = innerNames ?? of.names;
    if (format === 'csv' && cells.length < names.length) {
      const example = `${cells.length} of ${names.length}`;
      const group = 'Rows with fewer values than headings; the missing ones count as empty';
      report.changed(line, `The row has ${example} values; the others count as empty.`, { group, example });
    }
    const beyond = cells.slice(names.length).filter((text) => text !== '');
    if (beyond.length > 0) {
      const like = { group: 'Values beyond the last heading that are left out', example: beyond.join(', ') };
      report.changed(line, `Values of the row beyond the last heading are left out: ${beyond.length}.`, like);
    }
    const fields = new Map<string, string>();
    let indented: Map<string, number> | undefined;
    for (const [index, heading] of names.entries()) {
      const text = cells[index] ?? '';
      if (heading === '' || (innerNames !== undefined && !of.names.includes(heading))) continue;
      const indent = (indents[index] ?? 0) + (innerNames === undefined ? 0 : 1);
      if (text !== '') fields.set(heading, shared(text));
      if (indent > 0) indented = (indented ?? new Map<string, number>()).set(heading, indent);
    }
    if (of.days.size > 0) marks.push(marksOf(row, of.days));
    // Only a worksheet has merged cells.
    if (format === 'excel') byLine.set(line, fields);
    activities.push({
      ...rowActivity(line, fields),
      row: row.number - of.number,
      ...(level > 0 && { level }),
      ...(row.isBold && { isBold: true }),
      ...(indented !== undefined && { indents: indented }),
    });
  };
  /** Equal texts, such as dates, share memory. */
  const shared = (text: string) => {
    if (text.length > maxSharedCharacters) return text;
    if (texts.size === maxTexts) return texts.get(text) ?? text;
    return getOrInsert(texts, text, () => text);
  };
  const textOf = (cell: string) => {
    const text = cell.trim();
    if (!saysNothing.test(text)) return text;
    dashes += 1;
    return '';
  };
  const settle = () => {
    if (headings !== undefined || first.length === 0) return;
    const at = headingIndex(first, headerRow);
    const row = first[at];
    if (row === undefined) {
      const problem = `the table has nothing in row ${headerRow}, which headerRow of the mapping names`;
      const remedy = 'Correct headerRow, or leave it out: --inspect says in which row the headings are.';
      throw new ProgrammeError(problem, { remedy });
    }
    if (headerRow === undefined && isTask(row)) {
      throw new ProgrammeError('no row of the table has headings: this one has a date', {
        line: row.line,
        remedy:
          'Put a row with headings above the tasks, such as ID, Task, Start, Finish; where there is one, name it in the mapping, such as headerRow: 4.',
      });
    }
    const upper = first[at - 1];
    above = first.slice(0, at);
    const grid = dayColumns(first, at, today);
    const days: DayColumns['days'] = grid?.days ?? new Map();
    const names = columnNames(row.cells, upper?.line === row.line - 1 ? upper.cells : []).map(
      (name, index) => (days.has(index) ? '' : name),
    );
    const lastRow = grid?.lastRow ?? at;
    const own = first.slice(0, lastRow + 1);
    headings = {
      ...row,
      number: first[lastRow]?.number ?? row.number,
      names,
      days,
      repeatable: new Set(own.map(joinedCells)),
    };
    before = first[lastRow];
    const rest = first.slice(lastRow + 1);
    first = [];
    for (const each of rest) take(each, headings);
  };
  return {
    report,
    add: ({ cells: all, indents = [], ...rowOf }) => {
      const { line } = rowOf;
      added += 1;
      if (added > maxAnyTableRows) {
        throw new ProgrammeError(`the table has more than ${maxAnyTableRows.toLocaleString('en')} rows`, {
          line,
          remedy: 'Delete the blank and repeated rows, and save the table again.',
        });
      }
      for (let at = maxTableColumns; at < all.length; at++) if (all[at]?.trim()) beyondColumns += 1;
      const cells = all.slice(0, maxTableColumns);
      const row = {
        ...rowOf,
        number: format === 'csv' ? added : line,
        cells: cells.map(textOf),
        indents: cells.map((cell, index) => (indents[index] ?? 0) + leadingBlanks(cell)),
      };
      if (row.cells.every((text) => text === '')) return;
      if (headings !== undefined) return take(row, headings);
      first.push(row);
      if (headerRow === undefined ? first.length === searchedRows : line >= headerRow) settle();
    },
    merge: ({ column, from, to }) => {
      settle();
      const heading = headings?.names[column - 1];
      const value = heading === undefined ? undefined : byLine.get(from)?.get(heading);
      if (heading === undefined || value === undefined) return;
      const last = Math.min(to, activities.at(-1)?.line ?? 0);
      mergedRows += Math.max(0, last - from);
      if (mergedRows > maxMergedRows) {
        const limit = maxMergedRows.toLocaleString('en');
        throw new ProgrammeError(`the merged cells of the table cover more than ${limit} rows`, {
          remedy:
            'Unmerge the cells in Excel (Home > Merge & Center > Unmerge Cells), and save the workbook.',
        });
      }
      for (let line = from + 1; line <= last; line++) {
        const fields = byLine.get(line);
        if (fields === undefined || fields.has(heading)) continue;
        fields.set(heading, value);
        const text = `${heading} is that of the merged cell which begins in row ${from}: ${JSON.stringify(value)}.`;
        const group = `${heading} is that of a merged cell, which counts for each of its rows`;
        report.changed(line, text, { group, example: value });
      }
    },
    programme: (summaryBelow = true) => {
      settle();
      if (headings === undefined || activities.length === 0) {
        throw new ProgrammeError('the table has no rows below its headings', {
          remedy:
            'Put the headings into one row and one task into each row below it; where another row has the headings, name it in the mapping, such as headerRow: 4.',
        });
      }
      if (repeated !== undefined) {
        const text = `Rows that repeat the headings or what is above them, as printed pages do, are left out: ${repeated.count}, the first in line ${repeated.first}.`;
        report.changed(undefined, text);
      }
      if (otherTable !== undefined) {
        const text = `A second table begins in line ${otherTable.line}, below a blank row, and is left out: ${otherTable.rows} rows. Where it has the tasks, name it in the mapping, such as headerRow: ${otherTable.line}.`;
        report.changed(undefined, text);
      }
      if (dashes > 0) report.changed(undefined, `Cells with a dash or n/a count as empty: ${dashes}.`);
      if (beyondColumns > 0) {
        const text = `Cells to the right of column ${maxTableColumns} are left out: ${beyondColumns}.`;
        report.changed(undefined, text);
      }
      const group = above.at(-1);
      if (hasGroupsAbove && group !== undefined && filledCells(group).length === 1) {
        const [name = ''] = filledCells(group);
        const fields = new Map([[headings.names[0] ?? '', name]]);
        activities.unshift({ ...rowActivity(group.line, fields), row: 0 });
        marks.unshift(new Map());
        above = above.slice(0, -1);
      }
      const days = [...headings.days.values()].map(formatDay);
      if (days.length > 0) {
        markDays(activities, marks);
        const columns = Object.values(ofDays).join(', ');
        const text = `The columns of ${days.length} days, ${days[0]} to ${days.at(-1)}, are read as these columns: ${columns}. A day between without a mark or fill is one without work.`;
        report.changed(undefined, text);
      }
      const texts = above.map((each) => filledCells(each).join(' | '));
      if (texts.length > 0 && headerRow === undefined) {
        const shown = texts.map((text) => JSON.stringify(text)).join(', ');
        const text = `The headings are taken from row ${headings.line}; what is above them is left out: ${shown}. If they are in another row, name it in the mapping, such as headerRow: ${headings.line + 1}.`;
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
        lagDays: 'predecessor',
        codes: [],
        fields: [
          ...headings.names.filter((name) => name !== ''),
          ...(days.length > 0 ? Object.values(ofDays) : []),
        ],
        problems: report.problems,
        table: { headerRow: headings.line, above: texts, sheet, from1904, summaryBelow },
      };
    },
  };
}

function leadingBlanks(cell: string): number {
  const count = cell.length - cell.trimStart().length;
  return count === 1 ? 0 : count;
}

function isTask({ cells }: TableRow): boolean {
  const date = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\d)/;
  return knownHeadings(cells) === 0 && cells.some((cell) => date.test(cell));
}

function filledCells({ cells }: TableRow): readonly string[] {
  return cells.filter((cell) => cell !== '');
}

function joinedCells(row: TableRow): string {
  return filledCells(row).join('\n');
}

function marksOf({ cells, fills = [] }: TableRow, days: DayColumns['days']): ReadonlyMap<number, DayMark> {
  const others = new Set(fills.filter((_, index) => !days.has(index)));
  return new Map(
    Array.from(days, ([index, day]) => {
      const fill = fills[index] ?? '';
      return [day, { text: cells[index] ?? '', fill: others.has(fill) ? '' : fill }];
    }),
  );
}

/** Gives each row with marks the fields of `ofDays`, and pauses on the days between without a mark. */
function markDays(activities: Activity[], marks: readonly ReadonlyMap<number, DayMark>[]): void {
  const rows = workedDays(marks);
  const numbersOf = (worked: readonly MarkedDay[]) =>
    worked.flatMap(({ text }) => (/^\d+$/.test(text) ? Number(text) : []));
  // Ones alone may be marks.
  const arePeople = rows.some((worked) => numbersOf(worked).some((number) => number > 1));
  for (const [index, worked] of rows.entries()) {
    const activity = activities[index];
    const [from, to] = [worked[0], worked.at(-1)];
    if (activity === undefined || from === undefined || to === undefined) continue;
    const fields = new Map(activity.fields);
    const add = (name: string, text: string) => (fields.has(name) ? undefined : fields.set(name, text));
    const numbers = numbersOf(worked);
    add(ofDays.start, formatDay(from.day));
    add(ofDays.finish, formatDay(to.day));
    if (arePeople && numbers.length > 0) add(ofDays.people, String(Math.max(...numbers)));
    else if (from.text !== '')
      add(ofDays.marks, [...new Set(worked.map(({ text }) => text.toUpperCase()))].join(' '));
    activities[index] = { ...activity, fields, pauses: pausesBetween(worked) };
  }
}

function pausesBetween(worked: readonly MarkedDay[]): readonly Pause[] {
  return worked.slice(1).flatMap(({ day }, index) => {
    const end = (worked[index]?.day ?? day) + 1;
    return day > end ? [{ from: `${formatDay(end)}T00:00`, to: `${formatDay(day)}T00:00` }] : [];
  });
}

function rowActivity(line: number, fields: Activity['fields']): Activity {
  return {
    line,
    key: String(line),
    code: undefined,
    name: undefined,
    type: undefined,
    milestone: false,
    status: undefined,
    start: undefined,
    finish: undefined,
    durationHours: undefined,
    calendarKey: undefined,
    folderKey: undefined,
    notes: undefined,
    codes: noCodes,
    fields,
    assignments: noActivities,
    predecessors: noActivities,
  };
}
