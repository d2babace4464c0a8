/** One report, from the planning service to the mail: what a Monday does, top to bottom. */
import { deliverMessage, type MessageOutcome } from '../messages/deliver-message.ts';
import { readRunState } from '../store/run-state.ts';
import { openRunStore, type RunStore } from '../store/run-store.ts';
import { RunStoreError } from '../store/run-store-error.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { type DeliveryResult, issueResult, skippedResult } from './delivery-result.ts';
import { claimNumber } from './issue-number.ts';
import { makeIssue } from './make-issue.ts';
import { nextStep, type RunStep } from './next-step.ts';
import { isWindowEmpty, planBasisOf } from './plan-basis.ts';
import { addressOf, type ReportJob } from './report-job.ts';
import { takeSnapshot } from './take-snapshot.ts';

/**
 * Delivers a report, or goes on where an earlier attempt of the same run stopped. Whatever is stored is
 * kept, and a message that has gone is not sent again; nothing is mailed before workbook, snapshot and issue
 * are stored.
 *
 * @returns how it stands now; 'incomplete' where a later attempt has something to do
 * @throws what the pull, the plan, the renderer and the store throw, and RunStoreError for an object of the
 *   run store that cannot be read. The next attempt goes on from there
 */
export async function deliverReport(job: ReportJob, parts: DeliveryParts): Promise<DeliveryResult> {
  const runStore = openRunStore(parts.store, addressOf(job));
  const stored = await storeReport(job, runStore, parts);
  return stored === 'skipped'
    ? skippedResult(runStore, 'skipped', (await runStore.skipped()).warnings)
    : deliverMessages(job, { runStore, step: stored }, parts);
}

/**
 * Does what is left up to the stored issue, and sends nothing.
 *
 * @returns 'mail' where a message of the issue is unsettled, 'done' where none is, 'skipped' where there is none
 * @throws as `deliverReport`
 */
export async function storeReport(
  job: ReportJob,
  runStore: RunStore,
  parts: DeliveryParts,
): Promise<'mail' | 'done' | 'skipped'> {
  const basis = planBasisOf(runStore);
  const isEmpty = async () => job.onEmpty === 'skip' && isWindowEmpty(job, await basis(), parts.planning);
  let last: RunStep['kind'] | undefined;
  let held: number | undefined;
  for (;;) {
    const state = await readRunState(runStore, { isEmpty, held });
    const step = nextStep(state);
    if (step.kind === last) throw noProgress(runStore, last);
    switch (step.kind) {
      case 'pull':
        await runStore.saveSnapshot(await takeSnapshot(job, runStore, parts));
        break;
      case 'skip':
        await saveSkipped(runStore, parts);
        break;
      case 'number':
        held = await claimNumber(parts.store, runStore.address, state.numbers);
        parts.onProgress?.({ kind: 'numbered', number: held });
        break;
      case 'render': {
        const run = { number: step.number, basis: await basis(), runStore };
        await runStore.saveIssue(await makeIssue(job, run, parts));
        break;
      }
      case 'mail':
        return 'mail';
      case 'done':
        return step.as === 'skipped' ? 'skipped' : 'done';
    }
    last = step.kind;
  }
}

async function saveSkipped(runStore: RunStore, parts: DeliveryParts): Promise<void> {
  const { window, dataDate, warnings } = await runStore.snapshot();
  const reason = 'The window has no task, and an empty report is not sent, as configured (onEmpty: skip).';
  await runStore.saveSkipped({ version: 1, window, dataDate, reason, warnings });
  parts.onProgress?.({ kind: 'skipped' });
}

/** One message after the other. What one comes to stops no other. */
async function deliverMessages(
  job: ReportJob,
  run: { readonly runStore: RunStore; readonly step: 'mail' | 'done' },
  parts: DeliveryParts,
): Promise<DeliveryResult> {
  const { runStore } = run;
  const issue = await runStore.issue();
  const outcomes = new Map<string, MessageOutcome>();
  for (const message of issue.messages) {
    const of = { issue, runStore, onAmbiguous: job.onAmbiguous };
    outcomes.set(message.id, await deliverMessage(message, of, parts).catch(refusedBy));
  }
  return issueResult(runStore, issue, { outcome: outcomeOf(outcomes, run.step), outcomes });
}

/** An object of one message, or its workbook, that cannot be read keeps that message back and no other. */
function refusedBy(error: unknown): MessageOutcome {
  if (error instanceof RunStoreError) return { kind: 'refused', reason: error.message };
  throw error;
}

function outcomeOf(
  outcomes: ReadonlyMap<string, MessageOutcome>,
  step: 'mail' | 'done',
): DeliveryResult['outcome'] {
  const kinds = new Set(Array.from(outcomes.values(), ({ kind }) => kind));
  if (kinds.has('refused') || kinds.has('waiting')) return 'incomplete';
  if (kinds.has('failed')) return 'failed';
  return step === 'done' ? 'already delivered' : 'delivered';
}

function noProgress(runStore: RunStore, step: string): RunStoreError {
  return new RunStoreError(
    `What the step '${step}' stored under ${runStore.prefix} cannot be found again. See that the archive shows new objects at once and that nothing deletes them, then run again.`,
    { key: runStore.prefix },
  );
}
