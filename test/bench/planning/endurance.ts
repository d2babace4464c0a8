/** What the planning server keeps up with: many projects, versions that arrive, imports that are killed. */
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { taskFields } from '../../../functions/planning/contract/tasks-query.ts';
import { versionStore } from '../../../functions/planning-server/versions/version-store.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import {
  anArchiveOfVersions,
  readWhileVersionsArrive,
  type Step,
} from '../../support/planning/interleaving.ts';
import { planningService } from '../../support/planning/planning-service.ts';
import { connections, loadOf, percentile } from './load.ts';
import {
  copyProject,
  copyVersion,
  emptyFolder,
  importSample,
  type Service,
  serveFolder,
  startImport,
  tasksOf,
} from './served-folder.ts';

const allFields = `fields=${taskFields.join(',')}`;

/** Megabytes after a page of each of so many projects, twice. */
export async function memoryOf(projects: number, tasks: number): Promise<number> {
  const folder = emptyFolder();
  await importSample(folder, 'sample', tasks);
  const paths = copyProject(folder, 'sample', projects).map((id) => `${tasksOf(id)}?${allFields}`);
  const service = await serveFolder(folder);
  await loadOf(service, [...paths, ...paths], 4);
  const megabytes = service.memory();
  await service.stop();
  rmSync(folder, { recursive: true });
  return megabytes;
}

/** The longest answer, in milliseconds, of one project while a version of another is imported and then fetched. */
export async function stall(folder: string, service: Service, tasks: number) {
  const small = `${tasksOf('small')}?limit=10`;
  const open = connections(service, 2);
  let isOver = false;
  const times: number[] = [];
  const reading = (async () => {
    while (!isOver) times.push((await open.get(small)).ms);
  })();
  const { ended } = startImport(folder, 'other', tasks);
  const asking = (async () => {
    while (!isOver) {
      await open.get(`${tasksOf('other')}?limit=10`);
      await wait(200);
    }
  })();
  await ended;
  copyVersion(folder, 'other', 'other', 2);
  await wait(3_000);
  isOver = true;
  await Promise.all([reading, asking]);
  open.close();
  return { longest: Math.max(...times), p99: percentile(times, 0.99) };
}

/** Readings that were of several versions, or not whole, in so many random orders of pages and arrivals. */
export async function interleavings(count: number) {
  const { objects } = await anArchiveOfVersions(5);
  const folder = emptyFolder();
  let [mixed, missed, seed] = [0, 0, 1];
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let run = 0; run < count; run += 1) {
    const archive = createMemoryStore();
    const arrive = (version: number) => {
      for (const [key, bytes] of objects) if (key.includes(`/${version}.`)) archive.objects.set(key, bytes);
    };
    arrive(1);
    const own = `${folder}/${run}`;
    mkdirSync(own);
    const store = versionStore({ archive, folder: own, maxBytes: 1e9, maxOpen: 2, maxAge: 0, now: () => 0 });
    const arrivals = new Set([draw(40), draw(40), draw(40), draw(40)]);
    const steps = Array.from(
      { length: 40 },
      (_, at): Step => (arrivals.has(at) ? 'arrive' : (([0, 1, 2] as const)[draw(3)] ?? 0)),
    );
    const faults = await readWhileVersionsArrive(planningService([], { store }), arrive, {
      steps,
      limit: 1 + draw(12),
    });
    mixed += faults.mixed;
    missed += faults.missed;
    rmSync(own, { recursive: true });
  }
  return { mixed, missed };
}

/** Kills an import at so many moments. @returns how often the version before was not served whole afterwards */
export async function kills(folder: string, service: Service, count: number): Promise<number> {
  await importSample(folder, 'killed', 3_000);
  let faults = 0;
  for (let kill = 0; kill < count; kill += 1) {
    const { child, generated, ended } = startImport(folder, 'killed', 3_000, [2, 99]);
    await generated;
    await wait(kill * 40);
    child.kill('SIGKILL');
    await ended;
    const { perSecond } = await loadOf(service, [tasksOf('killed')], 1).catch(() => ({ perSecond: 0 }));
    if (perSecond === 0) faults += 1;
  }
  return faults;
}
