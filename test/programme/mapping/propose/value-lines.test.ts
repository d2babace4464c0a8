import { expect, it } from 'vitest';
import { inspectProgramme } from '../../../../functions/programme/mapping/propose/inspect-programme.ts';
import { valueLines } from '../../../../functions/programme/mapping/propose/value-lines.ts';
import { readCsv } from '../../../../functions/programme/readers/table/read-csv.ts';

/** What is proposed for a table with these columns, each with the values of its rows. */
async function proposed(columns: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  const names = Object.keys(columns);
  const rows = Object.values(columns)[0]?.map((_, row) => names.map((name) => columns[name]?.[row] ?? ''));
  const lines = [names, ...(rows ?? [])].map((cells) => cells.map((cell) => `"${cell}"`).join(','));
  return valueLines(inspectProgramme(await readCsv(Buffer.from(`${lines.join('\n')}\n`))));
}

it('takes who is responsible for the subcontractor where most of the values are companies', async () => {
  const Responsibility = ['Main Contractor', 'MEP specialized S/C', 'Steelwork Ltd', 'Client'];
  const trades = { Responsibility, Trade: ['Finishing', 'MEP', 'Steel', ''] };
  expect(await proposed(trades)).toEqual(['subcontractor: { column: Responsibility }']);
});

it('takes who is responsible for the owner where the values are people', async () => {
  expect(await proposed({ Responsibility: ['Ann Lee', 'Bo Park', 'Steelwork Ltd'] })).toEqual([
    'owner: { column: Responsibility }',
  ]);
});

it('takes no companies for the owner where another name says who is contracted', async () => {
  const columns = { Contractor: ['Frame', 'MEP'], Responsible: ['Frame Ltd', 'MEP Ltd'] };
  expect(await proposed(columns)).toEqual(['subcontractor: { column: Contractor }']);
});

it('takes the trade for the subcontractor where no name says who is contracted, and never for the package', async () => {
  expect(await proposed({ Trade: ['Concrete', 'Steel'] })).toEqual([
    'subcontractor: { column: Trade } # the trade: no name says who is contracted',
  ]);
  expect(await proposed({ Trade: ['Concrete'], Contractor: ['Frame'] })).toEqual([
    'subcontractor: { column: Contractor }',
  ]);
  expect(await proposed({ 'Work package': ['2100'] })).toEqual(['package: { column: Work package }']);
});

it('takes the code or column that most activities have, of several whose names fit', async () => {
  const columns = {
    'Sub-Contractor': ['Frame', '', '', '', ''],
    'Contractor (site)': ['Frame', 'Frame', 'MEP', 'MEP', ''],
    Area: ['', 'A', '', '', ''],
    Zone: ['1', '1', '2', '2', '3'],
    Discipline: ['Civil', '', '', '', ''],
    'Work package': ['2100', '2100', '2200', '2200', '2300'],
  };
  expect(await proposed(columns)).toEqual([
    'subcontractor: { column: "Contractor (site)" }',
    'location: { column: Zone }',
    'package: { column: Work package }',
  ]);
});

it('takes another source than the one whose name fits best where more than twice as many activities have it', async () => {
  const Vendor = ['Cranes Ltd', '', '', '', ''];
  const Responsibility = ['Frame Ltd', 'Frame Ltd', 'MEP Ltd', 'MEP Ltd', ''];
  expect(await proposed({ Vendor, Responsibility })).toEqual(['subcontractor: { column: Responsibility }']);
  expect(await proposed({ Vendor, Trade: ['Concrete', 'Steel', 'Steel', '', ''] })).toEqual([
    'subcontractor: { column: Trade } # the trade: few activities say who is contracted',
  ]);
  expect(await proposed({ Vendor, Trade: ['Concrete', 'Steel', '', '', ''] })).toEqual([
    'subcontractor: { column: Vendor }',
  ]);
});
