/** The delays in a task's progress entries. */

import { firstNonBlank } from '../../base/text/one-line.ts';
import type { Task } from '../../planning/contract/resources.ts';
import { type DateReader, dayIn } from '../../planning/contract/wire-date.ts';
import { normalizeWord } from '../text/clean-text.ts';
import { roundQuantity } from '../text/quantity-text.ts';

/**
 * Whether a progress entry is a delay: its type reads `delay`, ignoring case, blanks and hyphens. Open point of the
 * contract: `delay` is the only type it shows; `on schedule`, `improved` and other texts are not delays.
 */
export function isDelay(entry: { readonly type?: string | undefined }): boolean {
  return normalizeWord(entry.type) === 'delay';
}

/** The reason of the last of a task's delays that gives one; empty where none does. */
export function lastDelayReason({ progress = [] }: Task, readDate: DateReader): string {
  let last = { reason: '', day: Number.NEGATIVE_INFINITY };
  for (const entry of progress) {
    const reason = isDelay(entry) ? firstNonBlank(entry.name) : '';
    const day = dayIn(readDate(entry.date)) ?? Number.NEGATIVE_INFINITY;
    if (reason !== '' && day >= last.day) last = { reason, day };
  }
  return last.reason;
}

/** A task's lost working days over all its delays; undefined where no delay has an amount. */
export function delayDaysOf(task: Task): number | undefined {
  const amounts = (task.progress ?? []).filter(isDelay).flatMap(({ amount }) => amount ?? []);
  return amounts.length === 0 ? undefined : roundQuantity(amounts.reduce((sum, amount) => sum + amount, 0));
}
