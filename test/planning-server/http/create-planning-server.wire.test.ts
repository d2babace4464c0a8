/**
 * The service over a real connection on loopback, read byte by byte: what the questions in
 * test/support/planning/client-questions do not check.
 */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import type { PlanningServerOptions } from '#planning-server/http/create-planning-server.ts';
import { listen } from '#planning-server/http/listen.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import type { PlanningStore } from '#planning-server/versions/version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { aKeyRing } from '../../support/planning/a-key-ring.ts';
import { aPlanningStore } from '../../support/planning/a-planning-store.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const pageSchema = z.object({
  paging: z.object({ next: z.nullable(z.object({ after: z.string(), link: z.string() })) }),
  results: z.array(z.looseObject({ id: z.string() })),
});

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
  it('is the same for a path and query of 40 kB as for one of 9 kB', async () => {
    const { get } = await serve();
    const answer = await get(`${tasks}?ownerIds=${'x'.repeat(40_000)}`);
    expect(answer.status).toBe(414);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'uri_too_long' });
  });
});

describe('a page in gzip', () => {
  it('has the same length for HEAD and GET, whenever they are requested', async () => {
    const clock = { now: 20 * 86_400_000 };
    const { url } = await serve([sample], { now: () => (clock.now += 1_234_567) });
    const headers = { 'Accept-Encoding': 'gzip' };
    const lengths = new Map<string | undefined, Set<string | undefined>>();
    for (let request = 0; request < 20; request++) {
      const { header } = await ask(url, `${tasks}?limit=50`, headers, request % 2 === 0 ? 'HEAD' : 'GET');
      const tag = header('etag');
      lengths.set(tag, (lengths.get(tag) ?? new Set()).add(header('content-length')));
    }
    // The tag and the cursor change twice a day, and each reading of the clock advances it by 20 minutes, so
    // there are several tags.
    expect(lengths.size).toBeGreaterThan(1);
    expect([...lengths.values()].map(({ size }) => size)).toEqual([...lengths].map(() => 1));
  });
});

describe('compression', () => {
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

  it('is sent again before the cursor in it expires, and when the project changes', async () => {
    const clock = { now: 0 };
    const store = aPlanningStore([two]);
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

describe('a link', () => {
  it('leads to the address that the server listens on, whatever Host says', async () => {
    const { get, url } = await serve();
    const { body } = await get(`${tasks}?limit=1`, { Host: 'evil.example.com' });
    expect(pageSchema.parse(JSON.parse(body.toString())).paging.next?.link).toMatch(
      new RegExp(`^${url}${tasks}\\?limit=1&after=`),
    );
  });
});

describe('too many requests', () => {
  it('with one key are answered with 429, and the time when there is room again', async () => {
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
  ])('are also counted if the answer is %s', async (_what, path, method, status) => {
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
});

describe('/ready', () => {
  const problem = { source: 'programmes/gb/tower/2.sqlite.zst', problem: 'the object is damaged' };
  const store: PlanningStore = { ...aPlanningStore([two]), problems: () => [problem] };

  it('lists damaged versions of the projects that the key reads', async () => {
    const keys = aKeyRing([
      { name: 'tower', text: masterKey, projects: [{ region: 'gb', projectId: 'tower' }] },
      { name: 'quay', text: aKey('bbbbbbbbbbbb'), projects: [{ region: 'gb', projectId: 'quay' }] },
    ]);
    const { get } = await serve([], { keys, store });
    const ready = async (headers = {}) => JSON.parse((await get('/ready', headers)).body.toString());
    expect(await ready()).toEqual({ status: 'ready', problems: [problem] });
    expect(await ready({ 'X-API-Key': aKey('bbbbbbbbbbbb') })).toEqual({ status: 'ready', problems: [] });
  });

  it('lists nothing for a key that reads no project, or others of the same region or name', async () => {
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
    const keys = aKeyRing([{ name: 'all', text: masterKey, projects: '*' }, ...known]);
    const { get } = await serve([], { keys, store });
    const problems = async (key: string) =>
      JSON.parse((await get('/ready', { 'X-API-Key': key })).body.toString()).problems;
    expect(await problems(masterKey)).toHaveLength(1);
    expect(await Promise.all(known.map(({ text }) => problems(text)))).toEqual([[], [], [], []]);
  });
});

describe('a server that is stopped', () => {
  it('finishes the answers in progress and accepts no new connections', async () => {
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

  it('does not wait for idle connections', async () => {
    const server = await listen({ fetch: () => new Response('x') }, { port: 0, host: '127.0.0.1' });
    const port = Number(new URL(server.url).port);
    const [unused, used] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    used.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all([once(used, 'data'), ...(unused.connecting ? [once(unused, 'connect')] : [])]);
    // Fake timers never reach `maxDrainMs`, at which all connections are closed, so drain must close these two itself.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await server.drain();
  });

  it('loses no request on a connection in use', async () => {
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
