import { getOrInsert } from '#base/get-or-insert.ts';
import { sum } from '#base/sum.ts';
import { windowDatesText } from '#lookahead/dates/window.ts';
import { noTaskPlannedText, tasksOutsideWindowText } from '#lookahead/report-words.ts';
import { peopleLinesByPlace } from '#lookahead/resources/labour-and-plant.ts';
import { heightLeftForRows, pageBreaksBetween, rowHeightsInPoints } from '#workbook/layout/page-breaks.ts';
import { screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { fontSizes, lineCount, rowHeight } from '#workbook/layout/text-width.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { noTasksSentenceStyle, tableCellStyles } from '#workbook/theme/styles.ts';
import { summarySheetName, titleBlock } from '#workbook/theme/title-block.ts';
import type { SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { lastWeekTables } from './last-week-tables.ts';
import { busiestLocationsTable, type PeopleSection, peopleChart, peopleTable } from './people-tables.ts';
import {
  type DrawSummarySection,
  emptySection,
  type PageSide,
  type RowPositionsBySheet,
  rowAcrossSide,
  type SummaryContext,
  type SummaryPageSides,
  type SummarySection,
  sectionsSideBySide,
  stackSections,
  summaryHeadingRow,
  summaryPageSides,
  textRoomAcrossSide,
} from './summary-page.ts';
import { keyTasksTable, minKeyTasksHeight, newsTable, riskTable } from './tasks-tables.ts';
import { changesTile, figureTiles, ppcTile, tilesSection } from './tiles.ts';

/** Numbers of rows that are tried for each list except *What is at risk*, until the page has room for all lists. */
const listLengths = [8, 7, 6, 5, 4, 3];
const shortest = 3;
/**
 * Maximum number of places with the most people on the Summary.
 * @tunable
 */
const maxPlaces = 5;
const maxLastWeekRows = 5;

type LeftSideLists = { readonly names: number; readonly places: number; readonly last: DrawSummarySection };

export function summarySheet(sheet: SheetContext, places: RowPositionsBySheet): SheetPlan {
  const { lookahead } = sheet;
  const page = summaryPageSides(lookahead.window);
  const busyPlaces = peopleLinesByPlace(lookahead).toSorted((a, b) => b.total - a.total);
  const context = { ...sheet, places, page, busyPlaces };
  return summarySheetPlan(sheet, page, (firstRow, pagePoints) => {
    const above = (peopleOfAll: string) =>
      stackSections(
        firstRow,
        withWarnings(sheet, page, [tilesSection(figureTiles(lookahead, places, peopleOfAll), page)]),
      );
    const upper = above('').rows;
    const draw = (lists: LeftSideLists) => drawBothSides(context, firstRow + upper.length, lists);
    const rooms = new Map<number, number>();
    const roomBelow = (names: number) =>
      getOrInsert(rooms, names, () => {
        const { rows } = draw({ names, places: maxPlaces, last: emptySection });
        return pagePoints - sum(rowHeightsInPoints([...upper, ...rows]));
      });
    const longest = (room: number) => listLengths.find((names) => roomBelow(names) >= room);
    const hasKeyTasks = lookahead.tasks.some(({ key }) => key);
    const names = longest(hasKeyTasks ? minKeyTasksHeight : 0) ?? longest(0);
    const body =
      names === undefined
        ? draw({ names: shortest, places: 0, last: emptySection })
        : draw({ names, places: maxPlaces, last: keyTasksTable(context, roomBelow(names)) });
    return stackSections(firstRow, [() => above(body.peopleOfAll), () => body]);
  });
}

/**
 * The two sides of the page: news, risks and people by place at the left, last week and people by shift at the right.
 * @param lists `names`: maximum number of rows of a list; `places`: maximum number of places; `last`: section below the
 * tables at the left
 */
function drawBothSides(
  context: SummaryContext,
  firstRow: number,
  { names, places, last }: LeftSideLists,
): PeopleSection {
  const left = stackSections(firstRow, [
    newsTable(context, names),
    riskTable(context),
    busiestLocationsTable(context, Math.min(names, places)),
    last,
  ]);
  const lastWeek = stackSections(firstRow, lastWeekTables(context, Math.min(names, maxLastWeekRows)));
  const people = peopleTable(context, firstRow + lastWeek.rows.length);
  const free = left.rows.length - lastWeek.rows.length - people.rows.length;
  const right = stackSections(firstRow, [() => lastWeek, () => people, peopleChart(context, free)]);
  return { ...sectionsSideBySide(left, right), peopleOfAll: people.peopleOfAll };
}

export function emptySummarySheet(sheet: SheetContext): SheetPlan {
  const { lookahead } = sheet;
  const page = summaryPageSides(lookahead.window);
  const value = `${noTaskPlannedText(lookahead)} for ${windowDatesText(lookahead.window)}${tasksOutsideWindowText(lookahead)}.`;
  const announced: DrawSummarySection = () => ({
    rows: [
      { cells: [{ value, style: noTasksSentenceStyle }], height: 48 },
      { cells: [], height: 6 },
    ],
  });
  const ppc = lookahead.detail === 'full' ? [ppcTile(lookahead, undefined)] : [];
  const hasFigures = lookahead.ppc.kind !== 'not yet' || lookahead.changes;
  const tiles = hasFigures ? tilesSection([...ppc, changesTile(lookahead, undefined)], page) : emptySection;
  return summarySheetPlan(sheet, page, (firstRow) =>
    stackSections(firstRow, withWarnings(sheet, page, [announced, tiles])),
  );
}

/** @param draw gets the first row below the title, and the height in points that the first page has from there on */
function summarySheetPlan(
  context: SheetContext,
  { whole: { widths } }: SummaryPageSides,
  draw: (firstRow: number, room: number) => SummarySection,
): SheetPlan {
  const { lookahead, paper } = context;
  const title = titleBlock(context, {
    sheet: 'Lookahead summary',
    figures: `times in ${lookahead.project.timeZone}`,
    widths,
    isSummary: true,
  });
  const firstRow = title.rows.length + 1;
  const paged = { paper, widths, repeated: title.height, firstRow };
  const { rows, ...drawn } = draw(firstRow, heightLeftForRows(paged));
  return {
    name: summarySheetName,
    columns: widths.map((width) => ({ width })),
    rows: [...title.rows, ...rows],
    freeze: { row: firstRow, column: 1 },
    ...drawn,
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: title.rows.length },
      centered: true,
      breaksAfter: pageBreaksBetween(
        [{ heights: rowHeightsInPoints(rows), firstTogether: 4, lastTogether: 2, split: 'anywhere' }],
        paged,
      ),
    }),
    zoom: screenZoom(widths),
    showGridLines: false,
  };
}

/** Warnings are near the top, because they qualify every figure. */
function withWarnings(
  { lookahead: { stale, warnings } }: SheetContext,
  { whole }: SummaryPageSides,
  figures: readonly DrawSummarySection[],
): readonly DrawSummarySection[] {
  const title: DrawSummarySection = () => ({ rows: [summaryHeadingRow(whole, 'Please note')] });
  return [
    ...(stale === undefined ? [] : [warning(whole, stale)]),
    ...figures,
    ...(warnings.length === 0 ? [] : [title, ...warnings.map((text) => warning(whole, text))]),
  ];
}

const maxWarning = 600;

/** Section with a warning, which wraps across the page. */
function warning(whole: PageSide, text: string): DrawSummarySection {
  const value = `▲ ${text.length > maxWarning ? `${text.slice(0, maxWarning)}…` : text}`;
  const style = tableCellStyles.warning;
  const font = { size: fontSizes.note, bold: true };
  const height = rowHeight(lineCount(value, font, textRoomAcrossSide(whole)), font.size, 4);
  return (top) => ({
    rows: [rowAcrossSide(whole, { value, style }, height)],
    merges: [{ top, left: 1, bottom: top, right: whole.columns }],
  });
}
