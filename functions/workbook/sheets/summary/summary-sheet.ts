/** The first sheet: the window in figures, each a formula over the other sheets where it can be. */

import { windowDates } from '../../../lookahead/dates/window.ts';
import { shareWidth } from '../../layout/column-sizing.ts';
import { breaksBetween, type PageBlock, pageRoom } from '../../layout/page-breaks.ts';
import { charactersAcross, densityOf } from '../../layout/page-size.ts';
import { printSetup } from '../../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../../theme/sheet-context.ts';
import { lineHeight, notes } from '../../theme/sheet-styles.ts';
import { audienceWords, titleBlock } from '../../theme/title-block.ts';
import type { Row, SheetPlan } from '../../xlsx/sheet-plan.ts';
import { besideStatus, changesPanel, delaysPanel } from './changes-and-delays.ts';
import { dayTable } from './day-table.ts';
import { changesTile, figureTiles, ppcTiles, tileRows, tilesSection } from './figure-tiles.ts';
import { beside, type Places, type Section, type SummaryContext, summaryColumns } from './sections.ts';
import { type StatusSection, statusTable } from './status-table.ts';
import { keyTasksTable, nextFindingsTable } from './task-lists.ts';
import { attentionTable, warningRows } from './warnings-and-rejected-items.ts';

const gap: Row = { cells: [], height: 6 };

/** What a works manager asks, in this order: how much, how ready, on which days, which key tasks, what is in the way. */
export function summarySheet(sheet: SheetContext, places: Places): SheetPlan {
  const widths = summaryWidths(sheet);
  const context = { ...sheet, places, widths };
  return drawn(context, ({ first, room }) => {
    const warnings = warningRows(context, first + tileRows);
    const top = first + tileRows + warnings.rows.length;
    const counts = statusTable(context, top);
    const status = statusWithPanel(context, counts, top);
    const days = dayTable(context, top + status.rows.length);
    const tiles = tilesSection(figureTiles(sheet.lookahead, places, { ...counts, ...days }), first, widths);
    const afterDays = top + status.rows.length + days.rows.length;
    const others = [tiles, warnings, status, days, hindrances(context, counts, afterDays)];
    const keys = keyTasksTable(context, room - others.reduce((sum, section) => sum + heightOf(section), 0));
    const last = hindrances(context, counts, afterDays + keys.rows.length);
    return [tiles, warnings, status, days, keys, last, attentionTable(context)];
  });
}

/** Changes stand beside the statuses, or the delays of a first issue; where statuses take the width, nothing. */
function statusWithPanel(context: SummaryContext, status: StatusSection, row: number): Section {
  const span = besideStatus(status.columns);
  if (span === undefined) return status;
  const changes = changesPanel(context, span);
  if (changes) return beside(status, changes);
  const delays = delaysPanel(context, row, span);
  return delays === undefined ? status : beside(status, delays);
}

/** What is not ready, and beside it why work was late, unless that stands beside the statuses. */
function hindrances(context: SummaryContext, status: StatusSection, row: number): Section {
  const { lookahead } = context;
  const panelled = lookahead.changes === undefined && besideStatus(status.columns) !== undefined;
  const delays = panelled ? undefined : delaysPanel(context, row, { from: 1, to: 3 });
  if (delays === undefined) return nextFindingsTable(context, { from: 1, to: summaryColumns });
  return beside(delays, nextFindingsTable(context, { from: 5, to: summaryColumns }));
}

/** The only sheet of a window without a task: a line that says so, and what is known besides. */
export function emptySummarySheet(sheet: SheetContext): SheetPlan {
  const widths = summaryWidths(sheet);
  const { lookahead } = sheet;
  const sentence = `No task is planned for ${windowDates(lookahead.window)}.`;
  const tiles = [...ppcTiles(lookahead), changesTile(lookahead, undefined)];
  const context = { ...sheet, widths };
  return drawn(context, ({ first }) => {
    const said: Section = { rows: [{ cells: [{ value: sentence, style: notes.big }], height: 48 }, gap] };
    const measured = lookahead.ppc.kind === 'measured' || lookahead.changes;
    const figures = measured ? tilesSection(tiles, first + said.rows.length, widths) : { rows: [] };
    const below = first + said.rows.length + figures.rows.length;
    return [said, figures, warningRows(context, below), attentionTable(context)];
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

function drawn(
  context: Omit<SummaryContext, 'places'>,
  draw: (page: FirstPage) => readonly Section[],
): SheetPlan {
  const { lookahead, paper, widths } = context;
  const whom = audienceWords(lookahead.audience) === '' ? 'for everyone on the project' : '';
  const title = titleBlock(context, {
    sheet: 'Lookahead summary',
    figures: [lookahead.report.name, whom, `times in ${lookahead.project.timeZone}`]
      .filter((part) => part !== '')
      .join(' · '),
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
    showGridLines: false,
  };
}

function heightOf({ rows }: Section): number {
  return rows.reduce((sum, row) => sum + (row.height ?? lineHeight), 0);
}

/** Tables of so many rows are not parted: their headers would be missing on the next page. */
const mostWhole = 14;

/** A heading stays with its header and two rows, and two rows end a table that is parted. */
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
      split: page?.split ?? (rows.length <= mostWhole ? 'never' : 'anywhere'),
    },
  ];
}
