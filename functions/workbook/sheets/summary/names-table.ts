/** A table of Summary that names things: a title, a header, a row each, and a line that says where the rest is. */

import { textFonts } from '../../layout/text-width.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Cell } from '../../xlsx/sheet-plan.ts';
import { type Field, fieldCells, heading, headRow, lineRow, type Section, tableRow } from './sections.ts';
import type { Span, SummaryGrid } from './summary-grid.ts';
import { type Fit, type FittedText, fitFields, measured } from './summary-grid.ts';

/** A column of the table: its title, and the text of each item. */
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
  const { columns: fitted } = fitOf({ grid, span }, table.columns, drawn);
  const columns = table.columns.map((column, index) => ({ ...column, columns: fitted[index] ?? 1 }));
  const cellsWith = (endShare: number) =>
    drawn.map((fields) =>
      fieldCells(
        grid,
        span,
        fields.map((field, index) => [fitted[index] ?? 1, field]),
        endShare,
      ),
    );
  const names = new Set(drawn.map(([name]) => name?.value)).size;
  const telling = endShares.find(
    (share) => new Set(cellsWith(share).map(([cell]) => cell?.value)).size === names,
  );
  const rows = cellsWith(telling ?? endShares[0]).map((cells) =>
    tableRow(span, cells, { rest: summary.run }),
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

/** Parts of the room for the last words of names: the usual one, then those for names that would look the same with it. */
const endShares = [0.45, 0.75, 0.6, 0.3] as const;

/** How the columns of a table with such rows share its room. */
export function fitOf<Item>(
  { grid, span }: { readonly grid: SummaryGrid; readonly span: Span },
  columns: readonly NamesColumn<Item>[],
  drawn: readonly (readonly Field[])[],
): Fit {
  return fitFields(
    grid,
    span,
    columns.map(({ title, columns: count, isFixed = false, isFigure = false }, index) => ({
      columns: count,
      isFixed: isFixed || isFigure,
      texts: measured([
        { text: title, font: textFonts.bold },
        ...drawn.flatMap((fields) => textOf(fields[index])),
      ]),
    })),
  );
}

/** The text that is cut to its place, of a field that has one. */
function textOf(field: Field | undefined): FittedText[] {
  const { value, font, kept } = field ?? {};
  if (font === undefined || value === undefined) return [];
  if (typeof value === 'string') return [{ text: value, font, kept }];
  return typeof value === 'object' && 'sheet' in value ? [{ text: value.text, font, kept }] : [];
}

/** A sentence instead of a table that would be empty. */
export function sentenceSection(span: Span, title: string | undefined, sentence: string): Section {
  const line = lineRow(span, { value: sentence, style: summary.detail });
  return { rows: title === undefined ? [line] : [heading(title, span), line] };
}
