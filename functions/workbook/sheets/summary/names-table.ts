/** A table of Summary that names things: a title, a header, a row each, and a line that says where the rest is. */

import { fontSizes } from '../../layout/font-sizes.ts';
import type { TextFont } from '../../layout/text-width.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Cell } from '../../xlsx/sheet-plan.ts';
import { fitFields } from './fit-fields.ts';
import { type Field, fieldCells, heading, headRow, lineRow, type Section, tableRow } from './sections.ts';
import type { Span, SummaryGrid } from './summary-grid.ts';

/** What one of the table's columns shows of each item. */
export type NamesColumn<Item> = {
  readonly title: string;
  /** Columns of the page, of which texts may take some from one another. */
  readonly columns: number;
  /** It keeps its columns, as those of a table above or below. */
  readonly isFixed?: boolean;
  /** Its cells are centred, and it keeps its columns. */
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
  const { title, items, more } = table;
  const drawn = items.map((item) => table.columns.map((column) => column.of(item)));
  const fitted = fitFields(
    grid,
    span,
    table.columns.map(({ title: head, columns: count, isFixed = false, isFigure = false }, index) => ({
      columns: count,
      isFixed: isFixed || isFigure,
      texts: [{ text: head, font: headFont }, ...drawn.flatMap((fields) => textOf(fields[index]))],
    })),
  );
  const columns = table.columns.map((column, index) => ({ ...column, columns: fitted[index] ?? 1 }));
  const rows = drawn.map((fields) => {
    const cells = fieldCells(
      grid,
      span,
      fields.map((field, index) => [fitted[index] ?? 1, field]),
    );
    return tableRow(span, cells, { rest: summary.run });
  });
  return {
    rows: [
      ...(title === undefined ? [] : [heading(title, span)]),
      headRow(span, columns),
      ...rows,
      ...(more === undefined ? [] : [lineRow(span, more)]),
    ],
  };
}

const headFont = { size: fontSizes.text, bold: true };

/** The text that is cut to its place, of a field that has one. */
function textOf(field: Field | undefined): { text: string; font: TextFont }[] {
  const { value, font } = field ?? {};
  if (font === undefined || value === undefined) return [];
  if (typeof value === 'string') return [{ text: value, font }];
  return typeof value === 'object' && 'sheet' in value ? [{ text: value.text, font }] : [];
}

/** A sentence instead of a table that would be empty. */
export function sentenceSection(span: Span, title: string | undefined, sentence: string): Section {
  const line = lineRow(span, { value: sentence, style: summary.detail });
  return { rows: title === undefined ? [line] : [heading(title, span), line] };
}
