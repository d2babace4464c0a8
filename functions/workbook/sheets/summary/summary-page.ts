/** The page of Summary: two sides with fixed columns, and their sections. It fits on a laptop's screen unscaled. */
import { sum } from '#base/sum.ts';
import { palette } from '#display/colors.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { ResourceLine } from '#lookahead/resources/labour-and-plant.ts';
import { groupedNumberText } from '#lookahead/text/quantity-text.ts';
import { fitToLines } from '#workbook/layout/shorten-text.ts';
import { indentedTextRoomAcross, textFonts } from '#workbook/layout/text-width.ts';
import type { LastWeekPositions } from '#workbook/sheets/last-week/last-week-sheet.ts';
import type { ListPositions } from '#workbook/sheets/list-sheet.ts';
import type { ResourcesRowPositions } from '#workbook/sheets/resources-sheet.ts';
import type { ShiftPositions } from '#workbook/sheets/shift/shift-sheet.ts';
import {
  cellsStartingAtColumn,
  drawTable,
  rowsSideBySide,
  type Table,
  textRow,
} from '#workbook/table/table.ts';
import { sheetColors } from '#workbook/theme/colors.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { tableCellStyles, withoutWrapping } from '#workbook/theme/styles.ts';
import {
  type Cell,
  type CellArea,
  type Chart,
  type ColorScale,
  columnPadding,
  pixelsPerCharacter,
  type SheetRow,
} from '#workbook/xlsx/sheet-plan.ts';

export type RowPositionsBySheet = {
  readonly shifts: readonly ShiftPositions[];
  readonly tasks: ListPositions;
  readonly readiness: ListPositions;
  readonly changes: ListPositions;
  readonly lastWeek: LastWeekPositions;
  readonly resources: ResourcesRowPositions | undefined;
};

/** Adjacent columns of the page, and the widths of all its columns. */
export type PageSide = {
  readonly first: number;
  readonly columns: number;
  readonly widths: readonly number[];
};

export type SummaryPageSides = Readonly<Record<'whole' | 'left' | 'right', PageSide>>;

export type SummaryContext = SheetContext & {
  readonly places: RowPositionsBySheet;
  readonly page: SummaryPageSides;
  /** Places, those with the most people first. */
  readonly busyPlaces: readonly ResourceLine[];
};

/** Widths of columns in pixels. The whole page has 1,300. */
const leftPixels = [106, ...new Array<number>(11).fill(54), 60];
const gapPixels = 18;
const rightPixels = {
  /** Columns for a name, the days of a week, and their total. */
  week: [90, ...new Array<number>(8).fill(54)],
  /** Columns for a week, its days, and up to five shifts. */
  weeks: [90, ...new Array<number>(12).fill(36)],
} as const;

export function summaryPageSides({ weeks }: Window): SummaryPageSides {
  const right = weeks > 1 ? rightPixels.weeks : rightPixels.week;
  const pixels = [...leftPixels, gapPixels, ...right];
  const widths = pixels.map((each) => (each - columnPadding) / pixelsPerCharacter);
  return {
    whole: { first: 1, columns: pixels.length, widths },
    left: { first: 1, columns: leftPixels.length, widths },
    right: { first: leftPixels.length + 2, columns: right.length, widths },
  };
}

/** Rows are lower than on other sheets, so that Summary fits on one page of A4. */
export const summaryRowLayout = {
  lines: 1,
  mark: ' …',
  height: 14.25,
  padding: 3.5,
  headHeight: 15,
} as const;
export const summaryHeadingHeight = 18.75;

export type SummarySection = {
  readonly rows: readonly SheetRow[];
  readonly merges?: readonly CellArea[];
  readonly colorScales?: readonly ColorScale[];
  readonly charts?: readonly Chart[];
};

export type DrawSummarySection = (firstRow: number) => SummarySection;
export const emptySection: DrawSummarySection = () => ({ rows: [] });

export function stackSections(firstRow: number, parts: readonly DrawSummarySection[]): SummarySection {
  const rows: SheetRow[] = [];
  const sections = parts.map((draw) => {
    const section = draw(firstRow + rows.length);
    rows.push(...section.rows);
    return section;
  });
  return { ...mergeSections(sections), rows };
}

export function sectionsSideBySide(left: SummarySection, right: SummarySection): SummarySection {
  return { ...mergeSections([left, right]), rows: rowsSideBySide([left.rows, right.rows]) };
}

function mergeSections(sections: readonly SummarySection[]): Omit<SummarySection, 'rows'> {
  return {
    merges: sections.flatMap(({ merges = [] }) => merges),
    colorScales: sections.flatMap(({ colorScales = [] }) => colorScales),
    charts: sections.flatMap(({ charts = [] }) => charts),
  };
}

/** Row with a cell whose text runs over the other columns of a side. */
export function rowAcrossSide(side: PageSide, own: Cell, height: number = summaryRowLayout.height): SheetRow {
  const after = new Array<Cell>(side.columns - 1).fill({ style: own.style });
  return { cells: cellsStartingAtColumn(side.first, [own, ...after]), height };
}

export function summaryHeadingRow({ first }: PageSide, text: string): SheetRow {
  return textRow(text, { column: first, height: summaryHeadingHeight });
}

/** Width for a text across all columns of a side, in points. */
export function textRoomAcrossSide({ widths, first, columns }: PageSide): number {
  return indentedTextRoomAcross(widths.slice(first - 1, first - 1 + columns));
}

/** Section with a sentence instead of a table, shortened to one line, under a heading if there is one. */
export function sentenceSection(side: PageSide, text: string, title?: string): DrawSummarySection {
  const style = withoutWrapping(tableCellStyles.detail);
  const { text: value } = fitToLines(text, {
    ...summaryRowLayout,
    font: textFonts.plain,
    room: textRoomAcrossSide(side),
  });
  const line = rowAcrossSide(side, { value, style });
  return () => ({ rows: title === undefined ? [line] : [summaryHeadingRow(side, title), line] });
}

/** Section with a table as wide as its side of the page, under a heading if there is one. */
export function sideTableSection<Item>(
  side: PageSide,
  table: Omit<Table<Item>, 'folded' | 'heading'> & {
    readonly heading?: string | undefined;
    /** Title of the column that covers the remaining columns of the side; by default, an empty column covers them. */
    readonly widest?: string;
    /** First and last columns of figures that are coloured by their size. Each group has a scale of its own. */
    readonly heat?: readonly (readonly [left: number, right: number])[];
    readonly more?: Cell | undefined;
  },
): DrawSummarySection {
  const { heat = [], more, widest } = table;
  const heading =
    table.heading === undefined ? undefined : { text: table.heading, height: summaryHeadingHeight };
  const free = side.columns - sum(table.columns.map(({ span = 1 }) => span));
  const columns =
    widest === undefined && free > 0
      ? [...table.columns, { title: '', span: free }]
      : table.columns.map((own) => (own.title === widest ? { ...own, span: (own.span ?? 1) + free } : own));
  return (firstRow) => {
    const place = { ...side, row: firstRow, column: side.first, look: summaryRowLayout };
    const top = firstRow + (heading ? 2 : 1);
    const body = { top, bottom: top + table.rows.length - 1 };
    return {
      rows: [
        ...drawTable({ ...table, heading, columns }, place).rows,
        ...(more ? [rowAcrossSide(side, more)] : []),
      ],
      colorScales: heat.map(([left, right]) => ({
        areas: [{ ...body, left, right }],
        low: palette.paper,
        high: sheetColors.heatHigh,
      })),
    };
  };
}

/**
 * Cell below a shortened table: `and 12 more: see Tasks`.
 * @param sheet with the other rows; undefined if the report has no such sheet
 */
export function moreRowsCell(more: number, sheet?: string): Cell | undefined {
  if (more <= 0) return undefined;
  const text = `and ${groupedNumberText(more)} more`;
  return sheet === undefined
    ? { value: text, style: withoutWrapping(tableCellStyles.detail) }
    : sheetLink(`${text}: see ${sheet}`, sheet);
}

/** The same as `moreRowsCell`, but with a link to the list even if no rows are left out. */
export function moreRowsLinkCell({ rows, sheet }: ListPositions, more: number): Cell | undefined {
  return moreRowsCell(more, rows && sheet) ?? (rows && sheetLink(`See ${sheet}`, sheet));
}

function sheetLink(text: string, sheet: string): Cell {
  return { value: { text, sheet, cell: 'A1' }, style: withoutWrapping(tableCellStyles.link) };
}
