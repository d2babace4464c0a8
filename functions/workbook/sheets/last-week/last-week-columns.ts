import type { ForeseenTask } from '#lookahead/compare/foresight.ts';
import type { LastWeekTask } from '#lookahead/compare/last-week.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { saidText } from '#lookahead/ppc-words.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import { textFonts } from '#workbook/layout/text-width.ts';
import { type ListColumn, textColumn } from '#workbook/sheets/list-columns.ts';
import { byNumber, cells } from '#workbook/theme/sheet-styles.ts';
import type { Cell } from '#workbook/xlsx/sheet-plan.ts';

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

export function lastWeekColumns(lookahead: Lookahead): readonly ListColumn<LastWeekRow>[] {
  const isAsked = lookahead.lastWeek.some(({ promise }) => promise !== undefined);
  return [
    textColumn('Result', ({ result }) => result, {
      min: 12,
      ideal: 12.5,
      style: (row) => (row.isMiss ? cells.notReady : cells.ready),
      font: textFonts.bold,
    }),
    textColumn('ID', (row) => row.taskRef, { min: 8, ideal: 10, style: cells.id }),
    textColumn('Task', ({ key, taskName }) => `${key ? `${gridMarks.key} ` : ''}${taskName}`, {
      min: 24,
      ideal: 36,
      grow: 1,
      style: ({ key }) => (key ? cells.strong : cells.text),
      font: textFonts.bold,
    }),
    textColumn('Planned, or day of the delay', ({ when }) => when, { min: 20, ideal: 24 }),
    numberColumn('Days planned', (row) => row.days),
    numberColumn('Days done', (row) => row.happened),
    numberColumn('Working days lost', (row) => row.daysLost),
    textColumn('What happened', (row) => row.outcome, { min: 25, ideal: 34, grow: 1 }),
    textColumn('Subcontractor', (row) => row.subcontractor, {
      min: 13,
      ideal: 20,
      grow: 1,
    }),
    ...(isAsked ? promiseColumns(lookahead) : []),
    {
      ...textColumn<LastWeekRow>('Reason', (row) => row.reason, {
        min: 22,
        ideal: 30,
        grow: 1,
        style: cells.fillIn,
      }),
      choices: { of: lookahead.reasons, prompt: 'Why it was missed: one of these, or another' },
    },
    {
      title: 'Done?',
      min: 7,
      ideal: 8,
      cell: () => ({ style: cells.fillIn }),
      choices: { of: ['yes', 'no'], prompt: 'What the meeting says' },
    },
    { title: 'Comment, action', min: 16, ideal: 16, grow: 1, cell: () => ({ style: cells.fillIn }) },
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

function promiseColumns({ reportDay }: Lookahead): readonly ListColumn<LastWeekRow>[] {
  return [
    textColumn('Promised', ({ promise }) => (promise ? promisedWords[promise.state] : ''), {
      min: 9,
      ideal: 9,
      font: textFonts.bold,
      style: cells.strong,
    }),
    textColumn('Said', ({ promise }) => (promise ? saidText(promise, reportDay) : ''), {
      min: 14,
      ideal: 18,
    }),
    textColumn(keptTitle, ({ promise }) => promise?.result ?? '', {
      min: 9,
      ideal: 9,
      font: textFonts.bold,
      style: ({ promise }) => (promise?.result === 'not kept' ? cells.notReady : cells.ready),
    }),
  ];
}

function numberColumn(
  title: string,
  read: (row: LastWeekRow) => number | undefined,
): ListColumn<LastWeekRow> {
  return {
    title,
    min: 7,
    ideal: 8,
    align: 'center',
    cell: (row): Cell => {
      const value = read(row);
      return value === undefined ? { style: cells.whole } : { value, style: byNumber(value, cells) };
    },
  };
}
