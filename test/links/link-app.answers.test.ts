/** Answers on the week pages, from the report that asks to the reload of a page. */
import { describe, expect, it } from 'vitest';
import { createLinkHandler } from '#cloud/open-link.ts';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import { recordingLog } from '../support/a-world.ts';
import { aClock, aWireTask, runId } from '../support/builders/a-delivery.ts';
import { anAskingReport, filledIn, hiddenOf, placeOf } from '../support/builders/an-asking-report.ts';
import { aGatewayEvent, gatewayAnswer } from '../support/gateway-event.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';
import { aLinkApp, secret } from '../support/pages/a-link-app.ts';
import { serveLinks } from '../support/pages/served-answers.ts';

const formCo = { id: 's2', name: 'Form Co' };
const planned = [
  aWireTask('t1', { start: '2026-11-23', finish: '2026-11-25' }),
  aWireTask('t2', { start: '2026-11-24', finish: '2026-11-26' }),
  aWireTask('t3', { start: '2026-11-26', finish: '2026-12-02', subcontractor: formCo }),
  aWireTask('t4', { start: '2026-11-23', subcontractor: { id: 's7', name: 'Nobody asked' } }),
];
const friday = '2026-11-20';
const saturday = '2026-11-21T10:12:00Z';
/** A second report of the project, which asks nobody. */
const managers: Partial<ResolvedReport> = {
  report: { key: 'managers', name: 'Managers' },
  answers: undefined,
  audiences: [],
};

async function aSite(store: MemoryStore = createMemoryStore()) {
  const site = anAskingReport({ store });
  for (const report of [{}, managers]) await site.deliver(friday, planned, report);
  return {
    ...site,
    /** Links to everyone's page: that of the report that asks, and that of the other report. */
    pages: [{}, managers].map((report) => site.linkOf(site.jobOn(friday, report), 'everyone', 'page')),
  };
}

/** The texts of all tasks, without HTML tags. */
function textOf(html: string): string {
  return html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
}

type Fetched = { readonly status: number; readonly text: string };
type Fetch = (link: string, form?: URLSearchParams) => Promise<Fetched>;

async function cloudApp(store: MemoryStore) {
  const handler = createLinkHandler({
    secrets: async () => ({ current: secret }),
    freshSecrets: async () => undefined,
    store,
    sign: async () => '',
    isThere: async () => false,
    log: recordingLog(),
    now: aClock(saturday).now,
  });
  const open: Fetch = async (link, form) => {
    const event = aGatewayEvent({
      rawQueryString: new URL(link).search.slice(1),
      ...(form && { method: 'POST', body: form.toString() }),
    });
    const { statusCode: status, body } = gatewayAnswer.parse(await handler(event));
    return { status, text: body };
  };
  return { open, close: async () => {} };
}

async function machine(store: MemoryStore) {
  const { url, close } = await serveLinks(store, aClock(saturday).now, undefined, secret);
  const open: Fetch = async (link, form) => {
    const answer = await fetch(new URL(new URL(link).search, url), form && { method: 'POST', body: form });
    return { status: answer.status, text: await answer.text() };
  };
  return { open, close };
}

describe.each([
  ['the app of the cloud', cloudApp],
  ['a machine', machine],
])('%s', (_, serve) => {
  it('shows a decline on everyone’s page as soon as it is sent, in each report, without the name', async () => {
    const { store, linkOf, jobOn, pages } = await aSite();
    const { open, close } = await serve(store);
    const read = async (link: string) => textOf((await open(`${link}&day=all`)).text);
    for (const page of pages) {
      const before = await read(page);
      expect(before).toContain(
        'Promised: 0 of 3 tasks asked, 3 not answered. 1 task not asked for. Answers close Mon 23 Nov, 07:00.',
      );
      expect(before.match(/not answered yet/g)).toHaveLength(3);
    }
    const answer = linkOf(jobOn(friday), 'subcontractor-s1');
    const { text: form } = await open(answer);
    const [t1, t2] = [placeOf(form, 't1'), placeOf(form, 't2')];
    const typed = {
      [`a${t1}`]: 'promise',
      [`a${t2}`]: 'decline',
      [`r${t2}`]: 'Labour',
      [`f${t2}`]: '2026-12-03',
    };
    const sent = { ...hiddenOf(form), ...filledIn(form), ...typed, [`n${t2}`]: 'two ill', name: 'Ana Silva' };
    expect((await open(answer, new URLSearchParams(sent))).status).toBe(200);
    for (const page of pages) {
      const after = await read(page);
      expect(after).toContain('Promised: 1 of 3 tasks asked, 1 not as planned, 1 not answered.');
      expect(after).toContain('✗ not as planned: Labour, from Thu 3 Dec');
      expect(after).toContain('✓ promised by Pile Co');
      expect(after).toContain('Not ready: 1 Not promised: 2');
      expect(after).not.toMatch(/Ana|two ill/);
    }
    const own = await read(linkOf(jobOn(friday), 'subcontractor-s1', 'page'));
    expect(own).toContain('Promised: 1 of 2 tasks asked, 1 not as planned.');
    const wall = await read(linkOf(jobOn(friday), 'everyone', 'wall'));
    expect(wall).not.toMatch(/promised|not as planned|not answered/);
    await close();
  });
});

describe('everyone’s page', () => {
  async function anAnsweredSite(said: Readonly<Record<string, string>>, at = saturday) {
    const site = await aSite();
    await (await site.open(friday, 's1', at)).send('Ana Silva', said);
    const read = async (link: string, when = at) =>
      textOf(await aLinkApp({ store: site.store, at: when }).read(`${link}&day=all`));
    return { ...site, read };
  }

  it('can be limited to what is not promised', async () => {
    const { pages, store } = await anAnsweredSite({ t1: 'promise', t2: 'decline', 't2 reason': 'Labour' });
    const text = textOf(await aLinkApp({ store, at: saturday }).read(`${pages[1]}&day=all&not-promised=1`));
    expect([...text.matchAll(/\b(t\d)\b/g)].map(([, id]) => id)).toEqual(['t2', 't3']);
  });

  it('shows what was reported done', async () => {
    const { pages, read, open } = await anAnsweredSite({ t1: 'promise', t2: 'promise' });
    const done = await open(friday, 's1', '2026-11-26T09:00:00Z');
    await done.send('Ana', { t1: 'done', t2: 'undone', 't2 reason': 'Weather' });
    const [first = ''] = pages;
    const monday = await read(first, '2026-11-26T10:00:00Z');
    expect(monday).toContain('Answers closed Mon 23 Nov, 07:00.');
    expect(monday).toContain('✓ done, says Pile Co');
    expect(monday).toContain('✗ not done: Weather');
  });

  it('marks an answer after closing as late, and shows another number of people than planned', async () => {
    const { pages, read, open } = await anAnsweredSite({ t1: 'promise', 't1 people': '11' });
    await (await open(friday, 's1', '2026-11-23T09:00:00Z')).send('Ana', { t2: 'promise' });
    const text = await read(pages[0] ?? '', '2026-11-23T10:00:00Z');
    expect(text).toContain('✓ promised by Pile Co, 11 people');
    expect(text).toContain('✓ promised by Pile Co, late');
  });

  it('of a revision with other dates shows for which days a task was promised', async () => {
    const { deliver, linkOf, jobOn, read, pages } = await anAnsweredSite({ t1: 'promise', t2: 'promise' });
    const moved = planned.map((task) => (task.id === 't1' ? { ...task, finish: '2026-11-27' } : task));
    const second = { runId: runId('2026-11-21T12:00:00Z') };
    await deliver(friday, moved, { ...second, at: '2026-11-21T12:00:05Z' });
    const revision = await read(linkOf(jobOn(friday, second), 'everyone', 'page'));
    expect(revision).toContain('✓ promised by Pile Co for Mon 23 Nov – Wed 25 Nov');
    expect(revision).toContain('Promised: 1 of 3 tasks asked, 2 not answered.');
    expect(await read(pages[0] ?? '')).toContain('Promised: 2 of 3 tasks asked, 1 not answered.');
  });

  it('shows which task holds up a promised task, and so does the answer page', async () => {
    const relatedTasks = [{ id: 't1', relation: 'predecessor', type: 'finish-start' }];
    const behind = { start: '2026-11-26', finish: '2026-12-02', subcontractor: formCo, relatedTasks };
    const site = anAskingReport();
    await site.deliver(friday, [...planned.slice(0, 2), aWireTask('t3', behind)]);
    const pile = await site.open(friday, 's1', saturday);
    await pile.send('Ana', { t1: 'decline', 't1 reason': 'Labour', 't1 from': '2026-12-03' });
    const says = 't1: Pile Co says not as planned, Labour, from Thu 3 Dec';
    const form = await site.open(friday, 's2', '2026-11-21T11:00:00Z');
    expect(textOf(form.html)).toContain(`✗ ${says}`);
    await form.send('Ben', { t3: 'promise' });
    const { read } = aLinkApp({ store: site.store, at: saturday });
    const text = textOf(await read(`${site.linkOf(site.jobOn(friday), 'everyone', 'page')}&day=all`));
    expect(text).toContain('✓ promised by Form Co');
    expect(text).toContain(`✗ ${says}`);
    expect(text).toContain('Not ready: 2');
  });

  it('of a report with `detail: days` shows no answers', async () => {
    const site = await anAnsweredSite({ t1: 'decline', 't1 reason': 'Labour' });
    const gate: Partial<ResolvedReport> = { ...managers, detail: 'days' };
    await site.deliver(friday, planned, { ...gate, runId: runId('2026-11-21T12:00:00Z') });
    const resolved = site.jobOn(friday, { ...gate, runId: runId('2026-11-21T12:00:00Z') });
    const text = await site.read(site.linkOf(resolved, 'everyone', 'page'));
    expect(text).toContain('Pour slab');
    expect(text).not.toMatch(/promised|not as planned|not answered|Labour/i);
  });

  it('costs one LIST request and one read per cut, 16 at once, and nothing for the next ten seconds', async () => {
    const cuts = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const tasks = cuts.map((id) =>
      aWireTask(`t-${id}`, { start: '2026-11-23', subcontractor: { id, name: id } }),
    );
    const audiences = cuts.map((id) => ({
      audience: { kind: 'subcontractor', id, name: id } as const,
      to: [`${id}@example.com`],
      cc: [],
      replyTo: [],
    }));
    const site = anAskingReport();
    await site.deliver(friday, tasks, { audiences });
    for (const id of cuts.slice(0, 3))
      await (await site.open(friday, id, saturday)).send('Jo', { [`t-${id}`]: 'promise' });
    const calls: string[] = [];
    let [underWay, mostAtOnce] = [0, 0];
    const slow = async <Value>(name: string, call: () => Promise<Value>): Promise<Value> => {
      const isOfAnswers = name.includes(' answers/');
      if (isOfAnswers) calls.push(name.replace(/\/.*/, ''));
      if (isOfAnswers) underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (isOfAnswers) underWay -= 1;
      return call();
    };
    const { get, list } = site.store;
    const store: MemoryStore = {
      ...site.store,
      get: (key) => slow(`get ${key}`, () => get(key)),
      list: (prefix, options) => slow(`list ${prefix}`, () => list(prefix, options)),
    };
    const { read, clock } = aLinkApp({ store, at: saturday });
    const page = site.linkOf(site.jobOn(friday), 'everyone', 'page');
    const counts = async () => {
      calls.length = 0;
      expect(textOf(await read(page))).toContain('Promised: 3 of 40 tasks asked, 37 not answered.');
      return [
        calls.filter((call) => call === 'list answers').length,
        calls.filter((call) => call === 'get answers').length,
      ];
    };
    expect(await counts()).toEqual([1, 40]);
    expect(mostAtOnce).toBe(16);
    expect(await counts()).toEqual([0, 0]);
    clock.advance({ seconds: 11 });
    expect(await counts()).toEqual([1, 40]);
  });
});
