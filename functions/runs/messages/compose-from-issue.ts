import { isDeepStrictEqual } from 'node:util';
import type { Temporal } from 'temporal-polyfill';
import { type ObjectStore, workbookContentType } from '#archive/object-store.ts';
import { resentSubject } from '#mail/subject.ts';
import { composeMessage } from '#mail/transport/compose-message.ts';
import type { Attachment, Mailer, OutgoingMessage, SendRefusal } from '#mail/transport/mailer.ts';
import { findWorkbook } from '#runs/store/find-workbook.ts';
import type { IssueMessage, StoredWorkbook } from '#runs/store/issue.ts';
import type { RecipientEvent } from '#runs/store/objects.ts';
import { missingObjectError, RunStoreError } from '#runs/store/stored-object.ts';

export type RunOfMessage = {
  readonly prefix: string;
  readonly name: string;
  readonly due: Temporal.Instant;
  readonly workbooks: readonly StoredWorkbook[];
  readonly onAmbiguous: 'resend' | 'hold';
  /**
   * 'new': the caller has just created it, and nothing of it is stored yet. 'replaced': it is not sent, because a later
   * message replaces it; the attempt only finds out whether it has gone out.
   */
  readonly storedState?: 'new' | 'replaced' | undefined;
  /** The refusal of another message of this attempt, if this one would be refused for the same reason. */
  readonly blockedBy?: SendRefusal | undefined;
  readonly failedRecipients?:
    | ((message: string, events: readonly RecipientEvent[]) => Promise<void>)
    | undefined;
};

/** Composes a message from its issue alone, so that every attempt sends the same bytes. */
export function composeIssueMessage(
  message: IssueMessage,
  copy: { readonly run: string; readonly marked: boolean; readonly attachments: readonly Attachment[] },
): Promise<OutgoingMessage> {
  const subject = copy.marked ? resentSubject(message.subject) : message.subject;
  return composeMessage({ ...message, run: copy.run, message: message.id, subject }, copy.attachments);
}

/**
 * Reads the attachments of a message. Also checks a workbook that it only links to, so that no link leads to a damaged
 * one.
 * @throws RunStoreError if one is missing or does not match its issue
 */
export async function readAttachments(
  store: ObjectStore,
  message: IssueMessage,
  workbooks: readonly StoredWorkbook[],
): Promise<readonly Attachment[]> {
  const attachments: Attachment[] = [];
  const linked = workbooks.filter(({ audience }) => isDeepStrictEqual(audience, message.audience));
  for (const key of new Set([...message.attachments, ...linked.map((workbook) => workbook.key)])) {
    const workbook = workbooks.find((stored) => stored.key === key);
    if (workbook === undefined) throw wrongWorkbookError(key);
    const found = await findWorkbook(store, workbook);
    if (found.kind === 'missing') throw missingObjectError(key);
    if (found.kind !== 'whole') throw wrongWorkbookError(key);
    if (!message.attachments.includes(key)) continue;
    const fileName = key.slice(key.lastIndexOf('/') + 1);
    attachments.push({ fileName, contentType: workbookContentType, bytes: found.bytes });
  }
  return attachments;
}

function wrongWorkbookError(key: string): RunStoreError {
  return new RunStoreError(
    `The workbook ${key} is not the one that its issue was made with, so it was not mailed`,
    {
      remedy:
        'Restore it from an earlier version or a backup, or move it away to have it made again; then run again.',
    },
  );
}

type OutboxFileState =
  | { readonly kind: 'whole' }
  | { readonly kind: 'restored' | 'damaged'; readonly text: string };

/**
 * Writes the file of a message again if it is missing; a changed file is left as it is.
 * @throws what the store and the mailer throw
 */
export async function restoreOutboxFile(
  message: IssueMessage,
  of: { readonly run: RunOfMessage; readonly messageId: string; readonly marked: boolean },
  { store, mailer }: { readonly store: ObjectStore; readonly mailer: Mailer },
): Promise<OutboxFileState> {
  const { run, messageId, marked } = of;
  if (!mailer.readWritten) return { kind: 'whole' };
  const file = await mailer.readWritten(messageId);
  try {
    const attachments = await readAttachments(store, message, run.workbooks);
    const mail = await composeIssueMessage(message, { run: run.name, marked, attachments });
    if (file !== undefined && Buffer.compare(file, mail.raw) === 0) return { kind: 'whole' };
    if (file !== undefined) {
      const text = `The message ${messageId} in the outbox was changed since it was written. Move it away and run again to have it written again.`;
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
