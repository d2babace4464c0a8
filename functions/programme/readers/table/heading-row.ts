/** Finds the row of headings of a table, which titles, revisions and blank rows are often above. */
import { headingMeaning } from './heading-words.ts';

/** One row of a table; `line` is its number in the file or worksheet. */
export type TableRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** How far each cell is indented; 0 where there are fewer than cells. */
  readonly indents?: readonly number[];
};

/** Rows at the beginning among which the headings are looked for. */
export const searchedRows = 60;

/** Longer texts are no headings. */
const maxHeadingCharacters = 60;
/** A table has at least so many columns that a planner names as everybody does. */
const minKnownHeadings = 2;
/** The share of the widest row's cells that headings which nobody knows must have. */
const minShareOfWidth = 0.6;

/** How many cells of a row are known headings. */
export function knownHeadings({ cells }: Pick<TableRow, 'cells'>): number {
  return cells.filter((cell) => cell.length <= maxHeadingCharacters && headingMeaning(cell) !== undefined)
    .length;
}

/**
 * The place of the row of headings among the rows: the one with the most known headings; where no row has two, the
 * first that is almost as wide as the widest. It is the row below where that one has captions for the fields' own
 * names, as Primavera writes them, or the headings of groups.
 * @param rows the first of the table, none of them blank
 */
export function headingIndex(rows: readonly TableRow[]): number {
  const known = rows.map(knownHeadings);
  const most = Math.max(...known);
  if (most >= minKnownHeadings) {
    const first = known.indexOf(most);
    const [row, below] = [rows[first], rows[first + 1]];
    return row && below?.line === row.line + 1 && namesColumns(below, row) ? first + 1 : first;
  }
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell !== '').length);
  return widths.findIndex((width) => width >= Math.max(...widths) * minShareOfWidth);
}

function namesColumns(below: TableRow, row: TableRow): boolean {
  const filled = ({ cells }: TableRow) => cells.filter((cell) => cell !== '');
  const known = knownHeadings(below);
  if (known < minKnownHeadings) return false;
  return known === filled(below).length || filled(row).filter(isTechnical).length > filled(row).length / 2;
}

const isTechnical = (text: string) => /^[a-z]+(?:_[a-z\d]+)+$/.test(text);

/**
 * The names of the columns: the headings, with the group in the row above where one heading occurs twice or means
 * nothing else, such as `Planned` above `Start`. A column without a heading is named by its number, and a repeated
 * heading gets its number too.
 * @param above the row directly above the headings
 */
export function columnNames(cells: readonly string[], above: readonly string[] = []): readonly string[] {
  const texts = cells.map(headingOf);
  const width = Math.max(texts.length, isGroupRow(texts, above) ? above.length : 0);
  const seen = new Set<string>();
  let group = '';
  return Array.from({ length: width }, (_, index) => {
    const upper = isTechnical(above[index] ?? '') ? '' : headingOf(above[index] ?? '');
    // A group is written above its first column.
    group = upper === '' ? group : upper;
    const text = texts[index] ?? '';
    const heading = text === '' ? (isGroupRow(texts, above) ? upper : '') : grouped(text, group, texts);
    const name =
      heading === '' ? `Column ${index + 1}` : seen.has(heading) ? `${heading} (${index + 1})` : heading;
    seen.add(name);
    return name;
  });
}

function headingOf(text: string): string {
  // Primavera marks headings of columns that it does not read back.
  return text
    .replace(/^\(\*\)/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function grouped(text: string, group: string, texts: readonly string[]): string {
  const isRepeated = texts.indexOf(text) !== texts.lastIndexOf(text);
  return isRepeated && group !== '' ? `${group} ${text}` : text;
}

/** Whether the row above names groups of columns, or columns that have no heading of their own: titles do neither. */
function isGroupRow(texts: readonly string[], above: readonly string[]): boolean {
  const repeated = texts.some((text, index) => text !== '' && texts.indexOf(text) !== index);
  return (repeated || knownHeadings({ cells: above }) > 0) && above.filter((cell) => cell !== '').length > 1;
}
