import { afterEach, describe, expect, it } from 'vitest';
import type { FailedRequest } from '#planning-server/http/create-planning-server.ts';
import { type Listening, listen } from '#planning-server/http/listen.ts';
import type { PlanningStore } from '#planning-server/versions/version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const project = aPlanningProject({
  users: [{ id: 'u1', displayName: 'Ann Lee', email: 'ann@example.com' }],
  subcontractors: [{ id: 's1', name: 'Northgate Piling' }],
  folders: [{ id: 'f2', code: 'SUB-01', name: 'Piling', parentId: 'f1', path: 'Substructure › Piling' }],
  packages: [{ id: 'p1', code: '2100', name: 'Piling' }],
  calendars: [{ id: 'c1', name: 'Monday to Friday', type: 'five-day' }],
  locations: [{ id: 'l1', name: 'East bay', type: 'map' }],
  tasks: [{ id: 't1', name: 'Bored piles', start: '2026-11-23', finish: '2026-11-25', notes: 'wet' }],
});

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function serve() {
  const served = await listen(planningService([project]).app, { port: 0, host: '127.0.0.1' });
  open.push(served);
  return served;
}

describe('the seven operations over HTTP', () => {
  it.each([
    ['users', { id: 'u1', displayName: 'Ann Lee', email: 'ann@example.com' }],
    ['subcontractors', { id: 's1', name: 'Northgate Piling' }],
    ['folders', { id: 'f2', code: 'SUB-01', name: 'Piling', parentId: 'f1', path: 'Substructure › Piling' }],
    ['packages', { id: 'p1', code: '2100', name: 'Piling' }],
    ['calendars', { id: 'c1', name: 'Monday to Friday', type: 'five-day' }],
    ['locations', { id: 'l1', name: 'East bay', type: 'map' }],
    ['tasks', { id: 't1', name: 'Bored piles', start: '2026-11-23', finish: '2026-11-25' }],
  ])('answers %s in the envelope, as JSON', async (collection, item) => {
    const { url } = await serve();
    const response = await fetch(`${url}/gb/v1/projects/tower/${collection}`, {
      headers: { 'x-api-key': masterKey },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({ paging: { next: null }, results: [item] });
  });

  it('links the next page on the same origin, with all parameters', async () => {
    const two = aPlanningProject({ tasks: [{ id: 'a' }, { id: 'b' }] });
    const served = await listen(planningService([two]).app, { port: 0, host: '127.0.0.1' });
    open.push(served);
    const response = await fetch(`${served.url}/gb/v1/projects/tower/tasks?limit=1&fields=notes`, {
      headers: { 'X-API-Key': masterKey },
    });
    expect(await response.json()).toMatchObject({
      paging: {
        next: {
          link: expect.stringMatching(
            new RegExp(`^${served.url}/gb/v1/projects/tower/tasks\\?limit=1&fields=notes&after=`),
          ),
        },
      },
      results: [{ id: 'a' }],
    });
  });

  it('spells the link as the query was sent, with the new cursor in place of the old', async () => {
    const { page } = planningService([aPlanningProject({ tasks: ['a', 'b', 'c'].map((id) => ({ id })) })]);
    const query = 'fields=notes,wbs&limit=1';
    const first = await page(`/gb/v1/projects/tower/tasks?${query}`);
    const second = await page(first.paging.next?.link ?? '');
    expect(new URL(second.paging.next?.link ?? '').search).toBe(
      `?${query}&after=${second.paging.next?.after}`,
    );
  });

  it('links to the configured origin, for a server behind a proxy', async () => {
    const two = aPlanningProject({ tasks: [{ id: 'a' }, { id: 'b' }] });
    const { page } = planningService([two], { origin: 'https://planning.example.com' });
    const { paging } = await page('/gb/v1/projects/tower/tasks?limit=1');
    expect(paging.next?.link).toMatch(/^https:\/\/planning\.example\.com\/gb\/v1\/projects\/tower\/tasks\?/);
  });
});

describe('other requests', () => {
  const { answer } = planningService([project]);

  it('answers 404 for an unknown path', async () => {
    expect(await answer('/gb/v1/projects/tower/diaries')).toEqual({
      status: 404,
      body: {
        type: 'urn:lookahead:problem:path_not_found',
        title: 'No such path',
        status: 404,
        code: 'path_not_found',
        detail: 'There is nothing at this path. GET /openapi.json lists the operations.',
        message: 'There is nothing at this path. GET /openapi.json lists the operations.',
      },
    });
  });

  it('answers 500 without the reason, which the operator gets', async () => {
    const told: [unknown, FailedRequest][] = [];
    const store: PlanningStore = {
      open: () => Promise.reject(new Error('the disk is gone')),
      problems: () => [],
    };
    const broken = planningService([], { store, onError: (...all) => told.push(all) });
    const headers = { 'X-API-Key': masterKey, 'X-Request-Id': 'r-1' };
    expect(await broken.answer('/gb/v1/projects/tower/tasks?shift=day', headers)).toMatchObject({
      status: 500,
      body: { message: 'The planning service could not answer. Its operator finds the cause in its log.' },
    });
    const request = { requestId: 'r-1', method: 'GET', path: '/gb/v1/projects/tower/tasks' };
    expect(told).toEqual([[new Error('the disk is gone'), request]]);
  });

  it('reports each request, and never the key', async () => {
    const entries: unknown[] = [];
    let clock = 0;
    const logged = planningService([project], {
      now: () => (clock += 5),
      onRequest: (entry) => entries.push(entry),
    });
    const requestId = 'r-1';
    const path = '/gb/v1/projects/tower/tasks';
    await logged.get('/gb/v1/projects/tower/tasks?shift=day', {
      'X-API-Key': masterKey,
      'X-Request-Id': requestId,
    });
    await logged.get('/gb/v1/projects/tower/tasks', {
      'X-API-Key': 'wrong-key',
      'X-Request-Id': requestId,
    });
    expect(entries).toEqual([
      { requestId, method: 'GET', path, status: 200, caller: 'master', milliseconds: expect.any(Number) },
      { requestId, method: 'GET', path, status: 401, caller: undefined, milliseconds: expect.any(Number) },
    ]);
  });

  it('refuses page sizes that are not whole numbers from 1 to 1,000', () => {
    expect(() => planningService([project], { pageSize: 0 })).toThrow(RangeError);
    expect(() => planningService([project], { pageSize: 1_001 })).toThrow(RangeError);
    expect(() => planningService([project], { pageSize: 2.5 })).toThrow(RangeError);
  });
});
