/** Which texts of a list a formula can count by: `COUNTIF(range,"text")` finds each of their cells, and no other. */

import type { TextFont } from '../layout/text-width.ts';
import { indentedRoom, lineCount } from '../layout/text-width.ts';
import { maxListLines } from '../limits.ts';

/**
 * Ends the heading of totals that a filter of the list does not change. "Not filtered" would contradict the line that
 * says what the report is limited to.
 */
export const allRows = 'all rows';
export function ofAllRows(figures: string): string {
  return `All rows: ${figures}`;
}
/** The row of totals for reasons that have none of their own, such as one that is picked at the meeting. */
export const otherReasons = '(all other reasons)';

/** Excel's limit for a text inside a formula. */
const maxFormulaText = 255;
/**
 * Whether a text can be counted by a formula: the list's cells hold it whole, and as a criterion it matches only
 * itself.
 * @param column the list's column of texts; `width` in characters
 */
export function countableTexts(
  texts: readonly string[],
  column: { readonly font: TextFont; readonly width: number },
): (text: string) => boolean {
  const room = indentedRoom(column.width);
  const spellings = new Map<string, number>();
  for (const text of texts) spellings.set(fold(text), (spellings.get(fold(text)) ?? 0) + 1);
  return (text) =>
    isCriterion(text) &&
    lineCount(text, column.font, room) <= maxListLines &&
    spellings.get(fold(text)) === 1;
}

/** A total less the listed cells; rounded, as fractions of days do not cancel out exactly. */
export function differenceFormula(total: string, listed: string | undefined): string {
  return listed === undefined ? `ROUND(${total},6)` : `ROUND(${total}-SUM(${listed}),6)`;
}

/** COUNTIF ignores case. */
function fold(text: string): string {
  return text.toLowerCase();
}

function isCriterion(text: string): boolean {
  return text.length <= maxFormulaText && !/[*?~]|^[<>=]/.test(text);
}
