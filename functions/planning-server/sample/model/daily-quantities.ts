import type { Random } from './random.ts';
import type { DailyQuantity, SampleMaterial } from './sample-project.ts';
import { dateOf } from './sample-working-days.ts';

/** Rounded to half tonnes or to whole units, and never 0. */
export function rounded(quantity: number, unit: string): number {
  const step = unit === 't' ? 0.5 : 1;
  return Math.max(step, Math.round(quantity / step) * step);
}

export function spread(total: number, days: readonly number[], unit: string): DailyQuantity[] {
  const share = rounded(total / Math.max(1, days.length), unit);
  return days.map((day, index) => {
    const isLast = index === days.length - 1;
    return { date: dateOf(day), quantity: isLast ? Math.max(0, total - share * index) : share };
  });
}

/**
 * Quantities used on the planned days after one date, up to and including another: close to the plan for complete work,
 * less for work under way.
 * @param range dates, `YYYY-MM-DD`
 */
export function dailyActual(
  { dailyPlanned = [], unit }: Pick<SampleMaterial, 'dailyPlanned' | 'unit'>,
  range: { readonly after: string; readonly through: string; readonly complete: boolean },
  random: Random,
): DailyQuantity[] {
  const minShare = range.complete ? 0.92 : 0.7;
  return dailyPlanned
    .filter(({ date }) => date > range.after && date <= range.through)
    .map(({ date, quantity }) => ({
      date,
      quantity: rounded(quantity * (minShare + 0.18 * random.next()), unit),
    }));
}
