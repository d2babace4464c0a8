/** Handles a job whose retries are used up: records it and notifies the contact of cause and remedy. */
import { LookaheadError } from '../../base/lookahead-error.ts';
import { deadLetterNotice } from '../store/keys.ts';
import { outstandingRuns } from '../store/outstanding.ts';
import { windowOf } from '../store/stored-object.ts';
import { latestCause, saveDeadLetter } from './failure-log.ts';
import { notifyContact } from './notify-contact.ts';
import {
  contactOf,
  type OutstandingParts,
  type OutstandingReport,
  sendAgainLines,
} from './outstanding-report.ts';

export type DeadLetterParts = OutstandingParts & {
  /** Called once in a job's life: when it is first recorded as a dead letter. */
  readonly onDeadLetter?: (() => void) | undefined;
};

/** The contact could not be notified yet; nothing else is left to do. */
class PendingNoticeError extends LookaheadError {
  override readonly name = 'PendingNoticeError';

  constructor({ project, report }: OutstandingReport, reason: string) {
    super(`The contact of ${project} ${report} could not be notified yet: ${reason.replace(/\.$/, '')}`, {
      kind: 'retryable',
      remedy: 'The queue delivers the job again, and the notice is then tried again.',
    });
  }
}

/**
 * @returns 'done' where another attempt has delivered the report, or has notified the contact of what failed;
 *   nobody is notified then
 * @throws what the store throws, and PendingNoticeError
 */
export async function recordDeadLetter(
  job: OutstandingReport,
  parts: DeadLetterParts,
): Promise<'dead letter' | 'done'> {
  const { store, configuration } = parts;
  const { project, report, runId, window, dispatchId } = job;
  const run = { project, report, runId, window: windowOf(window) };
  const due = await outstandingRuns(store, { dispatchId, due: [run] });
  if (due.length === 0) return 'done';
  const last = await latestCause(store, job);
  const cause = last?.message ?? 'No attempt could say why. See the log of the report function.';
  const written = await saveDeadLetter(store, job, { at: parts.now(), cause });
  if (written.made === 'created') parts.onDeadLetter?.();
  const pending = await notifyContact(
    {
      dispatchId,
      name: deadLetterNotice(job),
      contact: contactOf(report, configuration),
      title: `Not delivered: ${nameOf(project, configuration.projects)}, ${nameOf(report, configuration.reports)}, ${window.first} to ${window.last}`,
      lines: [
        {
          kind: 'text',
          text: `The report ${report} of the project ${project} that was due at ${runId} could not be delivered, and is not tried again automatically.`,
        },
        { kind: 'text', text: `Cause: ${written.cause}` },
        ...sendAgainLines(job, parts.reportFunction),
      ],
    },
    parts,
  );
  if (pending === undefined) return 'dead letter';
  throw new PendingNoticeError(job, pending.reason);
}

function nameOf(key: string, items: readonly { readonly key: string; readonly name: string }[]): string {
  return items.find((item) => item.key === key)?.name ?? key;
}
