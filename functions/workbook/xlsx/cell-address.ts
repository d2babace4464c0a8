import type { Area } from './sheet-plan.ts';

/** What a worksheet can hold, in Excel and in every application that follows it. */
export const lastRow = 1_048_576;
export const lastColumn = 16_384;

const letters: string[] = [''];

/** `A` for 1, `AA` for 27. */
export function columnLetters(column: number): string {
  const known = letters[column];
  if (known !== undefined) return known;
  const rest = Math.floor((column - 1) / 26);
  const name = (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
  letters[column] = name;
  return name;
}

/** `B3`. */
export function cellReference(row: number, column: number): string {
  return columnLetters(column) + row;
}

/** `A1:D2`, or `A1` for one cell. */
export function areaReference({ top, left, bottom, right }: Area): string {
  const first = cellReference(top, left);
  return top === bottom && left === right ? first : `${first}:${cellReference(bottom, right)}`;
}

/** `$A$1:$D$2`. */
export function absoluteReference({ top, left, bottom, right }: Area): string {
  return `$${columnLetters(left)}$${top}:$${columnLetters(right)}$${bottom}`;
}
