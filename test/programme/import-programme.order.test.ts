/** Files are imported in the order in which they arrived, however late each import is made. */
import { describe, expect, it } from 'vitest';
import { readLatestManifest } from '#planning-server/versions/manifest.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { importReportLines } from '#programme/import-result.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';
import { anXerTask, xerBytes } from '../support/programmes/an-xer.ts';

const project = { region: 'gb', projectId: 'riverside' } as const;
const monday = '2026-11-23T08:00:05Z';
const wednesday = '2026-11-25T09:00:00Z';
const thursday = '2026-11-26T10:00:00Z';

type Import = {
  readonly arrivedAt?: string;
  readonly now?: string;
  readonly force?: boolean;
  readonly mapping?: string;
};

/** Imports a file of activities with these codes, by default on Thursday; `arrivedAt` may be earlier. */
function imported(archive: MemoryStore, codes: readonly string[], more: Import = {}) {
  const { arrivedAt, now = thursday, force = false, mapping = 'id: task_code\n' } = more;
  const tasks = codes.map((task_code, index) => anXerTask({ task_id: String(1001 + index), task_code }));
  return importProgramme(
    {
      file: { name: 'plan.xer', read: async () => xerBytes({ TASK: tasks }), arrivedAt },
      mapping: { name: 'map.yaml', text: mapping },
      project,
      force,
      dryRun: false,
    },
    { archive, now },
  );
}

const tooLate =
  'the file arrived at 2026-11-23 08:00:05 UTC, before the file of version 1 (2026-11-25 09:00:00 UTC). If it is the right file, import it with --force.';

describe('a file that arrived before the file of the newest version', () => {
  it('is refused, unless it is forced', async () => {
    const archive = createMemoryStore();
    await imported(archive, ['A', 'B'], { arrivedAt: wednesday });
    const late = { arrivedAt: monday };
    await expect(imported(archive, ['A'], late)).rejects.toThrow(tooLate);
    expect(archive.objects.size).toBe(2);
    expect(await imported(archive, ['A'], { ...late, force: true })).toMatchObject({ version: 2 });
  });

  it('is refused even if that version is made while the import is running', async () => {
    const archive = createMemoryStore();
    let isDone = false;
    const putOnce: MemoryStore['putOnce'] = async (key, ...rest) => {
      if (!isDone) {
        isDone = true;
        await imported(archive, ['A', 'B'], { arrivedAt: wednesday });
      }
      return archive.putOnce(key, ...rest);
    };
    await expect(imported({ ...archive, putOnce }, ['A', 'C'], { arrivedAt: monday })).rejects.toThrow(
      'before the file of version 1',
    );
    expect((await readLatestManifest(archive, project))?.arrivedAt).toBe(wednesday);
  });

  it('is imported if that version was dated by a clock that was ahead', async () => {
    const archive = createMemoryStore();
    await imported(archive, ['A', 'B'], { now: '2026-11-27T09:00:00Z' });
    expect(await imported(archive, ['A', 'B', 'C'])).toMatchObject({ version: 2 });
  });
});

describe('an import that is tried again after it made its version', () => {
  it('makes no second version, even if a newer one with another mapping followed, and says so', async () => {
    const archive = createMemoryStore();
    const first = { arrivedAt: monday };
    await imported(archive, ['A', 'B'], first);
    expect(await imported(archive, ['A', 'B'], first)).toMatchObject({ outcome: 'unchanged', version: 1 });
    const mapping = 'id: task_code\nshift: [{ default: day }]\n';
    await imported(archive, ['A', 'B', 'C'], { arrivedAt: wednesday, mapping });
    const again = await imported(archive, ['A', 'B'], { ...first, mapping });
    expect(again).toMatchObject({ outcome: 'unchanged', version: 1 });
    expect(importReportLines(again).at(-1)).toBe(
      'Version 1 already has this file: no new version was made. Version 2 is newer.',
    );
    expect(archive.objects.size).toBe(4);
  });

  it('makes no second version if another file arrived in the same second', async () => {
    const archive = createMemoryStore();
    const both = { arrivedAt: monday };
    await imported(archive, ['A', 'B'], both);
    await imported(archive, ['A', 'B', 'C'], both);
    expect(await imported(archive, ['A', 'B'], both)).toMatchObject({ outcome: 'unchanged', version: 1 });
  });

  it('makes the next version if the same content arrived again later', async () => {
    const archive = createMemoryStore();
    await imported(archive, ['A', 'B'], { arrivedAt: monday });
    await imported(archive, ['A', 'B', 'C'], { arrivedAt: wednesday });
    expect(await imported(archive, ['A', 'B'], { arrivedAt: thursday, force: true })).toMatchObject({
      outcome: 'imported',
      version: 3,
    });
  });
});
