import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { createHealthMonitor, createHealthReportingMailer } from '#machine/health.ts';
import { createLineLog } from '#machine/line-log.ts';
import { createLinkServer } from '#machine/link-server.ts';
import type { SendResult } from '#mail/transport/mailer.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

/** A process that began at 14:00, its answers at /health, and its clocks, which are set by hand. */
function aProcess() {
  let at = Temporal.Instant.from('2026-11-20T14:00:00Z');
  let minutes = 0;
  const now = () => at;
  const health = createHealthMonitor({ now, elapsed: () => minutes * 60_000 });
  const server = createLinkServer({
    store: { ...createMemoryStore(), open: async () => undefined },
    url: 'http://localhost:8080',
    secret: () => 'a secret of at least thirty-two characters',
    log: createLineLog('text', { write: () => true, now }),
    now,
    health: health.answer,
  });
  return {
    health,
    checked: (stored: boolean) => health.checked({ at, stored }),
    pass: (of: number) => {
      minutes += of;
      at = at.add({ minutes: of });
    },
    setClock: (time: string) => {
      at = Temporal.Instant.from(time);
    },
    ask: async () => {
      const answer = await server.request('http://localhost/health');
      return `${answer.status} ${await answer.text()}`;
    },
  };
}

it('/health fails while a check could not write to the archive, and shows when it ran but not why', async () => {
  const { checked, pass, ask } = aProcess();
  expect(await ask()).toBe('200 running\n');
  pass(10);
  checked(true);
  expect(await ask()).toBe('200 running, last check 14:10 UTC\n');
  pass(10);
  checked(false);
  expect(await ask()).toBe('503 cannot store, last check 14:20 UTC\n');
  pass(10);
  checked(true);
  expect(await ask()).toBe('200 running, last check 14:30 UTC\n');
});

it('/health fails after 25 minutes without a check or other work, even if the clock is set back', async () => {
  const { health, checked, pass, setClock, ask } = aProcess();
  checked(true);
  pass(25);
  health.alive();
  pass(25);
  expect(await ask()).toBe('200 running, last check 14:00 UTC\n');
  pass(1);
  setClock('2026-11-20T13:00:00Z');
  expect(await ask()).toBe('503 no check, last check 14:00 UTC\n');
});

it('/health fails while the clock is not set', async () => {
  const { setClock, ask } = aProcess();
  setClock('1970-01-01T00:05:00Z');
  expect(await ask()).toBe('503 clock\n');
  setClock('2025-12-31T23:59:59Z');
  expect(await ask()).toBe('503 clock\n');
});

it('/health fails after a refusal of every message, which no mail can report, until a message is accepted', async () => {
  const { health, ask } = aProcess();
  const mailer = createRecordingMailer({ repeatable: false });
  const watched = createHealthReportingMailer(mailer, health.mail);
  const after = async (answer: SendResult) => {
    mailer.answers.push(answer);
    await watched.send({
      run: 'r',
      message: 'm',
      from: 'a@example.com',
      recipients: [],
      raw: Buffer.from(''),
    });
    return ask();
  };
  const refused = { kind: 'refused', reason: 'smtp.example.com says no', affects: 'every message' } as const;
  expect(await after({ ...refused, cause: 'retryable' })).toBe('200 running\n');
  expect(await after({ ...refused, cause: 'curable', affects: undefined })).toBe('200 running\n');
  expect(await after({ ...refused, cause: 'curable' })).toBe('503 mail refused\n');
  expect(await after({ kind: 'failed', reason: 'too large' })).toBe('503 mail refused\n');
  expect(await after({ kind: 'accepted', messageId: '250 Ok' })).toBe('200 running\n');
});
