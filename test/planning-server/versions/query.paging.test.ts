import fc from 'fast-check';
import { expect, it } from 'vitest';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { deep } from '../../support/deep-checks.ts';
import { aPlanningStore } from '../../support/planning/a-planning-store.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const project = generateSampleProject({
  seed: 7,
  tasks: 120,
  region: 'gb',
  projectId: 'tower',
  name: 'Tower',
});
const { collections } = project;
const { page } = planningService([project]);

const someOf = (items: readonly { readonly id: string }[]) =>
  fc
    .subarray([...items.map(({ id }) => id), 'nobody'], {
      minLength: 1,
      maxLength: Math.min(6, items.length),
    })
    .map((ids) => ids.join(','));
const date = fc
  .integer({ min: -60, max: 60 })
  .map((days) => new Date(Date.UTC(2026, 10, 23 + days)).toISOString().slice(0, 10));
const range = fc.tuple(date, date).map((dates) => [...dates].sort());
const query = fc
  .record(
    {
      range,
      shift: fc.constantFrom('day', 'afternoon', 'night', '24hr'),
      ownerIds: someOf(collections.users),
      folderIds: someOf(collections.folders),
      packageIds: someOf(collections.packages),
      locationIds: someOf(collections.locations),
      calendarIds: someOf(collections.calendars),
      subcontractorIds: someOf(collections.subcontractors),
      assignedToIds: someOf(collections.users),
      fields: fc.subarray([...taskFields], { minLength: 1 }).map((fields) => fields.join(',')),
    },
    { requiredKeys: [] },
  )
  .map(({ range: [start, finish] = [], ...rest }) => ({
    ...(start && finish ? { start, finish } : {}),
    ...rest,
  }));

async function readInPages(path: string) {
  const results: unknown[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const answer: Awaited<ReturnType<typeof page>> = await page(next);
    results.push(...answer.results);
    next = answer.paging.next?.link;
  }
  return results;
}

it('tasks are the same in pages as in one answer, for every page size and filter', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 130 }), async (parameters, limit) => {
      const search = new URLSearchParams(parameters);
      const path = `/gb/v1/projects/tower/tasks?${search}`;
      const atOnce = await page(`${path}&limit=1000`);
      expect(atOnce.paging.next).toBeNull();
      expect(await readInPages(`${path}&limit=${limit}`)).toEqual(atOnce.results);
    }),
    deep ? { numRuns: 150 } : { numRuns: 20, seed: 20_261_120 },
  );
});

it.each([
  ['ownerIds', collections.users],
  ['folderIds', collections.folders],
  ['locationIds', collections.locations],
  ['calendarIds', collections.calendars],
  ['subcontractorIds', collections.subcontractors],
  ['assignedToIds', collections.users],
] as const)('tasks filtered by %s alone are the same in pages as in one answer', async (filter, items) => {
  const search = new URLSearchParams({ [filter]: items.map(({ id }) => id).join(',') });
  const path = `/gb/v1/projects/tower/tasks?${search}`;
  const atOnce = await page(`${path}&limit=1000`);
  expect(atOnce.results.length).toBeGreaterThan(14);
  for (const limit of deep ? [1, 7, 13] : [7])
    expect(await readInPages(`${path}&limit=${limit}`)).toEqual(atOnce.results);
});

it('every matching task is returned and no other, whatever the order of ids', async () => {
  const planned = fc.record({ dates: range, shift: fc.constantFrom('day', 'night') });
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { maxLength: 100 }), planned, async (plan, asked) => {
      const [start = '', finish = ''] = asked.dates;
      const tasks = plan.map(({ dates, shift }, at) => ({
        id: `t-${String(at).padStart(3, '0')}`,
        start: dates[0],
        finish: dates[1],
        shift,
      }));
      const matching = tasks.filter(
        (task) => String(task.finish) >= start && String(task.start) <= finish && task.shift === asked.shift,
      );
      const { ids } = planningService([aPlanningProject({ tasks })]);
      expect(
        await ids(
          `/gb/v1/projects/tower/tasks?limit=1000&start=${start}&finish=${finish}&shift=${asked.shift}`,
        ),
      ).toEqual(matching.map(({ id }) => id));
    }),
    deep ? { numRuns: 50 } : { numRuns: 15, seed: 20_261_120 },
  );
});

it('every collection is the same in pages as in one answer', async () => {
  for (const collection of ['users', 'folders', 'locations', 'packages', 'subcontractors', 'calendars']) {
    const path = `/gb/v1/projects/tower/${collection}`;
    const atOnce = await page(`${path}?limit=1000`);
    for (const limit of [1, 2, 7])
      expect(await readInPages(`${path}?limit=${limit}`)).toEqual(atOnce.results);
  }
});

it('without a limit, a page has 100 items, and no page follows a full last one', async () => {
  const tasks = Array.from({ length: 200 }, (_, at) => ({ id: String(1_000 + at) }));
  const service = planningService([aPlanningProject({ tasks })]);
  const first = await service.page('/gb/v1/projects/tower/tasks');
  expect(first.results).toHaveLength(100);
  const second = await service.page(first.paging.next?.link ?? '');
  expect(second.results).toHaveLength(100);
  expect(second.paging.next).toBeNull();
});

it('all pages are from the version of the first page, even if newer ones arrive', async () => {
  const project = (...ids: readonly string[]) => aPlanningProject({ tasks: ids.map((id) => ({ id })) });
  const store = aPlanningStore([project('b', 'd', 'f', 'h')]);
  const service = planningService([], { store });
  const first = await service.page('/gb/v1/projects/tower/tasks?limit=2');
  store.put(project('a', 'b', 'c', 'f', 'g', 'h'));
  expect(first.results.map(({ id }) => id)).toEqual(['b', 'd']);
  expect(await service.ids(first.paging.next?.link ?? '')).toEqual(['f', 'h']);
  expect(await service.ids('/gb/v1/projects/tower/tasks')).toEqual(['a', 'b', 'c', 'f', 'g', 'h']);
});

it.runIf(deep)('10,000 tasks are read in pages of 1,000 within seconds', async () => {
  const large = generateSampleProject({
    seed: 1,
    tasks: 10_000,
    region: 'gb',
    projectId: 'tower',
    name: 'Tower',
  });
  const { app } = planningService([large]);
  let next: string | undefined = `/gb/v1/projects/tower/tasks?limit=1000&fields=${taskFields.join(',')}`;
  let [bytes, pages] = [0, 0];
  const before = process.threadCpuUsage();
  while (next !== undefined) {
    const text: string = await (await app.request(next, { headers: { 'X-API-Key': masterKey } })).text();
    bytes += text.length;
    pages++;
    next = /"link":"([^"]+)"/.exec(text.slice(0, 4_000))?.[1];
  }
  const { user, system } = process.threadCpuUsage(before);
  expect(pages).toBe(10);
  expect(bytes).toBeGreaterThan(10_000_000);
  // In microseconds of processor time: it usually takes about half a second; the limit is five seconds.
  expect(user + system).toBeLessThan(5_000_000);
});
