import type { Day, StartAndFinish } from '#base/day.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import type { HoursOfShifts } from '#lookahead/dates/shift-hours.ts';
import {
  calendarOfType,
  type DateConvention,
  type TaskDateMark,
  taskBarOf,
  type WorkingCalendar,
  withDaysListedByTask,
} from '#lookahead/dates/working-days.ts';
import { compareText, naturalSortKey } from '#lookahead/text/natural-order.ts';
import { parseShiftWord } from '#planning/contract/known-words.ts';
import type { Misfit } from '#planning/contract/misfit.ts';
import type { ProgrammeVersion } from '#planning/contract/programme-version.ts';
import type { Task, TaskId } from '#planning/contract/resources.ts';
import type { Shift } from '#planning/contract/tasks-query.ts';
import { dayOfInterpretedDate, type WireDateReader, wireDateReader } from '#planning/contract/wire-date.ts';
import { readDelays, type TaskDelay } from './delay-entries.ts';
import { type Folders, foldersOf } from './folders.ts';
import { readStatus, type Status } from './status.ts';

/** `answeredBy`: the shifts whose queries returned the task; empty if only the query without a shift did. */
export type PulledTask = { readonly task: Task; readonly answeredBy: readonly Shift[] };

/**
 * The result of one pull: each task once, merged from the queries for each shift and the wide query without a shift.
 */
export type Pull = {
  readonly instant: string;
  /** The days of the wide query. From outside them, the pull has only tasks that an earlier issue had. */
  readonly range: { readonly first: Day; readonly last: Day };
  /**
   * Whether a query without dates was answered in full. If so, a task that earlier issues had and this pull lacks is no
   * longer in the programme.
   */
  readonly lookedBeyond: boolean;
  readonly programme?: ProgrammeVersion | undefined;
  readonly tasks: readonly PulledTask[];
  /** Without unreadable dates, which only the plan finds (`listApiContractDeviations`). */
  readonly misfits: readonly Misfit[];
  /** First and last day of the whole programme; read only if the window has no tasks. */
  readonly programmeDates?: StartAndFinish | undefined;
};

/** The last day on which a task that the pull lacks was looked for; undefined if the whole programme was searched. */
export function lastDaySearched({ range, lookedBeyond }: PullWithoutTasks): Day | undefined {
  return lookedBeyond ? undefined : range.last;
}

/** A person, folder, package, location, subcontractor, calendar or parent as a task refers to it. */
export type NamedReference = {
  readonly id: string | undefined;
  readonly name: string;
  /** A person's e-mail address as the service gives it, valid or not. */
  readonly address?: string;
};

/** A task's own data, with its dates and words interpreted. */
export type TaskWithoutSource = {
  readonly id: TaskId;
  /** The reference that people use: the external id, else the id. */
  readonly ref: string;
  /** A key by which plain comparison sorts references as people do: `A2` before `A10`. */
  readonly refKey: string;
  readonly name: string;
  readonly answeredBy: readonly Shift[];
  readonly ownShift: Shift | undefined;
  /** A single known date is both start and finish; undefined if neither is known. */
  readonly dates: StartAndFinish | undefined;
  readonly milestone: boolean;
  /** Whether the start or finish is outside the years 100 to 9999, and shown as the nearest day within them. */
  readonly clamped: boolean;
  readonly marks: readonly TaskDateMark[];
  readonly status: Status;
  readonly worksOn: WorkingCalendar;
  readonly owner: NamedReference | undefined;
  readonly subcontractor: NamedReference | undefined;
  readonly delays: readonly TaskDelay[];
};

/** Identifies the task that a line is about. */
export type TaskIdRefAndName = {
  readonly taskId: TaskId;
  readonly taskRef: string;
  readonly taskName: string;
};

export function taskIdRefAndName({
  id,
  ref,
  name,
}: Pick<TaskWithoutSource, 'id' | 'ref' | 'name'>): TaskIdRefAndName {
  return { taskId: id, taskRef: ref, taskName: name };
}

export type InterpretedTask = TaskWithoutSource & {
  readonly source: Task;
};

export type PullWithoutTasks = Omit<Pull, 'tasks'>;

export type InterpretedPull = {
  readonly pull: PullWithoutTasks;
  /** Sorted by reference, so that nothing depends on the order in which the service sent them. */
  readonly tasks: readonly InterpretedTask[];
  readonly byId: ReadonlyMap<string, InterpretedTask>;
  readonly folders: Folders;
  readonly readDate: WireDateReader;
};

type Reference = { readonly id?: string | undefined; readonly name?: string | undefined };

export function namedReferenceOf(
  reference: Reference | undefined,
  code?: string,
): NamedReference | undefined {
  if (reference === undefined) return undefined;
  const name = firstNonBlank(reference.name, code, reference.id);
  return name === '' ? undefined : { id: reference.id, name };
}

export function namedPersonOf(user: Task['owner']): NamedReference | undefined {
  if (user === undefined) return undefined;
  const name = firstNonBlank(user.displayName, user.email, user.id);
  if (name === '') return undefined;
  const address = firstNonBlank(user.email);
  return { id: user.id, name, ...(address === '' ? {} : { address }) };
}

export function namedReferenceKey({ id, name }: NamedReference): string {
  return id ?? name;
}

export function ownerOrSubcontractor({
  owner,
  subcontractor,
}: TaskWithoutSource): NamedReference | undefined {
  return owner ?? subcontractor;
}

/** The settings of a project that decide how its days and words are read. */
export type TaskReadingSettings = {
  readonly timeZone: string;
  /** Days off for all tasks. */
  readonly holidays?: readonly Day[] | undefined;
  readonly planning?: DateConvention | undefined;
  /** Key of the report that asks people to promise their tasks. */
  readonly askingReport?: string | undefined;
  readonly shifts?: HoursOfShifts | undefined;
};
type ReadingContext = {
  readonly isAsking: boolean;
  readonly readDate: WireDateReader;
  readonly holidays: ReadonlySet<Day>;
  readonly meaning: DateConvention | undefined;
};

/** The holidays, except those for which a material of the task has a quantity above 0: somebody works on them. */
function holidaysNotWorked(
  { materials = [] }: Task,
  { readDate, holidays }: ReadingContext,
): ReadonlySet<Day> {
  if (holidays.size === 0) return holidays;
  const worked = materials
    .flatMap(({ dailyPlanned = [], dailyActual = [] }) => [...dailyPlanned, ...dailyActual])
    .flatMap(({ date, quantity = 0 }) => (quantity > 0 ? (dayOfInterpretedDate(readDate(date)) ?? []) : []));
  return worked.length === 0 ? holidays : holidays.difference(new Set(worked));
}

/** Reads the bar of a task, with the shift and the calendar that decide it. */
function readBar({ task, answeredBy }: PulledTask, reading: ReadingContext) {
  const { readDate, meaning } = reading;
  const worksOn = withDaysListedByTask(
    calendarOfType(task.calendar?.type, holidaysNotWorked(task, reading)),
    task,
  );
  const ownShift = parseShiftWord(task.shift);
  const answeredAsNight = answeredBy.length === 1 && answeredBy[0] === 'night';
  const isNight = ownShift === undefined ? answeredAsNight : ownShift === 'night';
  const start = readDate(task.start);
  const finish = readDate(task.finish);
  return {
    ...taskBarOf({ start, finish, duration: task.duration, meaning, worksOn, isNight }),
    clamped: [start, finish].some((date) => date.kind === 'date' && date.clamped),
    ownShift,
    worksOn,
  };
}

function readTask(pulled: PulledTask, reading: ReadingContext): InterpretedTask {
  const { task, answeredBy } = pulled;
  const ref = firstNonBlank(task.externalId, task.id) || '(no id)';
  return {
    source: task,
    id: task.id,
    ref,
    refKey: naturalSortKey(ref),
    name: firstNonBlank(task.name) || '(no name)',
    answeredBy,
    ...readBar(pulled, reading),
    status: readStatus(task.status, reading),
    owner: namedPersonOf(task.owner),
    subcontractor: namedReferenceOf(task.subcontractor),
    delays: readDelays(task, reading.readDate),
  };
}

/** Compares references as people sort them: `A2` before `A10`. */
function byReference(a: TaskWithoutSource, b: TaskWithoutSource): number {
  return compareText(a.refKey, b.refKey) || compareText(a.id, b.id);
}

function readingOf({
  timeZone,
  holidays,
  planning: meaning,
  askingReport,
}: TaskReadingSettings): ReadingContext {
  const isAsking = askingReport !== undefined;
  return { readDate: wireDateReader(timeZone), holidays: new Set(holidays), meaning, isAsking };
}

/** Returns a function that reads the dates of a single task as a plan does. */
export function datesReader(settings: TaskReadingSettings): (task: Task) => StartAndFinish | undefined {
  const reading = readingOf(settings);
  return (task) => readBar({ task, answeredBy: [] }, reading).dates;
}

export function interpretPull(
  { tasks: pulled, ...facts }: Pull,
  settings: TaskReadingSettings,
): InterpretedPull {
  const reading = readingOf(settings);
  const tasks = pulled.map((task) => readTask(task, reading)).sort(byReference);
  return createInterpretedPull(facts, tasks, reading.readDate);
}

/** @param tasks sorted by reference */
export function createInterpretedPull(
  pull: PullWithoutTasks,
  tasks: readonly InterpretedTask[],
  readDate: WireDateReader,
): InterpretedPull {
  return {
    pull,
    tasks,
    byId: new Map(tasks.map((task) => [task.id, task])),
    folders: foldersOf(tasks.map(({ source }) => source)),
    readDate,
  };
}
