import type { DelayLine } from '#lookahead/compare/delays.ts';
import { type Foresight, isWeekBefore } from '#lookahead/compare/foresight.ts';
import { isMiss, isNotCounted, type LastWeekTask } from '#lookahead/compare/last-week.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { weeksText, weeksTitle } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { isOwnWork } from '#lookahead/own-work.ts';
import {
  finalPpcTexts,
  finishedOfDue,
  notCountedText,
  ppcFigure,
  ppcLabel,
  promisePpcText,
  shareOfDue,
} from '#lookahead/ppc-words.ts';
import { type GivenReason, reasonWords } from '#lookahead/reasons.ts';
import { measuredPart, notReportedText } from '#lookahead/report-words.ts';
import { capitalised } from '#lookahead/text/clean-text.ts';
import { countText, percentText } from '#lookahead/text/quantity-text.ts';
import { shortenToWidth } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedRoomAcross, rowHeight } from '#workbook/layout/text-width.ts';
import { type ListPlaces, type ListSheet, listSheet } from '#workbook/sheets/list-sheet.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { titleRowCount } from '#workbook/theme/title-block.ts';
import { cellReference } from '#workbook/xlsx/cell-references.ts';
import { foreseenColumns, ofForeseen, worstFirst } from './foreseen-rows.ts';
import { blockChart, blockRows, foresightBlock, weekBeforeRow } from './foresight-block.ts';
import { type LastWeekRow, lastWeekColumns } from './last-week-columns.ts';
import { reasonsOf, totalsByReason } from './totals-by-reason.ts';
import { subcontractorsOf, totalsBySubcontractor, totalsColumns } from './totals-by-subcontractor.ts';
import { headRows, line, nameColumns, resultWords, sideBySide } from './totals-rows.ts';

/**
 * `totals`, the rows by subcontractor and that of all, and `delays` are on the same sheet; `rows` are those of the tasks
 * of last week.
 */
export type LastWeekPlaces = ListPlaces & {
  readonly totals: { readonly of: ReadonlyMap<string, number>; readonly all: number };
  readonly delays: ListPlaces;
  /** The row of what was foreseen a week before; undefined if nothing was. */
  readonly foresightRow: number | undefined;
};

const sentenceFont = { size: fontSizes.subtitle, bold: true };

export function lastWeekSheet(context: SheetContext): ListSheet & { readonly places: LastWeekPlaces } {
  const { lookahead } = context;
  const { lastWeek, delays, ppc } = lookahead;
  const foresight = lookahead.foresight?.before.length ? worstFirst(lookahead.foresight) : undefined;
  const misses = lastWeek.filter(isMiss);
  const notCounted = lastWeek.filter(isNotCounted);
  const met = lastWeek.slice(misses.length + notCounted.length);
  const isOwn = isOwnWork(lookahead);
  // Delays from before the week were in earlier prints; those of misses are in the rows above.
  const told = new Set((isOwn ? lastWeek : misses).map(({ taskId }) => taskId));
  const isNews = ({ day, taskId }: DelayLine) =>
    ppc.kind === 'not yet' || ((day ?? -Infinity) >= ppc.week.first && !told.has(taskId));
  const lines = delays.lines.toSorted((a, b) => Number(isNews(b)) - Number(isNews(a)));
  const measured = foresight?.tasks ?? [];
  const hasWeekBefore = foresight?.before.some(isWeekBefore);
  const disagreements = lastWeek.flatMap(ofDisagreement(lookahead));
  const rows = [
    ...lastWeek.map(ofTask(lookahead)),
    ...disagreements,
    ...lines.map(ofDelay(lookahead)),
    ...measured.map(ofForeseen(lookahead)),
  ];
  const recent = lines.filter(isNews).length;
  const earlier = lines.length - recent;
  const beforeDelays = lastWeek.length + disagreements.length;
  const afterDelays = beforeDelays + lines.length;
  const groups = [
    {
      first: misses.length,
      items: notCounted.length,
      folded: false,
      name: `${notCountedText(lookahead)}: they count in the final`,
    },
    {
      first: misses.length + notCounted.length,
      items: met.length,
      folded: !isOwn,
      name: `${countText(met.length, 'task')} done or as planned`,
    },
    {
      first: lastWeek.length,
      items: disagreements.length,
      folded: false,
      name: `${countText(disagreements.length, 'disagreement')}: what was said and the plan exclude each other`,
    },
    { first: beforeDelays, items: recent, folded: false, name: delaysText(lookahead) },
    {
      first: beforeDelays + recent,
      items: earlier,
      folded: true,
      name:
        recent === 0
          ? delaysText(lookahead)
          : `${countText(earlier, 'delay')} of the ${isOwn ? 'tasks' : 'misses'} above, or from before`,
    },
    { first: afterDelays, items: measured.length, folded: true, name: measuredText(foresight) },
  ].filter(({ items }) => items > 0);
  /** The rows of some items, with the rows that name groups among them. */
  const partOf = (all: ListPlaces, first: number, count: number): ListPlaces => {
    const rowOf = (item: number) =>
      (all.rows?.first ?? 1) + item + groups.filter((group) => group.first <= item).length;
    return {
      ...all,
      rows: count === 0 ? undefined : { first: rowOf(first), last: rowOf(first + count - 1) },
    };
  };
  const partsOf = (all: ListPlaces) => ({
    tasks: partOf(all, 0, lastWeek.length),
    misses: partOf(all, 0, misses.length),
    delays: partOf(all, beforeDelays, lines.length),
    measured: partOf(all, afterDelays, measured.length),
  });
  const before = lookahead.ppcWeeks.slice(0, -1);
  const subcontractors = subcontractorsOf(lastWeek);
  const delayRows = rows.slice(beforeDelays, afterDelays);
  const reasons = reasonsOf([misses, delayRows], before);
  const firstRow = titleRowCount(lookahead) + 1;
  const sentences = [promisePpcText(lookahead) ?? [], finalPpcTexts(lookahead)].flat();
  const top = firstRow + (foresight ? blockRows : 0) + sentences.length + headRows;
  const shown = Math.max(subcontractors.shown.length, reasons.shown.length);
  const totals = { first: top, folded: top + shown + 1 };
  const blockAt = (widths: readonly number[], all: ListPlaces) => ({
    firstRow,
    widths,
    places: partsOf(all).measured,
    ppc: cellReference(top - 1, totalsColumns.byTask),
  });
  const { places, ...sheet } = listSheet<LastWeekRow>(context, {
    name: 'Last week',
    figures: figures(lookahead),
    items: rows,
    id: ({ taskId }) => taskId,
    freezeAfter: 3,
    groups,
    columns: lastWeekColumns(lookahead),
    folded: foresight && measured.length > 0 ? foreseenColumns(foresight, lookahead) : undefined,
    above: {
      under: 'title',
      draw: ({ widths, places: all }) => {
        const parts = partsOf(all);
        return [
          ...(foresight ? foresightBlock({ lookahead, foresight }, blockAt(widths, all)) : []),
          ...sentences.map((text) => {
            const value = shortenToWidth(text, sentenceFont, indentedRoomAcross(widths));
            return {
              ...line([{ value, style: summary.section }], 1),
              height: rowHeight(1, sentenceFont.size, 0),
            };
          }),
          ...sideBySide(
            widths,
            totalsBySubcontractor({ tasks: lastWeek, widths, places: parts.tasks }, subcontractors),
            totalsByReason(
              [
                { items: misses, places: parts.misses },
                { items: delayRows, places: parts.delays },
              ],
              reasons,
              {
                rows: totals,
                column: lastWeek.length === 0 ? nameColumns.subcontractor : nameColumns.reason,
                widths,
                before,
              },
            ),
          ),
        ];
      },
      charts: ({ widths, places: all }) => (foresight ? blockChart(lookahead, blockAt(widths, all)) : []),
    },
  });
  const parts = partsOf(places);
  const rowsOf = (names: readonly string[], first: number) =>
    names.map((name, index) => [name, first + index] as const);
  const of = new Map([...rowsOf(subcontractors.shown, top), ...rowsOf(subcontractors.folded, totals.folded)]);
  return {
    ...sheet,
    places: {
      ...parts.tasks,
      delays: parts.delays,
      totals: { of, all: top - 1 },
      foresightRow: hasWeekBefore ? firstRow + weekBeforeRow : undefined,
    },
  };
}

function measuredText(foresight: Foresight | undefined): string {
  if (foresight === undefined) return '';
  const others = foresight.tasks.length - foresight.planned;
  const { madeReady } = foresight.before.find(isWeekBefore) ?? {};
  const lost = madeReady === undefined ? '' : `, of which ${madeReady.of - madeReady.count} not made ready`;
  return `${countText(foresight.planned, 'task')} planned in ${weeksText(foresight.week)} and ${others} others foreseen for it${lost}`;
}

function ofTask({ reportDay }: Lookahead): (task: LastWeekTask) => LastWeekRow {
  return (task) => ({
    ...task,
    result: resultWords[task.result],
    isMiss: isMiss(task),
    when: datesText(task.planned, reportDay),
    outcome: withReason(task.outcome, task),
  });
}

/** *Reason* has the category that the totals count, and this what was recorded and said. */
function withReason(outcome: string, given: GivenReason): string {
  const words = reasonWords(given);
  return words === '' ? outcome : `${outcome} · ${words}`;
}

function ofDisagreement(lookahead: Lookahead): (task: LastWeekTask) => readonly LastWeekRow[] {
  const rowOf = ofTask(lookahead);
  return (task) => {
    const outcome = `the plan says: ${task.outcome}`;
    return task.promise?.disagrees ? [{ ...rowOf(task), result: 'disagrees', isMiss: true, outcome }] : [];
  };
}

function ofDelay({ reportDay, tasks }: Lookahead): (line: DelayLine) => LastWeekRow {
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
      outcome: withReason(line.task === 'open' ? 'open' : `task ${line.task}`, line),
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
  if (ppc.kind === 'not yet') return 'No earlier revision to measure by';
  const notReported = notReportedText(lookahead);
  if (ppc.kind === 'not reported') return capitalised(notReported ?? '');
  const { week, taskDay } = ppc;
  const figure = ppcFigure(ppc);
  const isShare = shareOfDue(ppc) !== undefined;
  const measured = notReported === undefined ? measuredPart(ppc, reportDay) : '';
  return [
    `${weeksTitle(week)}${measured}`,
    ...(notReported === undefined ? [] : [notReported]),
    ...(figure === undefined
      ? []
      : [`${ppcLabel(ppc)} ${isShare ? `${figure}: ${finishedOfDue(ppc)}` : figure} due finished`]),
    ...(taskDay === undefined ? [] : [`${percentText(taskDay)} of planned days`]),
  ].join(' · ');
}
