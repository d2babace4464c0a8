/** The project as the checks see it: what a report would read, and what else they ask for. */
import { setTimeout } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import { addDays, type Day, formatDay, localDayOf } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { overlaps, type Window, weekWindow, windowFor } from '#lookahead/dates/window.ts';
import type { DateConvention } from '#lookahead/dates/working-days.ts';
import { type ReadTask, readPull } from '#lookahead/tasks/read-task.ts';
import type { HttpWithAllowance } from '#planning/client/http.ts';
import type { Listing } from '#planning/client/pages.ts';
import {
  createPlanningClient,
  type PlanningClient,
  type PlanningClientOptions,
} from '#planning/client/planning-client.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import type { Misfit } from '#planning/contract/misfit.ts';
import type { Collection, Task } from '#planning/contract/resources.ts';
import { type TaskField, type TasksQuery, taskFields } from '#planning/contract/tasks-query.ts';
import { type DatedTask, datedTasks, measureDurations } from './durations.ts';
import type { ProbeFinding } from './finding.ts';

export type ListedCollection = Exclude<Collection, 'tasks'>;

export type ProbedProject = ReturnType<typeof probedProject>;

/** @property rule what reports rely on */
export type ProbeCheck = readonly [
  id: string,
  rule: string,
  find: (project: ProbedProject) => Promise<ProbeFinding>,
];

export type ProbedProjectOptions = Omit<PlanningClientOptions, 'now'> & {
  readonly fetch: HttpWithAllowance['fetch'];
  readonly now: Temporal.Instant;
  readonly timeZone: string;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
};

/** Maximum pages of one reading: a week of a large project on short pages. */
export const maxPagesRead = 30;

/** @throws PlanningInputError for an address that cannot be used */
export function probedProject({ now, timeZone, pauseMs, ...service }: ProbedProjectOptions) {
  const { wait = (ms, signal) => setTimeout(ms, undefined, { signal }) } = service;
  let requests = 0;
  const fetch: HttpWithAllowance['fetch'] = async (url, init) => {
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
    const error = await requestRefusal(pageWith(taskFields));
    if (error === undefined) return { accepted: taskFields };
    const accepted: TaskField[] = [];
    for (const field of taskFields) {
      if ((await requestRefusal(pageWith([field]))) === undefined) accepted.push(field);
    }
    // Refused together, although each alone is accepted: none can be relied on.
    return { accepted: accepted.length === taskFields.length ? [] : accepted, error };
  });
  /** Tasks with the fields that are accepted. */
  const ask = async (query: TasksQuery, pagesRead = maxPagesRead) =>
    clientFor(pagesRead).tasks({ ...query, fields: (await fields()).accepted });

  const readListed = ({ items, misfits }: Listing<Task>, planning?: DateConvention) => {
    const tasks = items.map((task) => ({ task, answeredBy: [] }));
    const pull = { instant: now.toString(), range: coming, lookedBeyond: false, tasks };
    return readPull({ ...pull, misfits: misfits.map(withoutIds) }, { timeZone, planning });
  };
  /** Twelve weeks, as a report; if those are empty, any tasks. */
  const listed = onceWithSameFailure(async () => {
    const range = { first: addDays(coming.first, -7 * 8), last: addDays(coming.last, 7 * 3) };
    const query = dateRangeQuery(range);
    const wide = await ask(query);
    return wide.items.length > 0 ? { query, ...wide } : { query: {}, ...(await ask({})) };
  });
  const durations = onceWithSameFailure(async () => measureDurations(readListed(await listed())));
  /** As a report reads them with the setting that durations ask for. */
  const read = async (listing: Listing<Task>) => ({
    ...listing,
    ...readListed(listing, (await durations()).unit.planning),
  });
  const readTasks = async (query: TasksQuery) => read(await ask(query));
  const tasks = onceWithSameFailure(async () => read(await listed()));
  /** Tasks of the week that shows most about how the service selects. */
  const week = onceWithSameFailure(async () => {
    const range = mostVariedWeek(datedTasks((await tasks()).tasks), coming);
    const query = dateRangeQuery(range);
    return { range, query, ...(await readTasks(query)) };
  });

  const lists = new Map<ListedCollection, ReturnType<PlanningClient[ListedCollection]>>();
  const list = (name: ListedCollection) => getOrInsert(lists, name, () => client[name]());

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

/** A finding names no id. */
export function withoutIds(misfit: Misfit): Misfit {
  return /id$/i.test(misfit.property) ? { ...misfit, example: undefined } : misfit;
}

/** @throws what keeps any request from being answered */
export async function requestRefusal(page: Promise<unknown>): Promise<PlanningError | undefined> {
  try {
    await page;
    return undefined;
  } catch (error) {
    if (isErrorOfOneRequest(error)) return error;
    throw error;
  }
}

/** Repeats the same failure, so that checks which share a reading report one fault. */
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

/** The known tasks that an answer lacks; none if it was not read to its end. */
export function missingKnownTasks(
  { pages, tasks }: { readonly pages: number; readonly tasks: readonly ReadTask[] },
  known: readonly ReadTask[],
): readonly ReadTask[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return pages < maxPagesRead ? known.filter(({ id }) => !ids.has(id)) : [];
}

const maxTasksOfWeek = 1_000;

/**
 * Seven days with tasks of as many kinds as possible: within it, running into, out of or through it, ending on its
 * first day or beginning on its last. Of equals the one nearest to the coming week.
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

/** Whether the service refused this request, or sent what cannot be read, so that it may answer another one. */
export function isErrorOfOneRequest(error: unknown): error is PlanningError {
  if (!(error instanceof PlanningError)) return false;
  const { name, status } = error;
  if (name === 'PlanningUnavailableError') return status !== undefined && status !== 429;
  return !['PlanningConnectionError', 'PlanningTimeoutError', 'PlanningKeyError'].includes(name);
}
