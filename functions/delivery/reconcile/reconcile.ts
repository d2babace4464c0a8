/** One look of a sweep at what is due or was asked for: what it does with what is left, and what becomes of it. */
import type { Temporal } from 'temporal-polyfill';
import type { Configuration } from '../../config/configuration.ts';
import type { DispatchId, Schedule } from '../dispatch/dispatch-id.ts';
import type { JobQueue } from '../dispatch/job-queue.ts';
import type { QueuedJob } from '../dispatch/job-request.ts';
import type { NotifyParts } from '../notify/notify-contact.ts';
import { notifyPending, type Outstanding } from '../notify/notify-pending.ts';
import { RunStoreError } from '../store/run-store-error.ts';
import type { Check } from './reconcile-times.ts';

export type ReconcileParts = Omit<NotifyParts, 'configuration'> & {
  readonly configuration: Configuration;
  readonly queue: JobQueue;
  readonly reportFunction?: string | undefined;
};

export type CheckResult =
  | { readonly kind: 'manifest missing' }
  /** An object of it cannot be read; `reason` says which. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'queued' | 'told'; readonly pass: number; readonly outstanding: number }
  /** The contact could not be told yet; the next sweep tries again. */
  | {
      readonly kind: 'not told';
      readonly pass: number;
      readonly outstanding: number;
      readonly reason: string;
    };

export type CheckedDispatch = CheckResult & {
  readonly dispatchId: DispatchId;
  /** Undefined for what a person or a program asked for, and for a schedule that is configured no more. */
  readonly schedule?: Schedule;
};

export type DoneCheck = {
  readonly pass: number;
  readonly at: Temporal.Instant;
  readonly outstanding: number;
};

/**
 * Brings what may be brought again back to the queue; at the last pass, tells the contacts of all that is left
 * instead. Each pass is recorded once it is done, so that a sweep that dies in one makes it again.
 *
 * @returns undefined where nothing had to be done
 */
export async function runCheck(
  { pass, last }: Check,
  work: {
    readonly left: readonly Outstanding[];
    /** Those of them that the queue may bring again. */
    readonly queued: readonly QueuedJob[];
    readonly keep: (taken: DoneCheck) => Promise<void>;
  },
  parts: ReconcileParts,
): Promise<CheckResult | undefined> {
  const { left, queued, keep } = work;
  const outstanding = left.length;
  if (last) {
    const reason = await notifyPending(left, parts);
    if (reason !== undefined) return { kind: 'not told', pass, outstanding, reason };
  } else {
    await parts.queue.send(queued);
  }
  await keep({ pass, at: parts.now(), outstanding });
  const done = last ? left : queued;
  return done.length === 0 ? undefined : { kind: last ? 'told' : 'queued', pass, outstanding };
}

/** What cannot be read of one dispatch must not keep the sweep from the others. */
export async function apart(
  sweepOne: () => Promise<CheckResult | undefined>,
): Promise<CheckResult | undefined> {
  try {
    return await sweepOne();
  } catch (error) {
    return { kind: 'unreadable', reason: unreadable(error).message };
  }
}

export function unreadable(error: unknown): RunStoreError {
  if (error instanceof RunStoreError) return error;
  throw error;
}
