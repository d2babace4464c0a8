/**
 * Reads the texts of the sheets Summary, Last week, Changes and Tasks, and of a subject. Only this file knows these
 * texts.
 */
import exceljs from 'exceljs';

type Value = string | number | undefined;
/** The values of a row by heading. */
type Row = ReadonlyMap<string, Value>;

type SaidChange = {
  readonly kinds: readonly string[];
  readonly workingDays: number | undefined;
  /** A text such as `3 days behind`. */
  readonly slip: string;
  readonly wasIs: string;
};
type SaidTask = {
  readonly status: string;
  readonly ready: string;
  readonly firstStart: string;
  readonly firstFinish: string;
  readonly slip: number | undefined;
};
/** `Week 46 final 71%, 20 of 28; was 75% on Fri 13 Nov`, `missed since` or `done since`, and names of tasks. */
type SaidFinal = { readonly text: string; readonly since: string; readonly names: string };
type SaidResult = { readonly result: string; readonly planned: number; readonly happened: number };

export type ReadLastWeek = {
  readonly isSoFar: boolean;
  readonly finals: readonly SaidFinal[];
  /** The total of all rows, such as `14 of 18`. */
  readonly done: string;
  /** 0 to 1, or a dash. */
  readonly ppc: Value;
  readonly days: Value;
  readonly results: ReadonlyMap<string, SaidResult>;
  /** The texts in the column `What happened`, by task id. */
  readonly happened: ReadonlyMap<string, string>;
};

export type ReadWorkbookTexts = {
  /** The tiles of Summary by heading: the value, and the note below it. */
  readonly tiles: ReadonlyMap<string, { readonly value: Value; readonly note: string }>;
  /** Undefined if the workbook has no such sheet. */
  readonly changes: ReadonlyMap<string, SaidChange> | undefined;
  readonly lastWeek: ReadLastWeek | undefined;
  readonly tasks: ReadonlyMap<string, SaidTask>;
};

/** `Working days` is missing if nothing moved, and `Since first planned` if every task is gone. */
const changeHeadings = ['Task id', 'Was → is', 'Change'];
const taskHeadings = [
  'Task id',
  'Status',
  'Ready',
  'First planned start',
  'First planned finish',
  'Slip, working days',
];
const resultHeadings = ['Result', 'Task id', 'Days planned', 'Days done', 'What happened'];
const totalHeadings = ['Subcontractor', 'Done of due', 'PPC by task', 'PPC of days'];
const tileHeadings = ['Tasks', 'Tasks changed', 'PPC'];
/** The texts in the column `Result` of the sheet Last week. A row without one belongs to a list further down. */
const results = new Map([
  ['✓ done', 'done'],
  ['✗ missed', 'missed'],
  ['✗ short', 'short'],
  ['✓ as planned', 'as planned'],
  ['open', 'open'],
  ['done', 'done, not counted'],
]);

/** The PPC in a subject, such as `PPC so far 78% (week 47: 71%)`. */
export function ppcInSubject(subject: string): string | undefined {
  return /PPC( so far)? (\d+%|\d+ of \d+)( \(week [^)]*\))?/.exec(subject)?.[0];
}

/** Whether the text reports a task as gone, not as possibly beyond the days that were read. */
export function readsAsGone(text: string): boolean {
  return text.endsWith('not in the plan any more');
}

export async function readSheets(bytes: Uint8Array): Promise<ReadWorkbookTexts> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer);
  const changes = workbook.getWorksheet('Changes');
  const lastWeek = workbook.getWorksheet('Last week');
  return {
    tiles: tilesOf(sheetNamed(workbook, 'Summary')),
    changes: changes && changesOn(changes),
    lastWeek: lastWeek && lastWeekOn(lastWeek),
    tasks: tasksOn(sheetNamed(workbook, 'Tasks')),
  };
}

function changesOn(sheet: exceljs.Worksheet): ReadWorkbookTexts['changes'] {
  return byTask(rowsBelow(sheet, changeHeadings), (row) => ({
    kinds: textIn(row, 'Change').split(', '),
    workingDays: numberIn(row, 'Working days'),
    slip: textIn(row, 'Since first planned'),
    wasIs: textIn(row, 'Was → is'),
  }));
}

function tasksOn(sheet: exceljs.Worksheet): ReadWorkbookTexts['tasks'] {
  return byTask(rowsBelow(sheet, taskHeadings), (row) => ({
    status: textIn(row, 'Status'),
    ready: textIn(row, 'Ready'),
    firstStart: textIn(row, 'First planned start'),
    firstFinish: textIn(row, 'First planned finish'),
    slip: numberIn(row, 'Slip, working days'),
  }));
}

function lastWeekOn(sheet: exceljs.Worksheet): ReadLastWeek | undefined {
  if (headingRow(sheet, resultHeadings) === undefined) return undefined;
  const rows = rowsBelow(sheet, resultHeadings);
  const measured = rows.filter((row) => results.has(textIn(row, 'Result')));
  const all = headingRow(sheet, totalHeadings)
    ? rowsBelow(sheet, totalHeadings).find((row) => row.get('Subcontractor') === 'All')
    : undefined;
  return {
    isSoFar: /so far|up to|not reported/.test(lineOf(sheet)),
    finals: finalsOn(sheet),
    done: all ? textIn(all, 'Done of due') : '',
    ppc: all?.get('PPC by task'),
    days: all?.get('PPC of days'),
    results: byTask(measured, (row) => ({
      result: results.get(textIn(row, 'Result')) ?? '',
      planned: numberIn(row, 'Days planned') ?? 0,
      happened: numberIn(row, 'Days done') ?? 0,
    })),
    happened: byTask(rows, (row) => textIn(row, 'What happened')),
  };
}

function finalsOn(sheet: exceljs.Worksheet): SaidFinal[] {
  const finals: SaidFinal[] = [];
  for (let row = 1; row <= sheet.rowCount; row++) {
    const line = String(cellValue(sheet.getCell(row, 1)) ?? '');
    if (!/^Week \d+ final /.test(line)) continue;
    const [text = '', since = '', names = ''] = line.split(/; (missed since|done since): /);
    finals.push({ text, since, names });
  }
  return finals;
}

/**
 * The line that leads to Summary and says whether the whole week is reported. It moves down if there is a line with
 * filters above it.
 */
function lineOf(sheet: exceljs.Worksheet): string {
  for (let row = 3; row <= 5; row++) {
    const text = String(cellValue(sheet.getCell(row, 1)) ?? '');
    if (text.startsWith('← Summary')) return text;
  }
  throw new Error(`Sheet ${sheet.name} has no line that leads to Summary.`);
}

/** The tiles. Each is a heading, the value below it, and the note below the value. */
function tilesOf(sheet: exceljs.Worksheet): ReadWorkbookTexts['tiles'] {
  const row = headingRow(sheet, tileHeadings.slice(0, 1));
  const tiles = new Map<string, { value: Value; note: string }>();
  for (const heading of tileHeadings) {
    const column = row && columnsOf(row).get(heading);
    if (row === undefined || column === undefined) continue;
    const below = (rows: number) => cellValue(sheet.getCell(row.number + rows, column));
    tiles.set(heading, { value: below(1), note: String(below(2) ?? '') });
  }
  return tiles;
}

function sheetNamed(workbook: exceljs.Workbook, name: string): exceljs.Worksheet {
  const sheet = workbook.getWorksheet(name);
  if (sheet) return sheet;
  throw new Error(`No sheet ${name}, but ${workbook.worksheets.map((one) => one.name).join(', ')}.`);
}

function headingRow(sheet: exceljs.Worksheet, headings: readonly string[]): exceljs.Row | undefined {
  for (let number = 1; number <= sheet.rowCount; number++) {
    const row = sheet.getRow(number);
    if (headings.every((heading) => columnsOf(row).has(heading))) return row;
  }
  return undefined;
}

function columnsOf(row: exceljs.Row): Map<string, number> {
  const columns = new Map<string, number>();
  row.eachCell((cell, column) => {
    const value = cellValue(cell);
    if (typeof value === 'string' && !columns.has(value)) columns.set(value, column);
  });
  return columns;
}

/** @throws Error if no row has all the headings */
function rowsBelow(sheet: exceljs.Worksheet, headings: readonly string[]): Row[] {
  const head = headingRow(sheet, headings);
  if (head === undefined) {
    throw new Error(`Sheet ${sheet.name} has no row with the headings ${headings.join(' | ')}.`);
  }
  const columns = [...columnsOf(head)];
  const rows: Row[] = [];
  for (let number = head.number + 1; number <= sheet.rowCount; number++) {
    const row = sheet.getRow(number);
    rows.push(new Map(columns.map(([heading, column]) => [heading, cellValue(row.getCell(column))])));
  }
  return rows;
}

function byTask<Said>(rows: readonly Row[], read: (row: Row) => Said): Map<string, Said> {
  const said = new Map<string, Said>();
  for (const row of rows) {
    const id = textIn(row, 'Task id');
    if (id !== '' && !said.has(id)) said.set(id, read(row));
  }
  return said;
}

function textIn(row: Row, heading: string): string {
  return String(row.get(heading) ?? '');
}

function numberIn(row: Row, heading: string): number | undefined {
  const value = row.get(heading);
  return typeof value === 'number' ? value : undefined;
}

/**
 * The value of a cell: the cached result of a formula, a date as `YYYY-MM-DD`. A cell inside a merged range is empty.
 */
function cellValue(cell: exceljs.Cell): Value {
  if (cell.isMerged && cell.master !== cell) return undefined;
  // The `value` of a formula lacks a result of 0, so its `result` is read.
  const plain: unknown = cell.type === exceljs.ValueType.Formula ? cell.result : cell.value;
  if (plain instanceof Date) return plain.toISOString().slice(0, 10);
  if (typeof plain === 'string' || typeof plain === 'number') return plain;
  return cell.text === '' ? undefined : cell.text;
}
