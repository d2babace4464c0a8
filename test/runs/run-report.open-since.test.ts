import { expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { aWireTask } from '../support/builders/a-delivery.ts';
import { deliverOn, fridays } from '../support/builders/a-friday-report.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const ready = { owner: { id: 'o1', name: 'A. Quay' }, subcontractor: { id: 's1', name: 'Pile Co' } };

/** The task `slow` is delayed on each Friday; `quick` only on the second and the fourth. */
function tasksOf(friday: string) {
  const dates = { start: '2026-11-09', finish: '2026-12-18' };
  const task = (id: string, more: object) =>
    aWireTask(id, { ...dates, location: { id, name: id }, ...ready, ...more });
  const isLate = friday === fridays[1] || friday === fridays[3];
  return [task('slow', { status: 'delayed' }), task('quick', { status: isLate ? 'delayed' : 'planned' })];
}

const openIn = ([lookahead]: readonly Lookahead[]) =>
  Object.fromEntries(
    [...(lookahead?.readiness.openSince ?? [])].map(([id, since]) => [id, formatDay(since)]),
  );

it('a task has been open since the first of the unbroken series of issues that found it not ready', async () => {
  const store = createMemoryStore();
  const seen: Record<string, string>[] = [];
  for (const friday of fridays) {
    seen.push(openIn(await deliverOn(store, friday, tasksOf(friday), { audiences: [] })));
  }
  expect(seen).toEqual([
    { slow: '2026-11-06' },
    { slow: '2026-11-06', quick: '2026-11-13' },
    { slow: '2026-11-06' },
    { slow: '2026-11-06', quick: '2026-11-27' },
  ]);
});
