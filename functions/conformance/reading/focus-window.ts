import { addDays, type Day, mondayOf } from '../../base/day.ts';
import type { DatedTask } from './task-facts.ts';

export type DayRange = { readonly first: Day; readonly last: Day };

/** As many tasks as one reading can take in. */
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

/**
 * A day in the first or last fifth of the tasks, so that asking for what lies beyond it is asking for little: the
 * one that most tasks run through, since those tell whether their start or their finish counts.
 */
export function outerDay(tasks: readonly DatedTask[], end: 'early' | 'late'): Day | undefined {
  const days = tasks
    .map(({ start, finish }) => (end === 'late' ? finish : start))
    .sort((one, other) => one - other);
  const fifth = Math.ceil(days.length / 5);
  const through = (day: Day) =>
    tasks.filter(({ start, finish }) =>
      end === 'late' ? start < day && day <= finish : start <= day && day < finish,
    ).length;
  return bestOf(end === 'late' ? days.slice(-fifth) : days.slice(0, fifth), through);
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
