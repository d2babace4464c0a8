import { addDays, formatDay, type StartAndFinish } from '#base/day.ts';
import { shortListText } from '#base/text/one-line.ts';
import { weekOfLatestFriday } from '#lookahead/compare/earlier-issue.ts';
import { localInstantOf, reportProgrammeOf } from '#lookahead/dates/report-dates.ts';
import { overlaps, type Window } from '#lookahead/dates/window.ts';
import {
  countTasksRead,
  hasTooManyUnreadableTasks,
  listApiContractDeviations,
  tasksReadText,
} from '#lookahead/tasks/pull-misfits.ts';
import {
  datesReader,
  type InterpretedPull,
  interpretPull,
  type Pull,
  type PulledTask,
  type TaskReadingSettings,
} from '#lookahead/tasks/read-task.ts';
import { loadComposer } from '#mail/transport/compose-message.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import { findIdsComparedByFilter, idFilterDefinitions } from '#planning/contract/id-filters.ts';
import { parseShiftWord } from '#planning/contract/known-words.ts';
import { joinMisfits, type Misfit, misfitText } from '#planning/contract/misfit.ts';
import type { ProgrammeVersion } from '#planning/contract/programme-version.ts';
import type { Task, TaskId } from '#planning/contract/resources.ts';
import {
  type IdFilterName,
  type IdFilters,
  idFilterNames,
  type Shift,
  shifts,
  type TaskField,
  type TasksQuery,
} from '#planning/contract/tasks-query.ts';
import { type AttemptWorld, planningServiceId } from './attempt.ts';
import { chooseEarlierIssues } from './earlier-issues.ts';
import type { ResolvedReport } from './look-up-report.ts';
import { queryWithAcceptedFields } from './refused-fields.ts';
import { recordFirstPlanned } from './store/first-planned.ts';
import type { RunStore } from './store/run-store.ts';
import { pullOf, type Snapshot } from './store/snapshot.ts';
import { toStoredReportDates } from './store/stored-object.ts';

function pullRange(
  { first, last }: Window,
  { weeksBefore, weeksAfter }: ResolvedReport['pull'],
): Pull['range'] {
  return { first: addDays(first, -7 * weeksBefore), last: addDays(last, 7 * weeksAfter) };
}

/** @param run.isRecorded false for runs that make no issue: they leave no trace in the project's records */
export async function takeSnapshot(
  resolved: ResolvedReport,
  { runStore, isRecorded }: { readonly runStore: RunStore; readonly isRecorded: boolean },
  attempt: AttemptWorld,
): Promise<TakenSnapshot> {
  const read = localInstantOf(attempt.clock.now().toString(), resolved.project.timeZone);
  const dates = { reportDay: resolved.reportDay, read, programme: undefined };
  const choosing = chooseEarlierIssues(resolved, dates, runStore);
  const expected = choosing.then((earlier) => tasksExpected(resolved, earlier));
  const pulling = pullInAttempt(resolved, { instant: read.instant, expected, isRecorded }, attempt);
  // Reads the archive while the planning service answers. If one fails, waits for the other too.
  await Promise.allSettled([pulling, expected]);
  const pull = await pulling;
  const { chosen, warnings } = await choosing;
  const readable = interpretPull(pull, resolved.project);
  checkPullUsable(readable, resolved);
  const first = await recordFirstPlanned(runStore.store, readable, {
    project: resolved.project.key,
    isRecorded,
  });
  const snapshot: Snapshot = {
    window: resolved.window,
    ...toStoredReportDates({
      ...dates,
      programme: reportProgrammeOf(pull.programme, resolved.project.timeZone),
    }),
    range: pull.range,
    lookedBeyond: pull.lookedBeyond,
    programmeDates: pull.programmeDates,
    ...chosen,
    firstPlanned: first.firstPlanned,
    warnings: [...new Set([...warnings, ...first.warnings])],
    misfits: [...pull.misfits],
    tasks: pull.tasks.map(({ task, answeredBy }) => ({ task, answeredBy: [...answeredBy] })),
  };
  // The tasks are those that later attempts read from the stored snapshot.
  return { snapshot, pull: { ...readable, pull: pullOf(snapshot) } };
}

/** A snapshot with its tasks already read, so that the plan need not read them again. */
export type TakenSnapshot = { readonly snapshot: Snapshot; readonly pull: InterpretedPull };

const maxMisfitsNamed = 4;

/** @throws PlanningContractError if a report of these tasks would mislead its readers */
function checkPullUsable(pull: InterpretedPull, { project, rules }: ResolvedReport): void {
  const { region, projectId } = project;
  const place = { operation: 'tasks', region, project: projectId, remedy: unusableRemedy } as const;
  const blind = filterWithoutData(pull, rules.filters);
  if (blind !== undefined) {
    const { setting, property } = idFilterDefinitions[blind];
    const what = `filters.${setting} cannot be applied, because no task received has the property ${property}`;
    throw new PlanningError('PlanningContractError', what, place);
  }
  const tasksRead = countTasksRead(pull);
  if (!hasTooManyUnreadableTasks(tasksRead)) return;
  const named = listApiContractDeviations(pull)
    .toSorted((one, other) => other.items.length - one.items.length)
    .map((misfit) => misfitText(misfit, tasksRead.of));
  throw new PlanningError(
    'PlanningContractError',
    `only ${tasksReadText(tasksRead)}, so no report was made. ${shortListText(named, maxMisfitsNamed, '; ')}`,
    place,
  );
}

/** A filter that selected tasks although none of them has the property that the filter compares. */
function filterWithoutData({ tasks }: InterpretedPull, filters: IdFilters): IdFilterName | undefined {
  const found = tasks.filter(({ answeredBy }) => answeredBy.length > 0);
  return idFilterNames.find(
    (filter) =>
      filters[filter] !== undefined &&
      found.length > 0 &&
      found.every(({ source }) => findIdsComparedByFilter(source, filter).length === 0),
  );
}

const unusableRemedy =
  'Ask the operator of the planning service to follow the contract; the command probe lists all differences.';

/**
 * Tasks that the report may mention even if they have moved out of the range: those planned for last week, and those of
 * the previous pull whose old dates overlap the range up to the end of the window.
 */
function tasksExpected(
  resolved: ResolvedReport,
  { previous, lastWeekPlan }: Awaited<ReturnType<typeof chooseEarlierIssues>>,
): ReadonlySet<TaskId> {
  const week = weekOfLatestFriday(resolved.reportDay);
  const planned = (lastWeekPlan?.tasks ?? []).filter(({ dates }) => overlaps(week, dates));
  const { first } = pullRange(resolved.window, resolved.pull);
  const read = (previous?.tasks ?? []).filter(({ dates }) => overlaps({ ...resolved.window, first }, dates));
  return new Set([...planned, ...read].map(({ id }) => id));
}

async function pullInAttempt(
  resolved: ResolvedReport,
  by: Pick<TaskPullRequest, 'instant' | 'expected'> & { readonly isRecorded: boolean },
  attempt: AttemptWorld,
): Promise<Pull> {
  attempt.onEvent({ kind: 'pulling' });
  const { window, rules, project } = resolved;
  const { isRecorded, ...rest } = by;
  const request = { window, filters: rules.filters, ...resolved.pull, ...rest, project };
  const first = formatDay(window.first);
  const pulled = await attempt.step({ kind: 'pull' }, async () => {
    const client = await attempt.planning(project, 'tasks');
    // Loads the writers while the service answers. If this fails, their first use throws the error again.
    void Promise.allSettled([attempt.renderer.loadWriter(), loadComposer()]);
    return queryWithAcceptedFields(
      async (fields, refused) => {
        const pull = await pullTasks(client, { ...request, fields });
        return { ...pull, misfits: [...refused, ...pull.misfits] };
      },
      client,
      {
        store: attempt.store,
        service: planningServiceId(project),
        date: by.instant.slice(0, 10),
        isRecorded,
        small: { start: first, finish: first },
      },
    );
  });
  const rejected = pulled.misfits.filter(isRejected).reduce((sum, { items }) => sum + items.length, 0);
  attempt.onEvent({ kind: 'pulled', tasks: pulled.tasks.length, rejected });
  return pulled;
}

export interface TasksReader {
  tasks(query: TasksQuery, stop: AbortSignal, version?: string): Promise<TasksAnswer>;
}

type TasksAnswer = {
  readonly items: readonly Task[];
  readonly misfits: readonly Misfit[];
  readonly programme?: ProgrammeVersion | undefined;
};

export type TaskPullRequest = ResolvedReport['pull'] & {
  readonly window: Window;
  readonly filters: IdFilters;
  readonly instant: string;
  readonly project: TaskReadingSettings;
  readonly fields: readonly TaskField[];
  /** Tasks to look for outside the range if they are not in it. */
  readonly expected: Promise<ReadonlySet<TaskId>>;
};

/**
 * Pulls the tasks of a window: one query per shift and a wide one, at the same time.
 *
 * The shift queries have the report's filters; the wide one has none, because readiness and clashes depend on
 * neighbouring tasks. The plan selects again, because two points of the contract are open: whether the service returns
 * tasks that only overlap the window, and how it combines filters.
 *
 * If the service has versions of the programme, all answers are from one version: a query answered from another version
 * is sent again for the version of the wide answer. If an expected task is missing, or the window has no task, one more
 * query without dates finds it, and the dates of the programme. The contract has no parameter for ids.
 *
 * @throws what the client throws; the first query that fails ends the others
 */
export async function pullTasks(client: TasksReader, request: TaskPullRequest): Promise<Pull> {
  const { window, filters, fields } = request;
  const range = pullRange(window, request);
  const inWindow = { start: formatDay(window.first), finish: formatDay(window.last), fields };
  const stop = new AbortController();
  const ask = (query: TasksQuery, version?: string) => client.tasks(query, stop.signal, version);
  const asking = ask({ start: formatDay(range.first), finish: formatDay(range.last), fields });
  const [wide, ...byShift] = await Promise.all([
    asking,
    ...shifts.map(async (shift) => {
      const query = { ...inWindow, shift, ...filters };
      const answer = await ask(query);
      const version = (await asking).programme?.label;
      const isOther = version !== undefined && answer.programme?.label !== version;
      return { shift, answer: isOther ? await ask(query, version) : answer };
    }),
  ]).finally(() => stop.abort());
  const tasks = mergeTasks(wide, byShift);
  const readDates = datesReader(request.project);
  const isInWindow = (task: Task) => overlaps(window, readDates(task));
  const known = new Set(tasks.map(({ task }) => task.id));
  const missing = (await request.expected).difference(known);
  const hasWindow = tasks.some(({ task }) => isInWindow(task));
  const programme = hasWindow && missing.size === 0 ? undefined : await wholeProgramme(client, wide, fields);
  const others = programme?.tasks.filter(({ id }) => !known.has(id)) ?? [];
  const notSelected = others.filter(isInWindow);
  // A service that leaves out tasks of the window leaves out others of the range too, so these are added below.
  const isIncomplete = notSelected.length > 0;
  const isInRange = (task: Task) => {
    const dates = readDates(task);
    return dates === undefined || overlaps(range, dates);
  };
  const beyond = others
    .filter((task) => missing.has(task.id) || (isIncomplete && isInRange(task)))
    // No shift query returned these tasks, so their own shift decides.
    .map((task) => ({ task, answeredBy: isIncomplete ? [parseShiftWord(task.shift) ?? []].flat() : [] }));
  return {
    instant: request.instant,
    range,
    lookedBeyond: programme?.isWhole ?? false,
    programme: wide.programme,
    tasks: [...tasks, ...beyond],
    misfits: [
      ...mergeMisfits(wide, byShift),
      ...(isIncomplete ? [{ ...notSelectedByDates, items: notSelected.map(({ id }) => id) }] : []),
    ],
    programmeDates:
      hasWindow || isIncomplete || programme === undefined
        ? undefined
        : programmeDatesOf(programme.tasks.flatMap((task) => readDates(task) ?? [])),
  };
}

const notSelectedByDates = {
  property: 'start and finish of a query',
  reason: 'they leave out tasks of the window that a query without dates returned',
  outcome: 'read',
} as const;

/**
 * The tasks of a query without dates; undefined if the query fails. The contract does not say what such a query
 * selects, so an answer that lacks a task of the wide query, or has an item that cannot be read, does not count as the
 * whole programme.
 */
async function wholeProgramme(client: TasksReader, wide: TasksAnswer, fields: readonly TaskField[]) {
  try {
    const { items, misfits } = await client.tasks(
      { fields },
      new AbortController().signal,
      wide.programme?.label,
    );
    const ids = new Set(items.map(({ id }) => id));
    return { tasks: items, isWhole: !misfits.some(isRejected) && wide.items.every(({ id }) => ids.has(id)) };
  } catch (error) {
    if (error instanceof PlanningError) return undefined;
    throw error;
  }
}

function programmeDatesOf([first, ...others]: readonly StartAndFinish[]): StartAndFinish | undefined {
  return (
    first &&
    others.reduce(
      (found, { start, finish }) => ({
        start: start < found.start ? start : found.start,
        finish: finish > found.finish ? finish : found.finish,
      }),
      first,
    )
  );
}

type ShiftAnswer = { readonly shift: Shift; readonly answer: TasksAnswer };

/** The wide query's tasks first, then those that only a shift query returned. The first copy of a task counts. */
function mergeTasks(wide: TasksAnswer, byShift: readonly ShiftAnswer[]): readonly PulledTask[] {
  const merged = new Map<TaskId, { task: Task; answeredBy: Shift[] }>();
  for (const task of wide.items) if (!merged.has(task.id)) merged.set(task.id, { task, answeredBy: [] });
  for (const { shift, answer } of byShift) {
    for (const task of answer.items) {
      const entry = merged.get(task.id) ?? { task, answeredBy: [] };
      if (!entry.answeredBy.includes(shift)) entry.answeredBy.push(shift);
      merged.set(task.id, entry);
    }
  }
  return [...merged.values()];
}

function isRejected({ outcome }: Misfit): boolean {
  return outcome === 'rejected';
}

/** An item without an id is identified by its place in the answer. */
const itemPlacePattern = /^item \d+ of page \d+$/;

/**
 * An item without an id has a different place in each answer, so those of shift queries count only if the wide answer
 * has none.
 */
function mergeMisfits(wide: TasksAnswer, byShift: readonly ShiftAnswer[]): readonly Misfit[] {
  const wideHasOne = wide.misfits.some(({ items }) => items.some((item) => itemPlacePattern.test(item)));
  const others = byShift
    .flatMap(({ answer }) => answer.misfits)
    .map(({ items, ...kind }) => ({
      ...kind,
      items: wideHasOne ? items.filter((item) => !itemPlacePattern.test(item)) : items,
    }))
    .filter(({ items }) => items.length > 0);
  return joinMisfits([...wide.misfits, ...others]);
}
