import { getOrInsert } from '#base/get-or-insert.ts';
import { windowDates } from '#lookahead/dates/window.ts';
import { noTaskPlanned, tasksElsewhere } from '#lookahead/report-words.ts';
import { peopleByPlace } from '#lookahead/resources/labour-and-plant.ts';
import { shiftTitles } from '#lookahead/tasks/select.ts';
import { sum } from '#workbook/layout/column-widths.ts';
import {
  breaksBetween,
  type PageBlock,
  pageRoom,
  rowPoints,
  type SheetOnPaper,
} from '#workbook/layout/page-breaks.ts';
import { screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { fontSizes, indentedRoomAcross, lineCount, rowHeight } from '#workbook/layout/text-width.ts';
import { maxSummaryTasks } from '#workbook/limits.ts';
import type { ShiftPlaces } from '#workbook/sheets/shift/shift-sheet.ts';
import { shiftColors } from '#workbook/theme/colors.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '#workbook/theme/sheet-context.ts';
import { notes } from '#workbook/theme/sheet-styles.ts';
import { summary, summaryHeights } from '#workbook/theme/summary-styles.ts';
import { summaryName, titleBlock } from '#workbook/theme/title-block.ts';
import { fixedRange } from '#workbook/xlsx/cell-references.ts';
import type { Area, Chart, Row, SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { changesTile, figureTiles, ppcTile, tileRows, tilesSection } from './figure-tiles.ts';
import { type PeopleSection, peopleTable, placesTable } from './people-table.ts';
import { missesTable, missingAnswers, ppcTable, subcontractorsTable } from './ppc-table.ts';
import {
  beside,
  heading,
  type Places,
  type Section,
  type SummaryContext,
  stacked,
  tableRow,
  together,
} from './sections.ts';
import { nameColumns, type Span, type SummaryGrid, summaryGrid } from './summary-grid.ts';
import { keyTasksHeight, keyTasksTable, newsTable, riskTable } from './task-lists.ts';

/** How many tasks and places the lists show. */
type Lengths = { readonly names: number; readonly places: number };

const shortest = 3;
/** Tried from the longest until the page fits; before the shortest, the key tasks have room too. */
const listLengths = [maxSummaryTasks.changes, 7, 6, 5, 4, shortest].map(
  (names): Lengths => ({ names, places: Math.min(names, maxSummaryTasks.places) }),
);
const shortestLists: Lengths = { names: shortest, places: 0 };

export function summarySheet(sheet: SheetContext, places: Places): SheetPlan {
  const { lookahead } = sheet;
  const grid = summaryGrid(lookahead.window);
  const busyPlaces = peopleByPlace(lookahead).toSorted((a, b) => b.total - a.total);
  const context: SummaryContext = { ...sheet, places, grid, names: nameColumns(lookahead, grid), busyPlaces };
  return sheetOf(context, ({ first, room }) => {
    const stale = staleRow(context, first);
    const tiles = first + stale.rows.length;
    const warnings = warningRows(context, tiles + tileRows);
    const top = tiles + tileRows + warnings.rows.length;
    const above = ({ peopleOfAll }: Questions) => [
      stale,
      tilesSection(figureTiles(lookahead, places, peopleOfAll), tiles, context.grid),
      warnings,
    ];
    const draw = (lengths: Lengths, last = none) => questions(context, { ...lengths, firstRow: top, last });
    const leftWith = (lengths: Lengths) => {
      const body = draw(lengths);
      return room - heightOf([...above(body), body]);
    };
    const lefts = new Map<Lengths, number>();
    const leftOf = (lengths: Lengths) => getOrInsert(lefts, lengths, leftWith);
    const fitting = (kept: number) => listLengths.find((lengths) => leftOf(lengths) >= kept);
    const lengths = fitting(keyTasksHeight(lookahead)) ?? fitting(0) ?? shortestLists;
    const keyTasks = keyTasksTable(context, leftOf(lengths));
    const body = draw(lengths, keyTasks);
    return [...above(body), body];
  });
}

const none: Section = { rows: [] };

export function emptySummarySheet(sheet: SheetContext): SheetPlan {
  const { lookahead } = sheet;
  const grid = summaryGrid(lookahead.window);
  const sentence = `${noTaskPlanned(lookahead)} for ${windowDates(lookahead.window)}${tasksElsewhere(lookahead)}.`;
  const ppc = lookahead.detail === 'full' ? [ppcTile(lookahead, undefined)] : [];
  const tiles = [...ppc, changesTile(lookahead, undefined)];
  const context = { ...sheet, grid };
  return sheetOf(context, ({ first }) => {
    const stale = staleRow(context, first);
    const said: Section = {
      rows: [
        { cells: [{ value: sentence, style: notes.big }], height: 48 },
        { cells: [], height: 6 },
      ],
    };
    const firstTile = first + stale.rows.length + said.rows.length;
    const measured = lookahead.ppc.kind !== 'not yet' || lookahead.changes;
    const figures = measured ? tilesSection(tiles, firstTile, grid) : { rows: [] };
    const below = firstTile + figures.rows.length;
    return [stale, said, figures, warningRows(context, below)];
  });
}

type FirstPage = {
  readonly first: number;
  readonly room: number;
};

function sheetOf(
  context: SheetContext & { readonly grid: SummaryGrid },
  draw: (page: FirstPage) => readonly Section[],
): SheetPlan {
  const { lookahead, paper, grid } = context;
  const { widths } = grid;
  const title = titleBlock(context, {
    sheet: 'Lookahead summary',
    figures: `times in ${lookahead.project.timeZone}`,
    widths,
    isSummary: true,
  });
  const first = title.rows.length + 1;
  const paged = { paper, widths, repeated: title.height };
  const sections = draw({ first, room: pageRoom(paged) });
  return {
    name: summaryName,
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      for (const section of sections) yield* section.rows;
    }),
    freeze: { row: first, column: 1 },
    ...together(sections),
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: title.rows.length },
      centered: true,
      breaksAfter: breaksOf(sections, { ...paged, firstRow: first }),
    }),
    zoom: screenZoom(widths),
    showGridLines: false,
  };
}

function heightOf(sections: readonly Section[]): number {
  return sum(sections.flatMap(({ rows }) => rowPoints(rows)));
}

/** Maximum rows of a table that is never split: the next page would not show its header. */
const maxUnsplitRows = 14;

function breaksOf(sections: readonly Section[], sheet: SheetOnPaper): readonly number[] {
  return heightOf(sections) <= pageRoom(sheet) ? [] : breaksBetween(sections.map(pageBlock), sheet);
}

function pageBlock({ rows }: Section): PageBlock {
  return {
    heights: rowPoints(rows),
    firstTogether: 4,
    lastTogether: 2,
    split: rows.length <= maxUnsplitRows ? 'never' : 'anywhere',
  };
}

type Questions = PeopleSection;

const maxLastWeekRows = 5;
const peopleChartRows = { min: 7, max: 16 } as const;

/**
 * The two sides of the page: news, risks and people by place at the left, last week and people by shift at the right.
 * @param page `names`: how many tasks each list has, but for what is at risk; `last`: below the tables at the left
 */
function questions(context: SummaryContext, page: Lengths & { firstRow: number; last: Section }): Questions {
  const { firstRow, names, last } = page;
  const news = newsTable(context, names);
  const risk = riskTable(context);
  const afterRisk = firstRow + news.rows.length + risk.rows.length;
  const places = placesTable(context, afterRisk, page.places);
  const left = stacked(firstRow, [() => news, () => risk, () => places, () => last]);
  const lastWeek = lastWeekSection(context, firstRow, names);
  const people = peopleTable(context, firstRow + lastWeek.rows.length);
  const above = lastWeek.rows.length + people.rows.length;
  const chart = (top: number) => peopleChartSection(context, top, left.rows.length - above);
  const right = stacked(firstRow, [() => lastWeek, () => people, chart]);
  return { ...beside(left, right), peopleOfAll: people.peopleOfAll };
}

function lastWeekSection(context: SummaryContext, firstRow: number, names: number): Section {
  const maxRows = Math.min(names, maxLastWeekRows);
  return stacked(firstRow, [
    () => ppcTable(context),
    () => missingAnswers(context),
    () => missesTable(context, maxRows),
    () => subcontractorsTable(context, maxRows),
  ]);
}

function peopleChartSection(context: SummaryContext, top: number, free: number): Section {
  const { min, max } = peopleChartRows;
  const rows = Math.min(max, Math.max(min, free));
  const { from, to } = context.grid.right;
  const charts = peopleChart(context, { top, left: from, bottom: top + rows - 1, right: to });
  return charts.length === 0 ? { rows: [] } : { rows: emptyRows(rows), charts };
}

function emptyRows(count: number): readonly Row[] {
  return Array.from({ length: count }, () => ({ cells: [], height: summaryHeights.line }));
}

type Gridded = Pick<SummaryContext, 'lookahead' | 'grid'>;

function staleRow({ lookahead, grid }: Gridded, firstRow: number): Section {
  const { stale } = lookahead;
  return stale === undefined ? { rows: [] } : sentences([stale], grid, firstRow);
}

function sentences(texts: readonly string[], { widths, whole }: SummaryGrid, firstRow: number): Section {
  const page = indentedRoomAcross(widths);
  return {
    rows: texts.map((text) => sentenceRow(text, whole, page)),
    merges: texts.map((_text, index) => {
      const row = firstRow + index;
      return { top: row, left: 1, bottom: row, right: whole.to };
    }),
  };
}

/** Near the top, because warnings qualify every figure. Each sentence wraps across the page. */
function warningRows({ lookahead, grid }: Gridded, firstRow: number): Section {
  const { warnings } = lookahead;
  if (warnings.length === 0) return { rows: [] };
  const said = sentences(warnings, grid, firstRow + 1);
  return { ...said, rows: [heading('Please note', grid.whole), ...said.rows] };
}

function sentenceRow(sentence: string, span: Span, page: number): Row {
  const shown = sentence.length > 600 ? `${sentence.slice(0, 600)}…` : sentence;
  const sign = `▲ ${shown}`;
  const lines = lineCount(sign, { size: fontSizes.note, bold: true }, page);
  return tableRow(span, [{ value: sign, style: summary.warning }], {
    filler: summary.warning,
    height: rowHeight(lines, fontSizes.note, 4),
  });
}

/** Of all rows, whatever a filter shows. No chart if nobody is planned. */
function peopleChart({ lookahead, places }: SummaryContext, area: Area): readonly Chart[] {
  const { days, window } = lookahead;
  const shown = places.shifts.flatMap((place) => {
    const people = lookahead.shifts.find(({ shift }) => shift === place.shift)?.peoplePerDay ?? [];
    return people.some((count) => count > 0) ? [{ place, people }] : [];
  });
  const [first] = shown;
  if (first === undefined) return [];
  const rowOf = ({ sheet, firstDay }: ShiftPlaces, row: number) =>
    fixedRange(sheet, { top: row, left: firstDay, bottom: row, right: firstDay + days.length - 1 });
  return [
    {
      area,
      kind: 'columns',
      alternative: `People on each day of ${windowDates(window)}, stacked by shift`,
      categories: {
        reference: rowOf(first.place, first.place.headerRow),
        values: days.map(({ day }) => day),
      },
      series: shown.map(({ place, people }) => ({
        name: shiftTitles[place.shift],
        color: shiftColors[place.shift],
        reference: rowOf(place, place.peopleRow),
        values: people,
      })),
      // As in the table above: a programme's hours may give half a person, and a day without people is left blank.
      numberFormat: shown.every(({ people }) => people.every(Number.isInteger))
        ? '#,##0;-#,##0;'
        : '#,##0.0;-#,##0.0;',
    },
  ];
}
