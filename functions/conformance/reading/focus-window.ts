import { addDays, type Day, dayFromNumber, mondayOf } from '../../lookahead/dates/day.ts';
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
  const candidates = [coming, ...candidateRanges(tasks)];
  let best = { range: coming, score: Number.NEGATIVE_INFINITY };
  for (const range of candidates) {
    const score = scoreOf(range, tasks) - Math.abs(range.first - coming.first) / 10_000;
    if (score > best.score) best = { range, score };
  }
  return best.range;
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
  const ends = new Map<number, { ending: number; beginning: number }>();
  const at = (day: Day) => {
    const tally = ends.get(day) ?? { ending: 0, beginning: 0 };
    ends.set(day, tally);
    return tally;
  };
  for (const { start, finish } of tasks) {
    if (start === finish) continue;
    at(start).beginning += 1;
    at(finish).ending += 1;
  }
  let best: { day: number; score: number } | undefined;
  for (const [day, { ending, beginning }] of ends) {
    // Both kinds are worth more than many of one.
    const score = (ending > 0 ? 100 : 0) + (beginning > 0 ? 100 : 0) + Math.min(ending + beginning, 20);
    if (!best || score > best.score) best = { day, score };
  }
  return best && dayFromNumber(best.day);
}
