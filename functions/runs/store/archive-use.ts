/**
 * Decides whether the messages of an archive go to files or are mailed. A report in files has reached nobody, so later
 * issues are compared with it only if a person says so (`--take-over`).
 */
import type { ObjectStore } from '#archive/object-store.ts';
import { InputError } from '#base/lookahead-error.ts';
import { archiveSendsMail } from './objects.ts';

export class ArchiveUseError extends InputError {
  override readonly name = 'ArchiveUseError';
}

/**
 * Marks the archive as mailed.
 * @param by.takeOver counts the reports made so far as earlier issues; their messages stay unsent
 * @throws ArchiveUseError if its messages were written to files so far, unless `by.takeOver` is true
 */
export async function markArchiveAsSendingMail(
  store: ObjectStore,
  { takeOver }: { readonly takeOver: boolean } = { takeOver: false },
): Promise<void> {
  if (await store.get(archiveSendsMail.key({}))) return;
  const [run] = await store.list('dispatches/');
  if (run !== undefined && !takeOver) {
    throw new ArchiveUseError(
      'The folder holds reports whose messages went to files',
      'To send by mail from now on, add --take-over: what was made counts as earlier issues, and is not mailed. Or name another folder with --out.',
    );
  }
  await archiveSendsMail.create(store, {}, {});
}

/** @throws ArchiveUseError if the messages of the archive are mailed */
export async function checkMessagesGoToFiles(store: ObjectStore): Promise<void> {
  if (!(await store.get(archiveSendsMail.key({})))) return;
  throw new ArchiveUseError(
    'The reports in this folder are sent by mail',
    'Add --send, or name another folder with --out for messages in files.',
  );
}
