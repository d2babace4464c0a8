import { describe, expect, it } from 'vitest';
import { changedTasks } from '#lookahead/compare/changes.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { TasksQuery } from '#planning/contract/tasks-query.ts';
import { aWireTask } from '../support/builders/a-delivery.ts';
import { deliverOn } from '../support/builders/a-friday-report.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';

/** A service that answers with the tasks that touch the dates of the query. */
function service(tasks: readonly Task[]) {
  const queries: TasksQuery[] = [];
  return {
    queries,
    tasks: async (query: TasksQuery) => {
      queries.push(query);
      const { start = '0', finish = '9', shift } = query;
      const isFound = (task: Task) =>
        (task.start ?? '') <= finish && (task.finish ?? '') >= start && (shift ?? task.shift) === task.shift;
      return { items: tasks.filter(isFound), misfits: [] };
    },
  };
}

async function reportOn(store: MemoryStore, friday: string, planning: ReturnType<typeof service>) {
  const [plan] = await deliverOn(store, friday, [], { audiences: [] }, planning);
  return {
    lastWeek: plan?.lastWeek.map(({ taskRef, outcome }) => `${taskRef} ${outcome}`),
    changes: plan && changedTasks(plan).map(({ change, words }) => `${change.taskRef} ${words}`),
    withoutDates: planning.queries.filter(({ start }) => start === undefined).length,
  };
}

const of = (id: string, start: string, finish: string) => aWireTask(id, { start, finish });
const beam = of('beam', '2026-11-30', '2026-12-11');

describe('a task postponed beyond the weeks that are read', () => {
  const before = [beam, of('grout', '2026-11-24', '2026-11-25'), of('overdue', '2026-11-16', '2026-11-17')];
  const far = [
    beam,
    of('grout', '2027-03-01', '2027-03-02'),
    of('overdue', '2027-03-01', '2027-03-02'),
    of('never near', '2027-03-01', '2027-03-02'),
  ];

  it('counts as moved, in Last week and under Changes, which takes one query without dates', async () => {
    const store = createMemoryStore();
    await reportOn(store, '2026-11-20', service(before));
    expect(await reportOn(store, '2026-11-27', service(far))).toEqual({
      lastWeek: ['grout not started, now from Mon 1 Mar 2027'],
      changes: [
        'overdue Mon 16 – Tue 17 Nov → Mon 1 – Tue 2 Mar 2027',
        'grout Tue 24 – Wed 25 Nov → Mon 1 – Tue 2 Mar 2027',
      ],
      withoutDates: 1,
    });
  });

  it('is no longer looked for once it is known to be far away', async () => {
    const store = createMemoryStore();
    await reportOn(store, '2026-11-20', service(before));
    await reportOn(store, '2026-11-27', service(far));
    expect(await reportOn(store, '2026-12-04', service(far))).toMatchObject({ withoutDates: 0 });
  });
});

it('a task that is not in the whole programme is no longer in the plan', async () => {
  const store = createMemoryStore();
  await reportOn(store, '2026-11-20', service([beam, of('grout', '2026-11-24', '2026-11-25')]));
  expect(await reportOn(store, '2026-11-27', service([beam]))).toMatchObject({
    lastWeek: ['grout not in the plan any more'],
    changes: [expect.stringContaining('→ not in the plan any more')],
  });
});
