/** The project as the checks see it: what a report would read, and what else they ask for. */
import type { Temporal } from 'temporal-polyfill';
import { addDays, type Dates, type Day, formatDay, localDayOf, mondayOf } from '../base/day.ts';
import { getOrInsert } from '../base/get-or-insert.ts';
import { overlaps, type Window, weekFrom, windowFor } from '../lookahead/dates/window.ts';
import type { Folders } from '../lookahead/tasks/folders.ts';
import { type ReadTask, readPull } from '../lookahead/tasks/read-task.ts';
import { tasksUrl } from '../planning/client/urls.ts';
import { type Collection, resourceSchemas } from '../planning/contract/resources.ts';
import type { TasksQuery } from '../planning/contract/tasks-query.ts';
import type { DateReader } from '../planning/contract/wire-date.ts';
import { type PageReader, type Reading, type ServiceOptions, startReading } from './read-pages.ts';

export const tasksShape = { collection: 'tasks', schema: resourceSchemas.tasks } as const;

type TaskReading = Omit<Reading<never>, 'items'> & {
  readonly tasks: readonly ReadTask[];
  readonly folders: Folders;
  readonly readDate: DateReader;
};
export type DatedTask = ReadTask & { readonly dates: Dates };
export type Week = TaskReading & { readonly range: Window; readonly query: TasksQuery };

export type ListName = Exclude<Collection, 'tasks'>;
type ListedItem = { readonly id: string; readonly name: string | undefined };

export type ProbedProject = {
  readonly reader: PageReader;
  readonly tasksUrl: (query: TasksQuery) => string;
  readonly readTasks: (url: string) => Promise<TaskReading>;
  /** Twelve weeks as a report reads them; if those are empty, any tasks. */
  readonly tasks: () => Promise<TaskReading>;
  readonly comingWeek: TasksQuery;
  /** Tasks of the week that shows most about how the service selects. */
  readonly week: () => Promise<Week>;
  readonly anyTasks: () => Promise<TaskReading>;
  readonly list: (list: ListName) => Promise<Reading<ListedItem>>;
};

const weeksAround = { before: 8, after: 3 };

export type ProjectOptions = ServiceOptions & {
  readonly now: Temporal.Instant;
  readonly timeZone: string;
};

export function probedProject(options: ProjectOptions): ProbedProject {
  const { now, timeZone, region, projectId } = options;
  const reader = startReading(options);
  const coming = windowFor(localDayOf(now, timeZone), { weeks: 1, starts: 'next-week' });
  const endpoint = reader.endpointOf('tasks');

  function urlOfQuery(query: TasksQuery): string {
    return tasksUrl(endpoint, query, { operation: 'tasks', region, project: projectId });
  }

  async function readTasks(url: string): Promise<TaskReading> {
    const { items, ...reading } = await reader.readPages(tasksShape, url);
    const each = [...new Map(items.map((task) => [task.id, { task, answeredBy: [] }])).values()];
    const pull = { instant: now.toString(), range: coming, lookedBeyond: false, tasks: each, misfits: [] };
    return { ...reading, ...readPull(pull, { timeZone }) };
  }

  const anyTasks = onceWithFailure(() => readTasks(urlOfQuery({})));
  const tasks = onceWithFailure(async () => {
    const first = addDays(coming.first, -7 * weeksAround.before);
    const wide = await readTasks(
      urlOfQuery(daysOf({ first, last: addDays(coming.last, 7 * weeksAround.after) })),
    );
    return wide.tasks.length > 0 ? wide : anyTasks();
  });
  const week = onceWithFailure(async () => {
    const range = mostVariedWeek(datedTasks((await tasks()).tasks), coming);
    const query = daysOf(range);
    return { range, query, ...(await readTasks(urlOfQuery(query))) };
  });

  const lists = new Map<ListName, Promise<Reading<ListedItem>>>();
  const list = (name: ListName) => getOrInsert(lists, name, () => readList(reader, name));
  const comingWeek = daysOf(coming);
  return { reader, tasksUrl: urlOfQuery, readTasks, tasks, comingWeek, week, anyTasks, list };
}

async function readList(reader: PageReader, list: ListName): Promise<Reading<ListedItem>> {
  const url = reader.endpointOf(list);
  if (list === 'users') {
    const users = await reader.readPages({ collection: list, schema: resourceSchemas.users }, url);
    return { ...users, items: users.items.map(({ id, displayName }) => ({ id, name: displayName })) };
  }
  const schema = resourceSchemas[list];
  const named = await reader.readPages({ collection: list, schema }, url);
  return { ...named, items: named.items.map(({ id, name }) => ({ id, name })) };
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
  { complete, tasks }: Pick<TaskReading, 'complete' | 'tasks'>,
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
