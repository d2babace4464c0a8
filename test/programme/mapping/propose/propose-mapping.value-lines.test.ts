import { expect, it } from 'vitest';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import type { Programme } from '#programme/programme.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';
import { readXer } from '#programme/readers/xer/read-xer.ts';

import { anXerTask, xerBytes } from '../../../support/programmes/an-xer.ts';

/** The lines proposed for a table with these columns, each with the values of its rows. */
async function proposed(columns: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  const names = Object.keys(columns);
  const rows = Object.values(columns)[0]?.map((_, row) => names.map((name) => columns[name]?.[row] ?? ''));
  const lines = [names, ...(rows ?? [])].map((cells) => cells.map((cell) => `"${cell}"`).join(','));
  return linesOf(await readCsv(Buffer.from(`${lines.join('\n')}\n`)));
}

function linesOf(programme: Programme): readonly string[] {
  const lines = proposedMappingText(inspectProgramme(programme), 'plan.csv').split('\n');
  return lines.filter((line) =>
    /^(?:notes|subcontractor|location|package|owner|folder: \{|# .* is left out)/.test(line),
  );
}

it('takes the subcontractor from a column of those responsible if most values are companies', async () => {
  const Responsibility = ['Main Contractor', 'MEP specialized S/C', 'Steelwork Ltd', 'Client'];
  const trades = { Responsibility, Trade: ['Finishing', 'MEP', 'Steel', ''] };
  expect(await proposed(trades)).toEqual(['subcontractor: { column: Responsibility }']);
});

it('takes the owner from a column of those responsible if the values are people', async () => {
  expect(await proposed({ Responsibility: ['Ann Lee', 'Bo Park', 'Steelwork Ltd'] })).toEqual([
    'owner: { column: Responsibility } # persons; if they are companies, write subcontractor',
  ]);
});

it('does not use companies for the owner if another column names subcontractors', async () => {
  const columns = { Contractor: ['Frame', 'MEP'], Responsible: ['Frame Ltd', 'MEP Ltd'] };
  expect(await proposed(columns)).toEqual(['subcontractor: { column: Contractor }']);
});

it('uses the trade for the subcontractor if no column names one, and never for the package', async () => {
  expect(await proposed({ Trade: ['Concrete', 'Steel'] })).toEqual([
    'subcontractor: { column: Trade } # the trade, because few rows name a company',
  ]);
  expect(await proposed({ Trade: ['Concrete'], Contractor: ['Frame'] })).toEqual([
    'subcontractor: { column: Contractor }',
  ]);
  expect(await proposed({ 'Work package': ['2100'] })).toEqual(['package: { column: Work package }']);
});

it('uses the code or column that most activities have if several names fit', async () => {
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

it('prefers a source with a less fitting name if more than twice as many activities have it', async () => {
  const Vendor = ['Cranes Ltd', '', '', '', ''];
  const Responsibility = ['Frame Ltd', 'Frame Ltd', 'MEP Ltd', 'MEP Ltd', ''];
  expect(await proposed({ Vendor, Responsibility })).toEqual(['subcontractor: { column: Responsibility }']);
  expect(await proposed({ Vendor, Trade: ['Concrete', 'Steel', 'Steel', '', ''] })).toEqual([
    'subcontractor: { column: Trade } # the trade, because few rows name a company',
  ]);
  expect(await proposed({ Vendor, Trade: ['Concrete', 'Steel', '', '', ''] })).toEqual([
    'subcontractor: { column: Vendor }',
  ]);
});

it('uses a code that most activities have for the package if no name fits and its values differ', () => {
  const codes = (types: readonly string[]) => {
    const numbered = types.map((name, index) => ({ name, id: String(index) }));
    return linesOf(
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
          // The first code is on activity 1, the second on 1 and 2, the third on all three. Activity 2 has another
          // value than the others, but the same value of `View`.
          TASKACTV: numbered.flatMap(({ name, id }, index) =>
            ['1', '2', '3'].slice(0, index + 1).map((task) => ({
              task_id: task,
              actv_code_type_id: id,
              actv_code_id: `${id}${name === 'View' || task !== '2' ? '1' : '2'}`,
            })),
          ),
        }),
      ),
    );
  };
  expect(codes(['Phase', 'WPS', 'View'])).toEqual(['package: { code: WPS } # the code of most activities']);
  expect(codes(['Phase'])).toEqual([]);
  expect(codes(['WPS', 'Area'])).toEqual(['location: { code: Area }']);
  expect(codes(['Phase', 'Shift'])).toEqual([]);
});

/** The values of twelve rows; the given ones repeat in this order. */
const twelve = (...values: readonly string[]) =>
  Array.from({ length: 12 }, (_, row) => values[row % values.length] ?? '');
const remarks = twelve(
  'updated to 15 Nov, start moved',
  'waits for the drawing of the pump base, asked for twice',
  'delete after change order',
  'moved out by its predecessor',
  'ready',
  'updated to 15 Nov',
);

it.each([
  ["Contractor's Remarks", remarks, 'notes'],
  ['Contractor Action', twelve('WAITS FOR THE CRANE', 'MOVED BY THE CLIENT'), 'sentences'],
  [
    'Area issue',
    twelve(...remarks.slice(0, 4), ...remarks.slice(0, 3).map((text) => `${text} B`)),
    'sentences',
  ],
  ['Contractor query', twelve('waits for the contractor', 'contractor to confirm it'), 'sentences'],
  ['Area released', twelve('Yes', 'Yes', 'Partly'), 'yes, no or unknown'],
  ['Vendor Comment', twelve('Crane down', 'Rain', ''), 'notes'],
  ['LocationNotes', twelve('Rain', 'Crane down', ''), 'notes'],
  ['Area (m2)', twelve('120.5', '80', '80'), 'numbers'],
  ['In Level 3 Schedule', twelve('Yes', 'Yes', 'No'), 'yes, no or unknown'],
  ['Building permit', twelve('Y', 'N', 'TBC'), 'yes, no or unknown'],
  ['Subcontractor appointed', twelve('23/11/2026', '24-Nov-26', '2026-11-25'), 'dates'],
  ['Subcontract value', twelve('1200', '900.50', '80'), 'numbers'],
  ['Subcontract share', twelve('10%', '50 %'), 'numbers'],
  ['Zone Rate', twelve('12.5', '14.25'), 'numbers'],
  ['Building cost', twelve('£1,200', '900'), 'numbers'],
  ['Zone', twelve('120 m2', '80.5 m²'), 'numbers'],
  ['Location Photo', twelve('https://example.com/1', '1.jpg'), 'addresses, files or coordinates'],
  ['Location', twelve('51.5074, -0.1278', '51.5075, -0.1279'), 'addresses, files or coordinates'],
  ['Priority Level', twelve('1 - High', '2 - Low', 'Medium'), 'ratings'],
  ['Subcontractor', twelve('TBC', 'TBA', 'Not yet appointed'), 'yes, no or unknown'],
  ['Subcontractor Contact', twelve('Ann Lee', 'Bo Park'), 'remarks, dates or quantities, by its name'],
  ['Contractor Ready', twelve('Ready', 'Not ready', 'Partly'), 'remarks, dates or quantities, by its name'],
  ['Subcontract approval', twelve('Approved', 'Approved', 'Rejected'), 'ratings'],
  ['Package week', twelve('W47', 'W48'), 'remarks, dates or quantities, by its name'],
  ['Area', twelve('120.5', '88', '45.25'), 'numbers'],
  [
    'Area description',
    Array.from({ length: 12 }, (_, bay) => `the bay number ${bay} from the ramp, next to the tower`),
    'sentences',
  ],
  ['Contractor performance', twelve('Good', 'Poor', 'Average'), 'ratings'],
  ['Responsibility', twelve('R', 'A', 'C', 'I'), 'single letters'],
  ['Location type', twelve('Indoor', 'Outdoor'), 'remarks, dates or quantities, by its name'],
  ['Niveau de risque', twelve('Fort', 'Faible'), 'remarks, dates or quantities, by its name'],
  ['Contractor Status', twelve('In Progress', 'Not Started', 'On Hold'), 'words of status'],
  ['Location', twelve('Rosenpark'), 'all the same'],
  ['Owner', twelve('Ann Lee'), 'all the same'],
  ['Contractor approval', twelve('Needed'), 'all the same'],
  [
    'Zone',
    'Hall,Lobby,Lift,Stairs,Kitchen,Roof,Yard,Court,Gate,Dock,Ramp,Pool'.split(','),
    'nearly all different',
  ],
  ['Building description', twelve('Hall', 'Lobby', 'Lift', 'Stairs', 'Roof', 'Gate'), 'nearly all different'],
  ['Work package', twelve(...'ABCDEFGHIJKL').map((letter) => `P-${letter}`), 'nearly all different'],
])(
  'leaves %s out and says why its values do not fit, or uses it only for notes',
  async (name, values, why) => {
    const lines = await proposed({ Task: twelve('Dig'), [name]: values });
    expect(lines.map((line) => line.replaceAll('"', ''))).toEqual([
      why === 'notes' ? `notes: { column: ${name} }` : `# ${name} is left out: its values are ${why}.`,
    ]);
  },
);

it.each([
  ['subcontractor', 'Subcontractor', ['Acme']],
  ['subcontractor', 'Trade Contractor Name', ['Brightfit']],
  ['subcontractor', 'Contractor responsible', ['Acme Ltd']],
  ['subcontractor', 'Contractor notes', ['Acme Ltd', 'Frame GmbH']],
  ['subcontractor', 'Company', ['Smith and Sons', 'Stonebridge Concrete and Frame', 'By others']],
  ['subcontractor', 'Sub', ['Frame', 'MEP']],
  ['location', 'Zone', ['1', '2', '3']],
  ['location', 'Zone no.', ['1.1', '1.2']],
  ['location', 'Bldg', ['A', 'B']],
  ['location', 'Bauteil', ['Haus A', 'Haus B']],
  ['subcontractor', 'Entreprise', ['Bati SA', 'Roy']],
  ['location', 'Plot', ['12', '14']],
  ['location', 'Level', ['1.1', '1.2', '1-2']],
  ['location', 'Block', ['N', 'S']],
  ['location', 'Location description', ['Hall', 'Level 3 in the north wing']],
  ['location', 'Location', Array.from({ length: 12 }, (_, room) => `Room 1.${room}`)],
  ['package', 'Work package', ['2100', '2200']],
  ['owner', 'Supervisor', ['Ann Lee', 'Bo Park', 'Client']],
  ['owner', 'Assigned To', ['Ann Lee', 'Bo Park']],
])('takes the %s from the column %s with the values %j', async (property, name, values) => {
  const [line, ...others] = await proposed({ Task: twelve('Dig'), [name]: twelve(...values) });
  expect(line?.split(' #')[0]).toBe(`${property}: { column: ${name} }`);
  expect(others).toEqual([]);
});

it('uses a column of trades in sentence case for the subcontractor', async () => {
  const trades = twelve('Mechanical and electrical works', 'Heating, ventilation and air conditioning');
  expect((await proposed({ Trade: trades }))[0]).toMatch(/^subcontractor: \{ column: Trade \} #/);
});

it('uses values that are all the same or all different if there are few rows', async () => {
  const columns = { Area: ['Tower A', 'Tower A', 'Tower A'], Contractor: ['Frame', 'MEP', 'Steel'] };
  expect(await proposed(columns)).toEqual([
    'subcontractor: { column: Contractor }',
    'location: { column: Area }',
  ]);
});

it('uses phrases for the location only if the heading has no other words, and never uses a level of effort', async () => {
  const Location = ['North wing on the third floor', 'South wing on the third floor', 'Roof'];
  const effort = { 'Level of effort': ['Low', 'High', 'High'] };
  expect(await proposed({ Location, ...effort })).toEqual(['location: { column: Location }']);
  expect(await proposed({ 'Location issue': Location, ...effort })).toEqual([
    '# Location issue is left out: its values are sentences.',
  ]);
});

it('uses the column whose heading has the fewest other words, and names rather than codes', async () => {
  const columns = {
    'Subcontract No.': twelve('SC-01', 'SC-02'),
    'Subcontractor and trade': twelve('Frame walls', 'MEP ducts'),
    Subcontractor: twelve('Frame', 'MEP'),
    'Area code': twelve('A1', 'A2'),
    Location: twelve('Hall', 'Roof'),
    'WBS Code': twelve('1.1', '1.2'),
    'WBS Path': twelve('Tower > Frame', 'Tower > Fit-out'),
  };
  expect(await proposed(columns)).toEqual([
    'subcontractor: { column: Subcontractor }',
    'location: { column: Location }',
    'folder: { column: WBS Path }',
  ]);
});

it('does not use names of tasks or people for a place', async () => {
  const columns = { 'Nombre de tarea': twelve('Muro', 'Losa'), Bereichsleiter: twelve('Huber', 'Meier') };
  expect(await proposed(columns)).toEqual([]);
});

it('uses a column of companies for the subcontractor only, and says why another column does not fit', async () => {
  const columns = {
    'Responsible Company': twelve('Hofer', 'Apex'),
    'Vendor notified': twelve('Yes', 'No', 'No'),
  };
  expect(await proposed(columns)).toEqual([
    'subcontractor: { column: Responsible Company }',
    '# Vendor notified is left out: its values are yes, no or unknown.',
  ]);
});

it('uses a building and a level for the location', async () => {
  const columns = { Building: twelve('A', 'B'), Level: twelve('1', '2', '3') };
  expect(await proposed(columns)).toEqual(['location: { column: [Building, Level], join: " – " }']);
});

it('uses the next column whose values fit if the first one has remarks', async () => {
  expect(
    await proposed({
      "Contractor's Remarks": remarks,
      Vendor: twelve('', 'Frame', 'MEP'),
      Area: twelve('A', 'B'),
    }),
  ).toEqual([
    'notes: { column: "Contractor\'s Remarks" }',
    'subcontractor: { column: Vendor }',
    'location: { column: Area }',
  ]);
});

it('does not use the manager of an area for the location, nor people of a contractor for the subcontractor', async () => {
  const people = twelve('Ann Lee', 'Bo Park');
  expect(await proposed({ 'Area manager': people })).toEqual([
    'owner: { column: Area manager } # persons; if they are companies, write subcontractor',
  ]);
  expect(await proposed({ 'Contractor supervisor': people })).toEqual([
    'owner: { column: Contractor supervisor } # persons; if they are companies, write subcontractor',
  ]);
});

it.each([
  ['WBS Code', ['RIV.A.01', 'RIV.A.02']],
  ['WBS Path', ['RIV > A', 'RIV > B']],
  ['WBS', ['RIV.A.01', 'RIV.AN.02']],
  ['WBS Path', ['Tower A > Level 1', 'Tower A > Level 2']],
  ['WBS_Name', ['Level 1', 'Level 2']],
  ['Phase', ['Frame', 'Fit-out']],
  ['Project Phase Name', ['Scope', 'Design']],
])('uses the column %s for the folder', async (name, values) => {
  expect(await proposed({ Task: twelve('Dig'), [name]: twelve(...values) })).toEqual([
    `folder: { column: ${name} }`,
  ]);
});

it('does not use the id, or a number for each row, for the folder', async () => {
  const numbers = Array.from({ length: 12 }, (_, row) => `1.${row + 1}`);
  const columns = { Task: twelve('Dig', 'Pour'), WBS: numbers };
  expect(await proposed(columns)).toEqual([]);
  const few = { Task: ['Dig', 'Pour', 'Cure'], WBS: ['1.1', '1.2', '1.2'] };
  expect(await proposed(few)).toEqual(['folder: { column: WBS }']);
});

it('does not use codes of the WBS or of phases for the location or the package', () => {
  const lines = (name: string) =>
    linesOf(
      readXer(
        xerBytes({
          TASK: ['1', '2'].map((id) => anXerTask({ task_id: id, task_code: `A${id}` })),
          ACTVTYPE: [{ actv_code_type_id: '1', actv_code_type: name }],
          ACTVCODE: ['1', '2'].map((id) => ({
            actv_code_id: id,
            actv_code_type_id: '1',
            short_name: `V${id}`,
          })),
          TASKACTV: ['1', '2'].map((id) => ({ task_id: id, actv_code_type_id: '1', actv_code_id: id })),
        }),
      ),
    );
  for (const name of ['WBS Code', 'Phase', 'WBS - Area', 'WBS Level']) expect(lines(name)).toEqual([]);
  expect(lines('Area')).toEqual(['location: { code: Area }']);
});
