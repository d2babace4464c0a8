/** A dry run: reads and plans as `deliverReport` does, writes and sends nothing, and says what would happen. */
import { type MessageOutcome, settledOutcome } from '../messages/deliver-message.ts';
import { readMessage } from '../messages/read-message.ts';
import { noTasks, type TasksPerShift, tasksPerShiftOf, textOfAudience } from '../store/issue.ts';
import { messagePrefix, workbookKey } from '../store/keys.ts';
import { readRunState } from '../store/run-state.ts';
import { openRegister, type Register } from '../store/run-store.ts';
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
export async function rehearseReport(job: ReportJob, parts: RehearsalParts): Promise<DeliveryResult> {
  const register = openRegister(parts.store, addressOf(job));
  const state = await readRunState(register, { isEmpty: async () => false });
  if (state.issue) return rehearseIssue(register);
  if (state.skipped) return skippedResult(register, 'rehearsed', (await register.skipped()).warnings);
  const snapshot = state.snapshot
    ? await register.snapshot()
    : asRead(await takeSnapshot(job, register, parts));
  const basis = { snapshot, ...(await readEarlier(register, snapshot)) };
  const mayBeSkipped = job.onEmpty === 'skip' && state.number === undefined;
  if (mayBeSkipped && isWindowEmpty(job, basis, parts.planning)) {
    return skippedResult(register, 'rehearsed', snapshot.warnings);
  }
  return rehearseCuts(job, { register, basis }, parts);
}

/** As a run would read it back from the register. */
function asRead(snapshot: PlanBasis['snapshot']): PlanBasis['snapshot'] {
  return decodeSnapshot('snapshot.json.gz', encodeSnapshot(snapshot));
}

async function rehearseIssue(register: Register): Promise<DeliveryResult> {
  const issue = await register.issue();
  const outcomes = new Map<string, MessageOutcome>();
  for (const { id } of issue.messages) {
    const found = await readMessage(register.store, messagePrefix(register.prefix, id));
    outcomes.set(id, found.sent || found.failed ? settledOutcome(found) : { kind: 'would be sent' });
  }
  return issueResult(register, issue, { outcome: 'rehearsed', outcomes });
}

async function rehearseCuts(
  job: ReportJob,
  run: { readonly register: Register; readonly basis: PlanBasis },
  parts: RehearsalParts,
): Promise<DeliveryResult> {
  const { register, basis } = run;
  const numbers = await readNumbers(parts.store, register.address);
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
    const key = workbookKey(register.prefix, cut.fileName);
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
    ...resultHead(register),
    outcome: 'rehearsed',
    issueNumber: number,
    tasksPerShift,
    files,
    messages,
    warnings: [...warnings, ...cutWarnings(basis.snapshot, cuts)],
    keys: [...(await register.keys())],
  };
}
