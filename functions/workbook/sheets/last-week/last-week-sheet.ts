import { isMiss, type LastWeekTask } from '../../../lookahead/compare/last-week.ts';
import { datesText } from '../../../lookahead/dates/day-text.ts';
import { weeksTitle } from '../../../lookahead/dates/window.ts';
import { gridMarks } from '../../../lookahead/grid/grid-text.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { measuredPart, notReportedText } from '../../../lookahead/report-words.ts';
import { capitalised } from '../../../lookahead/text/clean-text.ts';
import { countText, percentText, roundQuantity } from '../../../lookahead/text/quantity-text.ts';
import { textFonts } from '../../layout/text-width.ts';
import type { SheetContext } from '../../theme/sheet-context.ts';
import { byNumber, cells } from '../../theme/sheet-styles.ts';
import type { Cell } from '../../xlsx/sheet-plan.ts';
import {
  firstBelow,
  type ListColumn,
  type ListPlaces,
  type ListSheet,
  listSheet,
  textColumn,
} from '../list-sheet.ts';
import { totalsByReason } from './totals-by-reason.ts';
import {
  type SubcontractorRows,
  subcontractorRows,
  totalsBySubcontractor,
} from './totals-by-subcontractor.ts';
import { resultWords } from './totals-rows.ts';

const usualReasons = [
  'Work before not finished',
  'Labour',
  'Materials',
  'Plant',
  'Information',
  'Access',
  'Permit',
  'Weather',
  'Rework',
  'Change',
  'Too much planned',
];

export type LastWeekPlaces = ListPlaces & {
  readonly totals: SubcontractorRows;
};

export function lastWeekSheet(context: SheetContext): ListSheet & { readonly places: LastWeekPlaces } {
  const { places, ...sheet } = lastWeekList(context);
  return {
    ...sheet,
    places: { ...places, totals: subcontractorRows(context.lookahead.lastWeek, firstBelow(places)) },
  };
}

function lastWeekList(context: SheetContext): ListSheet {
  const { lookahead } = context;
  return listSheet<LastWeekTask>(context, {
    name: 'Last week',
    figures: figures(lookahead),
    items: lookahead.lastWeek,
    id: (task) => task.taskId,
    freezeAfter: 3,
    columns: [
      textColumn('Result', ({ result }) => resultWords[result], {
        min: 12,
        ideal: 12.5,
        style: (task) => (isMiss(task) ? cells.notReady : cells.ready),
        font: textFonts.bold,
      }),
      textColumn('ID', (task) => task.taskRef, { min: 8, ideal: 10, style: cells.id }),
      textColumn('Task', ({ key, taskName }) => `${key ? `${gridMarks.key} ` : ''}${taskName}`, {
        min: 26,
        ideal: 40,
        grow: 2,
        style: ({ key }) => (key ? cells.strong : cells.text),
        font: textFonts.bold,
      }),
      textColumn('Planned', ({ planned }) => datesText(planned, lookahead.reportDay), { min: 20, ideal: 24 }),
      numberColumn('Days planned', (task) => task.days),
      numberColumn('Days done', (task) => task.happened),
      numberColumn('Working days lost', (task) => task.daysLost),
      textColumn('What happened', (task) => task.outcome, { min: 18, ideal: 30, grow: 1 }),
      textColumn('Subcontractor', (task) => task.subcontractor, { min: 13, ideal: 20, grow: 1 }),
      textColumn('Location', (task) => task.location, { isOptional: true, min: 9, ideal: 14, dropRank: 1 }),
      {
        ...textColumn<LastWeekTask>('Reason', (task) => task.reason, {
          min: 16,
          ideal: 24,
          grow: 1,
          style: cells.fillIn,
        }),
        choices: { of: reasonsOffered(lookahead), prompt: 'Why it was missed: one of these, or another' },
      },
      {
        title: 'Done?',
        min: 7,
        ideal: 8,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: ['yes', 'no'], prompt: 'What the meeting says' },
      },
      { title: 'Comment', min: 16, ideal: 24, grow: 3, cell: () => ({ style: cells.fillIn }) },
    ],
    below: (widths, places) => {
      if (places.rows === undefined) return [];
      const sheet = { tasks: lookahead.lastWeek, widths, places };
      const first = firstBelow(places);
      const { all } = subcontractorRows(sheet.tasks, first);
      return [totalsBySubcontractor(sheet, first), totalsByReason(sheet, all + 1)];
    },
  });
}

function figures(lookahead: Lookahead): string {
  const { ppc, lastWeek, reportDay } = lookahead;
  if (ppc.kind === 'not yet') return 'No earlier revision to measure by';
  const notReported = notReportedText(lookahead);
  if (ppc.kind === 'not reported') return capitalised(notReported ?? '');
  const { week, taskDay, task, finished, dueToFinish } = ppc;
  if (notReported !== undefined) {
    const shares = [
      ...(taskDay === undefined ? [] : [`PPC ${percentText(taskDay)} of days`]),
      ...(task === undefined ? [] : [`${percentText(task)} by task: ${finished} of ${dueToFinish}`]),
    ];
    return [weeksTitle(week), notReported, ...shares].join(' · ');
  }
  const parts = [`${weeksTitle(week)}${measuredPart(ppc, reportDay)}`];
  if (taskDay !== undefined) parts.push(`PPC ${percentText(taskDay)} of planned days`);
  if (task !== undefined)
    parts.push(`${percentText(task)} by task: ${finished} of ${dueToFinish} due finished`);
  const lost = roundQuantity(lastWeek.reduce((sum, { daysLost = 0 }) => sum + daysLost, 0));
  if (lost !== 0) parts.push(`${countText(lost, 'working day')} lost in that week`);
  return parts.join(' · ');
}

function reasonsOffered({ delays, lastWeek }: Lookahead): readonly string[] {
  const used = [...lastWeek, ...delays.perReason].map(({ reason }) => reason);
  const seen = new Set<string>(['', '(no reason given)']);
  return [...used, ...usualReasons].filter((reason) => {
    const isNew = !seen.has(reason.toLowerCase());
    seen.add(reason.toLowerCase());
    return isNew;
  });
}

function numberColumn(
  title: string,
  read: (task: LastWeekTask) => number | undefined,
): ListColumn<LastWeekTask> {
  return {
    title,
    min: 7,
    ideal: 8,
    align: 'center',
    cell: (task): Cell => {
      const value = read(task);
      return value === undefined ? { style: cells.whole } : { value, style: byNumber(value, cells) };
    },
  };
}
