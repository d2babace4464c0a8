import { expect, it, onTestFinished } from 'vitest';
import { aCloud } from '../end-to-end/a-cloud.ts';
import { firings } from '../end-to-end/scheduler.ts';
import { friday, smallSite, smallSiteConfiguration } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { effectOf } from './die-at.ts';

const stack = await keptStack();

/** 34 contacts: two more than the 32 that are mailed at the same time. */
const contacts = Array.from({ length: 34 }, (_, index) => `planner-${index + 10}@example.com`);
const reports = contacts.flatMap((contact, index) => [
  `  - key: weekly-${index}`,
  '    name: Weekly lookahead',
  "    when: { cron: '0 14 * * FRI' }",
  '    to: [works.manager@example.com]',
  `    contact: ${contact}`,
]);

it('if the time runs out after 32 of 34 mails, the check counts this and succeeds, and the next one sends the rest', async () => {
  const cloud = await aCloud({
    stack,
    projects: [smallSite],
    configuration: (url) => smallSiteConfiguration(url).split('  - key: weekly\n')[0] + reports.join('\n'),
    clock: friday,
    sendEvents: 'delivered',
  });
  onTestFinished(() => cloud[Symbol.asyncDispose]());
  for (const { event } of firings(stack.schedules, { from: friday, to: '2026-11-20T14:00:01Z' })) {
    if (JSON.stringify(event).includes('"cron"')) await cloud.functions.dispatch.invoke(event);
  }
  const check = async (time: string) => {
    await cloud.until(time);
    const from = cloud.functions.reconcile.log().length;
    const answer = await cloud.functions.reconcile.invoke({ reconcile: 'check', scheduledTime: time });
    return { answer, log: cloud.functions.reconcile.log().slice(from) };
  };
  // Each mail takes 6.6 s of the five minutes that the function has.
  cloud.awsGate.rule((arrival) => {
    if (/^Send(Raw)?Email$/.test(effectOf(arrival) ?? '')) cloud.clock.advance({ milliseconds: 6_600 });
    return { kind: 'pass' };
  });
  const stopped = await check('2026-11-20T16:00:00Z');
  expect(stopped.answer).toMatchObject({ kind: 'response', body: { dispatches: [{ settled: false }] } });
  expect(new Set(cloud.mails().map(({ to }) => to)).size).toBe(32);
  expect(cloud.mails()).toHaveLength(32);
  expect(stopped.log).toContain('"stoppedEarly":true');
  expect(stopped.log).toContain('"ManifestMissing":0');
  expect(stopped.log).not.toMatch(/"message":"(failed|the contact could not be notified yet)"/);

  const next = await check('2026-11-20T16:10:00Z');
  expect(next.answer).toMatchObject({ kind: 'response' });
  expect(
    cloud
      .mails()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(contacts);
  expect(next.log).not.toContain('stoppedEarly');
});
