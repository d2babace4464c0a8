/**
 * What a run does next: a pure function of the keys that exist, so a process that dies leaves nothing to
 * repair. Whoever comes next reads the keys and goes on.
 */
import { Temporal } from 'temporal-polyfill';

/** What the run store holds of a run. */
export type RunState = {
  readonly snapshot: boolean;
  readonly skipped: boolean;
  readonly issue: boolean;
  /** The window has no task, and such a report is not sent. */
  readonly nothingToSend: boolean;
  /** The issue number that this run holds. */
  readonly number: number | undefined;
  /** The issue's messages without `sent` or `failed`. */
  readonly unsettled: readonly string[];
};

export type RunStep =
  | { readonly kind: 'pull' }
  | { readonly kind: 'skip' }
  | { readonly kind: 'number' }
  | { readonly kind: 'render'; readonly number: number }
  /** Send what has not gone. */
  | { readonly kind: 'mail' }
  | { readonly kind: 'done'; readonly as: 'issue' | 'skipped' };

export function nextStep(state: RunState): RunStep {
  if (state.issue) return state.unsettled.length > 0 ? { kind: 'mail' } : { kind: 'done', as: 'issue' };
  if (state.skipped) return { kind: 'done', as: 'skipped' };
  if (!state.snapshot) return { kind: 'pull' };
  // A run that holds a number goes on with it, even if such reports have been configured away since.
  if (state.number !== undefined) return { kind: 'render', number: state.number };
  return state.nothingToSend ? { kind: 'skip' } : { kind: 'number' };
}

/** What the run store holds of one message, and what this attempt has done about it. */
export type MessageState = {
  readonly settled: boolean;
  readonly latest:
    | {
        readonly intent: number;
        readonly owner: string;
        readonly leaseUntil: Temporal.Instant;
        readonly marked: boolean;
        readonly refused: boolean;
      }
    | undefined;
  /** Intents this attempt has written. */
  readonly tries: number;
  /** This attempt sent for the latest intent and got no answer. */
  readonly unanswered: boolean;
  /** Whether this attempt has looked for a record of the send, in vain. */
  readonly evidence: 'not looked for' | 'none';
};

export type MessageRules = {
  /** Of the mailer: sending twice leaves one message. */
  readonly repeatable: boolean;
  readonly onAmbiguous: 'resend' | 'hold';
  /** This attempt. */
  readonly owner: string;
  readonly now: Temporal.Instant;
};

export type MessageStep =
  /** Write down that intent `intent` is about to be sent. */
  | { readonly kind: 'intend'; readonly intent: number; readonly marked: boolean }
  | { readonly kind: 'send'; readonly intent: number; readonly marked: boolean }
  /** Our lease ran out before we sent: write down that we did not. */
  | { readonly kind: 'withdraw'; readonly intent: number }
  /** Look for a record of the send whose answer was lost. */
  | { readonly kind: 'resolve'; readonly intent: number; readonly marked: boolean }
  /** Do not send again: a person decides. */
  | { readonly kind: 'hold'; readonly intent: number }
  /** Nothing can be done before then. */
  | { readonly kind: 'wait'; readonly until: Temporal.Instant }
  /** Tried enough for this time; a later attempt may go on. */
  | { readonly kind: 'later' }
  | { readonly kind: 'settled' };

/** Longer than any function may run, so an owner whose lease is over is dead. */
export const lease = Temporal.Duration.from({ minutes: 20 });
/** How long after the lease the mail service's record of a send may take to arrive. */
const grace = Temporal.Duration.from({ minutes: 15 });
/** Intents that one attempt writes for one message. */
const triesPerAttempt = 3;

export function nextMessageStep(state: MessageState, rules: MessageRules): MessageStep {
  const { latest } = state;
  if (state.settled) return { kind: 'settled' };
  if (!latest) return { kind: 'intend', intent: 1, marked: false };
  const next = { kind: 'intend', intent: latest.intent + 1, marked: latest.marked } as const;
  if (latest.refused) return state.tries < triesPerAttempt ? next : { kind: 'later' };
  if (latest.owner === rules.owner && !state.unanswered) return stepOfOwner(latest, rules);
  if (rules.repeatable) return state.unanswered ? { kind: 'later' } : next;
  return stepWhenAmbiguous(latest, state, rules);
}

type Latest = NonNullable<MessageState['latest']>;

function stepOfOwner(latest: Latest, rules: MessageRules): MessageStep {
  const { intent, marked } = latest;
  const live = Temporal.Instant.compare(rules.now, latest.leaseUntil) < 0;
  return live ? { kind: 'send', intent, marked } : { kind: 'withdraw', intent };
}

function stepWhenAmbiguous(latest: Latest, state: MessageState, rules: MessageRules): MessageStep {
  const until = latest.leaseUntil.add(grace);
  if (Temporal.Instant.compare(rules.now, until) < 0) return { kind: 'wait', until };
  const { intent, marked } = latest;
  if (state.evidence === 'not looked for') return { kind: 'resolve', intent, marked };
  if (rules.onAmbiguous === 'hold') return { kind: 'hold', intent };
  return { kind: 'intend', intent: intent + 1, marked: true };
}
