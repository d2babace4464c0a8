import { formatDay, parseDay, weekdayOf } from '#base/day.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { regionTimeZones } from '#planning-server/versions/version.ts';
import { siteCalendar } from './calendar.ts';
import { createSampleItemLists, type SampleItemLists } from './directory.ts';
import { addDailyUseToMaterial, roundToWholeQuantity, withDailyPlan } from './quantities.ts';
import { type RandomStream, randomStream } from './random.ts';
import {
  idsOfSampleTask,
  type SampleProgress,
  type SampleProject,
  type SampleRelation,
  type SampleTask,
  sampleRelation,
  undefinedIfEmpty,
  withSuccessors,
} from './sample-project.ts';
import {
  type ActivitySequenceStep,
  type ScheduledActivitySequence,
  scheduleActivitySequences,
} from './schedule.ts';
import { firmsByTrade, parseNameLists } from './trains.ts';
import {
  blockedTaskReasons,
  delayReasonsIn,
  improvementReasons,
  plantCategoryPatterns,
  sampleTaskNotes,
  tasksWithOddData,
  textInWordsOfRegion,
} from './words.ts';

export type SampleOptions = {
  readonly seed: number;
  /** 10 to 50,000. */
  readonly tasks: number;
  readonly region: Region;
  readonly projectId: string;
  readonly name: string;
  /** Monday of the coming week, `YYYY-MM-DD`. The data date is the Friday before it. @default 2026-11-23 */
  readonly week?: string;
  /** Number of weeks after the coming one with as much work, for a project that is advanced. @default 0 */
  readonly weeks?: number;
  /** The week of the tasks with odd dates: 0 is the coming one. @default 0 */
  readonly oddWeek?: number;
};

export const sampleProjects = [
  { region: 'gb', projectId: 'riverside-tower', name: 'Riverside Tower', seed: 1 },
  { region: 'au', projectId: 'harbour-quay', name: 'Harbour Quay', seed: 2 },
] as const;

/**
 * A building project under way, with all seven collections. The same options give the same project, byte for byte, on
 * any machine. A quarter to a third of its tasks overlap the coming week, fewer with `weeks`.
 * @throws RangeError for fewer than 10 or more than 50,000 tasks, or a week that does not begin on a Monday
 */
export function generateSampleProject(options: SampleOptions): SampleProject {
  const { seed, tasks, region, projectId, name, week = '2026-11-23', weeks = 0, oddWeek = 0 } = options;
  if (!Number.isInteger(tasks) || tasks < 10 || tasks > 50_000) {
    throw new RangeError(`A sample project has 10 to 50,000 tasks, not ${tasks}.`);
  }
  const monday = parseDay(week);
  if (monday === undefined || weekdayOf(monday) !== 1) {
    throw new RangeError(`A sample project's week begins on a Monday, YYYY-MM-DD; ${week} is not one.`);
  }
  const directory = createSampleItemLists(region);
  const friday = monday - 3;
  const site = { region, friday, directory, random: randomStream(seed, 'tasks') };
  const { odd, hostile } = tasksWithOddData(siteCalendar('six-day', region), monday + 7 * oddWeek);
  const oddOnes = [...odd.slice(0, tasks / 16), ...hostile.slice(0, tasks / 25)];
  const planned = scheduleActivitySequences({ seed, region, tasks: tasks - oddOnes.length, monday, weeks })
    .flatMap((train) => train.steps.map((step) => ({ train, step })))
    .map(({ train, step }, index): PlannedTask => {
      const text = `${step.activity.name.replace('{flats}', train.place.flats)}, ${train.place.name}`;
      return {
        ...idsOfSampleTask(projectId, index + 1),
        name: textInWordsOfRegion(text, region),
        train,
        step,
        index,
      };
    });
  const statusOf = statusAssigner(friday);
  const predecessorsOf = predecessorFinder(planned, randomStream(seed, 'links'));
  const all = [
    ...planned.map((task) => ({
      ...sampleTask(task, { ...site, status: statusOf(task) }),
      relatedTasks: predecessorsOf(task),
    })),
    ...oddOnes.map((task, index) => ({
      ...idsOfSampleTask(projectId, planned.length + index + 1, 'X'),
      ...{ keyTask: false, shift: 'day', status: 'planned', ...task },
      calendar: directory.calendars.of('five-day'),
      owner: directory.users.of('site manager'),
      folder: directory.folders.of('Site logistics › Site management'),
      location: directory.locations.of('Site-wide'),
    })),
  ];
  return {
    region,
    projectId,
    name,
    timeZone: regionTimeZones[region],
    week,
    dataDate: formatDay(friday),
    nextTask: tasks + 1,
    collections: {
      users: directory.users.all(),
      subcontractors: directory.subcontractors.all(),
      folders: directory.folders.all(),
      packages: directory.packages.all(),
      calendars: directory.calendars.all(),
      locations: directory.locations.all(),
      tasks: withSuccessors(all),
    },
  };
}

type PlannedTask = ReturnType<typeof idsOfSampleTask> & {
  readonly name: string;
  readonly train: ScheduledActivitySequence;
  readonly step: ActivitySequenceStep;
  readonly index: number;
};

type SampleTaskContext = {
  readonly region: Region;
  /** The data date. */
  readonly friday: number;
  readonly directory: SampleItemLists;
  readonly random: RandomStream;
  readonly status: string;
};

function sampleTask(
  { id, externalId, name, train, step, index }: PlannedTask,
  given: SampleTaskContext,
): SampleTask {
  const { directory, region, random, status } = given;
  const { work, place, building, block } = train;
  const { activity, duration, calendar } = step;
  /** Returns the value or, with the probability `missing`, undefined: every programme lacks some properties. */
  const mostly = <Value>(value: Value, missing: number) => (random.chance(missing) ? undefined : value);
  const words = (text: string) => textInWordsOfRegion(text, region);
  const about = (perDay: number) => perDay * (0.85 + 0.3 * random.next());
  const resource = (kind: string, item: string, quantity: number) => {
    return {
      id: `${kind}-${item.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      name: words(item),
      quantity,
    };
  };
  const firm = mostly(
    directory.subcontractors.of(firmsByTrade.get(activity.trade)?.[building % 2] ?? ''),
    0.02,
  );
  const location = mostly(directory.locations.of(place.name), 0.015);
  const folder = directory.folders.of(`${block}${work.discipline} › ${place.folder ?? work.name}`);
  const note = activity.note ?? (random.chance(0.1) ? random.pick(sampleTaskNotes) : undefined);
  // Some crews inside the building work a second shift.
  const usualShift = work.where === 'level' && train.number % 5 === 1 ? 'afternoon' : 'day';
  return {
    id,
    externalId: mostly(externalId, 0.04),
    name,
    notes: note && words(note),
    ...calendar.datesOf(step),
    duration,
    keyTask: activity.key,
    shift: index % 40 === 17 ? undefined : (activity.shift ?? usualShift),
    status,
    owner: mostly(directory.users.of(`${building % 4} ${work.discipline} ${train.number % 2}`), 0.03),
    assignedTo:
      firm &&
      (random.chance(0.8) ? [1] : [1, 2]).map((foreman) => directory.users.of(`${firm.id} ${foreman}`)),
    calendar: directory.calendars.of(calendar.type),
    folder,
    package: directory.packages.of(activity.trade),
    parent: { id: `sum-${train.number + 1}`, name: words(`${work.name}, ${place.name}`) },
    subcontractor: firm,
    location,
    labour: mostly(
      undefinedIfEmpty(
        activity.crew.map((crew) => resource('lab', crew.name, roundToWholeQuantity(about(crew.perDay)))),
      ),
      0.03,
    ),
    plant: undefinedIfEmpty(
      activity.plant.map((item) => ({
        ...resource('plt', item, 1),
        category: Object.entries(plantCategoryPatterns).find(([, kind]) => kind.test(item))?.[0] ?? 'General',
      })),
    ),
    materials: undefinedIfEmpty(
      activity.materials.map(({ unit, ...used }) => {
        const material = {
          ...resource('mat', used.name, roundToWholeQuantity(duration * about(used.perDay))),
          unit,
        };
        if (random.chance(0.06)) return material;
        const planned = withDailyPlan(material, calendar.between(step.start, step.finish));
        return addDailyUseToMaterial(planned, { status, through: given.friday }, random);
      }),
    ),
    progress: undefinedIfEmpty(progressOf(step, folder.path, given)),
    workArea: location && random.chance(0.45) ? workArea(location, random) : undefined,
  };
}

/** An area within the part of the drawing that belongs to this location only. */
function workArea(
  { id, name }: NonNullable<SampleTask['location']>,
  random: RandomStream,
): SampleTask['workArea'] {
  const place = Number(id.split('-')[1]);
  const [x, y] = [(place % 25) * 100 + random.int(5, 45), Math.floor(place / 25) * 80 + random.int(5, 35)];
  return { type: 'Feature', bbox: [x, y, x + 40, y + 30], properties: { location: name } };
}

/** Statuses are given in turn, not at random, so that even a project of fifty tasks has every status. */
const statusesByPeriod = parseNameLists(`
ended: complete, started, complete, complete, complete, planned, complete
under way: started, started, delayed, started, blocked, started
this week: promised, blocked, planned, promised, delayed, promised, backlog, promised, planned
soon: planned, planned, backlog, cancelled, planned, planned, planned
later: backlog, planned, backlog
`);

function statusAssigner(friday: number): (task: PlannedTask) => string {
  const counts = new Map<string, number>();
  const deal = (kind: string) => {
    const [statuses = [], count = 0] = [statusesByPeriod.get(kind), counts.get(kind)];
    counts.set(kind, count + 1);
    return statuses[count % statuses.length] ?? kind;
  };
  return ({ train: { steps }, step }) => {
    const { start, finish } = step;
    // Some work of the last two weeks is not complete, unless its train has gone on to the next step.
    const following = steps[steps.indexOf(step) + 1];
    const couldBeOpen = finish > friday - 14 && (following === undefined || following.start >= friday);
    if (finish <= friday) return couldBeOpen ? deal('ended') : 'complete';
    if (start <= friday) return deal('under way');
    if (start < friday + 10) return deal('this week');
    return deal(start < friday + 38 ? 'soon' : 'later');
  };
}

function progressOf(
  { start, finish, calendar }: ActivitySequenceStep,
  folder: string,
  { status, friday, random }: SampleTaskContext,
): SampleProgress[] {
  const worked = calendar.between(Math.max(start, friday - 20), Math.min(finish, friday));
  const date = formatDay(worked.length > 0 ? random.pick(worked) : friday);
  const isLate = status === 'delayed' || (finish <= friday && status !== 'complete');
  const roll = worked.length > 0 ? random.next() : 1;
  if (status === 'blocked' || isLate || roll < 0.15) {
    const reasons = status === 'blocked' ? blockedTaskReasons : delayReasonsIn(folder);
    return [{ name: random.pick(reasons), date, amount: random.int(1, 3), type: 'delay' }];
  }
  if (roll < 0.25) return [{ name: random.pick(improvementReasons), date, amount: 1, type: 'improved' }];
  return roll < 0.6 ? [{ name: 'On schedule', date, amount: 0, type: 'on schedule' }] : [];
}

function predecessorFinder(
  tasks: readonly PlannedTask[],
  random: RandomStream,
): (task: PlannedTask) => readonly SampleRelation[] {
  const byKind = Map.groupBy(tasks, ({ train }) => `${train.building} ${train.work.code}`);
  return ({ train, step: { start, duration, after }, index }) => {
    const before = after && tasks[index - after.back];
    const own = before ? [sampleRelation(before, 'predecessor', after)] : [];
    // The first step of a train usually waits for a task of another train; occasionally a later step does too.
    if (duration === 0 || !random.chance(after ? 0.1 : 0.7)) return own;
    // One such step in fifteen begins before the work that it waits for is planned to end: readiness checks must find
    // that.
    const [first, last] = random.chance(1 / 15) ? [start, start + 3] : [start - 12, start - 1];
    const away = (other: PlannedTask) => Math.abs(other.train.place.level - train.place.level);
    const [nearest] = train.work.waitsFor
      .flatMap((code) => byKind.get(`${train.building} ${code}`) ?? [])
      // A predecessor starts before its successor, so that no cycle can arise.
      .filter(({ step }) => step.finish >= first && step.finish <= last && step.start < start)
      .filter((other) => other.train !== train && other.step.duration > 0 && away(other) <= 6)
      .sort((one, other) => away(one) - away(other));
    return nearest ? [...own, sampleRelation(nearest, 'predecessor', { type: 'finish-start' })] : own;
  };
}
