import { anAttempt, deliverResolved } from '../../support/builders/a-delivery.ts';
import { type Crash, crashingAt, ProcessCrashed } from '../../support/crashing-process.ts';

/**
 * Attempts at a job by one process after another, over the store that outlasts them. @returns a function that makes one
 * attempt, which may die without failing the test
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
