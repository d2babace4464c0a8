/** Counts the calls to AWS that each kind of event causes as deployed: calls are most of the cost of a report. */
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectStore } from '#archive/object-store.ts';
import { readReportHistory } from '#watch/report-history.ts';
import { aBounce, aDelivery } from '../../support/builders/ses-events.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud } from './a-cloud.ts';
import { callsOf } from './calls-of.ts';
import { reportCalls } from './counted-calls.ts';
import { firings } from './scheduler.ts';
import { friday, smallSite, smallSiteConfiguration } from './small-site.ts';

const stack = await keptStack();

let cloud: Cloud;

/** The calls minus those of `than`, by operation. */
function more(calls: Record<string, number>, than: Record<string, number>): Record<string, number> {
  const entries = Object.entries(calls).map(([name, count]) => [name, count - (than[name] ?? 0)] as const);
  return Object.fromEntries(entries.filter(([, count]) => count !== 0));
}

const sent = { run: 'site__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z', message: 'everyone' };
const manager = 'works.manager@example.com';

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
    clock: '2026-11-20T13:50:00Z',
    sendEvents: 'delivered',
  });
}, 30_000);
afterAll(() => cloud?.[Symbol.asyncDispose]());

async function dispatch(time: string): Promise<void> {
  const { schedules } = stack;
  for (const { event } of firings(schedules, { from: time, to: time.replace('00Z', '01Z') })) {
    if (JSON.stringify(event).includes('"cron"')) await cloud.functions.dispatch.invoke(event);
  }
}

const ask = (runId: string) => () =>
  cloud.functions.report.invoke({ project: 'site', report: 'cuts', mode: 'send', runId });

const check = () => cloud.functions.reconcile.invoke({ reconcile: 'check', scheduledTime: friday });

async function readStatus(): Promise<void> {
  const query = { since: Temporal.PlainDate.from('2026-11-20'), projects: [], reports: ['weekly'] };
  const store: ObjectStore = {
    ...cloud.store(),
    get: (key) => cloud.store().get(key),
    list: (prefix, options) => cloud.store().list(prefix, options),
  };
  const { reports } = await readReportHistory(store, query, Temporal.Instant.from(friday));
  expect(reports).toMatchObject([{ state: 'delivered' }]);
}

/** Opens the week page as the reader of the first mail does. */
async function openPage(): Promise<void> {
  const { text = '' } = await PostalMime.parse(cloud.aws.state.messages[0]?.raw ?? '');
  const link = /http:\/\/127\.0\.0\.1:\d+\/\?page=\S+/.exec(text)?.[0] ?? '';
  expect(await fetch(link)).toMatchObject({ status: 200 });
}

it('the numbers of AWS calls are the recorded ones for a first report, one a week later, one with a cut, and one requested again', async () => {
  // The first check records since when reconcile has known a schedule.
  await check();
  const reconcile = await callsOf(cloud, check);
  await cloud.until(friday);
  const first = {
    dispatch: await callsOf(cloud, () => dispatch(friday)),
    firstReport: await callsOf(cloud, () => cloud.work()),
    sendEvent: await callsOf(cloud, () => cloud.tellOfSends()),
    recipientEvent: await callsOf(cloud, () => cloud.publishSesEvents(aDelivery(sent, manager))),
    check: more(await callsOf(cloud, check), reconcile),
    status: await callsOf(cloud, readStatus),
    page: await callsOf(cloud, openPage),
    // Comes after the check, which would otherwise read the bounce.
    bounceEvent: await callsOf(cloud, () => cloud.publishSesEvents(aBounce(sent, manager))),
  };
  await ask('one')();
  const repeatedRequest = await callsOf(cloud, ask('one'));

  await cloud.until('2026-11-27T14:00:00Z');
  await dispatch('2026-11-27T14:00:00Z');
  const report = await callsOf(cloud, () => cloud.work());
  const reportWithCut = await callsOf(cloud, ask('two'));

  expect({ reconcile, ...first, repeatedRequest, report, reportWithCut }).toEqual(reportCalls);
});
