/** The data date in a row above the headings of a table: `Data date: 20.11.2026`. */
import type { LocalDateTime } from '../../programme.ts';
import { writtenDate } from './written-date.ts';

/** A date as tables write it, its parts with a sign between them. */
const dates =
  /\d{1,4}([./ -]+)(?:\d{1,2}|\p{L}{3,9}\.?)\1\d{2,4}(?:[T ]\d{1,2}:\d{2})?|\p{L}{3,9} \d{1,2}, \d{4}/u;

/** The first date after the words, in one of the rows. @param format as `writtenDate` */
export function dateAfter(
  words: string,
  rows: readonly string[],
  format: string | undefined,
): LocalDateTime | undefined {
  for (const row of rows) {
    const at = row.toLowerCase().indexOf(words.toLowerCase());
    const [text] = at === -1 ? [] : (dates.exec(row.slice(at + words.length)) ?? []);
    const date = text === undefined ? undefined : writtenDate(text, format);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** How planners name it: in English, German, French and Polish. */
const names =
  /\b(?:data|status|progress|report(?:ing)?|update) date\b|\bas (?:of|at)\b|\b(?:stichtag|datenstand|statusdatum)\b|\bdate (?:de mise à jour|d['’]état|des données)|\bdata (?:statusu|aktualizacji)\b/iu;

/** The words before a data date in one of the rows; undefined where none has both. */
export function wordsBeforeDate(rows: readonly string[]): string | undefined {
  return rows
    .map((row) => names.exec(row))
    .find((found) => found && dates.test(found.input.slice(found.index + found[0].length)))?.[0];
}
