import type { NoticeLine } from '../../mail/notice-layout.ts';
import type { MessageOutcome } from '../messages/deliver-message.ts';
import type { Failed } from '../messages/message-log.ts';
import type { DispatchId } from '../store/dispatch-id.ts';
import { failureNotice } from '../store/keys.ts';
import { type NotifyParts, notifyContact, type PendingNotice } from './notify-contact.ts';

/** What a notice says of a run: the part of its result that it needs. */
type MessagesOfRun = {
  readonly project: string;
  readonly report: string;
  readonly runId: string;
  /** First and last date, `YYYY-MM-DD`. */
  readonly window: { readonly first: string; readonly last: string };
  readonly messages: readonly {
    readonly id: string;
    readonly to: readonly string[];
    readonly subject: string | undefined;
    readonly outcome: MessageOutcome;
  }[];
};

/**
 * Notifies the contact of messages that failed permanently or are held back, once for each set of them.
 *
 * @returns the notice, where it has not been sent yet; undefined where nothing is left to send
 */
export async function notifyFailures(
  result: MessagesOfRun,
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
  return notifyContact(
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
}

const remedies: Readonly<Record<Failed['cause'], string>> = {
  rejected:
    'Once the address is corrected, in the configuration or in the planning service, or the sender verified, request the report again, which makes another issue; or forward this one by hand.',
  'not composed':
    'Correct the address in the configuration or in the planning service, or forward the report by hand.',
  held: 'Ask a recipient whether it has arrived; if it has not, forward the report by hand.',
};
