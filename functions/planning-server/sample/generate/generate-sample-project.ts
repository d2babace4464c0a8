import { weekdayOf } from '#base/day.ts';
import type { Region } from '#planning/contract/tasks-query.ts';
import { isCalendarDate } from '#planning-server/local-date.ts';
import { isClosed } from '#planning-server/sample/model/closed-days.ts';
import type { SampleProject, SampleTask } from '#planning-server/sample/model/sample-project.ts';
import { withSuccessors } from '#planning-server/sample/model/sample-relations.ts';
import {
  dateOf,
  dayNumber,
  type WorksOn,
  withClosedDays,
  workingDayFrom,
} from '#planning-server/sample/model/sample-working-days.ts';
import {
  hostileTasks,
  localWords,
  type OddTask,
  oddTasks,
} from '#planning-server/sample/vocabulary/vocabulary.ts';
import { regionTimeZones } from '#planning-server/versions/version.ts';
import { scheduleTrains, spreadOver } from './schedule-trains.ts';
import { siteDirectory } from './site-directory.ts';
import { detailedTasks, tasksOfTrains } from './task-details.ts';

export type SampleOptions = {
  readonly seed: number;
  /** 10 to 50,000. */
  readonly tasks: number;
  readonly region: Region;
  readonly projectId: string;
  readonly name: string;
  /** Monday of the coming week, `YYYY-MM-DD`. The data date is the Friday before it. @default 2026-11-23 */
  readonly week?: string;
  /** Weeks after the coming one with as much work as it, for a project that is advanced. @default 0 */
  readonly weeks?: number;
  /** The week in which the tasks with odd dates stand: 0 is the coming one. @default 0 */
  readonly oddWeek?: number;
};

export const sampleProjects = [
  { region: 'gb', projectId: 'riverside-tower', name: 'Riverside Tower', seed: 1 },
  { region: 'au', projectId: 'harbour-quay', name: 'Harbour Quay', seed: 2 },
] as const;

/**
 * A building project under way, with all seven collections. The same options give the same project, byte for byte, on
 * any machine. A quarter to a third of its tasks overlap the coming week, fewer if `weeks` follow it.
 * @throws RangeError for fewer than 10 or more than 50,000 tasks, or a week that does not begin on a Monday
 */
export function generateSampleProject(options: SampleOptions): SampleProject {
  const { seed, tasks, region, projectId, name, week = '2026-11-23', weeks = 0, oddWeek = 0 } = options;
  if (!Number.isInteger(tasks) || tasks < 10 || tasks > 50_000) {
    throw new RangeError(`A sample project has 10 to 50,000 tasks, not ${tasks}.`);
  }
  if (!isCalendarDate(week) || weekdayOf(dayNumber(week)) !== 1) {
    throw new RangeError(`A sample project's week begins on a Monday, YYYY-MM-DD; ${week} is not one.`);
  }
  const monday = dayNumber(week);
  const words = localWords(region);
  const prefix = projectId
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toLowerCase())
    .join('');
  const idOf = (position: number) => `${prefix}-${String(position + 1).padStart(6, '0')}`;
  const odd = oddTasksFor(tasks);
  const trains = scheduleTrains({ seed, region, tasks: tasks - odd.length, monday, weeks });
  const directory = siteDirectory({ region, words, trains: trains.length / spreadOver(weeks) });
  const scheduled = tasksOfTrains(trains, { words, idOf });
  const planned = withSuccessors(detailedTasks(scheduled, { directory, seed, monday, region, weeks, words }));
  const shared = directory.siteWide();
  const oddTasks = odd.map((each, index) => ({
    id: idOf(planned.length + index),
    ...oddSampleTask(each, {
      number: index + 1,
      monday: monday + 7 * oddWeek,
      isOpen: (day) => !isClosed(day, region),
      shared,
    }),
  }));
  return {
    region,
    projectId,
    name,
    timeZone: regionTimeZones[region],
    week,
    dataDate: dateOf(monday - 3),
    nextTask: tasks + 1,
    collections: {
      ...directory.lists(),
      tasks: [...planned, ...oddTasks].map((task) => withClosedDays(task, region)),
    },
  };
}

/** Tasks with odd dates and words, and with hostile names: about one in ten of a small project. */
function oddTasksFor(taskCount: number): readonly OddTask[] {
  return [
    ...oddTasks.slice(0, Math.floor(taskCount / 16)),
    ...hostileTasks.slice(0, Math.floor(taskCount / 25)),
  ];
}

/**
 * @param monday day number of the Monday of the week that they stand in
 * @param isOpen whether the site is; a date moves on to a day on which it is
 * @param shared properties of all of them: calendar, owner, folder, location
 */
function oddSampleTask(
  { start, finish, people, ...odd }: OddTask,
  { number, monday, isOpen, shared }: OddWeek & { number: number; shared: Omit<SampleTask, 'id'> },
): Omit<SampleTask, 'id'> {
  return {
    externalId: `X${1000 + number * 10}`,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    ...shared,
    ...odd,
    start: dateText(start, { monday, isOpen }),
    finish: dateText(finish, { monday, isOpen }),
    labour: people ? [{ id: 'lab-labourers', name: 'Labourers', quantity: people }] : undefined,
  };
}

type OddWeek = { readonly monday: number; readonly isOpen: WorksOn };

function dateText(date: OddTask['start'], { monday, isOpen }: OddWeek): string | undefined {
  const dateAfter = (days: number) => dateOf(workingDayFrom(monday + days, isOpen));
  if (typeof date === 'number') return dateAfter(date);
  return date?.replace(/^(\d+)T/, (_, days) => `${dateAfter(Number(days))}T`);
}
