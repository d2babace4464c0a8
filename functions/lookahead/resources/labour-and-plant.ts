import { shortListText } from '#base/text/one-line.ts';
import { isWorkingDay } from '#lookahead/dates/working-days.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import { type ShiftTasks, tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { type ResourceNeed, resourceItemText } from '#lookahead/tasks/resource-items.ts';
import { type SheetShift, shiftName } from '#lookahead/tasks/select-tasks.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import { peopleNotCountedText, roundQuantity } from '#lookahead/text/quantity-text.ts';

/** Maximum number of resources that a heading names; the others are counted. */
const maxNamedResources = 4;

export type ResourceLine = {
  readonly name: string;
  /** Set for plant only. */
  readonly category: string | undefined;
  readonly perDay: readonly number[];
  readonly total: number;
  /** The tasks whose people or plant the line counts, in the order of the shift sheets. */
  readonly tasks: readonly PlannedTask[];
};

type Plan = {
  readonly shifts: readonly (ShiftTasks & { readonly shift: SheetShift })[];
};
type Use = { readonly task: PlannedTask; readonly need: ResourceNeed };

const noSubcontractor = '(no subcontractor)';
const noPlace = '(no place)';

/** Who is on site on each day, over all shifts: one line for each subcontractor who has people at work, by name. */
export function peopleLinesBySubcontractor(plan: Plan): readonly ResourceLine[] {
  return peopleBy(plan, ({ task }) => task.subcontractor?.name ?? noSubcontractor);
}

/**
 * The places at which people work on each day, over all shifts: one line for each location with people at work, by
 * name.
 */
export function peopleLinesByPlace(plan: Plan): readonly ResourceLine[] {
  return peopleBy(plan, ({ task }) => task.location?.name ?? noPlace);
}

export function peopleLinesByTrade(plan: Plan): readonly ResourceLine[] {
  return peopleBy(plan, needNameWithShift(plan));
}

export function plantLinesByKind(plan: Plan): readonly ResourceLine[] {
  return sumLines(usesOf(plan, 'plant'), needNameWithShift(plan));
}

function peopleBy(plan: Plan, nameOf: (use: Use) => string): readonly ResourceLine[] {
  return sumLines(
    usesOf(plan, 'labour').filter(({ need }) => need.quantity !== 0),
    nameOf,
  );
}

/** `Fixers, night shift`; without the shift if the report has only one. */
function needNameWithShift({ shifts }: Plan): (use: Use) => string {
  return ({ task, need }) =>
    shifts.length > 1 ? `${need.name}, ${shiftName(task.shift).toLowerCase()}` : need.name;
}

/** Complete tasks count as planned; cancelled ones and milestones use neither people nor plant. */
function usesOf({ shifts }: Plan, kind: 'labour' | 'plant'): readonly Use[] {
  return shifts
    .flatMap(tasksOfShift)
    .filter(({ status, cells }) => status.kind !== 'cancelled' && cells.some(({ kind }) => kind === 'bar'))
    .flatMap((task) => task[kind].map((need) => ({ task, need })));
}

/**
 * A quantity counts on every working day of the bar (open point of the contract: its unit is not shown). Names that
 * differ only in case are one line, in the first spelling; the line of `noSubcontractor` or `noPlace` comes last.
 */
function sumLines(uses: readonly Use[], nameOf: (use: Use) => string): readonly ResourceLine[] {
  const isUnnamed = ({ name }: ResourceLine) => name === noSubcontractor || name === noPlace;
  return [...Map.groupBy(uses, (use) => nameOf(use).toLowerCase()).values()]
    .flatMap((own) => (own[0] === undefined ? [] : [sumLine(nameOf(own[0]), own)]))
    .sort((a, b) => Number(isUnnamed(a)) - Number(isUnnamed(b)) || compareNaturally(a.name, b.name));
}

function sumLine(name: string, uses: readonly Use[]): ResourceLine {
  const perDay: number[] = [];
  for (const { task, need } of uses)
    task.cells.forEach((cell, day) => {
      perDay[day] = (perDay[day] ?? 0) + (cell.kind === 'bar' ? need.quantity : 0);
    });
  return {
    name,
    category: uses.find(({ need }) => need.category !== undefined)?.need.category,
    perDay: perDay.map(roundQuantity),
    total: roundQuantity(perDay.reduce((sum, each) => sum + each, 0)),
    tasks: [...new Set(uses.map(({ task }) => task))],
  };
}

type Shifts = readonly ShiftTasks[];

/**
 * The tasks carried over from before the window. The plan does not show on which days their people and plant come, so
 * the lines of people and plant (`ResourceLine`) do not count them.
 */
function carriedOver(shifts: Shifts): readonly PlannedTask[] {
  return shifts.flatMap(tasksOfShift).filter(({ cells }) => cells[0]?.kind === 'carried');
}

export function uncountedPeopleText(shifts: Shifts): string {
  const tasks = carriedOver(shifts);
  return peopleNotCountedText(roundQuantity(tasks.reduce((sum, task) => sum + task.people, 0)), tasks.length);
}

/**
 * The people of tasks carried over, each on the first day of the window on which the task's calendar works: they can be
 * on site from that day on.
 */
export function carriedOverPeoplePerDay(shifts: Shifts, days: readonly DayColumn[]): readonly number[] {
  const perDay = days.map(() => 0);
  for (const { people, worksOn } of carriedOver(shifts)) {
    const first = days.findIndex(({ day }) => isWorkingDay(worksOn, day));
    if (first !== -1) perDay[first] = roundQuantity((perDay[first] ?? 0) + people);
  }
  return perDay;
}

/**
 * `not counted, for tasks carried over: 1 × Mobile crane 80 t, 2 × Goods hoist`; empty if these tasks need no plant.
 * Names come last, because the end of a long line is cut off.
 */
export function carriedOverPlantText(shifts: Shifts): string {
  const needs = new Map<string, ResourceNeed>();
  for (const need of carriedOver(shifts).flatMap(({ milestone, plant }) => (milestone ? [] : plant))) {
    const key = need.name.toLowerCase();
    const sum = needs.get(key) ?? { ...need, quantity: 0 };
    needs.set(key, { ...sum, quantity: roundQuantity(sum.quantity + need.quantity) });
  }
  const names = Array.from(needs.values(), (need) =>
    resourceItemText({ ...need, quantity: need.quantity || undefined }),
  );
  return names.length === 0
    ? ''
    : `not counted, for tasks carried over: ${shortListText(names, maxNamedResources)}`;
}
