/**
 * Formulas over texts that come from the service or that people type. They compare with `=`: COUNTIF and similar
 * functions would read `1.1` and `1.10`, `TRUE`, `5%` or `1/2` as values, `*` as a wildcard and `>5` as a comparison.
 */

import { figureRangePattern } from '#workbook/layout/shorten-text.ts';
import { indentedTextRoomInColumn, lineCount, textFonts } from '#workbook/layout/text-width.ts';
import { maxFormulaTextLength, quotedText } from '#workbook/xlsx/cell-references.ts';

/**
 * Maximum number of lines of a text in a list. A longer text is shortened.
 * @tunable
 */
export const maxLinesOfListText = 10;

/** Condition for rows: their cell in the range holds the text, whatever its case. An empty text matches empty cells. */
export type TextMatchCondition = readonly [range: string, text: string];

export function countFormula(...matches: readonly TextMatchCondition[]): string {
  return sumFormula(matches);
}

/**
 * Formula that adds up the amounts of the rows that match, or of all rows if there are no conditions.
 * @param amounts ranges or arrays, as long as those of the matches; several are multiplied
 */
export function sumFormula(matches: readonly TextMatchCondition[], ...amounts: readonly string[]): string {
  const isMatch = matches.map(([range, text]) => `--(${range}=${quotedText(text)})`);
  return `SUMPRODUCT(${[...isMatch, ...amounts].join(',')})`;
}

/**
 * Last words in the heading of totals that a filter of the list does not change. "Not filtered" would contradict the
 * line that says what the report is limited to.
 */
export const allRowsText = 'all rows';
export function allRowsFiguresText(figures: string): string {
  return `All rows: ${figures}`;
}

/**
 * Returns a function that tells whether a formula can count a text: the cells of the list must hold it whole, and it
 * must not differ from another text only in its case.
 * @param width of the column of the list, in characters
 */
export function createCountableTextPredicate(
  texts: readonly string[],
  width: number,
): (text: string) => boolean {
  const room = indentedTextRoomInColumn(width);
  const spellings = new Map<string, number>();
  for (const text of texts) spellings.set(foldCase(text), (spellings.get(foldCase(text)) ?? 0) + 1);
  return (text) =>
    text.length <= maxFormulaTextLength &&
    lineCount(text, textFonts.plain, room) <= (figureRangePattern.test(text) ? 1 : maxLinesOfListText) &&
    spellings.get(foldCase(text)) === 1;
}

/** Makes texts equal that spreadsheets compare as equal: they ignore case, and LibreOffice also takes `ß` for `ss`. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}
