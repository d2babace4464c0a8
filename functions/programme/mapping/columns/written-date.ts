/**
 * Dates as a table writes them, in the format that the mapping names. A format that fits a file's dates is proposed,
 * never guessed.
 */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import { plainText } from '../../../base/text/plain-text.ts';
import { type Activity, type LocalDateTime, type Programme, ProgrammeError } from '../../programme.ts';
import { dayNumber, localDateTime, weekdayIndex } from '../../readers/local-date-time.ts';
import { type Mapping, weekdays, yamlText } from '../mapping.ts';

const months = [
  /^(?:jan|jae|ene|gen|sty)/,
  /^(?:feb|fev|lut)/,
  /^(?:mar|mae|maa|mrt|mrz)/,
  /^(?:apr|avr|abr|kwi)/,
  /^(?:may|mai|maj|mag|mei)/,
  /^(?:jun|juin|giu|cze)/,
  /^(?:jul|juil|lug|lip)/,
  /^(?:aug|aou|ago|sie)/,
  /^(?:sep|set|wrz)/,
  /^(?:oct|okt|ott|paz)/,
  /^(?:nov|lis)/,
  /^(?:dec|dez|dic|gru)/,
];
const weekdayNames = [
  /^(?:mo|mon(?:day|tag)?|lun(?:di|es|edi)?|pn|pon(?:iedzialek)?|ma|maandag)$/,
  /^(?:tues?(?:day)?|di|dienstag|mar(?:di|tes|tedi)?|wt|wtorek|dinsdag)$/,
  /^(?:wed(?:nesday)?|mi|mittwoch|mer(?:credi|coledi)?|mie(?:rcoles)?|sr|sroda|wo|woensdag)$/,
  /^(?:thu(?:rs)?(?:day)?|do|donnerstag|jeu(?:di)?|jue(?:ves)?|gio(?:vedi)?|cz|czw(?:artek)?|donderdag)$/,
  /^(?:fri(?:day)?|fr|freitag|ven(?:dredi|erdi)?|vie(?:rnes)?|pt|piatek|vr|vrijdag)$/,
  /^(?:sat(?:urday)?|sa|samstag|sam(?:edi)?|sab(?:ado|ato)?|sob(?:ota)?|za|zaterdag)$/,
  /^(?:sun(?:day)?|so|sonntag|dim(?:anche)?|dom(?:ingo|enica)?|nd|niedz(?:iela)?|zo|zondag)$/,
];
const pivot = 70;

export const noDate = 'NA';

/** After the date: the time, then ` A` for an actual date and `*` for a constrained one, as Primavera writes them. */
const parts =
  /^(.*?\S)(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?\s*([ap]\.?m\.?|uhr)?)?(?:\s*\*|\s+A)*$/i;
const withWeekday = /^(\p{L}{2,12})[.,]*\s+(?=\d|\p{L}+\.? \d)/u;

export function isActual(text: string): boolean {
  return /\d(?:\s*[ap]m)?\s+A\s*\*?$/i.test(text);
}

/** Weekday written before a date, 0 Monday to 6 Sunday. */
function writtenWeekday(text: string): number | undefined {
  const word = withWeekday.exec(text.trim())?.[1];
  const day = word === undefined ? -1 : weekdayNames.findIndex((pattern) => pattern.test(plainText(word)));
  return day === -1 ? undefined : day;
}

/**
 * Reads an ISO date or a date in the format, each with or without a time.
 * @param format letters d, M and y: `dd/MM/yyyy`, `d-MMM-yy`; without one only ISO dates are read
 * @returns undefined if the text is not such a date
 */
export function writtenDate(text: string, format: string | undefined): LocalDateTime | undefined {
  const iso = localDateTime(text);
  if (iso !== undefined) return iso;
  const [, date = '', hour, minute = '', half] = parts.exec(text.trim()) ?? [];
  const day =
    isoDate(date, format) ??
    (writtenWeekday(date) === undefined ? undefined : isoDate(date.replace(withWeekday, ''), format));
  if (day === undefined) return undefined;
  return localDateTime(hour === undefined ? day : `${day}T${hourOfDay(hour, half)}:${minute}`);
}

export function writtenDay(text: string | undefined, format: string | undefined): string | undefined {
  return text === undefined ? undefined : writtenDate(text, format)?.slice(0, 10);
}

function isoDate(date: string, format: string | undefined): string | undefined {
  if (format === undefined || /^\d{4}-\d\d-\d\d$/.test(date)) return localDateTime(date);
  const {
    day = '',
    month = '',
    year = '',
  } = getOrInsert(patterns, format, dateFormatPattern).exec(date)?.groups ?? {};
  return localDateTime(`${fullYear(year)}-${monthNumber(month)}-${day.padStart(2, '0')}`);
}

function hourOfDay(hour: string, half: string | undefined): string {
  if (half === undefined || /^u/i.test(half)) return hour.padStart(2, '0');
  const afternoon = /^p/i.test(half) ? 12 : 0;
  return String((Number(hour) % 12) + afternoon).padStart(2, '0');
}

const patterns = new Map<string, RegExp>();

function dateFormatPattern(format: string): RegExp {
  const parts = format.match(/d+|M+|y+|[^dMy]/g) ?? [];
  const pattern = parts.map((part) => {
    if (part.startsWith('d')) return '(?<day>\\d{1,2})';
    if (part.startsWith('y')) return part.length === 2 ? '(?<year>\\d{2})' : '(?<year>\\d{4})';
    if (part.startsWith('M')) return part.length > 2 ? '(?<month>\\p{L}{3,12})\\.?' : '(?<month>\\d{1,2})';
    if (part === ' ') return '\\s+';
    return part === '.' ? '\\.\\s?' : part;
  });
  return new RegExp(`^${pattern.join('')}$`, 'u');
}

function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return Number(year) >= pivot ? `19${year}` : `20${year}`;
}

function monthNumber(month: string): string {
  const named = months.findIndex((pattern) => pattern.test(plainText(month))) + 1;
  return named > 0 ? String(named).padStart(2, '0') : month.padStart(2, '0');
}

const orders = ['dd/MM/yyyy', 'MM/dd/yyyy', 'dd/MM/yy', 'MM/dd/yy', 'yyyy/MM/dd', 'd/MMM/yyyy', 'd/MMM/yy'];
const separators = ['/', '.', '-', ' '];
const formats = [
  ...orders.flatMap((order) => separators.map((separator) => order.replaceAll('/', separator))),
  'd. MMM yyyy',
  'MMM d, yyyy',
];

export type WrittenPeriod = readonly [start: string | undefined, finish: string | undefined];

/** Distinct start and finish pairs: tables of many rows have few. */
export function periodsOf(
  activities: readonly Activity[],
  { start, finish }: { readonly start: string; readonly finish: string },
): readonly WrittenPeriod[] {
  const byStart = new Map<string | undefined, Set<string | undefined>>();
  for (const { fields } of activities) {
    getOrInsert(byStart, fields.get(start), () => new Set()).add(fields.get(finish));
  }
  return [...byStart].flatMap(([first, lasts]) => Array.from(lasts, (last): WrittenPeriod => [first, last]));
}

/**
 * The formats by which most texts are dates: one if the dates prove it, several if day and month could be swapped in
 * every row. A format is ruled out if it puts a finish before its start, or a date on another weekday than the one
 * written before it.
 * @returns none if no format is needed or none fits
 */
export function dateFormatsOf(periods: readonly WrittenPeriod[]): readonly string[] {
  const written = new Set(periods.flat());
  written.delete(noDate);
  const texts = [...written].filter((text) => text !== undefined);
  const read = (format: string | undefined) =>
    texts.filter((text) => writtenDate(text, format) !== undefined).length;
  const counts = new Map(formats.map((format) => [format, read(format)]));
  const most = Math.max(...counts.values());
  // A few cells of a column may be notes or mistakes.
  if (most <= read(undefined) || most < texts.length / 2) return [];
  const possible = formats.filter((format) => counts.get(format) === most);
  const inOrder = possible.filter(
    (format) => !periods.some((period) => isReversed(period, format) || hasOtherWeekday(period, format)),
  );
  return inOrder.length === 0 ? possible : inOrder;
}

export function weekdaysOf(
  periods: readonly WrittenPeriod[],
  format: string | undefined,
): readonly (typeof weekdays)[number][] {
  return periods.flat().flatMap((text) => {
    const day = writtenDay(text, format);
    return day === undefined ? [] : (weekdays[weekdayIndex(dayNumber(day))] ?? []);
  });
}

function isReversed(period: WrittenPeriod, format: string): boolean {
  const [first, last] = period.map((text) => writtenDay(text, format));
  return first !== undefined && last !== undefined && last < first;
}

function hasOtherWeekday(period: WrittenPeriod, format: string): boolean {
  return period.some((text = '') => {
    const written = writtenWeekday(text);
    const day = written === undefined ? undefined : writtenDay(text, format);
    return day !== undefined && weekdayIndex(dayNumber(day)) !== written;
  });
}

/**
 * If no task of a table has a date: explains how to read its dates. Other formats need no date format.
 * @throws ProgrammeError with the format that would work, if any
 */
export function explainMissingDates({ activities, format }: Programme, { dates }: Mapping): void {
  if (format !== 'excel' && format !== 'csv') return;
  if (dates === 'current') {
    throw new ProgrammeError('the mapping does not say which columns of the table have the dates', {
      remedy:
        'Write dates: { start: Start, finish: Finish } in the mapping, with the headings of your table.',
    });
  }
  const possible = dateFormatsOf(periodsOf(activities, dates));
  const remedy =
    possible.length === 0
      ? 'Check dates of the mapping, and its format, such as dd/MM/yyyy; --inspect shows the columns and their dates.'
      : `Write ${possible.map((each) => `format: ${yamlText(each)}`).join(' or ')} under dates in the mapping, as the dates are meant.`;
  throw new ProgrammeError(
    `no activity has a date that can be read in the columns ${dates.start} and ${dates.finish}`,
    { remedy },
  );
}
