/** What Summary is put together from: its grid of columns, its sections, and the places its formulas read. */
import type { Frame } from './frame.ts';
import type { ListPlaces } from './list-sheet.ts';
import type { Area, Cell, ColorScale, DataBar, Row, Style } from './sheet-plan.ts';
import type { ShiftPlaces } from './shift-sheet.ts';
import { summary } from './theme-summary.ts';

/** Where the figures of the other sheets stand. */
export type Places = {
  readonly shifts: readonly ShiftPlaces[];
  readonly tasks: ListPlaces;
  readonly changes: ListPlaces;
  readonly delays: ListPlaces;
};

export type SummaryContext = {
  readonly frame: Frame;
  readonly places: Places;
  readonly widths: readonly number[];
};

export type Section = {
  readonly rows: readonly Row[];
  readonly merges?: readonly Area[];
  readonly colorScales?: readonly ColorScale[];
  readonly dataBars?: readonly DataBar[];
};

/** One column of labels, then two blocks of a week each. */
export const summaryColumns = 15;
export const lineHeight = 18.5;

/** A row that fills the page: cells from the left, `rest` in those not given. */
export function fullRow(cells: readonly (Cell | undefined)[], rest: Style, height = lineHeight): Row {
  return {
    cells: Array.from({ length: summaryColumns }, (_, index) => cells[index] ?? { style: rest }),
    height,
  };
}

export function heading(text: string): Row {
  return { cells: [{ value: text, style: summary.section }], height: 29 };
}
