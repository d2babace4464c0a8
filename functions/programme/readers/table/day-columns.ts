/** Columns of days, as look-ahead sheets have them: a mark, a number of people or a fill where work is. */
import { formatDay } from '../../../base/day.ts';
import { getOrInsert } from '../../../base/get-or-insert.ts';
import { wordReader } from '../../../planning/contract/known-words.ts';
import { dayNumber, localDateTime } from '../local-date-time.ts';
import type { TableRow } from './heading-row.ts';
import { dateFormatsOf, dateWithin, monthOf, weekdayOfWord, writtenDate } from './written-date.ts';

/** Fewer columns are no look-ahead: a week has at least five. */
const minDays = 5;
/** Days from one column to the next; a longer gap is another table. */
const maxGap = 8;
/** Days from the dates of the sheet to its first column, if the column has a month and if it has only a number. */
const maxDistance = { month: 200, number: 25 };

export type DayColumns = {
  /** Days since 1970-01-01, by the index of the column. */
  readonly days: ReadonlyMap<number, number>;
  /** Index of the last row of the headings. */
  readonly lastRow: number;
};

/** The number of a day, or the numbers of day and month in either order, or a whole date. */
type DayText = {
  readonly numbers: readonly number[];
  readonly month?: number | undefined;
  readonly date?: string | undefined;
};
type Run = readonly (readonly [column: number, text: DayText])[];

/**
 * @param at index of the row of headings; the days may also be in the rows below it or the one above it
 * @param today near which days lie if the sheet has no date
 */
export function dayColumns(rows: readonly TableRow[], at: number, today = ''): DayColumns | undefined {
  const found = [at, at + 1, at + 2, at - 1]
    .filter((row) => rows[row]?.line === (rows[at]?.line ?? 0) + row - at)
    .map((row) => ({ row, run: longestRun(rows[row]?.cells ?? []) }))
    .reduce((best, other) => (other.run.length > best.run.length ? other : best));
  const { row, run } = found;
  const [[from] = [0]] = run;
  if (run.length < minDays) return undefined;
  const above = rows.slice(0, row + 1).reverse();
  const [near = today] = above.flatMap(({ cells }) => cells.flatMap((cell) => anchorOf(cell) ?? []));
  // Numbers alone may be those of weeks.
  const areNumbers = run.every(
    ([, { numbers, month, date }]) => (date ?? month) === undefined && numbers.length === 1,
  );
  const isOverDays = ({ cells }: TableRow) =>
    run.filter(
      ([column]) => /^\p{L}/u.test(cells[column] ?? '') && weekdayOfWord(cells[column] ?? '') !== undefined,
    ).length >
    run.length / 2;
  const areDays =
    !areNumbers ||
    rows.slice(Math.max(0, row - 2), row + 2).some(isOverDays) ||
    above.slice(1, 3).some(({ cells }) => cells.slice(from).some((cell) => anchorOf(cell) !== undefined));
  const days = [false, true]
    .map((swap) => daysOf(run, dayNumber(near), swap))
    .find((each) => each !== undefined);
  const below = rows[Math.max(at, row) + 1];
  const lastRow = Math.max(at, row) + (below && isOverDays(below) ? 1 : 0);
  return days && areDays ? { days, lastRow } : undefined;
}

function longestRun(cells: readonly string[]): Run {
  let longest: Run = [];
  let run: (readonly [number, DayText])[] = [];
  for (const [column, cell] of cells.entries()) {
    const text = dayText(cell);
    if (text !== undefined) run.push([column, text]);
    else if (cell !== '') run = [];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

function dayText(cell: string): DayText | undefined {
  const date = localDateTime(cell)?.slice(0, 10);
  if (date !== undefined) return { numbers: [], date };
  const parts = cell.split(/[\s./,-]+/).filter((part) => part !== '');
  const numbers = parts.flatMap((part) => (/^\d{1,2}$/.test(part) ? Number(part) : []));
  const names = parts.filter((part) => /^\p{L}+$/u.test(part));
  const isKnown = names.every(
    (name) => name.length <= 10 && (weekdayOfWord(name) ?? monthOf(name)) !== undefined,
  );
  const years = parts.filter((part) => /^\d{4}$/.test(part)).length;
  if (numbers.length === 0 || numbers.length + names.length + years < parts.length || !isKnown)
    return undefined;
  const [month] = names.flatMap((name) => (weekdayOfWord(name) === undefined ? (monthOf(name) ?? []) : []));
  return { numbers, month };
}

function daysOf(run: Run, near: number, swap: boolean): ReadonlyMap<number, number> | undefined {
  const days = new Map<number, number>();
  let before: number | undefined;
  for (const [column, text] of run) {
    const next = before === undefined ? firstDay(text, near, swap) : dayAfter(before, text, swap);
    if (next === undefined) return undefined;
    days.set(column, next);
    before = next;
  }
  return days;
}

function firstDay(text: DayText, near: number, swap: boolean): number | undefined {
  if (text.date !== undefined) return dayNumber(text.date);
  const hasMonth = text.month !== undefined || text.numbers.length > 1;
  for (let distance = 0; distance <= (hasMonth ? maxDistance.month : maxDistance.number); distance += 1) {
    const day = [near + distance, near - distance].find((each) => isDay(each, text, swap));
    if (day !== undefined) return day;
  }
  return undefined;
}

function dayAfter(before: number, text: DayText, swap: boolean): number | undefined {
  for (let day = before + 1; day <= before + maxGap; day += 1) if (isDay(day, text, swap)) return day;
  return undefined;
}

function isDay(day: number, { numbers, month, date }: DayText, swap: boolean): boolean {
  const [year, monthOfDay, dayOfMonth] = formatDay(day).split('-').map(Number);
  if (date !== undefined) return date === formatDay(day);
  const [one, two, three] = numbers;
  const [first, second, written] =
    month !== undefined ? [one, month, two] : swap && two !== undefined ? [two, one, three] : numbers;
  return (
    first === dayOfMonth &&
    (second === undefined || second === monthOfDay) &&
    (written === undefined || written === (year ?? 0) % 100)
  );
}

/** A date in a text, or the middle of a month, such as `November 2026`. */
function anchorOf(cell: string): string | undefined {
  const [text] = dateWithin.exec(cell) ?? [];
  const [format] = text === undefined ? [] : dateFormatsOf([[text, undefined]]);
  if (text !== undefined) return writtenDate(text, { format })?.slice(0, 10);
  const [, name = '', year] = /(\p{L}{3,10})\.?[ '’]*(\d{4})/u.exec(cell) ?? [];
  const month = year === undefined ? undefined : monthOf(name);
  return month === undefined ? undefined : `${year}-${String(month).padStart(2, '0')}-15`;
}

const readDayOff = wordReader(['dayOff']);

export type DayMark = { readonly text: string; readonly fill: string };
export type MarkedDay = { readonly day: number; readonly text: string };

/** A text or fill that more of the rows than this have, on each of its days, says something about these: a weekend. */
const maxShare = 0.6;
const maxMark = 3;

/** One word for all numbers, which are people. */
function textMark({ text }: DayMark): string {
  if (text.length > maxMark || /^[-–0]$/.test(text) || readDayOff(text) !== undefined) return '';
  return /^\d+$/.test(text) ? 'people' : text.toUpperCase();
}

const fillMark = ({ fill }: DayMark) => fill;

/**
 * The days with work of each row: those with a mark, or of a sheet without marks those with a fill.
 * @param rows marks by day; the fills of a row that are also in its other cells are left out already
 */
export function workedDays(rows: readonly ReadonlyMap<number, DayMark>[]): readonly (readonly MarkedDay[])[] {
  const texts = workMarks(rows, textMark);
  const fills = workMarks(rows, fillMark);
  const hasText = (mark: DayMark) => texts.has(textMark(mark));
  const hasFill = (mark: DayMark) => fills.has(mark.fill);
  const count = (isWork: (mark: DayMark) => boolean) =>
    rows.filter((row) => [...row.values()].some(isWork)).length;
  // Beside bars of fills, a sign is a milestone, and numbers are sums.
  const areFills = count(hasFill) > count(hasText);
  const isWork = (mark: DayMark) =>
    areFills ? hasFill(mark) || (hasText(mark) && !/\d/.test(mark.text)) : hasText(mark);
  return rows.map((row) => [...row].flatMap(([day, mark]) => (isWork(mark) ? { day, text: mark.text } : [])));
}

/** The marks that are of work; if all may be of the days, as in a sheet of few rows, the one in most cells. */
function workMarks(
  rows: readonly ReadonlyMap<number, DayMark>[],
  read: (mark: DayMark) => string,
): ReadonlySet<string> {
  const byMark = new Map<string, Map<number, number>>();
  for (const row of rows)
    for (const [day, mark] of row) {
      const counts = getOrInsert(byMark, read(mark), () => new Map<number, number>());
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
  byMark.delete('');
  const limit = Math.max(1, rows.length * maxShare);
  const marks = Array.from(byMark, ([mark, counts]) => ({ mark, counts: [...counts.values()] }));
  const ofWork = marks.filter(({ counts }) => counts.some((count) => count <= limit));
  const cells = ({ counts }: (typeof marks)[number]) => counts.reduce((sum, count) => sum + count, 0);
  const most = marks.sort((one, other) => cells(other) - cells(one)).slice(0, 1);
  return new Set((ofWork.length > 0 ? ofWork : most).map(({ mark }) => mark));
}
