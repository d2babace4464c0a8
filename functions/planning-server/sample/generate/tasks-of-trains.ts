import { randomStream } from '#planning-server/sample/model/random.ts';
import type { SampleRelation } from '#planning-server/sample/model/sample-project.ts';
import { predecessor } from '#planning-server/sample/model/sample-relations.ts';
import type { Step, Train } from './schedule-trains.ts';

export type ScheduledTask = {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly train: Train;
  readonly step: Step;
};

export function tasksOfTrains(
  trains: readonly Train[],
  { words, idOf }: { words: (text: string) => string; idOf: (position: number) => string },
): ScheduledTask[] {
  return trains
    .flatMap((train) => train.steps.map((step) => ({ train, step, name: words(taskName(step, train)) })))
    .map((task, position) => ({ ...task, position, id: idOf(position) }));
}

function taskName({ activity }: Step, { place }: Train): string {
  const name = activity.name
    .replace('{piles}', `P${place.firstPile}–P${place.firstPile + 15}`)
    .replace('{grid}', place.grid)
    .replace('{rooms}', place.rooms);
  return `${name}, ${place.phrase}`;
}

export function predecessorFinder(tasks: readonly ScheduledTask[], seed: number) {
  const random = randomStream(seed, 'links');
  const byStep = new Map(tasks.map((task) => [task.step, task]));
  const byKind = Map.groupBy(tasks, ({ train }) => `${train.building.index}/${train.work.code}`);
  return ({ train, step }: ScheduledTask): SampleRelation[] => {
    const { start, duration, after } = step;
    const before = after && byStep.get(after.step);
    const own = before ? [predecessor(before, after.type, after.lag)] : [];
    // The first step of a train usually waits for a task of another train; occasionally a later step does too.
    if (duration === 0 || !random.chance(after ? 0.1 : 0.7)) return own;
    // One in fifteen waits for work that is planned to end after it begins: readiness checks must find it.
    const [first, last] = random.chance(1 / 15) ? [start, start + 3] : [start - 12, start - 1];
    const away = (other: ScheduledTask) => Math.abs(other.train.place.height - train.place.height);
    const [nearest] = train.work.waitsFor
      .flatMap((code) => byKind.get(`${train.building.index}/${code}`) ?? [])
      .filter((other) => other.step.finish >= first && other.step.finish <= last && away(other) <= 0.35)
      // A predecessor starts before its successor, so that no cycle can arise.
      .filter((other) => other.train !== train && other.step.duration > 0 && other.step.start < start)
      .sort((one, other) => away(one) - away(other));
    return nearest ? [...own, predecessor(nearest, 'finish-start')] : own;
  };
}
