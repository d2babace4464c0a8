import { mkdtempSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ArchiveError, type ObjectStore } from '#archive/object-store.ts';
import { listVersionedProjects } from '#planning-server/versions/manifest.ts';
import type { PlanningStore, ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aVersionStore } from '../../support/planning/a-version-store.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const tower = { region: 'gb', projectId: 'tower' } as const;
const tasks = '/gb/v1/projects/tower/tasks';
const project = (...ids: readonly string[]) => aPlanningProject({ tasks: ids.map((id) => ({ id })) });

function write(archive: ObjectStore, data: ProjectData) {
  return writeVersion(archive, data, aVersionOrigin());
}

function serviceOver(store: PlanningStore) {
  return planningService([], { store });
}

function aDatabaseOfAnotherRelease(): Uint8Array {
  const path = join(mkdtempSync(join(tmpdir(), 'lookahead-')), 'version.sqlite');
  const database = new DatabaseSync(path);
  database.exec('pragma user_version = 1; create table task (position integer primary key)');
  database.close();
  return zstdCompressSync(readFileSync(path));
}

const databaseOf = (version: number) => `programmes/gb/tower/${version}.sqlite.zst`;

describe('the current version', () => {
  it('is the newest one, as soon as there is one', async () => {
    const archive = createMemoryStore();
    const { store } = await aVersionStore(archive);
    const { answer, ids } = serviceOver(store);
    expect((await answer(tasks)).status).toBe(404);
    await write(archive, project('a'));
    expect(await ids(tasks)).toEqual(['a']);
    await write(archive, project('b'));
    expect(await ids(tasks)).toEqual(['b']);
    expect((await store.open(tower))?.version).toBe('2');
  });

  it('is served if another release wrote the rest of its manifest differently', async () => {
    const archive = createMemoryStore();
    const { store } = await aVersionStore(archive);
    const manifest = await write(archive, project('a'));
    const other = { ...manifest, changes: undefined, rejected: { rows: [] }, importedBy: 'the site office' };
    const bytes = Buffer.from(JSON.stringify(other));
    archive.objects.set('programmes/gb/tower/1.json', bytes);
    expect(await serviceOver(store).ids(tasks)).toEqual(['a']);
    expect(await listVersionedProjects(archive, () => {})).toEqual([
      { ...tower, name: 'Tower', timeZone: 'Europe/London' },
    ]);
  });

  it('is the last readable one if the manifests of newer ones are damaged, each of which is reported once', async () => {
    const archive = createMemoryStore();
    for (const id of ['a', 'b', 'c', 'd', 'e']) await write(archive, project(id));
    const damaged = [5, 4, 3, 2].map((number) => `programmes/gb/tower/${number}.json`);
    for (const key of damaged) archive.objects.set(key, Buffer.from('{"project":'));
    const heard: string[] = [];
    const { store } = await aVersionStore(archive, { onError: ({ source }) => heard.push(source) });
    expect(await serviceOver(store).ids(tasks)).toEqual(['a']);
    expect(await serviceOver(store).ids(tasks)).toEqual(['a']);
    expect(heard).toEqual(damaged);
    expect(store.problems().map(({ source }) => source)).toEqual(damaged);
  });

  it('describes its project in the list, which leaves out a project without a readable version', async () => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    await write(archive, project('b'));
    await write(archive, { ...project('c'), projectId: 'quay' });
    for (const key of ['gb/tower/2', 'gb/quay/1'])
      archive.objects.set(`programmes/${key}.json`, Buffer.from(''));
    const heard: string[] = [];
    expect(await listVersionedProjects(archive, ({ source }) => heard.push(source))).toEqual([
      { ...tower, name: 'Tower', timeZone: 'Europe/London' },
    ]);
    expect(heard.sort()).toEqual(['programmes/gb/quay/1.json', 'programmes/gb/tower/2.json']);
  });

  it('is looked up again when its cache time is over, and not before', async () => {
    const archive = createMemoryStore();
    let time = 0;
    const { store } = await aVersionStore(archive, { maxAgeMs: 5_000, now: () => time });
    await write(archive, project('a'));
    const label = async () => (await store.open(tower))?.version;
    expect(await label()).toBe('1');
    await write(archive, project('b'));
    time = 4_999;
    expect(await label()).toBe('1');
    time = 5_000;
    expect(await label()).toBe('2');
  });

  it('is fetched once for many requests at the same time', async () => {
    const archive = createMemoryStore();
    const gets: string[] = [];
    const record = (key: string) => {
      gets.push(key);
      return archive.get(key);
    };
    const counting: ObjectStore = { ...archive, get: record };
    await write(archive, project('a'));
    const { store } = await aVersionStore(counting, { maxAgeMs: 1 });
    const { ids } = serviceOver(store);
    await Promise.all(Array.from({ length: 20 }, () => ids(tasks)));
    expect(gets).toEqual(['programmes/gb/tower/1.json', databaseOf(1)]);
  });

  it.each(['..', 'a%2Fb', '.x', 'nobody', 'tower%00'])(
    'does not exist for the project id %s',
    async (projectId) => {
      const archive = createMemoryStore();
      await write(archive, project('a'));
      const { store } = await aVersionStore(archive);
      expect((await serviceOver(store).answer(`/gb/v1/projects/${projectId}/tasks`)).status).toBe(404);
    },
  );
});

it('a newer version is looked for before requests would have to wait for it', async () => {
  const archive = createMemoryStore();
  await write(archive, project('a'));
  const clock = { now: 0 };
  const silent: ObjectStore = {
    ...archive,
    list: (prefix) => (clock.now < 1_000 ? archive.list(prefix) : new Promise(() => {})),
  };
  const { store } = await aVersionStore(silent, { maxAgeMs: 1_000, now: () => clock.now });
  const { ids } = serviceOver(store);
  await ids(tasks);
  await write(archive, project('b'));
  clock.now = 600;
  await expect.poll(() => ids(tasks)).toEqual(['b']);
  clock.now = 1_050;
  expect(await ids(tasks)).toEqual(['b']);
});

describe('an older version', () => {
  it('still answers a cursor that it issued, and can be opened by its label', async () => {
    const archive = createMemoryStore();
    await write(archive, project('a', 'b', 'c'));
    const { store } = await aVersionStore(archive);
    const { page, ids } = serviceOver(store);
    const first = await page(`${tasks}?limit=1`);
    for (let more = 0; more < 5; more++) await write(archive, project('x', 'y', 'z'));
    expect(await ids(`${tasks}?limit=2&after=${first.paging.next?.after}`)).toEqual(['b', 'c']);
    expect((await store.open(tower, '3'))?.version).toBe('3');
  });

  it.each(['0', '7', '-1', '1e0', '01', 'x', ''])('does not exist with the label "%s"', async (label) => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    const { store } = await aVersionStore(archive);
    expect(await store.open(tower, label)).toBeUndefined();
  });
});

describe('the last version that can be read is served', () => {
  it('while the archive cannot be read', async () => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    let isDown = false;
    const failure = new ArchiveError('Cannot list the bucket', {
      kind: 'retryable',
      remedy: 'Wait.',
      key: 'programmes/',
      code: 'ECONNRESET',
    });
    const shaky: ObjectStore = {
      ...archive,
      list: (prefix) => (isDown ? Promise.reject(failure) : archive.list(prefix)),
    };
    const { store } = await aVersionStore(shaky);
    const { ids } = serviceOver(store);
    await ids(tasks);
    isDown = true;
    expect(await ids(tasks)).toEqual(['a']);
    expect(store.problems()).toEqual([
      { source: databaseOf(1), problem: 'no newer version can be read: Cannot list the bucket. Wait.' },
    ]);
    isDown = false;
    await write(archive, project('b'));
    expect(await ids(tasks)).toEqual(['b']);
    expect(store.problems()).toEqual([]);
  });

  it('when the newest one is damaged, even if the process has just started', async () => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    await write(archive, project('b'));
    archive.objects.set(databaseOf(2), Buffer.from('half of it'));
    const { store } = await aVersionStore(archive);
    expect(await serviceOver(store).ids(tasks)).toEqual(['a']);
    expect(store.problems()).toEqual([{ source: databaseOf(2), problem: 'the object is damaged' }]);
    await write(archive, project('c'));
    expect(await serviceOver(store).ids(tasks)).toEqual(['c']);
  });

  it('when the newest one has the format of another release, which is named', async () => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    await write(archive, project('b'));
    archive.objects.set(databaseOf(2), aDatabaseOfAnotherRelease());
    const { store } = await aVersionStore(archive);
    expect(await serviceOver(store).ids(tasks)).toEqual(['a']);
    expect(store.problems()).toEqual([
      { source: databaseOf(2), problem: 'its format is 1, and this release reads format 3' },
    ]);
    await expect(store.open(tower, '2')).rejects.toThrow('Import the programme again.');
  });

  it.each([
    [
      'no database',
      Buffer.from('a text that is long enough to be more than the head of a database'.repeat(4)),
    ],
    ['empty', new Uint8Array()],
  ])('when the object of the newest one is undamaged, but %s', async (_what, content) => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    await write(archive, project('b'));
    archive.objects.set(databaseOf(2), zstdCompressSync(content));
    const { store } = await aVersionStore(archive);
    expect(await serviceOver(store).ids(tasks)).toEqual(['a']);
    await expect(store.open(tower, '2')).rejects.toThrow(
      /^programmes\/gb\/tower\/2\.sqlite\.zst: .*\. Import the programme again\.$/,
    );
  });

  it('for other projects, when all versions of one project have the format of another release', async () => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    await write(archive, { ...project('b'), projectId: 'quay' });
    archive.objects.set(databaseOf(1), aDatabaseOfAnotherRelease());
    const { store } = await aVersionStore(archive);
    const { answer, ids } = serviceOver(store);
    expect((await answer(tasks)).status).toBe(500);
    expect(await ids('/gb/v1/projects/quay/tasks')).toEqual(['b']);
    await write(archive, project('c'));
    expect(await ids(tasks)).toEqual(['c']);
  });

  it('but not if the newest three are damaged, even if an older one is readable', async () => {
    const archive = createMemoryStore();
    for (const id of ['a', 'b', 'c', 'd']) await write(archive, project(id));
    for (const number of [2, 3, 4]) archive.objects.set(databaseOf(number), Buffer.from('half of it'));
    const { store } = await aVersionStore(archive);
    await expect(store.open(tower)).rejects.toThrow(`${databaseOf(4)}: the object is damaged`);
    await write(archive, project('e'));
    expect((await store.open(tower))?.version).toBe('5');
  });

  it('and if none can be read, the caller gets 500 and the operator the reason', async () => {
    const archive = createMemoryStore();
    await write(archive, project('a'));
    archive.objects.delete(databaseOf(1));
    const { store } = await aVersionStore(archive);
    const told: unknown[] = [];
    const { answer } = planningService([], { store, onError: (error) => told.push(String(error)) });
    expect((await answer(tasks)).status).toBe(500);
    expect(told).toEqual([
      expect.stringContaining(`${databaseOf(1)}: the archive has no such object. Import`),
    ]);
  });
});

describe('the temporary folder', () => {
  const ids = ['p1', 'p2', 'p3', 'p4'];
  async function fourProjects() {
    const archive = createMemoryStore();
    for (const projectId of ids) {
      await write(archive, aPlanningProject({ tasks: [{ id: projectId }] }, { projectId }));
    }
    return archive;
  }
  const pathOf = (projectId: string) => `/gb/v1/projects/${projectId}/tasks`;

  it('keeps the most recently used files while there is room, and fetches the others again', async () => {
    let time = 0;
    const { store, folder } = await aVersionStore(await fourProjects(), {
      maxBytes: 300_000,
      now: () => time,
    });
    const service = serviceOver(store);
    for (const projectId of [...ids, ...ids]) {
      time += 61_000;
      expect(await service.ids(pathOf(projectId))).toEqual([projectId]);
      expect((await readdir(folder)).length).toBeLessThanOrEqual(3);
    }
  });

  it('keeps a file that a request may be reading, even if there is no room', async () => {
    const { store, folder } = await aVersionStore(await fourProjects(), { maxBytes: 1 });
    const service = serviceOver(store);
    for (const projectId of [...ids, ...ids]) await service.ids(pathOf(projectId));
    expect(await readdir(folder)).toHaveLength(4);
  });

  it('has few files open at a time, and answers from all of them', async () => {
    const { store } = await aVersionStore(await fourProjects(), { maxOpen: 2 });
    const versions = await Promise.all(ids.map((projectId) => store.open({ region: 'gb', projectId })));
    const texts = versions.map((version) =>
      new TextDecoder().decode(
        version?.page({ collection: 'tasks', query: {}, from: 0, limit: 1 }).body('[', ']'),
      ),
    );
    expect(texts).toEqual(ids.map((id) => `[{"id":"${id}"}]`));
  });
});
