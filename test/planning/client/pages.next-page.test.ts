import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { checkAndRecordNextUrl, createRequestedPages } from '#planning/client/pages.ts';
import {
  aPageAnswer,
  aPlanningClient,
  idsOf,
  planningErrorOf,
  someUsers,
} from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

const path = '/gb/v1/projects/P1/users';

describe('the next page', () => {
  it('is at the link, absolute or relative, on the same origin and path', async () => {
    await using server = await startScriptedServer();
    server.script(
      aPageAnswer(someUsers('a'), { link: `${server.url}${path}?page=two&x=%2C` }),
      aPageAnswer(someUsers('b'), { link: `${path}?page=three`, after: 'unused' }),
      aPageAnswer(someUsers('c'), { link: '?page=four#part' }),
      aPageAnswer(someUsers('d'), {}),
    );
    expect(idsOf(await aPlanningClient(server.url).users())).toEqual(['a', 'b', 'c', 'd']);
    expect(server.requests.map(({ url }) => url)).toEqual([
      path,
      `${path}?page=two&x=%2C`,
      `${path}?page=three`,
      `${path}?page=four`,
    ]);
  });

  it('is requested with after, added to the first query', async () => {
    await using server = await startScriptedServer(
      aPageAnswer([{ id: 'a' }], { after: 'x y&z' }),
      aPageAnswer([{ id: 'b' }], { after: '2', link: '' }),
      aPageAnswer([{ id: 'c' }], { after: '', link: null }),
    );
    const tasks = aPlanningClient(server.url).tasks({ ownerIds: ['o1', 'o2'], fields: ['notes'] });
    expect(idsOf(await tasks)).toEqual(['a', 'b', 'c']);
    const query = '/gb/v1/projects/P1/tasks?fields=notes&ownerIds=o1,o2';
    expect(server.requests.map(({ url }) => url)).toEqual([
      query,
      `${query}&after=x%20y%26z`,
      `${query}&after=2`,
    ]);
  });

  it('is requested with after if the link leads to another path or is not an address', async () => {
    await using server = await startScriptedServer(
      aPageAnswer(someUsers('a'), { link: '/internal/users?page=2', after: '1' }),
      aPageAnswer(someUsers('b'), { link: 'http://', after: '2' }),
      aPageAnswer(someUsers('c')),
    );
    expect((await aPlanningClient(server.url).users()).pages).toBe(3);
    expect(server.requests.map(({ url }) => url)).toEqual([path, `${path}?after=1`, `${path}?after=2`]);
  });

  it.each([
    ['no paging', { results: [] }],
    ['null paging', { paging: null, results: [] }],
    ['no next', { paging: {}, results: [] }],
    ['a null next', { paging: { next: null }, results: [] }],
    ['an empty next', { paging: { next: {} }, results: [] }],
    ['null in next', { paging: { next: { after: null, link: null } }, results: [] }],
    ['empty text in next', { paging: { next: { after: '', link: '' } }, results: [] }],
  ])('does not exist with %s', async (_, json) => {
    await using server = await startScriptedServer({ json });
    expect(await aPlanningClient(server.url).users()).toEqual({ items: [], misfits: [], pages: 1 });
  });

  it('is not requested after the maximum number of pages', async () => {
    await using server = await startScriptedServer(
      aPageAnswer([{ id: 'a' }], { after: '1' }),
      aPageAnswer([{ id: 'b' }], { link: 'https://elsewhere.example.com/' }),
    );
    const client = aPlanningClient(server.url, { maxPagesToRead: 2 });
    expect(await client.tasks({ fields: [], limit: 1 })).toMatchObject({
      items: [{ id: 'a' }, { id: 'b' }],
      pages: 2,
    });
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/gb/v1/projects/P1/tasks?limit=1',
      '/gb/v1/projects/P1/tasks?limit=1&after=1',
    ]);
  });

  it('is also read after an empty page', async () => {
    await using server = await startScriptedServer(
      aPageAnswer(someUsers('a'), { after: '1' }),
      aPageAnswer([], { after: '2' }),
      aPageAnswer(someUsers('b')),
    );
    const read = await aPlanningClient(server.url).users();
    expect(idsOf(read)).toEqual(['a', 'b']);
    expect(read.pages).toBe(3);
  });
});

describe('paging fails with a clear message for', () => {
  it('a link that repeats', async () => {
    await using server = await startScriptedServer(
      aPageAnswer(someUsers('a'), { link: '?page=2' }),
      aPageAnswer(someUsers('b'), { link: '?page=3' }),
      aPageAnswer(someUsers('c'), { link: '?page=2' }),
    );
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
      name: 'PlanningPagingError',
      message: expect.stringContaining(
        'the pages go round in a loop: the link or cursor to the next one repeats',
      ),
    });
    expect(server.requests).toHaveLength(3);
  });

  it('a link to the page itself', async () => {
    await using server = await startScriptedServer(aPageAnswer(someUsers('a'), { link: path }));
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
      name: 'PlanningPagingError',
    });
  });

  it.each([
    ['alone', () => ({ after: 'same' })],
    ['under links that differ', (page: number) => ({ after: 'same', link: `?page=${page}` })],
  ])('a cursor that repeats, %s', async (_, next) => {
    await using server = await startScriptedServer(
      aPageAnswer(someUsers('a'), next(2)),
      aPageAnswer(someUsers('b'), next(3)),
    );
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
      name: 'PlanningPagingError',
      message: expect.stringContaining('the link or cursor to the next one repeats'),
    });
    expect(server.requests).toHaveLength(2);
  });

  it('a link to another path without a cursor', async () => {
    await using server = await startScriptedServer(
      aPageAnswer([], { link: '/gb/v1/projects/P2/users?page=2' }),
    );
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
      name: 'PlanningPagingError',
      message: expect.stringContaining('leads to another path'),
    });
  });
});

describe('the key never leaves the origin', () => {
  it.each([{}, { after: '2' }])(
    'with %j, a link to another host is an error, which says what to do if that is the service',
    async (cursor) => {
      await using foreign = await startScriptedServer();
      const elsewhere = foreign.url.replace('127.0.0.1', 'localhost');
      await using server = await startScriptedServer(
        aPageAnswer([], { link: `${elsewhere}${path}?page=2`, ...cursor }),
      );
      expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
        name: 'PlanningPagingError',
        message: expect.stringContaining(
          `leads to ${elsewhere} and not to ${server.url}; it was not followed. If ${elsewhere} is the planning service `,
        ),
      });
      expect(foreign.requests).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each(['//elsewhere.example/x', 'javascript:alert(1)', 'file:///etc/passwd'])(
    'the link %s is an error',
    async (link) => {
      await using server = await startScriptedServer(aPageAnswer([], { link }));
      expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
        name: 'PlanningPagingError',
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('a link with credentials is an error that does not show them', async () => {
    await using server = await startScriptedServer();
    server.script(aPageAnswer([], { link: `${server.url.replace('//', '//me:hunter2@')}${path}?page=2` }));
    const failure = await planningErrorOf(aPlanningClient(server.url).users());
    expect(failure).toMatchObject({ name: 'PlanningPagingError' });
    expect(String(failure)).toContain('an address with credentials');
    expect(String(failure)).not.toContain('hunter2');
  });

  it.each([301, 302, 303, 307, 308])('a redirect with %i is an error, wherever it leads', async (status) => {
    await using foreign = await startScriptedServer();
    await using server = await startScriptedServer({ status, headers: { location: `${foreign.url}/x?y` } });
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
      name: 'PlanningRefusedError',
      status,
      message: expect.stringContaining(
        `redirects (status ${status}) to ${foreign.url}/x, and the key is not sent on`,
      ),
    });
    expect(foreign.requests).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});

it('a link of a megabyte of slashes is checked quickly', () => {
  const first = 'https://planning.example.com/gb/v1/projects/P1/users';
  const link = `https://planning.example.com${'/'.repeat(1_000_000)}x`;
  const before = process.threadCpuUsage();
  const url = checkAndRecordNextUrl(
    createRequestedPages(first),
    { next: { link, after: 'two' }, current: first },
    { operation: 'users', secrets: [] },
  );
  expect(url).toBe(`${first}?after=two`);
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
});
