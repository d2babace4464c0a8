import { addDays, type Day, mondayOf } from '../../base/day.ts';
import { idFilters } from '../../planning/contract/tasks-query.ts';
import type { DateReader } from '../../planning/contract/wire-date.ts';
import type { ProbeQuery } from './conversation.ts';
import { textOf } from './describe-answer.ts';
import type { Reading } from './pages.ts';
import { type DatedTask, factsOf, type TaskFacts } from './task-facts.ts';

export type DayRange = { readonly first: Day; readonly last: Day };

/** Maximum number of tasks of one reading. */
const maxTasks = 150;

/**
 * The range of days that tells most about how the service selects: with tasks that lie within it, run into it,
 * run out of it and run through it; a week where that is not too much to read, else two days. Of equals the one
 * nearest to the coming week.
 */
export function focusWindow(tasks: readonly DatedTask[], coming: DayRange): DayRange {
  const score = (range: DayRange) => scoreOf(range, tasks) - Math.abs(range.first - coming.first) / 10_000;
  return bestOf([coming, ...candidateRanges(tasks)], score) ?? coming;
}

function candidateRanges(tasks: readonly DatedTask[]): readonly DayRange[] {
  const days = [...new Set(tasks.flatMap(({ start, finish }) => [start, finish]))];
  const weeks = [...new Set(days.map(mondayOf))].map((first) => ({ first, last: addDays(first, 6) }));
  return [...weeks, ...days.map((first) => ({ first, last: addDays(first, 1) }))];
}

function scoreOf({ first, last }: DayRange, tasks: readonly DatedTask[]): number {
  const kinds = new Set<string>();
  let inside = 0;
  for (const { start, finish } of tasks) {
    if (start > last || finish < first) continue;
    inside += 1;
    kinds.add(`${start < first} ${finish > last}`);
  }
  const longer = last - first > 2 ? 0.5 : 0;
  return kinds.size + longer - (inside > maxTasks ? 5 : 0);
}

/** The day on which most tasks of several days end or begin: there the edges of a range can be tested. */
export function edgeDay(tasks: readonly DatedTask[]): Day | undefined {
  const several = tasks.filter(({ start, finish }) => start !== finish);
  const ending = Map.groupBy(several, ({ finish }) => finish);
  const beginning = Map.groupBy(several, ({ start }) => start);
  const score = (day: Day) => {
    const [ends, begins] = [ending.get(day)?.length ?? 0, beginning.get(day)?.length ?? 0];
    // Both kinds are worth more than many of one.
    return (ends > 0 ? 100 : 0) + (begins > 0 ? 100 : 0) + Math.min(ends + begins, 20);
  };
  return bestOf(
    several.flatMap(({ start, finish }) => [start, finish]),
    score,
  );
}

/** The first of those with the highest score. */
function bestOf<Candidate>(
  candidates: readonly Candidate[],
  score: (candidate: Candidate) => number,
): Candidate | undefined {
  let best: { readonly candidate: Candidate; readonly score: number } | undefined;
  for (const candidate of new Set(candidates)) {
    const scored = score(candidate);
    if (!best || scored > best.score) best = { candidate, score: scored };
  }
  return best?.candidate;
}

/**
 * A part of the project that was read to its end, so that what an answer leaves out tells something too. In a
 * small project it is all that is known; in a large one, the tasks of one filter's value.
 */
export type BoundedQuery = {
  /** The parameters of every request about it. */
  readonly query: ProbeQuery;
  readonly tasks: readonly TaskFacts[];
  readonly kind: 'all that is known' | 'one value';
};

/** Maximum times that a value may occur in the sample, tried in turn: in a very large project even few mean many in all. */
const maxOccurrences = [6, 2] as const;

/**
 * A value of a filter whose tasks, without any dates, fit on a page or two. Whether the filter does what we think
 * does not matter: all that is compared asks for the same value.
 */
export async function smallBoundedQuery(
  sample: readonly TaskFacts[],
  read: (query: ProbeQuery, pages: number) => Promise<Reading>,
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
      const score = tasks.length + new Set(tasks.map(({ raw }) => textOf(raw['shift']))).size;
      if (tasks.length <= limit && score > (best?.score ?? 0)) best = { query: { [filter]: [id] }, score };
    }
  }
  return best?.query;
}
