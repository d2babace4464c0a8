import { formatDay } from '#base/day.ts';
import { shortDigest } from '#base/digest.ts';
import type { RejectedRecipient } from '#mail/transport/mailer.ts';
import type { MessageOutcome } from './messages/deliver-message.ts';
import type { WorkbookRestoration } from './restore-workbooks.ts';
import { replacementKeyOf } from './store/find-workbook.ts';
import {
  type Issue,
  type IssueMessage,
  noTasksPerShift,
  type StoredMeasures,
  type StoredWorkbook,
  type TasksPerShift,
  toStoredMeasures,
} from './store/issue.ts';
import type { DataProblem, FailedMessage } from './store/objects.ts';
import type { RunStore } from './store/run-store.ts';

/** Outcomes of a finished run: as far as is known, every message was sent or written, or nothing was to be sent. */
const finishedOutcomes = [
  'delivered',
  'already delivered',
  'written to files',
  'already written to files',
  'restored',
  'skipped',
  'dry run',
  'previewed',
] as const;

export type DeliveryResult = {
  readonly project: string;
  readonly report: string;
  /** First and last date, `YYYY-MM-DD`. */
  readonly window: { readonly first: string; readonly last: string };
  readonly runId: string;
  /**
   * 'delivered', 'written to files': every message was sent, or written, and this attempt still had something to do.
   * 'already …': an earlier attempt did it all. 'partly delivered': every message was sent, but a recipient was
   * refused. 'restored', 'damaged': an earlier attempt did it all, and a missing or damaged file was made again, or
   * could not be made again. 'failed': a message failed permanently. 'incomplete': another attempt has something to do.
   */
  readonly outcome:
    | (typeof finishedOutcomes)[number]
    | 'partly delivered'
    | 'damaged'
    | 'failed'
    | 'incomplete';
  readonly reason?: string | undefined;
  readonly issueNumber: number | undefined;
  readonly tasksPerShift: TasksPerShift;
  readonly readiness?: Issue['readiness'];
  readonly files: readonly DeliveredFile[];
  readonly messages: readonly DeliveredMessage[];
  readonly warnings: readonly string[];
  readonly dataProblem?: DataProblem | undefined;
  readonly keys: readonly string[];
};

type DeliveredFile = {
  readonly audience: StoredWorkbook['audience'];
  readonly key: string;
  readonly size: number;
  readonly link: string | undefined;
  /** Present even if the workbook has only the days (`detail: days`); undefined if nothing was measured. */
  readonly measures: StoredMeasures | undefined;
};

type DeliveredMessage = {
  readonly id: string;
  readonly audience: IssueMessage['audience'];
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string | undefined;
  readonly outcome: MessageOutcome;
};

export function runIdentityFields(runStore: RunStore) {
  const { project, report, window, runId } = runStore.address;
  return {
    project,
    report,
    runId,
    window: { first: formatDay(window.first), last: formatDay(window.last) },
  };
}

export async function deliveryResultOfIssue(
  runStore: RunStore,
  issue: Issue,
  ended: {
    readonly outcome: DeliveryResult['outcome'];
    readonly outcomes: ReadonlyMap<string, MessageOutcome>;
    readonly restoration?: WorkbookRestoration | undefined;
  },
): Promise<DeliveryResult> {
  const keys = await runStore.keys();
  const { restored = [], damaged = [] } = ended.restoration ?? {};
  const unlinked: string[] = [];
  const files = issue.workbooks.map(async ({ audience, size, measures, ...workbook }) => {
    const replacement = replacementKeyOf(workbook);
    const key = keys.has(replacement) ? replacement : workbook.key;
    // The issue may be sent already, so a link that cannot be made does not fail the run.
    const link = await runStore.store.link(key).catch((error: Error) => {
      unlinked.push(`${key} has no link: ${error.message}`);
      return undefined;
    });
    return { audience, key, size, link, measures: toStoredMeasures(measures) };
  });
  const messages = issue.messages.flatMap(({ id, audience, to, cc, subject }) => {
    const outcome = ended.outcomes.get(id);
    return outcome ? [{ id, audience, to, cc, subject, outcome }] : [];
  });
  const linked = await Promise.all(files);
  return {
    ...runIdentityFields(runStore),
    outcome: ended.outcome,
    issueNumber: issue.number,
    tasksPerShift: issue.tasksPerShift,
    readiness: issue.readiness,
    files: linked,
    messages,
    dataProblem: dataProblemOf(issue),
    warnings: [
      ...issue.warnings,
      ...messages.flatMap(({ outcome }) => rejectedText(outcome)),
      ...restored,
      ...damaged,
      ...unlinked,
    ],
    keys: [...keys],
  };
}

export function isFinishedOutcome(outcome: DeliveryResult['outcome']): boolean {
  return finishedOutcomes.some((finished) => finished === outcome);
}

function rejectedText(outcome: MessageOutcome): readonly string[] {
  const rejected = outcome.kind === 'sent' ? (outcome.rejected ?? []) : [];
  return rejected.map(
    (one) => `${one.address} did not get the message: ${whyRejected(one)} (${one.reason}).`,
  );
}

function whyRejected({ forNow, cause }: RejectedRecipient): string {
  if (cause === 'mailbox full') return 'its mailbox is full';
  return `the mail server ${forNow ? 'did not accept it within an hour, or by the last attempt' : 'refused it'}`;
}

function dataProblemOf({ stale, programme, unread }: DataProblemFields): DataProblem | undefined {
  const texts = [unread, stale].filter((text) => text !== undefined);
  if (texts.length === 0) return undefined;
  const version = stale && [programme?.label, programme?.dataDate, programme?.imported?.instant];
  const name = shortDigest(JSON.stringify([version, unread]));
  return { name, text: texts.join(' '), isUnread: unread !== undefined };
}

type DataProblemFields = Pick<Issue, 'stale' | 'programme'> & { readonly unread?: string | undefined };

export async function deliveryResultWithoutIssue(
  runStore: RunStore,
  outcome: 'skipped' | 'dry run',
  skipped: DataProblemFields & { readonly reason: string; readonly warnings: readonly string[] },
): Promise<DeliveryResult> {
  return {
    ...runIdentityFields(runStore),
    outcome,
    reason: skipped.reason,
    issueNumber: undefined,
    tasksPerShift: noTasksPerShift,
    files: [],
    messages: [],
    warnings: skipped.warnings,
    dataProblem: dataProblemOf(skipped),
    keys: [...(await runStore.keys())],
  };
}

export function failedMessagesOf(messages: DeliveryResult['messages']): readonly FailedMessage[] {
  return messages.flatMap(({ id, to, subject, outcome }) =>
    outcome.kind === 'failed'
      ? [{ subject: subject ?? id, to: [...to], cause: outcome.cause, reason: outcome.reason }]
      : [],
  );
}
