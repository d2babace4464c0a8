/** Each object that a few days of reports store, byte by byte, because people read them too. */

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { importFiles } from '#cloud/import-file.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { processDeadLetter } from '#queue/dead-letter.ts';
import { jobJson } from '#queue/job-queue.ts';
import { createOutageBrake } from '#queue/outage.ts';
import { processJob } from '#queue/process-job.ts';
import { planningConnector } from '#runs/connect.ts';
import { markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { requestByHand } from '#runs/store/objects.ts';
import { anInvocation, aReceivedJob, aWorld, configurationOf } from '../../support/a-world.ts';
import { aBatch } from '../../support/builders/a-batch.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { firing } from '../../support/builders/a-scheduled-site.ts';
import {
  aBounce,
  aComplaint,
  aDelay,
  aDelivery,
  receiveSesEvent,
} from '../../support/builders/ses-events.ts';
import { planningOnLoopback, siteKey, someTasks } from '../../support/planning/planning-on-loopback.ts';

async function aSite() {
  const planning = await planningOnLoopback([
    ...someTasks(),
    {
      id: 't4',
      name: 'Strip caps',
      status: 'delayed',
      shift: 'day',
      start: '2026-11-16',
      finish: '2026-11-24',
      subcontractor: { id: 's1', name: 'Pile Co' },
    },
    { id: 't5', name: 'Fix bars', status: 'blocked', shift: 'none', start: 'soon' },
  ]);
  const audience = '{ each: subcontractor, to: { Pile Co: [pile@example.com, a@example.com] } }';
  const one = { ...weekly, cc: '[deputy@example.com]', audiences: `[${audience}]` };
  const nights = {
    ...weekly,
    key: 'nights',
    name: 'Night work',
    shifts: '[afternoon]',
    sendWhen: 'any-task',
  };
  const odd = {
    ...weekly,
    key: 'odd',
    name: 'Odd jobs',
    onAmbiguous: 'hold',
    when: "{ cron: '30 15 * * FRI' }",
  };
  const configured = (...reports: (typeof weekly)[]) =>
    configurationOf(
      aConfigurationText({
        projects: [{ ...riverside, apiKey: '{ secret: lookahead/planning }' }],
        reports,
      }),
    );
  // Errors name the address, and a port would differ each time.
  const connect = planningConnector(
    async () => ({ provider: fixedKeyProvider(siteKey), name: 'the secret lookahead/planning' }),
    {
      maxTotalBytes: 1_000_000,
      moreMemory: 'give it more memory',
      fetch: (url, init) => fetch(url.replace('https://planning.example.com', planning.url), init),
    },
  );
  const world = {
    ...aWorld({ configuration: configured(one, nights), connect }),
    renderer: {
      loadWriter: async () => undefined,
      forProject: async () => async () => new TextEncoder().encode('a workbook'),
    },
  };
  world.clock.advance(Temporal.Instant.from('2026-11-12T14:00:05Z').since(world.clock.now()));
  const { store, clock, queue } = world;
  let received = 0;
  const at = (instant: string) => clock.advance(Temporal.Instant.from(instant).since(clock.now()));
  const work = async () => {
    for (const { job } of queue.sent.splice(0)) {
      received += 1;
      await processJob(aReceivedJob(job, 1, `m-${received}`), world, anInvocation()).catch(() => undefined);
    }
  };
  return {
    planning,
    world,
    at,
    work,
    one,
    nights,
    odd,
    configured,
    check: (instant: string) => {
      at(instant);
      return handleReconcileEvent({ reconcile: 'check', scheduledTime: instant }, world);
    },
    fire: async (scheduledTime: string, cron = firing.cron) => {
      at(Temporal.Instant.from(scheduledTime).add({ seconds: 5 }).toString());
      await handleDispatchEvent({ ...firing, cron, scheduledTime }, world);
    },
    stored: () =>
      [...store.objects]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, bytes]) => `=== ${key}\n${textOf(key, bytes)}`)
        .join('\n'),
  };
}

/** JSON as it is stored, with a digest in place of the many lines of HTML. */
function textOf(key: string, bytes: Uint8Array): string {
  if (!key.endsWith('.gz')) {
    const text = Buffer.from(bytes).toString();
    return text.replaceAll(/(?<="html": )"(?:[^"\\]|\\.)*"/g, (html) => digestOf(Buffer.from(html)));
  }
  const text = gunzipSync(bytes).toString();
  const value: unknown = JSON.parse(text);
  expect(JSON.stringify(value)).toBe(text);
  return `${JSON.stringify(value, null, 1)}\n`;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

it('every kind of object is stored with the same bytes as before', async () => {
  const { planning, world, at, work, check, fire, one, nights, odd, configured, stored } = await aSite();
  const { store, mailer, clock, queue } = world;
  await markArchiveAsSendingMail(store);
  await check('2026-11-13T13:00:00Z');

  // Two Fridays, the second compared with the first; the programme is old, and the night shift has no task.
  await fire('2026-11-13T14:00:00Z');
  await work();
  await check('2026-11-13T14:30:00Z');
  planning.version.dataDate = '2026-11-08';
  await fire('2026-11-20T14:00:00Z');
  mailer.answers.push({ kind: 'refused', cause: 'curable', reason: 'Sending is paused.' });
  await work();
  at('2026-11-20T14:05:00Z');
  mailer.answers.push('lost');
  await work();

  // The mail service reports the sends and what happened to the messages.
  const everyone = mailer.taken.find(({ message }) => message === 'everyone');
  const pile = mailer.taken.find(({ message }) => message === 'subcontractor-s1');
  if (!everyone || !pile) throw new Error('Nothing was sent.');
  const events = [
    aDelivery(everyone, 'works.manager@example.com', '2026-11-20T14:01:30Z'),
    aDelay(everyone, 'deputy@example.com', '2026-11-20T14:01:30Z'),
    aBounce(everyone, 'deputy@example.com', { timestamp: '2026-11-20T14:02:30Z' }),
    aBounce(pile, 'pile@example.com', {
      timestamp: '2026-11-20T14:02:30Z',
      bounceSubType: 'OnAccountSuppressionList',
    }),
    aComplaint(pile, 'a@example.com', '2026-11-20T14:02:30Z'),
  ];
  for (const event of events) await receiveSesEvent(event, world);
  for (const { run, message } of [everyone, pile]) {
    const tags = aDelivery({ run, message }, 'a@example.com').mail.tags;
    const mail = { timestamp: '2026-11-20T14:00:07.123Z', messageId: 'from the record', tags };
    await receiveSesEvent({ eventType: 'Send', mail }, world);
  }
  await check('2026-11-20T14:20:00Z');
  await work();

  // A report that is configured late; a key that is refused, a service that is down, a job that crashes.
  world.configuration = configured(one, nights, { ...odd, when: weekly['when'] ?? '' }, odd);
  await check('2026-11-20T14:30:00Z');
  planning.answers.push(new Response('{}', { status: 401 }));
  mailer.answers.push({ kind: 'refused', cause: 'retryable', reason: 'Not now.' });
  await work();
  await check('2026-11-20T14:40:00Z');
  await check('2026-11-20T15:20:00Z');
  await fire('2026-11-20T15:30:00Z', '30 15 * * FRI');
  const [waiting] = queue.sent;
  if (!waiting) throw new Error('No job was queued.');
  const body = jobJson(waiting.job);
  await processDeadLetter({ messageId: 'm-dead', body, receives: 1 }, world);
  mailer.answers.push({ kind: 'failed', reason: 'The address is not valid.' });
  await work();
  await check('2026-11-20T15:40:00Z');
  await check('2026-11-21T15:50:00Z');

  // A file of the inbox that cannot be imported; and requests: a real run, a test and a preview.
  at('2026-11-23T09:00:00Z');
  const inbox = { key: 'inbox/gb/riverside-tower/plan.xer', size: 4 };
  store.objects.set(inbox.key, Buffer.from('plan'));
  await importFiles(aBatch({ time: '2026-11-23T08:59:00Z', detail: { object: inbox } }), {
    ...world,
    place: 's3://archive',
    awsRegion: 'eu-west-2',
  });
  const request = {
    project: 'riverside',
    report: 'weekly',
    mode: 'send',
    shifts: ['day'],
    weeks: 2,
    runId: 'By hand',
  };
  await carryOutReportRequest(request, anInvocation(), world);
  await carryOutReportRequest(
    { ...request, mode: 'test', to: ['me@example.com'], runId: 'try' },
    anInvocation(),
    world,
  );
  await carryOutReportRequest({ ...request, mode: 'preview', runId: 'look' }, anInvocation(), world);
  const now = clock.now();
  await requestByHand.create(store, { date: '2026-11-23', dispatchId, at: now }, { at: now });
  await check('2026-11-23T09:10:00Z');

  const brake = createOutageBrake(store, clock, world.chance);
  for (const project of ['riverside', 'harbour']) await brake.recordDown('0a1b2c3d', project);
  await brake.admit('0a1b2c3d');
  await brake.recordAnswered('0a1b2c3d');
  await expect(stored()).toMatchFileSnapshot('stored-object.golden.txt');
});
