/** Decides which kind a failure is, and what becomes of its job: pure functions, and the only place where that is decided. */
import { Temporal } from 'temporal-polyfill';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { errorLine, oneLine } from '../../base/one-line.ts';
import { PlanningError } from '../../planning/client/planning-error.ts';
import { NoTimeLeftError } from '../attempt.ts';
import type { QueuedJob } from '../dispatch/job-queue.ts';
import type { MessageOutcome } from '../messages/deliver-message.ts';
import type { RunResult } from '../report/run-report.ts';
import type { Attempts, FailedAttempt } from '../store/attempts.ts';
import { askAgainAt, isHeldTooLong, nextAttempt } from './next-attempt.ts';
import type { ServiceDownError } from './outage.ts';

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

export type JobOutcome =
  | { readonly kind: 'finished'; readonly result: RunResult }
  /** An earlier job has finished the report. */
  | { readonly kind: 'done before' }
  /** Another job carries the report: this one is dropped. */
  | { readonly kind: 'duplicate' }
  /** It is not yet time for this attempt. */
  | { readonly kind: 'early'; readonly seconds: number }
  /** The deadline has passed. Reconcile notifies the contact. */
  | { readonly kind: 'too late' }
  /** The planning service is down, and another job asks it. */
  | { readonly kind: 'not asked'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly next: Temporal.Instant | undefined };

/** The work that earlier jobs leave for this one: all of it, none, or to queue the next attempt that they recorded. */
type Before =
  | { readonly kind: 'try' }
  | { readonly kind: 'done before' }
  | { readonly kind: 'duplicate' }
  /** Its own failure: the next attempt is queued, unless the process was killed between recording it and that. */
  | { readonly kind: 'failed before'; readonly failed: FailedAttempt };

/**
 * @param known.failed the attempt of the job's number, where one has failed
 * @param by the message that brought the job
 */
export function beforeAttempt(
  job: QueuedJob,
  known: { readonly attempts: Attempts; readonly failed: FailedAttempt | undefined },
  by: string,
): Before {
  const { attempts, failed } = known;
  if (attempts.done) return { kind: 'done before' };
  if (attempts.failed < job.attempt) return { kind: 'try' };
  if (failed?.by !== by) return { kind: 'duplicate' };
  // The queue delivers the job of a crash again.
  const isCrash = failed.kind === 'poison' && failed.next === undefined;
  return isCrash ? { kind: 'try' } : { kind: 'failed before', failed };
}

/** How a job's attempt ended, or that there was none. */
export type Ended =
  | Extract<JobOutcome, { kind: 'finished' | 'done before' | 'duplicate' }>
  | Extract<Before, { kind: 'failed before' }>
  | { readonly kind: 'service down'; readonly error: ServiceDownError }
  /** `waitsFor`: the planning service that it found down. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly waitsFor?: string | undefined }
  | { readonly kind: 'crashed'; readonly failure: Failure; readonly error: unknown };

type After =
  | { readonly kind: 'over'; readonly outcome: JobOutcome }
  /** The service is down, so this was no attempt. */
  | { readonly kind: 'ask again'; readonly job: QueuedJob; readonly at: Temporal.Instant }
  | {
      readonly kind: 'try again';
      readonly failure: Omit<Failure, 'waitSeconds'>;
      /** Whether the failure is not recorded yet. */
      readonly isNew: boolean;
      readonly job: QueuedJob;
      /** Undefined where there is no next attempt, or where the queue makes it: it delivers the job of a crash again. */
      readonly next: Temporal.Instant | undefined;
    };

/** @param at.random 0 to 1 */
export function afterAttempt(
  job: QueuedJob,
  ended: Ended,
  at: { readonly begun: Temporal.Instant; readonly now: Temporal.Instant; readonly random: number },
): After {
  const { attempt, deliverBy } = job;
  switch (ended.kind) {
    case 'finished':
    case 'done before':
    case 'duplicate':
      return { kind: 'over', outcome: ended };
    case 'service down': {
      const { service: waitsFor, waitSeconds } = ended.error;
      return { kind: 'ask again', job: { ...job, waitsFor }, at: askAgainAt(waitSeconds, job, at.now) };
    }
    case 'failed before': {
      const { failed } = ended;
      const next = failed.next === undefined ? undefined : Temporal.Instant.from(failed.next);
      return {
        kind: 'try again',
        failure: failed,
        isNew: false,
        job: { ...job, attempt: attempt + 1 },
        next,
      };
    }
    case 'failed':
    case 'crashed': {
      const { failure } = ended;
      const waitsFor = ended.kind === 'failed' ? ended.waitsFor : undefined;
      const isHeld = ended.kind === 'crashed' && !isHeldTooLong(at.now, deliverBy);
      const next = isHeld ? undefined : nextAttempt(failure, { ...at, attempt, deliverBy });
      return {
        kind: 'try again',
        failure,
        isNew: true,
        job: { ...job, waitsFor, attempt: attempt + 1 },
        next,
      };
    }
  }
}
