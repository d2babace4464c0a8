/** A table of Summary that names things: a title, a header, a row each, and a line that says where the rest is. */

import { summary } from '../../theme/summary-styles.ts';
import type { Cell } from '../../xlsx/sheet-plan.ts';
import { type Field, fieldCells, heading, headRow, lineRow, type Section, tableRow } from './sections.ts';
import type { Span, SummaryGrid } from './summary-grid.ts';

/** What one of the table's columns shows of each item. */
export type NamesColumn<Item> = {
  readonly title: string;
  /** Columns of the page. */
  readonly columns: number;
  /** Its cells are centred. */
  readonly isFigure?: boolean;
  readonly of: (item: Item) => Field;
};

export function namesTable<Item>(
  { grid, span }: { readonly grid: SummaryGrid; readonly span: Span },
  table: {
    /** Absent in a table that goes with the one above. */
    readonly title?: string;
    readonly columns: readonly NamesColumn<Item>[];
    readonly items: readonly Item[];
    /** From `moreLink`, or `moreText` where no sheet has the rest; absent where the table has all. */
    readonly more?: Cell | undefined;
  },
): Section {
  const { title, columns, items, more } = table;
  const rows = items.map((item) =>
    tableRow(
      span,
      fieldCells(
        grid,
        span,
        columns.map((column) => [column.columns, column.of(item)]),
      ),
      { rest: summary.run },
    ),
  );
  return {
    rows: [
      ...(title === undefined ? [] : [heading(title, span)]),
      headRow(span, columns),
      ...rows,
      ...(more === undefined ? [] : [lineRow(span, more)]),
    ],
  };
}

/** A sentence instead of a table that would be empty. */
export function sentenceSection(span: Span, title: string | undefined, sentence: string): Section {
  const line = lineRow(span, { value: sentence, style: summary.detail });
  return { rows: title === undefined ? [line] : [heading(title, span), line] };
}
