import { expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { TasksReader } from '#runs/pull-tasks.ts';
import { requestedRunId } from '#runs/store/names.ts';
import { aWireTask, tasksReader, windowAfter } from '../support/builders/a-delivery.ts';
import { deliverOn, fridays } from '../support/builders/a-friday-report.ts';
import { createMemoryStore } from '../support/memory-store.ts';

/** The task of s1 Co stays planned; the task of s2 Co has started. */
const tasks = [
  { id: 's1', status: 'planned' },
  { id: 's2', status: 'started' },
].map(({ id, status }) =>
  aWireTask(id, {
    start: '2026-11-09',
    finish: '2026-12-18',
    status,
    subcontractor: { id, name: `${id} Co` },
  }),
);

const weeksOf = (lookahead: Lookahead | undefined) =>
  lookahead?.ppcWeeks.map(({ week, taskDay }) => [week.first - windowAfter('2026-11-13').first, taskDay]);

it('a report shows the PPC that earlier issues measured for its own audience', async () => {
  const store = createMemoryStore();
  let last: readonly Lookahead[] = [];
  for (const friday of fridays) last = await deliverOn(store, friday, tasks);
  const [everyone, pileCo] = last;
  expect(weeksOf(everyone)).toEqual([
    [-7, 0.5],
    [0, 0.5],
    [7, 0.5],
  ]);
  expect(pileCo?.audience).toMatchObject({ name: 'Pile Co' });
  expect(weeksOf(pileCo)).toEqual([
    [-7, 0],
    [0, 0],
    [7, 0],
  ]);
});

it('a week that no report followed gets its final PPC from a later one; a week without a plan has none', async () => {
  const store = createMemoryStore();
  for (const friday of fridays.slice(0, 2)) await deliverOn(store, friday, tasks);
  const [everyone] = await deliverOn(store, '2026-11-27', tasks);
  expect(weeksOf(everyone)).toEqual([
    [-7, 0.5],
    [0, 0.5],
    [7, undefined],
  ]);
});

it('a second revision shows the same earlier weeks as the first, which it replaces', async () => {
  const store = createMemoryStore();
  for (const friday of fridays.slice(0, 3)) await deliverOn(store, friday, tasks);
  const finalsOf = async (changes = {}) => {
    const [everyone] = await deliverOn(store, '2026-11-27', tasks, changes);
    return everyone?.finals.map(({ week }) => week.first - windowAfter('2026-11-13').first);
  };
  expect(await finalsOf()).toEqual([0]);
  const again = { runId: requestedRunId('again'), window: windowAfter('2026-11-27') };
  expect(await finalsOf(again)).toEqual([0]);
});

it('weeks of a late programme become final all at once, when it has caught up', async () => {
  const store = createMemoryStore();
  const programme = (dataDate: string) => ({ label: dataDate, dataDate, importedAt: undefined });
  const finalsOn = async (friday: string, dataDate: string) => {
    const { tasks: read } = tasksReader(tasks);
    const planning: TasksReader = {
      tasks: async (query, stop) => ({ ...(await read(query, stop)), programme: programme(dataDate) }),
    };
    const [everyone] = await deliverOn(store, friday, tasks, {}, planning);
    return everyone?.finals.map(({ week }) => formatDay(week.first));
  };
  const old = '2026-11-04T17:00';
  expect(await finalsOn('2026-11-06', old)).toEqual([]);
  expect(await finalsOn('2026-11-13', old)).toEqual([]);
  expect(await finalsOn('2026-11-20', old)).toEqual([]);
  expect(await finalsOn('2026-11-27', '2026-11-26T17:00')).toEqual(['2026-11-09', '2026-11-16']);
});
