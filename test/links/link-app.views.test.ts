/** The choices of a reader on a page, and what the wall and the calendar show. */
import { describe, expect, it } from 'vitest';
import { weekPageObject } from '#pages/objects.ts';
import type { PageKind } from '#pages/page-link.ts';
import { day, weekFrom } from '../support/builders/a-plan-input.ts';
import type { SiteTaskProperties } from '../support/builders/a-site-task.ts';
import { importedEvents, readWithIcalJs } from '../support/calendar/read-calendar.ts';
import { aLinkApp, linkTo } from '../support/pages/a-link-app.ts';
import {
  anAddress,
  anArchiveOf,
  aPage,
  aPageOfWeek,
  aProjectIn,
  type PageGiven,
  pileCo,
} from '../support/pages/a-page.ts';
import { anAnswerPage } from '../support/pages/an-answer-page.ts';

const address = anAddress();
const of = (id: string, more: SiteTaskProperties): SiteTaskProperties => ({
  id,
  name: `Task ${id}`,
  ...more,
});
const tasks = [
  of('A1', { start: '2026-11-23', subcontractor: 'Pile Co', location: 'Core', status: 'blocked' }),
  of('A2', { start: '2026-11-24', subcontractor: 'Pile Co', location: 'Level 2', owner: 'Ana Silva' }),
  of('A3', { start: '2026-11-24', subcontractor: 'Form Co', location: 'Level 2' }),
  of('A4', { start: '2026-11-27' }),
  of('A5', { start: '2026-11-16', finish: '2026-11-18', subcontractor: 'Form Co' }),
];

async function viewed(
  query: string,
  { at = '2026-11-24T08:00:00Z', kind = 'page', ...given }: ViewedParts = {},
): Promise<{ readonly heading: string; readonly shown: readonly string[]; readonly text: string }> {
  const { read } = aLinkApp({ store: await anArchiveOf([address, aPage({ tasks, ...given })]), at });
  const text = await read(`${linkTo(address, kind)}${query}`);
  const shown = [...text.matchAll(/<tr class="t on[^"]*">.*?(Task A\d)/g)].map(([, name = '']) => name);
  return { heading: /<h2>(.*?)<\/h2>/.exec(text)?.[1] ?? '', shown: shown.sort(), text };
}

type ViewedParts = PageGiven & { readonly at?: string; readonly kind?: PageKind };

const dayOf = async (at: string, given: PageGiven = {}) =>
  (await viewed('', { at, ...given })).heading.replace(/ ·.*/, '');

describe('the day of a page', () => {
  it('is named as a holiday in the dates of the page and above its column', async () => {
    const project = { ...aProjectIn('Europe/London'), holidays: [day('2026-11-25')] };
    const { heading, text } = await viewed('', { at: '2026-11-25T08:00:00Z', project });
    expect(heading).toBe('Wed 25 Nov · holiday · 0 people');
    expect(text).toContain('29 Nov 2026 · Wed 25 Nov is a holiday · ');
    expect(text).toContain('<th class="d offday">Wed 25<br>holiday</th>');
  });

  it('is today on site; before the window its first day, after it its last', async () => {
    expect(await dayOf('2026-11-20T15:00:00Z')).toBe('Mon 23 Nov');
    expect(await dayOf('2026-11-24T08:00:00Z')).toBe('Tue 24 Nov');
    expect(await dayOf('2026-11-29T23:59:59Z')).toBe('Sun 29 Nov');
    expect(await dayOf('2026-12-02T08:00:00Z')).toBe('Sun 29 Nov');
  });

  it('begins at midnight in the project’s time zone', async () => {
    const project = aProjectIn('Australia/Sydney');
    expect(await dayOf('2026-11-24T12:59:59Z', { project })).toBe('Tue 24 Nov');
    expect(await dayOf('2026-11-24T13:00:00Z', { project })).toBe('Wed 25 Nov');
    const west = { project: aProjectIn('America/Los_Angeles') };
    expect(await dayOf('2026-11-25T07:59:59Z', west)).toBe('Tue 24 Nov');
  });

  it('is the chosen one, with the tasks that people work on', async () => {
    expect(await viewed('&day=0')).toMatchObject({ shown: ['Task A1'] });
    expect(await viewed('&day=1')).toMatchObject({ shown: ['Task A2', 'Task A3'] });
    expect(await viewed('&day=other')).toMatchObject({ shown: ['Task A5'] });
    expect((await viewed('&day=all')).shown).toHaveLength(5);
    const window = weekFrom('2026-11-23', 2);
    expect((await viewed('&day=13', { window })).heading).toMatch(/^Sun 6 Dec/);
  });

  it.each(['&day=', '&day=-1', '&day=1.0', '&day=0x1', '&day=x', '&day=all%20', '&day=%3Cb%3E'])(
    'is today if the chosen value is not a day (%s)',
    async (query) => {
      expect((await viewed(query)).heading).toMatch(/^Tue 24 Nov/);
    },
  );

  it('is the last of the window if a later one is chosen, and the first chosen one if there are two', async () => {
    expect((await viewed('&day=99')).heading).toMatch(/^Sun 29 Nov/);
    expect((await viewed('&day=0&day=4')).heading).toMatch(/^Mon 23 Nov/);
  });
});

describe('a selection', () => {
  it('is one subcontractor, one place or what is not ready, in any combination', async () => {
    // The order of the choices: Form Co, Pile Co; Core, Level 2.
    expect((await viewed('&day=all&subcontractor=0')).shown).toEqual(['Task A3', 'Task A5']);
    expect((await viewed('&day=all&subcontractor=1')).shown).toEqual(['Task A1', 'Task A2']);
    expect((await viewed('&day=all&place=1')).shown).toEqual(['Task A2', 'Task A3']);
    expect((await viewed('&day=all&subcontractor=1&place=1')).shown).toEqual(['Task A2']);
    expect((await viewed('&day=all&subcontractor=0&place=0')).shown).toEqual([]);
    const { shown } = await viewed('&day=all&not-ready=1');
    expect(shown).toContain('Task A1');
    expect(shown).not.toContain('Task A3');
  });

  it('is shown on the page, and stays chosen on another day', async () => {
    const { text } = await viewed('&day=1&subcontractor=1&place=1');
    expect(text).toContain('<strong>Pile Co</strong>');
    expect(text).toContain('<strong>Level 2</strong>');
    const days = [...text.matchAll(/href="\?page=[^"]*&amp;day=(\d)([^"]*)"/g)];
    expect(days.length).toBeGreaterThanOrEqual(7);
    expect(days.slice(0, 7).map(([, , rest]) => rest)).toEqual(
      days.slice(0, 7).map(() => '&amp;subcontractor=1&amp;place=1'),
    );
  });

  it.each([
    '&subcontractor=',
    '&subcontractor=2',
    '&subcontractor=-1',
    '&subcontractor=1e0',
    '&subcontractor=0x1',
    '&subcontractor=Pile%20Co',
    '&place=__proto__',
    '&place=%20',
    '&not-ready=0',
    '&not-ready=yes',
    '&unknown=1',
  ])('that is not valid is ignored (%s)', async (query) => {
    const { shown, text } = await viewed(`&day=all${query}`);
    expect(shown).toHaveLength(5);
    expect(text).not.toContain('<strong>');
  });
});

describe('one shift', () => {
  const inShift = (id: string, shift: 'day' | 'night', start: string) => of(id, { shift, start });
  const shifts = [
    inShift('A1', 'day', '2026-11-23'),
    inShift('A2', 'day', '2026-11-24'),
    inShift('A3', 'night', '2026-11-24'),
    inShift('A4', 'day', '2026-11-24'),
  ];
  const links = (text: string) => {
    const [row = ''] = /<nav class="picks s" aria-label="Tasks by shift">.*?<\/nav>/s.exec(text) ?? [];
    return [...row.matchAll(/token=[^&]*&amp;([^"]*)"([^>]*)>([^<]*)</g)].map(
      ([, query = '', current = '', words = '']) => `${words}${current === '' ? '' : ' (current)'}: ${query}`,
    );
  };

  it('is one tap away, with the tasks of the chosen day, and keeps all other choices', async () => {
    const { text, shown } = await viewed('&day=1&not-ready=1&shift=1', { tasks: shifts });
    // The day shift has no tasks that are not ready on this day, so there is no link to it.
    expect(links(text)).toEqual([
      'Night 0 (current): day=1&amp;shift=1&amp;not-ready=1',
      'All shifts: day=1&amp;not-ready=1',
    ]);
    expect(shown).toEqual([]);
    const night = await viewed('&day=1&shift=1', { tasks: shifts });
    expect(night.shown).toEqual(['Task A3']);
    expect(night.text).toContain('<strong>Night shift</strong>');
    expect(night.text.match(/<h3>[^<]*/g)).toEqual(['<h3>Night shift']);
    expect(links((await viewed('&day=1', { tasks: shifts })).text)).toEqual([
      'Day 2: day=1&amp;shift=0',
      'Night 1: day=1&amp;shift=1',
    ]);
  });

  it('also shows the tasks that run round the clock', async () => {
    const around = of('A5', { shift: '24hr', start: '2026-11-24' });
    const night = await viewed('&day=1&shift=1', { tasks: [...shifts, around] });
    expect(night.text).toMatch(
      /And 1 task round the clock: <a class="pick" href="[^"]*shift=2">24 hr shift<\/a>/,
    );
    const all = await viewed('&day=1', { tasks: [...shifts, around] });
    expect(all.text).not.toContain('round the clock');
  });

  it('is not offered if there is only one, and an invalid one is ignored', async () => {
    const { text, shown } = await viewed('&day=1&shift=1');
    expect(links(text)).toEqual([]);
    expect(shown).toHaveLength(2);
  });
});

it('the list of tasks to finish first counts them by reason, and says how many of their people are counted on no day', async () => {
  const { heading, text } = await viewed('&day=other', {
    tasks: [
      of('A1', { start: '2026-11-17', labour: { fitters: 6 } }),
      of('A2', { start: '2026-11-22', labour: { fitters: 2 } }),
      of('A3', {}),
      of('A4', { start: '2026-11-24' }),
    ],
  });
  expect(heading).toBe('To finish first, and tasks without a day of work');
  expect(text).toContain('>To finish first: 3</a>');
  expect(text).toContain('<p class="s">overdue: 1 · due by Sun 22 Nov: 1 · no date: 1<br>');
  expect(text).toContain('8 people on 2 tasks carried over are not counted.');
  expect(text).toContain('6 people, not counted');
});

it('the notes of a task, folded after 300 characters, its plant and its materials are below it, but not on the wall', async () => {
  const notes = `${'word '.repeat(59)}hold point is here, <b>then</b> more`;
  const needs = { notes, plant: { 'concrete pump': 1 }, materials: { 'm³ C32/40': 106 } };
  const given = { tasks: [of('A1', { start: '2026-11-24', ...needs })] };
  const { text } = await viewed('&day=1', given);
  expect(text).toContain(
    'word hold<details><summary>more</summary>point is here, &lt;b&gt;then&lt;/b&gt; more</details></div>',
  );
  expect(text).toContain('<div class="s">Plant: 1 × concrete pump</div>');
  expect(text).toContain('<div class="s">Materials: 106 m³ C32/40</div>');
  expect((await viewed('&day=1', { ...given, kind: 'wall' })).text).not.toMatch(/word|Plant:|Materials:/);
});

it('the button to the answer page says how many tasks are asked about, and why others are not, until the answers close', async () => {
  const page = anAnswerPage({
    window: weekFrom('2026-11-23', 2),
    tasks: [
      of('A1', { start: '2026-11-23' }),
      of('A2', { start: '2026-11-29', finish: '2026-12-01' }),
      of('A3', { start: '2026-11-23', status: 'complete' }),
      of('A4', { start: '2026-11-30' }),
      of('A5', { start: '2026-11-17' }),
      of('A6', {}),
    ],
  });
  const store = await anArchiveOf([address, page]);
  const buttonAt = async (at: string) => {
    const text = await aLinkApp({ store, at }).read(linkTo(address));
    return /class="act"[^>]*>([^<]*)<\/a><\/p>\n(?:<p class="s m">(Please[^<]*))?/.exec(text)?.slice(1);
  };
  expect(await buttonAt('2026-11-23T06:59:00Z')).toEqual([
    'Answer for your 2 tasks',
    'Please answer by Mon 23 Nov, 07:00. 4 of 6 are not asked: 1 overdue, 1 complete, 1 only after Sun 29 Nov, 1 no date.',
  ]);
  expect(await buttonAt('2026-11-23T07:00:00Z')).toEqual(['Report what was done', undefined]);
});

it('a wall shows no persons and no measures, and has no calendar', async () => {
  const given = { audience: pileCo, tasks: tasks.map((task) => ({ ...task, owner: 'Ana Silva' })) };
  const store = await anArchiveOf([
    address,
    { ...aPage(given), lastWeek: 'Plan kept in week 47: 50%, 1 of 2 tasks that were due.' },
  ]);
  const { read } = aLinkApp({ store });
  const person = await read(`${linkTo(address)}&day=all`);
  for (const words of ['Ana Silva', 'Plan kept', 'mailto:', 'planner@example.com', 'calendar=ics'])
    expect(person).toContain(words);
  const wall = (await read(`${linkTo(address, 'wall')}&day=all`)).replace(/<style>.*<\/style>/s, '');
  expect(wall).toContain('Task A2');
  expect(wall).not.toMatch(/Ana|Silva|Plan kept|mailto|@|calendar|ics|page=/);
});

describe('the calendar of a page', () => {
  const own = anAddress({ message: 'pile-co' });
  const calendar = (link: string) => `${link}&calendar=ics`;

  it('is a file with the days of the page', async () => {
    const page = aPage({ tasks, audience: pileCo });
    const { open, told } = aLinkApp({ store: await anArchiveOf([own, page]) });
    const answer = await open(calendar(linkTo(own)));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="week.ics"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(importedEvents(readWithIcalJs(await answer.text()))).toEqual([
      '2026-11-23 2026-11-24 ✗ Task A1 (day shift)',
      '2026-11-24 2026-11-25 Task A2 (day shift)',
    ]);
    expect(told).toHaveLength(1);
  });

  it('is refused for everyone’s page and for a wall', async () => {
    const pages = [
      [address, aPage({ tasks })],
      [own, aPage({ tasks, audience: pileCo })],
    ] as const;
    const { open, told } = aLinkApp({ store: await anArchiveOf(...pages) });
    for (const link of [linkTo(address), linkTo(address, 'wall'), linkTo(own, 'wall')])
      expect((await open(calendar(link))).status).toBe(403);
    expect(told).toEqual(['refused', 'refused', 'refused']);
  });

  /** Three revisions, of which only the first has A2. Each names its previous page; run-0 is not stored. */
  async function threeRevisions() {
    const at = [1, 2, 3].map((number) => ({ ...own, runId: `run-${number}` }));
    const [one = own, two = own, three = own] = at;
    const kept = { id: 'A1', start: '2026-11-24' };
    const page = (issueNumber: number, more: readonly SiteTaskProperties[], previousKey?: string) =>
      aPageOfWeek('2026-11-23', [kept, ...more], {
        issueNumber,
        ...(previousKey === undefined ? {} : { previousKey }),
      });
    const store = await anArchiveOf(
      [one, page(1, [{ id: 'A2', start: '2026-11-25' }], weekPageObject.key({ ...own, runId: 'run-0' }))],
      [two, page(2, [], weekPageObject.key(one))],
      [three, page(3, [], weekPageObject.key(two))],
    );
    const statuses = async () => {
      const file = await aLinkApp({ store }).read(calendar(linkTo(three)));
      return readWithIcalJs(file).map(({ start, status }) => `${start} ${status}`);
    };
    return { store, two, statuses };
  }

  it('cancels entries of any earlier issue for its days', async () => {
    const { statuses } = await threeRevisions();
    expect(await statuses()).toEqual(['2026-11-24 CONFIRMED', '2026-11-25 CANCELLED']);
  });

  it('is made without an earlier page that is damaged or no longer stored', async () => {
    const { statuses, store, two } = await threeRevisions();
    store.objects.set(weekPageObject.key(two), new Uint8Array(3));
    expect(await statuses()).toEqual(['2026-11-24 CONFIRMED']);
  });
});
