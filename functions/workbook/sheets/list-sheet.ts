import { weeksTitle } from '#lookahead/dates/window.ts';
import { dropColumns, fitColumnWidths, sum } from '#workbook/layout/column-widths.ts';
import {
  breaksBetween,
  type PageBlock,
  pageRoom,
  repeatedPoints,
  rowPoints,
} from '#workbook/layout/page-breaks.ts';
import { charactersAcross, listDensityOf, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { fitToLines } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedRoom, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { maxListLines } from '#workbook/limits.ts';
import { type HeadColumn, headerRows } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '#workbook/theme/sheet-context.ts';
import { groups as groupStyles, heads } from '#workbook/theme/sheet-styles.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { idCell, idColumn, taskRefCell, withHiddenTitle } from '#workbook/theme/task-cells.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { columnRange } from '#workbook/xlsx/cell-references.ts';
import type { Cell, Chart, Row, SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { allRows } from './counting-formulas.ts';
import { type ListColumn, validationsOf, withTexts } from './list-columns.ts';

export type ListPlaces = {
  readonly sheet: string;
  readonly rows: { readonly first: number; readonly last: number } | undefined;
  readonly columns: ReadonlyMap<string, number>;
};

/** A list's columns as far as its page has room for them. */
export type ListTable<Column> = {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  readonly places: ListPlaces;
};

export function listRange(places: ListPlaces, title: string): string | undefined {
  const column = places.columns.get(title);
  return places.rows && column !== undefined ? columnRange(places.sheet, column, places.rows) : undefined;
}

export const headingHeight = 34;

export function totalsHeading(text: string, column: number): Row {
  const drawn: (Cell | undefined)[] = new Array(column).fill(undefined);
  drawn[column - 1] = { value: `${text}, ${allRows}`, style: summary.section };
  return { cells: drawn, height: headingHeight };
}

/**
 * Totals above the list. Under its header they have its columns; the last of them is then the list's heading, below
 * which the titles follow again. Under the title they have heads of their own, and further pages repeat the header only.
 */
export type TablesAbove<Column> = {
  readonly under: 'header' | 'title';
  readonly draw: (table: ListTable<Column>, firstRow: number) => readonly Row[];
  readonly charts?: ((table: ListTable<Column>, firstRow: number) => readonly Chart[]) | undefined;
};

export type ListSheet = {
  readonly plan: SheetPlan;
  readonly places: ListPlaces;
  readonly isEmpty: boolean;
};

export const rowPadding = 3.5;
/**
 * Separates the tables below a list from it: without an empty row, a filter or a sort takes them for more of the list.
 */
const gap: Row = { cells: [], height: 4.5 };

const listNameHeight = 24;

export function listSheet<Item, Column extends ListColumn<Item> = ListColumn<Item>>(
  context: SheetContext,
  list: {
    readonly name: string;
    readonly figures: string;
    readonly columns: readonly Column[];
    /** Columns to the right of the printed ones, folded. */
    readonly folded?: readonly Column[] | undefined;
    readonly items: readonly Item[];
    /** The id of an item's task, in a hidden column: what people write in the row can be read back for that task. */
    readonly id: (item: Item) => string;
    readonly freezeAfter: number;
    readonly groups?: readonly ListGroup[] | undefined;
    readonly above?: TablesAbove<Column> | undefined;
    /** A table below the list, on one page. */
    readonly below?: ((widths: readonly number[], places: ListPlaces) => readonly Row[]) | undefined;
  },
): ListSheet {
  const { items, groups = [] } = list;
  const { paper } = context;
  const hasIds = items.length > 0 && context.lookahead.detail === 'full';
  const density = listDensityOf(paper, list.columns.filter((column) => column.day).length);
  const across = (count: number) => charactersAcross(paper, density, count);
  const isFilled = ({ isOptional, text, cell }: ListColumn<Item>) =>
    isOptional !== true ||
    items.some((item) => (text ? text(item) !== '' : cell(item, '').value !== undefined));
  // Folded rows do not print, so column widths do not depend on them.
  const printed = items.filter(
    (_item, at) =>
      !groups.some(({ folded, first, items: count }) => folded && at >= first && at < first + count),
  );
  const columns = dropColumns(
    list.columns.filter(isFilled).map((column) => withTexts(column, printed)),
    across,
  );
  const widths = fitColumnWidths(columns, across(columns.length));
  const title = titleBlock(context, { sheet: list.name, figures: list.figures, widths });
  const header = items.length === 0 ? [] : headerRows(columns, widths, context.lookahead.reportDay);
  const { above } = list;
  const isUnderHeader = above?.under === 'header';
  const folded = items.length === 0 ? [] : (list.folded ?? []).filter(isFilled);
  const firstFolded = columns.length + Number(hasIds) + 1;
  const columnsOf = new Map([
    ...columns.map(({ title: name }, index) => [name, index + 1] as const),
    ...folded.map(({ title: name }, index) => [name, firstFolded + index] as const),
  ]);
  const upper = [...title.rows, ...(isUnderHeader ? header : [])];
  const tableAt = (rows: ListPlaces['rows']) => ({
    columns,
    widths,
    places: { sheet: list.name, rows, columns: columnsOf },
  });
  const drawAbove = (rows: ListPlaces['rows']) => above?.draw(tableAt(rows), upper.length + 1) ?? [];
  const ownHeader = isUnderHeader ? header.slice(-1) : header;
  const { project, window } = context.lookahead;
  const listName = [project.name, weeksTitle(window), list.name].join(' · ');
  /** Further pages repeat it, because the rows of the title are not next to the header. */
  const named: readonly Row[] =
    above && !isUnderHeader
      ? [{ cells: [{ value: listName, style: summary.section }], height: listNameHeight }]
      : [];
  // Drawn twice, because the tables refer to rows below them, whose numbers follow from how many they are.
  const count = drawAbove({ first: 1, last: 1 }).length;
  const headerRow = upper.length + count + named.length + ownHeader.length;
  const frozen = above ? upper.length : headerRow;
  const first = headerRow + 1;
  const lines = listLines(items.length, groups);
  const last = headerRow + lines.length;
  const hasTasks = context.taskRows.rowOf.size > 0;
  const fittedItems = items.map(itemFitter(columns, { widths, mark: hasTasks ? undefined : ' …' }));
  const heightOf = (line: ListLine) => {
    if (line.kind === 'group') return groupHeight;
    return line.hidden ? 0 : (fittedItems[line.item]?.height ?? 0);
  };
  const places: ListPlaces = {
    sheet: list.name,
    rows: items.length === 0 ? undefined : { first, last },
    columns: columnsOf,
  };
  const tablesAbove = [...drawAbove(places.rows), ...named];
  const below = list.below?.(widths, places) ?? [];
  const gaps = below.length === 0 ? [] : [gap];
  const isUnderTitle = above !== undefined && !isUnderHeader;
  const heights = [...lines.map(heightOf), ...rowPoints(gaps)];
  const repeated = repeatedPoints(title, header);
  // The table below has heads of its own: those of a list of one page are not repeated over it.
  const isOnePage = !above && below.length > 0 && sum(heights) <= pageRoom({ paper, widths, repeated });
  const titleRows = isUnderTitle
    ? { first: headerRow - named.length, last: headerRow }
    : { first: 1, last: isOnePage ? title.rows.length : frozen };
  const lead = [
    ...(isUnderTitle ? upper : []),
    ...tablesAbove.slice(isUnderHeader ? -1 : 0),
    ...(above || isOnePage ? ownHeader : []),
  ];
  const block = (points: readonly number[], firstTogether: number): PageBlock => ({
    heights: points,
    firstTogether,
    lastTogether: 2,
    split: 'anywhere',
  });
  const blocks: readonly PageBlock[] = [
    ...(isUnderHeader ? [block(rowPoints(tablesAbove.slice(0, -1)), 3)] : []),
    block([...rowPoints(lead), ...heights], lead.length + 2),
    ...(below.length === 0 ? [] : [{ ...block(rowPoints(below), 4), split: 'never' } as const]),
  ];
  const paged = {
    paper,
    widths,
    repeated: isUnderTitle ? 0 : isOnePage ? title.height : repeated,
    continuedHeight: isUnderTitle ? repeated - title.height + listNameHeight : 0,
    firstRow: isUnderTitle ? 1 : titleRows.last + 1,
  };
  const filtered = { top: headerRow, left: 1, bottom: last, right: firstFolded + folded.length - 1 };
  const lastRow = last + gaps.length + below.length;
  const plan: SheetPlan = {
    name: list.name,
    columns: [
      ...widths.map((width) => ({ width })),
      ...(hasIds ? [idColumn] : []),
      ...folded.map(({ ideal }) => ({ width: ideal, outline: 1, hidden: true })),
    ],
    rows: rowsFrom(function* () {
      yield* upper;
      yield* tablesAbove;
      yield* (hasIds ? withHiddenTitle(ownHeader) : ownHeader).map((row) => ({
        ...row,
        cells: [...row.cells, ...folded.map((column) => ({ value: column.title, style: heads.oneRowLeft }))],
      }));
      for (const line of lines) {
        if (line.kind === 'group') {
          const { group } = line;
          yield { cells: groupCells(group, columns), height: groupHeight, folded: group.folded };
          continue;
        }
        const item = items[line.item];
        const { texts, height } = fittedItems[line.item] ?? { texts: [], height: undefined };
        if (item === undefined) continue;
        const cells = columns.map((column, at) =>
          column.title === 'ID'
            ? taskRefCell(list.id(item), texts[at] ?? '', context.taskRows)
            : column.cell(item, texts[at] ?? ''),
        );
        if (hasIds) cells.push(idCell(list.id(item)));
        cells.push(...folded.map((column) => column.cell(item, column.text?.(item) ?? '')));
        yield { cells, height, outline: line.outline, hidden: line.hidden };
      }
      yield* gaps;
      yield* below;
    }),
    outlineLevels: groups.length === 0 && !above ? 0 : 1,
    freeze: items.length === 0 ? undefined : { row: frozen + 1, column: list.freezeAfter + 1 },
    // The ids are sorted with their rows, and so are the days.
    autoFilter: items.length === 0 ? undefined : filtered,
    validations: items.length === 0 ? undefined : validationsOf(columns, first, last),
    pictures: title.pictures,
    charts: above?.charts?.(tableAt(places.rows), upper.length + 1),
    print: printSetup(context, {
      widths,
      titleRows,
      area: folded.length === 0 ? undefined : { top: 1, left: 1, bottom: lastRow, right: columns.length },
      breaksAfter: breaksBetween(blocks, paged),
    }),
    zoom: screenZoom(widths, columns.findIndex((column) => column.day) + 1 || undefined),
    showGridLines: false,
  };
  return { plan, places, isEmpty: items.length === 0 && below.length === 0 };
}

function itemFitter<Item>(
  columns: readonly ListColumn<Item>[],
  { widths, mark }: { readonly widths: readonly number[]; readonly mark: string | undefined },
) {
  const rooms = widths.map(indentedRoom);
  return (item: Item) => {
    let height = rowHeight(1, fontSizes.text, rowPadding);
    const texts = columns.map(({ text: of, font = textFonts.plain }, index) => {
      if (of === undefined) return '';
      const { text, lines } = fitToLines(of(item), {
        font,
        room: rooms[index] ?? 1,
        lines: maxListLines,
        mark,
      });
      height = Math.max(height, rowHeight(lines, font.size, rowPadding));
      return text;
    });
    return { texts, height };
  };
}

/** Items under a row with a name; folded, they do not print. */
export type ListGroup = {
  readonly first: number;
  readonly items: number;
  readonly folded: boolean;
  readonly name: string;
};

function groupCells({ name, folded }: ListGroup, columns: readonly HeadColumn[]): readonly Cell[] {
  const value = folded ? `${name}: unfold with + at the left` : name;
  return columns.map(({ title }) =>
    title === 'Task' ? { value, style: groupStyles.name } : { style: groupStyles.band },
  );
}

const groupHeight = 16.5;

type ListLine =
  | { readonly kind: 'item'; readonly item: number; readonly hidden: boolean; readonly outline: number }
  | { readonly kind: 'group'; readonly group: ListGroup };

function listLines(items: number, groups: readonly ListGroup[]): readonly ListLine[] {
  const lines: ListLine[] = [];
  let next = 0;
  const addItems = (to: number, grouped: { readonly hidden: boolean; readonly outline: number }) => {
    for (; next < to; next += 1) lines.push({ kind: 'item', item: next, ...grouped });
  };
  for (const group of groups) {
    addItems(group.first, { hidden: false, outline: 0 });
    lines.push({ kind: 'group', group });
    addItems(group.first + group.items, { hidden: group.folded, outline: Number(group.folded) });
  }
  addItems(items, { hidden: false, outline: 0 });
  return lines;
}
