/** When a report counts as empty, for `onEmpty: skip`. */
import type { PlanParts } from './delivery-parts.ts';
import { type PlanBasis, planFor } from './plan-cuts.ts';
import type { ReportJob } from './report-job.ts';

/** Whether the report has no task at all for everyone; overdue ones count where the report lists them. */
export function isWindowEmpty(job: ReportJob, basis: PlanBasis, parts: PlanParts): boolean {
  const plans = planFor(job, basis, { audiences: [{ kind: 'everyone' }], number: 1, parts });
  return plans.every(({ tasks }) => tasks.length === 0);
}
