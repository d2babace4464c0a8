/** Which kind a failure is, and how long the next attempt waits. The only place that decides it. */
import { LookaheadError } from '../../base/lookahead-error.ts';
import { errorLine, oneLine } from '../../base/text/one-line.ts';
import { PlanningError } from '../../planning/client/planning-error.ts';
import { NoTimeLeftError } from '../attempt.ts';
import type { MessageOutcome } from '../messages/deliver-message.ts';
import type { FailedAttempt } from '../store/attempts.ts';

/**
 * - `retryable`: it may pass by itself. Tried again after some minutes, until the deadline.
 * - `curable`: a person has to act, and is notified at once. Tried again every 30 minutes, so that curing is enough.
 * - `poison`: the function crashed on the job, by a mistake of this program. The queue delivers it again, five times in
 *   all; then it is a dead letter.
 */
export type FailureKind = FailedAttempt['kind'];

export type Failure = {
  readonly kind: FailureKind;
  /** The error's name, `PlanningRefusedError`. */
  readonly error: string;
  /** The failure, its place and the remedy: one line. */
  readonly message: string;
  /** Seconds before another attempt has anything to do, where that is known. */
  readonly waitSeconds?: number | undefined;
};

const maxMessageLength = 1_000;

/** Seconds. A service that asks to be tried again sooner has been, several times, within the attempt. */
const minRetryAfter = 30;
/**
 * Seconds. Whoever asks for a longer wait gets this one: services in maintenance ask for a day, and the report has to go
 * out soon after they are up again.
 */
const maxWaitAsked = 1_800;

export function failureOf(error: unknown): Failure {
  const name = error instanceof Error ? error.name : 'unknown';
  const message = errorLine(error, maxMessageLength);
  return { kind: kindOf(error), error: name, message, waitSeconds: waitOf(error) };
}

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof LookaheadError)) return 'poison';
  switch (error.kind) {
    case 'retryable':
      return 'retryable';
    case 'curable':
    // A name in the configuration that matches nothing, a report that is no longer configured: somebody may correct it.
    case 'input':
      return 'curable';
    case 'defect':
      return 'poison';
  }
}

function waitOf(error: unknown): number | undefined {
  if (error instanceof NoTimeLeftError) return 0;
  if (!(error instanceof PlanningError) || !error.retryAfter) return undefined;
  return Math.min(Math.max(minRetryAfter, error.retryAfter), maxWaitAsked);
}

/**
 * Whether the planning service as a whole seems to be down: it broke the connection, did not answer in time, or
 * answered with a 5xx. An answer such as 401 or 429 shows that it is up.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof PlanningError)) return false;
  const { name, status } = error;
  if (name === 'PlanningTimeoutError') return true;
  return name === 'PlanningUnavailableError' && (status === undefined || status === 408 || status >= 500);
}

/**
 * Whether the planning service answered, though not with what was asked for, or each job has to find out by itself: a
 * certificate or an address that a person has to correct is no outage. A failure of anything else says nothing of it.
 */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof PlanningError)) return false;
  switch (error.name) {
    case 'PlanningContractError':
    case 'PlanningPagingError':
    case 'PlanningConnectionError':
      return true;
  }
  return error.status !== undefined && !isOutage(error);
}

type NamedOutcome = { readonly id: string; readonly outcome: MessageOutcome };

/** Seconds. Messages that pass by themselves do not wait for a person to cure another one. */
const waitBesideCurable = 900;

/**
 * Why a run is incomplete: what its messages wait for. A message that is neither refused nor waiting needs nothing.
 * One that a person has to cure is enough to notify them at once.
 */
export function failureOfMessages(messages: readonly NamedOutcome[], now: number): Failure {
  const reasons: string[] = [];
  const waits: number[] = [];
  let curable = 0;
  for (const { id, outcome } of messages) {
    if (outcome.kind === 'waiting') waits.push((Date.parse(outcome.until) - now) / 1_000);
    else if (outcome.kind === 'refused') {
      if (outcome.waitSeconds !== undefined) waits.push(Math.min(outcome.waitSeconds, maxWaitAsked));
    } else continue;
    if (outcome.kind === 'refused' && outcome.cause === 'curable') curable += 1;
    reasons.push(`${id}: ${outcome.reason}`);
  }
  const isMixed = curable > 0 && curable < reasons.length;
  const isKnown = waits.length > 0 && (isMixed || waits.length === reasons.length);
  const wait = isKnown ? Math.max(1, Math.min(...waits)) : isMixed ? waitBesideCurable : undefined;
  const message = oneLine(`Not everything has been sent. ${reasons.join(' ')}`).slice(0, maxMessageLength);
  const kind = curable > 0 ? 'curable' : 'retryable';
  return { kind, error: 'IncompleteDelivery', message, waitSeconds: wait && Math.ceil(wait) };
}
