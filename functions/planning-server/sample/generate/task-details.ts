import type { KnownStatus } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { dailyActual, rounded, spread } from '#planning-server/sample/model/daily-quantities.ts';
import { type Random, randomStream } from '#planning-server/sample/model/random.ts';
import type {
  SampleMaterial,
  SampleProgress,
  SampleRelation,
  SampleTask,
} from '#planning-server/sample/model/sample-project.ts';
import { predecessor } from '#planning-server/sample/model/sample-relations.ts';
import {
  type DayRange,
  dateOf,
  type WorksOn,
  workingDaysBetween,
  worksOn,
} from '#planning-server/sample/model/sample-working-days.ts';
import { delayReasonsOf, taskTexts, type WorkTrain } from '#planning-server/sample/vocabulary/vocabulary.ts';
import type { Step, Train } from './schedule-trains.ts';
import { calendars, type SiteDirectory } from './site-directory.ts';

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

type Site = {
  readonly directory: SiteDirectory;
  readonly random: Random;
  readonly monday: number;
  readonly region: Region;
  /** Weeks after the coming one with as much work as it. */
  readonly weeks: number;
  readonly words: (text: string) => string;
};

export function detailedTasks(
  tasks: readonly ScheduledTask[],
  { seed, ...options }: Omit<Site, 'random'> & { readonly seed: number },
): SampleTask[] {
  const site = { ...options, random: randomStream(seed, 'tasks') };
  const statusFor = statusAssigner(site.monday);
  const predecessorsOf = predecessorFinder(tasks, seed);
  return tasks.map((task) => {
    const status = statusFor(task.step, task.train.steps[task.train.steps.indexOf(task.step) + 1]);
    return { ...detailedTask(task, status, site), relatedTasks: predecessorsOf(task) };
  });
}

function detailedTask(task: ScheduledTask, status: KnownStatus, site: Site): SampleTask {
  const { position, train, step } = task;
  const { activity, start, finish, duration } = step;
  const { directory, monday, region, words, random } = site;
  const { work } = train;
  const milestone = duration === 0;
  const trade = activity.trade ?? work.trade;
  const firm = random.chance(0.02) ? undefined : directory.firm(train, trade);
  const location = random.chance(0.015) ? undefined : directory.location(train);
  const supervisors = random.chance(0.8) ? [1] : [1, 2];
  const notes = activity.note ?? (random.chance(0.1) ? random.pick(taskTexts.notes) : undefined);
  return {
    id: task.id,
    externalId: random.chance(0.04) ? undefined : `A${1000 + (position + 1) * 10}`,
    name: task.name,
    notes: notes === undefined ? undefined : words(notes),
    start: dateOf(start),
    finish: dateOf(finish),
    duration,
    keyTask: activity.key,
    shift: sampleShift(task),
    status,
    owner: random.chance(0.03) ? undefined : directory.owner(train),
    assignedTo: firm && supervisors.map((number) => directory.supervisor(firm, number)),
    calendar: calendars[step.calendar],
    folder: directory.folder(train),
    package: directory.package(trade),
    parent: {
      id: `sum-${String(train.number + 1).padStart(5, '0')}`,
      name: words(`${work.summary}, ${train.place.phrase}`),
    },
    subcontractor: firm,
    location,
    labour: milestone || random.chance(0.03) ? undefined : sampleLabour(task, site),
    plant: nonEmpty(
      activity.plant.map(({ name, kind, perDay }) => {
        return { id: idFor('plt', name), name: words(name), category: kind, quantity: perDay };
      }),
    ),
    materials: milestone ? undefined : nonEmpty(sampleMaterials(task, status, site)),
    progress: nonEmpty(
      progressOf(
        { start, finish, status, discipline: work.discipline, works: worksOn(step.calendar, region) },
        monday,
        random,
      ),
    ),
    workArea: location && !milestone && random.chance(0.45) ? sampleWorkArea(location, random) : undefined,
  };
}

function nonEmpty<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** Some crews inside the building work a second shift; a few tasks have no shift. */
function sampleShift({ position, train, step: { activity } }: ScheduledTask): SampleTask['shift'] {
  if (position % 40 === 17) return undefined;
  const secondShift = train.work.where === 'level' && train.number % 5 === 1;
  return activity.shift ?? train.work.shift ?? (secondShift ? 'afternoon' : 'day');
}

function sampleLabour({ train, step: { activity } }: ScheduledTask, { words, random }: Site) {
  const factor = 0.85 + 0.3 * random.next();
  return (activity.crew ?? train.work.crew).map(({ name, perDay }) => ({
    id: idFor('lab', name),
    name: words(name),
    quantity: Math.max(1, Math.round(perDay * factor)),
  }));
}

/** With daily figures for tasks within eight weeks of the ones with work; later ones are not planned yet. */
function sampleMaterials(
  { step: { activity, start, finish, calendar } }: ScheduledTask,
  status: KnownStatus,
  { monday, region, weeks, words, random }: Site,
): SampleMaterial[] {
  const near = finish > monday - 56 && start < monday + 56 + 7 * weeks;
  const hasBegun = start < monday && (status === 'complete' || status === 'started' || status === 'delayed');
  const days = workingDaysBetween(start, finish, worksOn(calendar, region));
  return activity.materials.map(({ name, kind: unit, perDay }) => {
    const quantity = rounded(days.length * perDay * (0.85 + 0.3 * random.next()), unit);
    const material = { id: idFor('mat', name), name: words(name), quantity, unit };
    if (!near || random.chance(0.06)) return material;
    const dailyPlanned = spread(quantity, days, unit);
    const reported = { after: '', through: dateOf(monday - 3), complete: status === 'complete' };
    const used = hasBegun ? dailyActual({ dailyPlanned, unit }, reported, random) : undefined;
    return { ...material, dailyPlanned, dailyActual: used };
  });
}

function sampleWorkArea(location: { readonly id: string; readonly name: string }, random: Random) {
  const tile = Number(location.id.slice(4)) - 1;
  const [left, bottom] = [(tile % 25) * 100, Math.floor(tile / 25) * 80];
  const [x, y] = [left + random.int(5, 45), bottom + random.int(5, 35)];
  return {
    type: 'Feature' as const,
    bbox: [x, y, x + random.int(15, 45), y + random.int(10, 35)],
    geometry: null,
    id: null,
    properties: { drawing: `A-100-${location.id.slice(4)}`, location: location.name },
  };
}

function idFor(kind: string, name: string): string {
  return `${kind}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** In turn instead of by chance, so that a project of fifty tasks has every status too. */
const dealt = {
  startsThisWeek: [
    ...['promised', 'blocked', 'planned', 'promised', 'delayed', 'promised', 'planned', 'promised'],
    ...['backlog', 'promised', 'planned', 'promised', 'blocked', 'promised', 'planned', 'promised'],
  ],
  underWay: ['started', 'started', 'delayed', 'started', 'started', 'blocked', 'started', 'started'],
  comingWeeks: [
    ...['planned', 'planned', 'backlog', 'cancelled', 'planned', 'planned', 'planned', 'backlog'],
    ...['planned', 'planned', 'planned', 'planned', 'backlog', 'planned', 'planned', 'planned'],
  ],
  farAhead: ['backlog', 'planned', 'backlog'],
  /** Work that should be complete: some of the last two weeks' is not. */
  justEnded: ['complete', 'started', 'complete', 'complete', 'complete', 'planned', 'complete', 'complete'],
} as const satisfies Record<string, readonly KnownStatus[]>;

function statusAssigner(monday: number): (dates: DayRange, following: DayRange | undefined) => KnownStatus {
  const count = new Map<keyof typeof dealt, number>();
  const next = (pile: keyof typeof dealt): KnownStatus => {
    const number = count.get(pile) ?? 0;
    count.set(pile, number + 1);
    return dealt[pile][number % dealt[pile].length] ?? 'planned';
  };
  const friday = monday - 3;
  return ({ start, finish }, following) => {
    if (finish <= friday) {
      // A step whose train has gone on to the next must be complete.
      const couldBeOpen = finish > friday - 14 && (following === undefined || following.start >= friday);
      return couldBeOpen ? next('justEnded') : 'complete';
    }
    if (start <= friday) return next('underWay');
    if (start < monday + 7) return next('startsThisWeek');
    return next(start < monday + 35 ? 'comingWeeks' : 'farAhead');
  };
}

function progressOf(
  task: DayRange & {
    readonly status: KnownStatus;
    readonly discipline: WorkTrain['discipline'];
    readonly works: WorksOn;
  },
  monday: number,
  random: Random,
): SampleProgress[] {
  const { start, status, works } = task;
  const delayReasons = delayReasonsOf(task.discipline);
  const friday = monday - 3;
  const overdue = task.finish <= friday && status !== 'complete' && status !== 'cancelled';
  const last = Math.min(task.finish, friday);
  const worked = start <= last ? workingDaysBetween(Math.max(start, friday - 20), last, works) : [];
  const day = worked.length > 0 ? random.pick(worked) : friday;
  const delay = (reasons: readonly string[], maxDays: number): SampleProgress => ({
    name: random.pick(reasons),
    date: dateOf(day),
    amount: random.int(1, maxDays),
    type: 'delay',
  });
  if (status === 'blocked') return [delay(taskTexts.blockReasons, 2)];
  if (status === 'delayed' || overdue) return [delay(delayReasons, 3)];
  if (worked.length === 0) return [];
  if (status === 'started' && random.chance(0.25)) return [delay(delayReasons, 2)];
  if (status === 'complete' && random.chance(0.14)) return [delay(delayReasons, 2)];
  if (status === 'complete' && random.chance(0.1)) {
    return [{ name: random.pick(taskTexts.improvements), date: dateOf(day), amount: 1, type: 'improved' }];
  }
  return random.chance(0.4)
    ? [{ name: 'On schedule', date: dateOf(last), amount: 0, type: 'on schedule' }]
    : [];
}

function predecessorFinder(tasks: readonly ScheduledTask[], seed: number) {
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
