/**
 * Which trains of work a project has, where each is and when it begins. A programme is planned in detail
 * around today and coarsely far away, so three trains in four are at work about the anchor week and the rest
 * reach months back and ahead.
 */
import { type Block, buildingBlock, furtherBay, type Place } from './places.ts';
import { type Random, randomStream } from './random.ts';
import { spansOf } from './spans.ts';
import { envelope } from './work/envelope.ts';
import { externalWorks } from './work/external-works.ts';
import { fitOut } from './work/fit-out.ts';
import { services } from './work/services.ts';
import { siteLogistics } from './work/site-logistics.ts';
import { substructure } from './work/substructure.ts';
import { superstructure } from './work/superstructure.ts';
import type { Discipline, WorkTrain } from './work/work-train.ts';
import { addWorkingDays, workingDayFrom } from './working-days.ts';

export type PlannedTrain = {
  readonly number: number;
  readonly work: WorkTrain;
  readonly block: Block;
  readonly blockAt: number;
  readonly place: Place;
  /** How many of its activities it does: fewer than all only for the last one, to come out at the count. */
  readonly steps: number;
  /** Working days of each step. */
  readonly days: readonly number[];
  /** First day of the first step. */
  readonly begins: number;
};

type Draft = Omit<PlannedTrain, 'begins'> & {
  readonly when: 'now' | 'past' | 'future';
  /** Where in its span the train is: the share already done for 'now', weeks away for the others. */
  along: number;
};

const works: readonly WorkTrain[] = [
  ...substructure,
  ...superstructure,
  ...envelope,
  ...services,
  ...fitOut,
  ...externalWorks,
  ...siteLogistics,
];

type Weights = Readonly<Record<Discipline, number>>;

const fittingOut: Weights = {
  Substructure: 0.3,
  Superstructure: 0.8,
  Envelope: 1.4,
  'Building services': 2.4,
  'Fit-out': 3.8,
  Commissioning: 0.9,
  'External works': 1.2,
  'Site logistics': 0.8,
};
const risingFrame: Weights = {
  Substructure: 0.4,
  Superstructure: 3.4,
  Envelope: 2,
  'Building services': 1.8,
  'Fit-out': 1.6,
  Commissioning: 0,
  'External works': 0.6,
  'Site logistics': 1.2,
};
const inTheGround: Weights = {
  Substructure: 4,
  Superstructure: 1.4,
  Envelope: 0,
  'Building services': 0.3,
  'Fit-out': 0,
  Commissioning: 0,
  'External works': 1.4,
  'Site logistics': 1.2,
};
const wholeTower: Weights = {
  Substructure: 1.2,
  Superstructure: 2.2,
  Envelope: 1.6,
  'Building services': 2.2,
  'Fit-out': 2.6,
  Commissioning: 0.5,
  'External works': 1.2,
  'Site logistics': 1,
};
/** What a building is mostly doing; a site with several has one of each in turn. */
const stages = [fittingOut, risingFrame, inTheGround] as const;

/** The first trains of any project, so that even a small one shows every kind of work and every shift. */
const opening = [
  'SLB',
  'PAR',
  'RDX',
  'ELE',
  'DEW',
  'CWL',
  'DEC',
  'CAP',
  'COL',
  'MEC',
  'PIL',
  'BRK',
  'TIL',
  'TCR',
];

/**
 * @param options.tasks how many activities the trains have together
 * @param options.anchor day number of the anchor week's Monday
 */
export function planTrains(options: { seed: number; tasks: number; anchor: number }): PlannedTrain[] {
  const { seed, tasks, anchor } = options;
  const random = randomStream(seed, 'trains');
  const blockCount = Math.min(24, Math.max(1, Math.round(tasks / 800)));
  const blocks = Array.from({ length: blockCount }, (_, at) =>
    buildingBlock(at, { of: blockCount, levels: blockCount === 1 ? 18 : random.int(12, 22) }),
  );
  const draws = blocks.map((_, at) =>
    workDraw(blockCount === 1 ? wholeTower : (stages[at % stages.length] ?? wholeTower), random),
  );
  const choosePlace = placeChooser();
  const busy = new Map<string, number>();
  const drafts: Draft[] = [];
  for (let left = tasks; left > 0; ) {
    const number = drafts.length;
    const blockAt = number % blockCount;
    const block = blocks[blockAt];
    const draw = draws[blockAt];
    if (!block || !draw) break;
    const when = whenOf(number);
    const work = works.find(({ code }) => code === opening[number]) ?? draw();
    const alike = `${blockAt}/${work.code}`;
    const atWork = busy.get(alike) ?? 0;
    if (when === 'now' && atWork >= (work.most ?? Number.POSITIVE_INFINITY)) continue;
    if (when === 'now') busy.set(alike, atWork + 1);
    const steps = Math.min(left, work.activities.length);
    const days = work.activities.map(({ days: [least, most] }) => random.int(least, most));
    const place = choosePlace(block, work, when);
    drafts.push({ number, work, block, blockAt, place, steps, days, when, along: alongOf(number, when) });
    left -= steps;
  }
  climbInOrder(drafts);
  return drafts.map((draft) => ({ ...draft, begins: beginningOf(draft, anchor) }));
}

/** One train in four is far away, back and ahead by turns. */
function whenOf(number: number): Draft['when'] {
  if (number % 4 !== 3) return 'now';
  return number % 8 === 3 ? 'future' : 'past';
}

const golden = 0.618_033_988_75;

/** Spread evenly whatever the number of trains: multiples of the golden ratio leave no gap and no heap. */
function alongOf(number: number, when: Draft['when']): number {
  const share = (number * golden + 0.35) % 1;
  return when === 'now' ? share : 2 + 21 * share * Math.sqrt(share);
}

function beginningOf({ work, days, when, along }: Draft, anchor: number): number {
  const length = Math.max(...spansOf(work, days).map(({ end }) => end));
  if (when === 'now') return addWorkingDays(anchor, -Math.round(along * (length + 6) - 7), work.calendar);
  const away = Math.round(along * 7);
  if (when === 'future') return workingDayFrom(anchor + away, work.calendar);
  return addWorkingDays(workingDayFrom(anchor - away, work.calendar), -length, work.calendar);
}

/** Works in proportion to their discipline's weight, shared among the works of the discipline. */
function workDraw(shares: Weights, random: Random): () => WorkTrain {
  const weighted = works.map((work) => {
    const alike = works.filter(({ discipline }) => discipline === work.discipline).length;
    return { work, weight: shares[work.discipline] / alike };
  });
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = random.next() * total;
    const found = weighted.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return (found ?? weighted[0] ?? { work: works[0] }).work ?? random.pick(works);
  };
}

/**
 * Nearest to the work's front first. Trains that are at work now each get a place to themselves as long as
 * there are any; far ones only keep out of the way of their own kind.
 */
function placeChooser() {
  const taken = new Set<string>();
  const ordered = new Map<string, readonly Place[]>();
  return (block: Block, work: WorkTrain, when: Draft['when']): Place => {
    const kind = `${block.name}/${work.code}/${when}`;
    const places = ordered.get(kind) ?? nearestFirst(block, work, when);
    ordered.set(kind, places);
    const ownKind = `${block.name}/${work.code}`;
    const owners = when === 'now' ? [ownKind, `${block.name}/${work.where}`] : [ownKind];
    for (let bay = 1; ; bay++) {
      for (const place of places) {
        const keys = owners.map((owner) => `${owner}/${place.name}/${bay}`);
        if (keys.some((key) => taken.has(key))) continue;
        for (const key of keys) taken.add(key);
        return bay === 1 ? place : furtherBay(place, bay);
      }
    }
  };
}

/** What is past was below the front, what is to come is above it. */
function nearestFirst(block: Block, { where, front }: WorkTrain, when: Draft['when']): Place[] {
  const distance = ({ height }: Place) => {
    const above = height - front;
    const wrongSide = (when === 'past' && above > 0) || (when === 'future' && above < 0);
    return Math.abs(above) + (wrongSide ? 2 : 0);
  };
  return [...block.places[where]].sort((one, other) => distance(one) - distance(other));
}

/** Trains of one kind in one building go up it one after another: the lower, the earlier. */
function climbInOrder(drafts: readonly Draft[]): void {
  const alike = Map.groupBy(drafts, ({ blockAt, work, when }) => `${blockAt}/${work.code}/${when}`);
  for (const group of alike.values()) {
    const upwards = [...group].sort((one, other) => one.place.height - other.place.height);
    const later = upwards.map(({ along }) => along).sort((one, other) => one - other);
    if (upwards[0]?.when !== 'future') later.reverse();
    upwards.forEach((draft, at) => {
      draft.along = later[at] ?? draft.along;
    });
  }
}
