/** The project as the checks see it: what a report would read, and what else they ask for. */
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import { addDays, type Dates, type Day, formatDay, localDayOf, mondayOf } from '../base/day.ts';
import { getOrInsert } from '../base/get-or-insert.ts';
import { overlaps, type Window, weekFrom, windowFor } from '../lookahead/dates/window.ts';
import { type PulledTask, type ReadTask, readPull } from '../lookahead/tasks/read-task.ts';
import type { PlanningError } from '../planning/client/planning-error.ts';
import type { ItemShape } from '../planning/client/read-items.ts';
import { tasksUrl } from '../planning/client/urls.ts';
import { type Collection, resourceSchemas } from '../planning/contract/resources.ts';
import { type TaskField, type TasksQuery, taskFields } from '../planning/contract/tasks-query.ts';
import { isOfOneRequest, type ServiceOptions, startReading } from './read-pages.ts';

export const tasksShape = { collection: 'tasks', schema: resourceSchemas.tasks } as const;

export type DatedTask = ReadTask & { readonly dates: Dates };

export type ListName = Exclude<Collection, 'tasks'>;

export type ProbedProject = ReturnType<typeof probedProject>;

type AcceptedFields = {
  readonly accepted: readonly TaskField[];
  /** Why not all can be asked for at once. */
  readonly refusal?: PlanningError;
};

export type ProjectOptions = ServiceOptions & {
  readonly now: Temporal.Instant;
  readonly timeZone: string;
};

export function probedProject(options: ProjectOptions) {
  const { now, timeZone, region, projectId } = options;
  const reader = startReading(options);
  const coming = windowFor(localDayOf(now, timeZone), { weeks: 1, starts: 'next-week' });
  const comingWeek = daysOf(coming);

  function urlOfQuery(query: TasksQuery): string {
    return tasksUrl(reader.endpointOf('tasks'), query, { operation: 'tasks', region, project: projectId });
  }

  function pageWith(fields: readonly TaskField[]) {
    return reader.getPage(tasksShape, urlOfQuery({ ...comingWeek, fields }));
  }

  /** The first page of the coming week's tasks, without `fields`. */
  const plainPage = onceWithFailure(() => pageWith([]));
  const fields = onceWithFailure(async (): Promise<AcceptedFields> => {
    await plainPage();
    const refusal = await refusalOf(pageWith(taskFields));
    if (refusal === undefined) return { accepted: taskFields };
    const accepted: TaskField[] = [];
    for (const field of taskFields) {
      if ((await refusalOf(pageWith([field]))) === undefined) accepted.push(field);
    }
    // Refused together, although each alone is accepted: none can be relied on.
    return { accepted: accepted.length === taskFields.length ? [] : accepted, refusal };
  });
  /** The address of tasks, with the fields that are accepted. */
  const urlOf = async (query: TasksQuery) => urlOfQuery({ ...query, fields: (await fields()).accepted });

  /** `items` as they came, and `tasks` as a report reads them: of each id the first. */
  async function readTasks(url: string) {
    const reading = await reader.readPages(tasksShape, url);
    const first = new Map<string, PulledTask>();
    for (const task of reading.items) getOrInsert(first, task.id, () => ({ task, answeredBy: [] }));
    const tasks = [...first.values()];
    const pull = { instant: now.toString(), range: coming, lookedBeyond: false, tasks, misfits: [] };
    return { ...reading, ...readPull(pull, { timeZone }) };
  }

  const anyTasks = onceWithFailure(async () => readTasks(await urlOf({})));
  /** Twelve weeks as a report reads them; if those are empty, any tasks. */
  const tasks = onceWithFailure(async () => {
    const first = addDays(coming.first, -7 * 8);
    const last = addDays(coming.last, 7 * 3);
    const wide = await readTasks(await urlOf(daysOf({ first, last })));
    return wide.tasks.length > 0 ? wide : anyTasks();
  });
  /** Tasks of the week that shows most about how the service selects. */
  const week = onceWithFailure(async () => {
    const range = mostVariedWeek(datedTasks((await tasks()).tasks), coming);
    const query = daysOf(range);
    return { range, query, ...(await readTasks(await urlOf(query))) };
  });

  const lists = new Map<ListName, ReturnType<typeof readList>>();
  const list = (name: ListName) => getOrInsert(lists, name, () => readList(name));

  async function readList(collection: ListName) {
    const schema = resourceSchemas[collection];
    const shape: ItemShape<z.infer<typeof schema>> = { collection, schema };
    return reader.readPages(shape, reader.endpointOf(collection));
  }

  return { reader, plainPage, fields, urlOf, readTasks, tasks, week, anyTasks, list };
}

/** @throws what keeps any request from being answered */
export async function refusalOf(page: Promise<unknown>): Promise<PlanningError | undefined> {
  try {
    await page;
    return undefined;
  } catch (error) {
    if (isOfOneRequest(error)) return error;
    throw error;
  }
}

/** Repeats the same failure, so that checks which share a reading report one fault. */
function onceWithFailure<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function daysOf({ first, last }: { readonly first: Day; readonly last: Day }): TasksQuery {
  return { start: formatDay(first), finish: formatDay(last) };
}

/** The known tasks that an answer lacks; none if it was not read to its end. */
export function tasksLeft(
  { complete, tasks }: { readonly complete: boolean; readonly tasks: readonly ReadTask[] },
  known: readonly ReadTask[],
): readonly ReadTask[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return complete ? known.filter(({ id }) => !ids.has(id)) : [];
}

/** Tasks with a start and a finish, neither of which was changed to make sense of them. */
export function datedTasks(tasks: readonly ReadTask[]): readonly DatedTask[] {
  return tasks.flatMap(({ dates, ...task }) =>
    dates && task.source.start && task.source.finish && task.marks.length === 0 ? [{ ...task, dates }] : [],
  );
}

const maxTasks = 1_000;

/**
 * Seven days with tasks of as many kinds as possible: within it, running into, out of or through it, ending on its
 * first day or beginning on its last. Of equals the one nearest to the coming week.
 */
function mostVariedWeek(tasks: readonly DatedTask[], coming: Window): Window {
  const days = tasks.flatMap(({ dates: { start, finish } }) => [
    mondayOf(start),
    mondayOf(finish),
    finish,
    addDays(start, -6),
  ]);
  const weeks = [...new Set(days)].map(weekFrom);
  const scored = [coming, ...weeks].map((range) => {
    const inside = tasks.filter(({ dates: { start, finish } }) => overlaps(range, start, finish));
    const kinds = new Set(
      inside.map(({ dates: { start, finish } }) =>
        [start < range.first, finish > range.last, finish === range.first, start === range.last].join(),
      ),
    );
    const distance = Math.abs(range.first - coming.first) / 10_000;
    return { range, score: kinds.size - (inside.length > maxTasks ? 10 : 0) - distance };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).range;
}
