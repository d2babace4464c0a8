import { describe, expect, it } from 'vitest';
import { readLatestManifest } from '#planning-server/versions/manifest.ts';
import { type ImportRequest, importProgramme } from '#programme/import-programme.ts';
import { importReportLines } from '#programme/import-result.ts';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import { readProgrammeFile } from '#programme/readers/read-programme.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { xerBytes } from '../support/programmes/an-xer.ts';

const riverside = { region: 'gb', projectId: 'riverside' } as const;
const columns = 'id: { column: Id }\ndates: { start: Start, finish: Finish, format: dd.MM.yyyy }\n';
const mapped = `${columns}dataDate: { column: As of }\n`;

function aTable(...dataDates: readonly string[]): Uint8Array {
  const rows = dataDates.map((date, index) => `T${index};16.11.2026;20.11.2026;${date}`);
  return Buffer.from(['Id;Start;Finish;As of', ...rows, ''].join('\n'));
}

function onDataDate(last_recalc_date: string): Uint8Array {
  return xerBytes({
    PROJECT: [{ proj_id: '7', proj_short_name: 'TOWER', last_recalc_date, export_flag: 'Y', clndr_id: '5' }],
  });
}

function importer(now = '2026-11-22T10:00:00Z') {
  const archive = createMemoryStore();
  const add = (name: string, bytes: Uint8Array, mapping: string, more: Partial<ImportRequest> = {}) =>
    importProgramme(
      {
        file: { name, read: async () => bytes },
        mapping: { name: 'map.yaml', text: mapping },
        project: riverside,
        force: false,
        dryRun: false,
        ...more,
      },
      { archive, now },
    );
  return {
    file: add,
    xer: (dataDate: string, more?: Partial<ImportRequest>) =>
      add('plan.xer', onDataDate(dataDate), 'id: task_code\n', more),
    table: (dates: readonly string[], mapping: string, more?: Partial<ImportRequest>) =>
      add('plan.csv', aTable(...dates), mapping, more),
    stored: async () => (await readLatestManifest(archive, riverside))?.dataDate,
  };
}

describe('the data date of a version', () => {
  it('is the latest in the column that the mapping names, and unreadable cells are reported', async () => {
    const { table, stored } = importer();
    const { report } = await table(['13.11.2026', '20.11.2026', 'soon', ''], mapped);
    expect(await stored()).toBe('2026-11-20');
    const told = report.problems.filter(({ text }) => text.includes('data date'));
    expect(told.map(({ line, text }) => [line, text])).toEqual([
      [undefined, 'The column As of has 2 dates; the latest, 2026-11-20, is the data date.'],
      [4, 'The data date (column As of) cannot be read: "soon".'],
    ]);
  });

  it('is missing, which is reported, if the mapping of a table names no column', async () => {
    const { table, stored } = importer();
    const result = await table(['20.11.2026'], columns);
    expect(await stored()).toBeNull();
    expect(importReportLines(result)[0]).toBe('riverside (gb/riverside), Europe/London, no data date');
  });

  it('can be set for one import, and does not carry over to the next file', async () => {
    const { table, stored } = importer();
    await table(['', ''], columns, { dataDate: '2026-11-20' });
    expect(await stored()).toBe('2026-11-20');
    await table(['', '', ''], columns);
    expect(await stored()).toBeNull();
  });

  it('makes a new version of the same file only if it differs', async () => {
    const { table } = importer();
    const add = async (dataDate?: string) => (await table([''], columns, { dataDate })).version;
    expect([await add('2026-11-19'), await add('2026-11-20'), await add('2026-11-20'), await add()]).toEqual([
      1, 2, 2, 2,
    ]);
  });

  it('is reported if it replaces the data date of the file', async () => {
    const { xer, stored } = importer();
    const { report } = await xer('2026-11-13 17:00', { dataDate: '2026-11-20' });
    expect(await stored()).toBe('2026-11-20');
    expect(report.problems).toEqual([
      {
        line: undefined,
        kind: 'changed',
        text: '--data-date 2026-11-20 replaces the data date of the file, 2026-11-13 17:00.',
      },
    ]);
  });

  it('covers its whole day if it has no time, so a later file with a time on that day is refused as older', async () => {
    const { xer } = importer();
    await xer('2026-11-20 17:00');
    expect(await xer('2026-11-20 17:00', { dataDate: '2026-11-20' })).toMatchObject({ version: 2 });
    await expect(xer('2026-11-20 18:00')).rejects.toThrow('is older than that of version 2, 2026-11-20.');
  });
});

describe('the data date above the headings of a table', () => {
  const rows = (title: string) => `Riverside Tower\n${title}\n\nId;Start;Finish\nT1;16.11.2026;20.11.2026\n`;
  const add = (title: string, mapping = `${columns}dataDate: { above: Data date }\n`) => {
    const { file, stored } = importer();
    return file('plan.csv', Buffer.from(rows(title)), mapping).then(async (result) => ({
      dataDate: await stored(),
      report: result.report,
    }));
  };

  it.each([
    ['Data date: 13.11.2026', '2026-11-13'],
    ['Rev. 3 of 01.10.2026;DATA DATE;13.11.2026 17:00;printed 20.11.2026', '2026-11-13T17:00'],
    ['Data date 2026-11-13', '2026-11-13'],
  ])('is the first date after the words that the mapping names: %s', async (title, dataDate) => {
    expect(await add(title)).toMatchObject({ dataDate });
  });

  it.each(['Data date: 31.13.2026', 'Printed 13.11.2026'])('is reported as missing: %s', async (title) => {
    const { dataDate, report } = await add(title);
    expect(dataDate).toBeNull();
    expect(report.problems.map(({ text }) => text)).toContain(
      'No row above the headings has "Data date" before a date that can be read.',
    );
  });

  it.each([
    'Data date: 13.11.2026',
    'Stichtag | 13.11.2026',
    'Programme as of 13 Nov 2026',
    'Status date 13.11.26',
  ])('is named in the proposed mapping by the words before it: %s', async (title) => {
    const programme = await readProgrammeFile('plan.csv', Buffer.from(rows(title)), {});
    expect(proposedMappingText(inspectProgramme(programme), 'plan.csv')).toMatch(
      /\ndataDate: \{ above: (Data date|Stichtag|as of|Status date) \}\n/,
    );
  });

  it('is not proposed if no date follows the words', async () => {
    const programme = await readProgrammeFile(
      'plan.csv',
      Buffer.from(rows('Data date: to be confirmed')),
      {},
    );
    expect(proposedMappingText(inspectProgramme(programme), 'plan.csv')).not.toContain('dataDate');
  });
});

describe('the import report', () => {
  it.each([
    ['2026-11-12 00:00', 10, undefined],
    [
      '2026-11-11 17:00',
      11,
      'The data date is 11 days old. Reports warn after 10 days, or the number in staleAfter.',
    ],
    ['2026-11-23 08:00', -1, 'The data date is 1 day ahead: check it in the planning tool.'],
  ])('says how old a data date of %s is', async (dataDate, age, line) => {
    const result = await importer().xer(dataDate);
    expect(result.report.dataDateAge).toBe(age);
    const [first, second] = importReportLines(result);
    expect(first).toBe(`Riverside Tower (gb/riverside), Europe/London, data date ${dataDate}`);
    expect(second).toEqual(line ?? expect.stringMatching(/^Found/));
  });

  it('counts the age up to today in the time zone of the project', async () => {
    const { report } = await importer('2026-07-21T23:30:00Z').xer('2026-07-20 17:00');
    expect(report.dataDateAge).toBe(2);
  });
});
