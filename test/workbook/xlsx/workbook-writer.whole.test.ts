import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PackageWriter } from '#workbook/xlsx/package-writer.ts';
import type { SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aRow, aSheet, aWorkbook, pngBytes } from '../../support/builders/a-workbook-plan.ts';
import { deep } from '../../support/deep-checks.ts';
import {
  differences,
  readWithLibreOffice,
  readWithOpenpyxl,
  valuesOf,
} from '../../support/workbook/read-with-others.ts';
import { samplePlan } from '../../support/workbook/sample-plan.ts';
import { validateWorkbook } from '../../support/workbook/validate-workbook.ts';

const run = promisify(execFile);

async function hashIn(timeZone: string): Promise<string> {
  const script = join(import.meta.dirname, '../../support/workbook/print-sample-hash.ts');
  const { stdout } = await run(process.execPath, [script], { env: { ...process.env, TZ: timeZone } });
  return stdout;
}

describe('the same plan', () => {
  it.runIf(deep)('gives the same bytes in other processes and time zones', async () => {
    const here = createHash('sha256')
      .update(await writeWorkbook(samplePlan(1_000)))
      .digest('hex');
    // This process is east of UTC.
    for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati'])
      expect(await hashIn(zone), zone).toBe(here);
  });

  it('dates the entries of the file with the date of the plan', async () => {
    // exceljs's streaming writer dates each entry with the current time.
    const { package: file } = await validateWorkbook(await writeWorkbook(samplePlan(3)));
    expect(new Set(file.dates.values())).toEqual(new Set(['2026-11-20T03:04:06.000Z']));
  });

  it('gives the same bytes while other workbooks are written', async () => {
    const [first, , second] = await Promise.all(
      [samplePlan(900), samplePlan(40), samplePlan(900)].map(writeWorkbook),
    );
    expect(first).toEqual(second);
  });
});

describe('a whole workbook', () => {
  it('of 600 rows is valid and complete', async () => {
    const workbook = await validateWorkbook(await writeWorkbook(samplePlan(600)));
    const cells = workbook.cells.get('Day');
    expect(cells?.size).toBe(5 + 600 * 7);
    expect(cells?.get('D601')).toMatchObject({ type: 'number', value: 11, formula: 'C601*2' });
  });

  it.runIf(deep)('reads the same in openpyxl and in LibreOffice', async () => {
    const bytes = await writeWorkbook(samplePlan(60));
    const ours = valuesOf(await validateWorkbook(bytes));
    const openpyxl = readWithOpenpyxl(bytes);
    if (openpyxl) expect(differences(ours, openpyxl)).toEqual([]);
    const [libreOffice] = (await readWithLibreOffice([bytes])) ?? [];
    if (libreOffice) expect(differences(ours, libreOffice)).toEqual([]);
  });
});

describe('rows', () => {
  it('are iterated once, in order, sheet after sheet', async () => {
    const asked: string[] = [];
    function* rows(sheet: string): Generator<SheetRow> {
      for (let index = 0; index < 3; index += 1) {
        asked.push(sheet + index);
        yield aRow([sheet]);
      }
    }
    await writeWorkbook(aWorkbook({ name: 'A', rows: rows('A') }, { name: 'B', rows: rows('B') }));
    expect(asked).toEqual(['A0', 'A1', 'A2', 'B0', 'B1', 'B2']);
  });

  it('are not generated faster than they are compressed', async () => {
    // exceljs's streaming writer accepts data faster than it writes: it held a whole sheet of 50,000 rows in memory.
    let made = 0;
    function* chunks(): Generator<Uint8Array> {
      for (; made < 100; made += 1) yield Buffer.alloc(131_072, `${made} `);
    }
    const file = new PackageWriter(aWorkbook().properties);
    const written = file.addStreamedPart('long.xml', chunks());
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBeLessThan(40);
    await written;
    expect(made).toBe(100);
  });

  it('make writing fail with their own error if they throw', async () => {
    const failure = new Error('no such task');
    // biome-ignore lint/correctness/useYield: what matters is what happens before the first row.
    function* rows(): Generator<SheetRow> {
      throw failure;
    }
    function* later(): Generator<SheetRow> {
      for (let index = 0; index < 5_000; index += 1) yield aRow([`Task ${index}`]);
      throw failure;
    }
    await expect(writeWorkbook(aWorkbook({ rows: rows() }))).rejects.toBe(failure);
    await expect(writeWorkbook(aWorkbook({ rows: later() }, {}))).rejects.toBe(failure);
  });
});

describe('a plan that no sheet can hold', () => {
  const table = { name: 'Tasks', area: { top: 1, left: 1, bottom: 2, right: 2 }, columns: ['ID', 'Nom'] };

  it.each([
    [
      'a table with other headings',
      { rows: [aRow(['ID', 'Name']), aRow(['1', 'a'])], table },
      'has no heading "Nom"',
    ],
    [
      'a formula that is too long',
      { rows: [aRow([{ formula: '1+'.repeat(5_000), result: 0 }])] },
      'a formula has 10000 characters.',
    ],
    [
      'too many columns',
      { rows: [{ cells: Array.from({ length: 16_385 }, () => undefined) }] },
      'more than 16384 cells.',
    ],
  ])('is refused if it has %s', async (_what, sheet, message) => {
    await expect(writeWorkbook(aWorkbook(sheet))).rejects.toMatchObject({
      name: 'WorkbookPlanError',
      sheet: 'Day',
      message: expect.stringContaining(message),
    });
  });
});

it('a workbook can have JPEG pictures too', async () => {
  const picture = {
    bytes: pngBytes,
    format: 'jpeg',
    column: 1,
    row: 1,
    width: 8,
    height: 8,
    alternative: '',
  } as const;
  const bytes = await writeWorkbook({ ...aWorkbook(), sheets: [aSheet({ pictures: [picture] })] });
  expect((await validateWorkbook(bytes)).package.names).toContain('xl/media/image1.jpeg');
});
