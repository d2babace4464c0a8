import { notReadyText, unreadyTasks } from '../../../lookahead/compare/unready-tasks.ts';
import { firstToAsk, readyText } from '../../../lookahead/grid/grid-text.ts';
import type { PlannedTask } from '../../../lookahead/planned/planned-task.ts';
import { maxSummaryTasks } from '../../limits.ts';
import { summary } from '../../theme/summary-styles.ts';
import { type NamesColumn, namesTable, plannedTaskColumns, sentenceSection } from './names-table.ts';
import { dateField, moreLink, type Section, type SummaryContext, textField, wordsField } from './sections.ts';
import { columnsBesideNames } from './summary-grid.ts';

const title = 'What is at risk';

export function riskTable(context: SummaryContext): Section {
  const { lookahead, grid, places, names } = context;
  const span = grid.left;
  const unready = unreadyTasks(lookahead);
  if (unready.length === 0) return sentenceSection(span, title, 'Every task that is to be done is ready.');
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
      title: `${title} · ${notReadyText(lookahead.readiness)}`,
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
