/** What one report asks of AWS: the figures that the costs in the README are reckoned with. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud } from './a-cloud.ts';
import { firings } from './scheduler.ts';
import { friday, smallSite, smallSiteConfiguration } from './small-site.ts';

// Where it has to be made first, that takes longer than a test may.
const stack = await keptStack();

let cloud: Cloud;

const readme = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
const columns = ['PutObject', 'ListObjectsV2', 'GetObject', 'SendRawEmail', 'GetSecretValue'] as const;

/** A row of the README's table, as calls by operation. */
function inReadme(head: string): Record<string, number> {
  const line = readme.split('\n').find((one) => one.startsWith(`| ${head} |`)) ?? '';
  const cells = line.split('|').slice(2, -1).map(Number);
  return Object.fromEntries(columns.flatMap((name, index) => (cells[index] ? [[name, cells[index]]] : [])));
}

/** The calls of the one that the other has not. */
function more(calls: Record<string, number>, than: Record<string, number>): Record<string, number> {
  const entries = Object.entries(calls).map(([name, count]) => [name, count - (than[name] ?? 0)] as const);
  return Object.fromEntries(entries.filter(([, count]) => count !== 0));
}

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
    stack,
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
  const { schedules } = stack;
  for (const { event } of firings(schedules, { from: time, to: time.replace('00Z', '01Z') })) {
    if (JSON.stringify(event).includes('"cron"')) await cloud.functions.dispatch.invoke(event);
  }
}

const ask = (runId: string) => () =>
  cloud.functions.report.invoke({ project: 'site', report: 'cuts', runId });

const sweep = () => cloud.functions.reconcile.invoke({ reconcile: 'check', scheduledTime: friday });

test('a report, from its schedule to SES’s own record, first and the week after; with a cut; asked for again', async () => {
  // The first sweep of all notes since when it watches a schedule.
  await sweep();
  expect({
    dispatch: await callsOf(() => dispatch(friday)),
    first: await callsOf(() => cloud.work()),
    record: await callsOf(() => cloud.tellOfSends()),
  }).toEqual({
    dispatch: inReadme('dispatch, each time a schedule fires'),
    first: { GetObject: 4, GetSecretValue: 2, ListObjectsV2: 7, PutObject: 6, SendRawEmail: 1 },
    record: inReadme("SES's record of a message"),
  });

  await cloud.until('2026-11-20T14:30:00Z');
  const withLook = await callsOf(sweep);
  const without = await callsOf(sweep);
  expect(without).toEqual(inReadme('a sweep, with one time to look back at'));
  expect(more(withLook, without)).toEqual(inReadme('its look at a report, three times'));

  await ask('one')();
  expect(await callsOf(ask('one'))).toEqual(inReadme('the same asked for again'));

  await cloud.until('2026-11-27T14:00:00Z');
  await dispatch('2026-11-27T14:00:00Z');
  expect(await callsOf(() => cloud.work())).toEqual(inReadme('a scheduled report, one message'));
  const { GetSecretValue: anew, ...warm } = inReadme('one with a cut for one more, on demand');
  expect(await callsOf(ask('two'))).toEqual(warm);
  expect(anew).toBe(2);
}, 30_000);
