/** A sheet with a list that people filter, sort and write in: a row for each item, under one header. */
import { sum } from '#base/sum.ts';
import { weeksTitle } from '#lookahead/dates/window.ts';
import {
  heightLeftForRows,
  type PageBlock,
  pageBreaksBetween,
  repeatedRowsHeight,
  rowHeightsInPoints,
} from '#workbook/layout/page-breaks.ts';
import { listDensityOf, maxCharactersAcross, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { wholeTextOnTasksMark } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedTextRoomInColumn, rowHeight } from '#workbook/layout/text-width.ts';
import { fitColumns, type ItemColumn } from '#workbook/table/column.ts';
import { type TableRowLayout, tableRowDrawer, textRow } from '#workbook/table/table.ts';
import { headerRows } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { reiterableRows, type SheetContext } from '#workbook/theme/sheet-context.ts';
import { columnHeadStyle, groupRowStyles, headingStyle, tableCellStyles } from '#workbook/theme/styles.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { absoluteColumnRange, sameSheetColumnRange } from '#workbook/xlsx/cell-references.ts';
import type { Cell, CellValidation, Chart, SheetPlan, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { allRowsText, maxLinesOfListText } from './counting-formulas.ts';
import { withTitleOfHiddenColumn } from './task-columns.ts';

/** The positions of the rows of a list, and the numbers of its columns by their titles. */
export type ListPositions = {
  readonly sheet: string;
  readonly rows: { readonly first: number; readonly last: number } | undefined;
  readonly columns: ReadonlyMap<string, number>;
};

export function listColumnRange(places: ListPositions, title: string): string | undefined {
  const column = places.columns.get(title);
  return places.rows && column !== undefined
    ? absoluteColumnRange(places.sheet, column, places.rows)
    : undefined;
}

export function columnNumberOf({ columns }: ListPositions, title: string): number {
  return columns.get(title) ?? 1;
}

/** Returns a function that gives the range of a column by its title, for formulas on the sheet of the list. */
export function createSameSheetRangeFinder(places: ListPositions): (title: string) => string {
  const rows = places.rows ?? { first: 1, last: 1 };
  return (title) => sameSheetColumnRange(columnNumberOf(places, title), rows);
}

export const listRowLayout = {
  lines: maxLinesOfListText,
  mark: ' …',
  height: rowHeight(1, fontSizes.text, 3.5),
  padding: 3.5,
  headHeight: 18,
} as const satisfies TableRowLayout & { readonly headHeight: number };

export const listHeadingHeight = 34;

export function totalsHeadingRow(text: string, column: number): SheetRow {
  return textRow(`${text}, ${allRowsText}`, { column, height: listHeadingHeight });
}

/** Columns of a list that fit on its page, their widths, and where its rows are. */
export type ListColumnsAndPositions<Own, Item = never> = {
  readonly columns: readonly Own[];
  readonly widths: readonly number[];
  readonly places: ListPositions;
  /** The positions of consecutive items, including the rows between them that name groups. */
  readonly placesOf: (items: readonly Item[]) => ListPositions;
};

/**
 * Tables above the list. If they are under its header, they have its columns; the last table is then the heading of the
 * list, below which the titles of the columns are repeated. If they are under the title of the sheet, they have heads
 * of their own: no page breaks inside a table, and further pages repeat only the name and the header of the list.
 */
export type TablesAbove<Own, Item> = {
  readonly under: 'header' | 'title';
  readonly draw: (
    list: ListColumnsAndPositions<Own, Item>,
    firstRow: number,
  ) => readonly (readonly SheetRow[])[];
  readonly charts?:
    | ((list: ListColumnsAndPositions<Own, Item>, firstRow: number) => readonly Chart[])
    | undefined;
};

/** Consecutive items under a row with a name. Folded items are not printed. */
export type ListGroup<Item> = {
  readonly items: readonly Item[];
  readonly folded: boolean;
  readonly name: string;
};

export type ListSheet = {
  readonly plan: SheetPlan;
  readonly places: ListPositions;
  readonly isEmpty: boolean;
};

/** Without an empty row, a filter or a sort treats the table below as part of the list. */
const emptyRow: SheetRow = { cells: [], height: 4.5 };
const listNameHeight = 24;
const groupHeight = 16.5;

export function listSheet<Item, Own extends ItemColumn<Item> = ItemColumn<Item>>(
  context: SheetContext,
  list: {
    readonly name: string;
    readonly figures: string;
    readonly columns: readonly Own[];
    /** Folded columns to the right of the printed ones. */
    readonly folded?: readonly Own[] | undefined;
    readonly items: readonly Item[];
    /** The id of an item's task, in a hidden column: what people write in the row can be read back for that task. */
    readonly id: (item: Item) => string;
    readonly freezeAfter: number;
    readonly groups?: readonly ListGroup<Item>[] | undefined;
    readonly above?: TablesAbove<Own, Item> | undefined;
    /** Draws a table below the list. No page breaks inside this table. */
    readonly below?:
      | ((list: ListColumnsAndPositions<Own>, firstRow: number) => readonly SheetRow[])
      | undefined;
  },
): ListSheet & Pick<ListColumnsAndPositions<Own, Item>, 'placesOf'> {
  const { items, groups = [], above, name } = list;
  const { paper, lookahead } = context;
  const isEmptyList = items.length === 0;
  const hasIds = !isEmptyList && lookahead.detail === 'full';
  const density = listDensityOf(paper, list.columns.filter(({ day }) => day).length);
  const groupOf = new Map(groups.flatMap((group) => group.items.map((item) => [item, group] as const)));
  const hidden = items.map((item) => groupOf.get(item)?.folded === true);
  const lines = items.flatMap((item, index): readonly ListLine<Item>[] => {
    const group = groupOf.get(item);
    return group?.items[0] === item ? [{ index, group }, { index }] : [{ index }];
  });
  const lineOf = new Map(lines.map(({ index }, line) => [items[index], line]));
  const { columns, widths } = fitColumns<Item, Own>(
    list.columns,
    items,
    // Folded rows are not printed, so widths do not depend on them.
    {
      across: (count) => maxCharactersAcross(paper, density, count),
      isMeasured: (item) => hidden[item] === false,
    },
  );
  const folded = isEmptyList ? [] : (list.folded ?? []);
  const all = [...columns, ...folded];
  const firstFolded = columns.length + Number(hasIds) + 1;
  const numberOf = (index: number) =>
    index < columns.length ? index + 1 : firstFolded + index - columns.length;
  const title = titleBlock(context, { sheet: name, figures: list.figures, widths });
  const header = isEmptyList ? [] : headerRows(columns, widths, lookahead.reportDay);
  const isUnderHeader = above?.under === 'header';
  const isUnderTitle = above?.under === 'title';
  const upper = [...title.rows, ...(isUnderHeader ? header : [])];
  const ownHeader = isUnderHeader ? header.slice(-1) : header;
  const listAt = (rows: ListPositions['rows']): ListColumnsAndPositions<Own, Item> => {
    const places = {
      sheet: name,
      rows,
      columns: new Map(all.map((column, index) => [column.title, numberOf(index)])),
    };
    const placesOf = (own: readonly Item[]) => {
      const [from, to] = [lineOf.get(own[0]), lineOf.get(own.at(-1))];
      const isNone = rows === undefined || from === undefined || to === undefined;
      return { ...places, rows: isNone ? undefined : { first: rows.first + from, last: rows.first + to } };
    };
    return { columns, widths, places, placesOf };
  };
  const drawAbove = (rows: ListPositions['rows']) =>
    (above?.draw(listAt(rows), upper.length + 1) ?? []).filter((table) => table.length > 0);
  const listName = [lookahead.project.name, weeksTitle(lookahead.window), name].join(' · ');
  /** Row with the name of the list. Further pages repeat it instead of the title, which is above the tables. */
  const named = isUnderTitle
    ? [{ cells: [{ value: listName, style: headingStyle }], height: listNameHeight }]
    : [];
  // The tables are drawn twice: they refer to rows below them, which depend on how many rows the tables have.
  const countAbove = drawAbove({ first: 1, last: 1 }).flat().length;
  const headerRow = upper.length + countAbove + named.length + ownHeader.length;
  const first = headerRow + 1;
  const last = headerRow + lines.length;
  const table = listAt(isEmptyList ? undefined : { first, last });
  const mark = context.taskRows.rowOf.size > 0 ? wholeTextOnTasksMark : ' …';
  const listRows = tableRowDrawer(all, {
    rooms: widths.map(indentedTextRoomInColumn),
    look: { ...listRowLayout, mark },
  });
  const fitted = items.map(listRows.fit);
  const tablesAbove = drawAbove(table.places.rows);
  const below = list.below?.(table, last + 2) ?? [];
  const gaps = below.length === 0 ? [] : [emptyRow];
  const heights = lines.map(({ index, group }) =>
    group ? groupHeight : hidden[index] ? 0 : (fitted[index]?.height ?? 0),
  );
  const listHeights = [...heights, ...rowHeightsInPoints(gaps)];
  const repeated = repeatedRowsHeight(title, header);
  // The table below has its own heads: if the list takes one page, its header is not repeated over that table.
  const isOnePage =
    !above && below.length > 0 && sum(listHeights) <= heightLeftForRows({ paper, widths, repeated });
  const frozen = above ? upper.length : headerRow;
  const titleRows = isUnderTitle
    ? { first: headerRow - named.length, last: headerRow }
    : { first: 1, last: isOnePage ? title.rows.length : frozen };
  const lead = [
    ...(isUnderHeader ? tablesAbove.slice(-1).flat() : named),
    ...(above || isOnePage ? ownHeader : []),
  ];
  const block = (
    points: readonly number[],
    firstTogether: number,
    split: PageBlock['split'] = 'anywhere',
  ): PageBlock => ({ heights: points, firstTogether, lastTogether: 2, split });
  const [firstTable = [], ...otherTables] = tablesAbove.slice(0, isUnderHeader ? -1 : undefined);
  const breaksAfter = pageBreaksBetween(
    [
      ...(isUnderHeader ? [block(rowHeightsInPoints(firstTable), 3)] : []),
      ...(isUnderTitle
        ? [block(rowHeightsInPoints([...upper, ...firstTable]), upper.length + 3, 'never')]
        : []),
      ...otherTables.map((rows) => block(rowHeightsInPoints(rows), 3, isUnderTitle ? 'never' : 'anywhere')),
      block([...rowHeightsInPoints(lead), ...listHeights], lead.length + 2),
      ...(below.length === 0 ? [] : [block(rowHeightsInPoints(below), 4, 'never')]),
    ],
    {
      paper,
      widths,
      repeated: isUnderTitle ? 0 : isOnePage ? title.height : repeated,
      continuedHeight: isUnderTitle ? repeated - title.height + listNameHeight : 0,
      firstRow: isUnderTitle ? 1 : titleRows.last + 1,
    },
  );
  const plan: SheetPlan = {
    name,
    columns: [
      ...widths.map((width) => ({ width })),
      ...(hasIds ? [{ width: 14, hidden: true }] : []),
      ...folded.map(({ width }) => ({ width: width.max, outline: 1, hidden: true })),
    ],
    rows: reiterableRows(function* () {
      yield* upper;
      yield* tablesAbove.flat();
      yield* named;
      const foldedHeads = folded.map(
        ({ title: value }): Cell => ({ value, style: columnHeadStyle('left', false) }),
      );
      for (const row of hasIds ? withTitleOfHiddenColumn(ownHeader, 'Task id') : ownHeader)
        yield { ...row, cells: [...row.cells, ...foldedHeads] };
      for (const [line, { index, group }] of lines.entries()) {
        if (group !== undefined) {
          yield { cells: groupCells(group, columns), height: groupHeight, folded: group.folded };
          continue;
        }
        const [item, own, isHidden] = [items[index], fitted[index], hidden[index]];
        if (item === undefined || own === undefined) continue;
        const cells = listRows.draw(item, own.texts, { row: first + line, rows: { first, last } });
        if (hasIds) cells.splice(columns.length, 0, { value: list.id(item), style: tableCellStyles.id });
        yield { cells, height: own.height, outline: Number(isHidden), hidden: isHidden };
      }
      yield* gaps;
      yield* below;
    }),
    outlineLevels: groupOf.size === 0 && !above ? 0 : 1,
    pictures: title.pictures,
    charts: above?.charts?.(table, upper.length + 1),
    print: printSetup(context, {
      widths,
      titleRows,
      area:
        folded.length === 0
          ? undefined
          : { top: 1, left: 1, bottom: last + gaps.length + below.length, right: columns.length },
      breaksAfter,
    }),
    zoom: screenZoom(widths, columns.findIndex(({ day }) => day) + 1 || undefined),
    showGridLines: false,
    ...(!isEmptyList && {
      freeze: { row: frozen + 1, column: list.freezeAfter + 1 },
      // The filter also covers hidden ids and folded columns, so that sorting moves them with their rows.
      autoFilter: { top: headerRow, left: 1, bottom: last, right: firstFolded + folded.length - 1 },
      validations: validationsOf(columns, { first, last }),
    }),
  };
  return { plan, places: table.places, placesOf: table.placesOf, isEmpty: isEmptyList && below.length === 0 };
}

function validationsOf<Item>(
  columns: readonly ItemColumn<Item>[],
  { first, last }: { readonly first: number; readonly last: number },
): readonly CellValidation[] {
  return columns.flatMap(({ input }, index) =>
    input === undefined
      ? []
      : [{ area: { top: first, left: index + 1, bottom: last, right: index + 1 }, ...input }],
  );
}

function groupCells<Item>(
  { name, folded }: ListGroup<Item>,
  columns: readonly ItemColumn<Item>[],
): readonly Cell[] {
  const value = folded ? `${name}: unfold with + at the left` : name;
  return columns.map(({ title }) =>
    title === 'Task' ? { value, style: groupRowStyles.name } : { style: groupRowStyles.empty },
  );
}

/** A row of the list: an item, or the name of the group that begins with it. */
type ListLine<Item> = { readonly index: number; readonly group?: ListGroup<Item> };
