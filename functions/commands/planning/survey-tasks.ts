/** Surveys the tasks of a programme: the days with work, and which data most tasks lack. */
import * as z from 'zod/mini';
import { addDays, type Day, dayFromNumber, mondayOf, parseDay } from '../../base/day.ts';
import { windowFor } from '../../lookahead/dates/window.ts';
import type { ReadinessCheck } from '../../lookahead/readiness/findings.ts';
import type { StoredTask } from '../../planning-server/versions/read-tasks.ts';

const day = z.optional(
  z.pipe(
    z.string(),
    z.transform((text) => parseDay(text.slice(0, 10))),
  ),
);
const given = z.optional(z.unknown());
const taskSchema = z.object({
  start: day,
  finish: day,
  duration: z.optional(z.number()),
  labour: given,
  subcontractor: given,
  location: given,
  owner: given,
});

/** A readiness check, and how many tasks it would find for want of a property that few tasks have. */
export type MissingData = {
  readonly check: ReadinessCheck;
  readonly property: string;
  readonly missing: number;
  /** Tasks that could have it. */
  readonly tasks: number;
};

export type TasksSurvey = {
  /** The first and last day of all tasks; undefined where none has a date. */
  readonly first: Day | undefined;
  readonly last: Day | undefined;
  /** How many tasks each week has, by its Monday. Weeks without any are left out. */
  readonly weeks: ReadonlyMap<Day, number>;
  readonly missing: readonly MissingData[];
};

const checked = [
  ['no-labour', 'labour'],
  ['no-subcontractor', 'subcontractor'],
  ['no-location', 'location'],
  ['no-owner', 'owner'],
] as const;

export function surveyTasks(tasks: Iterable<StoredTask>): TasksSurvey {
  /** By Monday, how many tasks more than in the week before. */
  const changes = new Map<Day, number>();
  const change = (monday: Day, by: number) => changes.set(monday, (changes.get(monday) ?? 0) + by);
  const counts = checked.map(([check, property]) => ({ check, property, missing: 0, tasks: 0 }));
  let [first, last]: (Day | undefined)[] = [];
  for (const { json } of tasks) {
    const task = taskSchema.parse(JSON.parse(json));
    for (const count of counts) {
      // A milestone needs nobody.
      if (count.property === 'labour' && task.duration === 0) continue;
      count.tasks += 1;
      if (task[count.property] === undefined) count.missing += 1;
    }
    const [from, to] = [task.start ?? task.finish, task.finish ?? task.start];
    if (from === undefined || to === undefined) continue;
    change(mondayOf(from < to ? from : to), 1);
    change(addDays(mondayOf(from < to ? to : from), 7), -1);
    first = dayFromNumber(Math.min(first ?? from, from, to));
    last = dayFromNumber(Math.max(last ?? to, from, to));
  }
  return { first, last, weeks: weeksOf(changes), missing: counts };
}

function weeksOf(changes: ReadonlyMap<Day, number>): ReadonlyMap<Day, number> {
  const weeks = new Map<Day, number>();
  const mondays = [...changes.keys()].sort((one, other) => one - other);
  let count = 0;
  for (const [index, from] of mondays.entries()) {
    count += changes.get(from) ?? 0;
    const to = mondays[index + 1] ?? from;
    for (let monday = from; count > 0 && monday < to; monday = addDays(monday, 7)) weeks.set(monday, count);
  }
  return weeks;
}

/** Checks that would find most tasks, because the programme says nothing of the matter for them. */
export function checksToLeaveOff({ missing }: TasksSurvey): readonly MissingData[] {
  return missing.filter((found) => found.missing * 2 > found.tasks);
}

/**
 * The day of a report whose coming week has tasks, where that of today has none: the last day that the data date
 * covers, else the Friday before the week with most tasks.
 * @returns undefined where today will do, or no task has a date
 */
export function dayThatShowsTasks(
  { weeks }: TasksSurvey,
  { today, lastKnown }: { readonly today: Day; readonly lastKnown: Day | undefined },
): Day | undefined {
  const hasTasks = (report: Day) => weeks.has(windowFor(report, { weeks: 1, starts: 'next-week' }).first);
  if (hasTasks(today)) return undefined;
  if (lastKnown !== undefined && hasTasks(lastKnown)) return lastKnown;
  const [busiest] = [...weeks].sort((one, other) => other[1] - one[1]);
  return busiest && addDays(busiest[0], -3);
}
