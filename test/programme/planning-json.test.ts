/** A project as JSON in the form of the Planning Read API, as an import reads and stores it. */
import { describe, expect, it } from 'vitest';
import { collectionNames } from '#planning/contract/resources.ts';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import type { PlanningStore } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { importReportLines } from '#programme/import-result.ts';
import { readPlanningJson } from '#programme/planning-json.ts';
import { aPlanningProject } from '../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { aPlanningStore } from '../support/planning/a-planning-store.ts';
import { aVersionStore } from '../support/planning/a-version-store.ts';
import { xerBytes } from '../support/programmes/an-xer.ts';

const now = '2026-11-22T10:00:00Z';
const tower = { region: 'gb', projectId: 'tower' } as const;

function jsonBytes(content: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(content));
}

function imported(
  archive: ReturnType<typeof createMemoryStore>,
  bytes: Uint8Array,
  options: { readonly name?: string; readonly force?: boolean; readonly mapping?: string } = {},
) {
  const { name = 'plan.json', force = false, mapping } = options;
  const map = mapping === undefined ? undefined : { name: 'map.yaml', text: mapping };
  return importProgramme(
    { file: { name, read: async () => bytes }, mapping: map, project: tower, force, dryRun: false },
    { archive, now },
  );
}

async function served(store: PlanningStore) {
  const version = await store.open(tower);
  return collectionNames.map((collection) => {
    const query = collection === 'tasks' ? { fields: taskFields } : {};
    const page = version?.page({ collection, query, from: 0, limit: 1_000 });
    return JSON.parse(new TextDecoder().decode(page?.body('[', ']')));
  });
}

describe('JSON of the Planning Read API', () => {
  it('is served, once imported, exactly as it was exported', async () => {
    const sample = generateSampleProject({ seed: 3, tasks: 200, ...tower, name: 'Tower' });
    const archive = createMemoryStore();
    await imported(archive, jsonBytes(sample.collections));
    expect(await served((await aVersionStore(archive)).store)).toEqual(
      await served(aPlanningStore([sample])),
    );
  });

  it.each([
    ['an array of tasks', [{ id: 'a' }]],
    ['an answer with its results', { paging: { next: null }, results: [{ id: 'a' }] }],
    ['an object with lists', { tasks: { results: [{ id: 'a' }] }, users: [] }],
  ])('may be %s', (_what, content) => {
    expect(readPlanningJson(jsonBytes(content)).collections.tasks).toEqual([{ id: 'a' }]);
  });

  it('may be UTF-16, as Windows PowerShell writes it', () => {
    const bytes = Buffer.from('\ufeff[{"id":"Söhne"}]', 'utf16le');
    expect(readPlanningJson(bytes).collections.tasks).toEqual([{ id: 'Söhne' }]);
  });

  it('takes the items of missing lists from the tasks that refer to them, each once', () => {
    const task = {
      id: 'a',
      owner: { id: 'u1', displayName: 'Ann' },
      assignedTo: [{ id: 'u2' }, { id: 'u1' }],
      location: { name: 'without an id' },
      folder: null,
      subcontractor: { id: 's' },
    };
    const lists = { tasks: [task, { ...task, id: 'b' }], subcontractors: [{ id: 't' }] };
    const { collections: read, report } = readPlanningJson(jsonBytes(lists));
    expect(read).toMatchObject({
      users: [{ id: 'u1', displayName: 'Ann' }, { id: 'u2' }],
      subcontractors: [{ id: 't' }],
      locations: [],
      folders: [],
    });
    expect(report.counts).toMatchObject({ tasks: 2, users: 2, subcontractors: 1 });
    expect(report.problems).toEqual([]);
  });

  it('lists each item that is left out with its place, property and reason', () => {
    const tasks = [{ id: 'a' }, { name: 'x' }, { id: 'b', duration: 'long' }, { id: 'a' }, 5];
    const { collections: read, report } = readPlanningJson(jsonBytes({ tasks, users: [{ id: 7 }] }));
    expect(read).toMatchObject({ tasks: [{ id: 'a' }], users: [] });
    const texts = report.problems.map(({ kind, text }) => `${kind}: ${text}`);
    expect(texts).toEqual([
      'rejected: tasks, item 2: id: Invalid input: expected string, received undefined',
      'rejected: tasks, item 3 ("b"): duration: Invalid input: expected number, received string',
      'rejected: tasks, item 4 ("a"): an earlier item has the same id',
      'rejected: tasks, item 5: itself: Invalid input: expected object, received number',
      'rejected: users, item 1: id: Invalid input: expected string, received number',
    ]);
  });

  it.each([
    ['is not JSON', '[{"id":', 'the file is not valid JSON. Export it again, whole.'],
    ['has no tasks', '{"users":[]}', 'there is no list of tasks. Give an array, or an answer of the service'],
    ['is a text', '"tasks"', 'there is no list of tasks. '],
    ['has a list of another shape', '{"tasks":[{"id":"a"}],"users":{}}', 'there is no list of users. '],
    [
      'is one page of several',
      '{"paging":{"next":{"after":"x"}},"results":[{"id":"a"}]}',
      'the tasks are one page of several (paging.next). Put all pages into one array.',
    ],
    ['has an empty list of tasks', '[]', 'it has no tasks. Export it again'],
    [
      'has no task that fits',
      '[{"id":""}]',
      'tasks, item 1 (""): id: Too small: expected string to have >=1 characters.',
    ],
  ])('is refused if it %s', async (_what, text, message) => {
    await expect(imported(createMemoryStore(), Buffer.from(text))).rejects.toThrow(`plan.json: ${message}`);
  });
});

describe('an import of JSON', () => {
  it.each([
    ['a list', (deep: string) => deep],
    ['a property of a task', (deep: string) => `[{"id":"a","notes":${deep}}]`],
  ])('is refused if it is nested too deeply: %s', (_where, text) => {
    const deep = '['.repeat(60_000) + ']'.repeat(60_000);
    expect(() => readPlanningJson(Buffer.from(text(deep)))).toThrow(
      'the file is nested more than 100 levels deep',
    );
  });

  it('needs no mapping, and makes no new version of the same file', async () => {
    const archive = createMemoryStore();
    const bytes = jsonBytes([{ id: 'a' }, { id: 'b' }]);
    const first = await imported(archive, bytes);
    expect(first).toMatchObject({
      outcome: 'imported',
      version: 1,
      project: { name: 'tower', timeZone: 'Europe/London' },
    });
    expect(importReportLines(first).join('\n')).not.toContain('Rules that gave the values');
    expect(await imported(archive, bytes)).toMatchObject({ outcome: 'unchanged', version: 1 });
  });

  it('refuses any mapping', async () => {
    const refused = imported(createMemoryStore(), jsonBytes([{ id: 'a' }]), { mapping: '' });
    await expect(refused).rejects.toThrow(
      'plan.json: the file is JSON of the Planning Read API, which needs no mapping. Import it without --map.',
    );
  });

  it('reports changes, but not values that are only written differently', async () => {
    const archive = createMemoryStore();
    await imported(archive, jsonBytes([{ id: 'a', shift: 'Night shift' }, { id: 'b' }]));
    const next = await imported(
      archive,
      jsonBytes([
        { id: 'b', name: 'Dig' },
        { id: 'a', shift: 'night' },
      ]),
    );
    expect(next.report.changes).toMatchObject({
      added: [],
      removed: [],
      changed: [{ id: 'b', what: ['name none → Dig'] }],
    });
  });

  it('needs force if it would remove over 20% of the tasks', async () => {
    const archive = createMemoryStore();
    await imported(archive, jsonBytes([{ id: 'a' }, { id: 'b' }]));
    const bytes = jsonBytes([{ id: 'a' }]);
    await expect(imported(archive, bytes)).rejects.toThrow('would remove 1 of the 2 tasks of version 1: b');
    expect(await imported(archive, bytes, { force: true })).toMatchObject({ version: 2 });
  });

  it('keeps the name and time zone of the version before', async () => {
    const archive = createMemoryStore();
    const project = aPlanningProject({ tasks: [{ id: 'a' }] }, { timeZone: 'Australia/Perth' });
    await writeVersion(archive, project, aVersionOrigin());
    expect((await imported(archive, jsonBytes([{ id: 'a' }]))).project).toMatchObject({
      name: 'Tower',
      timeZone: 'Australia/Perth',
    });
  });

  it('stores no mapping for the next file of a planning tool', async () => {
    const archive = createMemoryStore();
    await imported(archive, jsonBytes([{ id: 'a' }]));
    await expect(imported(archive, xerBytes(), { name: 'plan.xer' })).rejects.toThrow(
      'The project gb/tower has no mapping yet. Make one with lookahead import FILE --inspect',
    );
  });
});
