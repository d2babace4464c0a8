/** The schedule of a site: when and where its trains work. */
import type { RelationType } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { type DayRange, type SiteCalendar, siteCalendar } from './calendar.ts';
import { type RandomStream, randomStream } from './random.ts';
import { type ActivitySequence, activitySequences, nonLevelAreaNames, type WorkActivity } from './trains.ts';

export type ActivitySequenceStep = DayRange & {
  readonly activity: WorkActivity;
  /** Working days; 0 is a milestone. */
  readonly duration: number;
  readonly calendar: SiteCalendar;
  /** The step that it waits for, `back` steps earlier. */
  readonly after: { readonly back: number; readonly type: RelationType; readonly lag: number } | undefined;
};

type DatedTrain = {
  readonly number: number;
  readonly work: ActivitySequence;
  readonly building: number;
  /** All activities of the work, except that the last train of a project stops at the number of tasks wanted. */
  readonly steps: readonly ActivitySequenceStep[];
};

type TrainPlace = ReturnType<typeof placeOf>;
/** `block` begins the path of the train's folders, such as `Block 2 › `; empty if there is only one building. */
export type ScheduledActivitySequence = DatedTrain & { readonly place: TrainPlace; readonly block: string };

/** All kinds of work, then again the most frequent ones of a building and those with a shift of their own. */
const workTrainsInTurn = [
  ...activitySequences,
  ...activitySequences.filter(({ where, shift }) => where === 'level' || where === 'elevation' || shift),
];

const tasksOfBuilding = 1000;
const levels = 18;
/** Number of places in a building, for each kind of place above the ground. */
const placeCounts: Readonly<Record<string, number>> = {
  level: 2 * levels,
  core: levels,
  elevation: 2 * levels,
};

export type SequenceScheduleOptions = {
  readonly seed: number;
  readonly region: Region;
  /** Total number of steps. */
  readonly tasks: number;
  /** Day number of the coming week's Monday. */
  readonly monday: number;
  /** Number of weeks after the coming week that have as much work as the coming week. */
  readonly weeks: number;
};

export function scheduleActivitySequences({
  seed,
  region,
  tasks,
  monday,
  weeks,
}: SequenceScheduleOptions): ScheduledActivitySequence[] {
  const random = randomStream(seed, 'trains');
  const buildings = Math.ceil(tasks / tasksOfBuilding);
  const trains: DatedTrain[] = [];
  for (let left = tasks; left > 0; ) {
    const number = trains.length;
    const turn = Math.floor(number / buildings);
    const work = workTrainsInTurn[turn % workTrainsInTurn.length];
    if (!work) break;
    const start = { number, atWork: weekAtWork(turn, weeks), monday, region, random };
    const steps = stepsOf(work, start).slice(0, left);
    trains.push({ number, work, building: number % buildings, steps });
    left -= steps.length;
  }
  return [...Map.groupBy(trains, ({ building, work }) => `${building} ${work.code}`).values()]
    .flatMap((kind) => trainsWithPlaces(kind, buildings, random.int(-2, 2)))
    .sort((one, other) => one.number - other.number);
}

/** The fractional parts of its multiples are spread evenly, however many there are. */
const goldenRatio = 0.618_033_988_75;

/**
 * The week around which a train works; 0 is the coming one, and trains of the three weeks before reach into it. Trains
 * of one kind are spread evenly over the weeks, and so are the kinds in each pass through `workTrainsInTurn`.
 */
function weekAtWork(turn: number, weeks: number): number {
  const share =
    (Math.floor(turn / workTrainsInTurn.length) * goldenRatio + (turn % workTrainsInTurn.length) * Math.E) %
    1;
  return weeks === 0 ? 0 : Math.floor(share * (weeks + 4)) - 3;
}

type TrainStart = Pick<SequenceScheduleOptions, 'monday' | 'region'> & {
  readonly number: number;
  readonly atWork: number;
  readonly random: RandomStream;
};

/**
 * A programme is planned in detail around today and coarsely far away: three trains in four work around the coming
 * weeks, and the fourth is some weeks back or ahead.
 */
function firstDayOf(length: number, calendar: SiteCalendar, { number, monday, atWork }: TrainStart): number {
  const share = (number * goldenRatio + 0.8) % 1;
  const week = monday + 7 * atWork;
  if (number % 4 !== 3) return calendar.add(week, 7 - Math.round(share * length));
  const daysAway = Math.round((2 + 21 * share ** 1.5) * 7);
  return number % 8 === 3 ? Math.max(monday, week) + daysAway : calendar.add(monday - daysAway, -length);
}

function stepsOf(work: ActivitySequence, start: TrainStart): ActivitySequenceStep[] {
  const durations = work.activities.map(({ days }) => start.random.int(days, Math.round(1.4 * days)));
  const length = durations.reduce((sum, days) => sum + days, 0);
  const steps: ActivitySequenceStep[] = [];
  let last: ActivitySequenceStep | undefined;
  for (const [index, activity] of work.activities.entries()) {
    const { overlap, wait } = activity;
    const calendar = siteCalendar(activity.calendar, start.region);
    const duration = durations[index] ?? 1;
    const before = steps.at(-1);
    let day: number;
    let after: ActivitySequenceStep['after'];
    if (!before || !last) {
      day = firstDayOf(length, calendar, start);
    } else if (duration === 0) {
      day = last.finish;
      after = { back: index - steps.indexOf(last), type: 'finish-finish', lag: 0 };
    } else if (overlap < before.duration) {
      day = calendar.add(before.start, overlap);
      after = { back: 1, type: 'start-start', lag: overlap };
    } else {
      day = calendar.add(last.finish, 1 + wait);
      after = { back: index - steps.indexOf(last), type: 'finish-start', lag: wait };
    }
    const step = { activity, duration, calendar, ...calendar.work(day, duration), after };
    if (!last || step.finish >= last.finish) last = step;
    steps.push(step);
  }
  return steps;
}

/**
 * Gives the trains of a kind consecutive places from the bottom up, in order of their start. The middle one is where
 * this work has got to (`front`).
 * @param ahead number of places by which the work of this building is ahead of `front`
 */
function trainsWithPlaces(
  kind: readonly DatedTrain[],
  buildings: number,
  ahead: number,
): ScheduledActivitySequence[] {
  const trains = kind.toSorted((one, other) => (one.steps[0]?.start ?? 0) - (other.steps[0]?.start ?? 0));
  return trains.map((train, index) => {
    const { where, front } = train.work;
    const middle = front * (placeCounts[where] ?? 0) + ahead;
    const lowest = Math.max(0, Math.round(middle - trains.length / 2));
    const place = placeOf(where, lowest + index);
    if (buildings === 1) return { ...train, place, block: '' };
    const block = `Block ${train.building + 1}`;
    return { ...train, place: { ...place, name: `${block} ${place.name}` }, block: `${block} › ` };
  });
}

/**
 * The place with this index among those of one kind. `folder` is its folder in the work breakdown, if that is not the
 * folder of the train.
 */
function placeOf(where: string, index: number) {
  if (where === 'elevation') {
    const folder = `${['North', 'East', 'South', 'West'][index % 4]} elevation`;
    // Scaffolds and panels go up two levels at a time.
    const level = 2 * Math.floor(index / 4) + 1;
    return { name: `${folder} Levels ${level}–${level + 1}`, folder, level, flats: '' };
  }
  const names = nonLevelAreaNames.get(where);
  if (names !== undefined) {
    const round = Math.floor(index / names.length);
    const name = `${names[index % names.length]}${round > 0 ? ` ${round + 1}` : ''}`;
    return { name, folder: undefined, level: 0, flats: '' };
  }
  const [zones, flats] =
    where === 'core'
      ? [['core'], ['']]
      : [
          ['east', 'west'],
          ['01–04', '05–08'],
        ];
  const level = Math.floor(index / zones.length) + 1;
  const zone = index % zones.length;
  return {
    name: `Level ${level} ${zones[zone]}`,
    folder: `Level ${level}`,
    level,
    flats: `flats ${level}.${flats[zone]}`,
  };
}
