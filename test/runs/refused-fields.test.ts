import { describe, expect, it } from 'vitest';
import { PlanningError } from '#planning/client/planning-error.ts';
import { type TasksQuery, taskFields } from '#planning/contract/tasks-query.ts';
import {
  anAttempt,
  aResolvedReport,
  aWireTask,
  deliverResolved,
  jsonOfObject,
} from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';

type Answer = (query: TasksQuery) => string | undefined;

/** Answers a query unless `refusal` returns a text for it. */
function aService(refusal: Answer, status = 422) {
  const queries: TasksQuery[] = [];
  return {
    queries,
    async tasks(query: TasksQuery) {
      queries.push(query);
      const says = refusal(query);
      if (says === undefined) return { items: [aWireTask('t1')], misfits: [] };
      throw new PlanningError('PlanningRefusedError', `the service answered ${status} saying "${says}"`, {
        operation: 'tasks',
        remedy: 'Correct it.',
        status,
      });
    },
  };
}

const refusing =
  (...refused: readonly string[]) =>
  (says: string): Answer =>
  ({ fields = [] }) =>
    fields.some((field) => refused.includes(field)) ? says : undefined;

describe('a service', () => {
  it.each([
    [
      'that refuses a field named in its answer',
      1,
      refusing('workArea')('unknown field workArea'),
      ['workArea'],
    ],
    [
      'that refuses a field not named in its answer',
      17,
      refusing('workArea')('Unprocessable Entity'),
      ['workArea'],
    ],
    [
      'that refuses one of two fields named in its answer',
      3,
      refusing('notes')('not notes: see wbs'),
      ['notes'],
    ],
    [
      'that refuses a field and names those that it accepts',
      16 + 1,
      refusing('progress')(`one of ${taskFields.filter((field) => field !== 'progress').join(', ')}`),
      ['progress'],
    ],
    ['that refuses two fields', 17, refusing('wbs', 'parent')('no'), ['wbs', 'parent']],
  ])('%s is queried again without the refused fields', async (_, smallQueries, refusal, fields) => {
    const planning = aService(refusal);
    const store = createMemoryStore();
    const result = await deliverResolved(aResolvedReport(), anAttempt({ planning, store }));
    const named = fields.join(', ');
    expect(result).toMatchObject({
      outcome: 'delivered',
      warnings: expect.arrayContaining([
        `Not in this report, because the planning service refuses these fields: ${named}.`,
      ]),
    });
    const small = planning.queries.filter(({ start, finish }) => start === finish);
    expect(small.length).toBeLessThanOrEqual(smallQueries);
    expect(planning.queries.at(-1)?.fields).toEqual(taskFields.filter((field) => !fields.includes(field)));
    const [key = ''] = await store.list('refused-fields/');
    expect(key).toMatch(/^refused-fields\/[0-9a-f]{8}\/2026-11-20\.json$/);
    expect(jsonOfObject(await store.get(key))).toMatchObject({ fields });
  });

  it('that refuses a field is queried without it by the other reports of the day', async () => {
    const planning = aService(refusing('workArea')('unknown field workArea'));
    const store = createMemoryStore();
    await deliverResolved(aResolvedReport(), anAttempt({ planning, store }));
    planning.queries.splice(0);
    await deliverResolved(
      aResolvedReport({ report: { key: 'other', name: 'Other' } }),
      anAttempt({ planning, store }),
    );
    expect(planning.queries).toHaveLength(5);
    expect(planning.queries.some(({ fields = [] }) => fields.includes('workArea'))).toBe(false);
  });

  it.each([
    ['that refuses the query without fields too', aService(() => 'unknown project'), 422],
    ['that refuses the key', aService(refusing('workArea')('no'), 401), 401],
  ])('%s makes the pull fail with its error', async (_, planning, status) => {
    const store = createMemoryStore();
    await expect(deliverResolved(aResolvedReport(), anAttempt({ planning, store }))).rejects.toMatchObject({
      status,
    });
  });

  it('that refuses for another reason has its fields tried one by one only once a day', async () => {
    const planning = aService(({ start, finish }) => (start === finish ? undefined : 'at most 7 days'));
    const store = createMemoryStore();
    const fails = () =>
      expect(deliverResolved(aResolvedReport(), anAttempt({ planning, store }))).rejects.toMatchObject({
        status: 422,
      });
    await fails();
    planning.queries.splice(0);
    await fails();
    expect(planning.queries.filter(({ start, finish }) => start === finish)).toEqual([]);
  });
});
