import type { LastWeekTask, WeekResult } from '../../../lookahead/compare/last-week.ts';
import { roundQuantity } from '../../../lookahead/text/quantity-text.ts';
import { textFonts } from '../../layout/text-width.ts';
import { cells, headerHeight, heads, lineHeight } from '../../theme/sheet-styles.ts';
import { localRange } from '../../xlsx/cell-references.ts';
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

export function listRanges({
  places: { rows, columns },
}: {
  readonly places: ListPlaces;
}): (title: string) => string {
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
  const width = widths[(places.columns.get(title) ?? 1) - 1] ?? 1;
  return countableTexts(names, { font: textFonts.plain, width });
}

export function lostBy(tasks: readonly LastWeekTask[]): number {
  return roundQuantity(tasks.reduce((sum, { daysLost = 0 }) => sum + daysLost, 0));
}

export function header(widths: readonly number[], titles: readonly string[], lines: number): Row {
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
