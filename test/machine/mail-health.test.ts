import { expect, test } from 'vitest';
import { createLineLog } from '../../functions/machine/line-log.ts';
import { createLinkServer } from '../../functions/machine/link-server.ts';
import { type MailHealth, watchedMailer } from '../../functions/machine/mail-health.ts';
import type { SendResult } from '../../functions/mail/transport/mailer.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

test('/health fails from a refusal of every message, which no mail can tell, until a message is taken', async () => {
  let health: MailHealth = 'taken';
  const mailer = createRecordingMailer({ repeatable: false });
  const watched = watchedMailer(mailer, (next) => {
    health = next;
  });
  const server = createLinkServer({
    store: { ...createMemoryStore(), open: async () => undefined },
    url: 'http://localhost:8080',
    secret: () => 'a secret of at least thirty-two characters',
    log: createLineLog('text', { write: () => true, now: () => 'now' }),
    now: () => ({ epochMilliseconds: 0 }),
    mail: () => health,
  });
  const after = async (answer: SendResult) => {
    mailer.answers.push(answer);
    await watched.send({
      run: 'r',
      message: 'm',
      from: 'a@example.com',
      recipients: [],
      raw: Buffer.from(''),
    });
    const { status } = await server.request('http://localhost/health');
    return status;
  };
  const refused = { kind: 'refused', reason: 'smtp.example.com says no', affects: 'every message' } as const;
  expect((await server.request('http://localhost/health')).status).toBe(200);
  expect(await after({ ...refused, cause: 'retryable' })).toBe(200);
  expect(await after({ ...refused, cause: 'curable', affects: undefined })).toBe(200);
  expect(await after({ ...refused, cause: 'curable' })).toBe(503);
  expect(await (await server.request('http://localhost/health')).text()).not.toContain('smtp.example.com');
  expect(await after({ kind: 'failed', reason: 'too large' })).toBe(503);
  expect(await after({ kind: 'accepted', messageId: '250 Ok' })).toBe(200);
});
