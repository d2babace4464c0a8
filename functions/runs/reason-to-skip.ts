import type { ObjectStore } from '#archive/object-store.ts';
import { tasksOutsideWindowText } from '#lookahead/report-words.ts';
import { tasksReadText } from '#lookahead/tasks/pull-misfits.ts';
import type { AttemptWorld } from './attempt.ts';
import type { ResolvedReport } from './look-up-report.ts';
import { type Cut, cutsOf, type PlannedRun } from './plan-cuts.ts';
import { type Issue, tasksPerShiftOf } from './store/issue.ts';
import { messagePrefix } from './store/names.ts';
import * as objects from './store/objects.ts';
import type { StoredEarlierIssue } from './store/snapshot.ts';

/**
 * @returns a sentence for the log; undefined if the report is to be sent
 * @throws RunStoreError if the previous issue cannot be read
 */
export async function reasonToSkip(
  resolved: ResolvedReport,
  planned: PlannedRun,
  attempt: AttemptWorld,
): Promise<string | undefined> {
  if (resolved.sendWhen === 'always') return undefined;
  const [everyone, ...others] = cutsOf(resolved, planned, 1);
  if (everyone === undefined) return undefined;
  const { lookahead, whole } = everyone;
  if (resolved.sendWhen === 'changed') {
    const earlier = planned.snapshot.previous;
    return earlier ? reasonIfUnchanged({ everyone, others, earlier }, resolved, attempt) : undefined;
  }
  // Overdue tasks count if the report lists them.
  if (lookahead.tasks.length > 0) return undefined;
  // A task that could not be read may be in the window.
  if (tasksReadText(whole.tasksRead) !== undefined) return undefined;
  return `The window has no task${tasksOutsideWindowText(lookahead)}. Such a report is not sent, as configured (sendWhen: any-task).`;
}

/**
 * The first report for a window is always sent. The previous issue counts only if it went to all recipients of this
 * one; one that somebody requested only for themselves did not.
 */
async function reasonIfUnchanged(
  {
    everyone,
    others,
    earlier,
  }: { readonly everyone: Cut; readonly others: readonly Cut[]; readonly earlier: StoredEarlierIssue },
  { window }: ResolvedReport,
  { store }: AttemptWorld,
): Promise<string | undefined> {
  const { first, last } = earlier.reference.window;
  if (first !== window.first || last !== window.last) return undefined;
  const issue = await objects.issue.read(store, { run: earlier.prefix });
  if (issue === undefined) return undefined;
  if (everyone.lookahead.changes?.list.length !== 0) return undefined;
  const now = tasksPerShiftOf(everyone.whole);
  const before: Partial<Record<string, number>> = issue.tasksPerShift;
  if (Object.entries(now).some(([shift, tasks]) => tasks !== before[shift])) return undefined;
  for (const cut of [everyone, ...others.filter(({ leftOut }) => leftOut === undefined)])
    if (!(await wasSentToAllRecipients(cut, issue, { store, prefix: earlier.prefix }))) return undefined;
  return `Nothing has changed since revision ${issue.number} of the same dates, and such a report is not sent, as configured (sendWhen: changed).`;
}

async function wasSentToAllRecipients(
  { message: id, recipients }: Cut,
  issue: Issue,
  { store, prefix }: { readonly store: ObjectStore; readonly prefix: string },
): Promise<boolean> {
  const message = issue.messages.find((one) => one.id === id);
  if (message === undefined) return false;
  const got = new Set([...message.to, ...message.cc].map((address) => address.toLowerCase()));
  const hasAll = [...recipients.to, ...recipients.cc].every((address) => got.has(address.toLowerCase()));
  return (
    hasAll && (await store.get(objects.messageSent.key({ mail: messagePrefix(prefix, id) }))) !== undefined
  );
}
