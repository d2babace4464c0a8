/**
 * Keeps all workers together below the mail service's rate, and stops before its daily quota is gone. Workers do not
 * know of each other: each one pays for its recipients at its share of the rate, and only then sends again.
 */
import { quotaWaitSeconds } from '../../base/limits.ts';
import type { Refusal } from './mailer.ts';

/** The limits of the account, in recipients. */
export type SendQuota = {
  readonly perSecond: number;
  /** In any 24 hours; Infinity where there is no limit. */
  readonly perDay: number;
  /** How much of `perDay` was left when this was read. */
  readonly left: number;
};

/**
 * Asks leave to send to so many recipients, and waits for it where that takes at most `maxWait` milliseconds. Asked
 * before anything of the send is stored, so that a process that dies while it waits leaves nothing ambiguous.
 * @returns undefined where it may go now
 */
export type Pace = (recipients: number, maxWait: number) => Promise<Refusal | undefined>;

export type PaceOptions = {
  /** The same object until it is read again. Undefined where nobody may read it: nothing is paced then. */
  readonly quota: () => Promise<SendQuota | undefined>;
  /** How many workers share the rate. */
  readonly workers: number;
  /** Milliseconds since 1970: time also passes for a process that is frozen between two invocations. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** A random number from 0 to 1. */
  readonly draw: () => number;
};

/** Other senders, notices and clocks that differ need the rest. */
const usedShare = 0.97;
/** Milliseconds. A worker that waits is paid for; a job that waits in the queue is not. */
const maxPauseMs = 90_000;
/** Milliseconds of its share that a worker whose report took long may catch up with. */
const credit = 10_000;
/** After so many milliseconds without a message, workers may all begin again at the same moment. */
const idleMs = 300_000;
/** The share of the daily quota kept for notices: once a used-up quota comes back, they go first. */
const reservedForNotices = 0.001;

export function createPace({ quota, workers, now, pause, draw }: PaceOptions): Pace {
  const takeOfDay = createDailyCount();
  /** When this worker will have paid for what it has sent. */
  let paidAt: number | undefined;

  return async (recipients, maxWait) => {
    const known = await quota();
    if (known === undefined) return undefined;
    const at = now();
    const cost = (recipients * workers * 1_000) / (known.perSecond * usedShare);
    // Workers that begin together would send together; a random start spreads them over the time of one message.
    if (paidAt === undefined || at - paidAt > idleMs) paidAt = at + draw() * cost;
    const wait = Math.max(0, paidAt - at);
    if (wait > Math.min(maxPauseMs, maxWait)) {
      return refused("the account's sending rate is used up for the moment", Math.ceil(wait / 1_000));
    }
    if (!takeOfDay(known, recipients)) {
      return refused("the account's daily quota is used up; ask AWS for a higher one", quotaWaitSeconds);
    }
    paidAt = Math.max(paidAt, at - credit) + cost;
    if (wait > 0) await pause(wait);
    return undefined;
  };
}

/** Counts what this worker takes of a quota since it was read; what others take is known when it is read again. */
function createDailyCount(): (quota: SendQuota, recipients: number) => boolean {
  let read: SendQuota | undefined;
  let taken = 0;
  let isUsedUp = false;
  return (quota, recipients) => {
    if (quota !== read) taken = 0;
    read = quota;
    const reserved = isUsedUp ? Math.ceil(quota.perDay * reservedForNotices) : 0;
    isUsedUp = quota.left - taken - recipients < reserved;
    if (!isUsedUp) taken += recipients;
    return !isUsedUp;
  };
}

function refused(why: string, waitSeconds: number): Refusal {
  return {
    kind: 'refused',
    cause: 'retryable',
    reason: `It was not sent yet: ${why}.`,
    waitSeconds,
    affects: 'every message',
  };
}
