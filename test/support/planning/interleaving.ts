/** Readers that page through a project while newer versions of it arrive. */
import type { ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aPlanningProject } from '../builders/a-planning-project.ts';
import { aVersionOrigin } from '../builders/a-version-origin.ts';
import { createMemoryStore, type MemoryStore } from '../memory-store.ts';
import type { planningService } from './planning-service.ts';

/** The next step: a newer version arrives, or this reader asks for its next page. */
export type ArrivalStep = 'arrive' | 0 | 1 | 2;

/**
 * Version n, counted from 1. It has 25 of 30 tasks, not the same ones as the version before, each named after the
 * version: `v2`.
 */
function versionOfThirty(n: number): ProjectData {
  const ids = Array.from({ length: 30 }, (_, at) => `t${at + 10}`).filter(
    (_, at) => (at * 7 + n * 5) % 6 > 0,
  );
  return aPlanningProject({ tasks: ids.map((id) => ({ id, name: `v${n}` })) });
}

/** An archive with `count` versions made by `versionOfThirty`. */
export async function anArchiveOfVersions(count: number): Promise<MemoryStore> {
  const archive = createMemoryStore();
  for (let n = 1; n <= count; n++) await writeVersion(archive, versionOfThirty(n), aVersionOrigin());
  return archive;
}

export type ArrivalFaults = { readonly mixed: number; readonly missed: number };

/**
 * @param arrive makes the version with this number the current one
 * @returns number of readings that mixed versions, and of those that did not have exactly the tasks of their version
 */
export async function readWhileVersionsArrive(
  { page }: Pick<ReturnType<typeof planningService>, 'page'>,
  arrive: (version: number) => Promise<void> | void,
  { steps, limit }: { readonly steps: readonly ArrivalStep[]; readonly limit: number },
): Promise<ArrivalFaults> {
  let [current, mixed, missed] = [1, 0, 0];
  const readers = [0, 1, 2].map(() => ({
    next: '',
    began: 0,
    ids: [] as string[],
    names: new Set<unknown>(),
  }));
  const first = `/gb/v1/projects/tower/tasks?limit=${limit}`;

  async function step(reader: (typeof readers)[number]): Promise<void> {
    if (reader.next === '') Object.assign(reader, { next: first, began: current, ids: [], names: new Set() });
    const { results, paging } = await page(reader.next);
    for (const { id, name } of results) {
      reader.ids.push(id);
      reader.names.add(name);
    }
    reader.next = paging.next?.link ?? '';
    if (reader.next !== '') return;
    const expected = versionOfThirty(reader.began).collections.tasks.map(({ id }) => id);
    if (reader.names.size !== 1 || !reader.names.has(`v${reader.began}`)) mixed += 1;
    if (reader.ids.join() !== expected.join()) missed += 1;
  }

  for (const each of steps) {
    if (each === 'arrive') {
      current += 1;
      await arrive(current);
    } else if (readers[each]) await step(readers[each]);
  }
  for (const reader of readers) while (reader.next !== '') await step(reader);
  return { mixed, missed };
}
