import type { Day } from '#base/day.ts';
import { promiseText, readyWord } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { GivenValues } from '#lookahead/planned/given-values.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { daysLost } from '#lookahead/tasks/delay-entries.ts';
import type { Relation } from '#lookahead/tasks/relations.ts';
import { shiftTitles } from '#lookahead/tasks/select.ts';
import type { CellValue } from '#workbook/xlsx/sheet-plan.ts';

type Heading = {
  readonly title: string;
  readonly width: number;
  readonly numeric?: boolean | undefined;
};
export type PrintedColumn = Heading & { readonly value: (task: PlannedTask) => CellValue | undefined };
export type TasksColumn = Heading & {
  readonly value: (task: PlannedTask, given: GivenValues) => CellValue | undefined;
};

const yesNo = (yes: boolean) => (yes ? 'yes' : 'no');
const dayOrNothing = (day: Day | undefined) => (day === undefined ? undefined : { day });
const lines = (texts: readonly string[]) => texts.filter((text) => text !== '').join('; ');

function relations(task: PlannedTask, direction: Relation['direction']): string {
  return task.relations
    .filter((relation) => relation.direction === direction)
    .map(({ text, name, label }) => (name === undefined || name === label ? text : `${text} (${name})`))
    .join('; ');
}

export const printedTasksColumns: readonly PrintedColumn[] = [
  { title: 'ID', width: 10, value: (t) => t.ref },
  { title: 'Task', width: 40, value: (t) => t.name },
  { title: 'Shift', width: 10, value: (t) => shiftTitles[t.shift] },
  { title: 'Status', width: 13, value: (t) => t.status.text },
  { title: 'Status group', width: 14, value: (t) => t.status.name },
  { title: 'Start', width: 14, value: (t) => dayOrNothing(t.dates?.start) },
  { title: 'Finish', width: 14, value: (t) => dayOrNothing(t.dates?.finish) },
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
  { title: 'First planned start', width: 13, value: (t) => dayOrNothing(t.slip?.first.start) },
  { title: 'First planned finish', width: 13, value: (t) => dayOrNothing(t.slip?.first.finish) },
  { title: 'Slip, working days', width: 9, numeric: true, value: (t) => t.slip?.days },
];

const answerOf = ({ promise }: PlannedTask) => promise?.standing?.answer;
const promised: readonly TasksColumn[] = [
  { title: 'Promise', width: 13, value: promiseText },
  { title: 'Promised by', width: 18, value: (t) => answerOf(t)?.by || answerOf(t)?.audience.name },
  { title: 'Promised on', width: 14, value: (t) => dayOrNothing(answerOf(t)?.day) },
  { title: 'From when instead', width: 14, value: (t) => dayOrNothing(answerOf(t)?.from) },
  { title: 'People promised', width: 9, numeric: true, value: (t) => answerOf(t)?.people },
  { title: 'Promise note', width: 30, value: (t) => answerOf(t)?.note },
];

const details: readonly TasksColumn[] = [
  { title: 'Notes', width: 60, value: (t) => t.notes },
  { title: 'Labour', width: 26, value: (_, given) => given.labour },
  { title: 'Plant', width: 26, value: (_, given) => given.plant },
  { title: 'Plant categories', width: 18, value: (_, given) => given.plantCategories },
  { title: 'Materials', width: 30, value: (_, given) => given.materials },
  { title: 'Materials planned per day', width: 36, value: (_, given) => given.materialsPlanned },
  { title: 'Materials actual per day', width: 36, value: (_, given) => given.materialsActual },
  { title: 'Progress', width: 36, value: (_, given) => given.progress },
  { title: 'Delays', width: 8, numeric: true, value: (t) => t.delays.length || undefined },
  { title: 'Delay, working days', width: 9, numeric: true, value: (t) => daysLost(t.delays) },
  { title: 'Predecessors', width: 26, value: (t) => relations(t, 'predecessor') },
  { title: 'Successors', width: 26, value: (t) => relations(t, 'successor') },
  { title: 'Other relations', width: 20, value: (t) => relations(t, 'other') },
  { title: 'Related task ids', width: 26, value: (_, given) => given.relatedTaskIds },
  { title: 'Parent', width: 20, value: (t) => t.parent?.name },
  { title: 'Calendar', width: 15, value: (t) => t.calendar?.name },
];

const asGiven: readonly TasksColumn[] = [
  { title: 'Start as given', width: 22, value: (_, given) => given.start },
  { title: 'Finish as given', width: 22, value: (_, given) => given.finish },
  { title: 'Shift as given', width: 12, value: (_, given) => given.shift },
  { title: 'Calendar type', width: 13, value: (_, given) => given.calendarType },
  { title: 'Location type', width: 13, value: (_, given) => given.locationType },
  { title: 'Folder code', width: 12, value: (_, given) => given.folderCode },
  { title: 'Folder path', width: 34, value: (_, given) => given.folderPath },
  { title: 'Package code', width: 12, value: (_, given) => given.packageCode },
  { title: 'Owner e-mail', width: 26, value: (_, given) => given.ownerEmail },
  { title: 'Assigned to e-mails', width: 30, value: (_, given) => given.assignedToEmails },
  { title: 'Work area type', width: 13, value: (_, given) => given.workAreaType },
  { title: 'Work area box', width: 26, value: (_, given) => given.workAreaBox },
  { title: 'Work area geometry', width: 20, value: (_, given) => given.workAreaGeometry },
  { title: 'Work area id', width: 16, value: (_, given) => given.workAreaId },
  { title: 'Work area properties', width: 26, value: (_, given) => given.workAreaProperties },
  { title: 'Task id', width: 26, value: (t) => t.id },
  { title: 'External id', width: 14, value: (_, given) => given.externalId },
  { title: 'Owner id', width: 26, value: (_, given) => given.ownerId },
  { title: 'Assigned to ids', width: 26, value: (_, given) => given.assignedToIds },
  { title: 'Calendar id', width: 26, value: (_, given) => given.calendarId },
  { title: 'Folder id', width: 26, value: (_, given) => given.folderId },
  { title: 'Folder parent id', width: 26, value: (_, given) => given.folderParentId },
  { title: 'Package id', width: 26, value: (_, given) => given.packageId },
  { title: 'Parent id', width: 26, value: (_, given) => given.parentId },
  { title: 'Subcontractor id', width: 26, value: (_, given) => given.subcontractorId },
  { title: 'Location id', width: 26, value: (_, given) => given.locationId },
  { title: 'Labour ids', width: 26, value: (_, given) => given.labourIds },
  { title: 'Plant ids', width: 26, value: (_, given) => given.plantIds },
  { title: 'Material ids', width: 26, value: (_, given) => given.materialIds },
];

export function tasksColumnsOf({
  tasks,
  project,
}: Pick<Lookahead, 'tasks' | 'project'>): readonly TasksColumn[] {
  const hasPromises = tasks.some(({ promise }) => promise !== undefined);
  const isCalendar = project.planning?.duration === 'calendar';
  const printed = printedTasksColumns.map((column) =>
    isCalendar && column.title === 'Duration' ? { ...column, title: 'Duration, calendar days' } : column,
  );
  return [...printed, ...planned, ...(hasPromises ? promised : []), ...details, ...asGiven];
}
