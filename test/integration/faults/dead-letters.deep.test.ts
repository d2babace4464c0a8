/** Jobs on which the function crashes, and a dispatch at a time at which no schedule fires. */
import PostalMime from 'postal-mime';
import { afterAll, expect, it } from 'vitest';
import { aCloud, type Cloud } from '../end-to-end/a-cloud.ts';
import { smallSiteConfiguration, smallSites } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

const timeLimit = 180_000;
const contact = 'planner@example.com';

const clouds: Cloud[] = [];
afterAll(() => Promise.all(clouds.map((cloud) => cloud[Symbol.asyncDispose]())));

async function beforeFriday(projects: readonly string[]): Promise<Cloud> {
  const cloud = await aCloud({
    stack,
    projects: smallSites(projects),
    configuration: (url) => smallSiteConfiguration(url, { projects }),
    clock: '2026-11-20T13:55:00Z',
    sendEvents: 'delivered',
    waits: 'short',
    maxConcurrency: 1,
  });
  clouds.push(cloud);
  return cloud;
}

it(
  'a job that ends the function each time, as by running out of memory, is brought back twice; then its contact is notified, and the other reports are delivered',
  async () => {
    const cloud = await beforeFriday(['good', 'mended', 'poisoned']);
    let deadly = ['mended', 'poisoned'];
    cloud.planning.gate.rule(({ url }) =>
      deadly.some((project) => url.includes(`/${project}/`))
        ? { kind: 'broken off', moment: 'before', meanwhile: cloud.functions.report.killAll }
        : { kind: 'pass' },
    );
    await cloud.pass({ hours: 4, minutesBetweenChecks: 30 });
    const mailsTo = (address: string) =>
      cloud
        .mails()
        .filter(({ to }) => to === address)
        .map(({ subject }) => subject);
    const deadLetters = () =>
      [...cloud.archive().keys()]
        .filter((key) => key.includes('/dead-letter-'))
        .map((key) => key.split('/').slice(-2).join('/'));
    const reader = 'works.manager@example.com';
    expect(mailsTo(reader)).toEqual(['Small Site good W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)']);
    expect(deadLetters().sort()).toEqual([
      'mended_weekly/dead-letter-1.json',
      'poisoned_weekly/dead-letter-1.json',
    ]);

    deadly = ['poisoned'];
    await cloud.pass({ hours: 9, minutesBetweenChecks: 30 });
    expect(mailsTo(reader)).toEqual([
      'Small Site good W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)',
      'Small Site mended W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)',
    ]);
    expect(deadLetters().filter((key) => key.startsWith('poisoned'))).toHaveLength(3);
    expect(mailsTo(contact)).toEqual([
      'Late: 2 reports',
      expect.stringMatching(/^Not delivered: .* · Delivered after all: /),
    ]);
    const last = cloud.aws.state.messages.findLast(({ recipients }) => recipients.includes(contact));
    const { text = '' } = await PostalMime.parse(last?.raw ?? '');
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /NOT DELIVERED .*- Small Site poisoned, Weekly lookahead, due Fri 20 Nov 2026, 14:00 .*DELIVERED AFTER ALL .*- Small Site mended, Weekly lookahead, due Fri 20 Nov 2026, 14:00 /,
    );
    expect(text.match(/- Small Site/g)).toHaveLength(2);
    const [main, dead] = [cloud.queueOf('report'), cloud.queueOf('dead-letter')];
    expect([await cloud.queues.depth(main), await cloud.queues.depth(dead)]).toEqual([0, 0]);
  },
  timeLimit,
);

it(
  'a dispatch by hand at a time at which its schedule does not fire is refused, names the nearest time, and does nothing',
  async () => {
    const cloud = await beforeFriday(['good']);
    const schedule = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
    const answer = await cloud.functions.dispatch.invoke({
      ...schedule,
      scheduledTime: '2026-11-19T03:00:00Z',
    });
    expect(answer).toMatchObject({
      kind: 'error',
      errorType: 'DispatchTimeError',
      errorMessage: expect.stringMatching(
        /does not fire at 2026-11-19T03:00:00Z.*nearest is 2026-11-13T14:00:00Z/,
      ),
    });
    await cloud.work();
    expect([cloud.mails(), [...cloud.archive().keys()]]).toEqual([[], []]);
  },
  timeLimit,
);
