/** The flat sheet's columns: every property the contract has, and what the plan found out about each task. */

import { readyWord } from '../../lookahead/grid/grid-text.ts';
import type { PlannedTask } from '../../lookahead/planned/planned-task.ts';
import { delayDaysOf } from '../../lookahead/tasks/progress.ts';
import type { Relation } from '../../lookahead/tasks/relations.ts';
import { shiftTitles } from '../../lookahead/tasks/select.ts';
import { quantityText } from '../../lookahead/text/quantity-text.ts';
import type { CellValue } from '../xlsx/sheet-plan.ts';

export type TasksColumn = {
  readonly title: string;
  /** Characters. */
  readonly width: number;
  /** Its cells are centred, and so is its title. */
  readonly numeric?: boolean | undefined;
  readonly value: (task: PlannedTask) => CellValue | undefined;
};

type Source = PlannedTask['source'];

const yesNo = (yes: boolean) => (yes ? 'yes' : 'no');
const day = (value: PlannedTask['dates'], end: 'start' | 'finish') =>
  value === undefined ? undefined : { day: value[end] };
const dayOrNothing = (value: NonNullable<PlannedTask['dates']>['start'] | undefined) =>
  value === undefined ? undefined : { day: value };
const lines = (texts: readonly (string | undefined)[] | undefined) =>
  texts?.filter((text) => text !== undefined && text !== '').join('; ');
const json = (value: unknown) => (value === undefined || value === null ? undefined : JSON.stringify(value));

function relations(task: PlannedTask, direction: Relation['direction']): string {
  return task.relations
    .filter((relation) => relation.direction === direction)
    .map((relation) =>
      relation.name === undefined || relation.name === relation.label
        ? relation.text
        : `${relation.text} (${relation.name})`,
    )
    .join('; ');
}

type Daily = NonNullable<NonNullable<Source['materials']>[number]['dailyPlanned']>;

function dailyFigures(task: PlannedTask, of: 'dailyPlanned' | 'dailyActual'): string | undefined {
  const words = (daily: Daily) =>
    daily
      .map(
        (entry) =>
          `${entry.date ?? '?'} ${entry.quantity === undefined ? '?' : quantityText(entry.quantity)}`,
      )
      .join(', ');
  return lines(
    task.source.materials?.map((material) => {
      const daily = material[of];
      return daily === undefined || daily.length === 0
        ? undefined
        : `${material.name ?? '?'}: ${words(daily)}`;
    }),
  );
}

function amountOf(
  item: { readonly name?: string | undefined; readonly quantity?: number | undefined },
  unit = '',
): string {
  const quantity = item.quantity === undefined ? '' : quantityText(item.quantity);
  return [quantity, unit, item.name ?? '?'].filter((part) => part !== '').join(' ');
}

/** The columns that a meeting looks up; they are printed. */
const leading: readonly TasksColumn[] = [
  { title: 'ID', width: 10, value: (t) => t.ref },
  { title: 'Task', width: 40, value: (t) => t.name },
  { title: 'Shift', width: 10, value: (t) => shiftTitles[t.shift] },
  { title: 'Status', width: 13, value: (t) => t.status.text },
  { title: 'Status group', width: 14, value: (t) => t.status.kind },
  { title: 'Start', width: 14, value: (t) => day(t.dates, 'start') },
  { title: 'Finish', width: 14, value: (t) => day(t.dates, 'finish') },
  { title: 'Duration', width: 11, numeric: true, value: (t) => t.duration },
  { title: 'Key task', width: 10, value: (t) => yesNo(t.key) },
  { title: 'Ready', width: 8, value: readyWord },
  { title: 'Constraints', width: 24, value: (t) => lines(t.constraints.map(({ word }) => word)) },
  { title: 'Gaps in the data', width: 18, value: (t) => lines(t.gaps.map(({ word }) => word)) },
  { title: 'People per day', width: 9, numeric: true, value: (t) => t.people },
  { title: 'Subcontractor', width: 18, value: (t) => t.subcontractor?.name },
  { title: 'Owner', width: 15, value: (t) => t.owner?.name },
  { title: 'Location', width: 20, value: (t) => t.location?.name },
  { title: 'Folder', width: 20, value: (t) => t.folder?.name },
];

const planned: readonly TasksColumn[] = [
  { title: 'Package', width: 18, value: (t) => t.package?.name },
  { title: 'Assigned to', width: 22, value: (t) => lines(t.assignees.map((person) => person.name)) },
  { title: 'Milestone', width: 10, value: (t) => yesNo(t.milestone) },
  { title: 'Also here', width: 22, value: (t) => t.alsoHere },
  { title: 'Marks', width: 14, value: (t) => t.markWords },
  { title: 'First planned start', width: 13, value: (t) => dayOrNothing(t.slip?.firstStart) },
  { title: 'First planned finish', width: 13, value: (t) => dayOrNothing(t.slip?.firstFinish) },
  { title: 'Slip, working days', width: 9, numeric: true, value: (t) => t.slip?.days },
  { title: 'Notes', width: 60, value: (t) => t.notes },
  { title: 'Labour', width: 26, value: (t) => lines(t.source.labour?.map((item) => amountOf(item))) },
  { title: 'Plant', width: 26, value: (t) => lines(t.source.plant?.map((item) => amountOf(item))) },
  { title: 'Plant categories', width: 18, value: (t) => lines(t.source.plant?.map((item) => item.category)) },
  {
    title: 'Materials',
    width: 30,
    value: (t) => lines(t.source.materials?.map((item) => amountOf(item, item.unit))),
  },
  { title: 'Materials planned per day', width: 36, value: (t) => dailyFigures(t, 'dailyPlanned') },
  { title: 'Materials actual per day', width: 36, value: (t) => dailyFigures(t, 'dailyActual') },
  {
    title: 'Progress',
    width: 36,
    value: (t) =>
      lines(
        t.source.progress?.map((item) =>
          [item.date, item.type, item.amount, item.name].filter((part) => part !== undefined).join(' '),
        ),
      ),
  },
  { title: 'Delay, working days', width: 9, numeric: true, value: (t) => delayDaysOf(t.source) },
  { title: 'Predecessors', width: 26, value: (t) => relations(t, 'predecessor') },
  { title: 'Successors', width: 26, value: (t) => relations(t, 'successor') },
  { title: 'Other relations', width: 20, value: (t) => relations(t, 'other') },
  {
    title: 'Related task ids',
    width: 26,
    value: (t) => lines(t.source.relatedTasks?.map((related) => related.id)),
  },
  { title: 'Parent', width: 20, value: (t) => t.parent?.name },
  { title: 'Calendar', width: 15, value: (t) => t.calendar?.name },
];

/** Values and ids as the service gives them, for joining with other exports. */
const asGiven: readonly TasksColumn[] = [
  { title: 'Start as given', width: 22, value: (t) => t.source.start },
  { title: 'Finish as given', width: 22, value: (t) => t.source.finish },
  { title: 'Shift as given', width: 12, value: (t) => t.source.shift },
  { title: 'Calendar type', width: 13, value: (t) => t.source.calendar?.type },
  { title: 'Location type', width: 13, value: (t) => t.source.location?.type },
  { title: 'Folder code', width: 12, value: (t) => t.source.folder?.code },
  { title: 'Folder path', width: 34, value: (t) => t.source.folder?.path },
  { title: 'Package code', width: 12, value: (t) => t.source.package?.code },
  { title: 'Owner e-mail', width: 26, value: (t) => t.source.owner?.email },
  {
    title: 'Assigned to e-mails',
    width: 30,
    value: (t) => lines(t.source.assignedTo?.map((user) => user.email)),
  },
  { title: 'Work area type', width: 13, value: (t) => t.source.workArea?.type },
  { title: 'Work area box', width: 26, value: (t) => t.source.workArea?.bbox?.join(', ') },
  { title: 'Work area geometry', width: 20, value: (t) => json(t.source.workArea?.geometry) },
  { title: 'Work area id', width: 16, value: (t) => json(t.source.workArea?.id) },
  { title: 'Work area properties', width: 26, value: (t) => json(t.source.workArea?.properties) },
  { title: 'Task id', width: 26, value: (t) => t.id },
  { title: 'External id', width: 14, value: (t) => t.source.externalId },
  { title: 'Owner id', width: 26, value: (t) => t.source.owner?.id },
  { title: 'Assigned to ids', width: 26, value: (t) => lines(t.source.assignedTo?.map((user) => user.id)) },
  { title: 'Calendar id', width: 26, value: (t) => t.source.calendar?.id },
  { title: 'Folder id', width: 26, value: (t) => t.source.folder?.id },
  { title: 'Folder parent id', width: 26, value: (t) => t.source.folder?.parentId },
  { title: 'Package id', width: 26, value: (t) => t.source.package?.id },
  { title: 'Parent id', width: 26, value: (t) => t.source.parent?.id },
  { title: 'Subcontractor id', width: 26, value: (t) => t.source.subcontractor?.id },
  { title: 'Location id', width: 26, value: (t) => t.source.location?.id },
  { title: 'Labour ids', width: 26, value: (t) => lines(t.source.labour?.map((item) => item.id)) },
  { title: 'Plant ids', width: 26, value: (t) => lines(t.source.plant?.map((item) => item.id)) },
  { title: 'Material ids', width: 26, value: (t) => lines(t.source.materials?.map((item) => item.id)) },
];

export const tasksColumns: readonly TasksColumn[] = [...leading, ...planned, ...asGiven];
/** How many columns of Tasks are printed. */
export const printedTasksColumns = leading.length;
