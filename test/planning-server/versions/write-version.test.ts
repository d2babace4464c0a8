import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '#archive/object-store.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { wholeTaskJson } from '#planning-server/versions/database.ts';
import { readLatestManifest, versionManifestObject } from '#planning-server/versions/manifest.ts';
import { readVersionTasks } from '#planning-server/versions/open-versions.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const tower = { region: 'gb', projectId: 'tower' } as const;
const project = (...ids: readonly string[]) => aPlanningProject({ tasks: ids.map((id) => ({ id })) });

describe('a version', () => {
  it('is stored as a database and, after it, a manifest', async () => {
    const archive = createMemoryStore();
    const origin = aVersionOrigin({ rejected: [{ line: 7, reason: 'it has no id' }] });
    const manifest = await writeVersion(archive, project('a', 'b'), origin);
    expect(archive.writes.map(({ key }) => key)).toEqual([
      'programmes/gb/tower/1.sqlite.zst',
      'programmes/gb/tower/1.json',
    ]);
    expect(manifest).toMatchObject({
      ...origin,
      number: 1,
      project: { name: 'Tower', timeZone: 'Europe/London' },
      counts: { tasks: 2, users: 0 },
    });
    expect(await versionManifestObject.read(archive, { ...tower, version: 1 })).toEqual(manifest);
    expect(await readLatestManifest(archive, tower)).toEqual(manifest);
  });

  it('gets the next number, also beyond nine', async () => {
    const archive = createMemoryStore();
    for (let number = 1; number <= 11; number++) {
      expect((await writeVersion(archive, project('a'), aVersionOrigin())).number).toBe(number);
    }
    expect((await readLatestManifest(archive, tower))?.number).toBe(11);
  });

  it('does not reuse the number of a killed import, or of one that runs at the same time', async () => {
    const archive = createMemoryStore();
    await archive.putOnce('programmes/gb/tower/1.sqlite.zst', new Uint8Array(), 'application/zstd');
    const manifests = await Promise.all([
      writeVersion(archive, project('a'), aVersionOrigin()),
      writeVersion(archive, project('b'), aVersionOrigin()),
    ]);
    expect(manifests.map(({ number }) => number).sort()).toEqual([2, 3]);
    expect(await versionManifestObject.read(archive, { ...tower, version: 1 })).toBeUndefined();
  });

  it('does not exist if its manifest could not be written', async () => {
    const archive = createMemoryStore();
    await writeVersion(archive, project('a'), aVersionOrigin());
    const full: ObjectStore = {
      ...archive,
      putOnce: (key, ...rest) =>
        key.endsWith('.json') ? Promise.reject(new Error('the disk is full')) : archive.putOnce(key, ...rest),
    };
    await expect(writeVersion(full, project('b'), aVersionOrigin())).rejects.toThrow('the disk is full');
    expect((await readLatestManifest(archive, tower))?.number).toBe(1);
  });

  it('contains every task with all its fields, as text that is equal for equal tasks', async () => {
    const archive = createMemoryStore();
    const sample = generateSampleProject({ seed: 3, tasks: 300, ...tower, name: 'Tower' });
    await writeVersion(archive, sample, aVersionOrigin());
    const tasks = await readVersionTasks(archive, { project: tower, version: 1 }, (stored) => [...stored]);
    const served = sample.collections.tasks.map((task) =>
      task.shift === 'All' ? { ...task, shift: '24hr' } : task,
    );
    expect(tasks).toEqual(served.map((task) => ({ id: String(task.id), json: wholeTaskJson(task) })));
  });

  it.each(['', '.', '..', 'a/b', 'a\\b', 'tower.', '.x', 'ä'])(
    'is not made for the project id "%s"',
    async (projectId) => {
      const archive = createMemoryStore();
      const data = aPlanningProject({}, { projectId });
      await expect(writeVersion(archive, data, aVersionOrigin())).rejects.toThrow(
        /cannot hold the project id/,
      );
      expect(archive.writes).toEqual([]);
    },
  );
});

describe('an archive that somebody changed', () => {
  it('has no version if the name of a manifest is not a number', async () => {
    const archive = createMemoryStore();
    for (const name of ['0.json', '01.json', 'x.json', '1.json.bak', '-1.json', '1e3.json'])
      await archive.putOnce(`programmes/gb/tower/${name}`, new Uint8Array(), 'application/json');
    expect(await readLatestManifest(archive, tower)).toBeUndefined();
  });

  it('has no version if its manifest is wrong, and the error names the manifest', async () => {
    const archive = createMemoryStore();
    await archive.putOnce('programmes/gb/tower/1.json', Buffer.from('{"number":"1"}'), 'application/json');
    expect(await readLatestManifest(archive, tower)).toBeUndefined();
    await expect(versionManifestObject.read(archive, { ...tower, version: 1 })).rejects.toThrow(
      /^programmes\/gb\/tower\/1\.json: .*Import the programme again/,
    );
  });

  it('causes an error that names a database with the format of another release, both formats, and what to do', async () => {
    const archive = createMemoryStore();
    await writeVersion(archive, project('a'), aVersionOrigin());
    const key = 'programmes/gb/tower/1.sqlite.zst';
    const path = join(await temporaryDirectory(), 'version.sqlite');
    await writeFile(path, zstdDecompressSync(archive.objects.get(key) ?? new Uint8Array()));
    const database = new DatabaseSync(path);
    database.exec('pragma user_version = 2');
    database.close();
    archive.objects.set(key, zstdCompressSync(await readFile(path)));
    await expect(
      readVersionTasks(archive, { project: tower, version: 1 }, (stored) => [...stored]),
    ).rejects.toThrow(
      `${key}: its format is 2, and this release reads format 3. Import the programme again.`,
    );
  });

  it('causes an error that names a missing or damaged database', async () => {
    const archive = createMemoryStore();
    await writeVersion(archive, project('a'), aVersionOrigin());
    const key = 'programmes/gb/tower/1.sqlite.zst';
    const bytes = archive.objects.get(key) ?? new Uint8Array();
    archive.objects.set(
      key,
      bytes.map((byte, at) => (at === bytes.length - 3 ? byte ^ 1 : byte)),
    );
    const read = () => readVersionTasks(archive, { project: tower, version: 1 }, (stored) => [...stored]);
    await expect(read()).rejects.toThrow(`${key}: the object is damaged`);
    archive.objects.set(key, bytes.subarray(0, bytes.length - 20));
    await expect(read()).rejects.toThrow(`${key}: the object is damaged`);
    archive.objects.delete(key);
    await expect(read()).rejects.toThrow(`${key}: the archive has no such object`);
  });
});
