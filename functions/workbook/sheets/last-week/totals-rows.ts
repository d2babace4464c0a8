import type { LastWeekTask, WeekResult } from '../../../lookahead/compare/last-week.ts';
import { roundQuantity } from '../../../lookahead/text/quantity-text.ts';
import { textFonts } from '../../layout/text-width.ts';
import { cells, headerHeight, heads, lineHeight } from '../../theme/sheet-styles.ts';
import { localRange, quotedText } from '../../xlsx/cell-references.ts';
import type { Cell, CellValue, Row } from '../../xlsx/sheet-plan.ts';
import { countableTexts } from '../counting-formulas.ts';
import type { ListPlaces } from '../list-sheet.ts';

export const resultWords: Readonly<Record<WeekResult, string>> = {
  missed: '✗ missed',
  short: '✗ short',
  done: '✓ done',
  kept: '✓ as planned',
};

export const nameColumn = 3;

export type TotalsSheet = {
  readonly tasks: readonly LastWeekTask[];
  readonly widths: readonly number[];
  readonly places: ListPlaces;
};

export type Total = { readonly name: string; readonly tasks: readonly LastWeekTask[] };

export function totalsOf(
  tasks: readonly LastWeekTask[],
  nameOf: (task: LastWeekTask) => string,
): readonly Total[] {
  return [...Map.groupBy(tasks, nameOf)].map(([name, own]) => ({ name, tasks: own }));
}

export function listRanges({ places: { rows, columns } }: TotalsSheet): (title: string) => string {
  return (title) => {
    const column = columns.get(title) ?? 1;
    return localRange({ top: rows?.first ?? 1, left: column, bottom: rows?.last ?? 1, right: column });
  };
}

export function countable(
  { widths, places }: TotalsSheet,
  totals: readonly Total[],
  title: string,
): (name: string) => boolean {
  const width = widths[(places.columns.get(title) ?? 1) - 1] ?? 1;
  const names = totals.map(({ name }) => name);
  return countableTexts(names, { font: textFonts.plain, width });
}

export type Own = { readonly range: string; readonly name: string };

/**
 * Counts the rows of a name with a result. Empty cells need SUMPRODUCT: as a criterion, Excel takes "" for an empty
 * cell, and LibreOffice for no cell at all.
 */
export function resultCountFormula({ range, name }: Own, results: string, result: WeekResult): string {
  const [own, word] = [quotedText(name), quotedText(resultWords[result])];
  return name === ''
    ? `SUMPRODUCT(--(${range}=${own}),--(${results}=${word}))`
    : `COUNTIFS(${range},${own},${results},${word})`;
}

export function amountFormula({ range, name }: Own, amounts: string): string {
  const own = quotedText(name);
  return name === '' ? `SUMPRODUCT(--(${range}=${own}),${amounts})` : `SUMIF(${range},${own},${amounts})`;
}

export function lostBy(tasks: readonly LastWeekTask[]): number {
  return roundQuantity(tasks.reduce((sum, { daysLost = 0 }) => sum + daysLost, 0));
}

export function header(widths: readonly number[], titles: readonly string[], lines: 1 | 2): Row {
  const drawn = titles.map(
    (title, index): Cell => ({ value: title, style: index === 0 ? heads.oneRowLeft : heads.oneRowCenter }),
  );
  return { ...line(widths, drawn), height: lines * headerHeight };
}

export function line(widths: readonly number[], values: readonly Cell[]): Row {
  const drawn: (Cell | undefined)[] = new Array(widths.length).fill(undefined);
  drawn.splice(nameColumn - 1, values.length, ...values);
  return { cells: drawn, height: lineHeight };
}

export function whole(value: CellValue): Cell {
  return { value, style: cells.whole };
}

export function lostCell(lost: number, formula: string | undefined): Cell {
  return { value: formula === undefined ? lost : { formula, result: lost }, style: cells.days };
}
