/** What Summary is built from: its grid of columns, its sections, and where its formulas find other sheets' figures. */

import { cutToLines } from '../../layout/cut-text.ts';
import type { PageBlock } from '../../layout/page-breaks.ts';
import { indentedRoom } from '../../layout/text-lines.ts';
import type { TextFont } from '../../layout/text-width.ts';
import type { SheetContext } from '../../theme/sheet-context.ts';
import { headingHeight, lineHeight } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Area, Cell, ColorScale, DataBar, Row, Style } from '../../xlsx/sheet-plan.ts';
import type { DelaysPlaces } from '../delays-sheet.ts';
import type { ListPlaces } from '../list-sheet.ts';
import type { ShiftPlaces } from '../shift/shift-sheet.ts';

/** Where the figures of the other sheets are. */
export type Places = {
  readonly shifts: readonly ShiftPlaces[];
  readonly tasks: ListPlaces;
  readonly readiness: ListPlaces;
  readonly changes: ListPlaces;
  readonly delays: DelaysPlaces;
};

export type SummaryContext = SheetContext & {
  readonly places: Places;
  readonly widths: readonly number[];
};

export type Section = {
  readonly rows: readonly Row[];
  /** How it may be split over pages; if absent, after its heading, header and two rows. */
  readonly page?: Pick<PageBlock, 'firstTogether' | 'split'>;
  /** Row counts of the parts that are never split over pages, in order; absent if it has no such parts. */
  readonly parts?: readonly number[];
  readonly merges?: readonly Area[];
  readonly colorScales?: readonly ColorScale[];
  readonly dataBars?: readonly DataBar[];
};

/** One column of labels, then two blocks of one week each. */
export const summaryColumns = 15;

/** Columns of the page that one table has, 1-based. */
export type Span = { readonly from: number; readonly to: number };
const wholePage: Span = { from: 1, to: summaryColumns };

/** A row across a table: the cells from its left, and the style `rest` in the remaining ones. */
export function tableRow(
  span: Span,
  cells: readonly (Cell | undefined)[],
  look: { readonly rest: Style; readonly height?: number },
): Row {
  const drawn: (Cell | undefined)[] = new Array(span.to).fill(undefined);
  for (let column = span.from; column <= span.to; column += 1) {
    drawn[column - 1] = cells[column - span.from] ?? { style: look.rest };
  }
  return { cells: drawn, height: look.height ?? lineHeight };
}

/** The same across the whole page. */
export function fullRow(cells: readonly (Cell | undefined)[], rest: Style, height = lineHeight): Row {
  return tableRow(wholePage, cells, { rest, height });
}

export function heading(text: string, column = 1): Row {
  const cells: (Cell | undefined)[] = new Array(column).fill(undefined);
  cells[column - 1] = { value: text, style: summary.section };
  return { cells, height: headingHeight };
}

/** Two tables side by side, each in columns of its own. */
export function beside(left: Section, right: Section): Section {
  const count = Math.max(left.rows.length, right.rows.length);
  const rows = Array.from({ length: count }, (_, index): Row => {
    const one = left.rows[index];
    const other = right.rows[index];
    const cells = Array.from(
      { length: Math.max(one?.cells.length ?? 0, other?.cells.length ?? 0) },
      (_cell, column) => one?.cells[column] ?? other?.cells[column],
    );
    return { cells, height: Math.max(one?.height ?? 0, other?.height ?? 0) };
  });
  return {
    rows,
    colorScales: [...(left.colorScales ?? []), ...(right.colorScales ?? [])],
    dataBars: [...(left.dataBars ?? []), ...(right.dataBars ?? [])],
  };
}

/** A text that runs over the empty cells to its right, cut to them. */
export function runCells(
  text: string | undefined,
  place: {
    readonly widths: readonly number[];
    readonly column: number;
    readonly span: number;
    readonly style: Style;
    readonly font: TextFont;
  },
): Cell[] {
  const { span, style } = place;
  const cells: Cell[] = Array.from({ length: span }, () => ({ style }));
  cells[0] = { value: (text && lineIn(text, place)) || undefined, style };
  return cells;
}

/** As much of a text as one line of the columns holds. */
export function lineIn(
  text: string,
  place: {
    readonly widths: readonly number[];
    readonly column: number;
    readonly span?: number;
    readonly font: TextFont;
  },
): string {
  const { widths, column, span = 1, font } = place;
  const room = widths
    .slice(column - 1, column - 1 + span)
    .reduce((sum, width) => sum + indentedRoom(width), 0);
  return cutToLines(text, { font, room, lines: 1, mark: ' …' });
}
