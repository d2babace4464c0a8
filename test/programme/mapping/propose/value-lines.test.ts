import { expect, it } from 'vitest';
import { inspectProgramme } from '../../../../functions/programme/mapping/propose/inspect-programme.ts';
import { valueLines } from '../../../../functions/programme/mapping/propose/value-lines.ts';
import { readCsv } from '../../../../functions/programme/readers/table/read-csv.ts';
import { readXer } from '../../../../functions/programme/readers/xer/read-xer.ts';

import { anXerTask, xerBytes } from '../../../support/programmes/an-xer.ts';

/** The lines proposed for a table with these columns, each with the values of its rows. */
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

it('takes the code that most activities have for the package where no name says it, and it tells them apart', () => {
  const codes = (types: readonly string[]) => {
    const numbered = types.map((name, index) => ({ name, id: String(index) }));
    return valueLines(
      inspectProgramme(
        readXer(
          xerBytes({
            TASK: ['1', '2', '3'].map((id) => anXerTask({ task_id: id, task_code: `A${id}` })),
            ACTVTYPE: numbered.map(({ name, id }) => ({ actv_code_type_id: id, actv_code_type: name })),
            ACTVCODE: numbered.flatMap(({ id }) =>
              ['1', '2'].map((value) => ({
                actv_code_id: `${id}${value}`,
                actv_code_type_id: id,
                short_name: `V${value}`,
              })),
            ),
            // The first code on one activity, the second on two, and so on; all but `View` with two values.
            TASKACTV: numbered.flatMap(({ name, id }, index) =>
              ['1', '2', '3'].slice(0, index + 1).map((task) => ({
                task_id: task,
                actv_code_type_id: id,
                actv_code_id: `${id}${name === 'View' || task !== '2' ? '1' : '2'}`,
              })),
            ),
          }),
        ),
      ),
    );
  };
  expect(codes(['Phase', 'WPS', 'View'])).toEqual([
    'package: { code: WPS } # the code that most activities have: 67%',
  ]);
  expect(codes(['Phase'])).toEqual([]);
  expect(codes(['WPS', 'Area'])).toEqual(['location: { code: Area }']);
  expect(codes(['Phase', 'Shift'])).toEqual([]);
});
