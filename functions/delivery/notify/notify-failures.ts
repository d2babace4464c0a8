import type { NoticeLine } from '../../mail/write-notice.ts';
import type { DispatchId } from '../dispatch/dispatch-id.ts';
import type { Failed } from '../messages/message-log.ts';
import type { DeliveryResult } from '../run/delivery-result.ts';
import { failureNotice } from './failure-notice.ts';
import { type NotifyParts, notifyContact, type PendingNotice, pendingNotice } from './notify-contact.ts';

/**
 * Tells the contact of messages that failed for good or are held back, once for each set of them.
 *
 * @returns what became of the notice where it has not gone yet; undefined where there is nothing left to tell
 */
export async function notifyFailures(
  result: DeliveryResult,
  of: { readonly dispatchId: DispatchId; readonly contact: string },
  parts: NotifyParts,
): Promise<PendingNotice | undefined> {
  const failed = result.messages.flatMap(({ id, to, subject, outcome }) =>
    outcome.kind === 'failed' ? [{ id, to, subject, outcome }] : [],
  );
  if (failed.length === 0) return undefined;
  const { project, report, window } = result;
  const ids = failed.map(({ id }) => id);
  const lines = failed.map(
    ({ to, subject, outcome }): NoticeLine => ({
      kind: 'text',
      text: `"${subject ?? report}" to ${to.join(', ')}: ${outcome.reason} ${remedies[outcome.cause]}`,
    }),
  );
  const outcome = await notifyContact(
    {
      ...of,
      name: failureNotice(result, ids),
      title: `Messages not sent: ${project}, ${report}, ${window.first} to ${window.last}`,
      lines: [
        {
          kind: 'text',
          text: `Of the report ${report} of the project ${project}, ${failed.length} of ${result.messages.length} messages were not sent, and are not tried again. The workbooks are stored.`,
        },
        ...lines,
      ],
    },
    parts,
  );
  return pendingNotice(outcome);
}

const remedies: Readonly<Record<Failed['cause'], string>> = {
  rejected:
    'Once the address is corrected, in the configuration or in the planning service, or the sender verified, ask for the report anew, which makes another issue; or forward this one by hand.',
  'not composed':
    'Correct the address in the configuration or in the planning service, or forward the report by hand.',
  held: 'Ask a recipient whether it has arrived; if it has not, forward the report by hand.',
};
