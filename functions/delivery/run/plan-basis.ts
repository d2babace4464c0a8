import type { RunStore } from '../store/run-store.ts';
import type { Planning } from './delivery-parts.ts';
import { type PlanBasis, planFor } from './plan-cuts.ts';
import type { ReportJob } from './report-job.ts';
import { readEarlier } from './take-snapshot.ts';

/**
 * Reads the run's snapshot and the tasks of the issues it compares with, once. Read back even right after it
 * was written, so that the first attempt plans from the very same data as every later one.
 */
export function planBasisOf(runStore: RunStore): () => Promise<PlanBasis> {
  let known: PlanBasis | undefined;
  return async () => {
    if (known) return known;
    const snapshot = await runStore.snapshot();
    known = { snapshot, ...(await readEarlier(runStore, snapshot)) };
    return known;
  };
}

/** Whether the report has no task at all for everyone; overdue ones count where the report lists them. */
export function isWindowEmpty(
  job: ReportJob,
  basis: PlanBasis,
  planning: Pick<Planning, 'planLookaheads'>,
): boolean {
  const plans = planFor(job, basis, { audiences: [{ kind: 'everyone' }], number: 1, planning });
  return plans.every(({ tasks }) => tasks.length === 0);
}
