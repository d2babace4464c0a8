/** Tables of tasks on the left side of Summary: what is new, what is at risk, and key tasks. */
import { type ChangedTask, changedTasks } from '#lookahead/compare/changes.ts';
import { notReadyText, readyShareText, unreadyTasks } from '#lookahead/compare/unready-tasks.ts';
import {
  firstPersonToAsk,
  nameWithKeyTaskMark,
  shortReadyText,
  taskNameWithMarks,
} from '#lookahead/grid/grid-text.ts';
import { keyTasksOf, type PlannedTask } from '#lookahead/planned/planned-task.ts';
import { earlierRevisionText } from '#lookahead/report-words.ts';
import type { TaskIdRefAndName } from '#lookahead/tasks/read-task.ts';
import { signedNumberText } from '#lookahead/text/quantity-text.ts';
import { textFonts, textWidth } from '#workbook/layout/text-width.ts';
import { idColumn, readyColumn } from '#workbook/sheets/task-columns.ts';
import type { TableColumn } from '#workbook/table/table.ts';
import { statusWordStyleOf, tableCellStyles } from '#workbook/theme/styles.ts';
import type { Cell } from '#workbook/xlsx/sheet-plan.ts';
import {
  type DrawSummarySection,
  emptySection,
  moreRowsCell,
  moreRowsLinkCell,
  type SummaryContext,
  sentenceSection,
  sideTableSection,
  summaryHeadingHeight,
  summaryRowLayout,
  textRoomAcrossSide,
} from './summary-page.ts';

/**
 * Maximum number of tasks under *What is at risk* on the Summary.
 * @tunable
 */
const maxTasksAtRisk = 10;

type NamedTask = { readonly id: string; readonly ref: string; readonly name: string; readonly key: boolean };

export function nameColumn<Item>(
  title: string,
  span: number,
  of: (item: Item) => NamedTask,
): TableColumn<Item> {
  return {
    title,
    span,
    isName: true,
    value: (item) => of(item).name,
    style: (item) => (of(item).key ? tableCellStyles.strong : tableCellStyles.text),
  };
}

export function taskWithMarkedName({
  taskId,
  taskRef,
  taskName,
  key,
}: TaskIdRefAndName & { readonly key: boolean }): NamedTask {
  return { id: taskId, ref: taskRef, name: nameWithKeyTaskMark(taskName, key), key };
}

/** Numbers of columns for the name and for the ID. The widest IDs take one column from the names. */
const nameSpans = [
  [5, 1],
  [5, 2],
  [4, 3],
] as const;

function taskColumns<Item>(
  { page, taskRows }: SummaryContext,
  items: readonly Item[],
  of: (item: Item) => NamedTask,
): readonly TableColumn<Item>[] {
  const widestId = Math.max(...items.map((item) => textWidth(of(item).ref, textFonts.plain)));
  const [name, id] =
    nameSpans.find(
      ([first, columns]) => textRoomAcrossSide({ ...page.left, first: first + 1, columns }) >= widestId,
    ) ?? nameSpans[2];
  return [
    nameColumn('Task', name, of),
    {
      ...idColumn({ taskRows }, of),
      span: id,
      style: (item) => (taskRows.rowOf.has(of(item).id) ? tableCellStyles.link : tableCellStyles.text),
    },
  ];
}

function plannedColumns(context: SummaryContext, tasks: readonly PlannedTask[]) {
  return taskColumns(context, tasks, (task) => ({ ...task, name: taskNameWithMarks(task) }));
}

function dateColumn(title: string, of: 'start' | 'finish'): TableColumn<PlannedTask> {
  return {
    title,
    align: 'center',
    value: ({ dates }) => dates && { day: dates[of] },
    style: tableCellStyles.centeredDate,
  };
}

const newsTitle = 'Was → is, in working days';

export function newsTable(context: SummaryContext, maxTasks: number): DrawSummarySection {
  const { lookahead, page, places } = context;
  const { issue, changes } = lookahead;
  if (!issue.previous || !changes)
    return sentenceSection(page.left, 'This is the first revision of this report.', 'What is new');
  const heading = `What is new since ${earlierRevisionText(issue.previous, lookahead)}`;
  const changed = changedTasks(lookahead);
  if (changed.length === 0) return sentenceSection(page.left, 'Nothing has changed.', heading);
  const rows = changed.slice(0, maxTasks);
  return sideTableSection<ChangedTask>(page.left, {
    heading,
    columns: [
      ...taskColumns<ChangedTask>(context, rows, ({ change }) => taskWithMarkedName(change)),
      { title: 'Days', align: 'center', style: tableCellStyles.strongFigure, cell: daysCell },
      {
        title: newsTitle,
        // If a text does not fit, its weekdays are left out before dates are cut.
        value: ({ words, shortWords }, room) =>
          textWidth(words, textFonts.plain) <= room ? words : shortWords,
      },
    ],
    widest: newsTitle,
    rows,
    more: moreRowsLinkCell(places.changes, changed.length - rows.length),
  });
}

function daysCell({ change: { kind, days = 0 } }: ChangedTask): Cell {
  if (kind === 'added') return { value: 'NEW', style: tableCellStyles.strongFigure };
  if (kind === 'removed') return { value: 'gone', style: tableCellStyles.strongFigure };
  if (days === 0) return { style: tableCellStyles.strongFigure };
  return {
    value: `${signedNumberText(days)} d`,
    style: days > 0 ? tableCellStyles.late : tableCellStyles.early,
  };
}

export function riskTable(context: SummaryContext): DrawSummarySection {
  const { lookahead, page, places } = context;
  const { readiness } = lookahead;
  const heading = 'What is at risk';
  const unready = unreadyTasks(lookahead);
  if (unready.length === 0) {
    const text =
      readiness.withGap === 0
        ? 'Every task that is to be done is ready.'
        : `No task is known to be held up: ${readyShareText(readiness)}`;
    return sentenceSection(page.left, text, heading);
  }
  const rows = unready.slice(0, maxTasksAtRisk);
  const asked = (task: PlannedTask) => firstPersonToAsk(task)?.name;
  const hasAnyoneToAsk = rows.some(asked);
  const ask: TableColumn<PlannedTask> = { title: 'Ask', span: 2, value: asked };
  return sideTableSection<PlannedTask>(page.left, {
    heading: `${heading} · ${notReadyText(readiness)}`,
    columns: [
      ...plannedColumns(context, rows),
      dateColumn('Start', 'start'),
      { ...readyColumn(shortReadyText), title: 'Constraint', span: 3 },
      ...(hasAnyoneToAsk ? [ask] : []),
    ],
    widest: hasAnyoneToAsk ? 'Ask' : 'Constraint',
    rows,
    more: moreRowsLinkCell(places.readiness, unready.length - rows.length),
  });
}

const minKeyTasks = 3;
/**
 * Maximum number of key tasks on the Summary.
 * @tunable
 */
const maxKeyTasks = 15;
const keyTasksHeadHeight = summaryHeadingHeight + summaryRowLayout.headHeight;

/** Height in points of the shortest list of key tasks; the other lists leave room for it. */
export const minKeyTasksHeight = keyTasksHeadHeight + minKeyTasks * summaryRowLayout.height;

/**
 * Table of key tasks.
 * @param room height in points that is left on the page: the list is shortened to fit, and left out if it has no room
 * for three rows
 */
export function keyTasksTable(context: SummaryContext, room: number): DrawSummarySection {
  const { lookahead, page, places } = context;
  const keys = keyTasksOf(lookahead);
  if (room < minKeyTasksHeight || keys.length === 0) return emptySection;
  const lines = Math.min(Math.floor((room - keyTasksHeadHeight) / summaryRowLayout.height), maxKeyTasks);
  const rows = keys.slice(0, keys.length <= lines ? lines : lines - 1);
  return sideTableSection<PlannedTask>(page.left, {
    heading: 'Key tasks',
    columns: [
      ...plannedColumns(context, rows),
      dateColumn('Start', 'start'),
      dateColumn('Finish', 'finish'),
      {
        title: 'Status',
        span: 2,
        value: ({ status }) => status.text,
        style: ({ status }) => statusWordStyleOf(status.kind),
      },
      { ...readyColumn(shortReadyText), span: 2 },
    ],
    widest: 'Ready',
    rows,
    more: moreRowsCell(keys.length - rows.length, places.tasks.sheet),
  });
}
