import type { ObjectStore } from '../../archive/object-store.ts';
import type { Mailer } from '../../mail/transport/mailer.ts';
import type { IssueMessage } from '../store/issue.ts';
import { RunStoreError } from '../store/stored-object.ts';
import type { MessageRun } from './deliver-message.ts';
import { composeFromIssue, readAttachments } from './from-issue.ts';

/** A sentence for people about a message that is a file, where it was not whole. */
type RestoredMessage =
  | { readonly kind: 'whole' }
  | { readonly kind: 'restored' | 'damaged'; readonly text: string };

/**
 * Writes the file of a message again where it is missing; one that was changed is left as it is.
 * @throws what the store and the mailer throw
 */
export async function restoreMessage(
  message: IssueMessage,
  of: { readonly run: MessageRun; readonly messageId: string; readonly marked: boolean },
  { store, mailer }: { readonly store: ObjectStore; readonly mailer: Mailer },
): Promise<RestoredMessage> {
  const { run, messageId, marked } = of;
  if (!mailer.written) return { kind: 'whole' };
  const file = await mailer.written(messageId);
  try {
    const attachments = await readAttachments(store, message, run.workbooks);
    const mail = await composeFromIssue(message, { run: run.name, marked, attachments });
    if (file !== undefined && Buffer.compare(file, mail.raw) === 0) return { kind: 'whole' };
    if (file !== undefined) {
      const text = `The message ${messageId} in the outbox was changed since it was written. Move it away and run again: it is then written anew.`;
      return { kind: 'damaged', text };
    }
    await mailer.send(mail);
    return {
      kind: 'restored',
      text: `The message ${messageId} was missing from the outbox; it was written again.`,
    };
  } catch (error) {
    if (!(error instanceof RunStoreError)) throw error;
    const state = file === undefined ? 'is missing from the outbox' : 'cannot be checked';
    return { kind: 'damaged', text: `The message ${messageId} ${state}. ${error.message}` };
  }
}
