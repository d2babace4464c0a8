/** The service on the wire, beyond the contract's tables: a real server on loopback, read byte by byte. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import type { PlanningServerOptions } from '#planning-server/http/create-planning-server.ts';
import { listen } from '#planning-server/http/listen.ts';
import { fixedKeys } from '#planning-server/keys/key-ring.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { memoryStore } from '#planning-server/versions/memory-store.ts';
import type { PlanningStore } from '#planning-server/versions/version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const pageSchema = z.object({
  paging: z.object({ next: z.nullable(z.object({ after: z.string(), link: z.string() })) }),
  results: z.array(z.looseObject({ id: z.string() })),
});
const refusalSchema = z.looseObject({ status: z.number(), code: z.string(), message: z.string() });

const two = aPlanningProject({ tasks: [{ id: 'a' }, { id: 'b' }] });
const sample = generateSampleProject({
  seed: 1,
  tasks: 300,
  region: 'gb',
  projectId: 'tower',
  name: 'Tower',
  week: '2026-11-23',
} as const);
const tasks = '/gb/v1/projects/tower/tasks';
const allFields =
  'assignees,wbs,package,parent,contractor,labourResources,plantResources,materialResources,location,workArea,progress,predecessors,successors,externalId,notes';

async function serve(projects = [two], options: Partial<PlanningServerOptions> = {}) {
  const { app } = planningService(projects, options);
  const server = await listen(app, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  return { ...server, get: (path: string, headers = {}) => ask(server.url, path, headers) };
}

/** A request and its answer as they go over the wire, head and body. */
async function ask(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{ status: number; head: string; header: (name: string) => string | undefined; body: Buffer }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const sent = { Host: `${hostname}:${port}`, 'X-API-Key': masterKey, ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}Connection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  const all = Buffer.concat(chunks);
  const end = all.indexOf('\r\n\r\n');
  const head = all.subarray(0, end + 4).toString('latin1');
  return {
    status: Number(head.slice(9, 12)),
    head,
    header: (name) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1],
    body: all.subarray(end + 4),
  };
}

describe('a refusal', () => {
  it('is a problem of RFC 9457 that keeps message and errors', async () => {
    const { get } = await serve();
    const answer = await get(`${tasks}?shift=dusk`);
    expect(answer.header('content-type')).toBe('application/problem+json');
    expect(JSON.parse(answer.body.toString())).toEqual({
      type: 'urn:lookahead:problem:parameters_invalid',
      title: 'Wrong parameters',
      status: 422,
      code: 'parameters_invalid',
      detail: 'The request cannot be answered as it is: shift.',
      message: 'The request cannot be answered as it is: shift.',
      errors: [expect.objectContaining({ parameter: 'shift', value: 'dusk' })],
    });
  });

  it.each([
    ['without a key', `${tasks}`, { 'X-API-Key': '' }, 401, 'key_invalid'],
    ['of a path that is not there', '/gb/v2/x', {}, 404, 'path_not_found'],
    ['of a project that is not there', '/gb/v1/projects/x/tasks', {}, 404, 'project_not_found'],
    ['of a wrong cursor', `${tasks}?after=x`, {}, 422, 'cursor_invalid'],
    ['of an unknown version', `${tasks}?version=99`, {}, 422, 'version_unknown'],
    [
      'of 501 ids',
      `${tasks}?ownerIds=${Array.from({ length: 501 }, (_, id) => id)}`,
      {},
      422,
      'too_many_ids',
    ],
    ['of over 8 kB', `${tasks}?ownerIds=${'x'.repeat(8_200)}`, {}, 414, 'uri_too_long'],
    ['of 40 kB', `${tasks}?ownerIds=${'x'.repeat(40_000)}`, {}, 414, 'uri_too_long'],
  ])('%s has a code for programs', async (_what, path, headers, status, code) => {
    const { get } = await serve();
    const answer = await get(path, headers);
    expect(answer.status).toBe(status);
    expect(refusalSchema.parse(JSON.parse(answer.body.toString()))).toMatchObject({ status, code });
  });

  it('does not come for 500 ids, nor for one id named often', async () => {
    const { get } = await serve();
    const ids = Array.from({ length: 500 }, (_, id) => id);
    expect((await get(`${tasks}?ownerIds=${ids}`)).status).toBe(200);
    expect((await get(`${tasks}?ownerIds=${ids.map(() => 'u1')}`)).status).toBe(200);
  });
});

describe('every answer', () => {
  it.each([tasks, '/health', '/openapi.json', '/nowhere', `${tasks}?x=1`])(
    'of %s has an id, is not sniffed and is not stored by others',
    async (path) => {
      const { get } = await serve();
      const { header } = await get(path);
      expect(header('x-request-id')).toMatch(/^[A-Za-z0-9_-]{16}$/);
      expect(header('x-content-type-options')).toBe('nosniff');
      expect(header('cache-control')).toMatch(/no-store|private/);
    },
  );

  it('takes over the id of the request, unless it could break a log', async () => {
    const { get } = await serve();
    expect((await get('/health', { 'X-Request-Id': 'job-7.2' })).header('x-request-id')).toBe('job-7.2');
    for (const id of ['a b', 'x'.repeat(65), '"', 'é']) {
      expect((await get('/health', { 'X-Request-Id': id })).header('x-request-id')).toMatch(/^[\w-]{16}$/);
    }
  });

  it.each([tasks, '/health', '/openapi.json', '/nowhere', `${tasks}?shift=dusk`])(
    'of HEAD %s is that of GET without the body',
    async (path) => {
      const { url } = await serve([two], { now: () => 0 });
      const headers = { 'X-Request-Id': 'same', 'Accept-Encoding': 'gzip' };
      const comparable = (head: string) =>
        head
          .split('\r\n')
          .filter((line) => !/^(date|ratelimit):/i.test(line))
          .sort();
      const got = await ask(url, path, headers);
      const headed = await ask(url, path, headers, 'HEAD');
      expect(headed.body).toHaveLength(0);
      expect(comparable(headed.head)).toEqual(comparable(got.head));
    },
  );
});

describe('a page in gzip', () => {
  it('has the same length for HEAD and GET, whenever either is asked for', async () => {
    const clock = { now: 20 * 86_400_000 };
    const { url } = await serve([sample], { now: () => (clock.now += 1_234_567) });
    const headers = { 'Accept-Encoding': 'gzip' };
    const lengths = new Map<string | undefined, Set<string | undefined>>();
    for (let request = 0; request < 20; request++) {
      const { header } = await ask(url, `${tasks}?limit=50`, headers, request % 2 === 0 ? 'HEAD' : 'GET');
      const tag = header('etag');
      lengths.set(tag, (lengths.get(tag) ?? new Set()).add(header('content-length')));
    }
    // The tag and the cursor are new twice a day; else each length would come twice.
    expect(lengths.size).toBeGreaterThan(1);
    expect([...lengths.values()].map(({ size }) => size)).toEqual([...lengths].map(() => 1));
  });
});

describe('compression', () => {
  const decoders = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    identity: Buffer.from,
  };

  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['GZIP', 'gzip'],
    // Validating proxies say so, and then cannot decode what they did not name.
    ['*', 'identity'],
    ['gzip;q=0', 'identity'],
    ['deflate', 'identity'],
    ['', 'identity'],
    [';;=,q', 'identity'],
  ] as const)('for Accept-Encoding %j is %s', async (accepted, encoding) => {
    const { get } = await serve([sample]);
    const plain = await get(`${tasks}?limit=5`);
    const { header, body } = await get(`${tasks}?limit=5`, { 'Accept-Encoding': accepted });
    expect(header('content-encoding') ?? 'identity').toBe(encoding);
    expect(header('vary')).toBe('Accept-Encoding');
    expect(header('content-length')).toBe(String(body.length));
    const results = (bytes: Uint8Array) =>
      pageSchema.parse(JSON.parse(Buffer.from(bytes).toString())).results;
    expect(results(decoders[encoding](body))).toEqual(results(plain.body));
  });

  it('makes a full page of all fields at most 22 kB in gzip', async () => {
    const { get } = await serve([sample]);
    const { body } = await get(`${tasks}?limit=100&fields=${allFields}`, { 'Accept-Encoding': 'gzip' });
    expect(pageSchema.parse(JSON.parse(gunzipSync(body).toString())).results).toHaveLength(100);
    expect(body.length).toBeLessThanOrEqual(22_000);
  });
});

describe('an unchanged page', () => {
  it('is answered with 304 in at most 300 bytes', async () => {
    const { get } = await serve([sample]);
    const first = await get(`${tasks}?limit=5`);
    const tag = first.header('etag') ?? '';
    const again = await get(`${tasks}?limit=5`, { 'If-None-Match': tag });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    const kept = again.head.replace('Connection: close', 'Connection: keep-alive\r\nKeep-Alive: timeout=5');
    expect(kept).toContain('Keep-Alive');
    expect(kept.length).toBeLessThanOrEqual(300);
    expect(again.header('etag')).toBe(tag);
    expect(again.header('planning-version')).toBe(first.header('planning-version'));
  });

  it.each([
    ['another query', `${tasks}?limit=1&shift=day`, {}],
    ['another encoding', `${tasks}?limit=1`, { 'Accept-Encoding': 'br' }],
  ])('is not taken for %s', async (_what, path, headers) => {
    const { get } = await serve();
    const tag = (await get(`${tasks}?limit=1`)).header('etag') ?? '';
    expect((await get(path, { ...headers, 'If-None-Match': tag })).status).toBe(200);
  });

  it('is known whoever asks, and in a list of tags', async () => {
    const other = aKey('bbbbbbbbbbbb');
    const keys = fixedKeys([
      { name: 'one', text: masterKey, projects: '*' },
      { name: 'other', text: other, projects: '*' },
    ]);
    const { get } = await serve([two], { keys });
    const tag = (await get(tasks)).header('etag') ?? '';
    const headers = { 'X-API-Key': other, 'If-None-Match': `"x", ${tag}` };
    expect((await get(tasks, headers)).status).toBe(304);
    expect((await get(tasks, { 'X-API-Key': '', 'If-None-Match': tag })).status).toBe(401);
  });

  it('is sent again before the cursor in it expires, and when the project changes', async () => {
    const clock = { now: 0 };
    const store = memoryStore([two]);
    const { get } = await serve([], { store, now: () => clock.now });
    const tag = (await get(`${tasks}?limit=1`)).header('etag') ?? '';
    const status = async () => (await get(`${tasks}?limit=1`, { 'If-None-Match': tag })).status;
    clock.now = 11 * 3_600_000;
    expect(await status()).toBe(304);
    clock.now = 12 * 3_600_000;
    expect(await status()).toBe(200);
    clock.now = 0;
    store.put(two);
    expect(await status()).toBe(200);
  });
});

describe('an older version', () => {
  it('is read by its name, which each answer says, page after page', async () => {
    const store = memoryStore([two]);
    const { get } = await serve([], { store });
    const version = (await get(tasks)).header('planning-version');
    store.put(aPlanningProject({ tasks: [{ id: 'c' }] }));
    const read = async (path: string) => {
      const { header, body } = await get(path);
      const { paging, results } = pageSchema.parse(JSON.parse(body.toString()));
      return { version: header('planning-version'), ids: results.map(({ id }) => id), next: paging.next };
    };
    expect((await read(tasks)).ids).toEqual(['c']);
    const first = await read(`${tasks}?limit=1&version=${version}`);
    expect(first).toMatchObject({ version, ids: ['a'] });
    const { pathname, search } = new URL(first.next?.link ?? '');
    expect(await read(`${pathname}${search}`)).toEqual({ version, ids: ['b'], next: null });
  });
});

describe('a link', () => {
  it('leads to the address that is listened on, whatever Host says', async () => {
    const { get, url } = await serve();
    const { body } = await get(`${tasks}?limit=1`, { Host: 'evil.example.com' });
    expect(pageSchema.parse(JSON.parse(body.toString())).paging.next?.link).toMatch(
      new RegExp(`^${url}${tasks}\\?limit=1&after=`),
    );
  });

  it('is spelled as the query was, and longer by the cursor only', async () => {
    const { get } = await serve([two], { origin: 'https://planning.example.com' });
    const query = `${tasks}?fields=notes,wbs&limit=1&start=2026%2D11%2D23`;
    const { body } = await get(query);
    const { next } = pageSchema.parse(JSON.parse(body.toString())).paging;
    expect(next?.link).toBe(`https://planning.example.com${query}&after=${next?.after}`);
  });
});

describe('too many requests', () => {
  it('of a key are answered with 429, and when there is room again', async () => {
    const clock = { now: 30_000 };
    const { get } = await serve([two], { requestsPerMinute: 2, now: () => clock.now });
    const first = await get(tasks);
    expect(first.header('ratelimit')).toBe('"key";r=1;t=30');
    expect(first.header('ratelimit-policy')).toBe('"key";q=2;w=60');
    await get(tasks);
    const third = await get(tasks);
    expect(third.status).toBe(429);
    expect(third.header('retry-after')).toBe('30');
    expect(third.header('ratelimit')).toBe('"key";r=0;t=30');
    clock.now = 60_000;
    expect((await get(tasks)).status).toBe(200);
  });

  it.each([
    ['404', '/nowhere', 'GET', 404],
    ['405', tasks, 'DELETE', 405],
    ['405 of the page for developers', '/docs', 'DELETE', 405],
    ['414', `${tasks}?ownerIds=${'x'.repeat(8_200)}`, 'GET', 414],
  ])('are counted where the answer is %s', async (_what, path, method, status) => {
    const { url } = await serve([two], { requestsPerMinute: 1, now: () => 30_000 });
    const answer = await ask(url, path, {}, method);
    expect(answer.status).toBe(status);
    expect(answer.header('ratelimit')).toBe('"key";r=0;t=30');
    expect(answer.header('ratelimit-policy')).toBe('"key";q=1;w=60');
    expect((await ask(url, path, {}, method)).status).toBe(429);
    const wrong = { 'X-API-Key': aKey('eeeeeeeeeeee') };
    for (let request = 0; request < 60; request++) await ask(url, path, wrong, method);
    expect((await ask(url, path, wrong, method)).status).toBe(429);
  });

  it('with wrong keys from one address are answered with 429, and right keys still work', async () => {
    const { get } = await serve();
    const wrong = { 'X-API-Key': aKey('eeeeeeeeeeee') };
    for (let request = 0; request < 60; request++) await get(tasks, wrong);
    const answer = await get(tasks, wrong);
    expect(answer.status).toBe(429);
    expect(answer.header('retry-after')).toBe('60');
    expect((await get(tasks)).status).toBe(200);
  });
});

describe('scripts of other origins', () => {
  it('are let in by no header unless their origin is named', async () => {
    const { url } = await serve();
    const { head } = await ask(url, tasks, { Origin: 'https://bi.example.com' });
    expect(head).not.toMatch(/access-control/i);
    expect((await ask(url, tasks, { Origin: 'https://bi.example.com' }, 'OPTIONS')).status).toBe(405);
  });

  it('are let in where it is', async () => {
    const { url } = await serve([two], { allowedOrigins: ['https://bi.example.com'] });
    const asked = { Origin: 'https://bi.example.com', 'Access-Control-Request-Method': 'GET' };
    const preflight = await ask(url, tasks, asked, 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.header('access-control-allow-headers')).toContain('X-API-Key');
    const answer = await ask(url, tasks, { Origin: 'https://bi.example.com' });
    expect(answer.header('access-control-allow-origin')).toBe('https://bi.example.com');
    const other = await ask(url, tasks, { Origin: 'https://evil.example.com' });
    expect(other.header('access-control-allow-origin')).toBeUndefined();
  });
});

describe('/ready', () => {
  const problem = { source: 'programmes/gb/tower/2.sqlite.zst', problem: 'the object is damaged' };
  const store: PlanningStore = { ...memoryStore([two]), problems: () => [problem] };

  it('lists damaged versions of the projects that the key reads', async () => {
    const keys = fixedKeys([
      { name: 'tower', text: masterKey, projects: [{ region: 'gb', projectId: 'tower' }] },
      { name: 'quay', text: aKey('bbbbbbbbbbbb'), projects: [{ region: 'gb', projectId: 'quay' }] },
    ]);
    const { get } = await serve([], { keys, store });
    const ready = async (headers = {}) => JSON.parse((await get('/ready', headers)).body.toString());
    expect(await ready()).toEqual({ status: 'ready', problems: [problem] });
    expect(await ready({ 'X-API-Key': aKey('bbbbbbbbbbbb') })).toEqual({ status: 'ready', problems: [] });
  });

  it('lists nothing to a key that reads no project, or others of the same region or name', async () => {
    const scopes = [
      [],
      [{ region: 'gb', projectId: 'towe' }],
      [{ region: 'gb', projectId: 'tower-2' }],
      [{ region: 'au', projectId: 'tower' }],
    ] as const;
    const known = scopes.map((projects, index) => ({
      name: `key ${index}`,
      text: aKey(`cccccccccc0${index}`),
      projects,
    }));
    const keys = fixedKeys([{ name: 'all', text: masterKey, projects: '*' }, ...known]);
    const { get } = await serve([], { keys, store });
    const problems = async (key: string) =>
      JSON.parse((await get('/ready', { 'X-API-Key': key })).body.toString()).problems;
    expect(await problems(masterKey)).toHaveLength(1);
    expect(await Promise.all(known.map(({ text }) => problems(text)))).toEqual([[], [], [], []]);
  });

  it('says without a key only that the service is ready', async () => {
    const { url } = await serve([]);
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' });
  });
});

describe('a server that is told to stop', () => {
  it('finishes the answers under way and takes no new connections', async () => {
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const { promise: answer, resolve: finish } = Promise.withResolvers<Response>();
    const server = await listen(
      {
        fetch: () => {
          onAsked();
          return answer;
        },
      },
      { port: 0, host: '127.0.0.1' },
    );
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked;
    const drained = server.drain();
    await expect(fetch(server.url)).rejects.toThrow(TypeError);
    finish(new Response('finished'));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200[\s\S]*finished/);
    await drained;
  });

  it('does not wait for connections that nobody uses', async () => {
    const server = await listen({ fetch: () => new Response('x') }, { port: 0, host: '127.0.0.1' });
    const port = Number(new URL(server.url).port);
    const [unused, used] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    used.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all([once(used, 'data'), ...(unused.connecting ? [once(unused, 'connect')] : [])]);
    // The time limit, after which all connections are broken off, never comes.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await server.drain();
  });

  it('loses no request of a connection in use', async () => {
    let answered = 0;
    const { promise: busy, resolve: go } = Promise.withResolvers<void>();
    const server = await listen(
      {
        fetch: () => {
          answered += 1;
          if (answered === 20) go();
          return new Response('finished');
        },
      },
      { port: 0, host: '127.0.0.1' },
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(server.url, { agent }, (answer) => resolve(answer.resume())).on('error', reject);
      });
    const last = (async () => {
      for (;;) {
        const { headers } = await ask();
        if (headers.connection === 'close') return;
      }
    })();
    await busy;
    const drained = server.drain();
    await last;
    await drained;
    await expect(ask()).rejects.toThrow('ECONNREFUSED');
  });
});
