import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type FetchedTokenOptions, fetchedTokenProvider } from '#planning/client/fetched-token.ts';
import { fakeTime } from '../../support/fake-time.ts';
import {
  aPageAnswer,
  aPlanningClient,
  planningErrorOf,
  someUsers,
} from '../../support/planning/a-planning-client.ts';
import { type ScriptedAnswer, startScriptedServer } from '../../support/planning/scripted-server.ts';

const secret = 's3cr3t/+="x\\y&z';
const unauthorised: ScriptedAnswer = { status: 401 };

function aToken(accessToken: string, expiresIn: unknown = 3600): ScriptedAnswer {
  return { json: { accessToken, expiresIn, tokenType: 'Bearer' } };
}

function aTokenProvider(baseUrl: string, options: Partial<FetchedTokenOptions> = {}) {
  const { now, wait, timer } = fakeTime();
  const credentials = { region: 'au', clientId: 'client-1', clientSecret: secret } as const;
  return fetchedTokenProvider({ baseUrl, ...credentials, now, wait, timer, random: () => 0.5, ...options });
}

const ask = { refusedKey: undefined, signal: new AbortController().signal, secrets: new Set<string>() };

describe('a fetched token', () => {
  it('is requested with client id and secret, and cached', async () => {
    await using server = await startScriptedServer(aToken('t1'));
    const key = aTokenProvider(`${server.url}/prefix/`);
    expect([await key(ask), await key(ask)]).toEqual(['t1', 't1']);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/prefix/au/v1/auth/token',
      headers: { 'content-type': 'application/json' },
    });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      clientId: 'client-1',
      clientSecret: secret,
    });
  });

  it.each(['line\r\nbreak', 'schlüssel'])(
    'that no header can contain is reported as the fault of the service, not of the credentials: %j',
    async (token) => {
      await using server = await startScriptedServer(aToken(token));
      const { error } = await aTokenProvider(server.url)(ask).then(
        () => ({ error: undefined }),
        (error: unknown) => ({ error }),
      );
      expect(error).toMatchObject({ name: 'PlanningContractError' });
      expect(String(error)).toContain('the token that the service issued cannot be sent in a header');
      expect(inspect(error, { depth: null })).not.toContain(token);
    },
  );

  it.each([
    ['a minute before an hour is over', 3600, 3_540_000],
    ['a tenth before a minute is over', 60, 54_000],
    ['after most of five minutes when its life is not said', null, 270_000],
    ['after the seconds given as text', '100', 90_000],
  ])('is renewed %s', async (_, expiresIn, ms) => {
    const time = fakeTime();
    await using server = await startScriptedServer(aToken('t1', expiresIn), aToken('t2', expiresIn));
    const key = aTokenProvider(server.url, time);
    await key(ask);
    time.pass(ms - 1);
    expect(await key(ask)).toBe('t1');
    time.pass(1);
    expect(await key(ask)).toBe('t2');
  });

  it('is fetched once for all callers at the same time', async () => {
    await using server = await startScriptedServer(aToken('t1'), aToken('t2'));
    const key = aTokenProvider(server.url);
    expect(await Promise.all([key(ask), key(ask), key(ask)])).toEqual(['t1', 't1', 't1']);
    const refused = { ...ask, refusedKey: 't1' };
    expect(await Promise.all([key(refused), key(refused), key(ask)])).toEqual(['t2', 't2', 't2']);
    // A late refusal of the old token does not discard the new one.
    expect(await key(refused)).toBe('t2');
    expect(server.requests).toHaveLength(2);
  });

  it('is still fetched for the other callers if one aborts, and no longer once all have aborted', async () => {
    await using server = await startScriptedServer({ stall: 'before-headers' }, aToken('t2'));
    const key = aTokenProvider(server.url);
    const [one, other] = [new AbortController(), new AbortController()];
    const stalled = server.stalled();
    const first = planningErrorOf(key({ ...ask, signal: one.signal }));
    const second = planningErrorOf(key({ ...ask, signal: other.signal }));
    await stalled;
    one.abort(new Error('one leaves'));
    expect(await first).toMatchObject({ message: 'one leaves' });
    expect(server.open()).toBe(1);
    other.abort(new Error('the other leaves'));
    expect(await second).toMatchObject({ message: 'the other leaves' });
    expect(await key(ask)).toBe('t2');
  });

  it('is fetched again after a failure', async () => {
    await using server = await startScriptedServer({ status: 400 }, aToken('t1'));
    const key = aTokenProvider(server.url);
    expect(await planningErrorOf(key(ask))).toMatchObject({ name: 'PlanningKeyError', status: 400 });
    expect(await key(ask)).toBe('t1');
  });

  it('is requested again after retryable failures, just as pages are', async () => {
    const time = fakeTime();
    await using server = await startScriptedServer(
      { status: 503 },
      { reset: true },
      { status: 429, headers: { 'retry-after': '3' } },
      aToken('t1'),
    );
    expect(await aTokenProvider(server.url, time)(ask)).toBe('t1');
    expect(time.waited).toEqual([250, 500, 3250]);
  });

  it.each([
    ['refused', { status: 401, json: { message: `no ${secret}` } }, 'PlanningKeyError', 'answered 401'],
    ['not found', { status: 404 }, 'PlanningKeyError', 'answered 404. Nothing is there: check baseUrl'],
    ['redirected', { status: 307, headers: { location: '/elsewhere' } }, 'PlanningRefusedError', 'redirects'],
    ['answered without a token', { json: { token: 'x' } }, 'PlanningContractError', 'no usable accessToken'],
    ['answered with HTML', { body: '<html>' }, 'PlanningContractError', 'HTML page'],
    ['unavailable', { status: 503 }, 'PlanningUnavailableError', 'answered 503 in the last of 5 tries'],
  ])(
    'that is %s causes an error that names the region and what is wrong, but no secret',
    async (_, answer, name, words) => {
      await using server = await startScriptedServer();
      server.otherwise(() => answer);
      const failure = await planningErrorOf(aTokenProvider(server.url, { keyName: 'the secret S' })(ask));
      expect(failure).toMatchObject({
        name,
        message: expect.stringMatching(/^Could not get a token .* \(au\), POST /),
      });
      expect(String(failure)).toContain('Could not get a token from the planning service (au), POST http://');
      expect(String(failure)).toContain(words);
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        expect(inspect(failure, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain(form);
      }
    },
  );

  it.each([
    ['clientId', { clientId: ' ' }],
    ['clientSecret', { clientSecret: '' }],
    ['baseUrl', { baseUrl: 'nowhere' }],
  ])('cannot be fetched with a wrong %s', (name, wrong) => {
    expect(() => aTokenProvider('http://127.0.0.1:1', wrong)).toThrow(
      expect.objectContaining({ name: 'PlanningInputError', message: expect.stringContaining(`: ${name} `) }),
    );
  });
});

describe('a client with a fetched token', () => {
  it('renews it once after a 401 and repeats the request', async () => {
    await using server = await startScriptedServer(
      aToken('t1'),
      aPageAnswer(someUsers('a'), { after: '1' }),
      unauthorised,
      aToken('t2'),
      aPageAnswer(someUsers('b')),
    );
    const read = await aPlanningClient(server.url, { key: aTokenProvider(server.url) }).users();
    expect(read.items).toHaveLength(2);
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual([
      undefined,
      't1',
      't1',
      undefined,
      't2',
    ]);
  });

  it('fails if the renewed token is refused too', async () => {
    await using server = await startScriptedServer(aToken('t1'), unauthorised, aToken('t2'), unauthorised);
    const client = aPlanningClient(server.url, { key: aTokenProvider(server.url) });
    expect(await planningErrorOf(client.users())).toMatchObject({
      name: 'PlanningRefusedError',
      status: 401,
    });
    expect(server.requests).toHaveLength(4);
  });

  it('renews it only once for a request, even after a retry', async () => {
    await using server = await startScriptedServer(
      aToken('t1'),
      unauthorised,
      aToken('t2'),
      { status: 503 },
      unauthorised,
      aToken('t3'),
      aPageAnswer(someUsers('a')),
    );
    const client = aPlanningClient(server.url, { key: aTokenProvider(server.url) });
    expect(await planningErrorOf(client.users())).toMatchObject({
      name: 'PlanningRefusedError',
      status: 401,
    });
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual([
      undefined,
      't1',
      undefined,
      't2',
      't2',
    ]);
  });

  it('shares one renewal between listings that are refused together', async () => {
    await using server = await startScriptedServer();
    let tokens = 0;
    server.otherwise(({ method, headers }) => {
      if (method === 'POST') {
        tokens++;
        return aToken(`t${tokens}`);
      }
      return headers['x-api-key'] === 't1' ? unauthorised : aPageAnswer(someUsers('a'));
    });
    const client = aPlanningClient(server.url, { key: aTokenProvider(server.url) });
    const listings = [client.users(), client.folders(), client.tasks({ shift: 'day' }), client.tasks({})];
    const reads = await Promise.all(listings.map((listing) => listing));
    expect(reads.map(({ items }) => items.length)).toEqual([1, 1, 1, 1]);
    expect(tokens).toBe(2);
  });

  it("throws the provider's own error", async () => {
    await using server = await startScriptedServer({ status: 400 });
    const client = aPlanningClient(server.url, { key: aTokenProvider(server.url) });
    expect(await planningErrorOf(client.users())).toMatchObject({
      name: 'PlanningKeyError',
    });
  });
});
