/**
 * A function that runs out of time is killed in the middle of a step. So before each long step, the time left
 * is checked; where it is too short, the job goes back to the queue, and the next attempt continues from what is
 * stored.
 */
import { LookaheadError } from '../../base/lookahead-error.ts';

export type TimedStep =
  | { readonly kind: 'pull' }
  | { readonly kind: 'plan' | 'render'; readonly tasks: number }
  | { readonly kind: 'send' };

/** No time left for the next step. Nothing is wrong; the next attempt continues. */
export class NoTimeLeftError extends LookaheadError {
  override readonly name = 'NoTimeLeftError';

  /** @param time milliseconds */
  constructor(step: TimedStep, time: { readonly needed: number; readonly left: number }) {
    super(
      `There was not enough time left to ${step.kind}: ${time.left} ms, but it may take ${time.needed} ms`,
      {
        kind: 'retryable',
        remedy:
          'Nothing stored is lost: the next attempt, or the same request with the same runId, continues from it.',
      },
    );
  }
}

/**
 * Milliseconds that a step may take in the worst case on a small function. Planning takes 0.05 ms a task and
 * rendering 0.06 ms on a laptop; a function of 1 GB has about half such a processor, and may have just started.
 * A send must end with its answer recorded, or it is ambiguous: the mail service's time limit and a margin.
 */
export function timeNeeded(step: TimedStep): number {
  switch (step.kind) {
    case 'pull':
      return 15_000;
    case 'plan':
      return 2_000 + step.tasks;
    case 'render':
      return 3_000 + step.tasks;
    case 'send':
      return 70_000;
  }
}

/** @throws NoTimeLeftError where less is left than the step may take */
export function checkTimeFor(step: TimedStep, left: number): void {
  const needed = timeNeeded(step);
  if (left < needed) throw new NoTimeLeftError(step, { needed, left });
}
