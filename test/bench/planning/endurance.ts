/** The planning server under load: many projects, versions that arrive, imports that are killed. */
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createDirectoryStore } from '#archive/directory.ts';
import { createKeyManagementContext } from '#commands/planning/keys.ts';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { createKey, revokeKey } from '#planning-server/keys/manage-keys.ts';
import { randomStream } from '#planning-server/sample/random.ts';
import { createVersionStore } from '#planning-server/versions/open-versions.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { drawRequest, sendForStatus } from '../../support/planning/draw-request.ts';
import {
  type ArrivalStep,
  anArchiveOfVersions,
  readWhileVersionsArrive,
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

/** Memory of the server in megabytes, after a page of each project has been requested twice. */
export async function memoryMegabytes(projects: number, tasks: number): Promise<number> {
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

/**
 * The longest duration of an answer for the project `small` and the 99th percentile, in milliseconds, while versions of
 * another project are imported and read.
 */
export async function longestAnswerMs(folder: string, service: Service, tasks: number) {
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
  await copyVersion(folder, 'other', 2);
  await wait(3_000);
  isOver = true;
  await Promise.all([reading, asking]);
  open.close();
  return { longest: Math.max(...times), p99: percentile(times, 0.99) };
}

/** Counts readings that mixed versions or missed tasks, in `count` random orders of pages and arrivals. */
export async function countTornReadings(count: number) {
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
    const store = createVersionStore({
      archive,
      folder: own,
      maxBytes: 1e9,
      maxOpen: 2,
      maxAgeMs: 0,
      now: () => 0,
      onError: () => {},
    });
    const arrivals = new Set([draw(40), draw(40), draw(40), draw(40)]);
    const steps = Array.from(
      { length: 40 },
      (_, at): ArrivalStep => (arrivals.has(at) ? 'arrive' : (([0, 1, 2] as const)[draw(3)] ?? 0)),
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

/** Kills an import at `count` moments, 40 ms apart. @returns how often no complete version could be read afterwards */
export async function countBrokenAfterKills(
  folder: string,
  service: Service,
  count: number,
): Promise<number> {
  await importSample(folder, 'killed', tasksOfKilled);
  let faults = 0;
  for (let kill = 0; kill < count; kill += 1) {
    const { child, generated, ended } = startImport(folder, 'killed', tasksOfKilled, [2, 99]);
    await generated;
    await wait(kill * 40);
    child.kill('SIGKILL');
    await ended;
    const { tasks, versions } = await wholeReading(service, 'killed').catch(() => nothingRead);
    if (tasks !== tasksOfKilled || versions !== 1) faults += 1;
  }
  return faults;
}

const tasksOfKilled = 3_000;
const nothingRead = { tasks: 0, versions: 0 };

/** Number of different tasks on all pages, and of the versions that the pages had. */
async function wholeReading({ url, key }: Service, projectId: string) {
  const ids = new Set<string>();
  const versions = new Set<string | null>();
  let next: string | null = `${url}${tasksOf(projectId)}?limit=1000`;
  while (next !== null) {
    const response: Response = await fetch(next, { headers: { 'X-API-Key': key } });
    const { paging, results } = pageSchema.parse(await response.json());
    for (const { id } of results) ids.add(id);
    versions.add(response.headers.get('planning-version'));
    next = paging.next?.link ?? null;
  }
  return { tasks: ids.size, versions: versions.size };
}

const pageSchema = z.object({
  paging: z.object({ next: z.nullable(z.object({ link: z.string() })) }),
  results: z.array(z.object({ id: z.string() })),
});

/** Seconds for which a key still works after it was revoked. */
export async function secondsUntilRevoked(folder: string, { url }: Service): Promise<number> {
  const services = createKeyManagementContext(createDirectoryStore(folder));
  const key = await createKey(services, { name: 'bench', projects: '*', lifetime: 3_600_000 });
  const open = connections({ url, key: key.text }, 1);
  const asked = () => open.get(`${tasksOf('small')}?limit=1`);
  if ((await asked()).status !== 200) throw new Error('The key was refused before it was revoked.');
  await revokeKey(services, key.id);
  const began = performance.now();
  while ((await asked()).status !== 401) await wait(20);
  open.close();
  return (performance.now() - began) / 1_000;
}

/**
 * Sends `count` random requests of every kind. Counts those that got no answer or a status of 500 or more, and measures
 * how many megabytes the process grew after the first tenth of them.
 */
export async function fuzz(service: Service, count: number) {
  const random = randomStream(14, 'bench');
  const port = Number(new URL(service.url).port);
  let faults = 0;
  let before = 0;
  for (let made = 0; made < count; made += 1) {
    if (made === count / 10) before = service.memory();
    const status = await sendForStatus(port, drawRequest(random, { key: service.key, projectId: 'small' }));
    if (status === undefined || status >= 500) faults += 1;
  }
  return { faults, grown: service.memory() - before };
}
