/** What numbers of an Excel worksheet are by their formats, and their texts. */
import { dateOf, dayNumber } from '../local-date-time.ts';

export type NumberKind = 'number' | 'date' | 'time';

/** Day numbers 0 of the two systems. Before March 1900 the first one is a day off, as Excel has a 29 February 1900. */
const firstDays = { from1900: dayNumber('1899-12-30'), from1904: dayNumber('1904-01-01') } as const;
const minutesPerDay = 1440;
/** 2199-12-31 */
const lastDay = dayNumber('2199-12-31');

/**
 * @param id number of the format; those below 164 are built in
 * @param code the format's code, where the workbook defines it
 */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58))
      return 'date';
    return (id >= 18 && id <= 21) || id === 45 || id === 47 ? 'time' : 'number';
  }
  // Texts in quotation marks, escaped characters, padding, and conditions, colours and locales in brackets.
  const bare = code.replaceAll(/"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/gi, '').replaceAll(/general/gi, '');
  // Sums of hours, [h]:mm, are numbers of days.
  if (/\[[hms]+\]/i.test(bare)) return 'number';
  const [first = ''] = bare.split(';');
  if (/[yde]/i.test(first.replaceAll(/0[.0]*e[+-]0+/gi, '')) || /m{3,}/i.test(first)) return 'date';
  return /[hs]/i.test(first) ? 'time' : 'number';
}

/**
 * A cell's number as text: a date as `YYYY-MM-DD`, with `THH:mm` unless it is midnight; a time as `HH:mm`; a number
 * with the 15 digits that Excel shows.
 */
export function numberText(value: number, kind: NumberKind, from1904: boolean): string {
  const minutes = Math.round(value * minutesPerDay);
  const day = Math.floor(minutes / minutesPerDay);
  const time = clock(minutes - day * minutesPerDay);
  if (kind === 'time' && day === 0) return time;
  const date = day + (from1904 ? firstDays.from1904 : firstDays.from1900);
  if (kind === 'number' || value < 1 || date > lastDay) return String(Number(value.toPrecision(15)));
  return time === '00:00' ? dateOf(date) : `${dateOf(date)}T${time}`;
}

function clock(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
