import { expect, test } from 'vitest';
import { pullTasks } from '../../../functions/delivery/run/pull-tasks.ts';
import type { Lookahead } from '../../../functions/lookahead/lookahead.ts';
import {
  aClock,
  aJob,
  aWireTask,
  deliverJob,
  jsonOf,
  runId,
  someParts,
  tasksReader,
  weekAfter,
} from '../../support/builders/a-delivery.ts';
import { createMemoryStore, type MemoryStore } from '../../support/memory-store.ts';

const fridays = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27'];
const ready = { owner: { id: 'o1', name: 'A. Quay' }, subcontractor: { id: 's1', name: 'Pile Co' } };

/** Delivers the report of a Friday; the task `slow` has no labour, and `quick` none on the second Friday alone. */
async function deliverOn(store: MemoryStore, friday: string): Promise<Lookahead | undefined> {
  const { now } = aClock(`${friday}T14:00:05Z`);
  const rendered: Lookahead[] = [];
  const men = [{ name: 'Men', quantity: 4 }];
  const task = (id: string, more: object) =>
    aWireTask(id, {
      start: '2026-11-09',
      finish: '2026-12-18',
      location: { id, name: id },
      ...ready,
      ...more,
    });
  const reader = tasksReader([
    task('slow', { labour: [] }),
    task('quick', { labour: friday === fridays[1] || friday === fridays[3] ? [] : men }),
  ]);
  const parts = someParts({ store, now });
  await deliverJob(
    aJob({ runId: runId(`${friday}T14:00:00Z`), window: weekAfter(friday), audiences: [] }),
    someParts({
      ...parts,
      pull: ({ window, rules, pull }) =>
        pullTasks(reader, { window, filters: rules.filters, ...pull, instant: now().toString() }),
      render: (lookahead, options) => {
        rendered.push(lookahead);
        return parts.render(lookahead, options);
      },
    }),
  );
  return rendered[0];
}

const openIn = (lookahead: Lookahead | undefined) =>
  Object.fromEntries(
    [...(lookahead?.readiness.openSince ?? [])].map(([id, { dataDate }]) => [
      id,
      dataDate.instant.slice(0, 10),
    ]),
  );

test('a task is open since the first of the issues, without a gap, that said it was not ready', async () => {
  const store = createMemoryStore();
  const seen: Record<string, string>[] = [];
  for (const friday of fridays) seen.push(openIn(await deliverOn(store, friday)));
  expect(seen).toEqual([
    {},
    { slow: '2026-11-06' },
    { slow: '2026-11-06', quick: '2026-11-13' },
    { slow: '2026-11-06' },
  ]);
});

test('an issue of an earlier release, which did not store it, is read as one that named no task', async () => {
  const store = createMemoryStore();
  for (const friday of fridays.slice(0, 2)) await deliverOn(store, friday);
  for (const key of await store.list('issues/riverside/weekly/2026-11-16')) {
    if (!key.endsWith('/issue.json')) continue;
    const issue = JSON.stringify(jsonOf(store.objects.get(key)));
    const older = issue.replace(/,"notReady":\[[^\]]*\]/, '');
    expect(older).not.toBe(issue);
    store.objects.set(key, new TextEncoder().encode(older));
  }
  expect(openIn(await deliverOn(store, '2026-11-20'))).toEqual({});
});
