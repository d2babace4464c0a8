import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { deep } from '../../support/deep-checks.ts';
import { anAnswer, aPlanningClient, failureOf, someUsers } from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

describe('an answer that is not the contract is one clear error, at once', () => {
  test.each([
    ['HTML with status 200', { body: '<!doctype html><p>Log in</p>' }, 'body', 'with an HTML page'],
    ['text', { body: 'hello' }, 'body', 'with text that is not JSON'],
    ['JSON with a tail', { body: '{"results":[]} tail' }, 'body', 'with malformed JSON'],
    ['nothing', { body: '' }, 'body', 'with an empty body'],
    ['status 204', { status: 204 }, 'body', 'answered 204 with an empty body'],
    ['no results', { json: { paging: {} } }, 'results', 'results: expected a list, got nothing'],
    ['null results', { json: { results: null } }, 'results', 'results: expected a list, got null'],
    [
      'results of another type',
      { json: { results: {} } },
      'results',
      'results: expected a list, got an object',
    ],
    ['a bare list', { json: [] }, 'body', 'body: expected an object, got a list'],
    ['a bare null', { body: 'null' }, 'body', 'body: expected an object, got null'],
    [
      'paging of another type',
      { json: { paging: 'x', results: [] } },
      'paging',
      'paging: expected an object, got a string',
    ],
    [
      'a cursor of another type',
      { json: { paging: { next: { after: 42 } }, results: [] } },
      'paging.next.after',
      'paging.next.after: expected a string, got a number',
    ],
  ])('%s', async (_, answer, property, words) => {
    await using server = await startScriptedServer(anAnswer(someUsers('a'), { after: '1' }), answer);
    const failure = await failureOf(aPlanningClient(server.url).users());
    expect(failure).toMatchObject({
      name: 'PlanningContractError',
      operation: 'users',
      page: 2,
      property,
      message: expect.stringContaining(words),
    });
    expect(String(failure)).not.toMatch(/[\r\n]/);
    expect(server.requests).toHaveLength(2);
  });

  const limit = 64 * 1024 * 1024;
  const tooLarge = {
    name: 'PlanningContractError',
    property: 'body',
    message: expect.stringContaining('the body is larger than 64 MiB'),
  };
  const mebibyte = new Uint8Array(1024 * 1024).fill(32);
  function* chunks() {
    for (let sent = 0; sent < limit; sent += mebibyte.length) yield mebibyte;
    yield mebibyte.subarray(0, 1);
  }
  test.each([
    [
      'by its announced length',
      () => new Response('[]', { headers: { 'content-length': String(limit + 1) } }),
    ],
    ['in chunks', () => new Response(ReadableStream.from(chunks()))],
  ])('a body over the limit, %s', async (_, answer) => {
    const asked = vi.fn(async () => answer());
    const client = aPlanningClient('http://127.0.0.1:1', { fetch: asked });
    expect(await failureOf(client.users())).toMatchObject(tooLarge);
    expect(asked).toHaveBeenCalledOnce();
  });

  test.runIf(deep)('a body over the limit, only after decompression', async () => {
    const body = gzipSync(Buffer.alloc(limit + 1, ' '));
    await using server = await startScriptedServer({ body, headers: { 'content-encoding': 'gzip' } });
    expect(await failureOf(aPlanningClient(server.url).users())).toMatchObject(tooLarge);
    expect(server.requests).toHaveLength(1);
  });
});

describe('all answers together', () => {
  const page = (id: string, next?: { after: string }) => anAnswer(someUsers(id), next ?? null);
  const bytes = JSON.stringify(page('a', { after: '2' }).json).length;

  test('may be as large as there is memory for, page after page and side by side', async () => {
    await using server = await startScriptedServer(page('a', { after: '2' }), page('b'), page('c'));
    const client = aPlanningClient(server.url, {
      maxTotalBytes: 2 * bytes,
      moreMemory: 'give the function more memory',
    });
    expect((await client.users()).items).toHaveLength(2);
    server.otherwise(() => page('d'));
    expect(await failureOf(client.users())).toMatchObject({
      name: 'PlanningContractError',
      property: 'body',
      message: expect.stringContaining('all answers together are larger than there is memory for'),
      remedy: 'Give the function more memory.',
    });
    expect(await failureOf(client.tasks({}))).toMatchObject({
      remedy:
        'Read fewer weeks (pull.weeksBefore, pull.weeksAfter in lookahead.yaml), or give the function more memory.',
    });
  });

  test('do not count what broke off and was asked for again', async () => {
    const half = { body: '{"paging":{},"results":[{"id":"a","displayName":"Us', headers: {} };
    await using server = await startScriptedServer(half, half, half, page('a'));
    const client = aPlanningClient(server.url, { maxTotalBytes: bytes });
    expect((await client.users()).items).toHaveLength(1);
  });

  test('are stopped before they swell', async () => {
    const body = gzipSync(' '.repeat(5_000));
    await using server = await startScriptedServer({ body, headers: { 'content-encoding': 'gzip' } });
    const client = aPlanningClient(server.url, { maxTotalBytes: 2_000 });
    expect(await failureOf(client.users())).toMatchObject({ property: 'body' });
    expect(server.requests).toHaveLength(1);
  });
});

test('a compressed body is read', async () => {
  const body = gzipSync(JSON.stringify(anAnswer(someUsers('ä')).json));
  await using server = await startScriptedServer({ body, headers: { 'content-encoding': 'gzip' } });
  expect((await aPlanningClient(server.url).users()).items).toMatchObject([{ id: 'ä' }]);
});

describe('a wrong item is rejected and the rest is used', () => {
  test.each([
    ['a wrong type', { id: 't', duration: 'long' }, 't', 'duration', 'expected a number, got a string'],
    [
      'a wrong type deep inside',
      { id: 't', labour: [{ quantity: 1 }, { quantity: '3' }] },
      't',
      'labour[1].quantity',
      'expected a number, got a string',
    ],
    ['an object for a list', { id: 't', progress: {} }, 't', 'progress', 'expected a list, got an object'],
    ['no id', { name: 'x' }, 'item 2 of page 2', 'id', 'expected a string, got nothing'],
    ['a null id', { id: null }, 'item 2 of page 2', 'id', 'expected a string, got null'],
    ['a numeric id', { id: 7 }, 'item 2 of page 2', 'id', 'expected a string, got a number'],
    ['an empty id', { id: '' }, 'item 2 of page 2', 'id', 'must not be empty'],
    ['text', 'task', 'item 2 of page 2', 'item', 'expected an object, got a string'],
    ['null', null, 'item 2 of page 2', 'item', 'expected an object, got null'],
    ['a list', [], 'item 2 of page 2', 'item', 'expected an object, got a list'],
  ])('%s', async (_, wrong, item, property, reason) => {
    await using server = await startScriptedServer(
      anAnswer([], { after: '1' }),
      anAnswer([{ id: 'before' }, wrong, { id: 'after' }]),
    );
    const read = await aPlanningClient(server.url).tasks({});
    expect(read.items.map(({ id }) => id)).toEqual(['before', 'after']);
    expect(read.rejected).toEqual([{ collection: 'tasks', item, property, reason }]);
  });

  test.each([
    ['lists', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
    ['objects', (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
  ])('%s inside each other more than 100 levels deep, the item counted', async (_, nested) => {
    const page = `[{"id":"before","plan":${nested(99)}},{"id":"deep","plan":${nested(100)}},{"id":"deeper","plan":${nested(deep ? 500_000 : 50_000)}}]`;
    await using server = await startScriptedServer({ body: `{"paging":{},"results":${page}}` });
    const read = await aPlanningClient(server.url).tasks({});
    expect(read.items.map(({ id }) => id)).toEqual(['before']);
    const reason = 'nested more than 100 levels deep';
    expect(read.rejected).toEqual([
      { collection: 'tasks', item: 'deep', property: 'plan', reason },
      { collection: 'tasks', item: 'deeper', property: 'plan', reason },
    ]);
  });

  test('and a hostile name of a nested property is cut', async () => {
    const name = 'x'.repeat(500);
    const body = `{"results":[{"id":"t","${name}":${'['.repeat(200)}${']'.repeat(200)}}]}`;
    await using server = await startScriptedServer({ body });
    const [one] = (await aPlanningClient(server.url).tasks({})).rejected;
    expect(one?.property).toBe(`${'x'.repeat(99)}…`);
  });

  test('and a hostile id is cut and stays on one line', async () => {
    await using server = await startScriptedServer(anAnswer([{ id: `a\r\nb${'x'.repeat(500)}`, name: 1 }]));
    const [one] = (await aPlanningClient(server.url).tasks({})).rejected;
    expect(one?.item).toHaveLength(100);
    expect(one?.item).toMatch(/^a bx+…$/);
  });
});

describe('tolerance', () => {
  test('null is absent, unknown words and unknown properties stay', async () => {
    await using server = await startScriptedServer({
      headers: { 'content-type': 'text/plain' },
      json: {
        extra: 1,
        results: [
          {
            id: 't',
            name: null,
            status: 'paused',
            shift: 'twilight',
            owner: { id: 'o', team: 'x' },
            colour: 7,
          },
        ],
      },
    });
    const { items, rejected } = await aPlanningClient(server.url).tasks({});
    expect(rejected).toEqual([]);
    expect(items).toEqual([
      expect.objectContaining({
        id: 't',
        name: undefined,
        status: 'paused',
        shift: 'twilight',
        owner: expect.objectContaining({ id: 'o', team: 'x' }),
        colour: 7,
      }),
    ]);
  });
});
