import { getOrInsert } from '../../../base/get-or-insert.ts';
import { maxTableColumns } from '../../limits.ts';
import { type Activity, ProblemList, type Programme, ProgrammeError } from '../../programme.ts';
import { columnNames, headingIndex, knownHeadings, searchedRows, type TableRow } from './heading-row.ts';

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
};

type Headings = NumberedRow & {
  readonly names: readonly string[];
  readonly repeatable: ReadonlySet<string>;
};

/**
 * Collects the rows of a table. Only the mapping decides what a column means: an activity has the texts of its row in
 * `fields`, by heading, and nothing else. Rows that repeat the headings or the rows above them, as printed pages do,
 * are left out. `add` throws a ProgrammeError for too many rows, `programme` for a table without rows.
 */
export function tableBuilder(format: 'excel' | 'csv', options: TableOptions = {}): TableBuilder {
  const { headerRow, sheet, from1904 = false } = options;
  let first: NumberedRow[] = [];
  let added = 0;
  let headings: Headings | undefined;
  let above: readonly TableRow[] = [];
  const activities: Activity[] = [];
  const byLine = new Map<number, Map<string, string>>();
  let repeated: { readonly first: number; count: number } | undefined;
  let dashes = 0;
  let beyondColumns = 0;
  let mergedRows = 0;
  const texts = new Map<string, string>();
  const report = new ProblemList();
  const take = (row: NumberedRow, { names, repeatable, number: top }: Headings) => {
    const { line, cells, indents = [], level = 0 } = row;
    if (repeatable.has(joinedCells(row))) {
      repeated ??= { first: line, count: 0 };
      repeated.count += 1;
      return;
    }
    if (activities.length === maxTableRows) {
      const limit = maxTableRows.toLocaleString('en');
      throw new ProgrammeError(`the table has more than ${limit} rows below its headings`, {
        line,
        remedy: `At most ${limit} are read: export the tasks of one project, or of the time that the lookahead is for; where rows below the last task are filled, delete them.`,
      });
    }
    if (format === 'csv' && cells.length < names.length) {
      const example = `${cells.length} of ${names.length}`;
      const group = 'Rows with fewer values than headings; the missing ones count as empty';
      const text = `The row has ${example} values; the others count as empty.`;
      report.changed(line, text, { group, example });
    }
    const beyond = cells.slice(names.length).filter((text) => text !== '');
    if (beyond.length > 0) {
      const like = { group: 'Values beyond the last heading that are left out', example: beyond.join(', ') };
      const text = `Values of the row beyond the last heading are left out: ${beyond.length}.`;
      report.changed(line, text, like);
    }
    const fields = new Map<string, string>();
    let indented: Map<string, number> | undefined;
    for (const [index, heading] of names.entries()) {
      const text = cells[index] ?? '';
      const indent = indents[index] ?? 0;
      if (text !== '') fields.set(heading, shared(text));
      if (indent > 0) indented = (indented ?? new Map<string, number>()).set(heading, indent);
    }
    // Only a worksheet has merged cells.
    if (format === 'excel') byLine.set(line, fields);
    activities.push({
      ...rowActivity(line, fields),
      row: row.number - top,
      ...(level > 0 && { level }),
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
    const before = first[at - 1];
    above = first.slice(0, at);
    const names = columnNames(row.cells, before?.line === row.line - 1 ? before.cells : []);
    headings = { ...row, names, repeatable: new Set([...above, row].map(joinedCells)) };
    const rest = first.slice(at + 1);
    first = [];
    for (const each of rest) take(each, headings);
  };
  return {
    report,
    add: ({ line, cells: all, indents = [], level = 0 }) => {
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
        line,
        number: format === 'csv' ? added : line,
        level,
        cells: cells.map(textOf),
        indents: cells.map((cell, index) => (indents[index] ?? 0) + leadingBlanks(cell)),
      };
      if (row.cells.every((text) => text === '')) return;
      if (headings !== undefined) {
        take(row, headings);
        return;
      }
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
      if (dashes > 0) report.changed(undefined, `Cells with a dash or n/a count as empty: ${dashes}.`);
      if (beyondColumns > 0) {
        const text = `Cells to the right of column ${maxTableColumns} are left out: ${beyondColumns}.`;
        report.changed(undefined, text);
      }
      const texts = above.map(({ cells }) => cells.filter((cell) => cell !== '').join(' | '));
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
        lagDays: 8,
        codes: [],
        fields: headings.names,
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

function joinedCells({ cells }: TableRow): string {
  return cells.filter((cell) => cell !== '').join('\n');
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
