import { describe, expect, it } from 'vitest';
import type { QueuedJob } from '#queue/job-queue.ts';
import { processJob } from '#queue/process-job.ts';
import { planningServiceId } from '#runs/attempt.ts';
import * as objects from '#runs/store/objects.ts';
import { anInvocation, aReceivedJob, aSiteConfiguration, aWorld, connectToSite } from '../support/a-world.ts';
import { jsonOfObject } from '../support/builders/a-delivery.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { planningOnLoopback, siteKey, someTasks } from '../support/planning/planning-on-loopback.ts';

const job = aQueuedJob();
const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';

async function aSite(changes: Readonly<Record<string, string>> = {}, tasks = someTasks()) {
  const planning = await planningOnLoopback(tasks);
  const services = aWorld({ configuration: aSiteConfiguration(planning.url, { weekly: changes }) });
  const receive = (
    own: QueuedJob = job,
    { receives = 1, messageId = `m-${own.attempt}`, left = 300_000 } = {},
  ) => processJob(aReceivedJob(own, receives, messageId), services, anInvocation(left));
  const failed = async (n: number) =>
    jsonOfObject(await services.store.get(objects.failedAttempt.key({ ...job, n })));
  return { planning, services, receive, failed };
}

const answers = (count: number, answer: () => Response) => Array.from({ length: count }, answer);
const throttled = (seconds: number) => () =>
  new Response('{"message":"slow down"}', { status: 429, headers: { 'retry-after': String(seconds) } });

describe('a job', () => {
  it('sends its report once, however often the queue delivers the job', async () => {
    const { services, receive } = await aSite();
    await receive();
    const keys = [...services.store.objects.keys()];
    await receive(job, { receives: 2 });
    await receive(job, { messageId: 'another' });
    expect([...services.store.objects.keys()]).toEqual(keys);
    expect(services.mailer.taken).toHaveLength(1);
    expect(services.log.counted.get('ReportsSent')).toBe(1);
    expect(services.queue.sent).toEqual([]);
    expect(services.log.lines.at(-1)).toMatchObject({ level: 'info', message: 'done before' });
  });

  it('logs why the mail service refused a message or a recipient, with addresses masked but recognisable', async () => {
    const { services, receive } = await aSite();
    const reason = 'works.manager@example.com: 450 4.2.0 Greylisted, says postmaster@example.net';
    services.mailer.answers.push({ kind: 'refused', cause: 'retryable', reason });
    const rejected = [{ address: 'deputy@example.com', reason: '550 no deputy@example.com here' }];
    services.mailer.answers.push({ kind: 'accepted', messageId: 'm', rejected });
    await receive();
    const about = services.log.lines.filter(({ level }) => level === 'warn');
    expect(about).toMatchObject([
      {
        message: 'refused',
        fields: {
          to: 'everyone',
          recipients: 'w… at example.com, d… at example.com',
          reason: 'w… at example.com: 450 4.2.0 Greylisted, says (address)',
        },
      },
      { message: 'sent', fields: { refused: 'd… at example.com: 550 no (address) here' } },
      { message: 'partly delivered' },
    ]);
    expect(JSON.stringify(services.log.lines)).not.toContain('@');
  });

  it('logs a line for each step, with its run id and nobody’s name', async () => {
    const { services, receive } = await aSite();
    await receive();
    expect(services.log.lines.map(({ message }) => message)).toEqual([
      'begun',
      'pulling',
      'pulled',
      'numbered',
      'rendering',
      'stored',
      'sending',
      'sent',
      'delivered',
    ]);
    for (const { fields } of services.log.lines) {
      expect(fields).toMatchObject({ project: 'riverside', report: 'weekly', runId: job.runId });
    }
    expect(JSON.stringify(services.log.lines)).not.toMatch(/@|Silva|Riverside Tower/);
    expect([...services.log.counted.keys()].sort()).toEqual(
      expect.arrayContaining(['Bytes', 'Tasks', 'pull took', 'plan took', 'render took', 'send took']),
    );
  });

  it('for an empty window is skipped and recorded, or sent with one sheet that says so, as configured', async () => {
    const skipped = await aSite({ sendWhen: 'any-task', includeOverdue: 'false' }, []);
    await skipped.receive();
    expect(skipped.services.mailer.taken).toEqual([]);
    expect([...skipped.services.store.objects.keys()]).toContain(`${run}skipped.json`);
    const sent = await aSite({ sendWhen: 'always', includeOverdue: 'false' }, []);
    await sent.receive();
    expect(sent.services.mailer.taken).toHaveLength(1);
  });

  it.each([
    ['in time', 1_430 - 1, 0],
    ['for the last time', 1_430, Number.POSITIVE_INFINITY],
  ])(
    'that is tried %s delays the message for a temporarily refused recipient only if another attempt follows',
    async (_, minutes, expected) => {
      const { services, receive } = await aSite();
      services.clock.advance({ minutes });
      const waits: unknown[] = [];
      services.mailer.send = async (_message, options) => {
        waits.push(options?.waitedSeconds?.('deputy@example.com'));
        return { kind: 'accepted', messageId: 'm' };
      };
      await receive();
      expect(waits).toEqual([expected]);
    },
  );

  it('that comes after its deadline is dropped, and reconcile notifies its contact', async () => {
    const { services, planning, receive } = await aSite();
    services.clock.advance({ hours: 24 });
    await receive();
    expect(planning.requests).toEqual([]);
    expect(services.store.objects.size).toBe(0);
    expect(services.log.lines).toMatchObject([{ level: 'info', message: 'too late' }]);
  });
});

describe('a job that fails', () => {
  it('is put back as a new message, and its cause is logged, counted and saved, without keys or addresses', async () => {
    const { services, planning, receive, failed } = await aSite();
    planning.answers.push(...answers(5, () => new Response(`{"message":"no ${siteKey}"}`, { status: 403 })));
    await receive();
    expect(services.queue.sent).toMatchObject([{ job: { project: 'riverside', attempt: 2 } }]);
    expect(await failed(1)).toMatchObject({
      by: 'm-1',
      kind: 'curable',
      error: 'PlanningRefusedError',
      message: expect.stringContaining('check that the secret lookahead/planning is current'),
      next: '2026-11-20T14:30:05Z',
    });
    expect(services.log.lines.at(-1)).toMatchObject({
      level: 'warn',
      message: 'postponed',
      fields: { attempt: 1, kind: 'curable', next: '2026-11-20T14:30:05Z' },
    });
    expect(services.log.counted.get('JobsPostponed')).toBe(1);
    const written = Array.from(services.store.objects.values(), (bytes) => Buffer.from(bytes).toString());
    expect(JSON.stringify([services.log.lines, written])).not.toContain(siteKey);
    expect(JSON.stringify(services.log.lines)).not.toContain('@');
  });

  it('while the planning service is down sends one query, and the others once that is answered', async () => {
    const { services, planning, receive } = await aSite();
    const service = planningServiceId({ baseUrl: planning.url, region: 'gb' });
    for (const project of ['a', 'b']) await services.brake.recordDown(service, project);
    planning.answers.push(new Response('{}', { status: 403 }));
    await receive();
    expect(planning.requests).toHaveLength(1);
    services.clock.advance({ minutes: 30 });
    for (const project of ['a', 'b']) await services.brake.recordDown(service, project);
    await receive(services.queue.sent[0]?.job);
    expect(planning.requests).toHaveLength(6);
    expect(services.mailer.taken).toHaveLength(1);
  });

  it('is put back for as long as the planning service asks', async () => {
    const { services, planning, receive } = await aSite();
    planning.answers.push(...answers(5, throttled(600)));
    await receive(job, { left: 120_000 });
    expect(services.queue.sent).toMatchObject([{ job: { attempt: 2 }, delaySeconds: 600 }]);
    expect(services.queue.sent[0]?.job.notBefore).toBeUndefined();
  });

  it('is put back with the longest delay of the queue and the time at which it may begin, at most half an hour later', async () => {
    const { services, planning, receive } = await aSite();
    planning.answers.push(...answers(5, throttled(7_200)));
    await receive(job, { left: 120_000 });
    expect(services.queue.sent).toMatchObject([
      { job: { notBefore: '2026-11-20T14:30:05Z' }, delaySeconds: 900 },
    ]);
    const [queued] = services.queue.sent.splice(0);
    services.clock.advance({ minutes: 15 });
    await receive(queued?.job);
    expect(services.log.lines.at(-1)).toMatchObject({ message: 'early', fields: { seconds: 900 } });
    expect(services.queue.sent).toMatchObject([{ job: { attempt: 2 }, delaySeconds: 900 }]);
  });

  it('for lack of time continues from what is stored', async () => {
    const { services, receive, failed } = await aSite();
    await receive(job, { left: 5_000 });
    expect(await failed(1)).toMatchObject({
      error: 'NoTimeLeftError',
      message: expect.stringContaining('not enough time left to pull: 5000 ms'),
    });
    // There is time for everything except sending, which has to leave time to record the answer.
    await receive(services.queue.sent.splice(0)[0]?.job, { left: 60_000 });
    expect(await failed(2)).toMatchObject({
      message: expect.stringContaining('not enough time left to send'),
    });
    expect([...services.store.objects.keys()]).toContain(`${run}issue.json`);
    expect(services.mailer.taken).toEqual([]);
    const [{ job: third, delaySeconds } = { job: undefined, delaySeconds: -1 }] =
      services.queue.sent.splice(0);
    expect(delaySeconds).toBe(0);
    await receive(third);
    expect(services.mailer.taken).toHaveLength(1);
  });

  it('because the answer to a send was lost is tried again when the outcome can be determined', async () => {
    const { services, receive } = await aSite();
    services.mailer.answers.push('lost');
    await receive();
    expect(services.log.counted.get('MessagesAmbiguous')).toBe(1);
    const [queued] = services.queue.sent.splice(0);
    expect(queued).toMatchObject({ job: { notBefore: '2026-11-20T14:35:05Z' } });
    services.clock.advance({ minutes: 36 });
    await receive(queued?.job);
    expect(services.mailer.taken).toHaveLength(2);
    expect(services.log.counted.get('MessagesResent')).toBe(1);
    expect(services.log.counted.get('ReportsSent')).toBe(1);
  });

  it('because the answers exceed its memory names the query, and what to do', async () => {
    const { services, failed } = await aSite();
    await processJob(aReceivedJob(job), { ...services, connect: connectToSite(500) }, anInvocation());
    expect(await failed(1)).toMatchObject({
      message: expect.stringMatching(/tasks of project riverside-tower.*larger than there is memory for/),
    });
  });

  it('because the function crashed on it stays in the queue, with the crash recorded', async () => {
    const { services, failed } = await aSite();
    const connect = async () => Promise.reject(new TypeError('x is not a function'));
    const crashing = { ...services, connect };
    await expect(processJob(aReceivedJob(job, 3), crashing, anInvocation())).rejects.toThrow(
      'x is not a function',
    );
    expect(await failed(1)).toMatchObject({ kind: 'poison', error: 'TypeError' });
    expect(services.queue.sent).toEqual([]);
    expect(services.log.lines.at(-1)).toMatchObject({
      level: 'error',
      message: 'failed',
      fields: { project: 'riverside', attempt: 1, receives: 3 },
    });
  });

  it('because its text is not a job is reported, and its text is not logged', async () => {
    const { services } = await aSite();
    const failure = processJob(aReceivedJob(`{"project": "${siteKey}`), services, anInvocation());
    await expect(failure).rejects.toThrow('A message of the queue is not a job');
    expect(JSON.stringify(services.log.lines)).not.toContain(siteKey);
  });
});

describe('a job whose report is no longer configured', () => {
  it('is delivered as it was made, if its issue is stored', async () => {
    const { services, receive } = await aSite();
    await receive(job, { left: 60_000 });
    services.log.lines.length = 0;
    const [queued] = services.queue.sent.splice(0);
    const configuration = { ...services.configuration, reports: [] };
    await processJob(
      aReceivedJob(queued?.job ?? job, 1, 'm-2'),
      { ...services, configuration },
      anInvocation(),
    );
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([
      ['works.manager@example.com', 'deputy@example.com'],
    ]);
    expect(services.log.counted.get('ReportsSent')).toBe(1);
    expect(services.log.lines.map(({ message }) => message)).toEqual([
      'begun',
      'sending',
      'sent',
      'delivered',
    ]);
    expect(JSON.stringify(services.log.lines)).not.toContain('@');
  });

  it('is done, if it was skipped', async () => {
    const { services, receive, failed } = await aSite({ sendWhen: 'any-task' }, []);
    await receive(job);
    const done = objects.reportDone.key(job);
    services.store.objects.delete(done);
    const configuration = { ...services.configuration, reports: [] };
    await processJob(aReceivedJob(job, 1, 'm-2'), { ...services, configuration }, anInvocation());
    expect(await failed(1)).toBeUndefined();
    expect(services.store.objects.has(done)).toBe(true);
  });

  it('waits for a person, if nothing of it is stored', async () => {
    const { services, failed } = await aSite();
    const configuration = { ...services.configuration, reports: [] };
    await processJob(aReceivedJob(job), { ...services, configuration }, anInvocation());
    expect(await failed(1)).toMatchObject({
      kind: 'curable',
      message: expect.stringContaining('report "weekly" is not configured'),
    });
  });
});
