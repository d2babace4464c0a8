/** Faults from outside of the deployed functions, and their visible effects. */
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import PostalMime from 'postal-mime';
import { afterAll, expect, it } from 'vitest';
import { aCloud, type Cloud } from '../end-to-end/a-cloud.ts';
import { firings } from '../end-to-end/scheduler.ts';
import { friday, smallSite, smallSiteConfiguration } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

const subject = 'Small Site W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)';
const contact = 'planner@example.com';
const reader = 'works.manager@example.com';

const clouds: Cloud[] = [];
afterAll(() => Promise.all(clouds.map((cloud) => cloud[Symbol.asyncDispose]())));

/** The small site on its Friday, after the dispatch of its report. @param more further properties of the report */
async function dispatched(more: readonly string[] = []): Promise<Cloud> {
  const cloud = await aCloud({
    stack,
    projects: [smallSite],
    configuration: (url) => smallSiteConfiguration(url, { more }),
    clock: friday,
    sendEvents: 'delivered',
    waits: 'short',
  });
  clouds.push(cloud);
  for (const { event } of firings(stack.schedules, { from: friday, to: '2026-11-20T14:00:01Z' })) {
    if (JSON.stringify(event).includes('"cron"')) await cloud.functions.dispatch.invoke(event);
  }
  return cloud;
}

const keysEndingIn = (cloud: Cloud, ending: string) =>
  [...cloud.archive().keys()].filter((key) => key.endsWith(ending));

it.concurrent('fault 10: if the deadline passes, the contact is notified of the cause once, and the command in that mail sends the report', async () => {
  const cloud = await dispatched(['deliverWithin: 2']);
  cloud.planning.gate.rule(() => ({ kind: 'answer', status: 401 }));
  await cloud.pass({ hours: 3 });
  const [main, dead] = [cloud.queueOf('report'), cloud.queueOf('dead-letter')];
  expect([await cloud.queues.depth(main), await cloud.queues.depth(dead)]).toEqual([0, 0]);
  expect(cloud.mails()).toEqual([
    { to: contact, subject: expect.stringMatching(/^Needs you: /) },
    { to: contact, subject: expect.stringMatching(/^Not delivered: /) },
  ]);

  const { text = '' } = await PostalMime.parse(cloud.aws.state.messages[1]?.raw ?? '');
  expect(text).toContain('401');
  const [, payload = ''] = /--payload '([^']+)'/.exec(text) ?? [];
  cloud.planning.gate.rule(() => ({ kind: 'pass' }));
  const answer = await cloud.functions.report.invoke(JSON.parse(payload));
  expect(answer).toMatchObject({ kind: 'response', body: { ok: true } });
  expect(cloud.mails().filter(({ to }) => to === reader)).toEqual([{ to: reader, subject }]);
});

it.concurrent('fault 8: if two workers get the same job at the same time, and it is delivered again once done, there is one issue and one message', async () => {
  const cloud = await dispatched();
  const { sqs } = cloud.queues;
  const main = cloud.queueOf('report');
  const again = (body: string) => sqs.send(new SendMessageCommand({ QueueUrl: main.url, MessageBody: body }));
  const peek = new ReceiveMessageCommand({ QueueUrl: main.url, VisibilityTimeout: 0 });
  const job = (await sqs.send(peek)).Messages?.[0]?.Body ?? '';

  await again(job);
  expect(await cloud.work({ time: 'passes' })).not.toHaveLength(0);
  const done = { mails: cloud.mails(), archive: cloud.archive() };
  expect(done.mails).toEqual([{ to: reader, subject }]);
  expect(keysEndingIn(cloud, '/issue.json')).toHaveLength(1);

  await again(job);
  expect(await cloud.work()).toMatchObject([{ body: job, deleted: true }]);
  expect({ mails: cloud.mails(), archive: cloud.archive() }).toEqual(done);
});
