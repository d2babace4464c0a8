import { expect, it } from 'vitest';
import { checkMessagesGoToFiles, markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

it('an empty archive may be used for files or mail, and only for mail after it was opened for mail', async () => {
  const store = createMemoryStore();
  await checkMessagesGoToFiles(store);
  await markArchiveAsSendingMail(store);
  await markArchiveAsSendingMail(store);
  await expect(checkMessagesGoToFiles(store)).rejects.toThrow(
    'The reports in this folder are sent by mail. Add --send, or name another folder with --out for messages in files.',
  );
});

it('an archive with messages in files may be used for mail only after it was taken over', async () => {
  const store = createMemoryStore();
  await store.putOnce('dispatches/monday/manifest-1.json', Buffer.from('{}'), 'application/json');
  await expect(markArchiveAsSendingMail(store)).rejects.toThrow(
    'The folder holds reports whose messages went to files. To send by mail from now on, add --take-over: what was made counts as earlier issues, and is not mailed. Or name another folder with --out.',
  );
  await checkMessagesGoToFiles(store);
  await markArchiveAsSendingMail(store, { takeOver: true });
  await markArchiveAsSendingMail(store);
  await expect(checkMessagesGoToFiles(store)).rejects.toThrow('sent by mail');
});
