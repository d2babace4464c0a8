/** A message from what the issue says of it, and nothing else: every attempt sends the same bytes. */
import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Attachment } from '../../mail/transport/attachment-limit.ts';
import { markResent } from '../../mail/transport/compose-message.ts';
import type { OutgoingMessage } from '../../mail/transport/mailer.ts';
import type { DeliveryParts } from '../run/delivery-parts.ts';
import type { IssueMessage, StoredWorkbook } from '../store/issue.ts';
import { RunStoreError } from '../store/run-store-error.ts';
import { missing } from '../store/stored-object.ts';

export type Copy = 'first' | 'marked';

/** An issue, as far as a message's files are concerned. */
export type HasWorkbooks = { readonly workbooks: readonly StoredWorkbook[] };

/** The files that travel with a message. @throws RunStoreError when one is gone or not the issue's own */
export async function readAttachments(
  store: ObjectStore,
  message: IssueMessage,
  issue: HasWorkbooks,
): Promise<readonly Attachment[]> {
  const attachments: Attachment[] = [];
  for (const key of message.attachments) attachments.push(await readAttachment(store, key, issue));
  return attachments;
}

/** @throws whatever the composer throws: from the same issue, it will throw it every time */
export function composeFromIssue(
  message: IssueMessage,
  of: { readonly run: string; readonly copy: Copy; readonly attachments: readonly Attachment[] },
  composeMessage: DeliveryParts['composeMessage'],
): Promise<OutgoingMessage> {
  const { from, fromName, to, cc, replyTo, date, text, html } = message;
  const subject = of.copy === 'marked' ? markResent(message.subject) : message.subject;
  const content = { from, fromName, to, cc, replyTo, subject, date, text, html };
  return composeMessage({ run: of.run, message: message.id, ...content }, of.attachments);
}

async function readAttachment(store: ObjectStore, key: string, issue: HasWorkbooks): Promise<Attachment> {
  const bytes = await store.get(key);
  if (bytes === undefined) throw missing(key);
  const workbook = issue.workbooks.find((stored) => stored.key === key);
  if (workbook?.sha256 !== createHash('sha256').update(bytes).digest('hex')) {
    throw new RunStoreError(
      `The workbook ${key} is not the one its issue was made with, so it was not mailed. Restore it from an earlier version or a backup, then run again.`,
      { key },
    );
  }
  return { fileName: key.slice(key.lastIndexOf('/') + 1), bytes };
}
