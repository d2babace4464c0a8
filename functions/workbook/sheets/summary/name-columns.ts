/** The columns of names and ids, the same in all tables of tasks at the left, so that they stand under one another. */

import { type ChangedTask, changedTasks } from '../../../lookahead/compare/changes.ts';
import { readyText, taskText } from '../../../lookahead/grid/grid-text.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { askerFor, unreadyTasks } from '../../../lookahead/readiness/findings.ts';
import { keyTasksOf, type PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { type FittedText, fitFields, keptOf, type MeasuredText, measured } from './fit-fields.ts';
import type { SummaryGrid } from './summary-grid.ts';

/** Columns of the page. */
export type NameColumns = { readonly task: number; readonly id: number };

/** What one of the tables shows. */
type TableTexts = {
  readonly names: readonly MeasuredText[];
  readonly ids: readonly MeasuredText[];
  /** Columns of dates and figures. */
  readonly figures: number;
  readonly others: readonly (readonly MeasuredText[])[];
};

const widest = { task: 8, id: 4 };
/** Tasks that each table shows at most. */
export const maxShown = { changes: 8, risks: 10, keyTasks: 15 } as const;

/** Those with which least is cut in the tables together, in ids last of all. */
export function nameColumns(lookahead: Lookahead, grid: SummaryGrid): NameColumns {
  const tables = [changes(lookahead), risks(lookahead), keyTasks(lookahead)].filter(
    ({ names }) => names.length > 0,
  );
  let best = { task: 4, id: 1 };
  let least = Number.POSITIVE_INFINITY;
  for (let id = 1; id <= widest.id; id += 1) {
    for (let task = 3; task <= widest.task; task += 1) {
      const cut = tables.reduce((sum, table) => sum + cutOf(table, { task, id }, grid), 0);
      if (cut >= least) continue;
      [best, least] = [{ task, id }, cut];
    }
  }
  return best;
}

/** The columns that a table has right of names, ids and `figures` columns, split into so many fields. */
export function otherColumns(
  { left }: SummaryGrid,
  { task, id }: NameColumns,
  { figures, fields }: { readonly figures: number; readonly fields: number },
): readonly number[] {
  const free = left.to - left.from + 1 - task - id - figures;
  const each = Math.max(1, Math.floor(free / fields));
  return Array.from({ length: fields }, (_, index) => (index === 0 ? free - each * (fields - 1) : each));
}

function cutOf({ names, ids, figures, others }: TableTexts, columns: NameColumns, grid: SummaryGrid): number {
  const counts = otherColumns(grid, columns, { figures, fields: others.length });
  if (counts.some((count) => count < 1)) return Number.POSITIVE_INFINITY;
  return fitFields(grid, grid.left, [
    { columns: columns.task, isFixed: true, texts: names },
    { columns: columns.id, isFixed: true, texts: ids },
    { columns: figures, isFixed: true, texts: [] },
    ...others.map((texts, index) => ({ columns: counts[index] ?? 1, isFixed: false, texts })),
  ]).cut;
}

const size = fontSizes.text;
const nameText = (text: string, key: boolean): FittedText => ({ text, font: { size, bold: key } });
const idText = (ref: string): FittedText => ({ text: ref, font: { size }, kept: ref });
const readyWords = (task: PlannedTask): FittedText => ({
  text: readyText(task),
  font: { size, bold: true },
  kept: keptOf(readyText(task)),
});

function changes(lookahead: Lookahead): TableTexts {
  const shown = changedTasks(lookahead).slice(0, maxShown.changes);
  return {
    names: measured(shown.map(({ change, key }) => nameText(change.taskName, key))),
    ids: measured(shown.map(({ change }) => idText(change.taskRef))),
    figures: 1,
    others: [measured(shown.map((task) => ({ text: task.words, font: { size }, kept: datesOf(task) })))],
  };
}

/** The part of a change's words that is cut last: of a move, the dates that were and are. */
export function datesOf({ change, words }: ChangedTask): string | undefined {
  return change.kind === 'moved' ? words.split(' · ')[0] : undefined;
}

function ofTasks(tasks: readonly PlannedTask[]): Pick<TableTexts, 'names' | 'ids'> {
  return {
    names: measured(tasks.map((task) => nameText(taskText(task), task.key))),
    ids: measured(tasks.map(({ ref }) => idText(ref))),
  };
}

function risks(lookahead: Lookahead): TableTexts {
  const shown = unreadyTasks(lookahead).slice(0, maxShown.risks);
  const asked = shown.map(askerFor(lookahead)).filter((ask) => ask !== '');
  const asks = measured(asked.map((text) => ({ text, font: { size } })));
  const ready = measured(shown.map(readyWords));
  return { ...ofTasks(shown), figures: 1, others: asks.length === 0 ? [ready] : [ready, asks] };
}

function keyTasks(lookahead: Lookahead): TableTexts {
  const shown = keyTasksOf(lookahead).slice(0, maxShown.keyTasks);
  return {
    ...ofTasks(shown),
    figures: 2,
    others: [
      measured(
        shown.map(({ status: { text } }) => ({ text, font: { size, bold: true }, kept: keptOf(text) })),
      ),
      measured(shown.map(readyWords)),
    ],
  };
}
