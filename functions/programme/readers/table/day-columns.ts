/**
 * Columns of days, as look-ahead sheets have them: they have a mark, a number of people or a fill on days with work.
 */
import { formatDay } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { createConceptParser } from '#planning/contract/known-words.ts';
import { dayNumber, parseLocalDateTime } from '#programme/readers/local-date-time.ts';
import type { SourceTableRow } from './heading-row.ts';
import {
  dateInTextPattern,
  parseMonthWord,
  parseWrittenDate,
  possibleDateFormats,
  weekdayOfWord,
} from './written-date.ts';

/** Minimum number of day columns in a look-ahead: a week has at least five. */
const minDays = 5;
/** Maximum number of days from one column to the next; a longer gap begins another table. */
const maxGapDays = 8;
/**
 * Maximum number of days from the date of the sheet to its first day column: `month` if the column names a month,
 * `number` if it has only the number of a day.
 */
const maxDistanceDays = { month: 200, number: 25 };

/**
 * Possible endings of the `YYYY-MM-DD` date of a column, such as `11-24`. Numbers alone have two: read as day and
 * month, then as month and day.
 */
type DateEndings = readonly string[];
type DayColumnRun = readonly (readonly [column: number, ends: DateEndings])[];

/**
 * Finds the columns of days.
 * @param at index of the heading row; the days may also be in one of the two rows below it, or in the row above it
 * @param today the days are taken to be near it if the sheet has no date
 * @returns days since 1970-01-01, by the index of the column, and the index of the last heading row; undefined if there
 *   are no columns of days
 */
export function findDayColumns(rows: readonly SourceTableRow[], at: number, today?: string) {
  const { row, run } = [at, at + 1, at + 2, at - 1]
    .filter((row) => rows[row]?.line === (rows[at]?.line ?? 0) + row - at)
    .map((row) => ({ row, run: longestRun(rows[row]?.cells ?? []) }))
    .reduce((best, other) => (other.run.length > best.run.length ? other : best));
  const above = rows.slice(0, row + 1).reverse();
  const [near = today] = above.flatMap(({ cells }) => cells.flatMap((cell) => anchorDateIn(cell) ?? []));
  if (run.length < minDays || near === undefined) return undefined;
  // Numbers alone may also be weeks.
  const areNumbers = run.every(([, [end]]) => end?.length === 2);
  const isWeekday = (cell = '') => /^\p{L}/u.test(cell) && weekdayOfWord(cell) !== undefined;
  const isOverDays = ({ cells }: SourceTableRow) =>
    run.filter(([column]) => isWeekday(cells[column])).length > run.length / 2;
  const areDays =
    !areNumbers ||
    rows.slice(Math.max(0, row - 2), row + 2).some(isOverDays) ||
    above
      .slice(1, 3)
      .some(({ cells }) => cells.slice(run[0]?.[0]).some((cell) => anchorDateIn(cell) !== undefined));
  const days = [0, -1].map((order) => daysOf(run, near, order)).find((each) => each !== undefined);
  const below = rows[Math.max(at, row) + 1];
  const lastRow = Math.max(at, row) + (below && isOverDays(below) ? 1 : 0);
  return days && areDays ? { days, lastRow } : undefined;
}

function longestRun(cells: readonly string[]) {
  let longest: DayColumnRun = [];
  let run: DayColumnRun[number][] = [];
  for (const [column, cell] of cells.entries()) {
    const ends = dateEndings(cell);
    if (ends !== undefined) run.push([column, ends]);
    else if (cell !== '') run = [];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

function dateEndings(cell: string) {
  const date = parseLocalDateTime(cell)?.slice(0, 10);
  if (date !== undefined) return [date];
  const parts = cell.split(/[\s./,-]+/).filter((part) => part !== '' && weekdayOfWord(part) === undefined);
  const numbers = parts.filter((part) => /^\d{1,2}$/.test(part));
  const [month] = parts.flatMap((part) => parseMonthWord(part) ?? []);
  const isKnown = parts.every(
    (part) => /^(?:\d{1,2}|\d{4})$/.test(part) || parseMonthWord(part) !== undefined,
  );
  if (numbers.length === 0 || !isKnown) return undefined;
  const [one, two, three] = numbers;
  const orders =
    month === undefined
      ? [
          [three, two, one],
          [three, one, two],
        ]
      : [[two, month, one]];
  return orders.map((order) =>
    order.flatMap((number) => (number === undefined ? [] : String(number).padStart(2, '0'))).join('-'),
  );
}

/** @param order index of the ending to use; all columns have the same order */
function daysOf(run: DayColumnRun, anchor: string, order: number) {
  const days = new Map<number, number>();
  let candidates: readonly number[] | undefined;
  for (const [column, ends] of run) {
    const end = ends.at(order) ?? '';
    candidates ??= daysAround(end, anchor);
    const day = candidates.find((each) => formatDay(each).endsWith(end));
    if (day === undefined) return undefined;
    days.set(column, day);
    candidates = Array.from({ length: maxGapDays }, (_, at) => day + 1 + at);
  }
  return days;
}

/** Days on which the first column may be, the nearest first. */
function daysAround(end: string, anchor: string) {
  const near = dayNumber(end.length === 10 ? end : anchor);
  const distance = end.length > 2 ? maxDistanceDays.month : maxDistanceDays.number;
  return Array.from({ length: distance + 1 }, (_, days) => [near + days, near - days]).flat();
}

/** The date in a text; for a month such as `November 2026`, its middle. */
function anchorDateIn(cell: string) {
  const [text] = dateInTextPattern.exec(cell) ?? [];
  if (text !== undefined) {
    const [format] = possibleDateFormats([[text, undefined]]);
    return parseWrittenDate(text, { format })?.slice(0, 10);
  }
  const [, name = '', year] = /(\p{L}{3,10})\.?[ '’]*(\d{4})/u.exec(cell) ?? [];
  const month = year === undefined ? undefined : parseMonthWord(name);
  return month === undefined ? undefined : `${year}-${String(month).padStart(2, '0')}-15`;
}

const readDayOff = createConceptParser(['dayOff']);

/** The text and fill of a row in the column of a day, which is in days since 1970-01-01. */
export type DayColumnCell = { readonly day: number; readonly text: string; readonly fill: string };

/**
 * A text or fill marks work if, on at least one of its days, at most this share of the rows has it. If more rows have
 * it on each of its days, it marks the days themselves, such as a weekend.
 */
const maxShareOfRows = 0.6;
const maxMarkCharacters = 3;

/** The mark of work in a text; empty if it means none. All numbers are the same mark, because they count people. */
function textMark({ text }: DayColumnCell) {
  if (text.length > maxMarkCharacters || /^[-–0]$/.test(text) || readDayOff(text) !== undefined) return '';
  return /^\d+$/.test(text) ? 'people' : text.toUpperCase();
}

/**
 * The marks of each row on days with work: texts; if more rows have fills, these and the texts without a digit.
 * @param rows cells of the day columns; `fill` is empty if other cells of the row have the same fill
 */
export function marksOfWorkedDays(
  rows: readonly (readonly DayColumnCell[])[],
): readonly (readonly DayColumnCell[])[] {
  const texts = workMarks(rows, textMark);
  const fills = workMarks(rows, ({ fill }) => fill);
  const hasText = (mark: DayColumnCell) => texts.has(textMark(mark));
  const hasFill = (mark: DayColumnCell) => fills.has(mark.fill);
  const count = (isWork: typeof hasText) => rows.filter((row) => row.some(isWork)).length;
  // In a sheet whose bars are fills, other signs are milestones, and numbers are sums.
  const areFills = count(hasFill) > count(hasText);
  return rows.map((row) =>
    row.filter(
      (mark) => (areFills && hasFill(mark)) || (hasText(mark) && !(areFills && /\d/.test(mark.text))),
    ),
  );
}

/**
 * The marks that mean work. If each of them might as well mark the days themselves, as in a sheet of few rows, only the
 * one in most cells means work.
 */
function workMarks(rows: readonly (readonly DayColumnCell[])[], read: (mark: DayColumnCell) => string) {
  const byMark = new Map<string, Map<number, number>>();
  for (const row of rows)
    for (const mark of row) {
      const counts = getOrInsert(byMark, read(mark), () => new Map<number, number>());
      counts.set(mark.day, (counts.get(mark.day) ?? 0) + 1);
    }
  byMark.delete('');
  const limit = Math.max(1, rows.length * maxShareOfRows);
  const marks = Array.from(byMark, ([mark, counts]) => {
    const byDay = [...counts.values()];
    return { mark, cells: byDay.reduce((sum, count) => sum + count), rarest: Math.min(...byDay) };
  });
  const ofWork = marks.filter(({ rarest }) => rarest <= limit);
  const most = marks.sort((one, other) => other.cells - one.cells).slice(0, 1);
  return new Set((ofWork.length > 0 ? ofWork : most).map(({ mark }) => mark));
}
