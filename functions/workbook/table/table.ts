/**
 * Draws tables at a place on a page, and the rows of lists: fits texts to their columns, and sets formulas, styles and
 * row heights.
 */
import { fitToLines, shortenNameToLines } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedTextRoomAcross, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { columnTitleLineCount } from '#workbook/theme/header-rows.ts';
import {
  asTotalStyle,
  columnHeadStyle,
  headingStyle,
  styleForValue,
  tableCellStyles,
  withoutWrapping,
} from '#workbook/theme/styles.ts';
import type { Cell, SheetRow, Style } from '#workbook/xlsx/sheet-plan.ts';
import { type FormulaPosition, type ItemColumn, resolveItemCellStyle } from './column.ts';

export type TableRowLayout = {
  /** Maximum number of lines of a text; a longer text is shortened. */
  readonly lines: number;
  /** Mark that ends a shortened text. If undefined, texts stay whole, but a row is at most `lines` lines high. */
  readonly mark: string | undefined;
  /** Minimum height of a row in points. */
  readonly height: number;
  /** Points above and below the text of a row, together. */
  readonly padding: number;
};

/** A column of a table on a page that already has column widths. */
export type TableColumn<Item> = Omit<ItemColumn<Item>, 'width'>;

export type Table<Item> = {
  readonly columns: readonly TableColumn<Item>[];
  readonly rows: readonly Item[];
  readonly total?: { readonly item: Item; readonly at: 'top' | 'bottom' } | undefined;
  /** Rows that are hidden until somebody unfolds them, below a row that says how many they are. */
  readonly folded?: readonly Item[] | undefined;
  /** Heading above the heads of the columns. */
  readonly heading?: { readonly text: string; readonly height: number } | undefined;
};

export type TablePosition = {
  /**
   * Numbers of the table's first row and column, and of the row that says how many rows are folded, which may be
   * further below.
   */
  readonly row: number;
  readonly column: number;
  readonly foldedRow?: number | undefined;
  /** Widths of the page's columns in characters. In columns beyond these, texts are not shortened. */
  readonly widths: readonly number[];
  readonly look: TableRowLayout & { readonly headHeight: number };
};

export type DrawnTable = { readonly rows: readonly SheetRow[]; readonly folded: readonly SheetRow[] };

export function drawTable<Item>(table: Table<Item>, place: TablePosition): DrawnTable {
  const { columns, rows, total, folded = [], heading: title } = table;
  const { column, look } = place;
  const isOneLine = look.lines === 1;
  const spans = spansOf(columns, place);
  const own = tableRowDrawer(columns, {
    rooms: spans.map(({ room }) => room),
    numbers: spans.map((span) => span.column),
    look,
  });
  const first = place.row + (title ? 1 : 0) + (total?.at === 'top' ? 2 : 1);
  const body = { first, last: first + rows.length - 1 };
  // Cells are copied, because a table is kept until it is written: V8 would otherwise allocate every cell that `draw`
  // makes as a long-lived object.
  const page = (cells: readonly Cell[], isUnwrapped = isOneLine) =>
    onPage(
      columns,
      cells.map(({ value, style }) => ({ value, style: isUnwrapped ? withoutWrapping(style) : style })),
      place,
    );
  const line = (item: Item, row: number, isTotal = false): SheetRow => {
    const { texts, height } = own.fit(item);
    return { cells: page(own.draw(item, texts, { row, rows: body, isTotal })), height };
  };
  const totalRow = total && line(total.item, total.at === 'top' ? first - 1 : body.last + 1, true);
  const isOneLineHead = isOneLine && look.headHeight < rowHeight(2, fontSizes.text, 0);
  const heads = columns.map(
    ({ head, title, align, span = 1 }) =>
      head ?? { value: title, style: columnHeadStyle(align, isOneLineHead || span > 1) },
  );
  const headLines = columns.map((column, index) => {
    const { column: first = 1 } = spans[index] ?? {};
    return column.span === undefined ? columnTitleLineCount(column, place.widths[first - 1] ?? Infinity) : 1;
  });
  const headHeight = rowHeight(isOneLineHead ? 1 : Math.max(...headLines), fontSizes.text, 0);
  const foldedRow = place.foldedRow ?? body.last + (total?.at === 'bottom' ? 2 : 1);
  const more = `${folded.length} more: unfold with +`;
  return {
    rows: [
      ...(title ? [textRow(title.text, { column, height: title.height })] : []),
      { cells: page(heads, isOneLineHead), height: Math.max(look.headHeight, headHeight) },
      ...(total?.at === 'top' && totalRow ? [totalRow] : []),
      ...rows.map((item, index) => line(item, first + index)),
      ...(total?.at === 'bottom' && totalRow ? [totalRow] : []),
    ],
    folded: [
      ...(folded.length === 0
        ? []
        : [{ ...textRow(more, { column, height: look.height, style: tableCellStyles.text }), folded: true }]),
      ...folded.map((item, index) => ({ ...line(item, foldedRow + 1 + index), hidden: true, outline: 1 })),
    ],
  };
}

type ColumnSpan = { readonly column: number; readonly room: number | undefined };

function spansOf<Item>(
  columns: readonly TableColumn<Item>[],
  { column, widths }: TablePosition,
): readonly ColumnSpan[] {
  let next = column;
  return columns.map(({ span = 1 }) => {
    const covered = widths.slice(next - 1, next - 1 + span);
    const own = { column: next, room: covered.length === 0 ? undefined : indentedTextRoomAcross(covered) };
    next += span;
    return own;
  });
}

/** Repeats the style of a cell in the other columns that the cell covers. */
function onPage<Item>(
  columns: readonly TableColumn<Item>[],
  cells: readonly Cell[],
  { column }: TablePosition,
) {
  return cellsStartingAtColumn(
    column,
    cells.flatMap((cell, index) => [
      cell,
      ...new Array<Cell>((columns[index]?.span ?? 1) - 1).fill({ style: cell.style }),
    ]),
  );
}

/** Row of cells that begins at the given column. */
export function cellsStartingAtColumn(column: number, cells: readonly Cell[]): readonly (Cell | undefined)[] {
  return [...new Array<undefined>(column - 1).fill(undefined), ...cells];
}

/** Row with a heading or another text that runs over the cells beside it. */
export function textRow(
  value: string,
  {
    column,
    height,
    style = headingStyle,
  }: { readonly column: number; readonly height: number; readonly style?: Style },
): SheetRow {
  return { cells: cellsStartingAtColumn(column, [{ value, style: withoutWrapping(style) }]), height };
}

/** Joins tables that are side by side: each row is as high as the highest of the joined rows. */
export function rowsSideBySide(tables: readonly (readonly SheetRow[])[]): readonly SheetRow[] {
  const longest = tables.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return longest.map((row, index) => {
    const rows = tables.flatMap((table) => table[index] ?? []);
    const cells: (Cell | undefined)[] = [];
    for (const own of rows) for (const [at, drawn] of own.cells.entries()) cells[at] ??= drawn;
    return { ...row, cells, height: Math.max(...rows.map(({ height = 0 }) => height)) };
  });
}

/** Texts of an item, shortened to their columns, and the height in points that its row needs. */
export type FittedRow = { readonly texts: readonly (string | undefined)[]; readonly height: number };

type RowPlace = Pick<FormulaPosition, 'row' | 'rows'> & { readonly isTotal?: boolean };

export type TableRowDrawer<Item> = {
  readonly fit: (item: Item) => FittedRow;
  readonly draw: (item: Item, texts: FittedRow['texts'], place: RowPlace) => Cell[];
};

/**
 * Returns functions that fit and draw the rows of a table.
 * @param page `rooms`: width in points for the texts of each column; if it is undefined for a column, or if the texts
 * shrink, they stay whole and do not make a row taller. `numbers`: numbers of the columns on the page; by default, from
 * 1
 */
export function tableRowDrawer<Item>(
  columns: readonly TableColumn<Item>[],
  page: {
    readonly rooms: readonly (number | undefined)[];
    readonly look: TableRowLayout;
    readonly numbers?: readonly number[];
  },
): TableRowDrawer<Item> {
  const { rooms, look, numbers } = page;
  // All objects have the same shape, which V8 reads faster: most of the time to write a workbook is spent here.
  const own = columns.map(({ value, link, formula, total, style, cell, isName, lines, mark }, index) => ({
    value,
    link,
    formula,
    total,
    style,
    cell,
    shorten: isName === true ? shortenNameToLines : fitToLines,
    lines: lines ?? look.lines,
    mark: mark ?? look.mark ?? '',
    room: rooms[index],
    number: numbers?.[index] ?? index + 1,
  }));
  return {
    fit: (item) => {
      let { height } = look;
      const texts = own.map(({ value: read, style, room, lines, mark, shorten }) => {
        if (room === undefined) return undefined;
        const text = read?.(item, room);
        if (typeof text !== 'string') return undefined;
        const { font = textFonts.plain, alignment } = styleForValue(
          undefined,
          resolveItemCellStyle(style, item, text),
        );
        if (alignment?.shrink === true) return undefined;
        const fitted = shorten(text, { font, room, lines, mark });
        if (fitted.lines > 1) height = Math.max(height, rowHeight(fitted.lines, font.size, look.padding));
        return look.mark === undefined ? text : fitted.text;
      });
      return { texts, height };
    },
    draw: (item, texts, { row, rows, isTotal = false }) =>
      own.map((column, index) => {
        if (column.cell !== undefined) return column.cell(item);
        const isSum = isTotal && column.total !== undefined;
        const value =
          texts[index] ??
          column.value?.(item, column.room ?? Number.POSITIVE_INFINITY) ??
          (isSum ? 0 : undefined);
        const plain = styleForValue(value, resolveItemCellStyle(column.style, item, value));
        const style = isTotal ? asTotalStyle(plain) : plain;
        if (value === '') return { style };
        const link = typeof value === 'string' ? column.link?.(item) : undefined;
        if (link !== undefined && typeof value === 'string')
          return { value: { text: value, ...link }, style };
        const formulaOf = isSum ? column.total : column.formula;
        if (formulaOf === undefined || (typeof value !== 'number' && typeof value !== 'string'))
          return { value, style };
        const formula = formulaOf(item, { row, column: column.number, rows, shown: value });
        return { value: formula === undefined ? value : { formula, result: value }, style };
      }),
  };
}
