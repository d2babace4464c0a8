/**
 * Checks what is known about who got which message, on the deployed functions with their own permissions: in events of
 * SES, the log, the mail to the contact, and the next issue.
 */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { startAws } from '../../support/aws/start-aws.ts';
import { aBounce, aComplaint, aDelay, aDelivery, aReject } from '../../support/builders/ses-events.ts';
import { callCli } from '../../support/call-cli.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud } from './a-cloud.ts';
import { firings } from './scheduler.ts';
import { friday, smallSite, smallSiteConfiguration } from './small-site.ts';

const stack = await keptStack();

let cloud: Cloud;
beforeAll(async () => {
  cloud = await aCloud({
    stack,
    projects: [smallSite],
    configuration: (url) =>
      smallSiteConfiguration(url, { more: ['cc: [deputy@example.com, clerk@example.com]'] }),
    clock: friday,
    sendEvents: 'delivered',
  });
}, 30_000);
afterAll(() => cloud?.[Symbol.asyncDispose]());

const [manager, deputy, clerk] = ['works.manager@example.com', 'deputy@example.com', 'clerk@example.com'];
const nextFriday = '2026-11-27T14:00:00Z';
const runOf = (window: string, time: string) => ({
  run: `site__weekly__${window}__${time.replaceAll(':', '-')}`,
  message: 'everyone',
});
const first = runOf('2026-11-23_2026-11-29', friday);
const second = runOf('2026-11-30_2026-12-06', nextFriday);

async function sendReport(time: string): Promise<void> {
  for (const { event } of firings(stack.schedules, { from: time, to: time.replace('00Z', '01Z') })) {
    if (JSON.stringify(event).includes('"cron"')) await cloud.functions.dispatch.invoke(event);
  }
  await cloud.work();
  await cloud.tellOfSends();
}

async function hear(...events: readonly object[]): Promise<void> {
  const deliveries = await cloud.publishSesEvents(...events);
  expect(deliveries.map(({ deleted }) => deleted)).toEqual(events.map(() => true));
}

async function check(): Promise<void> {
  await cloud.later({ minutes: 40 });
  const scheduledTime = new Date(cloud.clock.now()).toISOString();
  expect(await cloud.functions.reconcile.invoke({ reconcile: 'check', scheduledTime })).toMatchObject({
    body: { dispatches: expect.anything() },
  });
}

const mailsTo = (address: string) =>
  cloud.mails().flatMap(({ to, subject }) => (to === address ? [subject] : []));

const statusSchema = z.object({
  issue: z.number(),
  messages: z.array(z.object({ recipients: z.array(z.object({ address: z.string(), state: z.string() })) })),
});

/**
 * Reads the bucket with `lookahead status`, from a second server. That server has the clock of this machine, because
 * the command line has it, too.
 */
async function statesSince(day: string): Promise<readonly Record<string, string>[]> {
  const now = await startAws({ buckets: [] });
  onTestFinished(now.close);
  now.state.buckets.set('archive', cloud.aws.state.buckets.get('archive') ?? new Map());
  const words = ['status', 'weekly', '--bucket', 'archive', '--since', day, '--json'];
  const { code, stdout, stderr } = await callCli(words, { env: now.environment });
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => statusSchema.parse(JSON.parse(line)).messages.flatMap(({ recipients }) => recipients))
    .map((recipients) => Object.fromEntries(recipients.map(({ address, state }) => [address, state])));
}

it('what SES reports is in the log; the contact gets one mail about it, and another a day after the next issue if that is not received either', async () => {
  await sendReport(friday);
  await hear(
    aDelay(first, deputy),
    aDelivery(first, manager),
    aBounce(first, deputy),
    aBounce(first, deputy),
    aDelivery(first, clerk),
    aComplaint(first, clerk),
  );
  expect(await statesSince('2026-11-20')).toEqual([
    { [manager]: 'delivered', [deputy]: 'bounced', [clerk]: 'complained' },
  ]);
  await check();
  await check();
  expect(mailsTo('planner@example.com')).toEqual([`Not received by ${deputy} · Marked as spam by ${clerk}`]);

  await cloud.until(nextFriday);
  await sendReport(nextFriday);
  await hear(aBounce(second, deputy, { timestamp: '2026-11-27T14:01:00Z' }));
  await check();
  expect(mailsTo('planner@example.com')).toHaveLength(1);
  await cloud.until('2026-11-28T14:00:00Z');
  await check();
  expect(mailsTo('planner@example.com').slice(1)).toEqual([`Still not received by ${deputy}`]);
  expect(await statesSince('2026-11-27')).toEqual([
    { [manager]: 'sent', [deputy]: 'bounced', [clerk]: 'sent' },
  ]);
});

it('a malformed event stays in the queue, alone of its batch, and is counted each time it fails', async () => {
  const malformed = { ...aBounce(first, deputy), bounce: { bounceType: 'Permanent' } };
  const ofUnknownRun = aReject(runOf('2026-11-23_2026-11-29', '2026-11-20T15:00:00Z'), [manager]);
  const received = (deliveries: Awaited<ReturnType<Cloud['publishSesEvents']>>) =>
    deliveries.map(({ body, receiveCount, deleted }) => [JSON.parse(body).eventType, receiveCount, deleted]);
  const before = failedRecords();
  expect(received(await cloud.publishSesEvents(malformed, ofUnknownRun))).toEqual([
    ['Bounce', 1, false],
    ['Reject', 1, true],
  ]);
  expect(await cloud.queues.depth(cloud.queueOf('events'))).toBe(1);
  expect(cloud.logs()).toContain('bounce.bouncedRecipients');
  await cloud.later({ minutes: 16 });
  expect(received(await cloud.publishSesEvents())).toEqual([['Bounce', 2, false]]);
  expect(failedRecords() - before).toBe(2);
});

/** Number of times that the function `events` has counted a failed record. */
const failedRecords = () => cloud.functions.events.log().split('"RecordsFailed":').length - 1;
