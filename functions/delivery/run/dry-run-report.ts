/** A dry run: reads and plans as `deliverReport` does, writes and sends nothing, and says what would happen. */
import { type MessageOutcome, settledOutcome } from '../messages/deliver-message.ts';
import { readMessage } from '../messages/read-message.ts';
import { noTasks, type TasksPerShift, tasksPerShiftOf, textOfAudience } from '../store/issue.ts';
import { messagePrefix, workbookKey } from '../store/keys.ts';
import { readRunState } from '../store/run-state.ts';
import { openRunStore, type RunStore } from '../store/run-store.ts';
import { decodeSnapshot, encodeSnapshot } from '../store/snapshot.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { type DeliveryResult, issueResult, resultHead, skippedResult } from './delivery-result.ts';
import { readNumbers } from './issue-number.ts';
import { isWindowEmpty } from './plan-basis.ts';
import { cutWarnings, type LeftOutCut, type PlanBasis, planCuts } from './plan-cuts.ts';
import { addressOf, type ReportJob } from './report-job.ts';
import { readEarlier, takeSnapshot } from './take-snapshot.ts';

export type RehearsalParts = Pick<DeliveryParts, 'store' | 'pull' | 'planning' | 'onProgress'> & {
  /** Renders, for the size the file would have; without it, sizes are not known. */
  readonly measure?: DeliveryParts['render'] | undefined;
};

/** @throws as `deliverReport` */
export async function dryRunReport(job: ReportJob, parts: RehearsalParts): Promise<DeliveryResult> {
  const runStore = openRunStore(parts.store, addressOf(job));
  const state = await readRunState(runStore, { isEmpty: async () => false });
  if (state.issue) return rehearseIssue(runStore);
  if (state.skipped) return skippedResult(runStore, 'dry run', (await runStore.skipped()).warnings);
  const snapshot = state.snapshot
    ? await runStore.snapshot()
    : asRead(await takeSnapshot(job, runStore, parts));
  const basis = { snapshot, ...(await readEarlier(runStore, snapshot)) };
  const mayBeSkipped = job.onEmpty === 'skip' && state.number === undefined;
  if (mayBeSkipped && isWindowEmpty(job, basis, parts.planning)) {
    return skippedResult(runStore, 'dry run', snapshot.warnings);
  }
  return rehearseCuts(job, { runStore, basis }, parts);
}

/** As a run would read it back from the run store. */
function asRead(snapshot: PlanBasis['snapshot']): PlanBasis['snapshot'] {
  return decodeSnapshot('snapshot.json.gz', encodeSnapshot(snapshot));
}

async function rehearseIssue(runStore: RunStore): Promise<DeliveryResult> {
  const issue = await runStore.issue();
  const outcomes = new Map<string, MessageOutcome>();
  for (const { id } of issue.messages) {
    const found = await readMessage(runStore.store, messagePrefix(runStore.prefix, id));
    outcomes.set(id, found.sent || found.failed ? settledOutcome(found) : { kind: 'would be sent' });
  }
  return issueResult(runStore, issue, { outcome: 'dry run', outcomes });
}

async function rehearseCuts(
  job: ReportJob,
  run: { readonly runStore: RunStore; readonly basis: PlanBasis },
  parts: RehearsalParts,
): Promise<DeliveryResult> {
  const { runStore, basis } = run;
  const numbers = await readNumbers(parts.store, runStore.address);
  const number = numbers.held ?? numbers.free;
  const files: DeliveryResult['files'][number][] = [];
  const messages: DeliveryResult['messages'][number][] = [];
  const cuts: LeftOutCut[] = [];
  const warnings: string[] = [...basis.snapshot.warnings];
  let tasksPerShift: TasksPerShift = noTasks;
  for (const cut of planCuts(job, basis, { number, planning: parts.planning })) {
    const { audience, to, cc } = cut.recipients;
    cuts.push({ audience, leftOut: cut.leftOut });
    if (cut.leftOut) continue;
    if (audience.kind === 'everyone') {
      tasksPerShift = tasksPerShiftOf(cut.lookahead);
      warnings.push(...cut.lookahead.warnings);
    }
    const key = workbookKey(runStore.prefix, cut.fileName);
    const size = (await parts.measure?.(cut.lookahead, { paper: job.paper }))?.length;
    files.push({ audience: textOfAudience(audience), key, size, link: undefined });
    messages.push({
      id: cut.message,
      audience: textOfAudience(audience),
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
    tasksPerShift,
    files,
    messages,
    warnings: [...warnings, ...cutWarnings(basis.snapshot, cuts)],
    keys: [...(await runStore.keys())],
  };
}
