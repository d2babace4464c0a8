/** The columns beside the days of a shift's page: which there are, what each says of a task, and which go first. */
import type { Day } from '../../../lookahead/dates/day.ts';
import { readyMark, taskText } from '../../../lookahead/grid/grid-text.ts';
import type { GroupBy } from '../../../lookahead/grid/rows.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { predecessorsIn, type Relation } from '../../../lookahead/tasks/relations.ts';

export type RowTitle =
  | 'ID'
  | 'Task'
  | 'Folder'
  | 'Location'
  | 'Subcontractor'
  | 'Owner'
  | 'Start'
  | 'Finish'
  | 'Status'
  | 'Ready'
  | 'Resources'
  | 'After'
  | 'Notes'
  | 'Signed';

/** What a column's cells say of a task. */
export type Says =
  | { readonly kind: 'words'; readonly of: (task: PlannedTask) => string }
  | { readonly kind: 'day'; readonly of: (task: PlannedTask) => Day | undefined }
  /** Other tasks and how this one hangs on them; their names may be shortened. */
  | { readonly kind: 'relations'; readonly of: (task: PlannedTask) => readonly Relation[] }
  /** Nothing: it is filled in by hand. */
  | { readonly kind: 'by hand' };

export type RowColumn = {
  readonly title: RowTitle;
  readonly says: Says;
  /** Its place among the columns that go when the days need their room, 1 the first to go; undefined stays. */
  readonly dropRank: number | undefined;
};

/** The columns that go for a wide window's days, in this order: first what the other sheets say better. */
const givenUp: readonly RowTitle[] = [
  'After',
  'Notes',
  'Folder',
  'Owner',
  'Signed',
  'Resources',
  'Location',
  'Subcontractor',
];

function column(title: RowTitle, says: Says): RowColumn {
  const place = givenUp.indexOf(title);
  return { title, says, dropRank: place === -1 ? undefined : place + 1 };
}

function words(title: RowTitle, of: (task: PlannedTask) => string): RowColumn {
  return column(title, { kind: 'words', of });
}

const beforeDays: readonly RowColumn[] = [
  words('ID', (task) => task.ref),
  words('Task', taskText),
  words('Folder', (task) => task.folder?.name ?? ''),
  words('Location', (task) => task.location?.name ?? ''),
  words('Subcontractor', (task) => task.subcontractor?.name ?? ''),
  words('Owner', (task) => task.owner?.name ?? ''),
  column('Start', { kind: 'day', of: (task) => task.dates?.start }),
  column('Finish', { kind: 'day', of: (task) => task.dates?.finish }),
  words('Status', (task) => task.status.text),
  words('Ready', readyMark),
];

const afterDays: readonly RowColumn[] = [
  words('Resources', (task) => task.resourcesLine),
  column('After', { kind: 'relations', of: (task) => predecessorsIn(task.relations) }),
  words('Notes', (task) => task.notes),
  column('Signed', { kind: 'by hand' }),
];

const saidByGroups: Readonly<Record<GroupBy, RowTitle | undefined>> = {
  folder: 'Folder',
  subcontractor: 'Subcontractor',
  location: 'Location',
  owner: 'Owner',
  package: undefined,
};

/** In reading order, left and right of the days; without the one that tasks are grouped by, which groups say. */
export function rowColumns(groupBy: GroupBy): {
  readonly before: readonly RowColumn[];
  readonly after: readonly RowColumn[];
} {
  return { before: beforeDays.filter(({ title }) => title !== saidByGroups[groupBy]), after: afterDays };
}
