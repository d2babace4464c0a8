/** A dry run pulls, plans and renders like `deliverReport`, stores and sends nothing, and says what would happen. */

import type { Attempt } from '#delivery/attempt.ts';
import { type MessageOutcome, settledOutcome } from '#delivery/messages/deliver-message.ts';
import { readMessageLog } from '#delivery/messages/message-log.ts';
import {
  measuresJson,
  measuresOf,
  noTasks,
  readinessCountsOf,
  tasksPerShiftOf,
} from '#delivery/store/issue.ts';
import { readNumbers } from '#delivery/store/issue-number.ts';
import { messagePrefix, workbookKey } from '#delivery/store/run-keys.ts';
import { openRunStore, type RunStore, readRunState } from '#delivery/store/run-store.ts';
import { type DeliveryResult, issueResult, resultHead, skippedResult } from './delivery-result.ts';
import { cutWarnings, notesOf } from './make-issue.ts';
import { type PlanBasis, planCuts, readPlanBasis, renderCut } from './plan-cuts.ts';
import { takeSnapshot } from './pull-tasks.ts';
import { reasonToSkip } from './reason-to-skip.ts';
import { type ReportJob, runAddress } from './report-job.ts';

export async function dryRunReport(job: ReportJob, attempt: Attempt): Promise<DeliveryResult> {
  const runStore = openRunStore(attempt.store, runAddress(job));
  const state = await readRunState(runStore, { reasonToSkip: async () => undefined });
  if (state.issue) return dryRunIssue(runStore);
  if (state.skipped) return skippedResult(runStore, 'dry run', await runStore.skipped());
  const snapshot = state.snapshot
    ? await runStore.snapshot()
    : await takeSnapshot(job, { runStore, isRecorded: false }, attempt);
  const basis = await readPlanBasis(runStore, snapshot, job.project.timeZone);
  const reason = state.number === undefined ? await reasonToSkip(job, basis, attempt) : undefined;
  if (reason !== undefined) {
    return skippedResult(runStore, 'dry run', { reason, warnings: snapshot.warnings });
  }
  return dryRunCuts(job, { runStore, basis }, attempt);
}

async function dryRunIssue(runStore: RunStore): Promise<DeliveryResult> {
  const issue = await runStore.issue();
  const outcomes = new Map<string, MessageOutcome>();
  for (const { id } of issue.messages) {
    const log = await readMessageLog(runStore.store, messagePrefix(runStore.prefix, id));
    outcomes.set(id, log.sent || log.failed ? settledOutcome(log) : { kind: 'would be sent' });
  }
  return issueResult(runStore, issue, { outcome: 'dry run', outcomes });
}

async function dryRunCuts(
  job: ReportJob,
  run: { readonly runStore: RunStore; readonly basis: PlanBasis },
  attempt: Attempt,
): Promise<DeliveryResult> {
  const { runStore, basis } = run;
  const numbers = await readNumbers(attempt.store, runStore.address);
  const number = numbers.held ?? numbers.free;
  const files: DeliveryResult['files'][number][] = [];
  const messages: DeliveryResult['messages'][number][] = [];
  const { cuts } = await planCuts(job, basis, { number, attempt });
  // It is never left out.
  const everyone = cuts[0]?.whole;
  const render = await attempt.renderer.forProject(job.project);
  for (const cut of cuts) {
    const { audience, to, cc } = cut.recipients;
    if (cut.leftOut) continue;
    const key = workbookKey(runStore.prefix, cut.fileName);
    const { length: size } = await renderCut(cut, { job, render }, attempt);
    files.push({ audience, key, size, link: undefined, measures: measuresJson(measuresOf(cut.whole)) });
    messages.push({
      id: cut.message,
      audience,
      to,
      cc,
      subject: undefined,
      outcome: { kind: 'would be sent' },
    });
  }
  return {
    ...resultHead(runStore),
    outcome: 'dry run',
    issueNumber: number,
    tasksPerShift: everyone ? tasksPerShiftOf(everyone) : noTasks,
    ...(everyone ? { readiness: readinessCountsOf(everyone) } : {}),
    files,
    messages,
    warnings: [...basis.snapshot.warnings, ...(everyone ? notesOf(everyone) : []), ...cutWarnings(cuts)],
    keys: [...(await runStore.keys())],
  };
}
