import { describe, expect, it } from 'vitest';
import type { FailedRequest } from '#planning-server/http/create-planning-server.ts';
import type { PlanningStore } from '#planning-server/versions/version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const project = aPlanningProject({ tasks: [{ id: 't1' }] });

describe('the planning server', () => {
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

it('the link to the next page begins with the configured origin, for a server behind a proxy', async () => {
  const two = aPlanningProject({ tasks: [{ id: 'a' }, { id: 'b' }] });
  const { page } = planningService([two], { origin: 'https://planning.example.com' });
  const { paging } = await page('/gb/v1/projects/tower/tasks?limit=1');
  expect(paging.next?.link).toMatch(/^https:\/\/planning\.example\.com\/gb\/v1\/projects\/tower\/tasks\?/);
});

it('/health names the build', async () => {
  const commit = 'c'.repeat(40);
  const health = async (build?: { readonly version: string; readonly commit: string | undefined }) =>
    (await planningService([], build && { build }).answer('/health', {})).body;
  expect(await health({ version: '1.2.3', commit })).toEqual({ status: 'ok', version: '1.2.3', commit });
  expect(await health({ version: '1.2.3', commit: undefined })).toEqual({ status: 'ok', version: '1.2.3' });
});
