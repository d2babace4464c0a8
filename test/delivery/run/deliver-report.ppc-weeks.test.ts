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

/** Delivers the report of a Friday; the task of Pile Co is planned from then on, and that of Form Co has started. */
async function deliverOn(store: MemoryStore, friday: string, rendered: Lookahead[] = []): Promise<void> {
  const { now } = aClock(`${friday}T14:00:05Z`);
  const task = (id: string, status: string) =>
    aWireTask(id, {
      start: '2026-11-09',
      finish: '2026-12-18',
      status,
      subcontractor: { id, name: `${id} Co` },
    });
  const reader = tasksReader([task('s1', 'planned'), task('s2', 'started')]);
  const parts = someParts({ store, now });
  await deliverJob(
    aJob({ runId: runId(`${friday}T14:00:00Z`), window: weekAfter(friday) }),
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
}

const weeksOf = (lookahead: Lookahead | undefined) =>
  lookahead?.ppcWeeks.map(({ week, taskDay }) => [week.first - weekAfter('2026-11-13').first, taskDay]);

test('a report shows the PPC that earlier ones measured, of its own audience', async () => {
  const store = createMemoryStore();
  const last: Lookahead[] = [];
  for (const friday of fridays) await deliverOn(store, friday, friday === fridays.at(-1) ? last : []);
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

test('an issue without a measured PPC, as of an earlier release, leaves its week open', async () => {
  const store = createMemoryStore();
  for (const friday of fridays.slice(0, 3)) await deliverOn(store, friday);
  for (const key of await store.list('issues/riverside/weekly/2026-11-23')) {
    if (!key.endsWith('/issue.json')) continue;
    const issue = JSON.stringify(jsonOf(store.objects.get(key)));
    const older = issue.replaceAll(/,"ppc":\{"week":\{[^}]*\},"taskDay":[\d.]+\}/g, '');
    expect(older).not.toBe(issue);
    store.objects.set(key, new TextEncoder().encode(older));
  }
  const last: Lookahead[] = [];
  await deliverOn(store, '2026-11-27', last);
  expect(weeksOf(last[0])).toEqual([
    [-7, 0.5],
    [0, undefined],
    [7, 0.5],
  ]);
});
