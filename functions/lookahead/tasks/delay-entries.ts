import type { Day } from '#base/day.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import { roundQuantity } from '#lookahead/text/quantity-text.ts';
import { parseProgressTrend } from '#planning/contract/known-words.ts';
import type { Task } from '#planning/contract/resources.ts';
import { dayOfInterpretedDate, type WireDateReader } from '#planning/contract/wire-date.ts';

/** Open point of the contract: `delay` is the only type of progress it shows; other types are not delays. */
export function isDelay(entry: { readonly type?: string | undefined }): boolean {
  return parseProgressTrend(entry.type) === 'delay';
}

export type TaskDelay = {
  readonly day: Day | undefined;
  /** Working days lost, signed; undefined if the service gives none. */
  readonly amount: number | undefined;
  readonly reason: string;
};

const noDelays: readonly TaskDelay[] = [];

export function readDelays({ progress = [] }: Task, readDate: WireDateReader): readonly TaskDelay[] {
  const delays = progress.filter(isDelay);
  if (delays.length === 0) return noDelays;
  return delays.map(({ date, amount, name }) => ({
    day: dayOfInterpretedDate(readDate(date)),
    amount,
    reason: firstNonBlank(name),
  }));
}

export function lastDelayReason(delays: readonly TaskDelay[]): string {
  let last = { reason: '', day: Number.NEGATIVE_INFINITY };
  for (const { reason, day = Number.NEGATIVE_INFINITY } of delays) {
    if (reason !== '' && day >= last.day) last = { reason, day };
  }
  return last.reason;
}

export function sumDaysLost(delays: readonly TaskDelay[]): number | undefined {
  const amounts = delays.flatMap(({ amount }) => amount ?? []);
  return amounts.length === 0 ? undefined : roundQuantity(amounts.reduce((sum, amount) => sum + amount, 0));
}
