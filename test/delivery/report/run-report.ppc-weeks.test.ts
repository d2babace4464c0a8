import { expect, test } from 'vitest';
import type { Lookahead } from '../../../functions/lookahead/lookahead.ts';
import { aWireTask, weekAfter } from '../../support/builders/a-delivery.ts';
import { deliverOn, fridays } from '../../support/builders/a-friday-report.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

/** The task of s1 Co is planned all the while, and that of s2 Co has started. */
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
  lookahead?.ppcWeeks.map(({ week, taskDay }) => [week.first - weekAfter('2026-11-13').first, taskDay]);

test('a report shows the PPC that earlier ones measured, of its own audience', async () => {
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

test('a week without a report of its own has its final PPC, one without a plan stays open', async () => {
  const store = createMemoryStore();
  for (const friday of fridays.slice(0, 2)) await deliverOn(store, friday, tasks);
  const [everyone] = await deliverOn(store, '2026-11-27', tasks);
  expect(weeksOf(everyone)).toEqual([
    [-7, 0.5],
    [0, 0.5],
    [7, undefined],
  ]);
});
