/** Scheduled work as the tasks a planning service answers with. */
import { dailyActual, dailyPlan, totalOf } from '../model/daily-quantities.ts';
import { type Random, randomStream } from '../model/random.ts';
import type { SampleMaterial, SampleRelation, SampleStatus, SampleTask } from '../model/sample-project.ts';
import { dateOf, workingDaysBetween } from '../model/working-days.ts';
import { type Activity, hostileNames, type OddTask, oddTasks, taskTexts } from '../vocabulary/vocabulary.ts';
import type { Schedule, ScheduledTask } from './schedule-tasks.ts';
import type { SiteDirectory } from './site-directory.ts';
import { progressOf, statusAssigner } from './status-and-progress.ts';

type Site = {
  readonly directory: SiteDirectory;
  readonly seed: number;
  /** Day number of the coming week's Monday. */
  readonly monday: number;
  /** Turns British words into the region's own. */
  readonly words: (text: string) => string;
  readonly idOf: (position: number) => string;
};

export function detailedTasks({ tasks, links }: Schedule, site: Site): SampleTask[] {
  const random = randomStream(site.seed, 'tasks');
  const statusFor = statusAssigner(site.monday);
  const related = relationsOf({ tasks, links }, site);
  return tasks.map((task) => {
    const next = tasks[task.position + 1];
    const status = statusFor(task, next?.train === task.train ? next : undefined);
    return detailedTask(task, { site, status, related: related[task.position] ?? [], random });
  });
}

type Context = {
  readonly site: Site;
  readonly status: SampleStatus;
  readonly related: readonly SampleRelation[];
  readonly random: Random;
};

function detailedTask(task: ScheduledTask, { site, status, related, random }: Context): SampleTask {
  const { position, train, activity, start, finish, duration } = task;
  const { directory, monday, words } = site;
  const { work } = train;
  const milestone = duration === 0;
  const trade = activity.trade ?? work.trade;
  const firm = random.chance(0.02) ? undefined : directory.firm(train, trade);
  const owner = random.chance(0.03) ? undefined : directory.owner(train);
  const location = random.chance(0.015) ? undefined : directory.location(train);
  const supervisors = firm ? directory.supervisors(firm) : [];
  const assignedTo = supervisors.slice(0, random.chance(0.8) ? 1 : 2);
  const notes = activity.note ?? (random.chance(0.1) ? random.pick(taskTexts.notes) : undefined);
  const shift = shiftOf(task);
  const folder = directory.folder(train);
  const tradePackage = directory.package(trade);
  const labour = milestone || random.chance(0.03) ? [] : labourOf(task, words, random);
  const materials = milestone ? [] : materialsOf(task, { status, monday, words, random });
  const progress = progressOf({ start, finish, status, work }, monday, random);
  const area = location && !milestone && random.chance(0.45) ? workAreaOf(location, random) : undefined;
  const plant = plantOf(activity, words);
  return {
    id: site.idOf(position),
    ...(random.chance(0.04) ? {} : { externalId: `A${1000 + (position + 1) * 10}` }),
    name: words(task.name),
    ...(notes === undefined ? {} : { notes: words(notes) }),
    start: dateOf(start),
    finish: dateOf(finish),
    duration,
    keyTask: activity.key,
    ...(shift ? { shift } : {}),
    status,
    ...(owner ? { owner } : {}),
    ...(assignedTo.length > 0 ? { assignedTo } : {}),
    calendar: directory.calendar(work.calendar),
    ...(folder ? { folder } : {}),
    ...(tradePackage ? { package: tradePackage } : {}),
    parent: {
      id: `sum-${String(train.number + 1).padStart(5, '0')}`,
      name: words(`${work.summary}, ${train.place.phrase}`),
    },
    ...(firm ? { subcontractor: firm } : {}),
    ...(location ? { location } : {}),
    ...(labour.length > 0 ? { labour } : {}),
    ...(plant.length > 0 ? { plant } : {}),
    ...(materials.length > 0 ? { materials } : {}),
    ...(progress.length > 0 ? { progress } : {}),
    ...(related.length > 0 ? { relatedTasks: related } : {}),
    ...(area ? { workArea: area } : {}),
  };
}

/** Some crews inside the building work a second shift; a few tasks have no shift. */
function shiftOf({ position, train, activity }: ScheduledTask): SampleTask['shift'] {
  if (position % 40 === 17) return undefined;
  const secondShift = train.work.where === 'level' && train.number % 5 === 1;
  return activity.shift ?? train.work.shift ?? (secondShift ? 'afternoon' : 'day');
}

/** Two to fourteen people on a day. */
function labourOf({ train, activity }: ScheduledTask, words: Site['words'], random: Random) {
  const factor = 0.8 + 0.4 * random.next();
  const crew = (activity.crew ?? train.work.crew).map(({ name, perDay }) => ({
    id: idFor('lab', name),
    name: words(name),
    quantity: Math.max(1, Math.round(perDay * factor)),
  }));
  const people = crew.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first, ...others] = crew;
  if (!first || (people >= 2 && people <= 14)) return crew;
  return [{ ...first, quantity: Math.max(1, first.quantity + (people < 2 ? 1 : 14 - people)) }, ...others];
}

function plantOf({ plant }: Activity, words: Site['words']) {
  return plant.map(({ name, category, perDay }) => ({
    id: idFor('plt', name),
    name: words(name),
    category,
    quantity: perDay,
  }));
}

/** With daily figures for tasks within eight weeks; further away they are not planned yet. */
function materialsOf(
  { train, activity, start, finish }: ScheduledTask,
  { status, monday, words, random }: { status: string; monday: number; words: Site['words']; random: Random },
): SampleMaterial[] {
  const near = finish > monday - 56 && start < monday + 56;
  const days = workingDaysBetween(start, finish, train.work.calendar);
  return activity.materials.map(({ name, unit, perDay }) => {
    const dailyPlanned = dailyPlan(days, { perDay, unit }, random);
    const material = { id: idFor('mat', name), name: words(name), quantity: totalOf(dailyPlanned), unit };
    if (!near || random.chance(0.06)) return material;
    const hwithStoredWindows = status === 'complete' || status === 'started' || status === 'delayed';
    if (!hwithStoredWindows || start >= monday) return { ...material, dailyPlanned };
    const pace = status === 'complete' ? 'complete' : 'under way';
    const actual = dailyActual({ dailyPlanned, unit }, { through: dateOf(monday - 3), pace }, random);
    return { ...material, dailyPlanned, dailyActual: actual };
  });
}

/** In metres on one sheet with the plans of all locations side by side, so that areas of two never overlap. */
function workAreaOf(location: { readonly id: string; readonly name: string }, random: Random) {
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

/** The relations of each task, by position. Each link is on both of its tasks: as predecessor and as successor. */
function relationsOf({ tasks, links }: Schedule, { idOf, words }: Site): SampleRelation[][] {
  const related: SampleRelation[][] = tasks.map(() => []);
  for (const { from, to, type, lag } of links) {
    const [before, after] = [tasks[from], tasks[to]];
    if (!before || !after) continue;
    related[to]?.push({ id: idOf(from), name: words(before.name), lag, relation: 'predecessor', type });
    related[from]?.push({ id: idOf(to), name: words(after.name), lag, relation: 'successor', type });
  }
  return related;
}

const hostileTasks = hostileNames.map(
  (name, index): OddTask => ({ name, start: index % 5, finish: index % 5, duration: 1, people: 2 }),
);

/** A few tasks with odd dates and words, and fewer with hostile names: about one in ten of a small project. */
export function oddTasksFor(taskCount: number): readonly OddTask[] {
  return [
    ...oddTasks.slice(0, Math.floor(taskCount / 16)),
    ...hostileTasks.slice(0, Math.floor(taskCount / 25)),
  ];
}

/**
 * @param shared what all of them have: calendar, owner, folder, location
 * @param place.first position of the first of them among all tasks
 * @param place.monday day number of the coming week's Monday
 */
export function sampleTasksOf(
  tasks: readonly OddTask[],
  shared: Partial<SampleTask>,
  place: { readonly first: number; readonly monday: number; readonly idOf: (position: number) => string },
): SampleTask[] {
  return tasks.map(({ name, start, finish, duration, keyTask, shift, status, people }, index) => ({
    id: place.idOf(place.first + index),
    externalId: `X${1000 + (index + 1) * 10}`,
    ...(name === undefined ? {} : { name }),
    ...(start === undefined ? {} : { start: dateText(start, place.monday) }),
    ...(finish === undefined ? {} : { finish: dateText(finish, place.monday) }),
    keyTask: keyTask ?? false,
    shift: shift ?? 'day',
    status: status ?? 'planned',
    ...shared,
    ...(duration === undefined ? {} : { duration }),
    ...(people ? { labour: [{ id: 'lab-labourers', name: 'Labourers', quantity: people }] } : {}),
  }));
}

function dateText(date: number | string, monday: number): string {
  if (typeof date === 'number') return dateOf(monday + date);
  return date.replace(/^(\d+)T/, (_, days) => `${dateOf(monday + Number(days))}T`);
}
