/** A sample project as it would be in a planning tool: with times, calendars, hours and its own ids. */

import { addDaysToIsoDate, parseDay } from '#base/day.ts';
import { type CalendarType, calendarTypes } from '#planning/contract/known-words.ts';
import { type Shift, shifts } from '#planning/contract/tasks-query.ts';
import { isWeekdayWorkedByType } from '#planning-server/sample/calendar.ts';
import type { SampleFolder, SampleProject, SampleTask } from '#planning-server/sample/sample-project.ts';

type Hours = { readonly from: string; readonly to: string };

export type WrittenCalendar = {
  readonly number: number;
  readonly name: string;
  readonly hoursPerDay: number;
  /** Working hours of Monday to Sunday; a night is written in two parts, before and after midnight. */
  readonly week: readonly (readonly Hours[])[];
};

export type WrittenActivity = {
  readonly number: number;
  /** The generated task that this activity is made from. */
  readonly task: SampleTask & { readonly shift: Shift };
  readonly calendar: WrittenCalendar;
  /** `YYYY-MM-DD` and `HH:mm`. */
  readonly start: readonly [string, string];
  readonly finish: readonly [string, string];
  readonly milestone: boolean;
  readonly durationHours: number;
  readonly folder: (SampleFolder & { readonly number: number }) | undefined;
  /** Hours of each unit, such as a person, in the whole task. */
  readonly hoursEach: number;
  readonly predecessors: readonly {
    readonly number: number;
    readonly type: string;
    readonly lagHours: number;
  }[];
};

type WrittenResource = {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly kind: 'labour' | 'plant' | 'materials';
  readonly unit: string | undefined;
};

export type SampleProgramme = {
  readonly name: string;
  readonly dataDate: string;
  readonly calendars: readonly WrittenCalendar[];
  readonly folders: readonly (SampleFolder & { readonly number: number })[];
  readonly activities: readonly WrittenActivity[];
  readonly resources: readonly WrittenResource[];
};

/** Working hours of each shift. */
const shiftHours: Readonly<Record<Shift, { readonly hours: readonly Hours[]; readonly perDay: number }>> = {
  day: {
    hours: [
      { from: '08:00', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ],
    perDay: 8,
  },
  afternoon: { hours: [{ from: '14:00', to: '22:00' }], perDay: 8 },
  night: { hours: [{ from: '19:00', to: '05:00' }], perDay: 10 },
  '24hr': { hours: [{ from: '00:00', to: '24:00' }], perDay: 24 },
};
const weekdaysOf: Readonly<Record<CalendarType, number>> = { 'five-day': 5, 'six-day': 6, 'seven-day': 7 };

/**
 * The tasks of the project that a planning tool can hold: with a start, a finish that is not before it, one of the four
 * shifts, and a working day in the task's calendar. Only a few unusual tasks are left out.
 */
export function sampleProgramme(project: SampleProject): SampleProgramme {
  const calendars = writtenCalendars();
  const folders = project.collections.folders.map((folder, index) => ({ ...folder, number: 2000 + index }));
  const tasks = project.collections.tasks.filter(isWritable);
  const folderById = new Map(folders.map((folder) => [folder.id, folder]));
  const numbers = new Map(tasks.map(({ id }, index) => [id, 100_000 + index]));
  const byTask = new Map(tasks.map((task) => [task.id, task]));
  const calendarOf = ({ calendar, shift }: SampleTask) =>
    calendars.get(`${calendar?.type ?? 'five-day'} ${shift}`) ?? [...calendars.values()][0];
  return {
    name: project.name,
    dataDate: project.dataDate,
    calendars: [...calendars.values()],
    folders,
    resources: resourcesOf(tasks),
    activities: tasks.flatMap((task): WrittenActivity[] => {
      const calendar = calendarOf(task);
      const { start = '', finish = '', duration = 0 } = task;
      const { hours } = shiftHours[task.shift];
      if (calendar === undefined) return [];
      const milestone = duration === 0;
      const lastHour = hours.at(-1)?.to ?? '';
      const overMidnight = lastHour < (hours[0]?.from ?? '') || lastHour === '24:00';
      return [
        {
          number: numbers.get(task.id) ?? 0,
          task,
          calendar,
          start: [start, hours[0]?.from ?? ''],
          finish: milestone
            ? [start, hours[0]?.from ?? '']
            : [
                overMidnight ? addDaysToIsoDate(finish, 1) : finish,
                lastHour === '24:00' ? '00:00' : lastHour,
              ],
          milestone,
          durationHours: duration * calendar.hoursPerDay,
          folder: folderById.get(task.folder?.id ?? ''),
          hoursEach: workingDaysOf(task) * calendar.hoursPerDay,
          predecessors: (task.relatedTasks ?? []).flatMap(({ id, relation, type, lag }) => {
            const number = numbers.get(id);
            const other = byTask.get(id);
            if (relation !== 'predecessor' || number === undefined || other === undefined) return [];
            return [{ number, type, lagHours: lag * (calendarOf(other)?.hoursPerDay ?? 8) }];
          }),
        },
      ];
    }),
  };
}

function writtenCalendars(): ReadonlyMap<string, WrittenCalendar> {
  const calendars = new Map<string, WrittenCalendar>();
  for (const type of calendarTypes) {
    for (const shift of shifts) {
      const { hours, perDay } = shiftHours[shift];
      const worked = Array.from({ length: 7 }, (_, weekday) => weekday < weekdaysOf[type]);
      calendars.set(`${type} ${shift}`, {
        number: 500 + calendars.size,
        name: `${type} ${shift}`,
        hoursPerDay: perDay,
        week: worked.map((works, weekday) => [
          ...(worked.at(weekday - 1) ? hours.filter(isNight).map(({ to }) => ({ from: '00:00', to })) : []),
          ...(works ? hours.map((range) => (isNight(range) ? { ...range, to: '00:00' } : range)) : []),
        ]),
      });
    }
  }
  return calendars;
}

function isNight({ from, to }: Hours): boolean {
  return to < from;
}

function workingDaysOf({ start = '', finish = '', calendar }: SampleTask): number {
  const type = calendarTypes.find((each) => each === calendar?.type) ?? 'five-day';
  const [first, last] = [parseDay(start) ?? 0, parseDay(finish) ?? 0];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((day) =>
    isWeekdayWorkedByType(type, day),
  ).length;
}

function isWritable(task: SampleTask): task is WrittenActivity['task'] {
  const { start = '', finish = '', shift } = task;
  const date = /^\d{4}-\d\d-\d\d$/;
  const known = shifts.some((each) => each === shift);
  return known && date.test(start) && date.test(finish) && start <= finish && workingDaysOf(task) > 0;
}

function resourcesOf(tasks: readonly SampleTask[]): readonly WrittenResource[] {
  const found = new Map<string, WrittenResource>();
  const add = (item: Omit<WrittenResource, 'number'>) => {
    if (!found.has(item.id)) found.set(item.id, { ...item, number: 7000 + found.size });
  };
  for (const { labour = [], plant = [], materials = [] } of tasks) {
    for (const { id, name } of labour) add({ id, name, kind: 'labour', unit: undefined });
    for (const { id, name } of plant) add({ id, name, kind: 'plant', unit: undefined });
    for (const { id, name, unit } of materials) add({ id, name, kind: 'materials', unit });
  }
  return [...found.values()];
}
