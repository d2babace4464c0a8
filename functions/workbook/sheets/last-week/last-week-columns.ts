import type { ForeseenTask } from '#lookahead/compare/foresight.ts';
import type { LastWeekTask, WeekResult } from '#lookahead/compare/last-week.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { saidText } from '#lookahead/ppc-words.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import { idColumn, taskColumn, widths } from '#workbook/sheets/task-columns.ts';
import type { Column } from '#workbook/table/column.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { cell } from '#workbook/theme/styles.ts';

/**
 * A task of last week, a delay of a task of this report, or a task that was planned or foreseen. They have the same columns,
 * under one header.
 */
export type LastWeekRow = Pick<
  LastWeekTask,
  'taskId' | 'taskRef' | 'taskName' | 'key' | 'daysLost' | 'outcome' | 'subcontractor' | 'reason'
> &
  Partial<Pick<LastWeekTask, 'days' | 'happened' | 'promise'>> & {
    readonly result: string;
    readonly isMiss: boolean;
    readonly when: string;
    readonly foreseen?: ForeseenTask;
  };

export const resultWords: Readonly<Record<WeekResult, string>> = {
  missed: '✗ missed',
  short: '✗ short',
  // Without a mark: neither counts before its day is reported.
  open: 'open',
  'done since': 'done',
  done: '✓ done',
  kept: '✓ as planned',
};

export function lastWeekColumns(context: SheetContext): readonly Column<LastWeekRow>[] {
  const { lookahead } = context;
  const isAsked = lookahead.lastWeek.some(({ promise }) => promise !== undefined);
  return [
    {
      title: 'Result',
      width: { min: 12, max: 13 },
      value: ({ result }) => result,
      style: ({ isMiss }) => (isMiss ? cell.notReady : cell.ready),
    },
    idColumn(context, ({ taskId, taskRef }) => ({ id: taskId, ref: taskRef })),
    taskColumn(({ taskName, key }) => ({ name: taskName, key })),
    { title: 'Planned, or day of the delay', width: { min: 20, max: 30 }, value: ({ when }) => when },
    numberColumn('Days planned', ({ days }) => days),
    numberColumn('Days done', ({ happened }) => happened),
    numberColumn('Working days lost', ({ daysLost }) => daysLost),
    { title: 'What happened', width: widths.words, value: ({ outcome }) => outcome },
    { title: 'Subcontractor', width: widths.name, value: ({ subcontractor }) => subcontractor },
    ...(isAsked ? promiseColumns(lookahead) : []),
    {
      title: 'Reason',
      width: { min: 22, max: 25, grow: 1 },
      value: ({ reason }) => reason,
      style: cell.fillIn,
      input: { choices: lookahead.reasons, prompt: 'Why it was missed: one of these, or another' },
    },
    {
      title: 'Done?',
      width: widths.number,
      style: cell.fillIn,
      input: { choices: ['yes', 'no'], prompt: 'What the meeting says' },
    },
    { title: 'Comment, action', width: { min: 16, max: 16, grow: 1 }, style: cell.fillIn },
  ];
}

/** Of a column that only a week has for which promises were asked. */
export const keptTitle = 'Kept';

const promisedWords: Readonly<Record<PromiseState, string>> = {
  promised: '✓',
  declined: '✗',
  moved: '? moved',
  open: '?',
};

function promiseColumns({ reportDay }: Lookahead): readonly Column<LastWeekRow>[] {
  return [
    {
      title: 'Promised',
      width: widths.word,
      value: ({ promise }) => promise && promisedWords[promise.state],
      style: cell.strong,
    },
    {
      title: 'Said',
      width: { min: 14, max: 27 },
      value: ({ promise }) => promise && saidText(promise, reportDay),
    },
    {
      title: keptTitle,
      width: { min: 9, max: 12 },
      value: ({ promise }) => promise?.result,
      style: ({ promise }) => (promise?.result === 'not kept' ? cell.notReady : cell.ready),
    },
  ];
}

function numberColumn(title: string, value: (row: LastWeekRow) => number | undefined): Column<LastWeekRow> {
  return { title, width: { min: 8, max: 8 }, align: 'center', value, style: cell.number };
}
