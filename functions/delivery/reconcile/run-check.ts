/** One check of what is due or was requested: what it does about outstanding reports, and the result. */
import type { Temporal } from 'temporal-polyfill';
import type { JobQueue, QueuedJob } from '../dispatch/job-queue.ts';
import { notifyOutstanding } from '../notify/outstanding-notice.ts';
import type { OutstandingParts, OutstandingReport } from '../notify/outstanding-report.ts';
import type { DispatchId, Schedule } from '../store/dispatch-id.ts';
import { RunStoreError } from '../store/stored-object.ts';
import type { Check } from './check-times.ts';

export type ReconcileParts = OutstandingParts & { readonly queue: JobQueue };

export type CheckResult =
  | { readonly kind: 'manifest missing' }
  /** One of its objects cannot be read; `reason` says which. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'queued' | 'notified'; readonly check: number; readonly outstanding: number }
  /** The contact could not be notified yet; the next reconcile tries again. */
  | {
      readonly kind: 'not notified';
      readonly check: number;
      readonly outstanding: number;
      readonly reason: string;
    };

export type CheckedDispatch = CheckResult & {
  readonly dispatchId: DispatchId;
  /** Undefined for a request, and for a schedule that is no longer configured. */
  readonly schedule?: Schedule;
};

/** What is recorded of a check once it is done. */
export type DoneCheck = {
  readonly check: number;
  readonly at: Temporal.Instant;
  readonly outstanding: number;
};

/**
 * Queues outstanding reports again, as far as the queue may deliver them; the last check notifies their contacts
 * instead. A check is recorded once it is done, so that a reconcile killed during one repeats it.
 *
 * @returns undefined where nothing had to be done
 */
export async function runCheck(
  { check, after, last }: Check,
  work: {
    readonly left: readonly OutstandingReport[];
    /** Those of them that the queue may deliver again. */
    readonly queued: readonly QueuedJob[];
    readonly save: (done: DoneCheck) => Promise<void>;
  },
  parts: ReconcileParts,
): Promise<CheckResult | undefined> {
  const { left, queued, save } = work;
  const outstanding = left.length;
  if (last) {
    const reason = await notifyOutstanding({ reports: left, hours: after / 60 }, parts);
    if (reason !== undefined) return { kind: 'not notified', check, outstanding, reason };
  } else {
    await parts.queue.send(queued);
  }
  await save({ check, at: parts.now(), outstanding });
  const done = last ? left : queued;
  return done.length === 0 ? undefined : { kind: last ? 'notified' : 'queued', check, outstanding };
}

/** Checks one dispatch: an unreadable object must not stop reconcile from checking the others. */
export async function isolated(
  checkOne: () => Promise<CheckResult | undefined>,
): Promise<CheckResult | undefined> {
  try {
    return await checkOne();
  } catch (error) {
    return { kind: 'unreadable', reason: unreadable(error).message };
  }
}

/** @throws any error but a RunStoreError, which it returns */
export function unreadable(error: unknown): RunStoreError {
  if (error instanceof RunStoreError) return error;
  throw error;
}
