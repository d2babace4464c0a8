/** One report, from the planning service to the mail: what a Monday does, top to bottom. */
import { deliverMessage, type MessageOutcome } from '../messages/deliver-message.ts';
import { readRunState } from '../store/run-state.ts';
import { openRegister, type Register } from '../store/run-store.ts';
import { RegisterError } from '../store/run-store-error.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { type DeliveryResult, issueResult, skippedResult } from './delivery-result.ts';
import { claimNumber } from './issue-number.ts';
import { makeIssue } from './make-issue.ts';
import { nextStep, type RunStep } from './next-step.ts';
import { isWindowEmpty, planBasisOf } from './plan-basis.ts';
import { addressOf, type ReportJob } from './report-job.ts';
import { takeSnapshot } from './take-snapshot.ts';

/**
 * Delivers a report, or goes on where an earlier attempt of the same occurrence stopped. Whatever is stored is
 * kept, and a message that has gone is not sent again; nothing is mailed before workbook, snapshot and issue
 * are stored.
 *
 * @returns how it stands now; 'incomplete' where a later attempt has something to do
 * @throws what the pull, the plan, the renderer and the store throw, and RegisterError for an object of the
 *   register that cannot be read. The next attempt goes on from there
 */
export async function deliverReport(job: ReportJob, parts: DeliveryParts): Promise<DeliveryResult> {
  const register = openRegister(parts.store, addressOf(job));
  const stored = await storeReport(job, register, parts);
  return stored === 'skipped'
    ? skippedResult(register, 'skipped', (await register.skipped()).warnings)
    : deliverMessages(job, { register, step: stored }, parts);
}

/**
 * Does what is left up to the stored issue, and sends nothing.
 *
 * @returns 'mail' where a message of the issue is unsettled, 'done' where none is, 'skipped' where there is none
 * @throws as `deliverReport`
 */
export async function storeReport(
  job: ReportJob,
  register: Register,
  parts: DeliveryParts,
): Promise<'mail' | 'done' | 'skipped'> {
  const basis = planBasisOf(register);
  const isEmpty = async () => job.onEmpty === 'skip' && isWindowEmpty(job, await basis(), parts.planning);
  let last: RunStep['kind'] | undefined;
  let held: number | undefined;
  for (;;) {
    const state = await readRunState(register, { isEmpty, held });
    const step = nextStep(state);
    if (step.kind === last) throw noProgress(register, last);
    switch (step.kind) {
      case 'pull':
        await register.keepSnapshot(await takeSnapshot(job, register, parts));
        break;
      case 'skip':
        await keepSkipped(register, parts);
        break;
      case 'number':
        held = await claimNumber(parts.store, register.address, state.numbers);
        parts.onProgress?.({ kind: 'numbered', number: held });
        break;
      case 'render': {
        const run = { number: step.number, basis: await basis(), register };
        await register.keepIssue(await makeIssue(job, run, parts));
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

async function keepSkipped(register: Register, parts: DeliveryParts): Promise<void> {
  const { window, dataDate, warnings } = await register.snapshot();
  const reason = 'The window has no task, and an empty report is not sent, as configured (onEmpty: skip).';
  await register.keepSkipped({ version: 1, window, dataDate, reason, warnings });
  parts.onProgress?.({ kind: 'skipped' });
}

/** One message after the other. What one comes to stops no other. */
async function deliverMessages(
  job: ReportJob,
  run: { readonly register: Register; readonly step: 'mail' | 'done' },
  parts: DeliveryParts,
): Promise<DeliveryResult> {
  const { register } = run;
  const issue = await register.issue();
  const outcomes = new Map<string, MessageOutcome>();
  for (const message of issue.messages) {
    const of = { issue, register, onAmbiguous: job.onAmbiguous };
    outcomes.set(message.id, await deliverMessage(message, of, parts).catch(refusedBy));
  }
  return issueResult(register, issue, { outcome: outcomeOf(outcomes, run.step), outcomes });
}

/** An object of one message, or its workbook, that cannot be read keeps that message back and no other. */
function refusedBy(error: unknown): MessageOutcome {
  if (error instanceof RegisterError) return { kind: 'refused', reason: error.message };
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

function noProgress(register: Register, step: string): RegisterError {
  return new RegisterError(
    `What the step '${step}' stored under ${register.prefix} cannot be found again. See that the archive shows new objects at once and that nothing deletes them, then run again.`,
    { key: register.prefix },
  );
}
