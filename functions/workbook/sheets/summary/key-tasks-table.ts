import { readyText, readyWord } from '../../../lookahead/grid/grid-text.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { keyTasksOf, type PlannedTask } from '../../../lookahead/planned/planned-task.ts';
import { maxSummaryTasks } from '../../limits.ts';
import { grid as dayGrid, styleOf } from '../../theme/day-grid-styles.ts';
import { summary, summaryHeights } from '../../theme/summary-styles.ts';
import { readyStyles } from '../../theme/task-cells.ts';
import { namesTable, plannedTaskColumns } from './names-table.ts';
import { dateField, moreText, type Section, type SummaryContext, wordsField } from './sections.ts';
import { columnsBesideNames } from './summary-grid.ts';

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
          of: ({ status }) => wordsField(status.text, styleOf(dayGrid.statusRuns, status.kind)),
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
