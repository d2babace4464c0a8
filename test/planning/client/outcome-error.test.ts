import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import {
  aPageAnswer,
  aPlanningClient,
  planningErrorOf,
  testKey,
} from '../../support/planning/a-planning-client.ts';
import { endingAnswer, rawAnswer, startScriptedServer } from '../../support/planning/scripted-server.ts';

describe('a refusal says what, where and what to do, on one line', () => {
  it('of 401 names the project, where the key comes from, and the remedy', async () => {
    await using server = await startScriptedServer({ status: 401, json: { message: 'Unauthorized' } });
    const client = aPlanningClient(server.url, { keyName: 'the environment variable DEMO_KEY' });
    expect(await planningErrorOf(client.tasks({ shift: 'day' }))).toMatchObject({
      name: 'PlanningRefusedError',
      status: 401,
      message:
        `Could not get tasks of project P1 (gb), page 1, GET ${server.url}/gb/v1/projects/P1/tasks: the service ` +
        'answered 401 saying "Unauthorized". The key is not accepted: check that the environment variable ' +
        'DEMO_KEY is current and may read project P1 in region gb.',
    });
  });

  it.each([
    [
      'in its message',
      { message: 'shift must be one of day, night' },
      'shift',
      '"shift must be one of day, night"',
      'No setting changes that: report this to the operator of the planning service.',
    ],
    [
      'in a list beside it',
      { message: 'bad query', parameters: [{ name: 'ownerIds', reason: 'unknown' }, { name: 'start' }] },
      'start, ownerIds',
      '"bad query"',
      'Correct weeks, pull.weeksBefore, pull.weeksAfter, filters.owners in lookahead.yaml.',
    ],
    [
      'in a message that is an object',
      { message: { finish: 'not a date' } },
      'finish',
      '"{"finish":"not a date"}"',
      'Correct weeks, pull.weeksBefore, pull.weeksAfter in lookahead.yaml.',
    ],
    [
      'in a body without a message',
      [{ in: 'projectId' }],
      'projectId',
      '"[{"in":"projectId"}]"',
      'Correct projectId in lookahead.yaml.',
    ],
  ])('of 422 names the parameter in the body: %s', async (_, json, property, says, remedy) => {
    await using server = await startScriptedServer({ status: 422, json });
    expect(await planningErrorOf(aPlanningClient(server.url).tasks({}))).toMatchObject({
      name: 'PlanningRefusedError',
      status: 422,
      remedy: `The request is not understood. ${remedy}`,
      message: expect.stringContaining(`answered 422 saying ${says}, naming ${property}`),
    });
  });

  it('of 422 on a later page says to report it to the operator, because the first page accepted the same settings', async () => {
    await using server = await startScriptedServer(aPageAnswer([], { after: '2' }), {
      status: 422,
      json: { message: 'start is wrong' },
    });
    expect(await planningErrorOf(aPlanningClient(server.url).users())).toMatchObject({
      remedy: expect.stringMatching(/^No items of this listing were used; report this to the operator/),
    });
  });

  it('of 422 may name no parameter', async () => {
    await using server = await startScriptedServer({ status: 422 });
    expect(await planningErrorOf(aPlanningClient(server.url).tasks({}))).toMatchObject({
      remedy:
        'The request is not understood. Check region, projectId, filters, weeks and pull in lookahead.yaml.',
    });
  });

  it.each([
    ['a number', { message: 7 }, 'saying "7"'],
    ['null', { message: null }, 'saying "{"message":null}"'],
    ['lines', { message: 'one\r\ntwo\u2028three' }, 'saying "one two three"'],
    ['a long text', { message: 'x'.repeat(1000) }, `saying "${'x'.repeat(199)}…"`],
  ])('quotes a message that is %s', async (_, json, says) => {
    await using server = await startScriptedServer({ status: 403, json });
    const failure = await planningErrorOf(aPlanningClient(server.url).users());
    expect(String(failure)).toContain(says);
    expect(String(failure)).not.toMatch(/[\r\n\u2028]/);
  });

  it('shortens a body of only brackets like a long text', async () => {
    const body = `{"message":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    await using server = await startScriptedServer({ status: 404, body });
    expect(String(await planningErrorOf(aPlanningClient(server.url).users()))).toContain(
      `answered 404 saying "{"message":${'['.repeat(188)}…"`,
    );
  });

  it.each([
    ['HTML', { body: '<html>secret page</html>' }],
    ['nothing', { body: '' }],
    ['very much', { body: 'x'.repeat(100_000) }],
    [
      'half of what was announced',
      endingAnswer('end', rawAnswer(404, 'Content-Length: 1000', 'x'.repeat(500))),
    ],
  ])('does not quote a body with %s', async (_, answer) => {
    await using server = await startScriptedServer();
    server.otherwise(() => ({ status: 404, ...answer }));
    const failure = await planningErrorOf(aPlanningClient(server.url).users());
    expect(String(failure)).not.toContain('saying');
  });
});

describe('no error contains the key', () => {
  const forms = [
    testKey,
    encodeURIComponent(testKey),
    JSON.stringify(testKey).slice(1, -1),
    testKey.toLowerCase(),
    testKey.toUpperCase(),
    new URLSearchParams([['', testKey]]).toString().slice(1),
    btoa(testKey),
    btoa(`user:${testKey}`).slice(8, -4),
    Buffer.from(testKey).toString('base64url'),
  ];
  const echo = `key ${testKey} (${encodeURIComponent(testKey)}) ${'x'.repeat(120)}${testKey}`;

  function expectNoKey(failure: unknown): void {
    expect(failure).toBeInstanceOf(Error);
    const own = failure instanceof Error ? [failure.message, failure.stack ?? '', String(failure)] : [];
    const everything = [
      ...own,
      inspect(failure, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
      JSON.stringify(failure),
      JSON.stringify(failure, Object.getOwnPropertyNames(failure)),
    ].join('\n');
    for (const form of forms) expect(everything).not.toContain(form);
    // A shortened text must not contain the beginning of the key either.
    expect(everything.toLowerCase()).not.toContain(testKey.slice(0, 8).toLowerCase());
    expect(everything).not.toMatch(/%6b%33%79|k3y%2f/i);
  }

  it.each([
    ['an echo in the message', { status: 422, json: { message: echo } }],
    ['an echo in the whole body', { status: 401, json: { request: { headers: { 'x-api-key': testKey } } } }],
    ['an echo in plain text', { status: 403, body: echo }],
    ['an echo when tries are used up', { status: 500, json: { message: echo } }],
    [
      'a redirect that carries it',
      { status: 302, headers: { location: `https://x.example/?k=${encodeURIComponent(testKey)}` } },
    ],
    [
      'a link that carries it',
      aPageAnswer([], { link: `https://x.example/?k=${encodeURIComponent(testKey)}` }),
    ],
    ['a link on another path', aPageAnswer([], { link: `/${encodeURIComponent(testKey)}` })],
    ['a body that is not the contract', { json: { [testKey]: testKey, results: testKey } }],
    ['text that is not JSON', { body: testKey }],
  ])('%s', async (_, answer) => {
    await using server = await startScriptedServer();
    server.otherwise(() => answer);
    expectNoKey(await planningErrorOf(aPlanningClient(server.url).users()));
  });

  it.each([
    ['in upper case', testKey.toUpperCase()],
    ['percent-encoded in lower case', encodeURIComponent(testKey).toLowerCase()],
    ['percent-encoded in every character', Buffer.from(testKey).toString('hex').replace(/../g, '%$&')],
    ['as a form writes it', new URLSearchParams([['k', testKey]]).toString()],
    ['with \\u in JSON', testKey.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)],
    ['in base64', btoa(testKey)],
    ['in base64url', Buffer.from(testKey).toString('base64url')],
    ['in base64 after a user name of one letter', btoa(`u:${testKey}`)],
    ['in base64 after a user name of two letters', btoa(`me:${testKey}:x`)],
  ])('if the service repeats it %s', async (_, spelt) => {
    await using server = await startScriptedServer({ status: 422, json: { message: `got ${spelt}.` } });
    expectNoKey(await planningErrorOf(aPlanningClient(server.url).users()));
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://K3ySecret9f.example/' } }],
    ['a link', aPageAnswer([], { link: 'https://K3ySecret9f.example/' })],
  ])('even in lower case, if %s leads to a host whose name contains it', async (_, answer) => {
    await using server = await startScriptedServer(answer);
    const client = aPlanningClient(server.url, { key: fixedKeyProvider('K3ySecret9f') });
    const failure = String(await planningErrorOf(client.users()));
    expect(failure).toContain('https://[redacted].example');
    expect(failure).not.toMatch(/k3ysecret9f/i);
  });

  it('if an error of fetch has the request', async () => {
    const failure = await planningErrorOf(
      aPlanningClient('https://planning.example', {
        fetch: async (_, request) => {
          const inner = Object.assign(new Error(`sent ${testKey}`), { code: 'ECONNRESET', request });
          throw Object.assign(new TypeError(`failed with ${testKey}`, { cause: inner }), { request });
        },
      }).users(),
    );
    expectNoKey(failure);
    expect(failure).toMatchObject({
      name: 'PlanningUnavailableError',
      cause: { name: 'TypeError', message: 'failed with [redacted]', cause: { code: 'ECONNRESET' } },
    });
  });

  it('if the error of a key provider contains the previous key', async () => {
    await using server = await startScriptedServer({ status: 401 });
    const client = aPlanningClient(server.url, {
      key: async ({ refusedKey }) => {
        if (refusedKey === undefined) return testKey;
        throw new Error(`cannot renew ${refusedKey}`);
      },
    });
    const failure = await planningErrorOf(client.users());
    expect(failure).toMatchObject({
      name: 'PlanningKeyError',
      cause: { message: 'cannot renew [redacted]' },
    });
    expectNoKey(failure);
  });

  it.each(['', ' ', 'two words', 'line\nbreak', 'schlüssel'])(
    '%j, which no header can contain',
    async (key) => {
      const failure = await planningErrorOf(
        aPlanningClient('http://127.0.0.1:1', { key: async () => key, keyName: 'the secret S' }).users(),
      );
      expect(failure).toMatchObject({ name: 'PlanningKeyError' });
      expect(String(failure)).toContain('the secret S');
      expect(String(failure).includes('holds a line break')).toBe(key.includes('\n'));
      if (key.trim() !== '') expect(inspect(failure, { depth: null })).not.toContain(key);
    },
  );
});
