import type { ListedDelay } from '#lookahead/compare/delays.ts';
import { type Foresight, isOneWeekBefore } from '#lookahead/compare/foresight.ts';
import { isMiss, isNotReportedYet, type LastWeekTask } from '#lookahead/compare/last-week.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { weeksText, weeksTitle } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import {
  finalPpcTexts,
  finishedOfDueText,
  ppcFigureText,
  ppcLabel,
  ppcShare,
  promisePpcText,
  tasksNotReportedText,
} from '#lookahead/ppc-words.ts';
import { type GivenReason, saidAndRecordedReasonText } from '#lookahead/reasons.ts';
import { isReaderOfOwnWork } from '#lookahead/report-reader.ts';
import { daysNotReportedText, measuredUpToText } from '#lookahead/report-words.ts';
import { capitalised } from '#lookahead/text/clean-text.ts';
import { countText, percentText } from '#lookahead/text/quantity-text.ts';
import { shortenToWidth } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedTextRoomAcross, rowHeight } from '#workbook/layout/text-width.ts';
import {
  type ListColumnsAndPositions,
  type ListPositions,
  type ListSheet,
  listSheet,
} from '#workbook/sheets/list-sheet.ts';
import type { ItemColumn } from '#workbook/table/column.ts';
import { textRow } from '#workbook/table/table.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { titleRowCount } from '#workbook/theme/title-block.ts';
import { cellReference } from '#workbook/xlsx/cell-references.ts';
import { foreseenColumns, foreseenRowMaker, sortWorstFirst } from './foreseen-tasks.ts';
import {
  type ForesightBlockPosition,
  foresightBlock,
  foresightBlockRowCount,
  foresightChart,
  weekBeforeRowOffset,
} from './foresight-block.ts';
import { type LastWeekRow, lastWeekColumns, weekResultTexts } from './last-week-columns.ts';
import { planTotalsTables, totalsColumnNumbers } from './last-week-totals.ts';

/**
 * Where the rows of Last week are: `rows` are the tasks of last week, `totals` the totals of each subcontractor and of
 * all, and `delays` the delays, all on the same sheet.
 */
export type LastWeekPositions = ListPositions & {
  readonly totals: { readonly of: ReadonlyMap<string, number>; readonly all: number };
  readonly delays: ListPositions;
  /** Row number of the foresight figures for one week before; undefined if no issue made by then covers the week. */
  readonly foresightRow: number | undefined;
};

type LastWeekList = ListColumnsAndPositions<ItemColumn<LastWeekRow>, LastWeekRow>;

const sentenceFont = { size: fontSizes.subtitle, bold: true };

export function lastWeekSheet(context: SheetContext): ListSheet & { readonly places: LastWeekPositions } {
  const { lookahead } = context;
  const { lastWeek, ppc } = lookahead;
  const foresight = lookahead.foresight?.weeksBefore.length ? sortWorstFirst(lookahead.foresight) : undefined;
  const rowOf = lastWeekRowMaker(lookahead);
  const tasks = lastWeek.map(rowOf);
  const misses = lastWeek.filter(isMiss).length;
  const counted = misses + lastWeek.filter(isNotReportedYet).length;
  const isOwn = isReaderOfOwnWork(lookahead);
  // A delay is folded if its day is before the week, because earlier prints have it, or if its task is in the unfolded
  // rows above.
  const listedAbove = new Set((isOwn ? lastWeek : lastWeek.slice(0, misses)).map(({ taskId }) => taskId));
  const isNews = ({ day, taskId }: ListedDelay) =>
    ppc.kind === 'not yet' || ((day ?? -Infinity) >= ppc.week.first && !listedAbove.has(taskId));
  const lines = lookahead.delays.lines.toSorted((a, b) => Number(isNews(b)) - Number(isNews(a)));
  const news = lines.filter(isNews).length;
  const delays = lines.map(delayRowMaker(lookahead));
  const measured = (foresight?.tasks ?? []).map(foreseenRowMaker(lookahead));
  const disagreements = lastWeek
    .filter(({ promise }) => promise?.disagrees)
    .map((task) => ({
      ...rowOf(task),
      result: 'disagrees',
      isMiss: true,
      outcome: `the plan says: ${task.outcome}`,
    }));
  const earlier = `${countText(lines.length - news, 'delay')} of the ${isOwn ? 'tasks' : 'misses'} above, or from before`;
  const groups = [
    {
      items: tasks.slice(misses, counted),
      folded: false,
      name: `${tasksNotReportedText(lookahead)}: they count in the final PPC`,
    },
    {
      items: tasks.slice(counted),
      folded: !isOwn,
      name: `${countText(lastWeek.length - counted, 'task')} done or as planned`,
    },
    {
      items: disagreements,
      folded: false,
      name: `${countText(disagreements.length, 'disagreement')}: what was said contradicts the plan`,
    },
    { items: delays.slice(0, news), folded: false, name: delaysText(lookahead) },
    { items: delays.slice(news), folded: true, name: news === 0 ? delaysText(lookahead) : earlier },
    { items: measured, folded: true, name: foresight ? foresightGroupText(foresight) : '' },
  ];
  const firstRow = titleRowCount(lookahead) + 1;
  const sentences = [promisePpcText(lookahead) ?? [], finalPpcTexts(lookahead)].flat();
  const totals = planTotalsTables(
    lookahead,
    delays,
    firstRow + (foresight ? foresightBlockRowCount : 0) + sentences.length,
  );
  const blockAt = ({ widths, placesOf }: LastWeekList): ForesightBlockPosition => ({
    row: firstRow,
    widths,
    places: placesOf(measured),
    ppc: cellReference(totals.rows.all, totalsColumnNumbers.byTask),
  });
  const { placesOf, ...sheet } = listSheet<LastWeekRow>(context, {
    name: 'Last week',
    figures: figures(lookahead),
    items: [...tasks.slice(0, misses), ...groups.flatMap(({ items }) => items)],
    id: ({ taskId }) => taskId,
    freezeAfter: 3,
    groups,
    columns: lastWeekColumns(context),
    folded: foresight && measured.length > 0 ? foreseenColumns(foresight, lookahead) : undefined,
    above: {
      under: 'title',
      draw: (list) => {
        const { widths } = list;
        const sentence = (text: string) =>
          textRow(shortenToWidth(text, sentenceFont, indentedTextRoomAcross(widths)), {
            column: 1,
            height: rowHeight(1, sentenceFont.size, 0),
          });
        return [
          foresight ? foresightBlock(lookahead, foresight, blockAt(list)) : [],
          sentences.map(sentence),
          totals.draw({
            widths,
            tasks: list.placesOf(tasks),
            misses: list.placesOf(tasks.slice(0, misses)),
            delays: list.placesOf(delays),
          }),
        ];
      },
      charts: (list) => (foresight ? foresightChart(lookahead, blockAt(list)) : []),
    },
  });
  return {
    ...sheet,
    places: {
      ...placesOf(tasks),
      delays: placesOf(delays),
      totals: totals.rows,
      foresightRow: foresight?.weeksBefore.some(isOneWeekBefore) ? firstRow + weekBeforeRowOffset : undefined,
    },
  };
}

function foresightGroupText({ tasks, planned, week, weeksBefore }: Foresight): string {
  const { madeReady } = weeksBefore.find(isOneWeekBefore) ?? {};
  const lost = madeReady === undefined ? '' : `, of which ${madeReady.of - madeReady.count} not made ready`;
  return `${countText(planned, 'task')} planned in ${weeksText(week)} and ${tasks.length - planned} others foreseen for it${lost}`;
}

function lastWeekRowMaker({ reportDay }: Lookahead): (task: LastWeekTask) => LastWeekRow {
  return (task) => ({
    ...task,
    result: weekResultTexts[task.result],
    isMiss: isMiss(task),
    when: datesText(task.planned, reportDay),
    outcome: withReason(task.outcome, task),
  });
}

/** Adds the recorded and stated reasons to *What happened*: *Reason* has only the category that the totals count. */
function withReason(outcome: string, given: GivenReason): string {
  const words = saidAndRecordedReasonText(given);
  return words === '' ? outcome : `${outcome} · ${words}`;
}

function delayRowMaker({ reportDay, tasks }: Lookahead): (line: ListedDelay) => LastWeekRow {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return (line) => {
    const task = byId.get(line.taskId);
    return {
      ...line,
      key: task?.key === true,
      result: 'delay',
      isMiss: true,
      when: line.day === undefined ? '' : dayText(line.day, reportDay),
      daysLost: line.amount,
      outcome: withReason(line.taskState === 'open' ? 'open' : `task ${line.taskState}`, line),
    };
  };
}

function delaysText({ delays }: Lookahead): string {
  const { lines, open } = delays;
  const still = open < lines.length ? `, ${open} open` : '';
  const tasks = new Set(lines.map(({ taskId }) => taskId)).size;
  return `${countText(tasks, 'task')} of this report delayed: ${countText(lines.length, 'delay')}${still}`;
}

function figures(lookahead: Lookahead): string {
  const { ppc, reportDay } = lookahead;
  if (ppc.kind === 'not yet') return 'No earlier revision to measure against';
  const notReported = daysNotReportedText(lookahead);
  if (ppc.kind === 'not reported') return capitalised(notReported ?? '');
  const { week, taskDay } = ppc;
  const figure = ppcFigureText(ppc);
  const isShare = ppcShare(ppc) !== undefined;
  const measured = notReported === undefined ? measuredUpToText(ppc, reportDay) : '';
  const due = isShare ? `${figure}: ${finishedOfDueText(ppc)}` : figure;
  const parts = [
    `${weeksTitle(week)}${measured}`,
    notReported,
    figure && `${ppcLabel(ppc)} ${due} due finished`,
    taskDay === undefined ? undefined : `${percentText(taskDay)} of planned days`,
  ];
  return parts.flatMap((part) => part ?? []).join(' · ');
}
