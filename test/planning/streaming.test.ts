import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { anAnswer, aPlanningClient, failureOf, someUsers } from '../support/planning/a-planning-client.ts';
import { type ScriptedServer, startScriptedServer } from '../support/planning/scripted-server.ts';

/** A service with so many pages of one user each. */
async function startPages(count: number): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  server.otherwise(({ query }) => {
    const page = Number(query.get('after') ?? 1);
    return anAnswer(someUsers(`u${page}`), page < count ? { after: String(page + 1) } : null);
  });
  return server;
}

/** Time for anything that is under way to have made itself seen: many round trips of the loop, through the network too. */
async function settle(server: ScriptedServer): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await fetch(`${server.url}/settle`).then((answer) => answer.text());
    for (let turns = 0; turns < 20; turns++) await turn();
  }
}

const pagesAsked = (server: ScriptedServer) =>
  server.requests.filter(({ path }) => path !== '/settle').length;

describe('a slow reader', () => {
  test('has at most its own page and the next one in memory', async () => {
    await using server = await startPages(8);
    const reader = aPlanningClient(server.url).users().pages()[Symbol.asyncIterator]();
    for (let page = 1; page <= 8; page++) {
      expect((await reader.next()).value).toMatchObject({ number: page, items: [{ id: `u${page}` }] });
      await settle(server);
      expect(pagesAsked(server)).toBe(Math.min(8, page + 1));
    }
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  test('leaves no earlier page, raw or read, for the garbage collector to spare', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    await using server = await startPages(12);
    const raw: WeakRef<Response>[] = [];
    const read: WeakRef<object>[] = [];
    const client = aPlanningClient(server.url, {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        raw.push(new WeakRef(response));
        return response;
      },
    });
    const alive = (refs: readonly WeakRef<object>[]) =>
      refs.filter((ref) => ref.deref() !== undefined).length;
    for await (const page of client.users().pages()) {
      read.push(new WeakRef(page));
      if (page.number % 4 !== 0) continue;
      await settle(server);
      collect();
      await turn();
      collect();
      expect(alive(raw)).toBeLessThanOrEqual(2);
      // The reader's own; the one read ahead is not among them yet.
      expect(alive(read)).toBeLessThanOrEqual(1);
    }
    expect(raw).toHaveLength(12);
  });

  test('asks for nothing before its first page is wanted', async () => {
    await using server = await startPages(3);
    aPlanningClient(server.url).users().pages();
    await settle(server);
    expect(pagesAsked(server)).toBe(0);
  });
});

describe('a reader that leaves', () => {
  test('stops the page that is being read ahead', async () => {
    await using server = await startScriptedServer(anAnswer(someUsers('a'), { after: '1' }), {
      stall: 'before-headers',
    });
    const stalled = server.stalled();
    for await (const page of aPlanningClient(server.url).users().pages()) {
      expect(page.number).toBe(1);
      await stalled;
      break;
    }
    // The broken connection is what ends this.
    while (server.open() > 0) await turn();
    expect(server.requests).toHaveLength(2);
  });
});

test('a page that fails while it is read ahead fails when it is asked for', async () => {
  await using server = await startScriptedServer(anAnswer(someUsers('a'), { after: '1' }), { status: 422 });
  const reader = aPlanningClient(server.url).users().pages()[Symbol.asyncIterator]();
  await reader.next();
  await server.requested(2);
  await settle(server);
  expect(await failureOf(reader.next())).toMatchObject({ status: 422, page: 2 });
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

test('many listings of one client run at the same time', async () => {
  await using server = await startPages(20);
  const client = aPlanningClient(server.url);
  const reads = await Promise.all(Array.from({ length: 10 }, () => client.users().all()));
  expect(reads.map(({ pages }) => pages)).toEqual(Array(10).fill(20));
});
