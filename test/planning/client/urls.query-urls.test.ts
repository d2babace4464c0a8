import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idFilters, type TasksQuery } from '../../../functions/planning/contract/tasks-query.ts';
import { anAnswer, aPlanningClient, failureOf } from '../../support/planning/a-planning-client.ts';
import { type Answerer, startScriptedServer } from '../../support/planning/scripted-server.ts';

/** `count` ids of `length` characters. */
function someIds(count: number, length: number, letter = 'x'): string[] {
  return Array.from({ length: count }, (_, index) => `${index}-`.padEnd(length, letter));
}

const listProperties = {
  ownerIds: 'owner',
  folderIds: 'folder',
  packageIds: 'package',
  locationIds: 'location',
  calendarIds: 'calendar',
  subcontractorIds: 'subcontractor',
} as const;

type StoredTask = { readonly id: string; readonly assignedTo: readonly { readonly id: string }[] } & {
  readonly [Property in (typeof listProperties)[keyof typeof listProperties]]: { readonly id: string };
};

/** The service's selection: alternatives within a list, all lists together, in pages. */
function tasksServedFrom(tasks: readonly StoredTask[], pageSize: number): Answerer {
  return ({ query }) => {
    const listOf = (name: string) => query.get(name)?.split(',');
    const matching = tasks.filter(
      (task) =>
        Object.entries(listProperties).every(
          ([name, property]) => listOf(name)?.includes(task[property].id) ?? true,
        ) &&
        (listOf('assignedToIds')?.some((id) => task.assignedTo.some((user) => user.id === id)) ?? true),
    );
    const from = Number(query.get('after') ?? 0);
    const to = from + pageSize;
    return anAnswer(matching.slice(from, to), to < matching.length ? { after: String(to) } : null);
  };
}

describe('id lists that would make the address longer than 8,000 characters', () => {
  test('are sent whole as long as they fit', async () => {
    await using server = await startScriptedServer(anAnswer([]));
    await aPlanningClient(server.url).tasks({ ownerIds: someIds(70, 100) });
    expect(server.requests).toHaveLength(1);
  });

  test('are split where there are more than 500 ids, however short', async () => {
    await using server = await startScriptedServer(anAnswer([]), anAnswer([]), anAnswer([]));
    await aPlanningClient(server.url).tasks({ ownerIds: someIds(1_001, 1) });
    const sent = server.requests.map(({ url }) => new URL(url, server.url).searchParams.get('ownerIds'));
    expect(sent.map((ids) => ids?.split(',').length)).toEqual([500, 500, 1]);
  });

  test('are split over few requests, their pages read one after the other', async () => {
    await using server = await startScriptedServer();
    server.otherwise(({ query }) => {
      const first = query.get('ownerIds')?.split(',')[0] ?? '';
      return query.has('after')
        ? anAnswer([{ id: `${first}/2` }])
        : anAnswer([{ id: first }], { after: 'x' });
    });
    const ownerIds = someIds(200, 100);
    const read = await aPlanningClient(server.url).tasks({ ownerIds, shift: 'day' });
    expect(server.requests).toHaveLength(6);
    expect(read.pages).toBe(6);
    expect(read.items).toHaveLength(6);
    const sent = server.requests.filter(({ query }) => !query.has('after'));
    expect(sent.flatMap(({ query }) => query.get('ownerIds')?.split(','))).toEqual(ownerIds);
    expect(sent.every(({ query }) => query.get('shift') === 'day')).toBe(true);
    for (const { url } of server.requests) expect((server.url + url).length).toBeLessThanOrEqual(8000);
  });

  test('give every combination when several are long', async () => {
    await using server = await startScriptedServer();
    server.otherwise(() => anAnswer([{ id: 'same' }, { id: 'wrong', name: 1 }]));
    const query = { ownerIds: someIds(60, 100, 'o'), folderIds: someIds(60, 100, 'f'), packageIds: ['p'] };
    const read = await aPlanningClient(server.url).tasks(query);
    const pairs = new Set(
      server.requests.flatMap(({ query: sent }) =>
        (sent.get('ownerIds') ?? '')
          .split(',')
          .flatMap((owner) => (sent.get('folderIds') ?? '').split(',').map((folder) => `${owner}|${folder}`)),
      ),
    );
    expect(pairs.size).toBe(60 * 60);
    expect(server.requests.every(({ query: sent }) => sent.get('packageIds') === 'p')).toBe(true);
    expect(read.items).toHaveLength(1);
    expect(read.rejected).toHaveLength(1);
  });

  test('that would take thousands of requests are an error', async () => {
    const query = Object.fromEntries(idFilters.map((name) => [name, someIds(400, 100)]));
    expect(await failureOf(aPlanningClient('http://127.0.0.1:1').tasks(query))).toMatchObject({
      name: 'PlanningInputError',
      message: expect.stringMatching(/the id lists would take \d+ requests/),
    });
  });
});

test('what is merged from split requests is what one request would have given', async () => {
  await using server = await startScriptedServer();
  const pool = Array.from({ length: 40 }, (_, index) => `${index} é&=`.padEnd(150, 'x'));
  const someOfPool = fc.option(fc.subarray(pool, { minLength: 1 }), { nil: undefined });
  const queries: fc.Arbitrary<TasksQuery> = fc.record({
    ownerIds: someOfPool,
    assignedToIds: someOfPool,
    locationIds: fc.option(fc.constant(pool), { nil: undefined }),
  });
  const reference = fc.constantFrom(...pool).map((id) => ({ id }));
  const someTasks = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 6 }),
      assignedTo: fc.array(reference, { maxLength: 3 }),
      owner: reference,
      folder: reference,
      package: reference,
      location: reference,
      calendar: reference,
      subcontractor: reference,
    }),
    { selector: (task) => task.id, maxLength: 40 },
  );
  let split = 0;
  await fc.assert(
    fc.asyncProperty(queries, someTasks, fc.integer({ min: 1, max: 50 }), async (query, stored, pageSize) => {
      const before = server.requests.length;
      const answerer = tasksServedFrom(stored, pageSize);
      server.otherwise(answerer);
      const read = await aPlanningClient(server.url).tasks({ ...query, fields: [] });
      const made = server.requests.slice(before);
      if (made.filter(({ query: sent }) => !sent.has('after')).length > 1) split++;
      for (const { url } of made) expect((server.url + url).length).toBeLessThanOrEqual(8000);

      const wanted = stored.filter(
        (task) =>
          (query.ownerIds?.includes(task.owner.id) ?? true) &&
          (query.locationIds?.includes(task.location.id) ?? true) &&
          (query.assignedToIds?.some((id) => task.assignedTo.some((user) => user.id === id)) ?? true),
      );
      expect(read.items.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    }),
    { numRuns: 150 },
  );
  expect(split).toBeGreaterThan(20);
});
