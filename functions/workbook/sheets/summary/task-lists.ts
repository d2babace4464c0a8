/** The lists of tasks on the left: what is at risk, what is new, and key tasks. */
import { type ChangedTask, changedTasks } from '#lookahead/compare/changes.ts';
import type { IssueReference } from '#lookahead/compare/earlier-issue.ts';
import { notReadyText, shareText, unreadyTasks } from '#lookahead/compare/unready-tasks.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { firstToAsk, gridMarks, readyText, readyWord } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { keyTasksOf, type PlannedTask } from '#lookahead/planned/planned-task.ts';
import { earlierRevision } from '#lookahead/report-words.ts';
import { signedText } from '#lookahead/text/quantity-text.ts';
import { fontSizes, textFonts } from '#workbook/layout/text-width.ts';
import { maxSummaryTasks } from '#workbook/limits.ts';
import { grid as dayGrid, styleOf } from '#workbook/theme/day-grid-styles.ts';
import { summary, summaryHeights } from '#workbook/theme/summary-styles.ts';
import { readyStyles } from '#workbook/theme/task-cells.ts';
import {
  type NamesColumn,
  namesTable,
  plannedTaskColumns,
  sentenceSection,
  taskNameColumns,
} from './names-table.ts';
import {
  dateField,
  type Field,
  fittedLine,
  moreLink,
  moreText,
  type Section,
  type SummaryContext,
  textField,
  wordsField,
} from './sections.ts';
import { columnsBesideNames, movedDates } from './summary-grid.ts';

const riskTitle = 'What is at risk';

export function riskTable(context: SummaryContext): Section {
  const { lookahead, grid, places, names } = context;
  const span = grid.left;
  const unready = unreadyTasks(lookahead);
  if (unready.length === 0)
    return sentenceSection(
      span,
      riskTitle,
      lookahead.readiness.withGap === 0
        ? 'Every task that is to be done is ready.'
        : `No task is known to be held up: ${shareText(lookahead.readiness)}`,
    );
  const items = unready.slice(0, maxSummaryTasks.risks);
  const hasAnyoneToAsk = items.some((task) => firstToAsk(task) !== undefined);
  const [constraintColumns = 1, askColumns = 1] = columnsBesideNames(grid, names, {
    figures: 1,
    fields: hasAnyoneToAsk ? 2 : 1,
  });
  const ask: readonly NamesColumn<PlannedTask>[] = hasAnyoneToAsk
    ? [
        {
          title: 'Ask',
          columns: askColumns,
          of: (task) => textField(firstToAsk(task)?.name ?? ''),
        },
      ]
    : [];
  return namesTable<PlannedTask>(
    { grid, span },
    {
      title: `${riskTitle} · ${notReadyText(lookahead.readiness)}`,
      columns: [
        ...plannedTaskColumns(context),
        { title: 'Start', columns: 1, isFigure: true, of: ({ dates }) => dateField(dates?.start) },
        {
          title: 'Constraint',
          columns: constraintColumns,
          of: (task) => wordsField(readyText(task), summary.notReady),
        },
        ...ask,
      ],
      items,
      more: moreLink(places.readiness, unready.length - items.length),
    },
  );
}

export function newsTable(context: SummaryContext, maxTasks: number): Section {
  const { lookahead, grid, places, names } = context;
  const { issue, changes } = lookahead;
  const span = grid.left;
  if (!issue.previous || !changes) {
    return sentenceSection(span, 'What is new', 'This is the first revision of this report.');
  }
  const title = newsTitle(context, issue.previous);
  const changed = changedTasks(lookahead);
  if (changed.length === 0) return sentenceSection(span, title, 'Nothing has changed.');
  const items = changed.slice(0, maxTasks);
  const [wide = 1] = columnsBesideNames(grid, names, { figures: 1, fields: 1 });
  return namesTable<ChangedTask>(
    { grid, span },
    {
      title,
      columns: [
        ...taskNameColumns<ChangedTask>(context, ({ change: { taskId, taskRef, taskName, key } }) => ({
          id: taskId,
          ref: taskRef,
          name: key ? `${gridMarks.key} ${taskName}` : taskName,
          isKey: key,
        })),
        { title: 'Days', columns: 1, isFigure: true, of: changeWord },
        {
          title: 'Was → is, in working days',
          columns: wide,
          of: (task) => ({
            value: task.words,
            style: summary.overflow,
            font: textFonts.plain,
            shorter: task.shortWords,
            kept: movedDates(task),
          }),
        },
      ],
      items,
      more: moreLink(places.changes, changed.length - items.length),
    },
  );
}

function newsTitle({ grid, lookahead }: SummaryContext, previous: IssueReference): string {
  const place = { widths: grid.widths, place: grid.left, font: { size: fontSizes.subtitle, bold: true } };
  const title = `What is new since ${earlierRevision(previous, lookahead)}`;
  if (fittedLine(title, place) === title) return title;
  return `What is new since ${dayText(previous.reportDay, lookahead.reportDay)}`;
}

function changeWord({ change: { kind, days } }: ChangedTask): Field {
  if (kind === 'added') return { value: 'NEW', style: summary.news };
  if (kind === 'removed') return { value: 'gone', style: summary.news };
  if (days === undefined || days === 0) return { value: undefined, style: summary.news };
  return { value: `${signedText(days)} d`, style: days > 0 ? summary.later : summary.earlier };
}

const minRows = 3;

/** Points of the shortest list, for which the others leave room. */
export function keyTasksHeight(lookahead: Lookahead): number {
  const rows = Math.min(keyTasksOf(lookahead).length, minRows);
  return rows === 0 ? 0 : summaryHeights.heading + summaryHeights.head + rows * summaryHeights.line;
}

/** @param room points left on the first page: shortens the list to fit, and leaves it out below three rows */
export function keyTasksTable(context: SummaryContext, room: number): Section {
  const lines = Math.floor((room - summaryHeights.heading - summaryHeights.head) / summaryHeights.line);
  if (lines < minRows) return { rows: [] };
  const maxLines = Math.min(lines, maxSummaryTasks.keyTasks);
  const { lookahead, grid, places, names } = context;
  const keys = keyTasksOf(lookahead);
  if (keys.length === 0) return { rows: [] };
  const items = keys.slice(0, keys.length <= maxLines ? keys.length : maxLines - 1);
  const more = keys.length - items.length;
  const [ready = 1, status = 1] = columnsBesideNames(grid, names, { figures: 2, fields: 2 });
  return namesTable<PlannedTask>(
    { grid, span: grid.left },
    {
      title: 'Key tasks',
      columns: [
        ...plannedTaskColumns(context),
        { title: 'Start', columns: 1, isFigure: true, of: ({ dates }) => dateField(dates?.start) },
        { title: 'Finish', columns: 1, isFigure: true, of: ({ dates }) => dateField(dates?.finish) },
        {
          title: 'Status',
          columns: status,
          of: ({ status }) => wordsField(status.text, styleOf(dayGrid.statusOneLine, status.kind)),
        },
        {
          title: 'Ready',
          columns: ready,
          of: (task) => wordsField(readyText(task), readyStyles(summary)[readyWord(task) ?? 'yes']),
        },
      ],
      items,
      more: moreText(more, places.tasks.sheet),
    },
  );
}
