/** Cells as formulas name them. */
import { cellReference, columnLetters } from './cell-address.ts';
import { sheetReference } from './sheet-names.ts';
import type { Area } from './sheet-plan.ts';

/** `'24 hr'!$C$5:$C$16`: rows of one column of another sheet, fixed. */
export function columnRange(
  sheet: string,
  column: number,
  rows: { readonly first: number; readonly last: number },
): string {
  const letters = columnLetters(column);
  return `${sheetReference(sheet)}!$${letters}$${rows.first}:$${letters}$${rows.last}`;
}

/** `'24 hr'!$C$5`: a cell of another sheet, fixed. */
export function fixedCell(sheet: string, column: number, row: number): string {
  return `${sheetReference(sheet)}!$${columnLetters(column)}$${row}`;
}

/** `C5:I5`: cells of the formula's own sheet. */
export function localRange(area: Area): string {
  return `${cellReference(area.top, area.left)}:${cellReference(area.bottom, area.right)}`;
}

/** `12 tasks` as a formula, `1 task` for one; `count` is the formula of the number. */
export function countFormula(count: string, one: string): string {
  return `${count}&IF(${count}=1,${quotedText(` ${one}`)},${quotedText(` ${one}s`)})`;
}

/** A text inside a formula. */
export function quotedText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
