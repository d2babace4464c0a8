/** The first sheet: the window in figures, which are formulas over the other sheets where possible. */

import { windowDates } from '../../../lookahead/dates/window.ts';
import { noTaskPlanned } from '../../../lookahead/report-words.ts';
import { shareWidth } from '../../layout/column-sizing.ts';
import { breaksBetween, type PageBlock, pageRoom } from '../../layout/page-breaks.ts';
import { charactersAcross, densityOf } from '../../layout/paper-and-margins.ts';
import { screenZoom } from '../../layout/screen-zoom.ts';
import { printSetup } from '../../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../../theme/sheet-context.ts';
import { lineHeight, notes } from '../../theme/sheet-styles.ts';
import { titleBlock } from '../../theme/title-block.ts';
import type { Row, SheetPlan } from '../../xlsx/sheet-plan.ts';
import { changesTable, columnsBesideStatus, delaysTable } from './changes-and-delays.ts';
import { dayTable } from './day-table.ts';
import { changesTile, figureTiles, ppcTile, tileRows, tilesSection } from './figure-tiles.ts';
import { beside, type Places, type Section, type SummaryContext, summaryColumns } from './sections.ts';
import { type StatusSection, statusTable } from './status-table.ts';
import { keyTasksTable, notReadyTable } from './task-lists.ts';
import { rejectedItemsTable, warningRows } from './warnings-and-rejected-items.ts';

const gap: Row = { cells: [], height: 6 };

/** Answers in this order: how much work, how ready, on which days, which key tasks, what is not ready. */
export function summarySheet(sheet: SheetContext, places: Places): SheetPlan {
  const widths = summaryWidths(sheet);
  const context = { ...sheet, places, widths };
  return sheetOf(context, ({ first, room }) => {
    const warnings = warningRows(context, first + tileRows);
    const top = first + tileRows + warnings.rows.length;
    const counts = statusTable(context, top);
    const status = statusWithChanges(context, counts, top);
    const days = dayTable(context, top + status.rows.length);
    const tiles = tilesSection(figureTiles(sheet.lookahead, places, { ...counts, ...days }), first, widths);
    const afterDays = top + status.rows.length + days.rows.length;
    const others = [tiles, warnings, status, days, notReadyWithDelays(context, counts, afterDays)];
    const keys = keyTasksTable(context, room - others.reduce((sum, section) => sum + heightOf(section), 0));
    const last = notReadyWithDelays(context, counts, afterDays + keys.rows.length);
    return [tiles, warnings, status, days, keys, last, rejectedItemsTable(context)];
  });
}

/** Changes beside the statuses, or delays in a first issue; nothing where the statuses take the whole width. */
function statusWithChanges(context: SummaryContext, status: StatusSection, row: number): Section {
  const span = columnsBesideStatus(status.columns);
  if (span === undefined) return status;
  const changes = changesTable(context, span);
  if (changes) return beside(status, changes);
  const delays = delaysTable(context, row, span);
  return delays === undefined ? status : beside(status, delays);
}

/** What is not ready, and beside it the delays, unless those are beside the statuses. */
function notReadyWithDelays(context: SummaryContext, status: StatusSection, row: number): Section {
  const { lookahead } = context;
  const delaysShownAbove =
    lookahead.changes === undefined && columnsBesideStatus(status.columns) !== undefined;
  const delays = delaysShownAbove ? undefined : delaysTable(context, row, { from: 1, to: 3 });
  if (delays === undefined) return notReadyTable(context, { from: 1, to: summaryColumns });
  return beside(delays, notReadyTable(context, { from: 5, to: summaryColumns }));
}

/** The only sheet of a window without tasks: a line that says so, and the figures that are known. */
export function emptySummarySheet(sheet: SheetContext): SheetPlan {
  const widths = summaryWidths(sheet);
  const { lookahead } = sheet;
  const sentence = `${noTaskPlanned(lookahead)} for ${windowDates(lookahead.window)}.`;
  const tiles = [ppcTile(lookahead), changesTile(lookahead, undefined)];
  const context = { ...sheet, widths };
  return sheetOf(context, ({ first }) => {
    const said: Section = { rows: [{ cells: [{ value: sentence, style: notes.big }], height: 48 }, gap] };
    const measured = lookahead.ppc.kind === 'measured' || lookahead.changes;
    const figures = measured ? tilesSection(tiles, first + said.rows.length, widths) : { rows: [] };
    const below = first + said.rows.length + figures.rows.length;
    return [said, figures, warningRows(context, below), rejectedItemsTable(context)];
  });
}

function summaryWidths({ paper }: SheetContext): number[] {
  const label = { min: 26, ideal: 36, grow: 1.5 };
  const others = new Array(summaryColumns - 1).fill({ min: 10, ideal: 13, grow: 1 });
  return shareWidth([label, ...others], charactersAcross(paper, densityOf(paper), summaryColumns));
}

/** Below the title. */
type FirstPage = {
  /** Its first row. */
  readonly first: number;
  /** Its points. */
  readonly room: number;
};

function sheetOf(
  context: Omit<SummaryContext, 'places'>,
  draw: (page: FirstPage) => readonly Section[],
): SheetPlan {
  const { lookahead, paper, widths } = context;
  const title = titleBlock(context, {
    sheet: 'Lookahead summary',
    figures: `times in ${lookahead.project.timeZone}`,
    widths,
  });
  const first = title.rows.length + 1;
  const paged = { paper, widths, repeated: title.height };
  const sections = draw({ first, room: pageRoom(paged) });
  return {
    name: 'Summary',
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      for (const section of sections) yield* section.rows;
    }),
    merges: sections.flatMap((section) => section.merges ?? []),
    colorScales: sections.flatMap((section) => section.colorScales ?? []),
    dataBars: sections.flatMap((section) => section.dataBars ?? []),
    pictures: title.pictures,
    print: printSetup(context, {
      titleRows: { first: 1, last: title.rows.length },
      breaksAfter: breaksBetween(sections.flatMap(pageBlocks), { ...paged, firstRow: first }),
    }),
    zoom: screenZoom(widths),
    showGridLines: false,
  };
}

function heightOf({ rows }: Section): number {
  return rows.reduce((sum, row) => sum + (row.height ?? lineHeight), 0);
}

/** Tables of up to so many rows are not split: the next page would not show their headers. */
const maxUnsplitRows = 14;

/** A heading stays with its header and two rows, and at least two rows of a split table go on the last page. */
function pageBlocks({ rows, page, parts }: Section): PageBlock[] {
  const heights = rows.map((row) => row.height ?? lineHeight);
  if (parts) {
    let first = 0;
    return parts.map((count) => {
      const own = heights.slice(first, first + count);
      first += count;
      return { heights: own, firstTogether: count, split: 'never' };
    });
  }
  return [
    {
      heights,
      firstTogether: page?.firstTogether ?? 4,
      lastTogether: 2,
      split: page?.split ?? (rows.length <= maxUnsplitRows ? 'never' : 'anywhere'),
    },
  ];
}
