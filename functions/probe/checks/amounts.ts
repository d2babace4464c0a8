import { type Finding, holdsIf, notSeen } from '../finding.ts';
import type { ProbedProject } from '../probed-project.ts';

const maxCrew = 200;
const maxGrowth = 3;

/** A total grows with the duration of its task; what is needed per day does not. */
export function findPerDay(property: 'labour' | 'plant') {
  return async ({ tasks }: ProbedProject): Promise<Finding> => {
    const { items } = await tasks();
    const quantities = (isMeant: (days: number) => boolean) =>
      items
        .filter(({ duration = 0 }) => isMeant(duration))
        .flatMap((task) => task[property] ?? [])
        .flatMap(({ quantity }) => quantity ?? []);
    const all = quantities(() => true);
    if (all.length === 0) return notSeen('no quantities');
    const range = `from ${all.reduce((low, each) => Math.min(low, each))} to ${all.reduce((high, each) => Math.max(high, each))}`;
    const isOdd = all.some((quantity) => quantity > maxCrew || quantity < 0);
    const short = mean(quantities((days) => days > 0 && days <= 2));
    const long = mean(quantities((days) => days >= 5));
    if (short === undefined || long === undefined) {
      return isOdd ? holdsIf(false, range) : notSeen('no short and long tasks to compare');
    }
    const means = `${short.toFixed(1)} where short, ${long.toFixed(1)} where 5 days or more`;
    return holdsIf(!isOdd && long <= short * maxGrowth, `${range}; ${means}`);
  };
}

function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
