/** One report, from the project's lists to its result: the code that cloud, one machine and laptop share. */
import { once } from '../../base/once.ts';
import type { Attempt } from '../attempt.ts';
import { deliverReport, type PreviewResult, previewReport } from '../run/deliver-report.ts';
import type { DeliveryResult } from '../run/delivery-result.ts';
import { dryRunReport } from '../run/dry-run-report.ts';
import { prepareJob, type ReportJob, readLists } from '../run/report-job.ts';
import type { RunAddress } from '../store/keys.ts';
import type { RequestedRun } from './begin-request.ts';
import type { RequestMode } from './parse-request.ts';

export type RunResult = DeliveryResult | PreviewResult;

/**
 * Delivers, tests, previews or dry-runs a report.
 *
 * @param lookUp called once, and only where something is left to make: messages of a stored issue need nothing of the
 *   planning service, and go out also where their report is no longer configured
 * @throws NoTimeLeftError where there is no time left for the next step, and what the pull, the plan, the renderer and
 *   the store throw. What is stored stays, and the next attempt continues from it
 */
export async function runReport(
  run: RunAddress & { readonly mode: RequestMode },
  lookUp: () => Promise<ReportJob>,
  attempt: Attempt,
): Promise<RunResult> {
  attempt.tell({ kind: 'begun' });
  const job = once(lookUp);
  switch (run.mode) {
    case 'dry-run':
      return dryRunReport(await job(), attempt);
    case 'preview':
      return previewReport(await job(), attempt);
    case 'test':
    case 'send':
      return deliverReport(run, job, attempt);
  }
}

/** Looks up names and audiences of a requested run. @throws PlanningError, and UnresolvedNamesError */
export async function lookUpJob(run: RequestedRun, attempt: Attempt): Promise<ReportJob> {
  const client = await attempt.planning(run.project, 'lists');
  const lists = await attempt.step('lists', () => readLists(client, run.report));
  return addressed(prepareJob({ configuration: attempt.configuration, ...run }, lists), run);
}

/** Replaces the recipients. A test run says what it is in its name: on every sheet, in the subject, in the mail. */
function addressed(job: ReportJob, { testRun, to }: RequestedRun): ReportJob {
  const everyone = to ? { ...job.everyone, to, cc: [] } : job.everyone;
  if (testRun === undefined) return to ? { ...job, everyone, audiences: [] } : job;
  const audiences = job.audiences.map((one) => (to && one.to.length > 0 ? { ...one, to, cc: [] } : one));
  const report = { ...job.report, name: `${job.report.name} (${testRun})` };
  return { ...job, testRun, report, everyone, audiences };
}
