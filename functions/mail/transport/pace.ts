/**
 * Keeps all workers together below the mail service's rate, and stops before its daily quota is used up. Workers do not
 * communicate: before a message, each one waits until its share of the rate has paid for its earlier recipients.
 */
import { quotaWaitSeconds } from '#base/remedies.ts';
import type { SendRefusal } from './mailer.ts';

/** Sending rate of a new SES account, in recipients per second. */
export const sesStartRate = 14;

/** Share of the SES rate that workers use. The rest is for other senders, mails to contacts and clock differences. */
const usedShareOfRate = 0.97;
/** Maximum wait in milliseconds: a waiting worker costs money, so for a longer wait the job goes back to the queue. */
const maxPaceWaitMs = 90_000;
/** Maximum milliseconds of unused rate that a worker may make up for, after a report that took long. */
const unusedRateCreditMs = 10_000;
/** Milliseconds without a message after which workers may all start together, so each draws a random start. */
const restartAfterIdleMs = 300_000;
/** Share of the daily quota reserved for mails to contacts while the quota recovers, so that they are sent first. */
const quotaShareForNotices = 0.001;

/** The limits of the account, in recipients. */
export type SendQuota = {
  readonly perSecond: number;
  readonly perDay: number;
  /** The unused part of `perDay` when this was read. */
  readonly left: number;
};

/**
 * Waits until a message to n recipients may be sent. Call it before anything about the send is stored, so that a
 * process that dies while it waits leaves nothing ambiguous.
 * @returns undefined if the message may be sent now; a refusal, without waiting, if the wait would be longer than
 *   `maxWait` milliseconds or the daily quota is used up
 */
export type SendPacer = (recipients: number, maxWait: number) => Promise<SendRefusal | undefined>;

export type SendPacerOptions = {
  /** Returns the same object until the quota is read again; undefined, which means no pacing, if it cannot be read. */
  readonly quota: () => Promise<SendQuota | undefined>;
  readonly workers: number;
  /** Epoch milliseconds: time also passes while a process is frozen between two invocations. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly draw: () => number;
};

export function createSendPacer({ quota, workers, now, wait, draw }: SendPacerOptions): SendPacer {
  const takeOfDay = createDailyCount();
  let paidAt: number | undefined;

  return async (recipients, maxWait) => {
    const known = await quota();
    if (known === undefined) return undefined;
    const at = now();
    const cost = (recipients * workers * 1_000) / (known.perSecond * usedShareOfRate);
    // A random start spreads workers that begin together over the time of one message.
    if (paidAt === undefined || at - paidAt > restartAfterIdleMs) paidAt = at + draw() * cost;
    const waitMs = Math.max(0, paidAt - at);
    if (waitMs > Math.min(maxPaceWaitMs, maxWait)) {
      return quotaRefusal("the account's sending rate is used up for the moment", Math.ceil(waitMs / 1_000));
    }
    if (!takeOfDay(known, recipients)) {
      return quotaRefusal("the account's daily quota is used up; ask AWS for a higher one", quotaWaitSeconds);
    }
    paidAt = Math.max(paidAt, at - unusedRateCreditMs) + cost;
    if (waitMs > 0) await wait(waitMs);
    return undefined;
  };
}

/**
 * Counts what this worker has used of a quota since the quota was read. What others have used is known only when it is
 * read again.
 * @returns a function that counts the recipients of a message; false if too few were left, so that it counts nothing
 */
function createDailyCount(): (quota: SendQuota, recipients: number) => boolean {
  let read: SendQuota | undefined;
  let taken = 0;
  let isUsedUp = false;
  return (quota, recipients) => {
    if (quota !== read) taken = 0;
    read = quota;
    const reserved = isUsedUp ? Math.ceil(quota.perDay * quotaShareForNotices) : 0;
    isUsedUp = quota.left - taken - recipients < reserved;
    if (!isUsedUp) taken += recipients;
    return !isUsedUp;
  };
}

function quotaRefusal(why: string, waitSeconds: number): SendRefusal {
  return {
    kind: 'refused',
    cause: 'retryable',
    reason: `It was not sent yet: ${why}.`,
    waitSeconds,
    affects: 'every message',
  };
}
