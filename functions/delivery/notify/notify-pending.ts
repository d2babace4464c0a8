import type { QueuedJob, ReportRequest } from '../dispatch/job-request.ts';
import type { ReconcileParts } from '../reconcile/reconcile.ts';
import { contactOf } from './dead-letter.ts';
import { latestCause } from './failure-log.ts';
import { shortDigest } from './failure-notice.ts';
import { notifyContact, pendingNotice } from './notify-contact.ts';
import { sendAgainLines } from './send-again.ts';

/** One that is not delivered; with the request that asked for it and the date it did so, where no schedule did. */
export type Outstanding = QueuedJob & { readonly request?: ReportRequest; readonly asked?: string };

/** A mail has room for the details of so many; the others are named. */
const described = 20;

/**
 * Tells each contact, in one mail, which of an dispatch's reports are not delivered and why; of what was asked for
 * again and again by one name, once a day.
 *
 * @returns why one could not be told yet; undefined where all have been
 */
export async function notifyPending(
  jobs: readonly Outstanding[],
  parts: ReconcileParts,
): Promise<string | undefined> {
  let reason: string | undefined;
  const byContact = Map.groupBy(jobs, ({ report }) => contactOf(report, parts.configuration));
  for (const [contact, own] of byContact) {
    reason = (await tellOne(contact, own, parts)) ?? reason;
  }
  return reason;
}

async function tellOne(
  contact: string,
  jobs: readonly Outstanding[],
  parts: ReconcileParts,
): Promise<string | undefined> {
  const [first] = jobs;
  if (!first) return undefined;
  const details = await Promise.all(
    jobs.slice(0, described).map(async (job) => {
      const cause = await latestCause(parts.store, job);
      const why = cause?.message ?? 'No attempt has said why; it may still be waiting in the queue.';
      return [
        {
          kind: 'text',
          text: `${job.project}, ${job.report}, ${job.window.first} to ${job.window.last}: ${why}`,
        },
        ...sendAgainLines(job, parts.reportFunction),
      ] as const;
    }),
  );
  const more = jobs.slice(described).map(({ project, report }) => `${project} ${report}`);
  const count = jobs.length === 1 ? 'One report is' : `${jobs.length} reports are`;
  const outcome = await notifyContact(
    {
      dispatchId: first.dispatchId,
      name: `outstanding_${shortDigest(contact + (first.asked ?? ''))}`,
      contact,
      title: `Not delivered so far: ${jobs.length === 1 ? `${first.project}, ${first.report}` : `${jobs.length} reports`} ${first.request ? 'asked for as' : 'due at'} ${first.runId}`,
      lines: [
        {
          kind: 'text',
          text: `${count} not delivered five hours after ${first.request ? 'it was asked for' : 'the time due'}, or not to everybody.`,
        },
        ...details.flat(),
        ...(more.length > 0 ? [{ kind: 'text', text: `Also: ${more.join('; ')}.` } as const] : []),
      ],
    },
    parts,
  );
  return pendingNotice(outcome)?.reason;
}
