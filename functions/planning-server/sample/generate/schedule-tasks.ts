/** The steps of all trains as dated tasks, linked within each train and from train to train. */
import { type Random, randomStream } from '../model/random.ts';
import type { RelationType } from '../model/sample-project.ts';
import { addWorkingDays, type DayRange, workingDaysBetween } from '../model/working-days.ts';
import type { Activity } from '../vocabulary/vocabulary.ts';
import type { Train } from './choose-trains.ts';

/** One task waits for another; both by their position among all tasks. */
type Link = {
  readonly from: number;
  readonly to: number;
  readonly type: RelationType;
  readonly lag: number;
};

export type ScheduledTask = DayRange & {
  readonly position: number;
  readonly train: Train;
  readonly activity: Activity;
  readonly name: string;
  /** Working days; 0 is a milestone. */
  readonly duration: number;
};

export type Schedule = { readonly tasks: readonly ScheduledTask[]; readonly links: readonly Link[] };

export function scheduleTasks(trains: readonly Train[], seed: number): Schedule {
  const tasks: ScheduledTask[] = [];
  const links: Link[] = [];
  for (const train of trains) {
    const first = tasks.length;
    const { calendar } = train.work;
    for (const { activity, duration, start: offset, after } of train.steps) {
      const position = tasks.length;
      const start = addWorkingDays(train.firstDay, offset, calendar);
      const finish = addWorkingDays(start, Math.max(1, duration) - 1, calendar);
      tasks.push({ position, train, activity, name: nameOf(activity, train), start, finish, duration });
      if (after) links.push({ from: first + after.step, to: position, type: after.type, lag: after.lag });
    }
  }
  links.push(...linksBetweenTrains(tasks, randomStream(seed, 'links')));
  return { tasks, links };
}

function nameOf(activity: Activity, { place }: Train): string {
  const name = activity.name
    .replace('{piles}', `P${place.firstPile}–P${place.firstPile + 15}`)
    .replace('{grid}', place.grid)
    .replace('{rooms}', place.rooms);
  return `${name}, ${place.phrase}`;
}

type TasksByFinish = ReadonlyMap<string, readonly ScheduledTask[]>;

/** A train's first step usually waits for a task of another train, and now and then a later step does too. */
function linksBetweenTrains(tasks: readonly ScheduledTask[], random: Random): Link[] {
  const byFinish: TasksByFinish = Map.groupBy(tasks, ({ train, finish }) =>
    finishKey(train, train.work.code, finish),
  );
  return tasks.flatMap((task) => {
    const opensTrain = task.activity === task.train.work.activities[0];
    if (task.duration === 0 || !random.chance(opensTrain ? 0.7 : 0.1)) return [];
    // One in fifteen waits for work that is planned to end after it begins: readiness checks must find it.
    const daysAway = random.chance(1 / 15)
      ? [0, 1, 2, 3]
      : [-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12];
    const before = nearestPredecessor(task, daysAway, byFinish);
    if (!before) return [];
    const lag = lagBetween(before, task, random);
    return { from: before.position, to: task.position, type: 'finish-start' as const, lag };
  });
}

/** The one nearest in the building. It must start before the task does, so that no cycle can arise. */
function nearestPredecessor(task: ScheduledTask, daysAway: readonly number[], byFinish: TasksByFinish) {
  const { train, start } = task;
  let nearest: ScheduledTask | undefined;
  for (const code of train.work.waitsFor) {
    for (const days of daysAway) {
      for (const other of byFinish.get(finishKey(train, code, start + days)) ?? []) {
        if (other.train === train || other.start >= start || other.duration === 0) continue;
        if (!nearest || heightBetween(other, task) < heightBetween(nearest, task)) nearest = other;
      }
    }
  }
  return nearest && heightBetween(nearest, task) <= 0.35 ? nearest : undefined;
}

function finishKey({ building }: Train, code: string, finish: number): string {
  return `${building.index}/${code}/${finish}`;
}

/** Share of the building's height. */
function heightBetween(one: ScheduledTask, other: ScheduledTask): number {
  return Math.abs(one.train.place.height - other.train.place.height);
}

/** No longer than the working days between the two, so that the dates honour the lag. */
function lagBetween(before: ScheduledTask, task: ScheduledTask, random: Random): number {
  const { calendar } = task.train.work;
  const between = workingDaysBetween(before.finish + 1, task.start - 1, calendar).length;
  return between > 0 && random.chance(0.3) ? random.int(1, Math.min(2, between)) : 0;
}
