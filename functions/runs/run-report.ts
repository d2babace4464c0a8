import { Temporal } from 'temporal-polyfill';
import { once } from '#base/once.ts';
import { staleDataText } from '#lookahead/report-words.ts';
import type { SendRefusal } from '#mail/transport/mailer.ts';
import type { AttemptWorld } from './attempt.ts';
import {
  type DeliveryResult,
  deliveryResultOfIssue,
  deliveryResultWithoutIssue,
  runIdentityFields,
} from './delivery-result.ts';
import { type ResolvedReport, runObjectKeyValuesOf } from './look-up-report.ts';
import { makeIssue } from './make-issue.ts';
import { restoreOutboxFile } from './messages/compose-from-issue.ts';
import { deliverMessage, type MessageOutcome, settledOutcome } from './messages/deliver-message.ts';
import { readMessageHistory } from './messages/message-history.ts';
import { saveFailedRecipients } from './messages/recipient-events.ts';
import { cutsOf, type PlannedRun, planRun, renderCut } from './plan-cuts.ts';
import { takeSnapshot } from './pull-tasks.ts';
import { reasonToSkip } from './reason-to-skip.ts';
import type { ReportToMake } from './report-to-make.ts';
import { restoreWorkbooks, type WorkbookRestoration } from './restore-workbooks.ts';
import {
  measuresOf,
  noTasksPerShift,
  readinessCountsOf,
  tasksPerShiftOf,
  toStoredMeasures,
} from './store/issue.ts';
import { claimIssueNumber, readIssueNumberState } from './store/issue-number.ts';
import { messagePrefix, timeOfRun } from './store/names.ts';
import * as objects from './store/objects.ts';
import { openRunStore, type RunState, type RunStore, readRunState } from './store/run-store.ts';
import { reportDatesOf, toStoredReportDates, unreadableObjectHandler } from './store/stored-object.ts';
import { takeSteps } from './take-steps.ts';
import { findCutWarnings, findPlanWarnings } from './warnings.ts';

/**
 * Delivers, tests, previews or dry-runs a report, or continues a run where an earlier attempt stopped. A preview only
 * makes and stores workbooks, for review. Stored objects are used as they are, and a message that was sent is not sent
 * again. Nothing is mailed before workbook, snapshot and issue are stored.
 *
 * @returns the outcome so far: `{ outcome: 'delivered', issueNumber: 1, … }`, and 'already delivered' if called again;
 *   'incomplete' if a later attempt has something to do
 * @throws NoTimeLeftError if there is no time left for the next step, RunStoreError for a stored object that cannot be
 *   read, and what the pull, the plan, the renderer and the store throw. The next attempt continues from what is stored
 */
export async function runReport(
  { address, mode, lookUp }: ReportToMake,
  attempt: AttemptWorld,
): Promise<DeliveryResult> {
  attempt.onEvent({ kind: 'begun' });
  const resolved = once(() => lookUp(attempt));
  if (mode === 'dry-run') return dryRunReport(await resolved(), attempt);
  const isPreview = mode === 'preview';
  // A later attempt would send a preview that is stored as a real run.
  if (isPreview && address.testRun !== 'preview')
    throw new RangeError('The testRun of a preview must be preview.');
  const runStore = openRunStore(attempt.store, address);
  const { step, restoration } = await storeReport(resolved, runStore, attempt);
  if (step === 'skipped') return deliveryResultWithoutIssue(runStore, 'skipped', await runStore.skipped());
  if (!isPreview) return deliverMessages({ runStore, step, restoration }, attempt);
  const issue = await runStore.issue();
  const outcomes = new Map(issue.messages.map(({ id }) => [id, { kind: 'would be sent' as const }]));
  return deliveryResultOfIssue(runStore, issue, { outcome: 'previewed', outcomes, restoration });
}

type StoredReport = {
  readonly step: 'mail' | 'done' | 'skipped';
  readonly restoration?: WorkbookRestoration | undefined;
};

type AttemptProgress = {
  /** Claimed by this attempt. */
  readonly number?: number;
  readonly isRendered?: true;
};

/**
 * Does everything up to the stored issue, and sends nothing.
 * @returns 'mail' if the issue has unsettled messages, 'done' if not, 'skipped' if there is no issue; and which
 *   workbooks of an earlier attempt were restored or are damaged
 * @throws as `runReport`
 */
function storeReport(
  lookUp: () => Promise<ResolvedReport>,
  runStore: RunStore,
  attempt: AttemptWorld,
): Promise<StoredReport> {
  const plan = once(async () => planRun(await lookUp(), runStore, attempt));
  const findReasonToSkip = async () => {
    const resolved = await lookUp();
    return resolved.sendWhen === 'always' ? undefined : reasonToSkip(resolved, await plan(), attempt);
  };

  return takeSteps<AttemptProgress, RunState, RunStep, StoredReport>(
    {},
    {
      prefix: runStore.prefix,
      read: ({ number }) => readRunState(runStore, { reasonToSkip: findReasonToSkip, held: number }),
      next: nextRunStep,
      nameOf: ({ kind }) => kind,
      take: async (step, made, state) => {
        switch (step.kind) {
          case 'pull': {
            const isRecorded = runStore.address.testRun === undefined;
            const taken = await takeSnapshot(await lookUp(), { runStore, isRecorded }, attempt);
            await runStore.saveSnapshot(taken.snapshot, taken.pull);
            return { known: made };
          }
          case 'skip':
            await saveSkipped(runStore, { reason: step.reason, resolved: await lookUp() }, attempt);
            return { known: made };
          case 'number': {
            // Plan first: a number must not be claimed for a snapshot that cannot be read.
            await plan();
            const number = await claimIssueNumber(attempt.store, runStore.address, state.numbers);
            attempt.onEvent({ kind: 'numbered', number });
            return { known: { ...made, number } };
          }
          case 'render': {
            const run = { number: step.number, planned: await plan(), runStore };
            await runStore.saveIssue(await makeIssue(await lookUp(), run, attempt));
            return { known: { ...made, isRendered: true } };
          }
          case 'mail':
          case 'done': {
            if (step.kind === 'done' && step.as === 'skipped') return { result: { step: 'skipped' } };
            if (made.isRendered) return { result: { step: step.kind } };
            const issue = await runStore.issue();
            const seen = await runStore.seen();
            // While there is mail to send, damage need not be looked for here: sending a message checks its workbook.
            const look = step.kind === 'done' || issue.workbooks.some(({ key }) => !seen.has(key));
            const restoration = look
              ? await restoreWorkbooks(lookUp, { issue, runStore }, attempt)
              : undefined;
            return { result: { step: step.kind, restoration } };
          }
        }
      },
    },
  );
}

export type RunStep =
  | { readonly kind: 'pull' | 'number' | 'mail' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'render'; readonly number: number }
  | { readonly kind: 'done'; readonly as: 'issue' | 'skipped' };

/** Decides from what is stored alone, so a process that dies leaves nothing to repair. */
export function nextRunStep(state: RunState): RunStep {
  if (state.issue) return state.unsettled.length > 0 ? { kind: 'mail' } : { kind: 'done', as: 'issue' };
  if (state.skipped) return { kind: 'done', as: 'skipped' };
  if (!state.snapshot) return { kind: 'pull' };
  // A run that has a number uses it, even if the configuration now says to skip the report.
  if (state.number !== undefined) return { kind: 'render', number: state.number };
  return state.reasonToSkip === undefined ? { kind: 'number' } : { kind: 'skip', reason: state.reasonToSkip };
}

async function saveSkipped(
  runStore: RunStore,
  { reason, resolved }: { readonly reason: string; readonly resolved: ResolvedReport },
  attempt: AttemptWorld,
): Promise<void> {
  const snapshot = await runStore.snapshot();
  const { window } = snapshot;
  const dates = reportDatesOf(snapshot);
  const stale = staleDataText(dates, resolved.rules.staleAfter);
  const warnings = [...(stale === undefined ? [] : [stale]), ...snapshot.warnings];
  await runStore.saveSkipped({
    window,
    ...toStoredReportDates(dates),
    reason,
    stale,
    warnings,
  });
  attempt.onEvent({ kind: 'skipped', reason });
}

/**
 * Sends the messages one after the other. If one fails, the others are still sent, unless they would be refused for the
 * same reason: then this only finds out which of them were sent earlier.
 */
async function deliverMessages(
  run: {
    readonly runStore: RunStore;
    readonly step: 'mail' | 'done';
    readonly restoration?: WorkbookRestoration | undefined;
  },
  attempt: AttemptWorld,
): Promise<DeliveryResult> {
  const { runStore } = run;
  const issue = await runStore.issue();
  const outcomes = new Map<string, MessageOutcome>();
  // Not saved for a test run: its requester sees the failures in the result.
  const failedRecipients =
    runStore.address.testRun === undefined
      ? (message: string, events: readonly objects.RecipientEvent[]) =>
          saveFailedRecipients(attempt.store, { issue, message }, events)
      : undefined;
  const restored = [...(run.restoration?.restored ?? [])];
  // Messages that are still to be sent report their damaged workbooks themselves.
  const damaged = run.step === 'done' ? [...(run.restoration?.damaged ?? [])] : [];
  let blockedBy: SendRefusal | undefined;
  for (const message of issue.messages) {
    const of = {
      prefix: runStore.prefix,
      name: runStore.name,
      due: timeOfRun(runStore.address.runId) ?? Temporal.Instant.from(message.date),
      workbooks: issue.workbooks,
      onAmbiguous: issue.onAmbiguous,
      blockedBy,
      failedRecipients,
    };
    const outcome = await deliverMessage(message, of, attempt).catch(refusedIfUnreadable);
    outcomes.set(message.id, outcome);
    if (outcome.kind === 'refused' && outcome.affects === 'every message') blockedBy = outcome;
    if (outcome.kind !== 'in outbox' || run.step === 'mail') continue;
    const file = await restoreOutboxFile(message, { run: of, ...outcome }, attempt);
    if (file.kind !== 'whole') (file.kind === 'restored' ? restored : damaged).push(file.text);
  }
  const restoration = { restored, damaged };
  const outcome = deliveryOutcome(outcomes, { step: run.step, restoration });
  return deliveryResultOfIssue(runStore, issue, { outcome, outcomes, restoration });
}

/** If an object of a message, or its workbook, cannot be read, only that message is not sent. */
const refusedIfUnreadable = unreadableObjectHandler(
  ({ message: reason }): MessageOutcome => ({ kind: 'refused', cause: 'curable', reason }),
);

function deliveryOutcome(
  outcomes: ReadonlyMap<string, MessageOutcome>,
  { step, restoration }: { readonly step: 'mail' | 'done'; readonly restoration: WorkbookRestoration },
): DeliveryResult['outcome'] {
  const all = [...outcomes.values()];
  const kinds = new Set(all.map(({ kind }) => kind));
  if (kinds.has('refused') || kinds.has('waiting')) return 'incomplete';
  if (kinds.has('failed')) return 'failed';
  if (restoration.damaged.length > 0) return 'damaged';
  if (all.some((outcome) => outcome.kind === 'sent' && outcome.rejected)) return 'partly delivered';
  if (step === 'done' && restoration.restored.length > 0) return 'restored';
  if (kinds.has('in outbox')) return step === 'done' ? 'already written to files' : 'written to files';
  return step === 'done' ? 'already delivered' : 'delivered';
}

/** Pulls, plans and renders like a real run, but stores and sends nothing. The result says what would happen. */
export async function dryRunReport(resolved: ResolvedReport, attempt: AttemptWorld): Promise<DeliveryResult> {
  const runStore = openRunStore(attempt.store, runObjectKeyValuesOf(resolved));
  const state = await readRunState(runStore, { reasonToSkip: async () => undefined });
  if (state.issue) return dryRunIssue(runStore);
  if (state.skipped) return deliveryResultWithoutIssue(runStore, 'dry run', await runStore.skipped());
  const taken = state.snapshot
    ? undefined
    : await takeSnapshot(resolved, { runStore, isRecorded: false }, attempt);
  const planned = await planRun(resolved, runStore, attempt, taken);
  const reason = state.number === undefined ? await reasonToSkip(resolved, planned, attempt) : undefined;
  if (reason !== undefined) {
    return deliveryResultWithoutIssue(runStore, 'dry run', { reason, warnings: planned.snapshot.warnings });
  }
  return dryRunCuts(resolved, { runStore, planned }, attempt);
}

async function dryRunIssue(runStore: RunStore): Promise<DeliveryResult> {
  const issue = await runStore.issue();
  const outcomes = new Map<string, MessageOutcome>();
  for (const { id } of issue.messages) {
    const log = await readMessageHistory(runStore.store, messagePrefix(runStore.prefix, id));
    outcomes.set(id, log.sent || log.failed ? settledOutcome(log) : { kind: 'would be sent' });
  }
  return deliveryResultOfIssue(runStore, issue, { outcome: 'dry run', outcomes });
}

async function dryRunCuts(
  resolved: ResolvedReport,
  run: { readonly runStore: RunStore; readonly planned: PlannedRun },
  attempt: AttemptWorld,
): Promise<DeliveryResult> {
  const { runStore, planned } = run;
  const numbers = await readIssueNumberState(attempt.store, runStore.address);
  const number = numbers.held ?? numbers.latest + 1;
  const files: DeliveryResult['files'][number][] = [];
  const messages: DeliveryResult['messages'][number][] = [];
  const cuts = cutsOf(resolved, planned, number);
  // Everyone's cut is never left out.
  const everyone = cuts[0]?.whole;
  const render = await attempt.renderer.forProject(resolved.project);
  for (const cut of cuts) {
    const { audience, to, cc } = cut.recipients;
    if (cut.leftOut) continue;
    const key = objects.workbook.key({ run: runStore.prefix, workbook: cut.fileName });
    const { length: size } = await renderCut(cut, { resolved, render }, attempt);
    files.push({ audience, key, size, link: undefined, measures: toStoredMeasures(measuresOf(cut.whole)) });
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
    ...runIdentityFields(runStore),
    outcome: 'dry run',
    issueNumber: number,
    tasksPerShift: everyone ? tasksPerShiftOf(everyone) : noTasksPerShift,
    ...(everyone ? { readiness: readinessCountsOf(everyone) } : {}),
    files,
    messages,
    warnings: [
      ...planned.snapshot.warnings,
      ...(everyone ? findPlanWarnings(everyone) : []),
      ...findCutWarnings(cuts),
    ],
    keys: [...(await runStore.keys())],
  };
}
