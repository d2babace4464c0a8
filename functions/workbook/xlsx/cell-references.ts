import { columnLetters } from '#base/text/column-letters.ts';
import type { CellArea } from './sheet-plan.ts';
import { shortenText, xmlLegalText } from './xml-text.ts';

/** Maximum number of rows and columns of a worksheet in Excel; other applications have the same limits. */
export const maxSheetRows = 1_048_576;
export const maxSheetColumns = 16_384;

export function cellReference(row: number, column: number): string {
  return columnLetters(column) + row;
}

export function areaReference({ top, left, bottom, right }: CellArea): string {
  const first = cellReference(top, left);
  return top === bottom && left === right ? first : `${first}:${cellReference(bottom, right)}`;
}

export function absoluteReference({ top, left, bottom, right }: CellArea): string {
  return `$${columnLetters(left)}$${top}:$${columnLetters(right)}$${bottom}`;
}

/** Absolute reference to rows of one column of a sheet: `'24 hr'!$C$5:$C$16`. */
export function absoluteColumnRange(
  sheet: string,
  column: number,
  rows: { readonly first: number; readonly last: number },
): string {
  const letters = columnLetters(column);
  return `${sheetReference(sheet)}!$${letters}$${rows.first}:$${letters}$${rows.last}`;
}

export function absoluteSheetRange(sheet: string, area: CellArea): string {
  return `${sheetReference(sheet)}!${absoluteReference(area)}`;
}

export function absoluteSheetCell(sheet: string, column: number, row: number): string {
  return `${sheetReference(sheet)}!$${columnLetters(column)}$${row}`;
}

/** Reference to all rows of a column of a table: `Tasks[Key task]`. */
export function tableColumnReference(table: string, title: string): string {
  return `${table}[${title}]`;
}

export function sameSheetRange(area: CellArea): string {
  return `${cellReference(area.top, area.left)}:${cellReference(area.bottom, area.right)}`;
}

export function sameSheetColumnRange(
  column: number,
  rows: { readonly first: number; readonly last: number },
): string {
  return sameSheetRange({ top: rows.first, left: column, bottom: rows.last, right: column });
}

/** Maximum number of characters of a text inside a formula in Excel. */
export const maxFormulaTextLength = 255;

export function quotedText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Maximum number of characters of the name of a sheet in Excel. */
export const maxSheetNameLength = 31;
const notAllowed = /[[\]:*?/\\]/g;
const outerApostrophes = /^['\s]+|['\s]+$/g;

/** Sheet name that Excel reserves. */
const reserved = 'history';

function legalName(name: string): string {
  const cleaned = xmlLegalText(name).replace(notAllowed, '-').replace(/\s+/g, ' ');
  const short = shortenText(cleaned.replace(outerApostrophes, ''), maxSheetNameLength, '').replace(
    outerApostrophes,
    '',
  );
  return short === '' ? 'Sheet' : short;
}

/** Key by which names are compared: spreadsheets ignore case in sheet names. */
function nameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}

/**
 * Makes names valid for sheets, in the same order: without `[]:*?/\` and control characters, at most 31 UTF-16 units,
 * not beginning or ending in an apostrophe, unique whatever their case, and not `History`. Valid names are not
 * changed.
 */
export function legalSheetNames(names: readonly string[]): string[] {
  const taken = new Set([reserved]);
  return names.map((name) => {
    const wanted = legalName(name);
    let unique = wanted;
    for (let count = 2; taken.has(nameKey(unique)); count += 1) {
      const suffix = ` (${count})`;
      unique = shortenText(wanted, maxSheetNameLength - suffix.length, '') + suffix;
    }
    taken.add(nameKey(unique));
    return unique;
  });
}

/** A sheet's name as it is written before `!` in formulas, links and defined names: `'O''Brien'`. */
export function sheetReference(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
