/** The steps of all trains as tasks, linked within each train and from train to train. */
import { randomStream } from '../model/random.ts';
import { predecessor } from '../model/relations.ts';
import type { SampleRelation } from '../model/sample-project.ts';
import type { Step, Train } from './schedule-trains.ts';

export type ScheduledTask = {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly train: Train;
  readonly step: Step;
};

/** @param words turns British words into the region's own */
export function tasksOfTrains(
  trains: readonly Train[],
  { words, idOf }: { words: (text: string) => string; idOf: (position: number) => string },
): ScheduledTask[] {
  return trains
    .flatMap((train) => train.steps.map((step) => ({ train, step, name: words(nameOf(step, train)) })))
    .map((task, position) => ({ ...task, position, id: idOf(position) }));
}

function nameOf({ activity }: Step, { place }: Train): string {
  const name = activity.name
    .replace('{piles}', `P${place.firstPile}–P${place.firstPile + 15}`)
    .replace('{grid}', place.grid)
    .replace('{rooms}', place.rooms);
  return `${name}, ${place.phrase}`;
}

/** What a task waits for. */
export function predecessorFinder(tasks: readonly ScheduledTask[], seed: number) {
  const random = randomStream(seed, 'links');
  const byStep = new Map(tasks.map((task) => [task.step, task]));
  const byKind = Map.groupBy(tasks, ({ train }) => `${train.building.index}/${train.work.code}`);
  return ({ train, step }: ScheduledTask): SampleRelation[] => {
    const { start, duration, after } = step;
    const before = after && byStep.get(after.step);
    const own = before ? [predecessor(before, after.type, after.lag)] : [];
    // A train's first step usually waits for a task of another train, and now and then a later step does too.
    if (duration === 0 || !random.chance(after ? 0.1 : 0.7)) return own;
    // One in fifteen waits for work that is planned to end after it begins: readiness checks must find it.
    const [first, last] = random.chance(1 / 15) ? [start, start + 3] : [start - 12, start - 1];
    const away = (other: ScheduledTask) => Math.abs(other.train.place.height - train.place.height);
    const [nearest] = train.work.waitsFor
      .flatMap((code) => byKind.get(`${train.building.index}/${code}`) ?? [])
      .filter((other) => other.step.finish >= first && other.step.finish <= last && away(other) <= 0.35)
      // What it waits for starts before it, so that no cycle can arise.
      .filter((other) => other.train !== train && other.step.duration > 0 && other.step.start < start)
      .sort((one, other) => away(one) - away(other));
    return nearest ? [...own, predecessor(nearest, 'finish-start')] : own;
  };
}
