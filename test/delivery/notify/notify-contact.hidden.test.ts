import { expect, test } from 'vitest';
import { notifyContact } from '#delivery/notify/notify-contact.ts';
import { byFunction } from '#delivery/send-again-command.ts';
import { anAttempt } from '../../support/builders/a-delivery.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

const notice = {
  kind: 'late',
  dispatchId,
  isTooSoon: false,
  name: 'late_1a2b3c4d',
  contact: 'planner@example.com',
  reports: [aReportState()],
  resent: false,
} as const;
const configuration = { from: 'lookahead@example.com' };

test('a notice is not sent on and on by an archive that hides that it was sent', async () => {
  const store = createMemoryStore();
  const hidden = {
    ...store,
    list: async (prefix: string) => (await store.list(prefix)).filter((key) => !key.endsWith('/sent.json')),
    putOnce: async (...object: Parameters<typeof store.putOnce>) => {
      await store.putOnce(...object);
      return 'exists' as const;
    },
  };
  const mailer = createRecordingMailer({ repeatable: false });
  const parts = {
    ...anAttempt({ store: hidden, mailer }),
    configuration,
    sendAgain: byFunction({ name: 'lookahead-prod-report', region: 'eu-west-2' }),
  };
  await expect(notifyContact(notice, parts)).rejects.toThrow(
    'sent.json cannot be found. Check that the archive lists new objects at once',
  );
  expect(mailer.taken).toHaveLength(1);
});

test('a notice that exists and cannot be read is an error', async () => {
  const store = { ...createMemoryStore(), putOnce: async () => 'exists' as const };
  const mailer = createRecordingMailer({ repeatable: false });
  const parts = {
    ...anAttempt({ store, mailer }),
    configuration,
    sendAgain: byFunction({ name: 'lookahead-prod-report', region: 'eu-west-2' }),
  };
  await expect(notifyContact(notice, parts)).rejects.toThrow(/notice\.json cannot be found/);
  expect(mailer.taken).toEqual([]);
});
