/** Dates, numbers and notes as XER files spell them. */
import type { LocalDateTime } from '../../programme.ts';

const date = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)?$/;
/** Primavera's date for none. */
const noDate = '1899-12-30';
const firstYear = 1900;
const lastYear = 2199;

/**
 * @returns the date and time as the programme has it; undefined for none; 'unreadable' for another text, a day that no
 *   calendar has, or a year outside 1900 to 2199
 */
export function xerDate(text: string | undefined): LocalDateTime | 'unreadable' | undefined {
  if (text === undefined || text.startsWith(noDate)) return undefined;
  const [, year = '', month = '', day = '', hour, minute = ''] = date.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!(Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month)))) return 'unreadable';
  if (Number(year) < firstYear || Number(year) > lastYear) return 'unreadable';
  if (hour === undefined) return iso;
  if (Number(hour) > 23 || Number(minute) > 59) return 'unreadable';
  return `${iso}T${hour.padStart(2, '0')}:${minute}`;
}

/** As `xerDate`, for a whole file: few dates occur in it, and often, so that each is read once. */
export function xerDateReader(): typeof xerDate {
  const known = new Map<string, ReturnType<typeof xerDate>>();
  return (text) => {
    if (text === undefined) return undefined;
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = xerDate(text);
    known.set(text, found);
    return found;
  };
}

/** 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** A number with a point or, in exports of some countries, a comma; undefined for none and for other text. */
export function xerNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const asItIs = Number(text);
  if (Number.isFinite(asItIs)) return asItIs;
  const comma = text.lastIndexOf(',');
  const plain = comma > text.lastIndexOf('.') ? text.replaceAll('.', '').replace(',', '.') : text;
  const number = Number(plain.replaceAll(/[,\s]/g, ''));
  return Number.isFinite(number) ? number : undefined;
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** The text of a note that may be HTML: paragraphs become lines. Primavera also writes two DEL for a line break. */
export function plainNote(note: string): string {
  const text = /<[a-z!/]/i.test(note)
    ? note
        .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
        .replaceAll(/<br\b[^>]*>|<\/(?:p|div|li|tr|h\d)>/gi, '\n')
        .replaceAll(/<[a-z!/][^>]*>/gi, '')
        .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, decodeEntity)
    : note;
  return text
    .replaceAll('\u007f\u007f', '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
