/**
 * Reads dates as a table writes them, in the order of day, month and year that the mapping names. An order that fits
 * the dates of a file is proposed, but never guessed.
 */
import { formatDay } from '#base/day.ts';
import { comparableText } from '#base/text/comparable-text.ts';
import { conceptWords } from '#planning/contract/concept-words.ts';
import { wordsPatternSource } from '#planning/contract/known-words.ts';
import type { LocalDateTime } from '#programme/programme.ts';
import { dayNumber, parseLocalDateTime, weekdayIndex } from '#programme/readers/local-date-time.ts';

export type WrittenDateForm = {
  /** Letters d, M and y in their order, such as `dd/MM/yyyy`. Without it only ISO dates and weeks are read. */
  readonly format?: string | undefined;
  /** Dates and weeks without a year are taken to be near this day, `YYYY-MM-DD`. */
  readonly near?: string | undefined;
  /** Last working day of a week, 0 Monday to 6 Sunday: a week as a finish means this day. */
  readonly lastWeekday?: number | undefined;
};

export const noDateText = 'NA';
/** A whole date within a text, with its time if it has one. */
export const dateInTextPattern =
  /\d{1,4}([./ -]+)(?:\d{1,2}|\p{L}{3,9}\.?)\1\d{2,4}(?:[T ]\d{1,2}:\d{2})?|\p{L}{3,9} \d{1,2}, \d{4}/u;

/**
 * A date, followed by its time, by ` A` for an actual date, and by `*` for a constrained one, as Primavera writes them.
 */
const dateAndTime =
  /^(.*?\S)(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?\s*([ap]\.?m\.?|uhr)?(?:\s*(?:GMT|UTC)(?:[+-]\d+)?)?)?(?:\s*\*|\s+A)*$/is;
const withWeekday = /^(\p{L}{1,12})[.,]*\s+(?=\d|\p{L}+\.? \d)/u;
const weekPattern = new RegExp(
  `^(?:${wordsPatternSource('week')})[ .]*(\\d{1,2})(?:\\s*[ ./-]\\s*(\\d{2}|\\d{4}))?$`,
);
const weekOfPattern = new RegExp(`^(?:${wordsPatternSource('weekOf')})\\W+(?=\\w)`);

export function hasActualDateSuffix(text: string): boolean {
  return /\d(?:\s*[ap]m)?\s+A\s*\*?$/i.test(text);
}

/** Number of a month, 1 to 12, if the word begins like its name in some language. */
export function parseMonthWord(word: string): number | undefined {
  return positionOf(conceptWords.month, (stem) => comparableText(word).startsWith(stem));
}

/** Number of a weekday, 1 Monday to 7 Sunday, if its name in some language begins with the word. */
export function weekdayOfWord(word: string): number | undefined {
  return positionOf(conceptWords.weekday, (name) => name.startsWith(comparableText(word)));
}

function positionOf(lists: Readonly<Record<string, string>>, fits: (name: string) => boolean) {
  for (const list of Object.values(lists)) {
    const at = list.split(' ').findIndex((names) => names.split('/').some(fits));
    if (at >= 0) return at + 1;
  }
  return undefined;
}

/**
 * Reads an ISO date, a date in the order of `form.format`, or a week, each with or without a time.
 * @param side a week starts on its Monday, and finishes on its last working day
 * @returns undefined if the text is not such a date
 */
export function parseWrittenDate(
  text: string,
  form: WrittenDateForm,
  side: 'start' | 'finish' = 'start',
): LocalDateTime | undefined {
  const iso = parseLocalDateTime(text);
  if (iso !== undefined) return iso;
  const [, written = '', hour, minute, half] = dateAndTime.exec(text.trim()) ?? [];
  const day = [written, withoutWeekday(written)]
    .map((each) => comparableText(each).replace(weekOfPattern, ''))
    .map((date) => parseLocalDateTime(date) ?? dateOfWeekNumber(date, form, side) ?? dateInOrder(date, form))
    .find((found) => found !== undefined);
  if (day === undefined || hour === undefined) return day;
  return parseLocalDateTime(`${day}T${hourOfDay(Number(hour), half)}:${minute}`);
}

function withoutWeekday(date: string) {
  const word = withWeekday.exec(date)?.[1];
  return word === undefined || weekdayOfWord(word) === undefined ? date : date.replace(withWeekday, '');
}

/** Returns `parseWrittenDate` with a cache: tables have few different dates. */
export function writtenDateReader(form: WrittenDateForm) {
  const known = new Map<string, LocalDateTime | undefined>();
  return (text: string, side: 'start' | 'finish' = 'start') => {
    const key = side + text;
    if (!known.has(key)) known.set(key, parseWrittenDate(text, form, side));
    return known.get(key);
  };
}

/**
 * The meaning of each part of a date, d, M or y: in the order of the format, or with the year first if it has four
 * digits, as in ISO. A month in words is recognised in any place.
 */
function datePartLetters(parts: readonly string[], format: string) {
  const named = parts.findIndex((part) => /^\p{L}/u.test(part));
  const isYearFirst = /^\d{4}$/.test(parts[0] ?? '');
  const letters = [...new Set(isYearFirst ? 'yMd' : `${format.replaceAll(/[^dMy]/g, '')}y`)].filter(
    (letter) => (letter !== 'y' || parts.length > 2) && (letter !== 'M' || named < 0),
  );
  return named < 0 ? letters : letters.toSpliced(named, 0, 'M');
}

function dateInOrder(date: string, { format, near }: WrittenDateForm) {
  const parts = date.split(/[\s./,-]+/).filter((part) => part !== '');
  if (format === undefined || !/^\w[\w\s./,-]*$/.test(date) || parts.length < 2 || parts.length > 3)
    return undefined;
  // After a month in words, only a day and a year follow: in `mar. 24/11` the word is a weekday.
  if (/^[a-z].*\d[./]\d/.test(date)) return undefined;
  const letters = datePartLetters(parts, format);
  const [day = '', name = '', year = ''] = ['d', 'M', 'y'].map((letter) => parts[letters.indexOf(letter)]);
  const month = /^\d/.test(name) ? Number(name) : parseMonthWord(name);
  if (month === undefined || !/^\d{1,2}$/.test(day)) return undefined;
  return dayInYear(year, near, (full) =>
    parseLocalDateTime(`${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`),
  );
}

function dateOfWeekNumber(
  date: string,
  { near, lastWeekday = 6 }: WrittenDateForm,
  side: 'start' | 'finish',
) {
  const [, week, year = ''] = weekPattern.exec(date) ?? [];
  if (week === undefined || Number(week) < 1 || Number(week) > 53) return undefined;
  return dayInYear(year, near, (full) => {
    // According to ISO 8601, 4 January is in the first week of its year.
    const fourth = dayNumber(`${full}-01-04`);
    return formatDay(
      fourth - weekdayIndex(fourth) + (Number(week) - 1) * 7 + (side === 'finish' ? lastWeekday : 0),
    );
  });
}

/** The date in its written year; without one, in the year in which it is nearest to `near`. */
function dayInYear(year: string, near: string | undefined, inYear: (year: number) => string | undefined) {
  if (year !== '') return inYear(Number(year.length === 2 ? `20${year}` : year));
  if (near === undefined) return undefined;
  const days = [-1, 0, 1].flatMap((years) => inYear(Number(near.slice(0, 4)) + years) ?? []);
  const distance = (day: string) => Math.abs(dayNumber(day) - dayNumber(near.slice(0, 10)));
  return days.sort((one, other) => distance(one) - distance(other))[0];
}

function hourOfDay(hour: number, half = '') {
  let ofDay = hour;
  if (/^[ap]/i.test(half)) ofDay = (hour % 12) + (/^p/i.test(half) ? 12 : 0);
  return String(ofDay).padStart(2, '0');
}

export type WrittenPeriod = readonly [start: string | undefined, finish: string | undefined];

/**
 * The formats that can read the largest number of the dates that are not ISO, and at least half of them: one if the
 * dates prove it, several if day and month could be exchanged in all of them. An order is ruled out if it puts a finish
 * before its start, or a date on another weekday than is written before it; month before day is ruled out if dots
 * separate them. If that rules out every order, none is ruled out.
 * @returns an empty list if no format is needed or none fits
 */
export function possibleDateFormats(periods: readonly WrittenPeriod[], near?: string): readonly string[] {
  const texts = [...new Set(periods.flat())].filter(
    (text) =>
      text !== undefined &&
      text !== noDateText &&
      /\d/.test(text) &&
      parseWrittenDate(text, { near }) === undefined,
  );
  const orders = ['dMy', 'Mdy'].map((format) => ({
    format,
    read: texts.filter((text = '') => parseWrittenDate(text, { format, near }) !== undefined),
  }));
  const most = Math.max(...orders.map(({ read }) => read.length));
  // A few cells of a column may be notes or mistakes.
  if (most === 0 || most < texts.length / 2) return [];
  const possible = orders.filter(({ read }) => read.length === most);
  const inOrder = possible.filter(({ format, read }) => {
    const isDotted = format === 'Mdy' && read.some((text = '') => /\d\.\d/.test(text));
    return !isDotted && !periods.some((period) => isContradicted(period, { format, near }));
  });
  const found = inOrder.length === 0 ? possible : inOrder;
  return [...new Set(found.map(({ format, read }) => formatText(read, format)))];
}

/** Writes an order as a format, in the form of the longest date, such as `dd.MM.yyyy`. */
function formatText(dates: readonly (string | undefined)[], order: string) {
  const bare = dates.map((text = '') => withoutWeekday(dateAndTime.exec(text.trim())?.[1] ?? ''));
  const [example = ''] = bare.toSorted((one, other) => other.length - one.length);
  const parts = example.match(/\p{L}+|\d+/gu) ?? [];
  const letters = datePartLetters(parts, order);
  let at = 0;
  return example.replaceAll(/\p{L}+|\d+/gu, (part) => {
    const length = /\d/.test(part) ? Math.max(2, part.length) : 3;
    return letters[at++]?.repeat(length) ?? '';
  });
}

function isContradicted(period: WrittenPeriod, form: WrittenDateForm) {
  const days = period.map((text = '') => parseWrittenDate(text, form)?.slice(0, 10));
  const [first, last] = days;
  if (first !== undefined && last !== undefined && last < first) return true;
  return period.some((text = '', at) => {
    const day = days[at];
    const [, word = ''] = withWeekday.exec(text.trim()) ?? [];
    // One letter may mean two weekdays.
    const weekday = word.length < 2 ? undefined : weekdayOfWord(word);
    return day !== undefined && weekday !== undefined && weekday !== weekdayIndex(dayNumber(day)) + 1;
  });
}
