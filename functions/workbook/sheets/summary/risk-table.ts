/** What is at risk: the most consequential tasks that are not ready, what is missing, and whom to ask. */

import { readyText, taskText } from '../../../lookahead/grid/grid-text.ts';
import { askerFor, unreadyTasks } from '../../../lookahead/readiness/unready-tasks.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { summary } from '../../theme/summary-styles.ts';
import { moreLink, taskLink } from './links.ts';
import {
  fieldCells,
  heading,
  headRow,
  lineRow,
  type Section,
  type SummaryContext,
  tableRow,
} from './sections.ts';

const maxTasks = 10;
const font = { size: fontSizes.text };
const strong = { size: fontSizes.text, bold: true };
/** Columns of the table's fields. */
const fields = { task: 4, id: 2, start: 1, missing: 3, ask: 3 } as const;

export function riskTable(context: SummaryContext): Section {
  const { lookahead, grid, places } = context;
  const span = grid.left;
  const unready = unreadyTasks(lookahead);
  const title = heading('What is at risk', span);
  if (unready.length === 0) {
    const ready = { value: 'Every task that is to be done is ready.', style: summary.detail };
    return { rows: [title, lineRow(span, ready)] };
  }
  const askOf = askerFor(lookahead);
  const rows = unready.slice(0, maxTasks).map((task) => {
    const cells = fieldCells(grid, span, [
      [fields.task, nameOf(task)],
      [fields.id, taskLink(task, context)],
      [fields.start, { value: task.dates && { day: task.dates.start }, style: summary.date }],
      [fields.missing, { value: readyText(task), style: summary.notReady, font: strong }],
      [fields.ask, { value: askOf(task), style: summary.run, font }],
    ]);
    return tableRow(span, cells, { rest: summary.run });
  });
  return {
    rows: [
      title,
      headRow(span, [
        ['Task', fields.task],
        ['ID', fields.id],
        ['Start', fields.start],
        ['Not ready', fields.missing],
        ['Ask', fields.ask],
      ]),
      ...rows,
      lineRow(span, moreLink(places.readiness, unready.length - rows.length)),
    ],
  };
}

function nameOf(task: PlannedTask) {
  const value = taskText(task);
  return task.key ? { value, style: summary.keyRun, font: strong } : { value, style: summary.run, font };
}
