import type { LastWeekTask, WeekResult } from '#lookahead/compare/last-week.ts';
import { fontSizes, indentedRoom, lineCount, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { countableTexts } from '#workbook/sheets/counting-formulas.ts';
import type { ListPlaces } from '#workbook/sheets/list-sheet.ts';
import { cells, heads, lineHeight } from '#workbook/theme/sheet-styles.ts';
import { localRange } from '#workbook/xlsx/cell-references.ts';
import type { Cell, Row } from '#workbook/xlsx/sheet-plan.ts';
import { keptTitle } from './last-week-columns.ts';

export const resultWords: Readonly<Record<WeekResult, string>> = {
  missed: '✗ missed',
  short: '✗ short',
  // Without a mark: neither counts before its day is reported.
  open: 'open',
  'done since': 'done',
  done: '✓ done',
  kept: '✓ as planned',
};

/**
 * Columns of the list in which the two tables side by side have their names; each has three figures, the first a fourth
 * if promises were asked for.
 */
export const nameColumns = { subcontractor: 3, reason: 8 } as const;
/** Rows above the first name: the heading, the column heads and the total. */
export const headRows = 3;

/** Points: a heading, and heads of two lines. Lower than on other sheets, for the week to fit on a page. */
const headingHeight = 24;
const headsHeight = 27;

/** Names in the order of a table: some of those with a miss are shown, the others are folded. */
export type FoldedNames = { readonly shown: readonly string[]; readonly folded: readonly string[] };

/** In both tables, the rows of the first name and of the first folded name. */
export type TotalsRows = { readonly first: number; readonly folded: number };

export type TotalsSheet = {
  readonly tasks: readonly LastWeekTask[];
  readonly widths: readonly number[];
  readonly places: ListPlaces;
};

export function hasPromises({ columns }: ListPlaces): boolean {
  return columns.has(keptTitle);
}

export function listRanges({ rows, columns }: ListPlaces): (title: string) => string {
  return (title) => {
    const column = columns.get(title) ?? 1;
    return localRange({ top: rows?.first ?? 1, left: column, bottom: rows?.last ?? 1, right: column });
  };
}

export function countable(
  { widths, places }: Omit<TotalsSheet, 'tasks'>,
  names: readonly string[],
  title: string,
): (name: string) => boolean {
  return countableTexts(names, widths[(places.columns.get(title) ?? 1) - 1] ?? 1);
}

export function header(titles: readonly string[], column: number): Row {
  const drawn = titles.map(
    (title, index): Cell => ({ value: title, style: index === 0 ? heads.oneRowLeft : heads.oneRowCenter }),
  );
  return { ...line(drawn, column), height: headsHeight };
}

export function line(values: readonly Cell[], column: number): Row {
  const before: (Cell | undefined)[] = new Array(column - 1).fill(undefined);
  return { cells: [...before, ...values], height: lineHeight };
}

/** A table's rows. The folded ones stand below both tables, so that unfolding splits neither. */
export type TotalsTable = { readonly shown: readonly Row[]; readonly folded: readonly Row[] };

export function sideBySide(widths: readonly number[], ...tables: readonly TotalsTable[]): readonly Row[] {
  const [headings, ...shown] = besides(tables.map((table) => table.shown));
  const folded = besides(tables.map((table) => table.folded));
  if (headings === undefined) return [];
  return [{ ...headings, height: headingHeight }, ...[...shown, ...folded].map(asHighAsTexts(widths))];
}

function asHighAsTexts(widths: readonly number[]): (row: Row) => Row {
  const heightOf = (text: string, at: number) =>
    rowHeight(lineCount(text, textFonts.bold, indentedRoom(widths[at] ?? 1)), fontSizes.text, 2);
  return (row) => {
    const heights = row.cells.map((cell, at) =>
      typeof cell?.value === 'string' ? heightOf(cell.value, at) : 0,
    );
    return { ...row, height: Math.max(row.height ?? lineHeight, ...heights) };
  };
}

/** Tables side by side, as rows: a row's height is the one in the longest table. */
export function besides(tables: readonly (readonly Row[])[]): readonly Row[] {
  const longest = tables.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return longest.map((row, index) => {
    const cells: (Cell | undefined)[] = [];
    for (const table of tables)
      for (const [at, cell] of (table[index]?.cells ?? []).entries()) cells[at] ??= cell;
    return { ...row, cells };
  });
}

export function foldedRows(rows: readonly Row[], column: number): readonly Row[] {
  if (rows.length === 0) return [];
  const unfold = `${rows.length} more: unfold with +`;
  return [
    { ...line([{ value: unfold, style: cells.text }], column), folded: true },
    ...rows.map((row) => ({ ...row, hidden: true, outline: 1 })),
  ];
}
