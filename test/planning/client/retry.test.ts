import { describe, expect, it } from 'vitest';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { createPlanningClient } from '#planning/client/planning-client.ts';
import type { RetryEvent } from '#planning/client/retry.ts';
import { fakeTime } from '../../support/fake-time.ts';
import {
  aPageAnswer,
  aPlanningClient,
  planningErrorOf,
  someUsers,
} from '../../support/planning/a-planning-client.ts';
import {
  bytesAnswer,
  endingAnswer,
  rawAnswer,
  type ScriptedAnswer,
  startScriptedServer,
} from '../../support/planning/scripted-server.ts';

const good = aPageAnswer(someUsers('a'));
const halfBody = '{"results":[{"id":"a';

describe('a retryable failure is tried again', () => {
  const retryable: readonly (readonly [string, ScriptedAnswer])[] = [
    ['408', { status: 408 }],
    ['425', { status: 425 }],
    ['429', { status: 429 }],
    ['500', { status: 500, json: { message: 'oops' } }],
    ['502', { status: 502, body: '<html>' }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['a connection reset', { reset: true }],
    ['half of the announced length', endingAnswer('end', rawAnswer(200, 'Content-Length: 40', halfBody))],
    [
      'chunks without the last',
      endingAnswer('end', rawAnswer(200, 'Transfer-Encoding: chunked', `14\r\n${halfBody}\r\n`)),
    ],
    [
      'half a body that ends with its connection',
      endingAnswer('end', bytesAnswer('HTTP/1.1 200 OK\r\n\r\n', halfBody)),
    ],
  ];
  it.each(retryable)('%s', async (_, answer) => {
    await using server = await startScriptedServer(answer, answer, good);
    const read = await aPlanningClient(server.url).users();
    expect(read.items.map(({ id }) => id)).toEqual(['a']);
    expect(server.requests).toHaveLength(3);
  });

  it.each(['before-headers', 'in-body'] as const)('if an answer stalls %s', async (stall) => {
    const time = fakeTime();
    await using server = await startScriptedServer({ stall }, good);
    const events: RetryEvent[] = [];
    const onRetry = (event: RetryEvent) => events.push(event);
    const stalled = server.stalled();
    const reading = aPlanningClient(server.url, { ...time, onRetry }).users();
    await stalled;
    time.pass(30_000);
    expect((await reading).items).toHaveLength(1);
    expect(events).toMatchObject([{ reason: 'did not answer within 30 s' }]);
  });

  it('if a connection is refused and the server starts again', async () => {
    const server = await startScriptedServer();
    const { url } = server;
    await server[Symbol.asyncDispose]();
    expect(await planningErrorOf(aPlanningClient(url).users())).toMatchObject({
      name: 'PlanningUnavailableError',
      kind: 'retryable',
      message: expect.stringMatching(
        /gave no usable answer \(ECONNREFUSED\) in the last of 5 tries\. Nothing answers there: check host and port in baseUrl/,
      ),
      cause: { message: 'fetch failed', code: 'ECONNREFUSED' },
    });
  });

  it('on a later page, without reading the earlier ones again', async () => {
    await using server = await startScriptedServer(
      aPageAnswer(someUsers('a'), { after: '1' }),
      { reset: true },
      { status: 503 },
      aPageAnswer(someUsers('b')),
    );
    expect((await aPlanningClient(server.url).users()).items).toHaveLength(2);
    expect(server.requests.map(({ query }) => query.get('after'))).toEqual([null, '1', '1', '1']);
  });
});

it.each([400, 401, 403, 404, 409, 418, 422])('%i is not tried again', async (status) => {
  await using server = await startScriptedServer({ status });
  expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
    name: 'PlanningRefusedError',
    kind: 'curable',
    status,
  });
  expect(server.requests).toHaveLength(1);
});

describe('waits', () => {
  it('double from the base to the cap, and each is reduced at random', async () => {
    const time = fakeTime();
    await using server = await startScriptedServer();
    server.otherwise(() => ({ status: 500 }));
    const client = aPlanningClient(server.url, {
      ...time,
      random: () => 0.5,
    });
    expect(await planningErrorOf(client.users())).toMatchObject({
      name: 'PlanningUnavailableError',
      status: 500,
      retryAfter: undefined,
      message: expect.stringContaining('the service answered 500 in the last of 5 tries'),
    });
    expect(time.waited).toEqual([250, 500, 1000, 2000]);
    expect(server.requests).toHaveLength(5);
  });

  it('never exceed the cap', async () => {
    const time = fakeTime();
    const throttled: ScriptedAnswer = { status: 429 };
    await using server = await startScriptedServer(...Array<ScriptedAnswer>(8).fill(throttled), good);
    await aPlanningClient(server.url, { ...time, random: () => 0.5 }).users();
    expect(time.waited).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('are reported before they begin', async () => {
    await using server = await startScriptedServer(
      aPageAnswer([], { after: '1' }),
      { status: 503, json: { message: 'x' } },
      aPageAnswer([]),
    );
    const events: RetryEvent[] = [];
    const onRetry = (event: RetryEvent) => events.push(event);
    await aPlanningClient(server.url, { onRetry }).users();
    expect(events).toEqual([{ operation: 'users', waitMs: 250, reason: 'answered 503 saying "x"' }]);
  });

  // Fake time begins on Friday 20 November 2026 at 14:00:00 UTC.
  it.each([
    ['7', 7000],
    ['0.5', 500],
    ['Fri, 20 Nov 2026 14:00:09 GMT', 9000],
    ['Friday, 20-Nov-26 14:00:09 GMT', 9000],
    ['Fri Nov 20 14:00:09 2026', 9000],
  ])('are as long as Retry-After: %s says, plus a small random part', async (header, ms) => {
    const time = fakeTime();
    await using server = await startScriptedServer({ status: 503, headers: { 'retry-after': header } }, good);
    await aPlanningClient(server.url, time).users();
    expect(time.waited).toEqual([ms + 250]);
  });

  it.each([
    '0',
    'Fri, 20 Nov 2026 13:00:00 GMT',
    'soon',
    '-5',
    'in 2099',
    '',
    'Foo, 99 Bar 2026 99:99:99 GMT',
  ])('use the backoff for Retry-After: %j, which is past or nonsense', async (header) => {
    const time = fakeTime();
    await using server = await startScriptedServer({ status: 429, headers: { 'retry-after': header } }, good);
    await aPlanningClient(server.url, time).users();
    expect(time.waited).toEqual([250]);
  });

  it('for 429 go on while time is left, in any number of tries', async () => {
    const time = fakeTime();
    const throttled: ScriptedAnswer = { status: 429, headers: { 'retry-after': '2' } };
    await using server = await startScriptedServer(...Array<ScriptedAnswer>(20).fill(throttled), good);
    const client = aPlanningClient(server.url, {
      ...time,
      overallTimeoutMs: 60_000,
    });
    expect((await client.users()).items).toHaveLength(1);
    expect(server.requests).toHaveLength(21);
  });

  it('for 429 end even if the clock does not advance', async () => {
    await using server = await startScriptedServer();
    server.otherwise(() => ({ status: 429 }));
    const client = aPlanningClient(server.url, { wait: async () => {} });
    expect(await planningErrorOf(client.users())).toMatchObject({
      name: 'PlanningUnavailableError',
      status: 429,
    });
    expect(server.requests).toHaveLength(100);
  });
});

describe('the time left', () => {
  it.each([
    ['seconds', '120', 120],
    ['a date', 'Fri, 20 Nov 2026 14:02:00 GMT', 120],
  ])(
    'is not exceeded: a longer Retry-After in %s fails at once and says how long',
    async (_, header, seconds) => {
      const time = fakeTime();
      await using server = await startScriptedServer({ status: 429, headers: { 'retry-after': header } });
      const client = aPlanningClient(server.url, { ...time, overallTimeoutMs: 60_000 });
      expect(await planningErrorOf(client.users())).toMatchObject({
        name: 'PlanningUnavailableError',
        status: 429,
        retryAfter: seconds,
        message: expect.stringContaining(
          'answered 429 and asks for a wait of 120 s, longer than the time limit leaves. Try again later.',
        ),
      });
      expect(time.waited).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('ends an answer that stalls, without a retry', async () => {
    const time = fakeTime();
    await using server = await startScriptedServer({ stall: 'in-body' });
    const client = aPlanningClient(server.url, {
      ...time,
      overallTimeoutMs: 5_000,
    });
    const stalled = server.stalled();
    const failing = planningErrorOf(client.users());
    await stalled;
    time.pass(5_000);
    expect(await failing).toMatchObject({ name: 'PlanningTimeoutError' });
    expect(server.requests).toHaveLength(1);
  });

  it('covers all pages of a listing together, not each page', async () => {
    const time = fakeTime();
    const slowPage = (answer: ScriptedAnswer) => () => {
      time.pass(6_000);
      return answer;
    };
    await using server = await startScriptedServer(
      slowPage(aPageAnswer(someUsers('a'), { after: '1' })),
      aPageAnswer(someUsers('b')),
    );
    const client = aPlanningClient(server.url, { ...time, overallTimeoutMs: 6_001 });
    expect((await client.users()).pages).toBe(2);
    server.script(slowPage(aPageAnswer(someUsers('a'), { after: '1' })), () => {
      time.pass(1);
      return { stall: 'before-headers' };
    });
    expect(await planningErrorOf(client.users())).toMatchObject({
      name: 'PlanningTimeoutError',
      message: expect.stringContaining(', page 2, '),
    });
  });

  const over = {
    name: 'PlanningTimeoutError',
    kind: 'retryable',
    message: expect.stringMatching(/^Could not get users .*, page 1, /),
  };

  it('cuts a wait short, even if the wait ignores the abort signal', async () => {
    const time = fakeTime();
    await using server = await startScriptedServer({ status: 503 });
    const wait = () => {
      queueMicrotask(() => time.pass(5_000));
      return new Promise<void>(() => {});
    };
    const client = aPlanningClient(server.url, { ...time, wait, overallTimeoutMs: 5_000 });
    expect(await planningErrorOf(client.users())).toMatchObject(over);
    expect(server.requests).toHaveLength(1);
  });

  it("ends the client's own wait before a retry", async () => {
    const { now, timer, pass } = fakeTime();
    await using server = await startScriptedServer({ status: 503, headers: { 'retry-after': '100' } });
    const client = createPlanningClient({
      baseUrl: server.url,
      region: 'gb',
      projectId: 'P1',
      key: fixedKeyProvider('k'),
      now,
      timer,
      onRetry: () => setImmediate(() => pass(300_000)),
    });
    expect(await planningErrorOf(client.users())).toMatchObject(over);
  });

  it('ends the wait for a key', async () => {
    const time = fakeTime();
    const key = () => {
      queueMicrotask(() => time.pass(5_000));
      return new Promise<string>(() => {});
    };
    const client = aPlanningClient('http://127.0.0.1:1', { ...time, key, overallTimeoutMs: 5_000 });
    expect(await planningErrorOf(client.users())).toMatchObject(over);
  });
});
