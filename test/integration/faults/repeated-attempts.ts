import { anAttempt, deliverResolved } from '../../support/builders/a-delivery.ts';
import { type Crash, crashingAt, ProcessCrashed } from '../../support/crashing-process.ts';

/**
 * Attempts at a job by one process after another, over what outlasts each of them.
 * @returns makes one attempt; its death is the attempt's, not the test's
 */
export function repeatedAttempts(
  resolved: Parameters<typeof deliverResolved>[0],
  world: Pick<NonNullable<Parameters<typeof anAttempt>[0]>, 'store' | 'mailer' | 'now'>,
) {
  let attempts = 0;
  return async (death?: Crash) => {
    attempts += 1;
    const parts = crashingAt(anAttempt({ ...world, owner: `attempt-${attempts}` }), death);
    const result = await deliverResolved(resolved, parts).catch((error: unknown) => {
      if (error instanceof ProcessCrashed) return undefined;
      throw error;
    });
    return { result, effects: parts.effects() };
  };
}
