import type { Task } from '../../planning/contract/resources.ts';
import { addDays, type Day } from '../dates/day.ts';
import type { Window } from '../dates/window.ts';
import { type DateReader, dayIn } from '../dates/wire-date.ts';
import { needName } from '../tasks/needs.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import { firstShown } from '../text/clean-text.ts';
import { compareNaturally } from '../text/natural-order.ts';
import { tidy } from '../text/wording.ts';
import type { MaterialLine } from './resources.ts';

type Daily = NonNullable<NonNullable<Task['materials']>[number]['dailyPlanned']>;

type Context = { readonly window: Window; readonly today: Day; readonly readDate: DateReader };
type Dated = Context & { readonly days: readonly Day[] };

/** Quantities by day; figures without a readable date or a quantity say nothing. */
function byDay(daily: Daily | undefined, readDate: DateReader): ReadonlyMap<Day, number> {
  const days = new Map<Day, number>();
  for (const { date, quantity } of daily ?? []) {
    const day = dayIn(readDate(date));
    if (day !== undefined && quantity !== undefined) days.set(day, tidy((days.get(day) ?? 0) + quantity));
  }
  return days;
}

function sumTo(last: Day, days: ReadonlyMap<Day, number>): number {
  let sum = 0;
  for (const [day, quantity] of days) if (day <= last) sum += quantity;
  return tidy(sum);
}

function linesOf(task: PlannedTask, context: Dated): readonly MaterialLine[] {
  const { days, today, readDate } = context;
  return (task.source.materials ?? []).map((item) => {
    const planned = byDay(item.dailyPlanned, readDate);
    const actual = byDay(item.dailyActual, readDate);
    const plannedToDate = sumTo(today, planned);
    const actualToDate = actual.size === 0 ? undefined : sumTo(today, actual);
    return {
      taskId: task.id,
      taskRef: task.ref,
      taskName: task.name,
      shift: task.shift,
      subcontractor: task.subcontractor?.name ?? '',
      material: needName(item),
      unit: firstShown(item.unit),
      quantity: item.quantity,
      plannedPerDay: days.map((day) => planned.get(day)),
      plannedInWindow: tidy(days.reduce((sum, day) => sum + (planned.get(day) ?? 0), 0)),
      plannedToDate,
      actualToDate,
      difference: actualToDate === undefined ? undefined : tidy(actualToDate - plannedToDate),
      firstNeeded: days.find((day) => (planned.get(day) ?? 0) > 0),
    };
  });
}

/**
 * The call-off list: the materials of all tasks but cancelled ones, by name, then by the day first needed, then
 * in the tasks' own order.
 */
export function materialLines(tasks: readonly PlannedTask[], context: Context): readonly MaterialLine[] {
  const { window } = context;
  const days = Array.from({ length: window.last - window.first + 1 }, (_, index) =>
    addDays(window.first, index),
  );
  const lines = tasks
    .filter((task) => task.status.kind !== 'cancelled')
    .flatMap((task) => linesOf(task, { ...context, days }));
  // Names are few and lines are many, so names are ordered once and lines by their numbers.
  const names = [...new Set(lines.map((line) => line.material))].sort((a, b) =>
    compareNaturally(a.toLowerCase(), b.toLowerCase()),
  );
  const ranks = rankIgnoringCase(names);
  const afterwards = window.last + 1;
  return lines.sort(
    (a, b) =>
      (ranks.get(a.material) ?? 0) - (ranks.get(b.material) ?? 0) ||
      (a.firstNeeded ?? afterwards) - (b.firstNeeded ?? afterwards),
  );
}

/** Numbers sorted names, one number for those that differ in case alone. */
function rankIgnoringCase(names: readonly string[]): ReadonlyMap<string, number> {
  const lowered = [...new Set(names.map((name) => name.toLowerCase()))];
  const places = new Map(lowered.map((name, index) => [name, index]));
  return new Map(names.map((name) => [name, places.get(name.toLowerCase()) ?? 0]));
}
