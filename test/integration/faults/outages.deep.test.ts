/** Outages of hours that end within the deadline: everything is delivered afterwards, without a command. */
import { afterAll, expect, it } from 'vitest';
import { aCloud, type Cloud } from '../end-to-end/a-cloud.ts';
import { planningKey } from '../end-to-end/planning-behind-a-gate.ts';
import { smallSiteConfiguration, smallSites } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

const timeLimit = 300_000;
const contact = 'planner@example.com';

const clouds: Cloud[] = [];
afterAll(() => Promise.all(clouds.map((cloud) => cloud[Symbol.asyncDispose]())));

/** A cloud five minutes before the reports of these projects are due. */
async function beforeFriday(projects: readonly string[], maxConcurrency?: number): Promise<Cloud> {
  const cloud = await aCloud({
    stack,
    projects: smallSites(projects),
    configuration: (url) => smallSiteConfiguration(url, { projects }),
    clock: '2026-11-20T13:55:00Z',
    sendEvents: 'delivered',
    waits: 'short',
    maxConcurrency,
  });
  clouds.push(cloud);
  return cloud;
}

/** Subjects of the mails to the contact, and of those to the readers, in order. */
function mailsOf(cloud: Cloud) {
  const to = (isContact: boolean) =>
    cloud
      .mails()
      .filter((mail) => (mail.to === contact) === isContact)
      .map(({ subject }) => subject);
  return { contact: to(true), reports: to(false).sort() };
}

const reportsOf = (projects: readonly string[]) =>
  projects.map((project) => `Small Site ${project} W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)`);

const hoursDown = 2;

it(
  `fault 17: if the planning service is down for ${hoursDown} hours, one job at a time probes it, and all reports are delivered once it is up`,
  async () => {
    const projects = ['a', 'b', 'c', 'd', 'e'];
    const cloud = await beforeFriday(projects);
    let requests = 0;
    cloud.planning.gate.rule(() => {
      requests += 1;
      return { kind: 'answer', status: 503 };
    });
    await cloud.pass({ hours: hoursDown });
    expect(mailsOf(cloud)).toEqual({ contact: ['Late: 5 reports'], reports: [] });
    // An attempt makes up to 20 requests. If each report were tried independently, it would be tried every 15 minutes,
    // and more often at first.
    const attempts = 4 + hoursDown * 4;
    expect(requests).toBeLessThan((projects.length * attempts * 20) / 2);

    cloud.planning.gate.rule(() => ({ kind: 'pass' }));
    await cloud.pass({ minutes: 40 });
    expect(mailsOf(cloud)).toEqual({
      contact: ['Late: 5 reports', 'Delivered after all: 5 reports'],
      reports: reportsOf(projects),
    });
    expect(await cloud.queues.depth(cloud.queueOf('report'))).toBe(0);
  },
  timeLimit,
);

it(
  'fault 17: if the daily quota of SES is used up for 13 hours, all reports are delivered once there is quota again',
  async () => {
    const projects = ['a', 'b'];
    const cloud = await beforeFriday(projects, 1);
    cloud.aws.state.sending = { max24HourSend: 0 };
    // This is longer than SQS can hide a message (12 hours).
    await cloud.pass({ hours: 13, minutesBetweenChecks: 60 });
    expect(mailsOf(cloud)).toEqual({ contact: [], reports: [] });

    cloud.aws.state.sending = {};
    await cloud.pass({ minutes: 60 });
    expect(mailsOf(cloud)).toEqual({ contact: ['Late: 2 reports'], reports: reportsOf(projects) });
    await cloud.pass({ minutes: 70 });
    expect(mailsOf(cloud)).toEqual({
      contact: ['Late: 2 reports', 'Delivered after all: 2 reports'],
      reports: reportsOf(projects),
    });
    expect(cloud.aws.state.messages.filter(({ subject }) => subject?.includes('resent'))).toEqual([]);
  },
  timeLimit,
);

it(
  'fault 17: if the key is wrong for 2 hours and then replaced, all reports are delivered, and each was tried every half hour',
  async () => {
    const projects = ['a', 'b'];
    const cloud = await beforeFriday(projects, 1);
    let requests = 0;
    cloud.planning.gate.rule(() => {
      requests += 1;
      return { kind: 'pass' };
    });
    cloud.aws.state.secrets.set('lookahead/planning', 'not-the-key');
    await cloud.pass({ hours: 2 });
    expect(mailsOf(cloud)).toEqual({
      contact: ['Needs you: the key is not accepted · 2 reports'],
      reports: [],
    });
    expect(requests).toBeLessThan(5 * projects.length * 5);

    cloud.aws.state.secrets.set('lookahead/planning', planningKey);
    await cloud.pass({ minutes: 50 });
    expect(mailsOf(cloud)).toEqual({
      contact: ['Needs you: the key is not accepted · 2 reports', 'Delivered after all: 2 reports'],
      reports: reportsOf(projects),
    });
  },
  timeLimit,
);
