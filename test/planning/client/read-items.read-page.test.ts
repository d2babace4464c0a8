import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { deep } from '../../support/deep-checks.ts';
import {
  aPageAnswer,
  aPlanningClient,
  planningErrorOf,
  someUsers,
} from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

describe('an answer that does not fit the contract fails without a retry, with one clear error:', () => {
  it.each([
    ['HTML with status 200', { body: '<!doctype html><p>Log in</p>' }, 'with an HTML page'],
    ['text', { body: 'hello' }, 'with text that is not JSON'],
    ['JSON with a tail', { body: '{"results":[]} tail' }, 'with malformed JSON'],
    ['nothing', { body: '' }, 'with an empty body'],
    ['status 204', { status: 204 }, 'answered 204 with an empty body'],
    ['no results', { json: { paging: {} } }, 'results: expected a list, got nothing'],
    ['null results', { json: { results: null } }, 'results: expected a list, got null'],
    ['results of another type', { json: { results: {} } }, 'results: expected a list, got an object'],
    ['a bare list', { json: [] }, 'body: expected an object, got a list'],
    ['a bare null', { body: 'null' }, 'body: expected an object, got null'],
    [
      'paging of another type',
      { json: { paging: 'x', results: [] } },
      'paging: expected an object, got a string',
    ],
    [
      'a cursor of another type',
      { json: { paging: { next: { after: {} } }, results: [] } },
      'paging.next.after: expected a string, got an object',
    ],
    [
      'results beside an error',
      { json: { errors: ['shard 2 is down'], paging: {}, results: [{ id: 'b' }] } },
      'body: has an error beside its results, saying "["shard 2 is down"]"',
    ],
  ])('%s', async (_, answer, words) => {
    await using server = await startScriptedServer(aPageAnswer(someUsers('a'), { after: '1' }), answer);
    const failure = await planningErrorOf(aPlanningClient(server.url).users());
    expect(failure).toMatchObject({
      name: 'PlanningContractError',
      message: expect.stringContaining(words),
    });
    expect(String(failure)).toContain('Could not get users of project P1 (gb), page 2, GET ');
    expect(String(failure)).not.toMatch(/[\r\n]/);
    expect(server.requests).toHaveLength(2);
  });

  const limit = 64 * 1024 * 1024;
  const tooLarge = {
    name: 'PlanningContractError',
    message: expect.stringContaining(
      'answered 200 with a body larger than 64 MiB. To read it, ask the operator',
    ),
  };
  const mebibyte = new Uint8Array(1024 * 1024).fill(32);
  function* chunks() {
    for (let sent = 0; sent < limit; sent += mebibyte.length) yield mebibyte;
    yield mebibyte.subarray(0, 1);
  }
  it.each([
    [
      'by its announced length',
      () => new Response('[]', { headers: { 'content-length': String(limit + 1) } }),
    ],
    ['in chunks', () => new Response(ReadableStream.from(chunks()))],
  ])('a body over the limit, %s', async (_, answer) => {
    const asked = vi.fn(async () => answer());
    const client = aPlanningClient('http://127.0.0.1:1', { fetch: asked });
    expect(await planningErrorOf(client.users())).toMatchObject(tooLarge);
    expect(asked).toHaveBeenCalledOnce();
  });

  it.runIf(deep)('a body over the limit, only after decompression', async () => {
    const body = gzipSync(Buffer.alloc(limit + 1, ' '));
    await using server = await startScriptedServer({ body, headers: { 'content-encoding': 'gzip' } });
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject(tooLarge);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the size of all answers together', () => {
  const page = (id: string, next?: { after: string }) => aPageAnswer(someUsers(id), next ?? null);
  const bytes = JSON.stringify(page('a', { after: '2' }).json).length;

  it('may reach the limit, in consecutive and in concurrent pages', async () => {
    await using server = await startScriptedServer(page('a', { after: '2' }), page('b'), page('c'));
    const client = aPlanningClient(server.url, {
      maxTotalBytes: 2 * bytes,
      moreMemory: 'give the function more memory',
    });
    expect((await client.users()).items).toHaveLength(2);
    server.otherwise(() => page('d'));
    expect(await planningErrorOf(client.users())).toMatchObject({
      name: 'PlanningContractError',
      message: expect.stringContaining('all answers together are larger than there is memory for'),
      remedy: 'To read all of it, give the function more memory.',
    });
    expect(await planningErrorOf(client.tasks({}))).toMatchObject({
      remedy:
        'To read all of it, read fewer weeks (pull.weeksBefore, pull.weeksAfter in lookahead.yaml), or give the function more memory.',
    });
  });

  it('does not include answers that broke off and were requested again', async () => {
    const half = { body: '{"paging":{},"results":[{"id":"a","displayName":"Us', headers: {} };
    await using server = await startScriptedServer(half, half, half, page('a'));
    const client = aPlanningClient(server.url, { maxTotalBytes: bytes });
    expect((await client.users()).items).toHaveLength(1);
  });

  it('is limited before answers are decompressed completely', async () => {
    const body = gzipSync(' '.repeat(5_000));
    await using server = await startScriptedServer({ body, headers: { 'content-encoding': 'gzip' } });
    const client = aPlanningClient(server.url, { maxTotalBytes: 2_000 });
    expect(String(await planningErrorOf(client.users()))).toContain('larger than there is memory for');
    expect(server.requests).toHaveLength(1);
  });
});

it('a compressed body is read', async () => {
  const body = gzipSync(JSON.stringify(aPageAnswer(someUsers('ä')).json));
  await using server = await startScriptedServer({ body, headers: { 'content-encoding': 'gzip' } });
  expect((await aPlanningClient(server.url).users()).items).toMatchObject([{ id: 'ä' }]);
});

describe('an item without a readable id is rejected, and the others are used', () => {
  it.each([
    ['no id', { name: 'x' }, 'id', 'expected a string, got nothing'],
    ['a null id', { id: null }, 'id', 'expected a string, got null'],
    ['an id that is no whole number', { id: 7.5 }, 'id', 'expected a string, got a number'],
    ['an id too large to be exact', { id: 2 ** 60 }, 'id', 'expected a string, got a number'],
    ['an object as its id', { id: { value: 7 } }, 'id', 'expected a string, got an object'],
    ['an empty id', { id: '' }, 'id', 'must not be empty'],
    ['text', 'task', 'item', 'expected an object, got a string'],
    ['null', null, 'item', 'expected an object, got null'],
    ['a list', [], 'item', 'expected an object, got a list'],
  ])('%s', async (_, wrong, property, reason) => {
    await using server = await startScriptedServer(
      aPageAnswer([], { after: '1' }),
      aPageAnswer([{ id: 'before' }, wrong, { id: 'after' }]),
    );
    const read = await aPlanningClient(server.url).tasks({});
    expect(read.items.map(({ id }) => id)).toEqual(['before', 'after']);
    expect(read.misfits).toMatchObject([
      { property, reason, outcome: 'rejected', items: ['item 2 of page 2'] },
    ]);
  });
});

async function readTask(task: object) {
  await using server = await startScriptedServer(aPageAnswer([{ id: 't', ...task }]));
  const { items, misfits } = await aPlanningClient(server.url).tasks({});
  return { task: items[0], misfits };
}

describe('a wrong property is left out, and its task is kept', () => {
  it.each([
    [
      'a lag',
      { relatedTasks: [{ id: 'a', lag: '2d' }] },
      'relatedTasks[].lag',
      '"2d"',
      { relatedTasks: [{ id: 'a' }] },
    ],
    [
      'a link',
      { relatedTasks: ['a', { id: 'b' }] },
      'relatedTasks[]',
      undefined,
      { relatedTasks: [{ id: 'b' }] },
    ],
    [
      'a quantity',
      { labour: [{ name: 'x', quantity: '1,5' }] },
      'labour[].quantity',
      '"1,5"',
      { labour: [{ name: 'x' }] },
    ],
    [
      'one of thousands or thousandths',
      { duration: '1.500' },
      'duration',
      '"1.500"',
      { duration: undefined },
    ],
    ['an object for a list', { progress: {} }, 'progress', undefined, { progress: undefined }],
    ['a name for a person', { owner: 'Jane Doe' }, 'owner', undefined, { owner: undefined }],
    ['all entries of a list', { plant: [1, 2] }, 'plant[]', '2', { plant: [] }],
  ])('%s', async (_, given, property, example, kept) => {
    const { task, misfits } = await readTask(given);
    expect(task).toMatchObject(kept);
    expect(misfits).toEqual([
      {
        property,
        reason: expect.stringMatching(/^expected .*, got /),
        outcome: 'left out',
        items: ['t'],
        example,
      },
    ]);
  });

  it('and its message never quotes a text that may be personal', async () => {
    const { misfits } = await readTask({
      duration: 'jane@example.com 2',
      keyTask: 'until Jane Doe of the site office says 2',
    });
    expect(misfits.map(({ example }) => example)).toEqual([undefined, undefined]);
  });

  it.each([
    ['a number', 1_764_547_200_000, '1764547200000'],
    ['an object', { day: 30 }, '{"day":30}'],
  ])(
    '%s as a date is kept as text, so that it counts as unreadable and not as missing',
    async (_, start, text) => {
      expect(await readTask({ start, finish: null })).toMatchObject({
        task: { start: text, finish: undefined },
        misfits: [],
      });
    },
  );
});

it.each([[null], [''], [[]], [{}], [false]])(
  'an answer whose error is %j is not treated as a failure',
  async (error) => {
    await using server = await startScriptedServer({
      json: { error, errors: error, results: [{ id: 'a' }] },
    });
    expect((await aPlanningClient(server.url).tasks({})).items).toHaveLength(1);
  },
);

describe('a value with only one meaning is read', () => {
  it.each([
    ['a whole number as an id', { id: 1001 }, { id: '1001' }, 'id'],
    [
      'one of another task',
      { relatedTasks: [{ id: 7 }] },
      { relatedTasks: [{ id: '7' }] },
      'relatedTasks[].id',
    ],
    [
      'a quantity in quotes',
      { labour: [{ quantity: '2.5' }] },
      { labour: [{ quantity: 2.5 }] },
      'labour[].quantity',
    ],
    ['a mark in quotes', { keyTask: 'true' }, { keyTask: true }, 'keyTask'],
  ])('%s', async (_, given, read, property) => {
    const { task, misfits } = await readTask(given);
    expect(task).toMatchObject(read);
    expect(misfits).toMatchObject([{ property, outcome: 'read', items: [task?.id] }]);
  });

  it('also a number as the cursor of the next page', async () => {
    await using server = await startScriptedServer(
      { json: { paging: { next: { after: 2 } }, results: [{ id: 'a' }] } },
      aPageAnswer([{ id: 'b' }]),
    );
    expect((await aPlanningClient(server.url).tasks({})).items).toHaveLength(2);
    expect(server.requests[1]?.query.get('after')).toBe('2');
  });
});

describe('a property nested more than 100 levels deep, counting the item as one level', () => {
  it.each([
    ['lists', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
    ['objects', (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
  ])('is left out: nested %s', async (_, nested) => {
    const page = `[{"id":"before","plan":${nested(99)}},{"id":"deep","plan":${nested(100)}},{"id":"deeper","plan":${nested(deep ? 500_000 : 50_000)}}]`;
    await using server = await startScriptedServer({ body: `{"paging":{},"results":${page}}` });
    const read = await aPlanningClient(server.url).tasks({});
    expect(read.items.map(({ id, plan }) => [id, plan === undefined])).toEqual([
      ['before', false],
      ['deep', true],
      ['deeper', true],
    ]);
    const reason = 'nested more than 100 levels deep';
    expect(read.misfits).toEqual([
      { property: 'plan', reason, outcome: 'left out', items: ['deep', 'deeper'] },
    ]);
  });

  it('is reported with its hostile name shortened', async () => {
    const name = 'x'.repeat(500);
    const body = `{"results":[{"id":"t","${name}":${'['.repeat(200)}${']'.repeat(200)}}]}`;
    await using server = await startScriptedServer({ body });
    const [one] = (await aPlanningClient(server.url).tasks({})).misfits;
    expect(one?.property).toBe(`${'x'.repeat(99)}…`);
  });

  it('is reported with a hostile id shortened, on one line', async () => {
    await using server = await startScriptedServer(
      aPageAnswer([{ id: `a\r\nb${'x'.repeat(500)}`, name: {} }]),
    );
    const [item] = (await aPlanningClient(server.url).tasks({})).misfits[0]?.items ?? [];
    expect(item).toHaveLength(100);
    expect(item).toMatch(/^a bx+…$/);
  });
});

describe('values that need not fit', () => {
  it('null means absent, and unknown words and properties are kept', async () => {
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
    const { items, misfits } = await aPlanningClient(server.url).tasks({});
    expect(misfits).toEqual([]);
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
