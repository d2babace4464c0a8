/**
 * Keeps all workers together below the mail service's rate, and stops before its daily quota is gone. Workers do not
 * know of each other: each one pays for its recipients at its share of the rate, and only then sends again.
 */
import { quotaWaitSeconds } from '#base/remedies.ts';
import type { SendRefusal } from './mailer.ts';

/** Recipients a second that SES grants to a new account. */
export const sesStartRate = 14;

/** Share of the SES rate that workers use: the rest is for other senders, mails to contacts and differing clocks. */
const usedShareOfRate = 0.97;
/** A waiting worker costs money; beyond this, the job waits in the queue instead. */
const maxPaceWaitMs = 90_000;
/** Unused rate that a worker may use later, after a report that took long. */
const unusedRateCreditMs = 10_000;
/** Time without a message after which workers may begin again at the same moment. */
const restartAfterIdleMs = 300_000;
/** The share of the daily quota kept for mails to contacts: once a used-up quota comes back, they go first. */
const quotaShareForNotices = 0.001;

/** The limits of the account, in recipients. */
export type SendQuota = {
  readonly perSecond: number;
  readonly perDay: number;
  /** How much of `perDay` was left when this was read. */
  readonly left: number;
};

/**
 * Waits until a message to n recipients may be sent, at most `maxWait` milliseconds. Call it before anything about
 * the send is stored, so that a process that dies while it waits leaves nothing ambiguous.
 * @returns undefined if the message may be sent now
 */
export type SendPace = (recipients: number, maxWait: number) => Promise<SendRefusal | undefined>;

export type SendPaceOptions = {
  /** Returns the same object until the quota is read again; undefined if it cannot be read: then there is no pacing. */
  readonly quota: () => Promise<SendQuota | undefined>;
  readonly workers: number;
  /** Milliseconds since 1970: time also passes for a process that is frozen between two invocations. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly draw: () => number;
};

export function createSendPace({ quota, workers, now, wait, draw }: SendPaceOptions): SendPace {
  const takeOfDay = createDailyCount();
  let paidAt: number | undefined;

  return async (recipients, maxWait) => {
    const known = await quota();
    if (known === undefined) return undefined;
    const at = now();
    const cost = (recipients * workers * 1_000) / (known.perSecond * usedShareOfRate);
    // Workers that begin together would send together; a random start spreads them over the time of one message.
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

/** Counts what this worker takes of a quota since it was read; what others take is known when it is read again. */
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
