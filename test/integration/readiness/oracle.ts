/**
 * A second implementation of the rules of readiness in `docs/workbook.md`, with which the results of `planLookahead`
 * are compared. It is written to be obvious rather than fast, and shares no code with `functions/lookahead`. Days are
 * numbers, counted one by one. It does not check whether others work in the same place.
 */
import { Temporal } from 'temporal-polyfill';
import type { Task } from '#planning/contract/resources.ts';

export type OracleInput = {
  /** All tasks of the pull, as the API returns them. */
  readonly tasks: readonly Task[];
  /** `YYYY-MM-DD`, like `lastReportedDay`. */
  readonly reportDay: string;
  readonly lastReportedDay: string;
  readonly timeZone: string;
  /** Ids of tasks that only the query for the night shift returned. */
  readonly nightIds?: ReadonlySet<string>;
};

export type ExpectedReadiness = {
  readonly state: 'not ready' | 'gap' | 'ready';
  /** Kinds in alphabetical order, one for each finding: a kind may occur twice. */
  readonly constraints: readonly string[];
  /** Kinds in alphabetical order, each once. */
  readonly gaps: readonly string[];
  readonly isBehind: boolean;
};

/** The verdict on every unfinished task, by id. */
export function expectedReadiness(input: OracleInput): ReadonlyMap<string, ExpectedReadiness> {
  const plan = planOf(input);
  const constraints = constraintsOf(plan);
  return new Map(
    plan.tasks.filter(isUnfinished).map((task) => {
      const own = (constraints.get(task.id) ?? []).toSorted();
      const gaps = [...new Set(gapsOf(task, plan))].toSorted();
      const state = own.length > 0 ? 'not ready' : gaps.length > 0 ? 'gap' : 'ready';
      const isBehind = own.length > 0 && own.every((kind) => behindKinds.includes(kind));
      return [task.id, { state, constraints: own, gaps, isBehind }];
    }),
  );
}

const behindKinds: readonly string[] = ['predecessor-blocked', 'predecessor-overdue', 'predecessor-waits'];

// Reading of tasks.

/** Days since 1970-01-01. */
type Day = number;

type RelationType = 'FS' | 'SS' | 'FF' | 'SF' | 'unknown';

type Relation = {
  readonly from: ReadTask;
  readonly type: RelationType;
  /** Lag in whole working days, negative for a lead. */
  readonly lag: number;
};

type ReadTask = {
  readonly id: string;
  readonly source: Task;
  readonly status: Status;
  readonly start: Day | undefined;
  readonly finish: Day | undefined;
  readonly isReversed: boolean;
  readonly isUnreadable: boolean;
  readonly isMilestone: boolean;
};

type Plan = {
  readonly tasks: readonly ReadTask[];
  readonly relations: ReadonlyMap<string, readonly Relation[]>;
  readonly reportDay: Day;
  readonly lastReportedDay: Day;
};

function planOf({ tasks, reportDay, lastReportedDay, timeZone, nightIds }: OracleInput): Plan {
  const read = tasks.map((task) => readTask(task, { timeZone, nightIds: nightIds ?? new Set() }));
  return {
    tasks: read,
    relations: relationsOf(read),
    reportDay: dayOf(Temporal.PlainDate.from(reportDay)),
    lastReportedDay: dayOf(Temporal.PlainDate.from(lastReportedDay)),
  };
}

/** The word in lower case, without blanks, hyphens and underscores. */
function plainWord(text: string | undefined): string {
  return (text ?? '').toLowerCase().replaceAll(/[\s_-]/g, '');
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

// Statuses.

type Status = 'started' | 'complete' | 'delayed' | 'blocked' | 'cancelled' | 'any other';

function statusOf(text: string | undefined): Status {
  const word = plainWord(text);
  if (['inprogress', 'started'].includes(word)) return 'started';
  if (['complete', 'completed', 'done'].includes(word)) return 'complete';
  if (['delayed', 'late'].includes(word)) return 'delayed';
  if (['blocked', 'onhold'].includes(word)) return 'blocked';
  if (['cancelled', 'canceled'].includes(word)) return 'cancelled';
  return 'any other';
}

function isUnfinished({ status }: ReadTask): boolean {
  return status !== 'complete' && status !== 'cancelled';
}

// Dates.

function dayOf(date: Temporal.PlainDate): Day {
  return Math.round(Date.UTC(date.year, date.month - 1, date.day) / 86_400_000);
}

/** Day of the week: 1 is Monday, 7 is Sunday. 1970-01-01 was a Thursday. */
function weekdayOf(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** A day and its time; the time is undefined for a date without one. */
type Moment = { readonly day: Day; readonly time: string | undefined };

function momentOf(text: string | undefined, timeZone: string): Moment | 'missing' | 'unreadable' {
  if (text === undefined) return 'missing';
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text))
      return { day: dayOf(Temporal.PlainDate.from(text)), time: undefined };
    if (!/^\d{4}-\d{2}-\d{2}[T ]/i.test(text)) return 'unreadable';
    const hasOffset = /(z|[+-]\d{2}(:?\d{2})?)$/i.test(text.slice(11));
    const local = hasOffset
      ? Temporal.Instant.from(text).toZonedDateTimeISO(timeZone).toPlainDateTime()
      : Temporal.PlainDateTime.from(text);
    return { day: dayOf(local.toPlainDate()), time: local.toPlainTime().toString() };
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

function readTask(
  task: Task,
  { timeZone, nightIds }: { readonly timeZone: string; readonly nightIds: ReadonlySet<string> },
): ReadTask {
  const startMoment = momentOf(task.start, timeZone);
  const finishMoment = momentOf(task.finish, timeZone);
  const isNight = isBlank(task.shift) ? nightIds.has(task.id) : plainWord(task.shift) === 'night';
  const first = typeof startMoment === 'string' ? undefined : startMoment.day;
  const last =
    typeof finishMoment === 'string' ? undefined : lastDayOf(finishMoment, first, { task, isNight });
  const known = [first, last].filter((day) => day !== undefined);
  const start = known.length === 0 ? undefined : Math.min(...known);
  const finish = known.length === 0 ? undefined : Math.max(...known);
  return {
    id: task.id,
    source: task,
    status: statusOf(task.status),
    start,
    finish,
    isReversed: first !== undefined && last !== undefined && first > last,
    isUnreadable: startMoment === 'unreadable' || finishMoment === 'unreadable',
    isMilestone: start !== undefined && start === finish && task.duration === 0,
  };
}

/**
 * The day of the finish, or the day before it if a night shift ends in the morning, or if the finish is the midnight
 * that ends that day.
 */
function lastDayOf(
  finish: Moment,
  first: Day | undefined,
  { task, isNight }: { readonly task: Task; readonly isNight: boolean },
): Day {
  if (first === undefined || first >= finish.day || finish.time === undefined) return finish.day;
  if (finish.time === '00:00:00') {
    const withThatDay = workingDaysFrom(first, finish.day, task);
    const withoutIt = workingDaysFrom(first, finish.day - 1, task);
    const fitsOnlyWithout = task.duration === withoutIt && task.duration !== withThatDay;
    return fitsOnlyWithout ? finish.day - 1 : finish.day;
  }
  return isNight && finish.time < '12:00:00' ? finish.day - 1 : finish.day;
}

// Calendars.

function typeWorksOn(day: Day, { calendar }: Task): boolean {
  const type = plainWord(calendar?.type);
  if (/^(five|5)days?(week)?$/.test(type)) return weekdayOf(day) <= 5;
  if (/^(six|6)days?(week)?$/.test(type)) return weekdayOf(day) <= 6;
  return true;
}

/** Whether the calendar works on the day. It also works on days on which only the task pauses. */
function calendarWorksOn(day: Day, task: Task): boolean {
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  return typeWorksOn(day, task)
    ? !(task.nonWorkingDays ?? []).includes(date)
    : (task.extraWorkingDays ?? []).includes(date);
}

/** Counts the working days from the first day to the last, without days on which the task pauses. */
function workingDaysFrom(first: Day, last: Day, task: Task): number {
  const pauses = new Set(task.daysWithoutWork);
  let count = 0;
  for (let day = first; day <= last; day++) {
    if (calendarWorksOn(day, task) && !pauses.has(new Date(day * 86_400_000).toISOString().slice(0, 10)))
      count++;
  }
  return count;
}

/**
 * The day that is `lag` working days after `from`, or before it if `lag` is negative. Counts the weekdays of the
 * calendar's type, and ignores the exceptions of the calendar.
 */
function movedByWorkingDays(from: Day, lag: number, task: Task): Day {
  const step = lag < 0 ? -1 : 1;
  let day = from;
  for (let left = Math.abs(lag); left > 0; ) {
    day += step;
    if (typeWorksOn(day, task)) left--;
  }
  return day;
}

// Relations.

const maxLag = 26_000;

function lagOf(lag: number | undefined): number {
  return Math.max(-maxLag, Math.min(maxLag, Math.floor(lag ?? 0)));
}

function relationTypeOf(text: string | undefined): RelationType {
  const word = plainWord(text);
  if (['', 'fs', 'finishstart', 'finishtostart'].includes(word)) return 'FS';
  if (['ss', 'startstart', 'starttostart'].includes(word)) return 'SS';
  if (['ff', 'finishfinish', 'finishtofinish'].includes(word)) return 'FF';
  if (['sf', 'startfinish', 'starttofinish'].includes(word)) return 'SF';
  return 'unknown';
}

/** Predecessors by task id. The task's own entries come first; entries of other tasks only fill gaps. */
function relationsOf(tasks: readonly ReadTask[]): ReadonlyMap<string, readonly Relation[]> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const relations = new Map(tasks.map(({ id }) => [id, new Map<string, Relation>()]));
  for (const direction of ['predecessor', 'successor']) {
    for (const task of tasks) {
      for (const { id, relation, type, lag } of task.source.relatedTasks ?? []) {
        if (![direction, `${direction}s`].includes(plainWord(relation))) continue;
        const other = byId.get(id ?? '');
        if (other === undefined || other.id === task.id) continue;
        const [from, to] = direction === 'predecessor' ? [other, task] : [task, other];
        const known = relationTypeOf(type);
        const key = JSON.stringify([from.id, known, known === 'unknown' ? plainWord(type) : '']);
        const ofSuccessor = relations.get(to.id);
        if (ofSuccessor?.has(key)) continue;
        ofSuccessor?.set(key, { from, type: known, lag: lagOf(lag) });
      }
    }
  }
  return new Map([...relations].map(([id, ofTask]) => [id, [...ofTask.values()]]));
}

/** The relations that are checked: for a task that has started, only those that bind its finish. */
function askedRelations(task: ReadTask, plan: Plan): readonly Relation[] {
  const all = plan.relations.get(task.id) ?? [];
  return task.status === 'started' ? all.filter(({ type }) => type === 'FF' || type === 'SF') : all;
}

// Constraints.

/**
 * Starts with tasks that are not ready for a reason of their own. Then adds tasks that wait for one that is not ready,
 * until nothing changes.
 */
function constraintsOf(plan: Plan): ReadonlyMap<string, readonly string[]> {
  const unfinished = plan.tasks.filter(isUnfinished);
  let notReady = new Set<string>();
  for (;;) {
    const found = new Map(unfinished.map((task) => [task.id, constraintsOfTask(task, plan, notReady)]));
    const next = new Set([...found].filter(([, kinds]) => kinds.length > 0).map(([id]) => id));
    if (next.size === notReady.size) return found;
    notReady = next;
  }
}

function constraintsOfTask(task: ReadTask, plan: Plan, notReady: ReadonlySet<string>): readonly string[] {
  const kinds: string[] = [];
  if (task.status === 'blocked') kinds.push('blocked');
  if (task.status === 'delayed') kinds.push('delayed');
  if (!task.isUnreadable && isPastAndReported(task.finish, plan)) kinds.push('overdue');
  for (const relation of askedRelations(task, plan)) {
    const kind = constraintOfRelation(task, relation, { plan, notReady });
    if (kind !== undefined) kinds.push(kind);
  }
  return kinds;
}

function isPastAndReported(day: Day | undefined, { reportDay, lastReportedDay }: Plan): boolean {
  return day !== undefined && day < reportDay && day <= lastReportedDay;
}

/** The first constraint that applies. */
function constraintOfRelation(
  task: ReadTask,
  relation: Relation,
  { plan, notReady }: { readonly plan: Plan; readonly notReady: ReadonlySet<string> },
): string | undefined {
  const { from, type } = relation;
  const bindsStart = type === 'SS' || type === 'SF';
  if (from.status === 'complete') return undefined;
  if (bindsStart && from.status === 'started') return undefined;
  if (from.status === 'cancelled') return undefined;
  if (from.status === 'blocked') return 'predecessor-blocked';
  if (type === 'unknown') return undefined;
  if (!from.isUnreadable && isPastAndReported(bindsStart ? from.start : from.finish, plan)) {
    return bindsStart ? 'predecessor-not-begun' : 'predecessor-overdue';
  }
  if (!datesFit(task, relation)) return 'predecessor-dates';
  if (type === 'FS' && notReady.has(from.id)) return 'predecessor-waits';
  return undefined;
}

function datesFit(task: ReadTask, { from, type, lag }: Relation): boolean {
  const { start, finish } = task;
  if (task.isUnreadable || from.isUnreadable) return true;
  const end = type === 'SS' || type === 'SF' ? from.start : from.finish;
  if (start === undefined || finish === undefined || end === undefined) return true;
  const limit = movedByWorkingDays(end, lag, task.source);
  if (type === 'SS') return start >= limit;
  if (type === 'FF' || type === 'SF') return finish >= limit;
  return start > limit || (start === limit && maySucceedOnTheSameDay(task, from));
}

function maySucceedOnTheSameDay(task: ReadTask, from: ReadTask): boolean {
  if (task.isMilestone || from.isMilestone) return true;
  const { finishTime } = from.source;
  const { startTime } = task.source;
  return finishTime !== undefined && startTime !== undefined && finishTime <= startTime;
}

// Gaps.

function gapsOf(task: ReadTask, plan: Plan): readonly string[] {
  const { owner, subcontractor, location, name, materials = [] } = task.source;
  const gaps: string[] = [];
  if (lacksLabour(task, plan)) gaps.push('no-labour');
  if ([owner?.displayName, owner?.email, owner?.id].every(isBlank)) gaps.push('no-owner');
  if ([subcontractor?.name, subcontractor?.id].every(isBlank)) gaps.push('no-subcontractor');
  if ([location?.name, location?.id].every(isBlank)) gaps.push('no-location');
  if (isBlank(name)) gaps.push('no-name');
  if (task.isReversed || task.isUnreadable || task.start === undefined) gaps.push('dates');
  if (isOnADayOff(task, plan)) gaps.push('non-working-day');
  if (materials.some(lacksDailyFigures)) gaps.push('material-without-daily-figures');
  if (askedRelations(task, plan).some(({ from }) => from.status === 'cancelled')) {
    gaps.push('cancelled-predecessor');
  }
  return gaps;
}

function hasLabour({ source }: ReadTask): boolean {
  return (source.labour ?? []).length > 0;
}

function subcontractorKey({ source: { subcontractor } }: ReadTask): string | undefined {
  const { id, name } = subcontractor ?? {};
  if (!isBlank(id)) return `id ${id}`;
  return isBlank(name) ? undefined : `name ${name}`;
}

/** True only if at least half of the subcontractor's other tasks within 28 days of the report have labour. */
function lacksLabour(task: ReadTask, { tasks, reportDay }: Plan): boolean {
  const key = subcontractorKey(task);
  if (task.isMilestone || hasLabour(task) || key === undefined) return false;
  const others = tasks.filter(
    (other) =>
      other.id !== task.id &&
      !other.isMilestone &&
      subcontractorKey(other) === key &&
      (other.start ?? Number.POSITIVE_INFINITY) <= reportDay + 28 &&
      (other.finish ?? Number.NEGATIVE_INFINITY) >= reportDay - 28,
  );
  return others.length > 0 && others.filter(hasLabour).length * 2 >= others.length;
}

/** Whether work is still to start or to finish on a day off. */
function isOnADayOff(task: ReadTask, { reportDay }: Plan): boolean {
  const { start, finish, status, source } = task;
  const isOff = (day: Day | undefined) =>
    day !== undefined && day >= reportDay && !calendarWorksOn(day, source);
  return (status !== 'started' && isOff(start)) || isOff(finish);
}

type Material = NonNullable<Task['materials']>[number];

function lacksDailyFigures({ quantity, dailyPlanned }: Material): boolean {
  return quantity !== 0 && !(dailyPlanned ?? []).some((day) => day.quantity !== undefined);
}
