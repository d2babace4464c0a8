/** Material quantities by day: planned and used. */
import type { Random } from './random.ts';
import type { DailyQuantity, SampleMaterial } from './sample-project.ts';
import { dateOf } from './working-days.ts';

/** Rounded to half tonnes or to whole units, and never 0. */
function rounded(quantity: number, unit: string): number {
  const step = unit === 't' ? 0.5 : 1;
  return Math.max(step, Math.round(quantity / step) * step);
}

export function totalOf(days: readonly DailyQuantity[]): number {
  return days.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** About `perDay` on each of the days, give or take 15%. */
export function dailyPlan(
  days: readonly number[],
  { perDay, unit }: { readonly perDay: number; readonly unit: string },
  random: Random,
): DailyQuantity[] {
  return days.map((day) => ({
    date: dateOf(day),
    quantity: rounded(perDay * (0.85 + 0.3 * random.next()), unit),
  }));
}

/** The same total, spread evenly over other days. */
export function spread(total: number, days: readonly number[], unit: string): DailyQuantity[] {
  const share = rounded(total / Math.max(1, days.length), unit);
  return days.map((day, index) => {
    const isLast = index === days.length - 1;
    return { date: dateOf(day), quantity: isLast ? Math.max(0, total - share * index) : share };
  });
}

/**
 * The quantities used on the planned days up to and including a date: close to the plan for complete work, less for
 * work under way.
 * @param through `YYYY-MM-DD`
 */
export function dailyActual(
  material: Pick<SampleMaterial, 'dailyPlanned' | 'unit'>,
  { through, pace }: { readonly through: string; readonly pace: 'complete' | 'under way' },
  random: Random,
): DailyQuantity[] {
  const minShare = pace === 'complete' ? 0.92 : 0.7;
  return (material.dailyPlanned ?? [])
    .filter(({ date }) => date <= through)
    .map(({ date, quantity }) => ({
      date,
      quantity: rounded(quantity * (minShare + 0.18 * random.next()), material.unit),
    }));
}
