/** Two imports of one project at the same time: each is compared with the version that it follows. */
import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '#archive/object-store.ts';
import { readLatestManifest } from '#planning-server/versions/manifest.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { anXerTask, xerBytes } from '../support/programmes/an-xer.ts';

const project = { region: 'gb', projectId: 'riverside' } as const;

/** Imports activities with these codes. */
function imported(archive: ObjectStore, codes: readonly string[], force = true) {
  const tasks = codes.map((task_code, index) => anXerTask({ task_id: String(1001 + index), task_code }));
  return importProgramme(
    {
      file: { name: 'plan.xer', read: async () => xerBytes({ TASK: tasks }) },
      mapping: { name: 'map.yaml', text: 'id: task_code\n' },
      project,
      force,
      dryRun: false,
    },
    { archive, now: '2026-11-22T10:00:00Z' },
  );
}

/** An archive that runs a function once, just before the import stores its first object of this kind. */
function withBefore(archive: ObjectStore, kind: '.sqlite.zst' | '.json', once: () => Promise<unknown>) {
  let isDone = false;
  const putOnce: ObjectStore['putOnce'] = async (key, ...rest) => {
    if (key.endsWith(kind) && !isDone) {
      isDone = true;
      await once();
    }
    return archive.putOnce(key, ...rest);
  };
  return { ...archive, putOnce };
}

describe('an import that another one overtakes', () => {
  it.each([
    ['before its tasks are stored', '.sqlite.zst'],
    ['after its tasks are stored and before its manifest is', '.json'],
  ] as const)('%s is made again as the version after that one', async (_when, kind) => {
    const archive = createMemoryStore();
    await imported(archive, ['A1', 'A2']);
    const other = async () => {
      expect(await imported(archive, ['A1', 'A2', 'B'])).toMatchObject({ outcome: 'imported', previous: 1 });
    };
    const result = await imported(withBefore(archive, kind, other), ['A1', 'A2', 'C']);
    const theirs = result.previous;
    expect(theirs).toBeGreaterThan(1);
    expect(result).toMatchObject({
      outcome: 'imported',
      report: { changes: { added: ['C'], removed: [{ id: 'B' }] } },
    });
    expect(await readLatestManifest(archive, project)).toMatchObject({
      number: result.version,
      follows: theirs,
      changes: { added: 1, removed: 1 },
    });
  });

  it('is refused if it would remove many tasks of that one', async () => {
    const archive = createMemoryStore();
    const other = () => imported(archive, ['B1', 'B2', 'B3']);
    const first = imported(withBefore(archive, '.sqlite.zst', other), ['A1'], false);
    await expect(first).rejects.toThrow('the file would remove 3 of the 3 tasks');
    expect((await readLatestManifest(archive, project))?.counts).toMatchObject({ tasks: 3 });
  });

  it('with the same file makes no further version', async () => {
    const archive = createMemoryStore();
    const result = await imported(
      withBefore(archive, '.json', () => imported(archive, ['A1'])),
      ['A1'],
    );
    expect(result.outcome).toBe('unchanged');
    expect(await readLatestManifest(archive, project)).toMatchObject({ number: result.version });
  });

  it('gives up with a retryable error if it is overtaken five times', async () => {
    const archive = createMemoryStore();
    let others = 0;
    const putOnce: ObjectStore['putOnce'] = async (key, ...rest) => {
      if (key.endsWith('.json')) await imported(archive, [`B${++others}`]);
      return archive.putOnce(key, ...rest);
    };
    await expect(imported({ ...archive, putOnce }, ['A1'])).rejects.toMatchObject({
      name: 'VersionOvertakenError',
      kind: 'retryable',
      message: 'Other imports of gb/riverside came first. Import again once they are done.',
    });
    expect(others).toBe(5);
  });
});

it('of several simultaneous imports, each is compared with the version before it', async () => {
  const archive = createMemoryStore();
  const results = await Promise.all(['A', 'B', 'C'].map((code) => imported(archive, [code])));
  const served = (await readLatestManifest(archive, project))?.number;
  const last = results.find(({ version }) => version === served);
  expect(last).toBeDefined();
  const first = results.filter(({ previous }) => previous === undefined);
  expect(first).toHaveLength(1);
  const followed = results.map(({ previous }) => previous);
  expect(new Set(followed).size).toBe(3);
});
