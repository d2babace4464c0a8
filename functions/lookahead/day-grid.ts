import { addDays, type Day, dayFromNumber, isoWeekOf, isWeekend, weekdayOf } from './day.ts';
import type { DayColumn, GridCell } from './lookahead.ts';
import type { PlannedTask } from './planned-task.ts';
import type { Window } from './window.ts';
import { dayParts } from './wording.ts';
import { works } from './working-days.ts';

/** One column a date of the window. */
export function dayColumns(window: Window, today: Day): readonly DayColumn[] {
  return Array.from({ length: window.last - window.first + 1 }, (_, index) => {
    const day = addDays(window.first, index);
    const { weekday, dayOfMonth, month } = dayParts(day);
    return { day, weekday, dayOfMonth, month, weekend: isWeekend(day), today: day === today };
  });
}

/** The days of one calendar week of a window; windows begin on any day, so the first and last may be short. */
export type WeekOfDays = {
  /** ISO week. */
  readonly week: number;
  /** Index of its first day among the window's. */
  readonly from: number;
  readonly days: readonly DayColumn[];
};

/** The window's days week by week, Monday to Sunday. */
export function weeksOf(days: readonly DayColumn[]): readonly WeekOfDays[] {
  const weeks: { week: number; from: number; days: DayColumn[] }[] = [];
  days.forEach((column, index) => {
    const current = weeks.at(-1);
    if (current && weekdayOf(column.day) !== 1) current.days.push(column);
    else weeks.push({ week: isoWeekOf(column.day).week, from: index, days: [column] });
  });
  return weeks;
}

const empty: GridCell = { kind: 'empty' };
const off: GridCell = { kind: 'off' };
const milestone: GridCell = { kind: 'milestone' };

/** Makes the cells of a task's row. Equal cells are one object, for there are as many as tasks times days. */
export function cellMaker(window: Window): (task: Omit<PlannedTask, 'findings'>) => readonly GridCell[] {
  const bars = new Map<number, GridCell>();
  const barOf = (people: number): GridCell => {
    const earlier = bars.get(people);
    if (earlier !== undefined) return earlier;
    const bar: GridCell = { kind: 'bar', people };
    bars.set(people, bar);
    return bar;
  };
  return (task) => {
    const cells: GridCell[] = [];
    const bar = barOf(task.people);
    for (let number = window.first; number <= window.last; number = addDays(number, 1)) {
      cells.push(cellOn(number, task, bar));
    }
    return cells;
  };
}

/** Off days inside a bar carry no work and no labour; a milestone stands on its day whatever the calendar says. */
function cellOn(day: Day, task: Omit<PlannedTask, 'findings'>, bar: GridCell): GridCell {
  const { dates } = task;
  if (dates === undefined || day < dates.start || day > dates.finish) return empty;
  if (task.milestone) return milestone;
  return works(task.worksOn, day) ? bar : off;
}

/** The days of a window that a task works: inside its bar, on its calendar. None for a milestone. */
export function workingDaysIn(
  window: { readonly first: Day; readonly last: Day },
  task: Pick<PlannedTask, 'dates' | 'milestone' | 'worksOn'>,
): readonly Day[] {
  if (task.dates === undefined || task.milestone) return [];
  const days: Day[] = [];
  const last = Math.min(window.last, task.dates.finish);
  for (let number: number = Math.max(window.first, task.dates.start); number <= last; number += 1) {
    const day = dayFromNumber(number);
    if (works(task.worksOn, day)) days.push(day);
  }
  return days;
}
