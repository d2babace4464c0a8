/** The columns of names and ids, the same in all tables of tasks at the left, so that they stand under one another. */

import { changedTasks } from '../../../lookahead/compare/changed-tasks.ts';
import { taskText } from '../../../lookahead/grid/grid-text.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { unreadyTasks } from '../../../lookahead/readiness/unready-tasks.ts';
import { keyTasksOf } from '../../../lookahead/tasks/planned-task.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { fitFields } from './fit-fields.ts';
import type { SummaryGrid } from './summary-grid.ts';

/** Columns of the page. */
export type NameColumns = { readonly task: number; readonly id: number };

const usual: NameColumns = { task: 4, id: 2 };
/** Tasks of each table that are measured: about as many as it shows. */
const maxMeasured = 10;

export function nameColumns(lookahead: Lookahead, grid: SummaryGrid): NameColumns {
  const shown = [
    ...changedTasks(lookahead)
      .slice(0, maxMeasured)
      .map(({ change: { taskName: name, taskRef: ref }, key }) => ({ name, ref, key })),
    ...[unreadyTasks(lookahead), keyTasksOf(lookahead)].flatMap((tasks) =>
      tasks.slice(0, maxMeasured).map((task) => ({ name: taskText(task), ref: task.ref, key: task.key })),
    ),
  ];
  const size = fontSizes.text;
  const span = { from: grid.left.from, to: grid.left.from + usual.task + usual.id - 1 };
  const [task = usual.task, id = usual.id] = fitFields(grid, span, [
    {
      columns: usual.task,
      isFixed: false,
      texts: shown.map(({ name, key }) => ({ text: name, font: { size, bold: key } })),
    },
    { columns: usual.id, isFixed: false, texts: shown.map(({ ref }) => ({ text: ref, font: { size } })) },
  ]);
  return { task, id };
}
