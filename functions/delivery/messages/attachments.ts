import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Attachment } from '../../mail/transport/attachment-limit.ts';
import type { IssueMessage, StoredWorkbook } from '../store/issue.ts';
import { missing, RunStoreError } from '../store/stored-object.ts';

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
    const bytes = await store.get(key);
    if (bytes === undefined) throw missing(key);
    const workbook = workbooks.find((stored) => stored.key === key);
    if (workbook?.sha256 !== createHash('sha256').update(bytes).digest('hex')) throw notOfIssue(key);
    if (!message.attachments.includes(key)) continue;
    attachments.push({ fileName: key.slice(key.lastIndexOf('/') + 1), bytes });
  }
  return attachments;
}

function notOfIssue(key: string): RunStoreError {
  return new RunStoreError(
    `The workbook ${key} is not the one that its issue was made with, so it was not mailed`,
    { key, remedy: 'Restore it from an earlier version or a backup, then run again.' },
  );
}
