import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { interpretPull } from '#lookahead/tasks/read-task.ts';
import { recordFirstPlanned } from '#runs/store/first-planned.ts';
import { aPull } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const london = { timeZone: 'Europe/London' };
const pullOf = (...tasks: TaskProperties[]) => interpretPull(aPull(tasks.map(aReadyTask)), london);
const tower = { project: 'tower', isRecorded: true };

async function firstOf(
  store: ReturnType<typeof createMemoryStore>,
  pull: ReturnType<typeof pullOf>,
  of = tower,
) {
  const { firstPlanned, warnings } = await recordFirstPlanned(store, pull, of);
  const dates = Array.from(firstPlanned, ([id, { finish }]) => `${id} ${formatDay(finish)}`);
  return [...dates, ...warnings];
}

describe('the dates first planned for the tasks of a project', () => {
  it('are those of the first pull that contained the task, whatever report it was for', async () => {
    const store = createMemoryStore();
    expect(await firstOf(store, pullOf({ id: 'a', finish: '2026-11-26' }))).toEqual(['a 2026-11-26']);
    const later = pullOf({ id: 'a', finish: '2026-11-30' }, { id: 'b', finish: '2026-11-27' });
    expect(await firstOf(store, later)).toEqual(['a 2026-11-26', 'b 2026-11-27']);
    // A pull that lacks tasks does not remove their dates.
    expect(await firstOf(store, pullOf({ id: 'c' }))).toEqual(['c 2026-11-26']);
    expect(await firstOf(store, later)).toEqual(['a 2026-11-26', 'b 2026-11-27']);
    expect(await firstOf(store, later, { ...tower, project: 'other' })).toEqual([
      'a 2026-11-30',
      'b 2026-11-27',
    ]);
  });

  it('are not written if a pull has nothing new, or if the run makes no issue', async () => {
    const store = createMemoryStore();
    await firstOf(store, pullOf({ id: 'a' }));
    await firstOf(store, pullOf({ id: 'a', finish: '2026-11-27' }));
    await firstOf(store, pullOf({ id: 'b' }), { ...tower, isRecorded: false });
    expect(await store.list('')).toEqual(['first-planned/tower/000001.json.gz']);
  });

  it('are kept for both of two simultaneous pulls', async () => {
    const store = createMemoryStore();
    await Promise.all([firstOf(store, pullOf({ id: 'a' })), firstOf(store, pullOf({ id: 'b' }))]);
    const later = pullOf({ id: 'a', finish: '2026-12-01' }, { id: 'b', finish: '2026-12-01' });
    expect(await firstOf(store, later)).toEqual(['a 2026-11-26', 'b 2026-11-26']);
  });

  it('come from the previous record, with a warning, if the last one is damaged', async () => {
    const store = createMemoryStore();
    await firstOf(store, pullOf({ id: 'a' }));
    await store.putOnce('first-planned/tower/000002.json.gz', new Uint8Array([1]), 'application/gzip');
    expect(await firstOf(store, pullOf({ id: 'a', finish: '2026-11-27' }))).toEqual([
      'a 2026-11-26',
      expect.stringContaining('first-planned/tower/000002.json.gz cannot be read'),
    ]);
  });
});
