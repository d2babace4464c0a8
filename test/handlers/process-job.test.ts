import { describe, expect, test } from 'vitest';
import type { QueuedJob } from '../../functions/delivery/dispatch/job-queue.ts';
import { NoTimeLeftError } from '../../functions/delivery/run/time-left.ts';
import { runIdSchema } from '../../functions/delivery/store/run-id.ts';
import { processJob, UnfinishedError } from '../../functions/handlers/process-job.ts';
import { jsonOf } from '../support/builders/a-delivery.ts';
import { aLambdaContext, aReceivedJob, aSiteConfiguration, fakeServices } from '../support/fake-services.ts';
import { failureOf } from '../support/planning/a-planning-client.ts';
import { planningOnLoopback, siteKey, someTasks } from '../support/planning/planning-on-loopback.ts';

const runId = runIdSchema.parse('2026-11-20T14-00-00Z');
const job: QueuedJob = {
  project: 'riverside',
  report: 'weekly',
  dispatchId: runId,
  runId,
  window: { first: '2026-11-23', last: '2026-11-29', weeks: 1 },
};
const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';

async function aSite(changes: Readonly<Record<string, string>> = {}, tasks = someTasks()) {
  const planning = await planningOnLoopback(tasks);
  const services = fakeServices(aSiteConfiguration(planning.url, { weekly: changes }));
  const work = (receives = 1, left = 300_000) =>
    processJob(aReceivedJob(job, receives), aLambdaContext(left), services);
  return { planning, services, work };
}

const throttled = (seconds: number) =>
  new Response('{"message":"slow down"}', { status: 429, headers: { 'retry-after': String(seconds) } });

describe('a job', () => {
  test('is delivered once, however often the queue delivers it', async () => {
    const { services, work } = await aSite();
    await work();
    const keys = [...services.store.objects.keys()];
    await work(2);
    expect([...services.store.objects.keys()]).toEqual(keys);
    expect(services.mailer.taken).toHaveLength(1);
    expect(services.metrics.counted.get('ReportsSent')).toBe(1);
    expect(services.queue).toMatchObject({ sent: [], retried: [] });
  });

  test('has a line in the log for each step, with its run id and nobody’s name', async () => {
    const { services, work } = await aSite();
    await work();
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
      expect(fields).toMatchObject({ project: 'riverside', report: 'weekly', runId });
    }
    expect(JSON.stringify(services.log.lines)).not.toMatch(/@|Silva|Riverside Tower/);
    expect([...services.metrics.counted.keys()].sort()).toEqual(
      expect.arrayContaining(['Bytes', 'Tasks', 'pull took', 'plan took', 'render took', 'send took']),
    );
  });

  test('of an empty window is skipped and recorded, or sent with one sheet that says so, as configured', async () => {
    const skipped = await aSite({ onEmpty: 'skip', includeOverdue: 'false' }, []);
    await skipped.work();
    expect(skipped.services.mailer.taken).toEqual([]);
    expect([...skipped.services.store.objects.keys()]).toContain(`${run}skipped.json`);
    const sent = await aSite({ onEmpty: 'send', includeOverdue: 'false' }, []);
    await sent.work();
    expect(sent.services.mailer.taken).toHaveLength(1);
  });
});

describe('a planning service that asks for a later retry', () => {
  test('has the job delivered then, without using up its retries', async () => {
    const { services, planning, work } = await aSite();
    planning.answers.push(...Array.from({ length: 5 }, () => throttled(600)));
    await work(1, 120_000);
    expect(services.queue.sent).toEqual([{ job: { ...job, postponed: 1 }, delaySeconds: 600 }]);
    expect(services.log.lines.at(-1)).toMatchObject({ level: 'warn', message: 'postponed' });
    // Nothing of the run is there, only why.
    expect([...services.store.objects.keys()]).toEqual([
      expect.stringMatching(/^dispatches\/2026-11-20T14-00-00Z\/causes\/riverside\/weekly\/[^/]+\.json$/),
    ]);
  });

  test('for longer than the queue can wait has it delivered as late as possible', async () => {
    const { services, planning, work } = await aSite();
    planning.answers.push(...Array.from({ length: 5 }, () => throttled(7_200)));
    await work(1, 120_000);
    expect(services.queue.sent).toMatchObject([{ delaySeconds: 900 }]);
  });

  test('for hours counts as down, and the job fails like any other', async () => {
    const { services, planning } = await aSite();
    planning.answers.push(...Array.from({ length: 5 }, () => throttled(900)));
    const old = aReceivedJob({ ...job, postponed: 24 });
    await expect(processJob(old, aLambdaContext(120_000), services)).rejects.toThrow(/429/);
    expect(services.queue.sent).toEqual([]);
  });
});

describe('a job that fails', () => {
  test('goes back to the queue for longer each time, and its cause is logged and saved', async () => {
    const { services, planning, work } = await aSite();
    const refusal = () => new Response(`{"message":"no ${siteKey}"}`, { status: 403 });
    planning.answers.push(...Array.from({ length: 5 }, refusal));
    await expect(work(1)).rejects.toThrow('the secret lookahead/planning');
    planning.answers.splice(0);
    planning.answers.push(...Array.from({ length: 5 }, refusal));
    services.clock.advance({ minutes: 1 });
    await expect(work(3)).rejects.toThrow('the secret lookahead/planning');
    expect(services.queue.retried).toEqual([
      { receipt: 'receipt-1', seconds: 30 },
      { receipt: 'receipt-1', seconds: 120 },
    ]);
    const causes = await services.store.list('dispatches/2026-11-20T14-00-00Z/causes/riverside/weekly/');
    expect(causes).toHaveLength(2);
    expect(jsonOf(await services.store.get(causes[0] ?? ''))).toMatchObject({
      error: 'PlanningRefusedError',
      message: expect.stringContaining('Check that the secret lookahead/planning is current'),
    });
    expect(services.log.lines.at(-1)).toMatchObject({
      level: 'error',
      message: 'failed',
      fields: { receives: 3 },
    });
    const written = Array.from(services.store.objects.values(), (bytes) => Buffer.from(bytes).toString());
    expect(JSON.stringify([services.log.lines, written])).not.toContain(siteKey);
  });

  test('goes back to the queue before time runs out, and continues from what is stored', async () => {
    const { services, work } = await aSite();
    const early = await failureOf(work(1, 5_000));
    expect(early).toBeInstanceOf(NoTimeLeftError);
    expect(early).toMatchObject({
      message: expect.stringContaining('not enough time left to pull: 5000 ms'),
    });
    services.clock.advance({ seconds: 5 });
    // Time for everything but the sending, because its answer has to be recorded.
    expect(await failureOf(work(2, 60_000))).toMatchObject({
      name: 'NoTimeLeftError',
      message: expect.stringContaining('not enough time left to send'),
    });
    expect([...services.store.objects.keys()]).toContain(`${run}issue.json`);
    expect(services.mailer.taken).toEqual([]);
    expect(services.queue.retried.map(({ seconds }) => seconds)).toEqual([0, 0]);
    // If there is never enough time, the final notice gives that reason.
    const causes = await services.store.list('dispatches/2026-11-20T14-00-00Z/causes/riverside/weekly/');
    expect(jsonOf(await services.store.get(causes.at(-1) ?? ''))).toMatchObject({
      message: expect.stringContaining('There was not enough time left to send'),
    });
    await work(3);
    expect(services.mailer.taken).toHaveLength(1);
  });

  test('because the answer to a send was lost is retried when the outcome can be determined', async () => {
    const { services, work } = await aSite();
    services.mailer.answers.push('lost');
    const failure = await failureOf(work(1));
    expect(failure).toBeInstanceOf(UnfinishedError);
    expect(services.queue.retried).toEqual([{ receipt: 'receipt-1', seconds: 35 * 60 }]);
    expect(services.metrics.counted.get('MessagesAmbiguous')).toBe(1);
    services.clock.advance({ minutes: 36 });
    await work(2);
    expect(services.mailer.taken).toHaveLength(2);
    expect(services.metrics.counted.get('MessagesResent')).toBe(1);
    expect(services.metrics.counted.get('ReportsSent')).toBe(1);
  });

  test('because the answers exceed its memory names the query, and what to do', async () => {
    const { services } = await aSite();
    const failure = processJob(aReceivedJob(job), aLambdaContext(), { ...services, answerBytes: 500 });
    await expect(failure).rejects.toThrow(
      /tasks of project riverside-tower.*larger than there is memory for/,
    );
  });

  test('because its text is not a job is recognised, and its text is not logged', async () => {
    const { services } = await aSite();
    const failure = processJob(aReceivedJob(`{"project": "${siteKey}`), aLambdaContext(), services);
    await expect(failure).rejects.toThrow('The request is not JSON.');
    expect(JSON.stringify(services.log.lines)).not.toContain(siteKey);
  });
});

describe('a message that may have been sent and is held', () => {
  test('is reported to the contact once, with what to do', async () => {
    const { services, work } = await aSite({ onAmbiguous: 'hold' });
    services.mailer.answers.push('lost');
    await expect(work(1)).rejects.toThrow();
    services.clock.advance({ minutes: 36 });
    await work(2);
    await work(3);
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([
      ['works.manager@example.com', 'deputy@example.com'],
      ['planner@example.com'],
    ]);
    const notice = Buffer.from(services.mailer.taken[1]?.raw ?? []).toString();
    expect(notice).toMatch(/^Subject: Messages not sent: riverside, weekly/m);
    expect(notice).toMatch(/Ask a recipient whether it has\s+arrived/);
    expect(services.metrics.counted.get('ReportsFailed')).toBe(1);
  });
});
