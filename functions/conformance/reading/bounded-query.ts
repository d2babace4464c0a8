import { idFilters } from '../../planning/contract/tasks-query.ts';
import type { DateReader } from '../../planning/contract/wire-date.ts';
import { textOf } from './json-shapes.ts';
import type { PageReader } from './pages.ts';
import type { ProbeQuery } from './probe-query.ts';
import { factsOf, type TaskFacts } from './task-facts.ts';

/**
 * A part of the project that was read to its end, so that what an answer leaves out tells something too. In a
 * small project it is all that is known; in a large one, the tasks of one filter's value.
 */
export type BoundedQuery = {
  /** What every request about it asks for. */
  readonly query: ProbeQuery;
  readonly tasks: readonly TaskFacts[];
  readonly kind: 'all that is known' | 'one value';
};

/** How often a value may come in the sample, tried one after the other: in a very large project even few in the sample mean many in all. */
const maxOccurrences = [6, 2] as const;

/**
 * A value of a filter whose tasks, without any dates, fit on a page or two. Whether the filter does what we think
 * does not matter: all that is compared asks for the same value.
 */
export async function smallBoundedQuery(
  sample: readonly TaskFacts[],
  read: (query: ProbeQuery, pages: number) => ReturnType<PageReader['read']>,
  readDate: DateReader,
): Promise<BoundedQuery | undefined> {
  for (const limit of maxOccurrences) {
    const query = valueComing(sample, limit);
    if (!query) continue;
    const reading = await read(query, 2);
    const tasks = factsOf(reading.items, readDate);
    if (reading.complete && tasks.length > 0) return { query, tasks, kind: 'one value' };
  }
  return undefined;
}

/** The value whose tasks are the most, and of the most shifts, but come at most so many times. */
function valueComing(sample: readonly TaskFacts[], limit: number): ProbeQuery | undefined {
  let best: { readonly query: ProbeQuery; readonly score: number } | undefined;
  for (const filter of idFilters) {
    const byId = new Map<string, TaskFacts[]>();
    for (const task of sample) {
      for (const id of task.ids[filter]) byId.set(id, [...(byId.get(id) ?? []), task]);
    }
    for (const [id, tasks] of byId) {
      const score = tasks.length + new Set(tasks.map(({ raw }) => textOf(raw.shift))).size;
      if (tasks.length <= limit && score > (best?.score ?? 0)) best = { query: { [filter]: [id] }, score };
    }
  }
  return best?.query;
}
