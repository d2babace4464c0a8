/** What one report asks of AWS: the figures that the table of costs in the README is reckoned with. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud } from './a-cloud.ts';
import { firings } from './scheduler.ts';
import { friday, smallSite, smallSiteConfiguration } from './small-site.ts';

let cloud: Cloud;

const cuts = `
  - key: cuts
    name: Lookahead with a cut
    to: [works.manager@example.com]
    audiences:
      - each: subcontractor
        to: { Stonebridge Frame Ltd: [frame@example.com] }
    contact: planner@example.com
`;

beforeAll(async () => {
  cloud = await aCloud({
    stack: await keptStack(),
    projects: [smallSite],
    configuration: (url) => `${smallSiteConfiguration(url).trimEnd()}${cuts}`,
    clock: friday,
    sendEvents: 'delivered',
  });
}, 30_000);
afterAll(() => cloud?.[Symbol.asyncDispose]());

/** Calls by operation while something is done, in the order of their names. */
async function callsOf(done: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = cloud.aws.state.calls.length;
  await done();
  const counts = Map.groupBy(cloud.aws.state.calls.slice(before), ({ operation }) => operation);
  return Object.fromEntries([...counts].map(([operation, calls]) => [operation, calls.length]).sort());
}

async function dispatch(time: string): Promise<void> {
  const { schedules } = await keptStack();
  for (const { event } of firings(schedules, { from: time, to: time.replace('00Z', '01Z') })) {
    if (JSON.stringify(event).includes('"cron"')) await cloud.functions.dispatch.invoke(event);
  }
}

const ask = (runId: string) => () =>
  cloud.functions.report.invoke({ project: 'site', report: 'cuts', runId });

test('a report, from its schedule to SES’s own record, first and the week after; with a cut; asked for again', async () => {
  expect({
    dispatch: await callsOf(() => dispatch(friday)),
    first: await callsOf(() => cloud.work()),
    record: await callsOf(() => cloud.tellOfSends()),
  }).toEqual({
    dispatch: { GetObject: 1, PutObject: 1 },
    first: { GetObject: 4, GetSecretValue: 2, ListObjectsV2: 7, PutObject: 6, SendRawEmail: 1 },
    record: { PutObject: 1 },
  });
  await ask('one')();
  expect(await callsOf(ask('one'))).toEqual({ GetObject: 5, ListObjectsV2: 5 });

  await cloud.until('2026-11-27T14:00:00Z');
  await dispatch('2026-11-27T14:00:00Z');
  expect(await callsOf(() => cloud.work())).toEqual({
    GetObject: 6,
    GetSecretValue: 2,
    ListObjectsV2: 6,
    PutObject: 6,
    SendRawEmail: 1,
  });
  expect(await callsOf(ask('two'))).toEqual({
    GetObject: 10,
    ListObjectsV2: 8,
    PutObject: 11,
    SendRawEmail: 2,
  });
}, 30_000);
