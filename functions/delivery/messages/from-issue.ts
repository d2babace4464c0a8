/** A message as its issue has it: the files that it carries, and its bytes. */
import { isDeepStrictEqual } from 'node:util';
import type { ObjectStore } from '../../archive/object-store.ts';
import { markResent } from '../../mail/headers.ts';
import { composeMessage } from '../../mail/transport/compose-message.ts';
import type { Attachment, OutgoingMessage } from '../../mail/transport/mailer.ts';
import { findWorkbook, type IssueMessage, type StoredWorkbook } from '../store/issue.ts';
import { missing, RunStoreError } from '../store/stored-object.ts';

/** From what the issue says and nothing else, so that every attempt sends the same bytes. */
export function composeFromIssue(
  message: IssueMessage,
  copy: { readonly run: string; readonly marked: boolean; readonly attachments: readonly Attachment[] },
): Promise<OutgoingMessage> {
  const { id, from, fromName, to, cc, replyTo, list, date, text, html } = message;
  const subject = copy.marked ? markResent(message.subject) : message.subject;
  const content = { from, fromName, to, cc, replyTo, list, subject, date, text, html };
  return composeMessage({ run: copy.run, message: id, ...content }, copy.attachments);
}

/**
 * The files that a message carries. Those that it only links to are read too: nobody is sent to a damaged one.
 * @throws RunStoreError when one is missing or does not match its issue
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
    if (workbook === undefined) throw notOfIssue(key);
    const found = await findWorkbook(store, workbook);
    if (found.kind === 'missing') throw missing(key);
    if (found.kind !== 'whole') throw notOfIssue(key);
    if (!message.attachments.includes(key)) continue;
    attachments.push({ fileName: key.slice(key.lastIndexOf('/') + 1), bytes: found.bytes });
  }
  return attachments;
}

function notOfIssue(key: string): RunStoreError {
  return new RunStoreError(
    `The workbook ${key} is not the one that its issue was made with, so it was not mailed`,
    {
      key,
      remedy:
        'Restore it from an earlier version or a backup, or move it away to have it made again; then run again.',
    },
  );
}
