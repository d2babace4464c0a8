/**
 * Decides whether a failure passes by itself, needs a person or is a bug, and how long to wait before the next attempt.
 */

import { LookaheadError } from '#base/lookahead-error.ts';
import { errorLine, oneLine } from '#base/text/one-line.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import type { MessageOutcome } from './messages/deliver-message.ts';
import type { FailedAttempt } from './store/objects.ts';
import { NoTimeLeftError } from './time-left.ts';

/** Seconds. A service that asks for a shorter wait has been retried within the attempt. */
const minRetryAfterSeconds = 30;
/** Seconds. Services under maintenance ask for a day, but the report has to go out soon after they are up again. */
const maxRetryAfterSeconds = 1_800;
/**
 * Seconds until the retryable messages of a run are sent again if other messages of the run wait for a person, and no
 * message says how long to wait.
 */
const retrySecondsBesideCurable = 900;

/**
 * - `retryable`: may pass by itself. Tried again after some minutes, until the deadline.
 * - `curable`: a person has to act, and is notified at once. Tried again every `minutesBetweenAttemptsUntilFixed`.
 * - `poison`: the function crashed on the job because of a bug. The queue redelivers it, five times in all; then it is
 *   a dead letter.
 */
export type FailureKind = FailedAttempt['kind'];

export type AttemptFailure = {
  readonly kind: FailureKind;
  readonly error: string;
  readonly message: string;
  /** Seconds before another attempt is useful, if known. */
  readonly waitSeconds?: number | undefined;
};

const maxMessageLength = 1_000;
export function failureOf(error: unknown): AttemptFailure {
  const name = error instanceof Error ? error.name : 'unknown';
  const message = errorLine(error, maxMessageLength);
  return { kind: failureKind(error), error: name, message, waitSeconds: failureWaitSeconds(error) };
}

function failureKind(error: unknown): FailureKind {
  if (!(error instanceof LookaheadError)) return 'poison';
  switch (error.kind) {
    case 'retryable':
      return 'retryable';
    case 'curable':
    // A wrong name in the configuration, or a report that is no longer configured.
    case 'input':
      return 'curable';
    case 'defect':
      return 'poison';
  }
}

function failureWaitSeconds(error: unknown): number | undefined {
  if (error instanceof NoTimeLeftError) return 0;
  if (!(error instanceof PlanningError) || !error.retryAfter) return undefined;
  return Math.min(Math.max(minRetryAfterSeconds, error.retryAfter), maxRetryAfterSeconds);
}

type MessageIdAndOutcome = { readonly id: string; readonly outcome: MessageOutcome };

/**
 * Why a run is incomplete: the reasons of the refused and waiting messages. If one of them is curable, so is the
 * failure, so that a person is notified at once.
 */
export function incompleteDeliveryFailure(
  messages: readonly MessageIdAndOutcome[],
  now: number,
): AttemptFailure {
  const reasons: string[] = [];
  const waits: number[] = [];
  let curable = 0;
  for (const { id, outcome } of messages) {
    if (outcome.kind === 'waiting') waits.push((Date.parse(outcome.until) - now) / 1_000);
    else if (outcome.kind === 'refused') {
      if (outcome.waitSeconds !== undefined) waits.push(Math.min(outcome.waitSeconds, maxRetryAfterSeconds));
    } else continue;
    if (outcome.kind === 'refused' && outcome.cause === 'curable') curable += 1;
    reasons.push(`${id}: ${outcome.reason}`);
  }
  const isMixed = curable > 0 && curable < reasons.length;
  const isKnown = waits.length > 0 && (isMixed || waits.length === reasons.length);
  const wait = isKnown ? Math.max(1, Math.min(...waits)) : isMixed ? retrySecondsBesideCurable : undefined;
  const message = oneLine(`Not everything has been sent. ${reasons.join(' ')}`).slice(0, maxMessageLength);
  const kind = curable > 0 ? 'curable' : 'retryable';
  return { kind, error: 'IncompleteDelivery', message, waitSeconds: wait && Math.ceil(wait) };
}
