import { type Random, randomStream } from '../model/random.ts';
import type { RelationType } from '../model/sample-project.ts';
import { addWorkingDays, type DayRange, workingDayFrom } from '../model/sample-working-days.ts';
import { type Activity, type WorkTrain, workTrains } from '../vocabulary/vocabulary.ts';
import { type Building, bayOf, buildingOf, type Place } from './places.ts';

export type Step = DayRange & {
  readonly activity: Activity;
  readonly duration: number;
  readonly after?: { readonly step: Step; readonly type: RelationType; readonly lag: number };
};

type Dated = {
  readonly number: number;
  readonly firstDay: number;
  readonly work: WorkTrain;
  readonly building: Building;
  /** All activities of the work, except that the project's last train stops at the number of tasks wanted. */
  readonly steps: readonly Step[];
};
export type Train = Dated & { readonly place: Place };

/** Codes of the first trains of any project, so that even a small one shows every kind of work and every shift. */
const firstCodes = 'SLB PAR RDX ELE DEW CWL DEC CAP COL MEC PIL BRK TIL TCR'.split(' ');

/** All kinds of work, then those again that a building has most of. */
const turns = [
  ...firstCodes.flatMap((code) => workTrains.find((work) => work.code === code) ?? []),
  ...workTrains.filter(({ code }) => !firstCodes.includes(code)),
  ...workTrains.filter(({ where }) => where === 'level' || where === 'elevation'),
];

/**
 * @param options.tasks total number of steps
 * @param options.monday day number of the coming week's Monday
 */
export function scheduleTrains(options: { seed: number; tasks: number; monday: number }): Train[] {
  const { seed, tasks, monday } = options;
  const random = randomStream(seed, 'trains');
  const count = Math.min(24, Math.max(1, Math.round(tasks / 800)));
  const buildings = Array.from({ length: count }, (_, index) =>
    buildingOf(index, { count, levels: count === 1 ? 18 : random.int(12, 22) }),
  );
  const trains: Dated[] = [];
  for (let left = tasks; left > 0; ) {
    const number = trains.length;
    const building = buildings[number % count];
    const work = turns[Math.floor(number / count) % turns.length];
    if (!building || !work) break;
    const durations = work.activities.map(({ days: [min, max] }) => random.int(min, max));
    const length = durations.reduce((sum, days) => sum + days, 0);
    const firstDay = firstDayOf(number, { length, monday, calendar: work.calendar });
    const steps = stepsOf(work, durations, firstDay).slice(0, left);
    trains.push({ number, firstDay, work, building, steps });
    left -= steps.length;
  }
  const kinds = Map.groupBy(trains, ({ building, work }) => `${building.index}/${work.code}`);
  return [...kinds.values()]
    .flatMap((kind) => placed(kind, random))
    .sort((one, other) => one.number - other.number);
}

const goldenRatio = 0.618_033_988_75;

/**
 * A programme is planned in detail around today and coarsely far away: three trains in four are at work about the
 * coming week, and the fourth is some weeks back or ahead.
 */
function firstDayOf(
  number: number,
  { length, monday, calendar }: { length: number; monday: number; calendar: WorkTrain['calendar'] },
): number {
  // Multiples of the golden ratio are spread evenly, whatever the number of trains.
  const share = (number * goldenRatio + 0.8) % 1;
  if (number % 4 !== 3) return addWorkingDays(monday, 7 - Math.round(share * length), calendar);
  const daysAway = Math.round((2 + 21 * share * Math.sqrt(share)) * 7);
  return number % 8 === 3
    ? workingDayFrom(monday + daysAway, calendar)
    : addWorkingDays(workingDayFrom(monday - daysAway, calendar), -length, calendar);
}

function stepsOf(
  { activities, calendar }: WorkTrain,
  durations: readonly number[],
  firstDay: number,
): Step[] {
  const steps: Step[] = [];
  for (const [position, activity] of activities.entries()) {
    const duration = durations[position] ?? 1;
    const { overlap, wait } = activity;
    const before = steps.at(-1);
    const add = (start: number, after?: Step['after']) => {
      const finish = addWorkingDays(start, Math.max(1, duration) - 1, calendar);
      steps.push({ activity, duration, start, finish, ...(after ? { after } : {}) });
    };
    if (!before) {
      add(firstDay);
      continue;
    }
    const last = steps.reduce((latest, step) => (step.finish >= latest.finish ? step : latest));
    if (duration === 0) {
      add(last.finish, { step: last, type: 'finish-finish', lag: 0 });
    } else if (overlap !== undefined && overlap < before.duration) {
      const start = addWorkingDays(before.start, overlap, calendar);
      add(start, { step: before, type: 'start-start', lag: overlap });
    } else {
      add(addWorkingDays(last.finish, 1 + wait, calendar), { step: last, type: 'finish-start', lag: wait });
    }
  }
  return steps;
}

function placed(kind: readonly Dated[], random: Random): Train[] {
  const [first] = kind;
  if (!first) return [];
  const { building, work } = first;
  // By chance, so that kinds of work at the same height begin on different sides of the building.
  const nearest = building.places[work.where]
    .map((place) => ({ place, away: Math.abs(place.height - work.front) + 0.05 * random.next() }))
    .sort((one, other) => one.away - other.away);
  const places = Array.from({ length: Math.ceil(kind.length / nearest.length) }, (_, index) =>
    nearest.map(({ place }) => bayOf(place, index + 1)),
  );
  const upwards = places
    .flat()
    .slice(0, kind.length)
    .sort((one, other) => one.height - other.height);
  return kind
    .toSorted((one, other) => one.firstDay - other.firstDay)
    .flatMap((train, index) => upwards.slice(index, index + 1).map((place) => ({ ...train, place })));
}
