import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importProgramme } from '#programme/import-programme.ts';
import { importReportLines } from '#programme/import-result.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';
import { anXerTask, type XerContent, xerBytes } from '../support/programmes/an-xer.ts';

const now = '2026-11-22T10:00:00Z';

function imported(
  archive: MemoryStore,
  content: XerContent,
  options: { readonly force?: boolean; readonly dryRun?: boolean; readonly mapping?: string } = {},
) {
  const { force = false, dryRun = false, mapping = 'id: task_code\n' } = options;
  return importProgramme(
    {
      file: { name: 'plan.xer', read: async () => xerBytes(content) },
      mapping: { name: 'map.yaml', text: mapping },
      project: { region: 'gb', projectId: 'riverside' },
      force,
      dryRun,
    },
    { archive, now },
  );
}

function tasks(count: number, change: (index: number) => Readonly<Record<string, string>> = () => ({})) {
  return Array.from({ length: count }, (_, index) =>
    anXerTask({ task_id: String(1001 + index), task_code: `A${index}`, ...change(index) }),
  );
}

const onDataDate = (last_recalc_date: string): XerContent => ({
  PROJECT: [{ proj_id: '7', proj_short_name: 'TOWER', last_recalc_date, export_flag: 'Y' }],
});

describe('an import', () => {
  it('uses the mapping of the newest version if none is given', async () => {
    const archive = createMemoryStore();
    await imported(archive, { TASK: tasks(2) }, { mapping: 'id: task_code\nshift:\n  - default: night\n' });
    const next = await importProgramme(
      {
        file: { name: 'plan.xer', read: async () => xerBytes({ TASK: tasks(3) }) },
        project: { region: 'gb', projectId: 'riverside' },
        force: false,
        dryRun: false,
      },
      { archive, now },
    );
    expect(next).toMatchObject({ version: 2, report: { changes: { added: ['A2'], changed: [] } } });
  });

  it.each([
    [
      'plan.mpp',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'plan.mpp: the file is an MS Project programme (.mpp)',
    ],
    ['plan.pdf', Buffer.from('%PDF-1.7\n'), 'plan.pdf: the file is a PDF'],
    ['plan.csv', Buffer.from(''), 'plan.csv: the file is empty'],
    ['plan.xls', Buffer.from('<html>'), 'plan.xls: the file is a web page'],
    ['plan.zip', Buffer.from('PK\x03\x04plan.xerPK\x05\x06'), 'plan.zip: the file is a ZIP archive'],
  ])('rejects an unsupported first file before it asks for a mapping: %s', async (name, bytes, message) => {
    const first = importProgramme(
      {
        file: { name, read: async () => bytes },
        project: { region: 'gb', projectId: 'riverside' },
        force: false,
        dryRun: false,
      },
      { archive: createMemoryStore(), now },
    );
    await expect(first).rejects.toThrow(message);
  });

  it('makes the first version, then the next one with the changes', async () => {
    const archive = createMemoryStore();
    const first = await imported(archive, { TASK: tasks(10) });
    expect(first).toMatchObject({ outcome: 'imported', version: 1, previous: undefined });
    const second = await imported(archive, {
      TASK: [
        ...tasks(9, (index) => {
          if (index === 3) return { reend_date: '2026-12-01 17:00' };
          return index === 4 ? { task_name: 'Pour wall' } : {};
        }),
        anXerTask({ task_id: '2000', task_code: 'B1' }),
      ],
    });
    expect(second).toMatchObject({
      outcome: 'imported',
      version: 2,
      previous: 1,
      report: {
        changes: {
          added: ['B1'],
          removed: [{ id: 'A9' }],
          moved: [{ id: 'A3', name: 'Pour slab', what: ['finish 2026-11-27 → 2026-12-01'] }],
          changed: [{ id: 'A4', name: 'Pour wall', what: ['name Pour slab → Pour wall'] }],
        },
      },
    });
    expect([...archive.objects.keys()].sort()).toEqual([
      'programmes/gb/riverside/1.json',
      'programmes/gb/riverside/1.sqlite.zst',
      'programmes/gb/riverside/2.json',
      'programmes/gb/riverside/2.sqlite.zst',
    ]);
  });

  it('of the same file with the same mapping makes no new version, and with another mapping does', async () => {
    const archive = createMemoryStore();
    await imported(archive, {});
    expect(await imported(archive, {})).toMatchObject({ outcome: 'unchanged', version: 1 });
    const mapping = 'id: task_code\nshift: [{ default: day }]\n';
    expect(await imported(archive, {}, { mapping })).toMatchObject({ outcome: 'imported', version: 2 });
  });

  it('replaces a version that cannot be read', async () => {
    const archive = createMemoryStore();
    await imported(archive, {});
    archive.objects.set('programmes/gb/riverside/1.sqlite.zst', zstdCompressSync('another layout'));
    expect(await imported(archive, {})).toMatchObject({
      outcome: 'imported',
      version: 2,
      previous: undefined,
    });
    expect(await imported(archive, {})).toMatchObject({ outcome: 'unchanged', version: 2 });
  });

  it('is compared with the newest version that can be read', async () => {
    const archive = createMemoryStore();
    await imported(archive, { TASK: tasks(10) });
    await imported(archive, { TASK: tasks(9) });
    archive.objects.set('programmes/gb/riverside/2.sqlite.zst', new Uint8Array(5));
    await expect(imported(archive, { TASK: tasks(7) })).rejects.toThrow(
      'the file would remove 3 of the 10 tasks of version 1: A7 Pour slab, A8 Pour slab, A9 Pour slab. ',
    );
    archive.objects.set('programmes/gb/riverside/2.json', new TextEncoder().encode('{'));
    expect(await imported(archive, { TASK: tasks(8) })).toMatchObject({ version: 3, previous: 1 });
  });

  it('is refused with the names of ten of the tasks that it would remove', async () => {
    const archive = createMemoryStore();
    await imported(archive, { TASK: tasks(20) });
    await expect(imported(archive, { TASK: tasks(5) })).rejects.toThrow(
      'tasks of version 1: A10 Pour slab, A11 Pour slab, A12 Pour slab, A13 Pour slab, A14 Pour slab, A15 Pour slab, A16 Pour slab, A17 Pour slab, A18 Pour slab, A19 Pour slab and 5 more. If',
    );
  });

  it('is refused if its data date is older than that of the newest version, even if the tasks of that version cannot be read', async () => {
    const archive = createMemoryStore();
    await imported(archive, onDataDate('2026-11-20 17:00'));
    archive.objects.set('programmes/gb/riverside/1.sqlite.zst', new Uint8Array(5));
    await expect(imported(archive, onDataDate('2026-11-13 17:00'))).rejects.toThrow(
      'is older than that of version 1',
    );
  });

  it('is refused if it would remove more than a fifth of the tasks, unless it is forced', async () => {
    const archive = createMemoryStore();
    await imported(archive, { TASK: tasks(10) });
    await expect(imported(archive, { TASK: tasks(7) })).rejects.toThrow(
      'the file would remove 3 of the 10 tasks of version 1: A7 Pour slab, A8 Pour slab, A9 Pour slab. If it is the right file, import it with --force.',
    );
    expect(archive.objects.size).toBe(2);
    expect(await imported(archive, { TASK: tasks(8) })).toMatchObject({ version: 2 });
    expect(await imported(archive, { TASK: tasks(1) }, { force: true })).toMatchObject({ version: 3 });
  });

  it('is refused if its data date is older, unless it is forced', async () => {
    const archive = createMemoryStore();
    await imported(archive, onDataDate('2026-11-20 17:00'));
    const older = onDataDate('2026-11-13 17:00');
    await expect(imported(archive, older)).rejects.toThrow(
      'the data date 2026-11-13 17:00 is older than that of version 1, 2026-11-20 17:00.',
    );
    expect(await imported(archive, older, { force: true })).toMatchObject({ version: 2 });
  });

  it('stores nothing in a dry run, and says whether the file would be refused', async () => {
    const archive = createMemoryStore();
    expect(await imported(archive, { TASK: tasks(10) }, { dryRun: true })).toMatchObject({
      outcome: 'dry run',
      refusal: undefined,
    });
    expect(archive.objects.size).toBe(0);
    await imported(archive, { TASK: tasks(10) });
    const wouldRemove = await imported(archive, { TASK: tasks(5) }, { dryRun: true });
    expect(wouldRemove.refusal).toMatch(/^the file would remove 5 of the 10 tasks of version 1: A5 /);
    expect(archive.objects.size).toBe(2);
  });

  it('stores nothing if the file or the mapping cannot be used', async () => {
    const archive = createMemoryStore();
    await expect(imported(archive, { TASK: [] })).rejects.toThrow('the project has no activities');
    await expect(imported(archive, {}, { mapping: 'id: foo' })).rejects.toThrow('map.yaml:1:5 id');
    expect(archive.objects.size).toBe(0);
  });
});

describe('the import report', () => {
  it('begins with the names that the mapping uses but the file lacks', async () => {
    const mapping = 'id: task_code\nowner: { code: Nope }\n';
    const [first] = importReportLines(await imported(createMemoryStore(), {}, { mapping }));
    expect(first).toBe('The file has no code "Nope", which the mapping names; it has none.');
  });

  it('has one line for the same problem of many rows; the manifest has each', async () => {
    const archive = createMemoryStore();
    const rows = Array.from({ length: 9 }, (_, index) => `A${index},2026-11-23,2026-11-27,${index} foo\n`);
    const result = await importProgramme(
      {
        file: {
          name: 'plan.csv',
          read: async () => Buffer.from(`ID,Start,Finish,Duration\n${rows.join('')}`),
        },
        mapping: {
          name: 'map.yaml',
          text: 'id: { column: ID }\ndates: { start: Start, finish: Finish }\nduration: { column: Duration }\n',
        },
        project: { region: 'gb', projectId: 'riverside' },
        force: false,
        dryRun: false,
      },
      { archive, now },
    );
    const lines = importReportLines(result).filter((line) => line.includes('foo'));
    expect(lines).toEqual([
      '  duration (column Duration) is not a duration such as "5 d", "40 hrs" or "2 wks" (decimal: in the mapping says what 1,200 means); the working days from start to finish are used (9): line 2 "0 foo"; line 3 "1 foo"; line 4 "2 foo"; line 5 "3 foo"; line 6 "4 foo" and 4 more; --json lists all',
    ]);
    const manifest = JSON.parse(
      new TextDecoder().decode(archive.objects.get('programmes/gb/riverside/1.json')),
    );
    expect(manifest.changed.filter(({ reason }: { reason: string }) => reason.includes('foo'))).toHaveLength(
      9,
    );
  });

  it('says which rules gave values, what was left out and what changed', async () => {
    const archive = createMemoryStore();
    const content = { TASK: [...tasks(3), anXerTask({ task_id: '9', task_code: 'A1' })] };
    expect(importReportLines(await imported(archive, content))).toEqual([
      'Riverside Tower (gb/riverside), Europe/London, data date 2026-11-20 17:00',
      'Found: 3 tasks, 0 locations, 1 calendar, 0 packages, 1 folder, 0 subcontractors, 0 users',
      '',
      'Rules that gave the values, by share of all tasks:',
      '  shift: default none 100% (3)',
      '  duration: remaining duration 100% (3)',
      '  folder: wbs 100% (3)',
      '',
      'Left out (1):',
      '  line 17: Activity A1: line 15 has the same id.',
      '',
      'No version to compare with: 3 tasks added.',
      'Imported as version 1.',
    ]);
  });

  it('lists each task that changed since the previous version, but not if only its predecessor was renamed', async () => {
    const archive = createMemoryStore();
    const links = {
      TASKPRED: [{ task_id: '1002', pred_task_id: '1001', pred_type: 'PR_FS', lag_hr_cnt: '0' }],
    };
    const codes = (short_name: string): XerContent => ({
      ACTVTYPE: [{ actv_code_type_id: '1', actv_code_type: 'Contractor' }],
      ACTVCODE: [{ actv_code_id: '1', actv_code_type_id: '1', short_name }],
      TASKACTV: [{ task_id: '1003', actv_code_type_id: '1', actv_code_id: '1' }],
    });
    const options = { mapping: 'id: task_code\nsubcontractor: { code: Contractor }\n' };
    await imported(archive, { TASK: tasks(4), ...links, ...codes('STB') }, options);
    const next = await imported(
      archive,
      {
        ...{
          TASK: [
            ...tasks(3, (index) =>
              index === 0 ? { task_name: 'Pour wall', reend_date: '2026-11-30 17:00' } : {},
            ),
            anXerTask({ task_id: '9', task_code: 'B1' }),
          ],
        },
        ...links,
        ...codes('KIER'),
      },
      { ...options, force: true },
    );
    expect(importReportLines(next).slice(-15)).toEqual([
      'Compared with version 1: 1 added, 1 removed, 1 moved, 2 changed in other ways',
      '',
      'Added:',
      '  B1',
      '',
      'Removed:',
      '  A3',
      '',
      'Moved:',
      '  A0 Pour wall: finish 2026-11-27 → 2026-11-30',
      '',
      'Changed in other ways:',
      '  A0 Pour wall: name Pour slab → Pour wall',
      '  A2 Pour slab: subcontractor STB → KIER',
      'Imported as version 2.',
    ]);
  });
});
