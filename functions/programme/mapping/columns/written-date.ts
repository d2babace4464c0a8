/** Dates as a table writes them, by the format that the mapping names. */
import type { LocalDateTime } from '../../programme.ts';
import { localDateTime } from '../../readers/local-date-time.ts';
import { plainText } from '../../readers/table/heading-row.ts';

/** Beginnings of names in English, German, French, Spanish, Italian, Dutch and Polish, January first. */
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
/** Days of the week in the same languages, Monday first. */
const weekdayNames = [
  /^(?:mo|mon(?:day|tag)?|lun(?:di|es|edi)?|pon(?:iedzialek)?|ma|maandag)$/,
  /^(?:tues?(?:day)?|di|dienstag|mar(?:di|tes|tedi)?|wt|wtorek|dinsdag)$/,
  /^(?:wed(?:nesday)?|mi|mittwoch|mer(?:credi|coledi)?|mie(?:rcoles)?|sr|sroda|wo|woensdag)$/,
  /^(?:thu(?:rs)?(?:day)?|do|donnerstag|jeu(?:di)?|jue(?:ves)?|gio(?:vedi)?|czw(?:artek)?|donderdag)$/,
  /^(?:fri(?:day)?|fr|freitag|ven(?:dredi|erdi)?|vie(?:rnes)?|pt|piatek|vr|vrijdag)$/,
  /^(?:sat(?:urday)?|sa|samstag|sam(?:edi)?|sab(?:ado|ato)?|sob(?:ota)?|za|zaterdag)$/,
  /^(?:sun(?:day)?|so|sonntag|dim(?:anche)?|dom(?:ingo|enica)?|nd|niedz(?:iela)?|zo|zondag)$/,
];
/** Years written with two digits: 70 is 1970, 69 is 2069. */
const pivot = 70;

/** The word of MS Project for no date. */
export const noDate = 'NA';

/** After a date the time, then ` A` for an actual date and `*` for a constrained one, as Primavera writes them. */
const parts =
  /^(.*?\S)(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?\s*([ap]\.?m\.?|uhr)?)?(?:\s*\*|\s+A)*$/i;
/** A day of the week before a date. */
const withWeekday = /^(\p{L}{2,12})[.,]*\s+(?=\d|\p{L}+\.? \d)/u;

/** Whether Primavera marks a date as actual: ` A` behind it. */
export function isActual(text: string): boolean {
  return /\d(?:\s*[ap]m)?\s+A\s*\*?$/i.test(text);
}

/** The day of the week that is written before a date, 0 Monday to 6 Sunday; undefined for none. */
export function writtenWeekday(text: string): number | undefined {
  const word = withWeekday.exec(text.trim())?.[1];
  const day = word === undefined ? -1 : weekdayNames.findIndex((pattern) => pattern.test(plainText(word)));
  return day === -1 ? undefined : day;
}

/**
 * Reads `YYYY-MM-DD`, with or without a time, and else a date in the format, with or without a time after it.
 * @param format letters d, M and y: `dd/MM/yyyy`, `d-MMM-yy`; without one only ISO dates are read
 * @returns undefined where the text is no such date
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

function isoDate(date: string, format: string | undefined): string | undefined {
  if (format === undefined || /^\d{4}-\d\d-\d\d$/.test(date)) return localDateTime(date);
  const { day = '', month = '', year = '' } = patternOf(format).exec(date)?.groups ?? {};
  return localDateTime(`${fullYear(year)}-${monthNumber(month)}-${day.padStart(2, '0')}`);
}

/** The hour on a clock of 24 hours. @param half am or pm; undefined where it is one already */
function hourOfDay(hour: string, half: string | undefined): string {
  if (half === undefined || /^u/i.test(half)) return hour.padStart(2, '0');
  const afternoon = /^p/i.test(half) ? 12 : 0;
  return String((Number(hour) % 12) + afternoon).padStart(2, '0');
}

/** Few formats occur, and each is tried on every date. */
const patterns = new Map<string, RegExp>();

function patternOf(format: string): RegExp {
  const known = patterns.get(format) ?? newPattern(format);
  patterns.set(format, known);
  return known;
}

function newPattern(format: string): RegExp {
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
