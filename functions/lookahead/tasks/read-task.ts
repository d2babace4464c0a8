import type { Task, TaskId } from '../../planning/contract/resources.ts';
import type { Shift } from '../../planning/contract/tasks-query.ts';
import { type DateReader, dateReader } from '../dates/wire-date.ts';
import { type WorksOn, worksOnOf } from '../dates/working-days.ts';
import type { Pull, PulledTask } from '../plan-input.ts';
import { readShift } from '../select/shift-slot.ts';
import { firstShown } from '../text/clean-text.ts';
import { naturalKey } from '../text/natural-order.ts';
import { barOf } from './bar.ts';
import { type Folders, foldersOf } from './folders.ts';
import type { Dates, Mark, Named, Person } from './planned-task.ts';
import { readStatus, type Status } from './status.ts';

/** A pulled task with its dates decided and its words read, before anything is known of a window. */
export type ReadTask = {
  readonly source: Task;
  readonly id: TaskId;
  readonly ref: string;
  /** Plain comparison of it orders tasks by reference as people do. */
  readonly refKey: string;
  readonly name: string;
  readonly answeredBy: readonly Shift[];
  readonly ownShift: Shift | undefined;
  readonly dates: Dates | undefined;
  readonly milestone: boolean;
  readonly marks: readonly Mark[];
  readonly status: Status;
  readonly worksOn: WorksOn;
  readonly owner: Person | undefined;
  readonly subcontractor: Named | undefined;
};

/** One pull, read once for all who ask. */
export type ReadPull = {
  readonly pull: Pull;
  readonly tasks: readonly ReadTask[];
  readonly byId: ReadonlyMap<string, ReadTask>;
  readonly folders: Folders;
  readonly readDate: DateReader;
};

type Reference = { readonly id?: string | undefined; readonly name?: string | undefined };

/** A reference with nothing to show or to find it by is none. */
export function namedOf(reference: Reference | undefined, code?: string): Named | undefined {
  if (reference === undefined) return undefined;
  const name = firstShown(reference.name, code, reference.id);
  return name === '' ? undefined : { id: reference.id, name };
}

export function personOf(user: Task['owner']): Person | undefined {
  if (user === undefined) return undefined;
  const name = firstShown(user.displayName, user.email, user.id);
  if (name === '') return undefined;
  return { id: user.id, name, email: firstShown(user.email) || undefined };
}

function readTask({ task, answeredBy }: PulledTask, readDate: DateReader): ReadTask {
  const worksOn = worksOnOf(task.calendar?.type);
  const ownShift = readShift(task.shift);
  const answeredAsNight = answeredBy.length === 1 && answeredBy[0] === 'night';
  const isNight = ownShift === undefined ? answeredAsNight : ownShift === 'night';
  const bar = barOf({
    start: readDate(task.start),
    finish: readDate(task.finish),
    duration: task.duration,
    worksOn,
    turn: isNight ? 'night' : 'other',
  });
  const ref = firstShown(task.externalId, task.id) || '(no id)';
  return {
    source: task,
    id: task.id,
    ref,
    refKey: naturalKey(ref),
    name: firstShown(task.name) || '(no name)',
    answeredBy,
    ownShift,
    ...bar,
    status: readStatus(task.status),
    worksOn,
    owner: personOf(task.owner),
    subcontractor: namedOf(task.subcontractor),
  };
}

/** Reads every task of a pull, its dates in the project's time zone. */
export function readPull(pull: Pull, timeZone: string): ReadPull {
  const readDate = dateReader(timeZone);
  const tasks = pull.tasks.map((pulled) => readTask(pulled, readDate));
  return {
    pull,
    tasks,
    byId: new Map(tasks.map((task) => [task.id, task])),
    folders: foldersOf(pull.tasks.map(({ task }) => task)),
    readDate,
  };
}
