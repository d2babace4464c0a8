/** Finds the heading row of a table, often below titles, revisions and blank rows, and names its columns. */
import { recogniseHeadings } from '#programme/recognise/heading.ts';
import { datePattern } from '#programme/recognise/values.ts';

export type SourceTableRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly indents?: readonly number[];
  readonly level?: number;
  /** Colours of the cells, empty without one. */
  readonly fills?: readonly string[];
  /** Whether its first text is bold. */
  readonly isBold?: boolean;
};

/** Number of rows at the beginning of a table in which the headings are searched. */
export const maxHeadingSearchRows = 60;

const maxHeadingCharacters = 80;
export const minKnownHeadings = 2;
/** Minimum width of a heading row in which no heading is known, as a share of the widest row. */
const minShareOfWidth = 0.6;

/**
 * Number of known headings in a row, minus its dates and numbers, which show that it is a task or a title block; at
 * least 0. A heading about the whole project counts half, and a label such as `Date: 2026-11-20` does not count.
 */
export function countKnownHeadings(cells: readonly string[]): number {
  const headings = recogniseHeadings(cells);
  const known = cells.reduce((sum, cell, at) => {
    const right = cells[at + 1] ?? '';
    const isLabel = /:.*\d/.test(cell) || (cell.endsWith(':') && right !== '' && !right.endsWith(':'));
    const heading = headings[at];
    if (isLabel || !heading?.isKnown || cell.length > maxHeadingCharacters) return sum;
    return sum + (heading.version === 'whole' ? 0.5 : 1);
  }, 0);
  return Math.max(0, known - countDatesAndNumbers(cells));
}

export function nonEmptyCells(cells: readonly string[]): readonly string[] {
  return cells.filter((cell) => cell !== '');
}

const dayText = /^\d{1,2}[ ./-](?:\d{1,2}|\p{L}{3,9})\.?$/u;
const numberText = /^[-+]?\d+(?:[.,]\d+)*\s?%?$/;

/** Number of cells that are dates or numbers. The days or weeks of a bar chart do not count: they are headings. */
function countDatesAndNumbers(cells: readonly string[]) {
  const form = nonEmptyCells(cells)
    .map((cell) => (numberText.test(cell) ? 'n' : datePattern.test(cell) || dayText.test(cell) ? 'd' : ' '))
    .join('');
  return /^ +(?:d{3,}|n{3,}) *$/.test(form) ? 0 : form.replaceAll(' ', '').length;
}

/**
 * Index of the heading row: the row with the most known headings. If that row has Primavera's technical field names, or
 * names groups of columns, the row below it is the heading row. If no row has two known headings, it is the first row
 * that has at least `minShareOfWidth` of the cells of the widest row, and dates or numbers in less than half of its
 * cells, or failing that, in any number of them. -1 if the line `headerRow` is not one of `rows`.
 * @param rows the first rows of the table, without blank ones
 * @param headerRow line of the headings, if the mapping names it
 */
export function findHeadingRowIndex(rows: readonly SourceTableRow[], headerRow?: number): number {
  if (headerRow !== undefined) return rows.findIndex(({ line }) => line === headerRow);
  const known = rows.map(({ cells }) => countKnownHeadings(cells));
  const most = Math.max(...known);
  if (most >= minKnownHeadings) {
    const first = known.indexOf(most);
    const [row, below] = [rows[first], rows[first + 1]];
    return row && below?.line === row.line + 1 && isColumnNameRow(below, row) ? first + 1 : first;
  }
  const widths = rows.map(({ cells }) => nonEmptyCells(cells).length);
  const isWide = (width: number) => width >= Math.max(...widths) * minShareOfWidth;
  const found = rows.findIndex(
    ({ cells }, at) => isWide(widths[at] ?? 0) && countDatesAndNumbers(cells) * 2 < (widths[at] ?? 0),
  );
  return found === -1 ? widths.findIndex(isWide) : found;
}

function isColumnNameRow(below: SourceTableRow, row: SourceTableRow) {
  const known = countKnownHeadings(below.cells);
  const [filled, upper] = [nonEmptyCells(below.cells), nonEmptyCells(row.cells)];
  if (known < minKnownHeadings) return false;
  if (known === filled.length || upper.filter(isTechnical).length > upper.length / 2) return true;
  // A row of column names fills cells that the row of groups above it leaves blank, and has no digits.
  const isBlankAbove = below.cells.some((cell, index) => cell !== '' && (row.cells[index] ?? '') === '');
  return isBlankAbove && known * 2 >= filled.length && !below.cells.some((cell) => /\d/.test(cell));
}

const isTechnical = (text: string) => /^[a-z]+(?:_[a-z\d]+)+$/.test(text);

/**
 * Names of the columns: the headings. A repeated heading gets the group in the row above it, such as `Planned` above
 * `Start`; an empty one gets the cell above it, else the number of the column. A name that is still repeated gets that
 * number too.
 * @param above the row directly above the headings
 */
export function columnNames(cells: readonly string[], above: readonly string[] = []): readonly string[] {
  const texts = cells.map(cleanHeading);
  const hasGroups = isGroupRow(texts, above);
  const width = Math.max(texts.length, hasGroups ? above.length : 0);
  const seen = new Set<string>();
  let group = '';
  return Array.from({ length: width }, (_, index) => {
    const upper = isTechnical(above[index] ?? '') ? '' : cleanHeading(above[index] ?? '');
    group = upper || group;
    const text = texts[index] ?? '';
    const isRepeated = text !== '' && texts.indexOf(text) !== texts.lastIndexOf(text);
    let name = text === '' && hasGroups ? upper : text;
    if (isRepeated && group !== '') name = `${group} ${text}`;
    if (name === '') name = `Column ${index + 1}`;
    else if (seen.has(name)) name = `${name} (${index + 1})`;
    seen.add(name);
    return name;
  });
}

function cleanHeading(text: string) {
  // Primavera puts (*) before the heading of a column that it does not read back.
  return text
    .replace(/^\(\*\)/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Whether the row above names groups of columns, or columns without a heading of their own, rather than being a title.
 */
function isGroupRow(texts: readonly string[], above: readonly string[]) {
  const repeated = texts.some((text, index) => text !== '' && texts.indexOf(text) !== index);
  return (repeated || countKnownHeadings(above) > 0) && nonEmptyCells(above).length > 1;
}
