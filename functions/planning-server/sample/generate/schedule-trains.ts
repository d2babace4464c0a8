import type { CalendarType } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { type Random, randomStream } from '#planning-server/sample/model/random.ts';
import type { RelationType } from '#planning-server/sample/model/sample-project.ts';
import {
  addWorkingDays,
  type DayRange,
  type WorksOn,
  workingDayFrom,
  worksOn,
} from '#planning-server/sample/model/sample-working-days.ts';
import { type Activity, type WorkTrain, workTrains } from '#planning-server/sample/vocabulary/vocabulary.ts';
import { type Building, bayOf, buildingOf, type Place } from './places.ts';

export type Step = DayRange & {
  readonly activity: Activity;
  readonly duration: number;
  readonly calendar: CalendarType;
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

/** All kinds of work, then those again that a building has most of, and those that alone show a shift. */
const turns = [
  ...firstCodes.flatMap((code) => workTrains.find((work) => work.code === code) ?? []),
  ...workTrains.filter(({ code }) => !firstCodes.includes(code)),
  ...workTrains.filter(({ where, shift }) => where === 'level' || where === 'elevation' || shift),
];

export type Schedule = {
  readonly seed: number;
  readonly region: Region;
  /** Total number of steps. */
  readonly tasks: number;
  /** Day number of the coming week's Monday. */
  readonly monday: number;
  /** Weeks after the coming one with as much work as it. */
  readonly weeks: number;
};

export function scheduleTrains({ seed, region, tasks, monday, weeks }: Schedule): Train[] {
  const random = randomStream(seed, 'trains');
  const count = Math.min(24, Math.max(1, Math.round(tasks / spreadOver(weeks) / 800)));
  const buildings = Array.from({ length: count }, (_, index) =>
    buildingOf(index, { count, levels: count === 1 ? 18 : random.int(12, 22) }),
  );
  const trains: Dated[] = [];
  for (let left = tasks; left > 0; ) {
    const number = trains.length;
    const building = buildings[number % count];
    const turn = Math.floor(number / count);
    const work = turns[turn % turns.length];
    if (!building || !work) break;
    const durations = work.activities.map(({ days: [min, max] }) => random.int(min, max));
    const length = durations.reduce((sum, days) => sum + days, 0);
    const atWork = monday + 7 * weekAtWork(turn, weeks);
    const firstDay = firstDayOf(number, { length, monday, atWork, works: worksOn(work.calendar, region) });
    const steps = stepsOf(work, { durations, firstDay, region }).slice(0, left);
    trains.push({ number, firstDay, work, building, steps });
    left -= steps.length;
  }
  const kinds = Map.groupBy(trains, ({ building, work }) => `${building.index}/${work.code}`);
  return [...kinds.values()]
    .flatMap((kind) => placed(kind, random))
    .sort((one, other) => one.number - other.number);
}

/** Number of times the work of one week, with what is about it, that the weeks hold. */
export function spreadOver(weeks: number): number {
  return 1 + weeks / 6;
}

const goldenRatio = 0.618_033_988_75;

/**
 * The week about which a train is at work; 0 is the coming one, and the three before reach into it. Trains of a kind
 * are spread evenly, as are those of a round of all kinds.
 */
function weekAtWork(turn: number, weeks: number): number {
  if (weeks === 0) return 0;
  const share = (Math.floor(turn / turns.length) * goldenRatio + (turn % turns.length) * Math.SQRT2) % 1;
  return Math.floor(share * (weeks + 4)) - 3;
}

/**
 * A programme is planned in detail around today and coarsely far away: three trains in four are at work about the
 * coming weeks, and the fourth is some weeks back or ahead.
 */
function firstDayOf(
  number: number,
  { length, monday, atWork, works }: { length: number; monday: number; atWork: number; works: WorksOn },
): number {
  // Multiples of the golden ratio are spread evenly, whatever the number of trains.
  const share = (number * goldenRatio + 0.8) % 1;
  if (number % 4 !== 3) return addWorkingDays(atWork, 7 - Math.round(share * length), works);
  const daysAway = Math.round((2 + 21 * share * Math.sqrt(share)) * 7);
  return number % 8 === 3
    ? workingDayFrom(Math.max(monday, atWork) + daysAway, works)
    : addWorkingDays(workingDayFrom(monday - daysAway, works), -length, works);
}

function stepsOf(
  train: WorkTrain,
  options: { durations: readonly number[]; firstDay: number; region: Region },
): Step[] {
  const { durations, firstDay, region } = options;
  const steps: Step[] = [];
  for (const [position, activity] of train.activities.entries()) {
    const duration = durations[position] ?? 1;
    const { overlap, wait, calendar = train.calendar } = activity;
    const works = worksOn(calendar, region);
    const before = steps.at(-1);
    const add = (day: number, after?: Step['after']) => {
      const start = workingDayFrom(day, works);
      const finish = addWorkingDays(start, Math.max(1, duration) - 1, works);
      steps.push({ activity, duration, calendar, start, finish, ...(after ? { after } : {}) });
    };
    if (!before) {
      add(firstDay);
      continue;
    }
    const last = steps.reduce((latest, step) => (step.finish >= latest.finish ? step : latest));
    if (duration === 0) {
      add(last.finish, { step: last, type: 'finish-finish', lag: 0 });
    } else if (overlap !== undefined && overlap < before.duration) {
      const start = addWorkingDays(before.start, overlap, works);
      add(start, { step: before, type: 'start-start', lag: overlap });
    } else {
      add(addWorkingDays(last.finish, 1 + wait, works), { step: last, type: 'finish-start', lag: wait });
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
