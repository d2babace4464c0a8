/** Answers on the pages when the plan changes after they were given. */
import { describe, expect, it } from 'vitest';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import { aWireTask, runId, windowAfter } from '../support/builders/a-delivery.ts';
import { anAskingReport, filledIn, hiddenOf } from '../support/builders/an-asking-report.ts';
import { aLinkApp } from '../support/pages/a-link-app.ts';

const friday = '2026-11-20';
const saturday = '2026-11-21T10:00:00Z';
const sunday = '2026-11-22T12:00:00Z';
const pileCo = { id: 's1', name: 'Pile Co' };
const formCo = { id: 's2', name: 'Form Co' };
const second: Partial<ResolvedReport> & { readonly at: string } = {
  runId: runId('2026-11-22T08:00:00Z'),
  at: '2026-11-22T08:00:05Z',
};

type Wire = Parameters<typeof aWireTask>[1];
const t1 = (changes: Wire = {}) => aWireTask('t1', { start: '2026-11-23', finish: '2026-11-25', ...changes });
const behind = (changes: Wire = {}) =>
  aWireTask('t2', {
    start: '2026-11-26',
    finish: '2026-11-27',
    subcontractor: formCo,
    relatedTasks: [{ id: 't1', relation: 'predecessor', type: 'finish-start' }],
    ...changes,
  });

function textOf(html: string): string {
  return html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
}

type Site = ReturnType<typeof anAskingReport>;

/** The rows of a page, by the task's reference. */
async function rowsOf(
  site: Site,
  resolved: ResolvedReport,
  { message = 'everyone', at = sunday, query = '&day=all' } = {},
) {
  const html = await aLinkApp({ store: site.store, at }).read(
    `${site.linkOf(resolved, message, 'page')}${query}`,
  );
  const rows = [...html.matchAll(/<tr class="t.*?<\/tr>/gs)].map(([row]) => textOf(row));
  const row = (ref: string) => rows.find((one) => one.includes(` ${ref} `)) ?? '';
  return { head: textOf(html), row };
}

async function declineT1(site: Site, at = saturday): Promise<void> {
  const page = await site.open(friday, 's1', at);
  await page.send('Ana', { t1: 'decline', 't1 reason': 'Labour', 't1 from': '2026-12-03' });
}

describe('a task that is moved to another firm', () => {
  it('takes the answers of that firm, on pages and in reports', async () => {
    const site = anAskingReport();
    const others = [aWireTask('t5', { subcontractor: pileCo }), aWireTask('t6', { subcontractor: formCo })];
    await site.deliver(friday, [t1({ subcontractor: pileCo }), ...others]);
    await (await site.open(friday, 's1', saturday)).send('Ana', { t1: 'promise' });
    const given = [t1({ subcontractor: formCo }), ...others];
    await site.deliver(friday, given, second);
    const resolved = site.jobOn(friday, second);
    expect((await rowsOf(site, resolved)).row('t1')).toContain('not answered yet');
    const form = await site.open(friday, 's2', sunday, resolved);
    await form.send('Ben', { t1: 'decline', 't1 reason': 'Labour' });
    expect((await rowsOf(site, resolved)).row('t1')).toContain('✗ not as planned: Labour');
    const third = { runId: runId('2026-11-22T14:00:00Z'), at: '2026-11-22T14:00:05Z' };
    const { lookaheads } = await site.deliver(friday, given, third);
    const found = lookaheads[0]?.tasks.find(({ id }) => id === 't1')?.promise;
    expect([found?.state, found?.current?.answer.audience.name]).toEqual(['declined', 'Form Co']);
  });
});

describe('a declined task', () => {
  it('is also not ready on the page of the next week, while the plan keeps its dates', async () => {
    const site = anAskingReport();
    const long = [t1({ start: '2026-11-26', finish: '2026-12-02' })];
    await site.deliver(friday, long);
    await declineT1(site);
    await site.deliver('2026-11-27', long);
    const at = '2026-11-28T10:00:00Z';
    const { row, head } = await rowsOf(site, site.jobOn('2026-11-27'), { at });
    expect(row('t1')).toContain('✗ Declined Sat 21 Nov by Pile Co: Labour, from Thu 3 Dec');
    expect(row('t1')).toContain('not answered yet');
    expect(head).not.toContain('Ana');
    await (await site.open('2026-11-27', 's1', at)).send('Ana', { t1: 'promise' });
    const promised = await rowsOf(site, site.jobOn('2026-11-27'), { at });
    expect(promised.row('t1')).toContain('✓ promised by Pile Co');
    expect(promised.row('t1')).not.toContain('✗');
  });

  it('holds up its successors until it is promised, even if a revision knew of the decline', async () => {
    const site = anAskingReport();
    const chain = [t1(), behind()];
    await site.deliver(friday, chain);
    await declineT1(site);
    await site.deliver(friday, chain, second);
    const resolved = site.jobOn(friday, second);
    const waits = '✗ Waits for t1 Pour slab, planned Mon 23 Nov – Wed 25 Nov: declined';
    const { row } = await rowsOf(site, resolved);
    expect(row('t2')).toContain(waits);
    expect(row('t2').match(/✗ [^,]/g)).toHaveLength(2);
    const wall = await rowsOf(site, resolved, { query: '' });
    expect(wall.head).not.toContain('Ana');
    await (await site.open(friday, 's1', sunday, resolved)).send('Ana', { t1: 'promise' });
    const free = await rowsOf(site, resolved);
    expect(free.row('t2')).not.toContain('✗');
    expect(free.head).not.toContain('Not ready');
  });

  it('holds up nothing once the plan has moved it, or it is complete, whoever opens the page', async () => {
    for (const changed of [t1({ finish: '2026-11-24' }), t1({ status: 'complete' })]) {
      const site = anAskingReport();
      await site.deliver(friday, [t1(), behind()]);
      await declineT1(site);
      await site.deliver(friday, [changed, behind()], second);
      for (const message of ['everyone', 'subcontractor-s2']) {
        const { row } = await rowsOf(site, site.jobOn(friday, second), { message });
        expect(row('t2')).not.toContain('✗');
      }
    }
  });
});

it('an outcome reported on the page of the next week is shown on the page of the task’s own week', async () => {
  const site = anAskingReport();
  const tasks = [t1(), aWireTask('t9', { start: '2026-11-30', finish: '2026-12-01' })];
  await site.deliver(friday, tasks);
  const undone = { t1: 'undone', 't1 reason': 'Weather' };
  await (await site.open(friday, 's1', '2026-11-26T09:00:00Z')).send('Ana', undone);
  await site.deliver('2026-11-27', tasks);
  await (await site.open('2026-11-27', 's1', '2026-11-27T16:00:00Z')).send('Ana', { t1: 'done' });
  const at = '2026-11-28T09:00:00Z';
  expect((await rowsOf(site, site.jobOn(friday), { at })).row('t1')).toContain('✓ done, says Pile Co');
  expect(textOf((await site.open(friday, 's1', at)).html)).toContain('Answered so far for week 48: 1 done.');
});

describe('a later revision', () => {
  it('that closes later extends the time for promises on the page of the first one', async () => {
    const site = anAskingReport();
    await site.deliver(friday, [t1()]);
    const late = { runId: runId('2026-11-22T12:00:00Z'), at: '2026-11-22T12:00:05Z' };
    await site.deliver(friday, [t1()], late);
    const old = await site.open(friday, 's1', '2026-11-23T09:00:00Z');
    expect(old.html).toContain('<b>Please answer by Mon 23 Nov, 12:00.</b>');
    await old.send('Ana', { t1: 'promise' });
    const { row } = await rowsOf(site, site.jobOn(friday, late), { at: '2026-11-23T09:30:00Z' });
    expect(row('t1')).toContain('✓ promised by Pile Co');
    expect(row('t1')).not.toContain('late');
  });

  it('no longer asks audiences that it leaves out, even if it has another number of weeks', async () => {
    const site = anAskingReport();
    const tasks = [t1(), aWireTask('t6', { start: '2026-11-24', subcontractor: formCo })];
    await site.deliver(friday, tasks);
    const { audiences } = site.jobOn(friday);
    await site.deliver(friday, tasks, { ...second, audiences: audiences.slice(0, 1) });
    expect((await rowsOf(site, site.jobOn(friday, second))).row('t6')).not.toContain('not answered');
    await declineT1(site);
    const weeks = {
      runId: runId('2026-11-22T10:00:00Z'),
      at: '2026-11-22T10:00:05Z',
      window: windowAfter(friday, 2),
    };
    await site.deliver(friday, tasks, weeks);
    const resolved = site.jobOn(friday, weeks);
    await (await site.open(friday, 's1', sunday, resolved)).send('Ana', { t1: 'promise' });
    expect((await rowsOf(site, resolved)).row('t1')).toContain('✓ promised by Pile Co');
    expect((await rowsOf(site, site.jobOn(friday))).row('t1')).toContain('✓ promised by Pile Co');
  });
});

it('a form of an issue that is posted to the page of a test stores nothing', async () => {
  const site = anAskingReport();
  await site.deliver(friday, [t1()]);
  const page = await site.open(friday, 's1', saturday);
  const body = { ...hiddenOf(page.html), ...filledIn(page.html), name: 'Ana', a0: 'promise' };
  const { open } = aLinkApp({ store: site.store, at: saturday });
  const post = async (link: string) =>
    (await open(link, { method: 'POST', body: new URLSearchParams(body) })).text();
  await post(page.link);
  const run = { testRun: 'test', runId: runId('2026-11-20T15:00:00Z') } as const;
  await site.deliver(friday, [t1()], { ...run, at: '2026-11-20T15:00:05Z' });
  const before = [...site.store.objects.keys()];
  expect(await post(site.linkOf(site.jobOn(friday, run), 'subcontractor-s1'))).toContain(
    'This is the page of a test, so nothing is stored.',
  );
  expect([...site.store.objects.keys()]).toEqual(before);
});
