/** The data of a project for the checks: what a report would read, and further requests. */
import { setTimeout } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import { addDays, type Day, formatDay, localDayOf } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { overlaps, type Window, weekWindow, windowFor } from '#lookahead/dates/window.ts';
import type { DateConvention } from '#lookahead/dates/working-days.ts';
import { type InterpretedTask, interpretPull } from '#lookahead/tasks/read-task.ts';
import type { HttpWithByteAllowance } from '#planning/client/http.ts';
import type { Listing } from '#planning/client/pages.ts';
import {
  createPlanningClient,
  type PlanningClient,
  type PlanningClientOptions,
} from '#planning/client/planning-client.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import type { Misfit } from '#planning/contract/misfit.ts';
import type { CollectionName, Task } from '#planning/contract/resources.ts';
import { type TaskField, type TasksQuery, taskFields } from '#planning/contract/tasks-query.ts';
import { type DatedTask, datedTasks, findingsOfTaskDurations } from './durations.ts';
import type { ProbeFinding } from './finding.ts';

export type CollectionExceptTasks = Exclude<CollectionName, 'tasks'>;

export type ProbedProjectReader = ReturnType<typeof createProbedProjectReader>;

/** A check, with the rule that reports rely on. */
export type ProbeCheck = readonly [
  id: string,
  rule: string,
  find: (project: ProbedProjectReader) => Promise<ProbeFinding>,
];

export type ProbedProjectOptions = Omit<PlanningClientOptions, 'now'> & {
  readonly fetch: HttpWithByteAllowance['fetch'];
  readonly now: Temporal.Instant;
  readonly timeZone: string;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
};

/** Maximum number of pages of a listing: enough for a week of a large project with short pages. */
export const maxPagesRead = 30;

/** @throws PlanningInputError for an address that cannot be used */
export function createProbedProjectReader({ now, timeZone, pauseMs, ...service }: ProbedProjectOptions) {
  const { wait = (ms, signal) => setTimeout(ms, undefined, { signal }) } = service;
  let requests = 0;
  const fetch: HttpWithByteAllowance['fetch'] = async (url, init) => {
    requests += 1;
    if (requests > 1 && pauseMs > 0) await wait(pauseMs, init.signal ?? new AbortController().signal);
    return service.fetch(url, init);
  };
  const clientFor = (maxPagesToRead: number) => createPlanningClient({ ...service, fetch, maxPagesToRead });
  const client = clientFor(maxPagesRead);
  const coming = windowFor(localDayOf(now, timeZone), { weeks: 1, starts: 'next-week' });

  const pageWith = (fields: readonly TaskField[]) =>
    clientFor(1).tasks({ ...dateRangeQuery(coming), fields });
  /** The first page of the coming week's tasks, without `fields`. */
  const plainPage = onceWithSameFailure(() => pageWith([]));
  const fields = onceWithSameFailure(async () => {
    await plainPage();
    const error = await catchRequestRefusal(pageWith(taskFields));
    if (error === undefined) return { accepted: taskFields };
    const accepted: TaskField[] = [];
    for (const field of taskFields) {
      if ((await catchRequestRefusal(pageWith([field]))) === undefined) accepted.push(field);
    }
    // The fields are refused together although each is accepted alone, so none can be relied on.
    return { accepted: accepted.length === taskFields.length ? [] : accepted, error };
  });
  /** Requests tasks with the fields that the service accepts. */
  const ask = async (query: TasksQuery, pagesRead = maxPagesRead) =>
    clientFor(pagesRead).tasks({ ...query, fields: (await fields()).accepted });

  const readListed = ({ items, misfits }: Listing<Task>, planning?: DateConvention) => {
    const tasks = items.map((task) => ({ task, answeredBy: [] }));
    const pull = { instant: now.toString(), range: coming, lookedBeyond: false, tasks };
    return interpretPull({ ...pull, misfits: misfits.map(misfitWithoutIdExample) }, { timeZone, planning });
  };
  /** The tasks of twelve weeks, as a report reads them; if there are none, any tasks. */
  const listed = onceWithSameFailure(async () => {
    const range = { first: addDays(coming.first, -7 * 8), last: addDays(coming.last, 7 * 3) };
    const query = dateRangeQuery(range);
    const wide = await ask(query);
    return wide.items.length > 0 ? { query, ...wide } : { query: {}, ...(await ask({})) };
  });
  const durations = onceWithSameFailure(async () => findingsOfTaskDurations(readListed(await listed())));
  /** The tasks as a report reads them with the setting that the durations need. */
  const read = async (listing: Listing<Task>) => ({
    ...listing,
    ...readListed(listing, (await durations()).unit.planning),
  });
  const readTasks = async (query: TasksQuery) => read(await ask(query));
  const tasks = onceWithSameFailure(async () => read(await listed()));
  /** The tasks of the week that shows best how the service selects by dates. */
  const week = onceWithSameFailure(async () => {
    const range = mostVariedWeek(datedTasks((await tasks()).tasks), coming);
    const query = dateRangeQuery(range);
    return { range, query, ...(await readTasks(query)) };
  });

  const lists = new Map<CollectionExceptTasks, ReturnType<PlanningClient[CollectionExceptTasks]>>();
  const list = (name: CollectionExceptTasks) => getOrInsert(lists, name, () => client[name]());

  return {
    plainPage,
    fields,
    ask,
    listed,
    readTasks,
    tasks,
    week,
    durations,
    list,
    requests: () => requests,
  };
}

/** The misfit without its example if that is an id, because a finding must not contain ids. */
export function misfitWithoutIdExample(misfit: Misfit): Misfit {
  return /id$/i.test(misfit.property) ? { ...misfit, example: undefined } : misfit;
}

/** The error if only this request failed; undefined if it succeeded. @throws an error that every request would have */
export async function catchRequestRefusal(page: Promise<unknown>): Promise<PlanningError | undefined> {
  try {
    await page;
    return undefined;
  } catch (error) {
    if (isErrorOfOneRequest(error)) return error;
    throw error;
  }
}

/** Caches the value or the failure, so that all checks that use it report the same failure. */
function onceWithSameFailure<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function dateRangeQuery({ first, last }: { readonly first: Day; readonly last: Day }): TasksQuery {
  return { start: formatDay(first), finish: formatDay(last) };
}

/** The known tasks that are missing in an answer; empty if the answer was not read to its end. */
export function missingKnownTasks(
  { pages, tasks }: { readonly pages: number; readonly tasks: readonly InterpretedTask[] },
  known: readonly InterpretedTask[],
): readonly InterpretedTask[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return pages < maxPagesRead ? known.filter(({ id }) => !ids.has(id)) : [];
}

const maxTasksOfWeek = 1_000;

/**
 * Chooses seven days with as many kinds of tasks as possible: within them, running into, out of or through them, ending
 * on the first day or beginning on the last. If several weeks are equal, it chooses the one nearest to the coming week.
 * It avoids weeks with more than `maxTasksOfWeek` tasks.
 */
function mostVariedWeek(tasks: readonly DatedTask[], coming: Window): Window {
  const days = tasks.flatMap(({ dates: { start, finish } }) => [finish, addDays(start, -6)]);
  const weeks = [...new Set(days)].map(weekWindow);
  const scored = [coming, ...weeks].map((range) => {
    const inside = tasks.filter(({ dates }) => overlaps(range, dates));
    const kinds = new Set(
      inside.map(({ dates: { start, finish } }) =>
        [start < range.first, finish > range.last, finish === range.first, start === range.last].join(),
      ),
    );
    const distance = Math.abs(range.first - coming.first) / 10_000;
    return { range, score: kinds.size - (inside.length > maxTasksOfWeek ? 10 : 0) - distance };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).range;
}

/**
 * Whether the error concerns this request only, because it was refused or its answer cannot be read. Other requests may
 * succeed.
 */
export function isErrorOfOneRequest(error: unknown): error is PlanningError {
  if (!(error instanceof PlanningError)) return false;
  const { name, status } = error;
  if (name === 'PlanningUnavailableError') return status !== undefined && status !== 429;
  return !['PlanningConnectionError', 'PlanningTimeoutError', 'PlanningKeyError'].includes(name);
}
