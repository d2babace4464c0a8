/** When a report is tried again: a pure function of time, the same in the cloud and on one machine. */
import { Temporal } from 'temporal-polyfill';
import { backOff } from '../../base/back-off.ts';
import type { Failure } from './failure.ts';

/** A failure that a person has to cure is tried again this often, so that curing is enough. */
const curableMinutes = 30;
const firstMinutes = 1;
const maxMinutes = 15;
/** Of the wait, so that reports that failed together do not come back together. */
const jitter = 0.2;

/**
 * @param made.attempt which attempt failed: 1 for the first
 * @param made.random 0 to 1
 * @returns undefined where the next attempt would begin at the deadline or later
 */
export function nextAttempt(
  failure: Failure,
  made: {
    readonly attempt: number;
    readonly now: Temporal.Instant;
    readonly deliverBy: Temporal.Instant;
    readonly random: number;
  },
): Temporal.Instant | undefined {
  const at = made.now.add({ seconds: secondsUntilNext(failure, made) });
  return Temporal.Instant.compare(at, made.deliverBy) < 0 ? at : undefined;
}

function secondsUntilNext(
  { kind, waitSeconds }: Failure,
  { attempt, random }: { readonly attempt: number; readonly random: number },
): number {
  if (waitSeconds !== undefined) return Math.ceil(waitSeconds);
  const minutes =
    kind === 'curable' ? curableMinutes : backOff(attempt, { first: firstMinutes, max: maxMinutes });
  return Math.round(minutes * 60 * (1 - jitter / 2 + jitter * random));
}
