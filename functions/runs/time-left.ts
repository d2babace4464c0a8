/**
 * Estimates how much time a step needs. A function that runs out of time is killed in the middle of a step, so a step
 * that does not fit is not begun: the job goes back to the queue, and the next attempt continues from what is stored.
 */
import { LookaheadError } from '#base/lookahead-error.ts';

/** Seconds reserved for planning, rendering, storing and sending after the pull. */
const secondsAfterPull = 90;
/** Seconds. Lists are short; a pull may take all the time that is left. */
const maxSecondsForLists = 60;
const minSecondsForPull = 15;
/** Seconds: the mail service's time limit, and time to record the answer, without which a send is ambiguous. */
const minSecondsForSend = 70;

export type LongStep =
  | { readonly kind: 'pull' }
  | { readonly kind: 'plan' | 'render'; readonly tasks: number };

export function queryTimeoutOptions(purpose: 'lists' | 'tasks', left: number) {
  const needed = timeNeededMs({ kind: 'pull' });
  checkTimeForStep({ kind: 'pull' }, left);
  if (left === Number.POSITIVE_INFINITY) return {};
  const time = Math.max(left - secondsAfterPull * 1_000, needed / 2);
  const maxTime = purpose === 'lists' ? maxSecondsForLists * 1_000 : time;
  return { overallTimeoutMs: Math.floor(Math.min(time, maxTime)) };
}

export class NoTimeLeftError extends LookaheadError {
  override readonly name = 'NoTimeLeftError';

  /** `time` is in milliseconds. */
  constructor(step: TimedStep, time: { readonly needed: number; readonly left: number }) {
    super(
      `There was not enough time left to ${step.kind}: ${Math.round(time.left)} ms, but it may take ${time.needed} ms`,
      {
        kind: 'retryable',
        remedy:
          'Nothing stored is lost: the next attempt, or the same request with the same runId, continues from it.',
      },
    );
  }
}

type TimedStep = LongStep | { readonly kind: 'send' };

/**
 * Worst-case milliseconds on a small function. On a laptop, planning takes 0.05 ms per task and rendering 0.06 ms; a
 * function of 1 GB has about half such a processor, and may have just started.
 */
export function timeNeededMs(step: TimedStep): number {
  switch (step.kind) {
    case 'pull':
      return minSecondsForPull * 1_000;
    case 'plan':
      return 2_000 + step.tasks;
    case 'render':
      return 3_000 + step.tasks;
    case 'send':
      return minSecondsForSend * 1_000;
  }
}

/** @throws NoTimeLeftError */
export function checkTimeForStep(step: TimedStep, left: number): void {
  const needed = timeNeededMs(step);
  if (left < needed) throw new NoTimeLeftError(step, { needed, left });
}
