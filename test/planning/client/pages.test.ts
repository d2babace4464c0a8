import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  anAnswer,
  aPlanningClient,
  failureOf,
  idsOf,
  someUsers,
} from '../../support/planning/a-planning-client.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/planning/scripted-server.ts';

/** A service with so many pages of one user each. */
async function startPages(count: number): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  server.otherwise(({ query }) => {
    const page = Number(query.get('after') ?? 1);
    return anAnswer(someUsers(`u${page}`), page < count ? { after: String(page + 1) } : null);
  });
  return server;
}

describe('a listing', () => {
  test('is read page by page, in the order of the answers', async () => {
    await using server = await startPages(12);
    const read = await aPlanningClient(server.url).users();
    expect(idsOf(read)).toEqual(Array.from({ length: 12 }, (_, index) => `u${index + 1}`));
    expect(read.pages).toBe(12);
    expect(server.requests).toHaveLength(12);
  });

  test('leaves no earlier answer for the garbage collector to spare', async () => {
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

  test('fails whole when one page fails', async () => {
    await using server = await startScriptedServer(anAnswer(someUsers('a'), { after: '1' }), { status: 422 });
    expect(await failureOf(aPlanningClient(server.url).users())).toMatchObject({ status: 422, page: 2 });
  });

  /** Answers without a network, as the limit is high. */
  const answeringPages = (last: number) => {
    let asked = 0;
    const fetch = async () => {
      asked++;
      return Response.json(anAnswer([], asked < last ? { after: String(asked) } : null).json);
    };
    return { fetch, asked: () => asked };
  };

  test('of more pages than the limit is an error', async () => {
    const service = answeringPages(10_001);
    expect(await failureOf(aPlanningClient('http://127.0.0.1:1', service).users())).toMatchObject({
      name: 'PlanningPagingError',
      message: expect.stringContaining('there are more than 10000 pages'),
    });
    expect(service.asked()).toBe(10_000);
  });

  test('of as many pages as the limit is none', async () => {
    const service = answeringPages(10_000);
    expect((await aPlanningClient('http://127.0.0.1:1', service).users()).pages).toBe(10_000);
  });
});

test('an item on two pages is given once', async () => {
  await using server = await startScriptedServer(
    anAnswer(someUsers('a', 'b'), { after: '1' }),
    anAnswer(someUsers('b', 'c'), { after: '2' }),
    anAnswer([{ id: 'd', email: 1 }, ...someUsers('e')], { after: '3' }),
    anAnswer([{ id: 'd', email: 1 }]),
  );
  const read = await aPlanningClient(server.url).users();
  expect(read.items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'e']);
  expect(read.rejected).toHaveLength(1);
  expect(read.pages).toBe(4);
});

test('many listings of one client run at the same time', async () => {
  await using server = await startPages(20);
  const client = aPlanningClient(server.url);
  const reads = await Promise.all(Array.from({ length: 10 }, () => client.users()));
  expect(reads.map(({ pages }) => pages)).toEqual(Array(10).fill(20));
});
