/** Scheduled work as the tasks a planning service would answer with. */
import { dailyActual, dailyPlan, totalOf } from './daily-quantities.ts';
import { type Random, randomStream } from './random.ts';
import { materialUnits, plantCategories } from './resource-catalogue.ts';
import type { SampleMaterial, SampleRelation, SampleTask } from './sample-project.ts';
import type { Link, ScheduledTask } from './schedule.ts';
import type { SiteDirectory } from './site-directory.ts';
import { progressOf, statusGiver } from './standing.ts';
import { dateOf, workingDaysBetween } from './working-days.ts';

type Site = {
  readonly directory: SiteDirectory;
  readonly seed: number;
  /** Day number of the coming week's Monday. */
  readonly monday: number;
  readonly words: (text: string) => string;
  readonly idOf: (at: number) => string;
};

const generalNotes = [
  'Agree sequence at the Monday coordination meeting.',
  'Method statement under review.',
  'Deliveries through Gate 2 before 09:00.',
  'Working at height briefing needed.',
  'Area to be clear of other trades.',
  'Two-week call-off placed.',
] as const;

export function dressTasks(
  { tasks, links }: { readonly tasks: readonly ScheduledTask[]; readonly links: readonly Link[] },
  site: Site,
): SampleTask[] {
  const random = randomStream(site.seed, 'tasks');
  const giveStatus = statusGiver(site.monday);
  const related = relationsOf(tasks, links, site);
  return tasks.map((task) => {
    const next = tasks[task.at + 1];
    const status = giveStatus(task, next?.train === task.train ? next : undefined);
    return dressed(task, { site, status, related: related[task.at] ?? [], random });
  });
}

type Dressing = {
  readonly site: Site;
  readonly status: ReturnType<ReturnType<typeof statusGiver>>;
  readonly related: readonly SampleRelation[];
  readonly random: Random;
};

function dressed(task: ScheduledTask, { site, status, related, random }: Dressing): SampleTask {
  const { at, train, activity, start, finish, duration } = task;
  const { directory, monday, words } = site;
  const { work } = train;
  const milestone = duration === 0;
  const trade = activity.trade ?? work.trade;
  const firm = random.chance(0.02) ? undefined : directory.firm(train, trade);
  const owner = random.chance(0.03) ? undefined : directory.owner(train);
  const location = random.chance(0.015) ? undefined : directory.location(train);
  const supervisors = firm ? directory.supervisors(firm) : [];
  const assignedTo = supervisors.slice(0, random.chance(0.8) ? 1 : 2);
  const notes = activity.note ?? (random.chance(0.1) ? random.pick(generalNotes) : undefined);
  const shift = shiftOf(task);
  const folder = directory.folder(train);
  const bought = directory.package(trade);
  const labour = milestone || random.chance(0.03) ? [] : labourOf(task, words, random);
  const materials = milestone ? [] : materialsOf(task, { status, monday, words, random });
  const progress = progressOf({ start, finish, status, work }, monday, random);
  const area = location && !milestone && random.chance(0.45) ? workAreaOf(location, random) : undefined;
  const plant = Object.entries(activity.plant ?? {});
  return {
    id: site.idOf(at),
    ...(random.chance(0.04) ? {} : { externalId: `A${1000 + (at + 1) * 10}` }),
    name: words(task.name),
    ...(notes === undefined ? {} : { notes: words(notes) }),
    start: dateOf(start),
    finish: dateOf(finish),
    duration,
    keyTask: activity.key ?? false,
    ...(shift ? { shift } : {}),
    status,
    ...(owner ? { owner } : {}),
    ...(assignedTo.length > 0 ? { assignedTo } : {}),
    calendar: directory.calendar(work.calendar),
    ...(folder ? { folder } : {}),
    ...(bought ? { package: bought } : {}),
    parent: {
      id: `sum-${String(train.number + 1).padStart(5, '0')}`,
      name: words(`${work.summary}, ${train.place.phrase}`),
    },
    ...(firm ? { subcontractor: firm } : {}),
    ...(location ? { location } : {}),
    ...(labour.length > 0 ? { labour } : {}),
    ...(plant.length > 0 ? { plant: plantOf(plant, words) } : {}),
    ...(materials.length > 0 ? { materials } : {}),
    ...(progress.length > 0 ? { progress } : {}),
    ...(related.length > 0 ? { relatedTasks: related } : {}),
    ...(area ? { workArea: area } : {}),
  };
}

/** Some gangs inside the building work a second shift; a few tasks have none. */
function shiftOf({ at, train, activity }: ScheduledTask): SampleTask['shift'] {
  if (at % 40 === 17) return undefined;
  const secondShift = train.work.where === 'level' && train.number % 5 === 1;
  return activity.shift ?? train.work.shift ?? (secondShift ? 'afternoon' : 'day');
}

/** Two to fourteen people on a day. */
function labourOf({ train, activity }: ScheduledTask, words: Site['words'], random: Random) {
  const factor = 0.8 + 0.4 * random.next();
  const crew = Object.entries(activity.crew ?? train.work.crew).map(([name, typical]) => ({
    id: idFor('lab', name),
    name: words(name),
    quantity: Math.max(1, Math.round(typical * factor)),
  }));
  const people = crew.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first, ...others] = crew;
  if (!first || (people >= 2 && people <= 14)) return crew;
  return [{ ...first, quantity: Math.max(1, first.quantity + (people < 2 ? 1 : 14 - people)) }, ...others];
}

function plantOf(plant: readonly (readonly [string, number])[], words: Site['words']) {
  return plant.map(([name, quantity]) => ({
    id: idFor('plt', name),
    name: words(name),
    category: isPlant(name) ? plantCategories[name] : 'Other',
    quantity,
  }));
}

function isPlant(name: string): name is keyof typeof plantCategories {
  return Object.hasOwn(plantCategories, name);
}

function isMaterial(name: string): name is keyof typeof materialUnits {
  return Object.hasOwn(materialUnits, name);
}

/** With figures for each day within eight weeks; farther away nobody has planned them yet. */
function materialsOf(
  { train, activity, start, finish }: ScheduledTask,
  { status, monday, words, random }: { status: string; monday: number; words: Site['words']; random: Random },
): SampleMaterial[] {
  const near = finish > monday - 56 && start < monday + 56;
  const days = workingDaysBetween(start, finish, train.work.calendar);
  return Object.entries(activity.materials ?? {}).map(([name, perDay]) => {
    const unit = isMaterial(name) ? materialUnits[name] : 'no.';
    const dailyPlanned = dailyPlan(days, { perDay, unit }, random);
    const material = { id: idFor('mat', name), name: words(name), quantity: totalOf(dailyPlanned), unit };
    if (!near || random.chance(0.06)) return material;
    const begun = status === 'complete' || status === 'started' || status === 'delayed';
    if (!begun || start >= monday) return { ...material, dailyPlanned };
    const pace = status === 'complete' ? 'complete' : 'under way';
    const actual = dailyActual({ dailyPlanned, unit }, { through: dateOf(monday - 3), pace }, random);
    return { ...material, dailyPlanned, dailyActual: actual };
  });
}

/** Metres on one sheet that holds the plans of all locations side by side, so that areas of two never meet. */
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

/** Both sides of each link: whoever has a predecessor is that one's successor. */
function relationsOf(
  tasks: readonly ScheduledTask[],
  links: readonly Link[],
  { idOf, words }: Site,
): SampleRelation[][] {
  const related: SampleRelation[][] = tasks.map(() => []);
  for (const { from, to, type, lag } of links) {
    const [before, after] = [tasks[from], tasks[to]];
    if (!before || !after) continue;
    related[to]?.push({ id: idOf(from), name: words(before.name), lag, relation: 'predecessor', type });
    related[from]?.push({ id: idOf(to), name: words(after.name), lag, relation: 'successor', type });
  }
  return related;
}
