import { addDays, type Day } from '#base/day.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { type InterpretedPull, type TaskIdRefAndName, taskIdRefAndName } from '#lookahead/tasks/read-task.ts';
import { resourceNeedName } from '#lookahead/tasks/resource-items.ts';
import type { SheetShift } from '#lookahead/tasks/select-tasks.ts';
import { compareNaturally, compareText } from '#lookahead/text/natural-order.ts';
import { roundQuantity } from '#lookahead/text/quantity-text.ts';
import type { Task } from '#planning/contract/resources.ts';
import { dayOfInterpretedDate, type WireDateReader } from '#planning/contract/wire-date.ts';

export type MaterialLine = TaskIdRefAndName & {
  readonly shift: SheetShift;
  readonly subcontractor: string;
  readonly material: string;
  readonly unit: string;
  readonly quantity: number | undefined;
  /** The quantity planned for each day of the window; undefined if the service gives none for the day. */
  readonly plannedPerDay: readonly (number | undefined)[];
  readonly plannedInWindow: number;
  /**
   * Planned after the last counted day (`lastDay`) and before the window, for example on the Saturday after a Friday's
   * report.
   */
  readonly plannedBetween: number;
  readonly plannedAfterwards: number;
  /** The quantity minus everything that is planned for any day. */
  readonly quantityWithoutDay: number | undefined;
  /**
   * The quantity minus what was used up to and including `lastDay` or, if no use is reported, what was planned up to
   * then.
   */
  readonly remainingQuantity: number | undefined;
  /** Sum of the daily plan up to and including `lastDay`. */
  readonly plannedToDate: number;
  readonly actualToDate: number | undefined;
  /** Actual minus planned to date: below 0 is a shortage. */
  readonly difference: number | undefined;
  readonly firstNeeded: Day | undefined;
};

type Daily = NonNullable<NonNullable<Task['materials']>[number]['dailyPlanned']>;

type Context = {
  readonly window: Window;
  readonly lastDay: Day;
  readonly pull: InterpretedPull;
};
type Dated = Context & { readonly days: readonly Day[] };

function byDay(daily: Daily | undefined, readDate: WireDateReader): ReadonlyMap<Day, number> {
  const days = new Map<Day, number>();
  for (const { date, quantity } of daily ?? []) {
    const day = dayOfInterpretedDate(readDate(date));
    if (day !== undefined && quantity !== undefined)
      days.set(day, roundQuantity((days.get(day) ?? 0) + quantity));
  }
  return days;
}

function sumOn(days: ReadonlyMap<Day, number>, isCounted: (day: Day) => boolean): number {
  let sum = 0;
  for (const [day, quantity] of days) if (isCounted(day)) sum += quantity;
  return roundQuantity(sum);
}

function linesOfTask(task: PlannedTask, { days, window, lastDay, pull }: Dated): readonly MaterialLine[] {
  return (pull.byId.get(task.id)?.source.materials ?? []).map((item) => {
    const planned = byDay(item.dailyPlanned, pull.readDate);
    const actual = byDay(item.dailyActual, pull.readDate);
    const isToDate = (day: Day) => day <= lastDay;
    const plannedToDate = sumOn(planned, isToDate);
    const actualToDate = actual.size === 0 ? undefined : sumOn(actual, isToDate);
    const restAfter = (part: number) =>
      item.quantity === undefined ? undefined : roundQuantity(item.quantity - part);
    return {
      ...taskIdRefAndName(task),
      shift: task.shift,
      subcontractor: task.subcontractor?.name ?? '',
      material: resourceNeedName(item),
      unit: firstNonBlank(item.unit),
      quantity: item.quantity,
      plannedPerDay: days.map((day) => planned.get(day)),
      plannedInWindow: sumOn(planned, (day) => window.first <= day && day <= window.last),
      plannedBetween: sumOn(planned, (day) => lastDay < day && day < window.first),
      plannedAfterwards: sumOn(planned, (day) => day > window.last),
      quantityWithoutDay: restAfter(sumOn(planned, () => true)),
      remainingQuantity: restAfter(actualToDate ?? plannedToDate),
      plannedToDate,
      actualToDate,
      difference: actualToDate === undefined ? undefined : roundQuantity(actualToDate - plannedToDate),
      firstNeeded: days.find((day) => (planned.get(day) ?? 0) > 0),
    };
  });
}

/**
 * The call-off list: the materials of all tasks except cancelled ones, sorted by name and unit, then by the first day
 * of the window on which they are needed (those that are not needed in it come last), then in the order of the tasks.
 */
export function materialLines(tasks: readonly PlannedTask[], context: Context): readonly MaterialLine[] {
  const { window } = context;
  const days = Array.from({ length: window.last - window.first + 1 }, (_, index) =>
    addDays(window.first, index),
  );
  const lines = tasks
    .filter((task) => task.status.kind !== 'cancelled')
    .flatMap((task) => linesOfTask(task, { ...context, days }));
  // There are few names and many lines, so only the names are collated; lines are compared by the rank of their name.
  const names = [...new Set(lines.map((line) => line.material))].sort((a, b) =>
    compareNaturally(a.toLowerCase(), b.toLowerCase()),
  );
  const ranks = rankIgnoringCase(names);
  const afterwards = window.last + 1;
  return lines.sort(
    (a, b) =>
      (ranks.get(a.material) ?? 0) - (ranks.get(b.material) ?? 0) ||
      compareText(a.unit.toLowerCase(), b.unit.toLowerCase()) ||
      (a.firstNeeded ?? afterwards) - (b.firstNeeded ?? afterwards),
  );
}

function rankIgnoringCase(names: readonly string[]): ReadonlyMap<string, number> {
  const lowered = [...new Set(names.map((name) => name.toLowerCase()))];
  const places = new Map(lowered.map((name, index) => [name, index]));
  return new Map(names.map((name) => [name, places.get(name.toLowerCase()) ?? 0]));
}
