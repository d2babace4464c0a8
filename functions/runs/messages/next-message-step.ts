/**
 * The next step of an attempt at a message: a pure function of what is stored and what this attempt has done, so a
 * process that is killed leaves nothing to repair.
 */
import { Temporal } from 'temporal-polyfill';
import type { LatestIntent } from './message-history.ts';

/**
 * Minutes for which the intent of a message belongs to its attempt. No job takes longer, so after that the attempt is
 * dead.
 */
export const minutesOfLease = 20;
/** Minutes after the lease in which the mail service's record of a send may still arrive. */
const minutesUntilEvidence = 15;
/**
 * Maximum number of sendings of a message in one attempt, within a minute. Workers that share SES's rate collide: with
 * a hundred workers, half of the tries are refused, and with only six tries one report in fifty would be delayed by
 * minutes.
 */
const maxSendingsPerAttempt = 10;

export type MessageState = {
  readonly settled: boolean;
  readonly latest: LatestIntent | undefined;
  /** Number of sendings that this attempt has begun. */
  readonly sendings: number;
  readonly unanswered: boolean;
  readonly stopped: boolean;
  readonly unrecorded: boolean;
};

export type MessageRules = {
  /** Whether a recipient gets only one message if this mailer sends it again. */
  readonly repeatable: boolean;
  readonly onAmbiguous: 'resend' | 'hold';
  /** Whether the message may have been sent before the archive was restored from a backup. */
  readonly mayHaveBeenSent: boolean;
  readonly owner: string;
  readonly now: Temporal.Instant;
};

export type MessageStep =
  | ({ readonly kind: 'intend' | 'send' | 'resolve' } & IntentStep)
  /** 'withdraw': the lease ran out before the send; record that nothing was sent. */
  | { readonly kind: 'withdraw' | 'hold'; readonly intent: number }
  | { readonly kind: 'wait'; readonly until: Temporal.Instant }
  | { readonly kind: 'later' | 'settled' };

export type IntentStep = Pick<LatestIntent, 'intent' | 'marked'>;

export const intentLease = Temporal.Duration.from({ minutes: minutesOfLease });
const evidenceGrace = Temporal.Duration.from({ minutes: minutesUntilEvidence });

export function nextMessageStep(state: MessageState, rules: MessageRules): MessageStep {
  const step = stepUnlessBlocked(state, rules);
  return step.kind === 'intend' && state.stopped ? { kind: 'later' } : step;
}

function stepUnlessBlocked(state: MessageState, rules: MessageRules): MessageStep {
  const { latest } = state;
  if (state.settled) return { kind: 'settled' };
  const { intent = 0, marked = false, refused = true } = latest ?? {};
  const next = { kind: 'intend', intent: intent + 1, marked: marked || rules.mayHaveBeenSent } as const;
  if (!latest || refused) {
    if (rules.mayHaveBeenSent && rules.onAmbiguous === 'hold') return { kind: 'hold', intent: next.intent };
    return state.sendings < maxSendingsPerAttempt ? next : { kind: 'later' };
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

/**
 * The time from which the outcome of an intent without an answer can be decided: its lease is over, and its record
 * would have arrived.
 */
export function unansweredSendDecisionTime(leaseUntil: Temporal.Instant): Temporal.Instant {
  return leaseUntil.add(evidenceGrace);
}

function stepWhenAmbiguous(latest: LatestIntent, state: MessageState, rules: MessageRules): MessageStep {
  const until = unansweredSendDecisionTime(latest.leaseUntil);
  if (Temporal.Instant.compare(rules.now, until) < 0) return { kind: 'wait', until };
  const { intent, marked } = latest;
  if (!state.unrecorded) return { kind: 'resolve', intent, marked };
  // AWS does not promise a record of each message, so a missing one proves nothing.
  if (rules.onAmbiguous === 'hold') return { kind: 'hold', intent };
  return { kind: 'intend', intent: intent + 1, marked: true };
}
