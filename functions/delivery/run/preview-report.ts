import { openRunStore } from '../store/run-store.ts';
import { storeReport } from './deliver-report.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { type DeliveryResult, issueResult, skippedResult } from './delivery-result.ts';
import { addressOf, type ReportJob } from './report-job.ts';

export type PreviewResult = Omit<DeliveryResult, 'outcome'> & { readonly outcome: 'previewed' | 'skipped' };

/**
 * Makes a report's workbooks as they would be, to be looked at: stored, never sent.
 * @throws as `deliverReport`, and RangeError for a job that is no preview: its issue would be sent by others
 */
export async function previewReport(job: ReportJob, parts: DeliveryParts): Promise<PreviewResult> {
  if (job.testRun !== 'preview') throw new RangeError('A preview is made under a name of its own.');
  const runStore = openRunStore(parts.store, addressOf(job));
  if ((await storeReport(job, runStore, parts)) === 'skipped') {
    const { warnings } = await runStore.skipped();
    return { ...(await skippedResult(runStore, 'skipped', warnings)), outcome: 'skipped' };
  }
  const issue = await runStore.issue();
  const outcomes = new Map(issue.messages.map(({ id }) => [id, { kind: 'would be sent' as const }]));
  const result = await issueResult(runStore, issue, { outcome: 'dry run', outcomes });
  return { ...result, outcome: 'previewed' };
}
