/** Dates as a table writes them, by the format that the mapping names. */
import type { LocalDateTime } from '../../programme.ts';
import { localDateTime } from '../../readers/local-date-time.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Years written with two digits: 70 is 1970, 69 is 2069. */
const pivot = 70;

/** What MS Project writes where a task has no date. */
export const noDate = 'NA';

/** `Mon ` before a date; after it the time, then ` A` for an actual date and `*` for a constrained one, as Primavera writes them. */
const parts =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]*\s+)?(.*?\S)(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?)?(?:\s*\*|\s+A)*$/i;

/**
 * Reads `YYYY-MM-DD`, with or without a time, and else a date in the format, with or without a time after it.
 * @param format letters d, M and y: `dd/MM/yyyy`, `d-MMM-yy`; without one only ISO dates are read
 * @returns undefined where the text is no such date
 */
export function writtenDate(text: string, format: string | undefined): LocalDateTime | undefined {
  const iso = localDateTime(text);
  if (iso !== undefined) return iso;
  const [, date = '', hour, minute = '', half] = parts.exec(text.trim()) ?? [];
  const day = isoDate(date, format);
  if (day === undefined) return undefined;
  return localDateTime(hour === undefined ? day : `${day}T${hourOfDay(hour, half)}:${minute}`);
}

function isoDate(date: string, format: string | undefined): string | undefined {
  if (format === undefined || /^\d{4}-\d\d-\d\d$/.test(date)) return localDateTime(date);
  const { day = '', month = '', year = '' } = patternOf(format).exec(date)?.groups ?? {};
  return localDateTime(`${fullYear(year)}-${monthNumber(month)}-${day.padStart(2, '0')}`);
}

/** Of a clock of 12 hours where `half` is am or pm. */
function hourOfDay(hour: string, half: string | undefined): string {
  if (half === undefined) return hour.padStart(2, '0');
  const afternoon = half.toLowerCase() === 'pm' ? 12 : 0;
  return String((Number(hour) % 12) + afternoon).padStart(2, '0');
}

function patternOf(format: string): RegExp {
  const parts = format.match(/d+|M+|y+|[^dMy]/g) ?? [];
  const pattern = parts.map((part) => {
    if (part.startsWith('d')) return '(?<day>\\d{1,2})';
    if (part.startsWith('y')) return part.length === 2 ? '(?<year>\\d{2})' : '(?<year>\\d{4})';
    if (part.startsWith('M')) return part.length > 2 ? '(?<month>[A-Za-z]{3,9})' : '(?<month>\\d{1,2})';
    return part === ' ' ? '\\s+' : `\\${part}`;
  });
  return new RegExp(`^${pattern.join('')}$`);
}

function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return Number(year) >= pivot ? `19${year}` : `20${year}`;
}

function monthNumber(month: string): string {
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return named > 0 ? String(named).padStart(2, '0') : month.padStart(2, '0');
}
