import { notReadyText, unreadyTasks } from '#lookahead/compare/unready-tasks.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { textFonts } from '#workbook/layout/text-width.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { cells } from '#workbook/theme/sheet-styles.ts';
import { askCell, askText, dateCell, dateStyles } from '#workbook/theme/task-cells.ts';
import { textColumn } from './list-columns.ts';
import { type ListSheet, listSheet } from './list-sheet.ts';
import { planDataRows } from './plan-data.ts';

type Row = {
  readonly task: PlannedTask;
  /** Whole weeks since the issue that first said so; 0 in this one. */
  readonly weeksOpen: number;
  readonly since: string;
};

const daysPerWeek = 7;
const emptyAgain = 'empty again in the next revision';

function unreadyRows(lookahead: Lookahead): readonly Row[] {
  const { readiness, reportDay } = lookahead;
  return unreadyTasks(lookahead).map((task): Row => {
    const since = readiness.openSince.get(task.id) ?? reportDay;
    return {
      task,
      weeksOpen: Math.floor((reportDay - since) / daysPerWeek),
      since: since === reportDay ? 'this revision' : dayText(since, reportDay),
    };
  });
}

export function readinessSheet(context: SheetContext): ListSheet {
  const { readiness, reasons, reportDay } = context.lookahead;
  const { of, ready, withGap } = readiness;
  return listSheet<Row>(context, {
    name: 'Readiness',
    figures: `${notReadyText(readiness)} · ${ready} of ${countText(of, 'task')} ready, ${withGap} with a gap in the data · Action, Promised by and Done ${emptyAgain}`,
    items: unreadyRows(context.lookahead),
    id: ({ task }) => task.id,
    freezeAfter: 2,
    columns: [
      textColumn('ID', ({ task }) => task.ref, { min: 8, ideal: 10, style: cells.id }),
      textColumn('Task', ({ task }) => `${task.key ? `${gridMarks.key} ` : ''}${task.name}`, {
        min: 24,
        ideal: 40,
        grow: 2,
        style: ({ task }) => (task.key ? cells.strong : cells.text),
        font: textFonts.bold,
      }),
      textColumn('Constraint', ({ task }) => task.constraints.map(({ cause }) => cause).join('\n'), {
        min: 30,
        ideal: 52,
        grow: 3,
      }),
      {
        ...textColumn<Row>('Category', ({ task }) => readiness.categories.get(task.id) ?? '', {
          min: 13,
          ideal: 17,
          style: cells.fillIn,
        }),
        choices: { of: reasons, prompt: 'What kind of constraint it is' },
      },
      textColumn('Subcontractor', ({ task }) => task.subcontractor?.name ?? '', {
        isOptional: true,
        min: 13,
        ideal: 18,
        grow: 1,
      }),
      {
        ...textColumn<Row>('Ask', ({ task }) => askText(task.constraints), {
          isOptional: true,
          min: 12,
          ideal: 22,
          grow: 1,
        }),
        cell: ({ task }, shown) => askCell(task.constraints, shown),
      },
      {
        title: 'Needed by',
        min: 10.5,
        ideal: 12,
        cell: ({ task }) => dateCell(task.dates?.start, reportDay, dateStyles.long),
      },
      {
        title: 'Weeks open',
        min: 6.5,
        ideal: 7,
        align: 'center',
        cell: ({ weeksOpen }) => ({ value: weeksOpen, style: cells.whole }),
      },
      textColumn('Open since', ({ since }) => since, { min: 10, ideal: 13, dropRank: 1 }),
      {
        title: 'Action',
        min: 16,
        ideal: 26,
        grow: 3,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: [], prompt: `What will be done; ${emptyAgain}` },
      },
      {
        title: 'Promised by',
        min: 11,
        ideal: 13,
        cell: () => ({ style: cells.fillInDate }),
        choices: { of: [], prompt: `By which day; ${emptyAgain}` },
      },
      {
        title: 'Done',
        min: 6,
        ideal: 7,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: ['yes', 'no'], prompt: `Whether the constraint is gone; ${emptyAgain}` },
      },
    ],
    below: (widths, { columns }) => planDataRows(context.lookahead, { widths, columns }),
  });
}
