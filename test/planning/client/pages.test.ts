import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deep } from '../../support/deep-checks.ts';
import {
  aPageAnswer,
  aPlanningClient,
  idsOf,
  planningErrorOf,
  someUsers,
} from '../../support/planning/a-planning-client.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/planning/scripted-server.ts';

/** A service with `count` pages of one user each. */
async function startPages(count: number): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  server.otherwise(({ query }) => {
    const page = Number(query.get('after') ?? 1);
    return aPageAnswer(someUsers(`u${page}`), page < count ? { after: String(page + 1) } : null);
  });
  return server;
}

describe('a listing', () => {
  it('is read page by page, in the order of the answers', async () => {
    await using server = await startPages(12);
    const read = await aPlanningClient(server.url).users();
    expect(idsOf(read)).toEqual(Array.from({ length: 12 }, (_, index) => `u${index + 1}`));
    expect(read.pages).toBe(12);
    expect(server.requests).toHaveLength(12);
  });

  it.runIf(deep)('keeps no earlier answer in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    await using server = await startPages(12);
    const raw: WeakRef<Response>[] = [];
    const alive: number[] = [];
    const client = aPlanningClient(server.url, {
      fetch: async (url, init) => {
        if (raw.length > 0 && raw.length % 4 === 0) {
          collect();
          await turn();
          collect();
          alive.push(raw.filter((ref) => ref.deref() !== undefined).length);
        }
        const response = await fetch(url, init);
        raw.push(new WeakRef(response));
        return response;
      },
    });
    expect((await client.users()).items).toHaveLength(12);
    expect(alive).toHaveLength(2);
    expect(Math.max(...alive)).toBeLessThanOrEqual(2);
  });

  it('fails if one page fails', async () => {
    await using server = await startScriptedServer(aPageAnswer(someUsers('a'), { after: '1' }), {
      status: 422,
    });
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({ status: 422 });
  });

  /** A service with `last` pages of one user each, without a network, because the limit is 10,000 pages. */
  const answeringPages = (last: number) => {
    let asked = 0;
    const fetch = async () => {
      asked++;
      return Response.json(
        aPageAnswer([{ id: `u${asked}` }], asked < last ? { after: String(asked) } : null).json,
      );
    };
    return { fetch, asked: () => asked };
  };

  it.runIf(deep)('with more pages than the limit fails', async () => {
    const service = answeringPages(10_001);
    expect(await planningErrorOf(aPlanningClient('http://127.0.0.1:1', service).users())).toMatchObject({
      name: 'PlanningPagingError',
      message: expect.stringContaining('there are more than 10000 pages'),
    });
    expect(service.asked()).toBe(10_000);
  });

  it.runIf(deep)('with as many pages as the limit is read', async () => {
    const service = answeringPages(10_000);
    expect((await aPlanningClient('http://127.0.0.1:1', service).users()).pages).toBe(10_000);
  });

  /** A service with endless pages: each has a fresh cursor to the next. */
  const endless = (resultsOf: (page: number) => readonly unknown[]) => {
    let asked = 0;
    const fetch = async () => {
      asked++;
      return Response.json(aPageAnswer(resultsOf(asked), { after: `cursor-${asked}` }).json);
    };
    return { fetch, asked: () => asked };
  };

  it.each<[string, (page: number) => readonly unknown[], number]>([
    ['empty pages', () => [], 100],
    ['the same page', () => someUsers('a', 'b'), 101],
    ['two pages in turn', (page) => someUsers(page % 2 === 0 ? 'even' : 'odd'), 102],
    ['the same rejected item', () => [{ id: 'd', email: 1 }], 101],
    ['items without an id', () => [{ displayName: 'Nobody' }], 100],
    ['empty pages after others', (page) => (page <= 7 ? someUsers(`u${page}`) : []), 107],
  ])('of endless %s with fresh cursors fails after 100 consecutive pages', async (_, resultsOf, pages) => {
    const service = endless(resultsOf);
    expect(await planningErrorOf(aPlanningClient('http://127.0.0.1:1', service).users())).toMatchObject({
      name: 'PlanningPagingError',
      message: expect.stringMatching(
        new RegExp(`, page ${pages}, .*the last 100 pages have no new items, and yet there is a next one`),
      ),
      remedy: expect.stringContaining('report this to the operator of the planning service'),
    });
    expect(service.asked()).toBe(pages);
  });

  it('with 99 consecutive empty pages in the middle is read to its end', async () => {
    const service = endless((page) => (page % 100 === 0 ? someUsers(`u${page}`) : []));
    const fetch = async () => {
      const answer = await service.fetch();
      return service.asked() === 1000 ? Response.json(aPageAnswer(someUsers('last')).json) : answer;
    };
    expect((await aPlanningClient('http://127.0.0.1:1', { fetch }).users()).items).toHaveLength(10);
  });

  it('whose last page is the hundredth without new items is read to its end', async () => {
    const service = endless(() => []);
    const fetch = async () => {
      const answer = await service.fetch();
      return service.asked() === 100 ? Response.json(aPageAnswer([]).json) : answer;
    };
    expect((await aPlanningClient('http://127.0.0.1:1', { fetch }).users()).pages).toBe(100);
  });
});

it('an item on two pages is returned once', async () => {
  await using server = await startScriptedServer(
    aPageAnswer(someUsers('a', 'b'), { after: '1' }),
    aPageAnswer(someUsers('b', 'c'), { after: '2' }),
    aPageAnswer([{ id: 'd', email: [] }, ...someUsers('e')], { after: '3' }),
    aPageAnswer([{ id: 'd', email: [] }]),
  );
  const read = await aPlanningClient(server.url).users();
  expect(read.items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(read.misfits).toMatchObject([{ property: 'email', outcome: 'left out', items: ['d'] }]);
  expect(read.pages).toBe(4);
});

it.each([
  [
    'on one page',
    [
      [
        { id: 'a', name: 'one' },
        { id: 'a', name: 'other' },
      ],
    ],
  ],
  ['on two pages', [[{ id: 'a', name: 'one' }], [{ id: 'a', name: 'other' }]]],
])(
  'if an id occurs %s with other content, the first item counts, and this is reported',
  async (_, [first = [], second]) => {
    const further = second === undefined ? [] : [aPageAnswer(second)];
    await using server = await startScriptedServer(
      aPageAnswer(first, second === undefined ? {} : { after: '1' }),
      ...further,
    );
    const read = await aPlanningClient(server.url).tasks({});
    expect(read.items).toMatchObject([{ id: 'a', name: 'one' }]);
    expect(read.misfits).toMatchObject([{ property: 'id', outcome: 'repeated', items: ['a (2)'] }]);
  },
);

it('a repeated item is reported once, however many pages it is on', async () => {
  const [one, two, three] = ['one', 'two', 'three'].map((name) => ({ id: 'a', name }));
  await using server = await startScriptedServer(
    aPageAnswer([one, two], { after: '1' }),
    aPageAnswer([two, three, one]),
  );
  const { misfits } = await aPlanningClient(server.url).tasks({});
  expect(misfits.map(({ items }) => items)).toEqual([['a (2)', 'a (3)']]);
});

it('many listings of one client run at the same time', async () => {
  await using server = await startPages(20);
  const client = aPlanningClient(server.url);
  const reads = await Promise.all(Array.from({ length: 10 }, () => client.users()));
  expect(reads.map(({ pages }) => pages)).toEqual(Array(10).fill(20));
});

it('the first of two items with the same id is returned', async () => {
  const named = (displayName: string) => ({ ...someUsers('a')[0], displayName });
  await using server = await startScriptedServer(
    aPageAnswer([named('first'), named('second on its page')], { after: '1' }),
    aPageAnswer([named('first on the next page')]),
  );
  const { items } = await aPlanningClient(server.url).users();
  expect(items.map(({ displayName }) => displayName)).toEqual(['first']);
});
