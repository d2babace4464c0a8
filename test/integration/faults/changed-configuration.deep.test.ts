/** A configuration that changes around the time at which reports are due. */
import PostalMime from 'postal-mime';
import { afterAll, expect, it } from 'vitest';
import { aCloud, type Cloud } from '../end-to-end/a-cloud.ts';
import { smallSiteConfiguration, smallSites } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

const timeLimit = 120_000;
const contact = 'planner@example.com';

const clouds: Cloud[] = [];
afterAll(() => Promise.all(clouds.map((cloud) => cloud[Symbol.asyncDispose]())));

/**
 * A cloud five minutes before Friday's reports of the projects a and b are due. Checks have run for 20 minutes, so they
 * know the schedules.
 */
async function beforeFriday(configuration: (url: string) => string): Promise<Cloud> {
  const cloud = await aCloud({
    stack,
    projects: smallSites(['a', 'b']),
    configuration,
    clock: '2026-11-20T13:35:00Z',
    sendEvents: 'delivered',
    waits: 'short',
    maxConcurrency: 1,
  });
  clouds.push(cloud);
  await cloud.pass({ minutes: 20 });
  return cloud;
}

const weeklyOf =
  (...projects: readonly string[]) =>
  (url: string) =>
    smallSiteConfiguration(url, { projects });

const reportOf = (project: string) =>
  `Small Site ${project} W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)`;

/** Number of times that a metric was published with a value above 0. */
const counted = (cloud: Cloud, metric: string) =>
  cloud
    .logs()
    .split('\n')
    .filter((line) => new RegExp(`"${metric}":(\\[[\\d,]*)?[1-9]`).test(line)).length;

it(
  'fault 19: a project that is missing when its report is due, and is added within the deadline, gets its report without a command, and an alarm has counted it',
  async () => {
    const cloud = await beforeFriday(weeklyOf('a', 'b'));
    await cloud.reconfigure(weeklyOf('a'));
    await cloud.pass({ minutes: 30 });
    expect(cloud.mails().map(({ subject }) => subject)).toEqual([reportOf('a')]);

    await cloud.reconfigure(weeklyOf('a', 'b'));
    await cloud.pass({ minutes: 15 });
    expect(cloud.mails().map(({ subject }) => subject)).toEqual([reportOf('a'), reportOf('b')]);
    expect(counted(cloud, 'DueAdded')).toBe(1);
    await cloud.pass({ minutes: 30 });
    expect(cloud.mails().filter(({ to }) => to !== contact)).toHaveLength(2);
  },
  timeLimit,
);

it(
  'fault 19: if nothing is configured for a schedule when it fires, and this is corrected within the deadline, the reports are sent without a command, and alarms have counted it',
  async () => {
    const cloud = await beforeFriday(weeklyOf('a', 'b'));
    await cloud.reconfigure((url) => weeklyOf('a', 'b')(url).replace('0 14 * * FRI', '0 14 * * THU'));
    await cloud.pass({ minutes: 30 });
    expect(cloud.mails()).toEqual([]);
    expect(counted(cloud, 'NothingDue')).toBeGreaterThan(0);

    await cloud.reconfigure(weeklyOf('a', 'b'));
    await cloud.pass({ minutes: 15 });
    expect(
      cloud
        .mails()
        .map(({ subject }) => subject)
        .filter((subject) => subject.endsWith('rev 1)'))
        .sort(),
    ).toEqual([reportOf('a'), reportOf('b')]);
    expect(counted(cloud, 'ManifestMissing')).toBe(1);
  },
  timeLimit,
);

/** A configuration with a report of project a, and another report of project b with another contact. */
const withOther = (url: string) =>
  `${smallSiteConfiguration(url, { projects: ['a', 'b'], more: ['projects: [a]', 'deliverWithin: 3'] }).trimEnd()}
  - key: other
    name: Other lookahead
    projects: [b]
    when: { cron: '0 14 * * FRI' }
    deliverWithin: 3
    to: [b.reader@example.com]
    contact: b.planner@example.com
`;

/** The same configuration after the other report was removed. */
const withoutOther = (url: string) => withOther(url).replace(/ {2}- key: other.*/s, '');

it(
  'fault 21: a report that is removed while its job waits for SES is delivered as stored, as it was due',
  async () => {
    const cloud = await beforeFriday(withOther);
    cloud.aws.state.sending = { max24HourSend: 0 };
    await cloud.pass({ minutes: 20 });
    await cloud.reconfigure(withoutOther);
    cloud.aws.state.sending = {};
    await cloud.pass({ minutes: 60 });
    expect(cloud.mails().filter(({ to }) => to === 'b.reader@example.com')).toEqual([
      {
        to: 'b.reader@example.com',
        subject: 'Small Site b W48: 22 tasks, 5 not ready (Other lookahead rev 1)',
      },
    ]);
  },
  timeLimit,
);

it(
  'fault 21: if a report is removed before its issue is made, its own contact is notified, and no other contact',
  async () => {
    const cloud = await beforeFriday(withOther);
    cloud.planning.gate.rule(() => ({ kind: 'answer', status: 503 }));
    await cloud.pass({ minutes: 20 });
    await cloud.reconfigure(withoutOther);
    cloud.planning.gate.rule(() => ({ kind: 'pass' }));
    await cloud.pass({ hours: 4, minutesBetweenChecks: 30 });
    const subjectsTo = (address: string) =>
      cloud
        .mails()
        .filter(({ to }) => to === address)
        .map(({ subject }) => subject);
    expect(subjectsTo('works.manager@example.com')).toEqual([reportOf('a')]);
    expect(subjectsTo('b.reader@example.com')).toEqual([]);
    const which = 'Small Site b, Other lookahead, due Fri 20 Nov 2026, 14:00 (Europe/London)';
    expect(subjectsTo('b.planner@example.com')).toEqual([
      `Needs you: report "other" is not configured · ${which}`,
      `Not delivered: ${which}`,
    ]);
    const others = cloud.aws.state.messages.filter(({ recipients }) => recipients.includes(contact));
    for (const { raw } of others) {
      const { subject, text } = await PostalMime.parse(raw ?? '');
      expect(`${subject} ${text}`).not.toMatch(/Other lookahead|Small Site b/);
    }
  },
  timeLimit,
);
