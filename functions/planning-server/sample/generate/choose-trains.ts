/**
 * Which trains of work a project has, where each is and when it begins. A programme is planned in detail
 * around today and coarsely far away, so three trains in four are at work about the coming week and the rest
 * reach months back and ahead.
 */
import { type Random, randomStream } from '../model/random.ts';
import type { RelationType } from '../model/sample-project.ts';
import { addWorkingDays, workingDayFrom } from '../model/working-days.ts';
import { type Activity, type Discipline, type WorkTrain, workTrains } from '../vocabulary/vocabulary.ts';
import { type Building, buildingOf, furtherBay, type Place } from './places.ts';

export type Train = {
  readonly number: number;
  readonly work: WorkTrain;
  readonly building: Building;
  readonly place: Place;
  /** All activities of the work, except that the project's last train stops at the number of tasks wanted. */
  readonly steps: readonly Step[];
  /** Day number of the first step's first day. */
  readonly firstDay: number;
};

type Draft = Omit<Train, 'firstDay'> & {
  /** Working days of all activities, also those the last train does not reach. */
  readonly length: number;
  readonly when: 'now' | 'past' | 'future';
  /** The share already done for a train at work now, the weeks away for the others. */
  offset: number;
};

/** Codes of the first trains of any project, so that even a small one shows every kind of work and every shift. */
const firstCodes = 'SLB PAR RDX ELE DEW CWL DEC CAP COL MEC PIL BRK TIL TCR'.split(' ');

/** The stage that a building is mostly at; the buildings of a site take them in turn. */
const stages = ['fittingOut', 'risingFrame', 'inTheGround'] as const;
type Stage = keyof Discipline['weights'];

/**
 * @param options.tasks how many steps the trains have together
 * @param options.monday day number of the coming week's Monday
 */
export function chooseTrains(options: { seed: number; tasks: number; monday: number }): Train[] {
  const { seed, tasks, monday } = options;
  const random = randomStream(seed, 'trains');
  const count = Math.min(24, Math.max(1, Math.round(tasks / 800)));
  const buildings = Array.from({ length: count }, (_, index) =>
    buildingOf(index, { count, levels: count === 1 ? 18 : random.int(12, 22) }),
  );
  const drawWork = buildings.map((_, index) =>
    workDraw(count === 1 ? 'wholeTower' : (stages[index % stages.length] ?? 'wholeTower'), random),
  );
  const choosePlace = placeChooser();
  const atWork = new Map<string, number>();
  const drafts: Draft[] = [];
  for (let left = tasks; left > 0; ) {
    const number = drafts.length;
    const building = buildings[number % count];
    const draw = drawWork[number % count];
    if (!building || !draw) break;
    const when = whenOf(number);
    const work = workTrains.find(({ code }) => code === firstCodes[number]) ?? draw();
    const kind = `${building.index}/${work.code}`;
    const others = atWork.get(kind) ?? 0;
    if (when === 'now' && others >= work.maxAtOnce) continue;
    if (when === 'now') atWork.set(kind, others + 1);
    const durations = work.activities.map(({ days: [min, max] }) => random.int(min, max));
    const steps = stepsOf(work.activities, durations);
    const place = choosePlace(building, work, when);
    drafts.push({
      number,
      work,
      building,
      place,
      steps: steps.slice(0, left),
      length: lengthOf(steps),
      when,
      offset: offsetOf(number, when),
    });
    left -= steps.length;
  }
  climbInOrder(drafts);
  return drafts.map((draft) => ({ ...draft, firstDay: firstDayOf(draft, monday) }));
}

/** One train in four is far away, in the past and the future by turns. */
function whenOf(number: number): Draft['when'] {
  if (number % 4 !== 3) return 'now';
  return number % 8 === 3 ? 'future' : 'past';
}

const goldenRatio = 0.618_033_988_75;

/** Spread evenly whatever the number of trains: multiples of the golden ratio leave neither gaps nor clusters. */
function offsetOf(number: number, when: Draft['when']): number {
  const share = (number * goldenRatio + 0.35) % 1;
  return when === 'now' ? share : 2 + 21 * share * Math.sqrt(share);
}

function firstDayOf({ work: { calendar }, length, when, offset }: Draft, monday: number): number {
  if (when === 'now') return addWorkingDays(monday, -Math.round(offset * (length + 6) - 7), calendar);
  const away = Math.round(offset * 7);
  if (when === 'future') return workingDayFrom(monday + away, calendar);
  return addWorkingDays(workingDayFrom(monday - away, calendar), -length, calendar);
}

/** Draws works in proportion to their discipline's weight, which the works of the discipline share. */
function workDraw(stage: Stage, random: Random): () => WorkTrain {
  const weighted = workTrains.map((work) => {
    const { discipline } = work;
    const sharing = workTrains.filter((other) => other.discipline === discipline).length;
    return { work, weight: discipline.weights[stage] / sharing };
  });
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = random.next() * total;
    const drawn = weighted.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    // Rounding can leave a remainder after the last one.
    return drawn?.work ?? random.pick(workTrains);
  };
}

/**
 * The free place nearest to the work's front. Trains that are at work now each get a place to themselves as
 * long as there are any; far ones only avoid their own kind.
 */
function placeChooser() {
  const taken = new Set<string>();
  const placesInOrder = new Map<string, readonly Place[]>();
  return (building: Building, work: WorkTrain, when: Draft['when']): Place => {
    const kind = `${building.name}/${work.code}/${when}`;
    const places = placesInOrder.get(kind) ?? nearestFirst(building, work, when);
    placesInOrder.set(kind, places);
    const ownKind = `${building.name}/${work.code}`;
    const users = when === 'now' ? [ownKind, `${building.name}/${work.where}`] : [ownKind];
    for (let bay = 1; ; bay++) {
      for (const place of places) {
        const keys = users.map((user) => `${user}/${place.name}/${bay}`);
        if (keys.some((key) => taken.has(key))) continue;
        for (const key of keys) taken.add(key);
        return bay === 1 ? place : furtherBay(place, bay);
      }
    }
  };
}

/** Past work was below the front, future work will be above it. */
function nearestFirst(building: Building, { where, front }: WorkTrain, when: Draft['when']): Place[] {
  const distance = ({ height }: Place) => {
    const above = height - front;
    const wrongSide = (when === 'past' && above > 0) || (when === 'future' && above < 0);
    return Math.abs(above) + (wrongSide ? 2 : 0);
  };
  return building.places[where].toSorted((one, other) => distance(one) - distance(other));
}

/** Trains of one kind in one building go up it one after another: the lower, the earlier. */
function climbInOrder(drafts: readonly Draft[]): void {
  const kinds = Map.groupBy(drafts, ({ building, work, when }) => `${building.index}/${work.code}/${when}`);
  for (const trains of kinds.values()) {
    const upwards = trains.toSorted((one, other) => one.place.height - other.place.height);
    const offsets = upwards.map(({ offset }) => offset).sort((one, other) => one - other);
    if (upwards[0]?.when !== 'future') offsets.reverse();
    upwards.forEach((train, index) => {
      train.offset = offsets[index] ?? train.offset;
    });
  }
}

/** One activity of a train, in working days from the train's first: from `start` up to, not including, `end`. */
type Step = {
  readonly activity: Activity;
  /** Working days; 0 is a milestone. */
  readonly duration: number;
  readonly start: number;
  readonly end: number;
  /** The step that it depends on, by position, and how; undefined for the first. */
  readonly after: { readonly step: number; readonly type: RelationType; readonly lag: number } | undefined;
};

/** Lays out a train's activities one after another. A milestone is on the last day of the work it ends. */
function stepsOf(activities: readonly Activity[], durations: readonly number[]): Step[] {
  const steps: Step[] = [];
  for (const [position, activity] of activities.entries()) {
    const { overlap, wait } = activity;
    const duration = durations[position] ?? 1;
    const before = steps[position - 1];
    const end = lengthOf(steps);
    const last = steps.findLastIndex((step) => step.end === end);
    if (!before) {
      steps.push({ activity, duration, start: 0, end: Math.max(1, duration), after: undefined });
    } else if (duration === 0) {
      const after = { step: last, type: 'finish-finish', lag: 0 } as const;
      steps.push({ activity, duration, start: end - 1, end, after });
    } else if (overlap !== undefined && before.start + overlap < before.end) {
      const start = before.start + overlap;
      const after = { step: position - 1, type: 'start-start', lag: overlap } as const;
      steps.push({ activity, duration, start, end: start + duration, after });
    } else {
      const start = end + wait;
      const after = { step: last, type: 'finish-start', lag: wait } as const;
      steps.push({ activity, duration, start, end: start + duration, after });
    }
  }
  return steps;
}

/** Working days from the first day to the end of the step that ends last. */
function lengthOf(steps: readonly Step[]): number {
  return Math.max(0, ...steps.map(({ end }) => end));
}
