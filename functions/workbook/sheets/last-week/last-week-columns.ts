import type { TaskInForesight } from '#lookahead/compare/foresight.ts';
import type { LastWeekTask, TaskWeekResult } from '#lookahead/compare/last-week.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { promiseAnswerText } from '#lookahead/ppc-words.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import { columnWidths, idColumn, taskNameColumn } from '#workbook/sheets/task-columns.ts';
import type { ItemColumn } from '#workbook/table/column.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { tableCellStyles } from '#workbook/theme/styles.ts';

/**
 * A task of last week, a delay of a task of this report, or a task that was planned or foreseen. All have the same
 * columns, under one header.
 */
export type LastWeekRow = Pick<
  LastWeekTask,
  'taskId' | 'taskRef' | 'taskName' | 'key' | 'daysLost' | 'outcome' | 'subcontractor' | 'reason'
> &
  Partial<Pick<LastWeekTask, 'days' | 'daysHappened' | 'promise'>> & {
    readonly result: string;
    readonly isMiss: boolean;
    readonly when: string;
    readonly foreseen?: TaskInForesight;
  };

export const weekResultTexts: Readonly<Record<TaskWeekResult, string>> = {
  missed: '✗ missed',
  short: '✗ short',
  // These two have no mark: they do not count before their day is reported.
  open: 'open',
  'done since': 'done',
  done: '✓ done',
  kept: '✓ as planned',
};

export function lastWeekColumns(context: SheetContext): readonly ItemColumn<LastWeekRow>[] {
  const { lookahead } = context;
  const isAsked = lookahead.lastWeek.some(({ promise }) => promise !== undefined);
  return [
    {
      title: 'Result',
      width: { min: 12, max: 13 },
      value: ({ result }) => result,
      style: ({ isMiss }) => (isMiss ? tableCellStyles.notReady : tableCellStyles.ready),
    },
    idColumn(context, ({ taskId, taskRef }) => ({ id: taskId, ref: taskRef })),
    taskNameColumn(({ taskName, key }) => ({ name: taskName, key })),
    { title: 'Planned, or day of the delay', width: { min: 20, max: 30 }, value: ({ when }) => when },
    numberColumn('Days planned', ({ days }) => days),
    numberColumn('Days done', ({ daysHappened }) => daysHappened),
    numberColumn('Working days lost', ({ daysLost }) => daysLost),
    { title: 'What happened', width: columnWidths.words, value: ({ outcome }) => outcome },
    { title: 'Subcontractor', width: columnWidths.name, value: ({ subcontractor }) => subcontractor },
    ...(isAsked ? promiseColumns(lookahead) : []),
    {
      title: 'Reason',
      width: { min: 22, max: 25, grow: 1 },
      value: ({ reason }) => reason,
      style: tableCellStyles.fillIn,
      input: { choices: lookahead.reasons, prompt: 'Why it was missed: one of these, or another' },
    },
    {
      title: 'Done?',
      width: columnWidths.number,
      style: tableCellStyles.fillIn,
      input: { choices: ['yes', 'no'], prompt: 'What the meeting says' },
    },
    { title: 'Comment, action', width: { min: 16, max: 16, grow: 1 }, style: tableCellStyles.fillIn },
  ];
}

/** Title of a column that exists only if promises were asked for in the week. */
export const promiseKeptColumnTitle = 'Kept';

const promiseStateTexts: Readonly<Record<PromiseState, string>> = {
  promised: '✓',
  declined: '✗',
  moved: '? moved',
  open: '?',
};

function promiseColumns({ reportDay }: Lookahead): readonly ItemColumn<LastWeekRow>[] {
  return [
    {
      title: 'Promised',
      width: columnWidths.word,
      value: ({ promise }) => promise && promiseStateTexts[promise.state],
      style: tableCellStyles.strong,
    },
    {
      title: 'Said',
      width: { min: 14, max: 27 },
      value: ({ promise }) => promise && promiseAnswerText(promise, reportDay),
    },
    {
      title: promiseKeptColumnTitle,
      width: { min: 9, max: 12 },
      value: ({ promise }) => promise?.result,
      style: ({ promise }) =>
        promise?.result === 'not kept' ? tableCellStyles.notReady : tableCellStyles.ready,
    },
  ];
}

function numberColumn(
  title: string,
  value: (row: LastWeekRow) => number | undefined,
): ItemColumn<LastWeekRow> {
  return { title, width: { min: 8, max: 8 }, align: 'center', value, style: tableCellStyles.number };
}
