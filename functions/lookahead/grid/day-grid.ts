import { addDays, type Day, dayFromNumber, isoWeekOf, isWeekend, weekdayOf } from '../dates/day.ts';
import type { Window } from '../dates/window.ts';
import { works } from '../dates/working-days.ts';
import type { DayColumn, DayKind, GridCell, GridContent } from '../lookahead.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import { dateText, dayParts } from '../text/wording.ts';

/** One column a date of the window. */
export function dayColumns(window: Window, today: Day): readonly DayColumn[] {
  return Array.from({ length: window.last - window.first + 1 }, (_, index) => {
    const day = addDays(window.first, index);
    const { weekday, dayOfMonth, month } = dayParts(day);
    return { day, weekday, dayOfMonth, month, kind: kindOf(day, today) };
  });
}

function kindOf(day: Day, today: Day): DayKind {
  if (day === today) return 'today';
  return isWeekend(day) ? 'weekend' : 'weekday';
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

/** The ways to name a week over its days, the longest first: `Week 48 · 23 Nov – 29 Nov`, `Week 48 · 23 Nov`, `W 48`. */
export function weekForms({ week, days }: WeekOfDays): readonly [string, ...string[]] {
  const [first] = days;
  const last = days.at(-1);
  const short = `W ${week}`;
  if (first === undefined || last === undefined) return [short];
  const named = `Week ${week} · ${dateText(first.day)}`;
  return [`${named} – ${dateText(last.day)}`, named, short];
}

/** A cell inside the window, and as it is at the edges that its task's dates go beyond. */
type AtEdges = Readonly<Record<'inside' | 'before' | 'after' | 'both', GridCell>>;

function atEdges(content: GridContent): AtEdges {
  return {
    inside: { ...content, before: false, after: false },
    before: { ...content, before: true, after: false },
    after: { ...content, before: false, after: true },
    both: { ...content, before: true, after: true },
  };
}

const empty = atEdges({ kind: 'empty' });
const off = atEdges({ kind: 'off' });
const milestone = atEdges({ kind: 'milestone' });

type GridTask = Pick<PlannedTask, 'dates' | 'milestone' | 'worksOn' | 'status' | 'people'>;

/** Makes the cells of a task's row. Equal cells are one object, for there are as many as tasks times days. */
export function cellMaker(window: Window): (task: GridTask) => readonly GridCell[] {
  const bars = new Map<string, AtEdges>();
  const barOf = ({ status: { kind: status, letter }, people }: GridTask): AtEdges => {
    const key = `${status} ${letter} ${people}`;
    const earlier = bars.get(key);
    if (earlier !== undefined) return earlier;
    const bar = atEdges({ kind: 'bar', status, letter, people });
    bars.set(key, bar);
    return bar;
  };
  return (task) => {
    const cells: GridCell[] = [];
    const bar = barOf(task);
    for (let day = window.first; day <= window.last; day = addDays(day, 1)) {
      cells.push(cellOn(day, task, bar)[edgeOn(day, task, window)]);
    }
    return cells;
  };
}

/** Off days inside a bar carry no work and no labour; a milestone stands on its day whatever the calendar says. */
function cellOn(day: Day, task: GridTask, bar: AtEdges): AtEdges {
  const { dates } = task;
  if (dates === undefined || day < dates.start || day > dates.finish) return empty;
  if (task.milestone) return milestone;
  return works(task.worksOn, day) ? bar : off;
}

/** The first and last day tell of dates beyond them, also where the task has no work on the day itself. */
function edgeOn(day: Day, { dates }: GridTask, { first, last }: Window): keyof AtEdges {
  if (dates === undefined) return 'inside';
  const before = day === first && dates.start < first;
  const after = day === last && dates.finish > last;
  if (before) return after ? 'both' : 'before';
  return after ? 'after' : 'inside';
}

/** Whether the day counts as one of the task's: its bar or its milestone is on it. */
export function isAtWork({ kind }: GridCell): boolean {
  return kind === 'bar' || kind === 'milestone';
}

/** People that the day takes. */
export function peopleOn(cell: GridCell): number {
  return cell.kind === 'bar' ? cell.people : 0;
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
