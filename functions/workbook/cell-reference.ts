/** Cells as formulas name them. */
import type { Area } from './sheet-plan.ts';

/** `1` is A, `27` is AA. */
function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function cellName(row: number, column: number): string {
  return `${columnLetters(column)}${row}`;
}

/** `'24 hr'!$C$5:$C$16`: rows of one column of another sheet, fixed. */
export function columnRange(
  sheet: string,
  column: number,
  rows: { readonly first: number; readonly last: number },
): string {
  const letters = columnLetters(column);
  return `${quoted(sheet)}!$${letters}$${rows.first}:$${letters}$${rows.last}`;
}

/** `C5:I5`: cells of the formula's own sheet. */
export function localRange(area: Area): string {
  return `${cellName(area.top, area.left)}:${cellName(area.bottom, area.right)}`;
}

function quoted(sheet: string): string {
  return `'${sheet.replaceAll("'", "''")}'`;
}

/** A text inside a formula. */
export function quotedText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
