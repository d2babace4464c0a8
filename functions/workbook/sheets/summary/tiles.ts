import { dayText } from '#lookahead/dates/day-text.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import { busiestDay, sumFiguresPerDay } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { lastFinalPpcText, ppcLabel } from '#lookahead/ppc-words.ts';
import { daysNotReportedText, measuredUpToText } from '#lookahead/report-words.ts';
import { statusesOf } from '#lookahead/tasks/status.ts';
import { countText, groupedNumberText, percentText } from '#lookahead/text/quantity-text.ts';
import { countFormula } from '#workbook/sheets/counting-formulas.ts';
import type { LastWeekPositions } from '#workbook/sheets/last-week/last-week-sheet.ts';
import { listColumnRange } from '#workbook/sheets/list-sheet.ts';
import { tasksTableName } from '#workbook/sheets/tasks-sheet.ts';
import { drawTable, type TableColumn } from '#workbook/table/table.ts';
import { tileStyles } from '#workbook/theme/styles.ts';
import { tableColumnReference } from '#workbook/xlsx/cell-references.ts';
import type { CellValue } from '#workbook/xlsx/sheet-plan.ts';
import { ppcCellValue } from './last-week-tables.ts';
import type { DrawSummarySection, RowPositionsBySheet, SummaryPageSides } from './summary-page.ts';

export type Tile = {
  readonly label: string;
  readonly value: CellValue;
  /** Whether the value is a share; by default, it is a number. */
  readonly isShare?: boolean;
  /** Text that is fixed when the report is made. Unlike a formula, it does not follow corrections. */
  readonly caption: string;
};

const promisedLabel = 'Promised';

/** @param peopleOfAll the range of people per day of all shifts */
export function figureTiles(
  lookahead: Lookahead,
  places: RowPositionsBySheet,
  peopleOfAll: string,
): readonly Tile[] {
  const { answers, tasks, readiness, delays, shifts, days, window, reportDay } = lookahead;
  const column = (title: string) => tableColumnReference(tasksTableName, title);
  const ready = column('Ready');
  const counts = Map.groupBy(tasks, ({ status }) => status.kind);
  const busiest = busiestDay(window.first, sumFiguresPerDay(shifts, days).peoplePerDay);
  const hasSeveralShifts = shifts.filter(({ figures }) => figures.tasks > 0).length > 1;
  return [
    {
      label: 'Tasks',
      value: { formula: `COUNTA(${column('ID')})`, result: tasks.length },
      caption: statusesOf(tasks)
        .map(({ kind, name }) => `${counts.get(kind)?.length ?? 0} ${name}`)
        .join(', '),
    },
    {
      label: 'Key tasks',
      value: {
        formula: countFormula([column('Key task'), 'yes']),
        result: tasks.filter(({ key }) => key).length,
      },
      // Milestones have the same mark, so there may be more marks than key tasks.
      caption: `marked ${gridMarks.key}${tasks.some(({ key, milestone }) => milestone && !key) ? ', like milestones' : ''}`,
    },
    {
      label: 'Ready',
      value: {
        formula: `IFERROR((COUNTA(${ready})-${countFormula([ready, 'no'])})/COUNTA(${ready}),"–")`,
        result: readiness.of === 0 ? '–' : readiness.ready / readiness.of,
      },
      isShare: true,
      caption: `${groupedNumberText(readiness.ready)} of ${countText(readiness.of, 'task')} to do, ${groupedNumberText(readiness.withGap)} with a gap in the data`,
    },
    ...(answers && answers.asked > 0
      ? [
          {
            label: promisedLabel,
            value: answers.promised === 0 ? 'none' : `${answers.promised} of ${answers.asked}`,
            caption: `tasks of ${weeksText(answers.week)}${answers.declined === 0 ? '' : `; ${answers.declined} declined`}`,
          },
        ]
      : []),
    changesTile(lookahead, places),
    ppcTile(lookahead, places.lastWeek),
    {
      // Days of delay have no sum: delays of tasks side by side delay the work only once.
      label: 'Tasks delayed',
      value: {
        formula: `COUNTA(${column('Delays')})`,
        result: tasks.filter((task) => task.delays.length > 0).length,
      },
      caption:
        delays.lines.length === 0
          ? 'no delay is recorded'
          : `with ${countText(delays.lines.length, 'recorded delay')}`,
    },
    {
      label: 'Busiest day',
      value: busiest ? { formula: `MAX(${peopleOfAll})`, result: busiest.people } : '–',
      caption: busiest
        ? `people on ${dayText(busiest.day, reportDay)}${hasSeveralShifts ? ', all shifts' : ''}`
        : 'no people are planned',
    },
  ];
}

/**
 * Tile of PPC by task, with PPC of days in its caption. Its figure is "not yet" without an earlier plan to measure
 * against, "not reported" if no day of the week is reported, and a dash if no task was due: never 0 or 100 per cent.
 */
export function ppcTile(lookahead: Lookahead, places: LastWeekPositions | undefined): Tile {
  const { ppc, reportDay } = lookahead;
  const week = weeksText(ppc.week);
  const notReported = daysNotReportedText(lookahead);
  if (ppc.kind !== 'measured') {
    const notYet = `no revision from before ${week} to measure against`;
    const caption = ppc.kind === 'not yet' ? notYet : (notReported ?? '');
    return { label: 'PPC', value: ppc.kind, isShare: true, caption };
  }
  const due = ppc.dueToFinish === 0 ? 'no task was due' : `${ppc.finished} of ${ppc.dueToFinish} due`;
  const final = lastFinalPpcText(lookahead);
  const captions = [
    `${due} in ${week}${measuredUpToText(ppc, reportDay)}${final === undefined ? '' : ` (${final})`}`,
    ppc.taskDay === undefined ? undefined : `${percentText(ppc.taskDay)} of planned days`,
    notReported,
  ];
  return {
    label: ppcLabel(ppc),
    value: ppcCellValue(lookahead, places, 'task') ?? '–',
    isShare: true,
    caption: captions.filter((caption) => caption !== undefined).join('; '),
  };
}

export function changesTile(
  { changes, issue, reportDay }: Lookahead,
  places: RowPositionsBySheet | undefined,
): Tile {
  if (!changes || !issue.previous)
    return { label: 'Changes', value: '–', caption: 'no earlier revision to compare with' };
  const { tasks, counts } = changes;
  const since = `${tasks === 0 ? 'none ' : ''}since ${dayText(issue.previous.reportDay, reportDay)}`;
  const range = places && listColumnRange(places.changes, 'Change');
  return {
    label: 'Tasks changed',
    value: range === undefined ? tasks : { formula: `COUNTA(${range})`, result: tasks },
    // Finished tasks are mostly no longer in the report, so more tasks may have changed than the report shows.
    caption: counts.finished === 0 ? since : `${since}; ${counts.finished} of them finished`,
  };
}

/** First column of each tile. */
const tileStarts = {
  left: [1, 4, 7, 11],
  leftWithPromises: [1, 3, 5, 8, 11],
  week: [15, 18, 21],
  weeks: [15, 19, 23],
} as const;
const tileLook = { lines: 9, mark: undefined, height: 18, padding: 5, headHeight: 18 };
const figureHeight = 33;

export function tilesSection(tiles: readonly Tile[], { whole, right }: SummaryPageSides): DrawSummarySection {
  const hasPromises = tiles.some(({ label }) => label === promisedLabel);
  const starts: readonly number[] = [
    ...(hasPromises ? tileStarts.leftWithPromises : tileStarts.left),
    ...(right.columns > 9 ? tileStarts.weeks : tileStarts.week),
  ].slice(0, tiles.length);
  const placed = tiles.map((own, index) => {
    const left = starts[index] ?? 1;
    return { own, left, columns: (starts[index + 1] ?? whole.columns + 1) - left };
  });
  const columns = placed.map(({ own, columns: span }): TableColumn<'value' | 'caption'> => {
    const figure = own.isShare ? tileStyles.share : tileStyles.figure;
    return {
      title: own.label,
      head: { value: own.label, style: tileStyles.label },
      span,
      value: (line) => own[line],
      style: (line) => (line === 'value' ? figure : tileStyles.caption),
    };
  });
  return (row) => {
    const { rows } = drawTable(
      { columns, rows: ['value', 'caption'] },
      { ...whole, row, column: 1, look: tileLook },
    );
    return {
      rows: rows.map((own, index) => (index === 1 ? { ...own, height: figureHeight } : own)),
      merges: [row, row + 1, row + 2].flatMap((top) =>
        placed.map(({ left, columns: count }) => ({ top, left, bottom: top, right: left + count - 1 })),
      ),
    };
  };
}
