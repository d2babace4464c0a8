/** The end of a job whose retries are used up: written down, and a person told, with cause and remedy. */
import type { Configuration } from '../../config/configuration.ts';
import type { QueuedJob } from '../dispatch/job-request.ts';
import { outstanding, readDue } from '../dispatch/manifest.ts';
import { RunStoreError } from '../store/run-store-error.ts';
import { windowOf } from '../store/stored-dates.ts';
import { latestCause, saveDeadLetter } from './failure-log.ts';
import { type NotifyParts, notifyContact, pendingNotice } from './notify-contact.ts';
import { sendAgainLines } from './send-again.ts';

export type DeadLetterParts = Omit<NotifyParts, 'configuration'> & {
  readonly configuration: Configuration;
  /** Name of the report function, for the line that sends it again. */
  readonly reportFunction?: string | undefined;
  /** Called once in a job's life: when it is first written down as given up. */
  readonly onDeadLetter?: (() => void) | undefined;
};

/**
 * @returns 'done' where another attempt has delivered the report, or told of what failed; nobody is told then
 * @throws what the store throws, and RunStoreError where the contact could not be told yet
 */
export async function recordDeadLetter(
  job: QueuedJob,
  parts: DeadLetterParts,
): Promise<'dead letter' | 'done'> {
  const { store, configuration } = parts;
  const { project, report, runId, window, dispatchId } = job;
  const run = { project, report, runId, window: windowOf(window) };
  const at = parts.now();
  const due = outstanding(await readDue(store, { dispatchId, due: [run] }));
  if (due.length === 0) return 'done';
  const last = await latestCause(store, job);
  const cause = last?.message ?? 'No attempt could say why. See the log of the report function.';
  const written = await saveDeadLetter(store, job, { at, cause });
  if (written.made === 'created') parts.onDeadLetter?.();
  const outcome = await notifyContact(
    {
      dispatchId,
      name: `dead-letter_${project}_${report}`,
      contact: contactOf(report, configuration),
      title: `Not delivered: ${nameOf(project, configuration.projects)}, ${nameOf(report, configuration.reports)}, ${window.first} to ${window.last}`,
      lines: [
        {
          kind: 'text',
          text: `The report ${report} of the project ${project} that was due at ${runId} could not be delivered, and is not tried again by itself.`,
        },
        { kind: 'text', text: `Cause: ${written.cause}` },
        ...sendAgainLines(job, parts.reportFunction),
      ],
    },
    parts,
  );
  const left = pendingNotice(outcome);
  if (left === undefined) return 'dead letter';
  throw new RunStoreError(`The contact of ${project} ${report} could not be told yet: ${left.reason}`, {
    key: `${dispatchId}/${project}/${report}`,
  });
}

/** A report that is configured no more is answered for by whoever answers for the first. */
export function contactOf(report: string, { reports }: Configuration): string {
  const own = reports.find(({ key }) => key === report) ?? reports[0];
  return own?.contact ?? '';
}

function nameOf(key: string, items: readonly { readonly key: string; readonly name: string }[]): string {
  return items.find((item) => item.key === key)?.name ?? key;
}
