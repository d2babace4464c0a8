import { describe, expect, it, onTestFinished } from 'vitest';
import { dispatchEvent } from '../../../functions/cloud/dispatch-event.ts';
import { reconcileEvent } from '../../../functions/cloud/reconcile-event.ts';
import { processJob } from '../../../functions/delivery/jobs/process-job.ts';
import { saveStop, stoppableMailer } from '../../../functions/delivery/messages/stoppable-mailer.ts';
import { answerRequest } from '../../../functions/delivery/request/answer-request.ts';
import { createSmtpMailer } from '../../../functions/mail/transport/smtp.ts';
import { anInvocation, aReceivedJob } from '../../support/a-world.ts';
import { aClock, aJob, anAttempt, deliverJob } from '../../support/builders/a-delivery.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { startSmtpServer } from '../../support/smtp/smtp-server.ts';

/** A site with a report that waits in the queue, and all mail stopped. */
async function aStoppedSite() {
  const { services } = await aScheduledSite({ reports: ['weekly'] });
  const world = { ...services, mailer: stoppableMailer(services.mailer, services) };
  const become = (became: 'stopped' | 'resumed') =>
    saveStop(services.store, { at: services.clock.now(), became });
  await dispatchEvent(firing, services);
  const jobs = services.queue.sent.splice(0);
  let received = 0;
  const work = async () => {
    const due = [...jobs.splice(0), ...services.queue.sent.splice(0)];
    for (const { job } of due)
      await processJob(aReceivedJob(job, 1, `m-${++received}`), world, anInvocation());
  };
  const check = () =>
    reconcileEvent({ reconcile: 'check', scheduledTime: services.clock.now().toString() }, world);
  const request = (runId: string) =>
    answerRequest({ project: 'riverside', report: 'weekly', mode: 'send', runId }, anInvocation(), world);
  await become('stopped');
  return { services, world, become, work, check, request, taken: services.mailer.taken };
}

describe('while mail is stopped', () => {
  it('queued jobs, notices and requests send nothing, and what waits goes out once it goes on', async () => {
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

  it('nothing goes after its deadline, however soon the mail goes on', async () => {
    const { services, become, work, check, taken } = await aStoppedSite();
    await work();
    services.clock.advance({ hours: 25 });
    await check();
    await become('resumed');
    services.clock.advance({ minutes: 30 });
    await work();
    expect(taken.filter(({ recipients }) => recipients.includes('works.manager@example.com'))).toEqual([]);
  });

  it('the refusal says since when, and how it goes on', async () => {
    const { services, request } = await aStoppedSite();
    const since = services.clock.now().toString({ smallestUnit: 'second' });
    expect(JSON.stringify(await request('by-hand'))).toContain(
      `All mail was stopped at ${since}: \`lookahead stop --resume\` lets it go on`,
    );
  });
});

describe('a message under way', () => {
  it('to a mail server that is slow is not sent once mail is stopped, and goes out unmarked, once, after it', async () => {
    const server = await startSmtpServer();
    onTestFinished(() => server.close());
    const [store, clock] = [createMemoryStore(), aClock()];
    const smtp = createSmtpMailer({ host: '127.0.0.1', port: server.port, tls: 'starttls' });
    const mailer = stoppableMailer(smtp, { store, clock });
    const attempt = (owner: string) =>
      deliverJob(aJob({ audiences: [] }), anAttempt({ store, mailer, now: clock.now, owner }));
    // Seconds that the server takes for the first message; mail is stopped meanwhile.
    let slow = 150;
    server.faults.recipient = () => {
      if (slow > 0) void saveStop(store, { at: clock.now(), became: 'stopped' });
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
    await saveStop(store, { at: clock.now(), became: 'resumed' });
    for (const owner of ['two', 'three']) expect((await attempt(owner)).outcome).toMatch(/delivered$/);
    expect(server.stored).toHaveLength(1);
    expect(server.stored[0]?.raw.toString()).not.toContain('(resent)');
  });
});

describe('a process', () => {
  const message = {
    run: 'issues/run',
    message: 'everyone',
    from: 'lookahead@example.com',
    recipients: ['a@example.com'],
    raw: Buffer.from('text'),
  };

  it('that has asked learns of a stop within a minute', async () => {
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

  it('that cannot ask sends nothing', async () => {
    const { services } = await aStoppedSite();
    const store = { ...services.store, list: () => Promise.reject(new Error('no answer')) };
    const mailer = stoppableMailer(services.mailer, { store, clock: services.clock });
    expect(await mailer.send(message)).toMatchObject({
      kind: 'refused',
      cause: 'retryable',
      reason: expect.stringContaining('cannot be read whether mail is stopped'),
    });
  });
});
