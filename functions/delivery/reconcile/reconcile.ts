/** One look of a sweep at what is due or was asked for: what it does with what is left, and what becomes of it. */
import type { Temporal } from 'temporal-polyfill';
import type { Configuration } from '../../config/configuration.ts';
import type { Occasion, Schedule } from '../dispatch/dispatch-id.ts';
import type { JobQueue } from '../dispatch/job-queue.ts';
import type { QueuedJob } from '../dispatch/job-request.ts';
import type { TellingParts } from '../notify/notify-contact.ts';
import { type Outstanding, tellOutstanding } from '../notify/notify-pending.ts';
import { RegisterError } from '../store/run-store-error.ts';
import type { Pass } from './reconcile-times.ts';

export type SweepParts = Omit<TellingParts, 'configuration'> & {
  readonly configuration: Configuration;
  readonly queue: JobQueue;
  readonly reportFunction?: string | undefined;
};

export type Swept =
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

export type SweptOccasion = Swept & {
  readonly occasion: Occasion;
  /** Undefined for what a person or a program asked for, and for a schedule that is configured no more. */
  readonly schedule?: Schedule;
};

export type TakenPass = {
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
export async function makePass(
  { pass, last }: Pass,
  work: {
    readonly left: readonly Outstanding[];
    /** Those of them that the queue may bring again. */
    readonly queued: readonly QueuedJob[];
    readonly keep: (taken: TakenPass) => Promise<void>;
  },
  parts: SweepParts,
): Promise<Swept | undefined> {
  const { left, queued, keep } = work;
  const outstanding = left.length;
  if (last) {
    const reason = await tellOutstanding(left, parts);
    if (reason !== undefined) return { kind: 'not told', pass, outstanding, reason };
  } else {
    await parts.queue.send(queued);
  }
  await keep({ pass, at: parts.now(), outstanding });
  const done = last ? left : queued;
  return done.length === 0 ? undefined : { kind: last ? 'told' : 'queued', pass, outstanding };
}

/** What cannot be read of one occasion must not keep the sweep from the others. */
export async function apart(sweepOne: () => Promise<Swept | undefined>): Promise<Swept | undefined> {
  try {
    return await sweepOne();
  } catch (error) {
    return { kind: 'unreadable', reason: unreadable(error).message };
  }
}

export function unreadable(error: unknown): RegisterError {
  if (error instanceof RegisterError) return error;
  throw error;
}
