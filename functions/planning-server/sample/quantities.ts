/** Daily figures of materials. */
import { formatDay } from '#base/day.ts';
import type { RandomStream } from './random.ts';
import type { SampleMaterial } from './sample-project.ts';

/** A whole quantity of at least 1. */
export function roundToWholeQuantity(quantity: number): number {
  return Math.max(1, Math.round(quantity));
}

/** Plans equal whole quantities from the first day on, and the rest for the last day. */
export function withDailyPlan(material: SampleMaterial, days: readonly number[]): SampleMaterial {
  const share = roundToWholeQuantity(material.quantity / Math.max(1, days.length));
  const dailyPlanned = days.map((day, index) => {
    const rest = Math.max(0, material.quantity - share * index);
    return { date: formatDay(day), quantity: index === days.length - 1 ? rest : Math.min(share, rest) };
  });
  return { ...material, dailyPlanned };
}

/**
 * Reports what was used on the planned days after the last report, up to and including the day `through`: close to the
 * plan for complete work, less for work under way, nothing for other work. Earlier reports do not change.
 */
export function addDailyUseToMaterial(
  material: SampleMaterial,
  { status, through }: { readonly status: string; readonly through: number },
  random: RandomStream,
): SampleMaterial {
  const { dailyPlanned, dailyActual = [] } = material;
  const minShare = { complete: 0.92, started: 0.7 }[status];
  if (dailyPlanned === undefined || minShare === undefined) return material;
  const [last = '', end] = [dailyActual.at(-1)?.date, formatDay(through)];
  const used = dailyPlanned
    .filter(({ date }) => date > last && date <= end)
    .map(({ date, quantity }) => ({
      date,
      quantity: roundToWholeQuantity(quantity * (minShare + 0.18 * random.next())),
    }));
  return { ...material, dailyActual: [...dailyActual, ...used] };
}
