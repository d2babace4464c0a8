/**
 * The next step of an attempt at a message: a pure function of what is stored of it and what this attempt has
 * done, so a process that is killed leaves nothing to repair.
 */
import { Temporal } from 'temporal-polyfill';
import { minutesOfLease } from '../limits.ts';
import type { LatestIntent } from './message-log.ts';

export type MessageState = {
  /** Sent, or failed permanently. */
  readonly settled: boolean;
  readonly latest: LatestIntent | undefined;
  /** Intents this attempt has written. */
  readonly tries: number;
  /** This attempt sent for the latest intent and got no answer. */
  readonly unanswered: boolean;
  /** Another try within this attempt would be refused too. */
  readonly stopped: boolean;
  /** This attempt has looked for a record of the send of the latest intent, and found none. */
  readonly unrecorded: boolean;
};

export type MessageRules = {
  /** Whether sending twice leaves one message with this mailer. */
  readonly repeatable: boolean;
  readonly onAmbiguous: 'resend' | 'hold';
  /** Whether an archive that was lost may have sent it. */
  readonly mayHaveGone: boolean;
  /** This attempt. */
  readonly owner: string;
  readonly now: Temporal.Instant;
};

export type MessageStep =
  /** Record that intent `intent` is about to be sent. */
  | { readonly kind: 'intend'; readonly intent: number; readonly marked: boolean }
  | { readonly kind: 'send'; readonly intent: number; readonly marked: boolean }
  /** Our lease ran out before we sent: record that we did not. */
  | { readonly kind: 'withdraw'; readonly intent: number }
  /** Look for a record of a send that got no answer. */
  | { readonly kind: 'resolve'; readonly intent: number; readonly marked: boolean }
  /** Do not send again: a person decides. */
  | { readonly kind: 'hold'; readonly intent: number }
  /** Nothing can be done before then. */
  | { readonly kind: 'wait'; readonly until: Temporal.Instant }
  /** This attempt has used up its tries, or another one is of no use; a later attempt may continue. */
  | { readonly kind: 'later' }
  | { readonly kind: 'settled' };

/** Longer than any job may take, so an owner whose lease is over is dead. */
export const lease = Temporal.Duration.from({ minutes: minutesOfLease });
/** How long after the lease the mail service's record of a send may take to arrive. */
const grace = Temporal.Duration.from({ minutes: 15 });
/**
 * Within a minute, as the pauses double from one second up to eight. At their common rate, workers that do not know of
 * each other collide at SES: of a hundred workers, half of the tries are refused. With six tries, one report in fifty is
 * put back for minutes.
 */
const maxTriesPerAttempt = 10;

export function nextMessageStep(state: MessageState, rules: MessageRules): MessageStep {
  const step = stepWhereItMayBeTried(state, rules);
  return step.kind === 'intend' && state.stopped ? { kind: 'later' } : step;
}

function stepWhereItMayBeTried(state: MessageState, rules: MessageRules): MessageStep {
  const { latest } = state;
  if (state.settled) return { kind: 'settled' };
  const { intent = 0, marked = false, refused = true } = latest ?? {};
  const next = { kind: 'intend', intent: intent + 1, marked: marked || rules.mayHaveGone } as const;
  if (!latest || refused) {
    if (rules.mayHaveGone && rules.onAmbiguous === 'hold') return { kind: 'hold', intent: next.intent };
    return state.tries < maxTriesPerAttempt ? next : { kind: 'later' };
  }
  if (latest.owner === rules.owner && !state.unanswered) return stepOfOwner(latest, rules);
  if (rules.repeatable) return state.unanswered ? { kind: 'later' } : next;
  return stepWhenAmbiguous(latest, state, rules);
}

function stepOfOwner(latest: LatestIntent, rules: MessageRules): MessageStep {
  const { intent, marked } = latest;
  const live = Temporal.Instant.compare(rules.now, latest.leaseUntil) < 0;
  return live ? { kind: 'send', intent, marked } : { kind: 'withdraw', intent };
}

/** When an attempt may decide about an intent whose owner gave no outcome: nobody sends it any more, and its record is there. */
export function resolvableFrom({ leaseUntil }: Pick<LatestIntent, 'leaseUntil'>): Temporal.Instant {
  return leaseUntil.add(grace);
}

function stepWhenAmbiguous(latest: LatestIntent, state: MessageState, rules: MessageRules): MessageStep {
  const until = resolvableFrom(latest);
  if (Temporal.Instant.compare(rules.now, until) < 0) return { kind: 'wait', until };
  const { intent, marked } = latest;
  if (!state.unrecorded) return { kind: 'resolve', intent, marked };
  // AWS promises no record of each message, so one that is missing says nothing.
  if (rules.onAmbiguous === 'hold') return { kind: 'hold', intent };
  return { kind: 'intend', intent: intent + 1, marked: true };
}
