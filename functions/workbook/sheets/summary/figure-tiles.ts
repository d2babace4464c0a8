import type { Day } from '#base/day.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import { busiestDay, figuresPerDay } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { lastFinalText, ppcLabel } from '#lookahead/ppc-words.ts';
import { measuredPart, notReportedText } from '#lookahead/report-words.ts';
import { statusesOf } from '#lookahead/tasks/status.ts';
import { countText, groupedText, percentText } from '#lookahead/text/quantity-text.ts';
import {
  fontSizes,
  indentedRoomAcross,
  lineCount,
  rowHeight,
  textFonts,
} from '#workbook/layout/text-width.ts';
import { countOf } from '#workbook/sheets/counting-formulas.ts';
import type { LastWeekPlaces } from '#workbook/sheets/last-week/last-week-sheet.ts';
import { listRange } from '#workbook/sheets/list-sheet.ts';
import { tasksTable } from '#workbook/sheets/tasks-sheet.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { tableColumn } from '#workbook/xlsx/cell-references.ts';
import type { Cell, CellValue, Row, Style } from '#workbook/xlsx/sheet-plan.ts';
import { ppcValue } from './ppc-table.ts';
import { type Places, type Section, tableRow } from './sections.ts';
import { fieldSpans, type SummaryGrid } from './summary-grid.ts';

export type Tile = {
  readonly label: string;
  readonly value: CellValue;
  readonly format: 'number' | 'share';
  /** Words of the report as it was made: they do not follow corrections. */
  readonly caption: string;
};

const tileColumns = {
  left: [3, 3, 4, 3],
  leftWithPromises: [2, 2, 3, 3, 3],
  week: [3, 3, 3],
  weeks: [4, 4, 5],
} as const;
const promisedLabel = 'Promised';

function overList(
  range: string | undefined,
  formula: (range: string) => string,
  result: number | string,
): CellValue {
  return range === undefined ? result : { formula: formula(range), result };
}

/** @param peopleOfAll the range of people per day of all shifts */
export function figureTiles(lookahead: Lookahead, places: Places, peopleOfAll: string): Tile[] {
  const { tasks } = lookahead;
  const [ids, keys, ready] = ['ID', 'Key task', 'Ready'].map((title) => tableColumn(tasksTable, title));
  const { ready: readyTasks, of } = lookahead.readiness;
  const { peoplePerDay } = figuresPerDay(lookahead.shifts, lookahead.days);
  const busiest = busiestDay(lookahead.window.first, peoplePerDay);
  return [
    {
      label: 'Tasks',
      value: overList(ids, (range) => `COUNTA(${range})`, tasks.length),
      format: 'number',
      caption: statusCaption(tasks),
    },
    {
      label: 'Key tasks',
      value: overList(keys, (range) => countOf([range, 'yes']), tasks.filter((task) => task.key).length),
      format: 'number',
      caption: keyCaption(tasks),
    },
    {
      label: 'Ready',
      value: overList(
        ready,
        (range) => `IFERROR((COUNTA(${range})-${countOf([range, 'no'])})/COUNTA(${range}),"–")`,
        of === 0 ? '–' : readyTasks / of,
      ),
      format: 'share',
      caption: readyCaption(lookahead.readiness),
    },
    ...promisedTiles(lookahead),
    changesTile(lookahead, places),
    ppcTile(lookahead, places.lastWeek),
    delaysTile(lookahead),
    {
      label: 'Busiest day',
      value: busiest ? { formula: `MAX(${peopleOfAll})`, result: busiest.people } : '–',
      format: 'number',
      caption: busiest ? busiestCaption(busiest.day, lookahead) : 'no people are planned',
    },
  ];
}

function busiestCaption(day: Day, { shifts, reportDay }: Lookahead): string {
  const all = shifts.filter(({ figures }) => figures.tasks > 0).length > 1 ? ', all shifts' : '';
  return `people on ${dayText(day, reportDay)}${all}`;
}

/** Milestones have the same mark, so that there may be more of it than key tasks. */
function keyCaption(tasks: Lookahead['tasks']): string {
  const marked = `marked ${gridMarks.key}`;
  return tasks.some(({ key, milestone }) => milestone && !key) ? `${marked}, like milestones` : marked;
}

/** `13 promised, 12 started, 3 delayed`, in the order of the statuses. */
function statusCaption(tasks: Lookahead['tasks']): string {
  const counts = Map.groupBy(tasks, ({ status }) => status.kind);
  return statusesOf(tasks)
    .map(({ kind, name }) => `${counts.get(kind)?.length ?? 0} ${name}`)
    .join(', ');
}

function promisedTiles({ answers }: Lookahead): readonly Tile[] {
  if (answers === undefined || answers.asked === 0) return [];
  const { week, promised, asked, declined } = answers;
  const caption = `tasks of ${weeksText(week)}${declined === 0 ? '' : `; ${declined} declined`}`;
  const value = promised === 0 ? 'none' : `${promised} of ${asked}`;
  return [{ label: promisedLabel, value, format: 'number', caption }];
}

function readyCaption({ of, ready, withGap }: Lookahead['readiness']): string {
  return `${groupedText(ready)} of ${countText(of, 'task')} to do, ${groupedText(withGap)} with a gap in the data`;
}

/**
 * PPC by task, with that of days in its caption. Without an earlier plan to measure against it is "not yet", and
 * without a task that was due a dash, never 0 or 100 per cent.
 */
export function ppcTile(lookahead: Lookahead, places: LastWeekPlaces | undefined): Tile {
  const { ppc } = lookahead;
  const week = weeksText(ppc.week);
  if (ppc.kind === 'not yet') {
    const caption = `no revision from before ${week} began to measure by`;
    return { label: 'PPC', value: 'not yet', format: 'share', caption };
  }
  const notReported = notReportedText(lookahead);
  if (ppc.kind === 'not reported') {
    return { label: 'PPC', value: ppc.kind, format: 'share', caption: notReported ?? '' };
  }
  const measured = `${week}${measuredPart(ppc, lookahead.reportDay)}`;
  const byTask =
    ppc.dueToFinish === 0
      ? `no task was due in ${measured}`
      : `${ppc.finished} of ${ppc.dueToFinish} due in ${measured}`;
  const final = lastFinalText(lookahead);
  const ofDays = ppc.taskDay === undefined ? [] : [`${percentText(ppc.taskDay)} of planned days`];
  return {
    label: ppcLabel(ppc),
    value: ppcValue(lookahead, places, 'task') ?? '–',
    format: 'share',
    caption: [
      `${byTask}${final === undefined ? '' : ` (${final})`}`,
      ...ofDays,
      ...(notReported === undefined ? [] : [notReported]),
    ].join('; '),
  };
}

export function changesTile(lookahead: Lookahead, places: Places | undefined): Tile {
  const { changes, issue } = lookahead;
  if (!changes || !issue.previous) {
    return { label: 'Changes', value: '–', format: 'number', caption: 'no earlier revision to compare with' };
  }
  const { tasks, counts } = changes;
  const since = `${tasks === 0 ? 'none ' : ''}since ${dayText(issue.previous.reportDay, lookahead.reportDay)}`;
  const range = places && listRange(places.changes, 'Change');
  return {
    label: 'Tasks changed',
    value: overList(range, (cells) => `COUNTA(${cells})`, tasks),
    format: 'number',
    // Finished tasks are mostly no longer in the report, so more tasks may have changed than it shows.
    caption: counts.finished === 0 ? since : `${since}; ${counts.finished} of them finished`,
  };
}

/** Of days there is no sum: delays of tasks side by side delay the work once. */
function delaysTile({ tasks, delays }: Lookahead): Tile {
  const { length } = delays.lines;
  return {
    label: 'Tasks delayed',
    value: {
      formula: `COUNTA(${tableColumn(tasksTable, 'Delays')})`,
      result: tasks.filter((task) => task.delays.length > 0).length,
    },
    format: 'number',
    caption: length === 0 ? 'no delay is recorded' : `with ${countText(length, 'recorded delay')}`,
  };
}

export const tileRows = 3;

export function tilesSection(tiles: readonly Tile[], firstRow: number, grid: SummaryGrid): Section {
  const { widths, left, right, whole } = grid;
  const isWeek = right.to - right.from + 1 === columnCount(tileColumns.week);
  const hasPromises = tiles.some(({ label }) => label === promisedLabel);
  const spans = [
    ...fieldSpans(left, hasPromises ? tileColumns.leftWithPromises : tileColumns.left),
    ...fieldSpans(right, isWeek ? tileColumns.week : tileColumns.weeks),
  ];
  const placed = tiles.flatMap((tile, index) => {
    const span = spans[index];
    return span === undefined ? [] : [{ tile, span }];
  });
  const lines = placed.map(({ tile: { caption }, span }) => {
    const room = indentedRoomAcross(widths.slice(span.from - 1, span.to));
    return lineCount(caption, textFonts.plain, room);
  });
  const row = (cellOf: (tile: Tile) => Cell, filler: Style, height: number): Row => {
    const cells: (Cell | undefined)[] = [];
    for (const { tile, span } of placed) cells[span.from - 1] = cellOf(tile);
    return tableRow(whole, cells, { filler, height });
  };
  return {
    rows: [
      row((tile) => ({ value: tile.label, style: summary.tileLabel }), summary.tileTop, 18),
      row(
        (tile) => ({
          value: tile.value,
          style: tile.format === 'share' ? summary.tileShare : summary.tileFigure,
        }),
        summary.tileBand,
        33,
      ),
      row(
        (tile) => ({ value: tile.caption, style: summary.tileWords }),
        summary.tileBand,
        rowHeight(Math.max(...lines), fontSizes.text, 5),
      ),
    ],
    merges: placed.flatMap(({ span }) =>
      [firstRow + 1, firstRow + 2].map((top) => ({ top, left: span.from, bottom: top, right: span.to })),
    ),
  };
}

function columnCount(columns: readonly number[]): number {
  return columns.reduce((sum, count) => sum + count, 0);
}
