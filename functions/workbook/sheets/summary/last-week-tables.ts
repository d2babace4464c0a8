/**
 * Tables about last week, on the right side of Summary: PPC by week, who has not answered, misses, and PPC by
 * subcontractor.
 */
import { isMiss, type LastWeekTask } from '#lookahead/compare/last-week.ts';
import { hasPpcFigures, type WeekFigures } from '#lookahead/compare/ppc.ts';
import { type Window, weeksText } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import {
  foresightText,
  foresightTextParts,
  notAnsweredText,
  ppcFigureText,
  ppcShare,
  promisePpcShare,
} from '#lookahead/ppc-words.ts';
import { daysNotReportedText, measuredUpToText } from '#lookahead/report-words.ts';
import { textFonts, textWidth } from '#workbook/layout/text-width.ts';
import { foresightFigureColumnNumbers, ppcWeekName } from '#workbook/sheets/last-week/foresight-block.ts';
import type { LastWeekPositions } from '#workbook/sheets/last-week/last-week-sheet.ts';
import {
  countDueAndDone,
  doneOfDueText,
  doneShareOfDue,
  meanShareOfDaysWorked,
  sortAndFoldSubcontractors,
  totalsColumnNumbers,
} from '#workbook/sheets/last-week/last-week-totals.ts';
import type { TableColumn } from '#workbook/table/table.ts';
import { tableCellStyles, withoutWrapping } from '#workbook/theme/styles.ts';
import { absoluteSheetCell, quotedText } from '#workbook/xlsx/cell-references.ts';
import type { CellValue } from '#workbook/xlsx/sheet-plan.ts';
import {
  type DrawSummarySection,
  emptySection,
  moreRowsCell,
  moreRowsLinkCell,
  type SummaryContext,
  sentenceSection,
  sideTableSection,
  textRoomAcrossSide,
} from './summary-page.ts';
import { nameColumn, taskWithMarkedName } from './tasks-tables.ts';

const ppcNames = { task: 'by task', taskDay: 'of days', promises: 'of promises' } as const;
type PpcMeasure = keyof typeof ppcNames;

/** PPC as a share; PPC by task as `2 of 3` if few tasks were due. Undefined if there was nothing to measure. */
function ppcByMeasure(week: WeekFigures, by: PpcMeasure): number | string | undefined {
  switch (by) {
    case 'task':
      return ppcShare(week) ?? ppcFigureText(week);
    case 'taskDay':
      return week.taskDay;
    case 'promises':
      return promisePpcShare(week.promises);
  }
}

/** PPC of the week that was measured last, by a formula that reads it from the sheet Last week if that has tasks. */
export function ppcCellValue(
  { ppc, lastWeek }: Lookahead,
  places: LastWeekPositions | undefined,
  by: 'task' | 'taskDay',
): CellValue | undefined {
  if (ppc.kind !== 'measured') return undefined;
  const result = ppcByMeasure(ppc, by);
  if (result === undefined || places?.rows === undefined) return result;
  const ofTasks = typeof result === 'number' ? totalsColumnNumbers.byTask : totalsColumnNumbers.done;
  const column = by === 'task' ? ofTasks : totalsColumnNumbers.ofDays;
  const formula = absoluteSheetCell(places.sheet, column, places.totals.all);
  return { formula, result: by === 'task' ? result : meanShareOfDaysWorked(lastWeek) };
}

export function lastWeekTables(context: SummaryContext, maxRows: number): readonly DrawSummarySection[] {
  const missing = notAnsweredText(context.lookahead);
  return [
    ppcTable(context),
    missing === undefined ? emptySection : sentenceSection(context.page.right, missing),
    missesTable(context, maxRows),
    subcontractorsTable(context, maxRows),
  ];
}

function ppcTable({ lookahead, page: { right }, places }: SummaryContext): DrawSummarySection {
  const { ppc, ppcWeeks, reportDay } = lookahead;
  const heading = 'How we did';
  if (!ppcWeeks.some(hasPpcFigures)) {
    const week = weeksText(ppc.week);
    const none =
      ppc.kind === 'not yet'
        ? `PPC not yet: no revision from before ${week} to measure against.`
        : ppc.kind === 'not reported'
          ? `PPC: ${daysNotReportedText(lookahead)}.`
          : nothingPlanned(week + measuredUpToText(ppc, reportDay));
    return sentenceSection(right, none, heading);
  }
  const hasPromises = ppcWeeks.some((week) => ppcByMeasure(week, 'promises') !== undefined);
  const foreseen = foresightValue(lookahead, places.lastWeek);
  return sideTableSection<PpcMeasure>(right, {
    heading,
    columns: [
      { title: 'PPC by week', value: (by) => ppcNames[by] },
      ...ppcWeeks.map(
        (week): TableColumn<PpcMeasure> => ({
          title: ppcWeekName(week),
          align: 'center',
          value: (by) =>
            by !== 'promises' && week.week.first === ppc.week.first
              ? ppcCellValue(lookahead, places.lastWeek, by)
              : ppcByMeasure(week, by),
          style: tableCellStyles.share,
        }),
      ),
    ],
    rows: hasPromises ? ['task', 'taskDay', 'promises'] : ['task', 'taskDay'],
    more:
      foreseen === undefined ? undefined : { value: foreseen, style: withoutWrapping(tableCellStyles.text) },
  });
}

function nothingPlanned(week: string): string {
  return `Nothing was planned for ${week}.`;
}

/** The text of `foresightText` as a formula that reads the figures from Last week. */
function foresightValue(lookahead: Lookahead, places: LastWeekPositions): CellValue | undefined {
  const result = foresightText(lookahead);
  const { sheet, foresightRow: row } = places;
  if (result === undefined || row === undefined) return result;
  const [start, between, end] = foresightTextParts(lookahead.ppc.week).map(quotedText);
  const read = (column: number) => absoluteSheetCell(sheet, column, row);
  const figures = [
    read(foresightFigureColumnNumbers.anticipated),
    between,
    read(foresightFigureColumnNumbers.madeReady),
  ];
  return { formula: [start, ...figures, end].join('&'), result };
}

/** Number of columns of each field: the right side has 9 columns for a window of one week, 13 for a longer one. */
const spans = {
  week: { task: 3, subcontractor: 2, figure: 1, reason: 3, wideReason: 3 },
  weeks: { task: 4, subcontractor: 3, figure: 2, reason: 4, wideReason: 5 },
} as const;

function spansOf({ weeks }: Window) {
  return weeks > 1 ? spans.weeks : spans.week;
}

function missesTable(
  { lookahead, page: { right }, places }: SummaryContext,
  maxTasks: number,
): DrawSummarySection {
  const { lastWeek, ppc, ppcWeeks, reportDay, window } = lookahead;
  if (ppc.kind !== 'measured') return emptySection;
  const week = weeksText(ppc.week);
  const measured = week + measuredUpToText(ppc, reportDay);
  // If no week was measured, the table above says that nothing was planned.
  if (lastWeek.length === 0)
    return ppcWeeks.some(hasPpcFigures) ? sentenceSection(right, nothingPlanned(measured)) : emptySection;
  const misses = lastWeek.filter(isMiss);
  if (misses.length === 0) return sentenceSection(right, `Everything planned for ${measured} happened.`);
  const span = spansOf(window);
  const title = `Missed or short, ${week}`;
  const rows = misses.slice(0, maxTasks);
  const fits = (text: string, columns: number) =>
    textWidth(text, textFonts.plain) <= textRoomAcrossSide({ ...right, columns });
  // Subcontractors are shown only if their names fit: the table below and Last week have them too.
  const isNamed =
    rows.some(({ subcontractor }) => subcontractor !== '') &&
    rows.every(
      (miss) =>
        fits(taskWithMarkedName(miss).name, span.task) && fits(miss.subcontractor, span.subcontractor),
    );
  const subcontractor: TableColumn<LastWeekTask> = {
    title: 'Subcontractor',
    span: span.subcontractor,
    value: (miss) => miss.subcontractor,
  };
  return sideTableSection<LastWeekTask>(right, {
    columns: [
      nameColumn(title, span.task, taskWithMarkedName),
      ...(isNamed ? [subcontractor] : []),
      {
        title: 'Days',
        align: 'center',
        span: span.figure,
        value: ({ days, daysHappened }) => (days === 0 ? 'due' : `${daysHappened} of ${days}`),
        style: tableCellStyles.strongFigure,
      },
      { title: 'Reason', span: isNamed ? span.reason : span.wideReason, value: missReasonText },
    ],
    widest: title,
    rows,
    more: moreRowsLinkCell(places.lastWeek, misses.length - rows.length),
  });
}

/** `Access or space · said: Labour`: the category comes first, so that it stays if the line is shortened. */
function missReasonText({ reason, said, outcome }: LastWeekTask): string {
  if (said !== '') return `${reason} · said: ${said}`;
  return reason || outcome.replace(/,.*/, '');
}

type SubcontractorLine = { readonly name: string; readonly due: number; readonly done: number };

/** Table of the subcontractors with tasks due, in the order of Last week. */
function subcontractorsTable(
  { lookahead, page, places }: SummaryContext,
  maxRows: number,
): DrawSummarySection {
  const { lastWeek, ppc, window } = lookahead;
  if (ppc.kind !== 'measured' || lastWeek.length === 0) return emptySection;
  const tasksOf = Map.groupBy(lastWeek, (task) => task.subcontractor);
  const { shown, folded } = sortAndFoldSubcontractors(lastWeek);
  const lines = [...shown, ...folded]
    .map((name): SubcontractorLine => ({ name, ...countDueAndDone(tasksOf.get(name) ?? []) }))
    .filter(({ due }) => due > 0);
  const rows = lines.slice(0, lines.length > maxRows ? maxRows - 1 : maxRows);
  const { sheet, rows: listed, totals } = places.lastWeek;
  const figure = (title: string, column: number) => ({
    title,
    align: 'center' as const,
    span: spansOf(window).figure,
    formula: ({ name }: SubcontractorLine) => {
      const row = listed && totals.of.get(name);
      return row === undefined ? undefined : absoluteSheetCell(sheet, column, row);
    },
  });
  return sideTableSection<SubcontractorLine>(page.right, {
    columns: [
      {
        title: 'By subcontractor',
        value: ({ name }) => name || '(no subcontractor)',
      },
      {
        ...figure('Done', totalsColumnNumbers.done),
        value: doneOfDueText,
        style: tableCellStyles.strongFigure,
      },
      { ...figure('PPC', totalsColumnNumbers.byTask), value: doneShareOfDue, style: tableCellStyles.share },
    ],
    widest: 'By subcontractor',
    rows,
    more: moreRowsCell(lines.length - rows.length, listed && sheet),
  });
}
