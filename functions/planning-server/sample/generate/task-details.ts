import type { KnownStatus } from '#planning/contract/known-words.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { dailyActual, rounded, spread } from '#planning-server/sample/model/daily-quantities.ts';
import { type Random, randomStream } from '#planning-server/sample/model/random.ts';
import type { SampleMaterial, SampleTask } from '#planning-server/sample/model/sample-project.ts';
import { dateOf, workingDaysBetween, worksOn } from '#planning-server/sample/model/sample-working-days.ts';
import { taskTexts } from '#planning-server/sample/vocabulary/vocabulary.ts';
import { calendars, type SiteDirectory } from './site-directory.ts';
import { progressOf, statusAssigner } from './status-and-progress.ts';
import { predecessorFinder, type ScheduledTask } from './tasks-of-trains.ts';

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
