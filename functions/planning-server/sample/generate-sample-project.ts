import type { Region } from '../../planning/contract/tasks-query.ts';
import { isCalendarDate } from '../calendar-date.ts';
import { regionTimeZones } from '../stores/store.ts';
import { dressTasks } from './dress-tasks.ts';
import { localWords } from './local-words.ts';
import { oddTaskCount, oddTasks } from './odd-tasks.ts';
import { planTrains } from './plan-trains.ts';
import type { SampleProject } from './sample-project.ts';
import { schedule } from './schedule.ts';
import { siteDirectory } from './site-directory.ts';
import { dateOf, dayNumber, isMonday } from './working-days.ts';

export type SampleOptions = {
  readonly seed: number;
  /** How many tasks: 50 to 50,000. */
  readonly tasks: number;
  readonly region: Region;
  readonly projectId: string;
  readonly name: string;
  /** Monday of the coming week, `YYYY-MM-DD`; 2026-11-23 by default. The data date is the Friday before it. */
  readonly week?: string;
};

/**
 * A building project in full swing, with all seven collections: the same for the same options, byte for byte,
 * on any machine. A quarter to a third of its tasks overlap the coming week.
 * @throws RangeError for fewer than 50 or more than 50,000 tasks, or a week that does not begin on a Monday
 */
export function generateSampleProject(options: SampleOptions): SampleProject {
  const { seed, tasks, region, projectId, name, week = '2026-11-23' } = options;
  if (!Number.isInteger(tasks) || tasks < 50 || tasks > 50_000) {
    throw new RangeError(`A sample project has 50 to 50,000 tasks, not ${tasks}.`);
  }
  if (!isCalendarDate(week) || !isMonday(dayNumber(week))) {
    throw new RangeError(`A sample project's week begins on a Monday, YYYY-MM-DD; ${week} is none.`);
  }
  const monday = dayNumber(week);
  const words = localWords(region);
  const prefix = projectId
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toLowerCase())
    .join('');
  const idOf = (at: number) => `${prefix}-${String(at + 1).padStart(6, '0')}`;
  const odd = oddTaskCount(tasks);
  const trains = planTrains({ seed, tasks: tasks - odd.odd - odd.hostile, anchor: monday });
  const directory = siteDirectory(trains, { seed, region, words });
  const dressed = dressTasks(schedule(trains, seed), { directory, seed, monday, words, idOf });
  const { folder, location } = directory.sundries;
  const shared = {
    calendar: directory.calendar('five-day'),
    ...(directory.users[0] ? { owner: directory.users[0] } : {}),
    ...(folder ? { folder } : {}),
    ...(location ? { location } : {}),
  };
  const odds = oddTasks(odd, shared, { first: dressed.length, monday, idOf });
  const { users, subcontractors, folders, packages, calendars, locations } = directory;
  return {
    region,
    projectId,
    name,
    timeZone: regionTimeZones[region],
    week,
    dataDate: dateOf(monday - 3),
    nextTask: tasks + 1,
    collections: {
      users,
      subcontractors,
      folders,
      packages,
      calendars,
      locations,
      tasks: [...dressed, ...odds],
    },
  };
}
