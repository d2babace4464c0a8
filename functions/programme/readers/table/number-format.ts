/** What numbers of an Excel worksheet are by their formats, and their texts. */
import { formatDay } from '../../../base/day.ts';
import { dayNumber } from '../local-date-time.ts';

/** `in h` is a number that Excel shows with a unit behind it. */
export type NumberKind = 'number' | 'date' | 'date and time' | 'time' | 'percent' | 'hours' | `in ${string}`;

/** Day numbers 0 of the two systems. Before March 1900 the first one is a day off, as Excel has a 29 February 1900. */
const firstDays = { from1900: dayNumber('1899-12-30'), from1904: dayNumber('1904-01-01') } as const;
const minutesPerDay = 1440;
/** 2199-12-31 */
const lastDay = dayNumber('2199-12-31');

/** A unit of durations, or per cent, in quotation marks behind the number. */
const shownUnit =
  /[0#?]\s*"\s*(h|hrs?|hours?|std\.?|stunden|d|days?|t|tage?|j|jours?|dni|w|wks?|weeks?|wochen|%)\s*"/i;

/**
 * @param id number of the format; those below 164 are built in
 * @param code the format's code, where the workbook defines it
 */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (id === 22) return 'date and time';
    if (id === 9 || id === 10) return 'percent';
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
    return (id >= 18 && id <= 21) || id === 45 || id === 47 ? 'time' : 'number';
  }
  const unit = shownUnit.exec(code)?.[1];
  if (unit !== undefined) return `in ${unit}`;
  // Texts in quotation marks, escaped characters, padding, and conditions, colours and locales in brackets.
  const bare = code.replaceAll(/"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/gi, '').replaceAll(/general/gi, '');
  // Sums of hours, [h]:mm, are numbers of days.
  if (/\[[hms]+\]/i.test(bare)) return 'hours';
  const [first = ''] = bare.split(';');
  if (/[yde]/i.test(first.replaceAll(/0[.0]*e[+-]0+/gi, '')) || /m{3,}/i.test(first)) {
    return /h/i.test(first) ? 'date and time' : 'date';
  }
  if (first.includes('%')) return 'percent';
  return /[hs]/i.test(first) ? 'time' : 'number';
}

/** The format without escapes, where it is of digits only, such as `0000`, `0.00` or `00-00`; undefined for others. */
export function digitsOf(id: number, code: string | undefined): string | undefined {
  const [first = ''] = (code ?? (id === 2 ? '0.00' : '')).split(';');
  const bare = first.replaceAll(/\\(.)|"([^"]*)"|_./g, '$1$2');
  if (/^0+\.0+$/.test(first)) return first;
  return /^0+(?:[-/ ]0+)*$/.test(bare) && bare.length > 1 ? bare : undefined;
}

/** A number with the digits of the format; undefined where Excel rounds it, because two numbers could then look the same. */
function paddedText(value: number, digits: string): string | undefined {
  const [whole = '', decimals] = digits.split('.');
  if (decimals !== undefined) {
    const text = value.toFixed(decimals.length).padStart(digits.length, '0');
    return value >= 0 && Number(text) === Number(value.toPrecision(15)) ? text : undefined;
  }
  if (!Number.isSafeInteger(value) || value < 0) return undefined;
  const places = whole.replaceAll(/[^0]/g, '').length;
  const text = String(value).padStart(places, '0');
  let at = text.length - places;
  return text.slice(0, at) + whole.replaceAll('0', () => text[at++] ?? '');
}

/**
 * A cell's number as text: a date as `YYYY-MM-DD`, with `THH:mm` where its format shows a time or it is not midnight; a
 * time as `HH:mm`; a share as `45%`; a sum of hours as `40 h`; a number with the 15 digits that Excel shows, and with the zeros of a
 * format of digits, because numbers of tasks are such.
 */
export function numberText(value: number, kind: NumberKind, from1904: boolean, digits?: string): string {
  const minutes = Math.round(value * minutesPerDay);
  const day = Math.floor(minutes / minutesPerDay);
  const time = clock(minutes - day * minutesPerDay);
  if (kind === 'time' && day === 0) return time;
  if (kind === 'hours') return `${rounded(value * 24)} h`;
  const date = day + (from1904 ? firstDays.from1904 : firstDays.from1900);
  if (kind === 'percent') return `${rounded(value * 100)}%`;
  if (kind.startsWith('in ')) return `${rounded(value)} ${kind.slice(3)}`;
  if (kind === 'number' || value < 1 || date > lastDay) {
    const padded = digits === undefined ? undefined : paddedText(value, digits);
    return padded ?? String(Number(value.toPrecision(15)));
  }
  return time === '00:00' && kind === 'date' ? formatDay(date) : `${formatDay(date)}T${time}`;
}

/** Without what the multiplication of a binary fraction adds. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** Days of Excel without the format of a date, from 2000 to 2099. */
const firstSerial = 36_526;
const lastSerial = 73_050;

/** The date of a day number that a cell shows as a number; undefined for other numbers. */
export function serialDate(text: string, from1904: boolean): string | undefined {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return undefined;
  const value = Number(text) + (from1904 ? firstDays.from1904 - firstDays.from1900 : 0);
  return value >= firstSerial && value <= lastSerial ? numberText(value, 'date', false) : undefined;
}

function clock(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
