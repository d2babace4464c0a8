/** The result of a run: all that the command line prints, the log records and a caller gets. */
import { formatDay } from '../../base/day.ts';
import { shortDigest } from '../../base/digest.ts';
import type { RejectedRecipient } from '../../mail/transport/mailer.ts';
import type { MessageOutcome } from '../messages/deliver-message.ts';
import type { FailedMessage, StaleProgramme } from '../store/attempts.ts';
import {
  type Issue,
  type IssueMessage,
  noTasks,
  replacementOf,
  type Skipped,
  type StoredWorkbook,
  type TasksPerShift,
} from '../store/issue.ts';
import type { RunStore } from '../store/run-store.ts';
import type { Restoration } from './restore-workbooks.ts';

export type DeliveryResult = {
  readonly project: string;
  readonly report: string;
  /** First and last date, `YYYY-MM-DD`. */
  readonly window: { readonly first: string; readonly last: string };
  readonly runId: string;
  /**
   * 'delivered': every message was sent, and this attempt did something for it. 'already delivered': an earlier
   * one did it all. 'written to files', 'already written to files': the same where a message is a file. 'partly
   * delivered': every message was sent, and a recipient was refused. 'restored', 'damaged': an earlier attempt did it
   * all; a file of it was missing since and was made again, or is missing or damaged. 'failed': a message failed permanently.
   * 'incomplete': another attempt has something to do.
   */
  readonly outcome:
    | 'delivered'
    | 'already delivered'
    | 'written to files'
    | 'already written to files'
    | 'partly delivered'
    | 'restored'
    | 'damaged'
    | 'skipped'
    | 'failed'
    | 'incomplete'
    | 'dry run'
    | 'previewed';
  /** Why nothing is sent, of a run that is skipped. */
  readonly reason?: string | undefined;
  /** Undefined where it is skipped. */
  readonly issueNumber: number | undefined;
  readonly tasksPerShift: TasksPerShift;
  /** Numbers of tasks; undefined where no plan was made. */
  readonly readiness?: Issue['readiness'];
  readonly files: readonly DeliveredFile[];
  readonly messages: readonly DeliveredMessage[];
  readonly warnings: readonly string[];
  /** The version of the programme, where it was older than the project allows. */
  readonly staleProgramme?: StaleProgramme | undefined;
  /** Every key of the run in the run store. */
  readonly keys: readonly string[];
};

type DeliveredFile = Pick<StoredWorkbook, 'audience' | 'key' | 'size'> & {
  /** Undefined in a dry run where there is no issue yet. */
  readonly link: string | undefined;
};

type DeliveredMessage = Pick<IssueMessage, 'id' | 'audience'> & {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Undefined in a dry run where there is no issue yet. */
  readonly subject: string | undefined;
  readonly outcome: MessageOutcome;
};

/** The part of a result that says which run it is. */
export function resultHead(
  runStore: RunStore,
): Pick<DeliveryResult, 'project' | 'report' | 'window' | 'runId'> {
  const { project, report, window, runId } = runStore.address;
  return {
    project,
    report,
    runId,
    window: { first: formatDay(window.first), last: formatDay(window.last) },
  };
}

export async function issueResult(
  runStore: RunStore,
  issue: Issue,
  ended: {
    readonly outcome: DeliveryResult['outcome'];
    readonly outcomes: ReadonlyMap<string, MessageOutcome>;
    /** Sentences about files that were not whole. */
    readonly restoration?: Restoration | undefined;
  },
): Promise<DeliveryResult> {
  const keys = await runStore.keys();
  const { restored = [], damaged = [] } = ended.restoration ?? {};
  const unlinked: string[] = [];
  const files = issue.workbooks.map(async ({ audience, size, ...workbook }) => {
    const replacement = replacementOf(workbook);
    const key = keys.has(replacement) ? replacement : workbook.key;
    // The issue is made, and may be sent: a link that cannot be made is no reason to fail.
    const link = await runStore.store.link(key).catch((error: Error) => {
      unlinked.push(`${key} has no link: ${error.message}`);
      return undefined;
    });
    return { audience, key, size, link };
  });
  const messages = issue.messages.flatMap(({ id, audience, to, cc, subject }) => {
    const outcome = ended.outcomes.get(id);
    return outcome ? [{ id, audience, to, cc, subject, outcome }] : [];
  });
  const linked = await Promise.all(files);
  return {
    ...resultHead(runStore),
    outcome: ended.outcome,
    issueNumber: issue.number,
    tasksPerShift: issue.tasksPerShift,
    readiness: issue.readiness,
    files: linked,
    messages,
    staleProgramme: staleProgrammeOf(issue),
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

/** Whether everyone has got it, as far as is known, or it is only a file as asked for, or there was nothing to send. */
export function isFinished(outcome: DeliveryResult['outcome']): boolean {
  switch (outcome) {
    case 'delivered':
    case 'already delivered':
    case 'written to files':
    case 'already written to files':
    case 'restored':
    case 'skipped':
    case 'dry run':
    case 'previewed':
      return true;
    case 'partly delivered':
    case 'damaged':
    case 'failed':
    case 'incomplete':
      return false;
  }
}

/** A sentence for each recipient who will not get the message. */
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

function staleProgrammeOf({
  stale,
  programme,
}: Pick<Partial<Skipped>, 'stale' | 'programme'>): StaleProgramme | undefined {
  if (stale === undefined || programme === undefined) return undefined;
  const { label, dataDate, imported } = programme;
  return { name: shortDigest(JSON.stringify([label, dataDate, imported?.instant])), text: stale };
}

export async function skippedResult(
  runStore: RunStore,
  outcome: 'skipped' | 'dry run',
  skipped: Pick<Skipped, 'reason' | 'warnings'> & Partial<Skipped>,
): Promise<DeliveryResult> {
  return {
    ...resultHead(runStore),
    outcome,
    reason: skipped.reason,
    issueNumber: undefined,
    tasksPerShift: noTasks,
    files: [],
    messages: [],
    warnings: skipped.warnings,
    staleProgramme: staleProgrammeOf(skipped),
    keys: [...(await runStore.keys())],
  };
}

/** The messages of a run that will never be accepted, as their contact is told of them. */
export function failedMessagesOf(messages: DeliveryResult['messages']): readonly FailedMessage[] {
  return messages.flatMap(({ id, to, subject, outcome }) =>
    outcome.kind === 'failed'
      ? [{ subject: subject ?? id, to: [...to], cause: outcome.cause, reason: outcome.reason }]
      : [],
  );
}
