/** Who is on site on each day: people of each subcontractor, over all shifts. For gates, welfare and inductions. */
import { peopleOn } from '../grid/cells.ts';
import { type ShiftPlan, tasksOf } from '../grid/shift-plan.ts';
import { compareNaturally } from '../text/natural-order.ts';
import { roundQuantity } from '../text/quantity-text.ts';

export type PeopleLine = {
  /** `(no subcontractor)` where a task names none; such a line is the last. */
  readonly name: string;
  readonly perDay: readonly number[];
  readonly total: number;
};

const nobody = '(no subcontractor)';

/** One line for each subcontractor who has people at work, by name. */
export function peopleBySubcontractor(shifts: readonly ShiftPlan[]): readonly PeopleLine[] {
  const perDay = new Map<string, number[]>();
  for (const { cells, people, subcontractor } of shifts.flatMap(tasksOf)) {
    if (people === 0) continue;
    const name = subcontractor?.name ?? nobody;
    const sums = perDay.get(name) ?? new Array<number>(cells.length).fill(0);
    perDay.set(name, sums);
    cells.forEach((cell, day) => {
      sums[day] = (sums[day] ?? 0) + peopleOn(cell);
    });
  }
  return [...perDay]
    .map(([name, sums]) => ({
      name,
      perDay: sums.map(roundQuantity),
      total: roundQuantity(sums.reduce((sum, people) => sum + people, 0)),
    }))
    .filter(({ total }) => total !== 0)
    .sort(
      (a, b) => Number(a.name === nobody) - Number(b.name === nobody) || compareNaturally(a.name, b.name),
    );
}
