import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../functions/planning/contract/resources.ts';
import { directoryStore } from '../../../functions/planning-server/stores/directory-store.ts';
import { listProjects, writeProject } from '../../../functions/planning-server/stores/project-directories.ts';
import type { PlanningStore, ProjectReference } from '../../../functions/planning-server/stores/store.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { planningService } from '../../support/planning/planning-service.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'planning-'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

const tower = { region: 'gb', projectId: 'tower' } as const;
const tasksFile = () => join(root, 'gb', 'tower', 'tasks.json');

async function written(...ids: string[]) {
  await writeProject(root, aPlanningProject({ tasks: ids.map((id) => ({ id })) }));
}

function service(errors: unknown[] = []) {
  return planningService([], { store: directoryStore(root), onError: (error) => errors.push(error) });
}

/** The answer of a store for a whole collection of the tower. */
async function itemsOf(store: PlanningStore, collection: Collection, project: ProjectReference = tower) {
  const version = await store.open(project);
  const page = version?.page({ collection, query: {}, from: 0, limit: 1_000 });
  return JSON.parse(new TextDecoder().decode(page?.body('[', ']')));
}

describe('a project written to a directory', () => {
  it('is read back unchanged, with its name and time zone', async () => {
    const project = aPlanningProject({ tasks: [{ id: 'a', name: 'Söhne › 🏗' }], users: [{ id: 'u' }] });
    await writeProject(root, project);
    const store = directoryStore(root);
    expect((await store.open(tower))?.description).toEqual({ name: 'Tower', timeZone: 'Europe/London' });
    expect(await itemsOf(store, 'tasks')).toEqual([{ id: 'a', name: 'Söhne › 🏗' }]);
    expect(await itemsOf(store, 'users')).toEqual([{ id: 'u' }]);
    expect(await listProjects(root, () => {})).toEqual([
      { ...tower, name: 'Tower', timeZone: 'Europe/London' },
    ]);
  });

  it('is for its owner alone', async () => {
    await written('a');
    const modes = await Promise.all(
      [join(root, 'gb'), join(root, 'gb', 'tower'), tasksFile()].map((path) => stat(path)),
    );
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600']);
  });

  it('leaves no half-written file behind', async () => {
    await written('a');
    expect((await readdir(join(root, 'gb', 'tower'))).sort()).toEqual([
      'calendars.json',
      'folders.json',
      'locations.json',
      'packages.json',
      'project.json',
      'subcontractors.json',
      'tasks.json',
      'users.json',
    ]);
  });

  it('is read once, and again as another version when a file has changed', async () => {
    await written('a');
    const store = directoryStore(root);
    const first = await store.open(tower);
    expect(await store.open(tower)).toBe(first);
    await written('a', 'b');
    expect(await itemsOf(store, 'tasks')).toEqual([{ id: 'a' }, { id: 'b' }]);
    const same = (await readFile(tasksFile(), 'utf8')).replace('"b"', '"c"');
    await writeFile(tasksFile(), same);
    await utimes(tasksFile(), 1, 1);
    expect(await itemsOf(store, 'tasks')).toEqual([{ id: 'a' }, { id: 'c' }]);
    expect(await store.open(tower, first?.version)).toBe(first);
  });

  it('has the same version label in every process, for as long as its files say the same', async () => {
    await written('a');
    const label = async () => (await directoryStore(root).open(tower))?.version;
    const before = await label();
    await utimes(tasksFile(), 1, 1);
    expect(await label()).toBe(before);
    await written('a', 'b');
    expect(await label()).not.toBe(before);
  });

  it('may hold an envelope instead of an array, and no description', async () => {
    const directory = join(root, 'au', 'quay');
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'users.json'), '{"paging":{"next":null},"results":[{"id":"u"}]}');
    const store = directoryStore(root);
    const quay = { region: 'au', projectId: 'quay' } as const;
    expect((await store.open(quay))?.description).toEqual({ name: 'quay', timeZone: 'Australia/Sydney' });
    expect(await itemsOf(store, 'users', quay)).toEqual([{ id: 'u' }]);
  });
});

describe('broken data', () => {
  it.each([
    ['not JSON', '[{"id":', 'the file is not valid JSON'],
    [
      'neither array nor envelope',
      '{"items":[]}',
      'expected an array of objects, or an object with them as results',
    ],
    [
      'an item that is not an object',
      '["a"]',
      'expected an array of objects, or an object with them as results',
    ],
  ])('%s is 500 to the caller and reported to the operator', async (_what, text, message) => {
    await written('a');
    await writeFile(tasksFile(), text);
    const errors: unknown[] = [];
    const { status, body } = await service(errors).answer('/gb/v1/projects/tower/tasks');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain(root);
    expect(errors).toEqual([
      expect.objectContaining({ name: 'StoredDataError', message: expect.stringContaining(message) }),
    ]);
  });

  it('a half-written file leaves the last good one served', async () => {
    await written('a', 'b');
    const store = directoryStore(root);
    const { ids, page } = planningService([], { store });
    const first = await page('/gb/v1/projects/tower/tasks?limit=1');
    await writeFile(tasksFile(), '[{"id":');
    expect(await ids('/gb/v1/projects/tower/tasks')).toEqual(['a', 'b']);
    expect(await ids(first.paging.next?.link ?? '')).toEqual(['b']);
    expect(store.problems()).toEqual([{ source: tasksFile(), problem: 'the file is not valid JSON' }]);
    await written('c');
    expect(await ids('/gb/v1/projects/tower/tasks')).toEqual(['c']);
    expect(store.problems()).toEqual([]);
  });

  it('items that are wrong are left out and listed, and the others are served', async () => {
    await written('a');
    const store = directoryStore(root);
    await writeFile(
      tasksFile(),
      '[{"id":"a"},{"name":"x"},{"id":"b","duration":"long"},{"id":"a"},{"id":"c"}]',
    );
    expect(await itemsOf(store, 'tasks')).toEqual([{ id: 'a' }, { id: 'c' }]);
    const source = 'gb/tower/tasks';
    expect(store.problems()).toEqual([
      { source, problem: expect.stringMatching(/^item 2, id: .*expected string/) },
      { source, problem: expect.stringMatching(/^item 3, duration: .*expected number/) },
      { source, problem: 'item 4: an earlier item has the same id, "a"' },
    ]);
  });

  it('of more than a hundred wrong items, the others are counted', async () => {
    await writeProject(root, aPlanningProject({ users: Array.from({ length: 130 }, () => ({ name: 'x' })) }));
    const store = directoryStore(root);
    await store.open(tower);
    expect(store.problems()).toHaveLength(101);
    expect(store.problems().at(-1)?.problem).toBe('30 more items are wrong');
  });

  it('a missing file is reported with the remedy', async () => {
    await written('a');
    await rm(tasksFile());
    const errors: unknown[] = [];
    expect((await service(errors).answer('/gb/v1/projects/tower/tasks')).status).toBe(500);
    expect(String(errors[0])).toContain(
      'tasks.json: the file is missing. Create it; `[]` is an empty collection.',
    );
  });

  it('is read again once it has been corrected', async () => {
    await written('a');
    await writeFile(tasksFile(), '[{"id":');
    const { answer, ids } = service();
    expect((await answer('/gb/v1/projects/tower/tasks')).status).toBe(500);
    await written('a', 'b');
    expect(await ids('/gb/v1/projects/tower/tasks')).toEqual(['a', 'b']);
  });

  it('a time zone that does not exist is reported', async () => {
    await written('a');
    await writeFile(join(root, 'gb', 'tower', 'project.json'), '{"timeZone":"Mars/Olympus"}');
    await expect(directoryStore(root).open(tower)).rejects.toThrow(
      /project\.json: timeZone: not a known time zone/,
    );
  });
});

describe('ids that lead out of the root', () => {
  it.each([
    '..%2Fgb%2Ftower',
    '..',
    '.',
    '%2e%2e%2Fgb%2Ftower',
    'tower%2F..%2Ftower',
    'tower%00',
    '%5C..%5Ctower',
    '.hidden',
  ])('%s is not a project', async (projectId) => {
    await written('a');
    const response = await service().get(`/gb/v1/projects/${projectId}/tasks`);
    expect(response.status).toBe(404);
  });

  it('are not written either', async () => {
    await expect(writeProject(root, aPlanningProject({}, { projectId: '../tower' }))).rejects.toThrow(
      /cannot name a directory/,
    );
  });
});

it('reports a root that does not exist', async () => {
  await expect(listProjects(join(root, 'none'), () => {})).rejects.toThrow(/the directory does not exist/);
});
