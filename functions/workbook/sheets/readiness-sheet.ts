import { sum } from '#base/sum.ts';
import { shortListText } from '#base/text/one-line.ts';
import {
  type GapGroup,
  gapGroups,
  nameAndAddressText,
  notReadyText,
  unreadyTasks,
} from '#lookahead/compare/unready-tasks.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { gapHeading } from '#lookahead/readiness/gap-rules.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { wholeTextOnTasksMark } from '#workbook/layout/shorten-text.ts';
import type { ItemColumn } from '#workbook/table/column.ts';
import { drawTable, type Table } from '#workbook/table/table.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { headingStyle, tableCellStyles } from '#workbook/theme/styles.ts';
import type { SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import {
  type ListColumnsAndPositions,
  type ListSheet,
  listHeadingHeight,
  listRowLayout,
  listSheet,
} from './list-sheet.ts';
import { columnWidths, dateColumn, idColumn, taskNameColumn, whomToAskColumn } from './task-columns.ts';

type UnreadyRow = {
  readonly task: PlannedTask;
  /** Whole weeks since the issue that first had the task as not ready; 0 if it is this issue. */
  readonly weeksOpen: number;
  readonly since: string;
};

const daysPerWeek = 7;
const emptyAgainText = 'empty again in the next revision';

function unreadyRows(lookahead: Lookahead): readonly UnreadyRow[] {
  const { readiness, reportDay } = lookahead;
  return unreadyTasks(lookahead).map((task): UnreadyRow => {
    const since = readiness.openSince.get(task.id) ?? reportDay;
    return {
      task,
      weeksOpen: Math.floor((reportDay - since) / daysPerWeek),
      since: since === reportDay ? 'this revision' : dayText(since, reportDay),
    };
  });
}

export function readinessSheet(context: SheetContext): ListSheet {
  const isAnyoneAsked = gapGroups(context.lookahead.tasks).some(({ ask }) => ask !== undefined);
  const { readiness, reasons, reportDay } = context.lookahead;
  const { of, ready, withGap } = readiness;
  return listSheet<UnreadyRow>(context, {
    name: 'Readiness',
    figures: `${notReadyText(readiness)} · ${ready} of ${countText(of, 'task')} ready, ${withGap} with a gap in the data · Action, Promised by and Done ${emptyAgainText}`,
    items: unreadyRows(context.lookahead),
    id: ({ task }) => task.id,
    freezeAfter: 2,
    columns: [
      idColumn(context, ({ task }) => task),
      taskNameColumn(({ task }) => task),
      {
        title: 'Constraint',
        width: columnWidths.words,
        value: ({ task }) => task.constraints.map(({ cause }) => cause).join('\n'),
      },
      {
        title: 'Category',
        width: columnWidths.word,
        value: ({ task }) => readiness.categories.get(task.id),
        style: tableCellStyles.fillIn,
        input: { choices: reasons, prompt: 'What kind of constraint it is' },
      },
      {
        title: 'Subcontractor',
        width: columnWidths.name,
        value: ({ task }) => task.subcontractor?.name,
        isOptional: true,
      },
      // Plan data also uses this column, for whom to ask.
      { ...whomToAskColumn(({ task }) => task.constraints), isOptional: !isAnyoneAsked },
      dateColumn('Needed by', ({ task }) => task.dates?.start, { form: 'long', reportDay }),
      {
        title: 'Weeks open',
        width: columnWidths.number,
        align: 'center',
        value: ({ weeksOpen }) => weeksOpen,
      },
      { title: 'Open since', width: { ...columnWidths.date, dropRank: 1 }, value: ({ since }) => since },
      {
        title: 'Action',
        width: columnWidths.fillIn,
        style: tableCellStyles.fillIn,
        input: { choices: [], prompt: `What will be done; ${emptyAgainText}` },
      },
      {
        title: 'Promised by',
        width: columnWidths.date,
        style: tableCellStyles.fillInDate,
        input: { choices: [], prompt: `By which day; ${emptyAgainText}` },
      },
      {
        title: 'Done',
        width: columnWidths.number,
        style: tableCellStyles.fillIn,
        input: { choices: ['yes', 'no'], prompt: `Whether the constraint is gone; ${emptyAgainText}` },
      },
    ],
    below: (list, firstRow) => planDataRows(context.lookahead, list, firstRow),
  });
}

/** Maximum number of references listed in a row of Plan data; the others are counted. */
const maxListedMisfits = 40;

type PlanDataRow = {
  readonly tasks: number;
  readonly gap: string;
  readonly which: string;
  readonly ask: string;
};

/** Columns of Plan data, by the title of the column of the list that each is under. */
const planDataColumns: Readonly<Record<string, Pick<ItemColumn<PlanDataRow>, 'title' | 'value' | 'style'>>> =
  {
    ID: { title: 'Tasks', value: ({ tasks }) => tasks || undefined, style: tableCellStyles.number },
    Task: { title: 'Gap', value: ({ gap }) => gap },
    Constraint: { title: 'Which', value: ({ which }) => which },
    Ask: { title: 'Ask', value: ({ ask }) => ask },
  };

function planDataRows(
  { tasks, misfits }: Lookahead,
  { columns, widths: characters }: ListColumnsAndPositions<ItemColumn<UnreadyRow>>,
  firstRow: number,
): readonly SheetRow[] {
  const groups = gapGroups(tasks);
  const outside = sum(tasks.map((task) => task.predecessorsOutside));
  if (groups.length === 0 && outside === 0 && misfits.length === 0) return [];
  const gaps = sum(groups.map((group) => group.tasks.length));
  const title = `Plan data, for the planner: ${countText(gaps, 'gap')}${outsideText(outside)}${misfitsText(misfits)}`;
  const last = columns.findLastIndex((column) => column.title in planDataColumns);
  const rows: readonly PlanDataRow[] = [
    ...groups.map((group) => ({
      tasks: group.tasks.length,
      gap: gapHeading(group.kind),
      which: group.tasks.map((task) => gapTaskText(group, task)).join(', '),
      ask: group.ask === undefined ? '' : nameAndAddressText(group.ask),
    })),
    ...misfits.map(({ words, items }) => ({
      tasks: items.length,
      gap: words,
      which: shortListText(items, maxListedMisfits),
      ask: '',
    })),
  ];
  const table: Table<PlanDataRow> = {
    columns: columns
      .slice(0, last + 1)
      .map(({ title: over, width }) => ({ width, ...(planDataColumns[over] ?? { title: '' }) })),
    rows,
  };
  return [
    { cells: [{ value: title, style: headingStyle }], height: listHeadingHeight },
    ...(rows.length === 0
      ? []
      : drawTable(table, {
          row: firstRow + 1,
          column: 1,
          widths: characters,
          look: { ...listRowLayout, mark: wholeTextOnTasksMark },
        }).rows),
  ];
}

function gapTaskText({ kind }: GapGroup, { task, word, detail }: GapGroup['tasks'][number]): string {
  const said = detail || word;
  return said === gapHeading(kind).toLowerCase() ? task.ref : `${task.ref} (${said})`;
}

function misfitsText({ length }: Lookahead['misfits']): string {
  if (length === 0) return '';
  return ` · ${countText(length, 'kind')} of data not as the planning service describes it`;
}

function outsideText(count: number): string {
  if (count === 0) return '';
  return ` · ${countText(count, 'predecessor')} outside the weeks that were read ${count === 1 ? 'is' : 'are'} not checked`;
}
