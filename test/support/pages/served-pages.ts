/** Week pages of every kind, served as readers get them: made from plans, stored, and opened by their links. */

import { Temporal } from 'temporal-polyfill';
import { createPageQuestions } from '#answers/ask-for-answers.ts';
import { composeAnswerRequestToAudience, storeLatestAnswers } from '#answers/latest-answers.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { type PageKind, pageKey, parsePageKey, signPageLink } from '#pages/page-link.ts';
import { pageOfPlan } from '#pages/page-of-plan.ts';
import { encodePage, type StoredPage } from '#pages/stored-page.ts';
import { aBusySite } from '../builders/a-busy-site.ts';
import { aLookaheadOfDays } from '../builders/a-lookahead.ts';
import { aSiteTask } from '../builders/a-site-task.ts';
import { createMemoryStore } from '../memory-store.ts';
import { servedSecret, serveLinks } from './served-answers.ts';

/** The window's Wednesday. */
const now = Temporal.Instant.from('2026-11-25T09:00:00Z');

const asks = {
  closes: { instant: '2026-11-26T07:00:00Z', label: 'Thu 26 Nov, 07:00' },
  nameDays: 90,
  reasons: ['Labour'],
};

export type PagePlan = {
  readonly lookahead: Lookahead;
  readonly kind: PageKind;
  /** Whether there is a later revision of the same dates. */
  readonly isOld?: boolean;
};

/** A week of 40 tasks with everything that a page shows, and the other kinds of page. */
export function samplePages(): Readonly<Record<string, PagePlan>> {
  const site = aBusySite({ tasks: 40, weeks: 1 });
  const shifts = { day: { from: '07:00', to: '15:30' }, night: { from: '21:00', to: '05:00' } };
  const everyone = { ...site, project: { ...site.project, askingReport: 'trades', shifts } };
  const audience = {
    kind: 'subcontractor',
    id: 'id of Steelfix Reinforcement',
    name: 'Steelfix Reinforcement',
  } as const;
  const night = aSiteTask({
    id: 'N1',
    name: 'Close lane',
    shift: 'night',
    start: '2026-11-24',
    location: 'Dock Road',
  });
  const stale = 'The programme of this report was last changed on Mon 2 Nov 2026, 18 days before.';
  const page = (lookahead: Lookahead): PagePlan => ({ lookahead, kind: 'page' });
  return {
    everyone: page(everyone),
    subcontractor: page(aBusySite({ tasks: 90, weeks: 1 }, { audience })),
    days: page(aLookaheadOfDays({ tasks: [night] })),
    'six-weeks': page(aBusySite({ tasks: 60, weeks: 6 })),
    wall: { lookahead: everyone, kind: 'wall' },
    old: { lookahead: { ...everyone, stale }, kind: 'page', isOld: true },
  };
}

/** Stores one answer of each kind, for the first tasks; those for the other tasks are still asked for. */
async function answer(store: Parameters<typeof storeLatestAnswers>[0], page: StoredPage): Promise<void> {
  const says = [
    { says: 'promise' },
    { says: 'promise', people: 11 },
    { says: 'decline', reason: 'Labour', from: '2026-12-03' },
    { says: 'promise', start: '2026-11-09' },
    { says: 'done' },
    { says: 'undone', reason: 'Weather' },
  ] as const;
  const asked = page.tasks.flatMap(({ id, days }) => (days ? [{ id, ...days, people: 2 }] : []));
  const week = '2026-11-23';
  const entries = says.map((said, index) => {
    const { id = '', start = '', finish = '' } = asked[index] ?? {};
    return { task: id, week, start, finish, ...said };
  });
  const cut = { kind: 'subcontractor', id: 's1', name: 'Steelfix Reinforcement' } as const;
  const closes = { instant: '2026-11-23T07:00:00Z', label: 'Mon 23 Nov, 07:00' };
  const submission = {
    format: 1,
    at: '2026-11-21T10:12:00Z',
    closes: closes.instant,
    cut,
    revision: 1,
  } as const;
  const of = {
    project: 'riverside',
    report: 'trades',
    first: week,
    last: '2026-11-29',
    message: 'subcontractor-s1',
  };
  await storeLatestAnswers(store, of, {
    asks: composeAnswerRequestToAudience({ cut, closes, tasks: asked }, '2026-11-20T14:00:00Z'),
    submissions: [{ key: '', submission: { ...submission, page: '', entries } }],
  });
}

export type ServedPages = {
  readonly url: string;
  readonly links: Readonly<Record<string, string>>;
  readonly wallLinks: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

/** @param address the address in links on prints; by default to the server itself */
export async function servePages(
  plans: Readonly<Record<string, PagePlan>>,
  address?: string,
): Promise<ServedPages> {
  const store = createMemoryStore();
  const put = (key: string, body: string | Uint8Array) =>
    store.putOnce(key, Buffer.from(body), 'application/octet-stream');
  const { url, close } = await serveLinks(store, () => now, address);
  const links: Record<string, string> = {};
  const wallLinks: Record<string, string> = {};
  for (const [name, { lookahead, kind, isOld = false }] of Object.entries(plans)) {
    const last = lookahead.days.length === 7 ? '2026-11-29' : '2027-01-03';
    const windowAt = `issues/riverside/${name}/2026-11-23_${last}/`;
    const runs = isOld ? ['first', 'second'] : ['first'];
    for (const [index, run] of runs.entries()) {
      const number = lookahead.issue.number + index;
      const stored = pageOfPlan(
        { ...lookahead, issue: { ...lookahead.issue, number } },
        {
          contact: 'planner@example.com',
          qr: true,
          previous: undefined,
          questions: createPageQuestions(lookahead, asks),
        },
      );
      await put(pageKey(`${windowAt}${run}/`, 'everyone'), encodePage(stored));
      await put(`${windowAt}numbers/${number}.json`, JSON.stringify({ runId: run }));
      await put(`${windowAt}${run}/issue.json`, '{}');
      if (stored.asking !== undefined) await answer(store, stored);
    }
    const page = parsePageKey(pageKey(`${windowAt}first/`, 'everyone'));
    links[name] = signPageLink(page, { baseUrl: url, kind, secret: servedSecret });
    wallLinks[name] = signPageLink(page, { baseUrl: address ?? url, kind: 'wall', secret: servedSecret });
  }
  return { url, links, wallLinks, close };
}
