/** Fault 20: a stack is deleted, and created again with the bucket that it left. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCloud, type Cloud, type CloudOptions, openLinkIn } from '../end-to-end/a-cloud.ts';
import { smallSite, smallSiteConfiguration } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

/** The site at the later time, when every second task is done. */
const laterSite = {
  ...smallSite,
  collections: {
    ...smallSite.collections,
    tasks: smallSite.collections.tasks.map((task, index) =>
      index % 2 === 0 ? task : { ...task, status: 'completed', actualFinish: '2026-11-26' },
    ),
  },
};

const aStackAt = (clock: string, options: Partial<CloudOptions> = {}) =>
  aCloud({
    stack,
    projects: [smallSite],
    configuration: (url) => smallSiteConfiguration(url),
    clock,
    sendEvents: 'delivered',
    waits: 'short',
    ...options,
  });

let first: Cloud;
let second: Cloud;
const texts: string[] = [];

beforeAll(async () => {
  first = await aStackAt('2026-11-20T13:55:00Z');
  await first.pass({ minutes: 10 });
  // Only the bucket is retained: queues, functions and secrets are new, and the records of SES are lost.
  second = await aStackAt('2026-11-20T16:00:00Z', { retained: first, projects: [laterSite] });
  await second.pass({ minutes: 30 });
  await second.functions.report.invoke({ project: 'site', report: 'weekly', mode: 'send', runId: 'again' });
  await second.until('2026-11-27T13:55:00Z');
  await second.pass({ minutes: 30 });
  for (const { raw } of second.aws.state.messages) texts.push((await PostalMime.parse(raw ?? '')).text ?? '');
}, 120_000);
afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
});

describe('fault 20: a recreated stack with its retained bucket', () => {
  it('sends nothing again, and continues the issue numbers of a week', () => {
    expect(first.mails().map(({ subject }) => subject)).toEqual([
      'Small Site W48: 22 tasks, 5 not ready (Weekly lookahead rev 1)',
    ]);
    expect(second.mails().map(({ subject }) => subject)).toEqual([
      'Small Site W48: 21 tasks, 3 not ready (Weekly lookahead rev 2)',
      'Small Site W49: 23 tasks, 9 not ready, PPC so far 36% (Weekly lookahead rev 1)',
    ]);
  });

  it('compares with the issue that the first stack made', () => {
    expect(texts[0]).toMatch(/NEW SINCE REVISION 1, FRI 20 NOV\s+-+\s+11 tasks changed: 11 finished\./);
  });

  it('measures how much of the promised work has been done', () => {
    expect(texts[1]).toMatch(/PLAN KEPT IN WEEK 48[\s\S]*36%[\s\S]*Measured\s+against\s+revision\s+2/);
  });

  it('opens links, and reports a workbook that is gone from the bucket as no longer stored', async () => {
    const preview = { project: 'site', report: 'weekly', mode: 'preview', runId: 'look' };
    const answer = JSON.stringify(await second.functions.report.invoke(preview));
    expect(await openLinkIn(answer)).toMatchObject({ status: 302 });
    const objects = second.aws.state.buckets.get('archive');
    for (const key of objects?.keys() ?? []) if (key.startsWith('test-runs/')) objects?.delete(key);
    expect(await openLinkIn(answer)).toMatchObject({ status: 410 });
  });
});
