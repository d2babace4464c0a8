import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { processJob } from '#queue/process-job.ts';
import {
  readLatestMailStopOrResume,
  saveMailStopOrResume,
  stoppableMailer,
} from '#runs/messages/stoppable-mailer.ts';
import { anInvocation, aReceivedJob } from '../../support/a-world.ts';
import { aClock, anAttempt, aResolvedReport, deliverResolved } from '../../support/builders/a-delivery.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { startSmtpServer } from '../../support/smtp/smtp-server.ts';

const by = 'operator@laptop';
const resume = 'npm run lookahead -- stop --resume --out sent';

const message = {
  run: 'issues/run',
  message: 'everyone',
  from: 'lookahead@example.com',
  recipients: ['a@example.com'],
  raw: Buffer.from('text'),
};

/** A site with a report that waits in the queue, and all mail stopped. */
async function aStoppedSite() {
  const { services } = await aScheduledSite({ reports: ['weekly'] });
  const world = { ...services, mailer: stoppableMailer(services.mailer, { ...services, resume }) };
  const become = (became: 'stopped' | 'resumed') =>
    saveMailStopOrResume(services.store, { at: services.clock.now(), became, by });
  await handleDispatchEvent(firing, services);
  const jobs = services.queue.sent.splice(0);
  let received = 0;
  const work = async () => {
    const due = [...jobs.splice(0), ...services.queue.sent.splice(0)];
    for (const { job } of due)
      await processJob(aReceivedJob(job, 1, `m-${++received}`), world, anInvocation());
  };
  const check = () =>
    handleReconcileEvent({ reconcile: 'check', scheduledTime: services.clock.now().toString() }, world);
  const request = (runId: string) =>
    carryOutReportRequest(
      { project: 'riverside', report: 'weekly', mode: 'send', runId },
      anInvocation(),
      world,
    );
  await become('stopped');
  return { services, world, become, work, check, request, taken: services.mailer.taken };
}

describe('while mail is stopped', () => {
  it('queued jobs, mails to contacts and requests send nothing, and what waits is sent once mail is resumed', async () => {
    const { services, become, work, check, request, taken } = await aStoppedSite();
    await work();
    expect(await request('by-hand')).toMatchObject({ ok: false });
    for (let hour = 0; hour < 3; hour += 1) {
      services.clock.advance({ hours: 1 });
      await check();
      await work();
    }
    expect(taken).toEqual([]);

    await become('resumed');
    services.clock.advance({ minutes: 30 });
    await check();
    await work();
    const recipients = taken.map((message) => message.recipients.join());
    expect(recipients).toContain('works.manager@example.com,deputy@example.com');
  });

  it('a report whose deadline passes is not sent, even once mail is resumed', async () => {
    const { services, become, work, check, taken } = await aStoppedSite();
    await work();
    services.clock.advance({ hours: 25 });
    await check();
    await become('resumed');
    services.clock.advance({ minutes: 30 });
    await work();
    expect(taken.filter(({ recipients }) => recipients.includes('works.manager@example.com'))).toEqual([]);
  });

  it('the refusal says since when, and how to resume', async () => {
    const { services, request } = await aStoppedSite();
    const since = services.clock.now().toString({ smallestUnit: 'second' });
    expect(JSON.stringify(await request('by-hand'))).toContain(
      `All mail was stopped at ${since} by ${by}; \`${resume}\` ends the stop.`,
    );
  });
});

describe('a message under way', () => {
  it('to a slow mail server is given up when mail is stopped, and is sent exactly once, unmarked, when mail is resumed', async () => {
    const server = await startSmtpServer();
    onTestFinished(() => server.close());
    const [store, clock] = [createMemoryStore(), aClock()];
    const smtp = createSmtpMailer({
      host: '127.0.0.1',
      port: server.port,
      name: 'reports.example.com',
      tls: 'starttls',
    });
    const mailer = stoppableMailer(smtp, { store, clock, resume });
    const attempt = (owner: string) =>
      deliverResolved(
        aResolvedReport({ audiences: [] }),
        anAttempt({ store, mailer, now: clock.now, owner }),
      );
    // Seconds that the server takes for the first message; mail is stopped in the meantime.
    let slow = 150;
    server.faults.recipient = () => {
      if (slow > 0) void saveMailStopOrResume(store, { at: clock.now(), became: 'stopped', by });
      clock.advance({ seconds: slow });
      slow = 0;
      return undefined;
    };
    const { messages } = await attempt('one');
    expect(messages[0]?.outcome).toMatchObject({
      kind: 'refused',
      cause: 'retryable',
      reason: expect.stringMatching(/^All mail was stopped at 2026-/),
      affects: 'every message',
    });
    expect(server.stored).toEqual([]);
    clock.advance({ minutes: 10 });
    await saveMailStopOrResume(store, { at: clock.now(), became: 'resumed', by });
    for (const owner of ['two', 'three']) expect((await attempt(owner)).outcome).toMatch(/delivered$/);
    expect(server.stored).toHaveLength(1);
    expect(server.stored[0]?.raw.toString()).not.toContain('(resent)');
  });
});

describe('a process', () => {
  it('that has checked whether mail is stopped learns of a stop within a minute', async () => {
    const { services, become, world } = await aStoppedSite();
    expect(await world.mailer.send(message)).toMatchObject({ kind: 'refused', affects: 'every message' });
    services.clock.advance({ seconds: 31 });
    await become('resumed');
    expect(await world.mailer.send(message)).toMatchObject({ kind: 'accepted' });
    services.clock.advance({ seconds: 1 });
    await become('stopped');
    expect(await world.mailer.send({ ...message, message: 'second' })).toMatchObject({ kind: 'accepted' });
    services.clock.advance({ seconds: 59 });
    expect(await world.mailer.send({ ...message, message: 'third' })).toMatchObject({ kind: 'refused' });
  });

  it('that cannot check whether mail is stopped sends nothing', async () => {
    const { services } = await aStoppedSite();
    const store = { ...services.store, list: () => Promise.reject(new Error('no answer')) };
    const mailer = stoppableMailer(services.mailer, { store, clock: services.clock, resume });
    expect(await mailer.send(message)).toMatchObject({
      kind: 'refused',
      cause: 'retryable',
      reason: expect.stringContaining('Whether mail is stopped cannot be read'),
    });
  });
});

describe('the latest stop or resume', () => {
  const at = Temporal.Instant.from('2026-11-20T14:00:00Z');
  const asked = (became: 'stopped' | 'resumed', who = by, time = at) => ({ became, at: time, by: who });
  const damage = (store: ReturnType<typeof createMemoryStore>, key: string) =>
    store.putOnce(key, Buffer.from('{"version":5,'), 'application/json');

  it('is the one with the highest number, whatever the clocks of their machines say', async () => {
    const store = createMemoryStore();
    await saveMailStopOrResume(store, asked('stopped'));
    await saveMailStopOrResume(store, asked('resumed', 'a-day-ahead@other', at.add({ hours: 24 })));
    expect(await saveMailStopOrResume(store, asked('stopped'))).toMatchObject({ became: 'stopped', by });
    expect(await readLatestMailStopOrResume(store)).toEqual(asked('stopped'));
    expect(await store.list('stops/')).toEqual([
      'stops/000001.json',
      'stops/000002.json',
      'stops/000003.json',
    ]);
  });

  it('is not written again if it is already what was asked for', async () => {
    const store = createMemoryStore();
    await saveMailStopOrResume(store, asked('stopped', 'first@laptop'));
    expect(await saveMailStopOrResume(store, asked('stopped', 'second@laptop'))).toEqual(
      asked('stopped', 'first@laptop'),
    );
    expect(await store.list('stops/')).toHaveLength(1);
  });

  /** A store in which another machine takes the number of a write just before the write: once for each of `rivals`. */
  function withRival(store: ReturnType<typeof createMemoryStore>, rivals: ('stopped' | 'resumed')[]) {
    return {
      ...store,
      putOnce: async (...put: Parameters<typeof store.putOnce>) => {
        const became = rivals.shift();
        if (became) await saveNext(store, became);
        return store.putOnce(...put);
      },
    };
  }
  async function saveNext(store: ReturnType<typeof createMemoryStore>, became: 'stopped' | 'resumed') {
    const number = (await store.list('stops/')).length + 1;
    const body = JSON.stringify({ version: 7, ...asked(became, 'rival@other') });
    await store.putOnce(`stops/00000${number}.json`, Buffer.from(body), 'application/json');
  }

  it('is a stop if a stop competes with resumes for a number', async () => {
    const store = createMemoryStore();
    const stopped = await saveMailStopOrResume(withRival(store, ['resumed', 'resumed']), asked('stopped'));
    expect(stopped).toEqual(asked('stopped'));
    expect(await readLatestMailStopOrResume(store)).toEqual(stopped);
    expect(await store.list('stops/')).toHaveLength(3);
  });

  it('is a stop if another stop takes the number that a resume was about to take', async () => {
    const store = createMemoryStore();
    await saveMailStopOrResume(store, asked('stopped', 'first@laptop'));
    const held = await saveMailStopOrResume(withRival(store, ['stopped']), asked('resumed'));
    expect(held).toEqual(asked('stopped', 'rival@other'));
    expect(await store.list('stops/')).toHaveLength(2);
  });

  it('blocks all mail if it is damaged, until the next resume', async () => {
    const { services, world, become } = await aStoppedSite();
    await become('resumed');
    await damage(services.store, 'stops/000003.json');
    services.clock.advance({ minutes: 1 });
    expect(await world.mailer.send(message)).toMatchObject({ kind: 'refused' });
    await expect(readLatestMailStopOrResume(services.store)).rejects.toThrow(
      'stops/000003.json does not say whether mail is stopped. Run `stop` or `stop --resume`',
    );
    await become('resumed');
    expect(await world.mailer.send(message)).toMatchObject({ kind: 'accepted' });
  });
});

it('a process checks for a stop again after its clock was set back', async () => {
  const store = createMemoryStore();
  const clock = aClock();
  const mailer = stoppableMailer(
    { repeatable: false, send: async () => ({ kind: 'accepted', messageId: 'm-1' }) },
    { store, clock, resume },
  );
  expect(await mailer.send(message)).toMatchObject({ kind: 'accepted' });
  await saveMailStopOrResume(store, { at: clock.now(), became: 'stopped', by });
  clock.advance({ hours: -24 });
  expect(await mailer.send(message)).toMatchObject({ kind: 'refused' });
});
