import { expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';

/** Tasks and problems of a table with the columns ID and one other. */
async function mapped(rules: string, rows: readonly (readonly [id: string, cell: string])[], column: string) {
  const lines = rows.map(([id, cell]) => `${id},"${cell}",2026-11-24,2026-11-26\n`);
  const programme = await readCsv(Buffer.from(`ID,${column},Start,Finish\n${lines.join('')}`));
  const mapping = parseMapping(
    `id: { column: ID }\ndates: { start: Start, finish: Finish }\nworkingDays: [mon, tue, wed, thu, fri]\n${rules}\n`,
    'map.yaml',
  );
  const { data, report } = mapProgramme(programme, mapping, { region: 'gb', projectId: 'riverside' });
  return {
    tasks: data.collections.tasks,
    problems: report.problems.slice(1).map(({ line, text }) => [line, text]),
  };
}

it.each([
  [
    'Carpenter 4; Labourer 2',
    [
      { id: 'Carpenter', name: 'Carpenter', quantity: 4 },
      { id: 'Labourer', name: 'Labourer', quantity: 2 },
    ],
  ],
  ['Gang 2 3,5', [{ id: 'Gang-2', name: 'Gang 2', quantity: 3.5 }]],
  ['Carpenter 4; Carpenter 1', [{ id: 'Carpenter', name: 'Carpenter', quantity: 5 }]],
  ['Supervisor', [{ id: 'Supervisor', name: 'Supervisor' }]],
  [
    'Carpenter[200%]; Site Labourer [3]',
    [
      { id: 'Carpenter', name: 'Carpenter', quantity: 2 },
      { id: 'Site-Labourer', name: 'Site Labourer', quantity: 3 },
    ],
  ],
  ['6', [{ id: 'People', name: 'People', quantity: 6 }]],
  [' ; ', undefined],
])('a cell of people %j is read as names and numbers', async (cell, labour) => {
  const { tasks } = await mapped('labour: { column: People }', [['A1', cell]], 'People');
  expect(tasks[0]?.['labour']).toEqual(labour);
});

it.each([
  ['Sparkline Electric, Inc.', ['Sparkline Electric, Inc.']],
  [
    'Sparkline Electric, Inc., Hofer Bau, Ltd, Carpenter',
    ['Sparkline Electric, Inc.', 'Hofer Bau, Ltd', 'Carpenter'],
  ],
  ['Sparkline, Co., Ltd.', ['Sparkline, Co., Ltd.']],
  ['Betonwerk, GmbH & Co. KG', ['Betonwerk, GmbH & Co. KG']],
  ['Instal, Sp. z o.o., Nordbyg, A/S', ['Instal, Sp. z o.o.', 'Nordbyg, A/S']],
  ['Rovi, S.A., Elektro, s.r.o., Acme, Pty Ltd', ['Rovi, S.A.', 'Elektro, s.r.o.', 'Acme, Pty Ltd']],
  ['Carpenter, Coring gang, Labourer', ['Carpenter', 'Coring gang', 'Labourer']],
  ['JB, SA, AG', ['JB', 'SA', 'AG']],
])('a comma before the legal form of a company does not separate people: %s', async (cell, names) => {
  const { tasks } = await mapped('labour: { column: People, separator: "," }', [['A1', cell]], 'People');
  expect(tasks[0]?.['labour']).toMatchObject(names.map((name) => ({ name })));
});

it.each([
  ['Excavator 13t', undefined],
  ['Mobile crane 60 t', undefined],
  ['Scaffolding 40 h', undefined],
  ['60 t crane', undefined],
  ['360 excavator', undefined],
  ['Hoist 1 & 2', undefined],
  ['1 + 1', undefined],
  ['2 x 4', undefined],
  ['2 gangs of 4', undefined],
  ['Tower crane no. 2', undefined],
  ['Crane 08:00-12:00', undefined],
  ['10 hrs', undefined],
  ['Delivery 24/11', undefined],
  ['Crew 1', undefined],
  ['Gang no. 2', undefined],
  ['Crew 1: 5', ['Crew 1', 5]],
  ['Mobile crane 60t 2', ['Mobile crane 60t', 2]],
  ['2no. 13t excavator', ['13t excavator', 2]],
  ['Carpenter 4 men', ['Carpenter', 4]],
  ['Carpenter x 4', ['Carpenter', 4]],
  ['Carpenter: 4', ['Carpenter', 4]],
])(
  'only a clear count is a quantity, not a size, a time or the number of a crew: %s',
  async (cell, expected) => {
    const { tasks, problems } = await mapped('labour: { column: People }', [['A1', cell]], 'People');
    const [name, quantity] = expected ?? [cell];
    const id = String(name).replaceAll(' ', '-');
    expect(tasks[0]?.['labour']).toEqual([{ id, name, ...(expected && { quantity }) }]);
    expect(problems.map(([, text]) => text)).toEqual(
      expected
        ? []
        : [
            `Activity A1: People "${cell}" has a number that counts as part of the name; write "Carpenter 4".`,
          ],
    );
  },
);

it('a material or a cost in the resource names of MS Project is not counted as people', async () => {
  const { tasks, problems } = await mapped(
    'labour: { column: Resource Names, separator: "," }',
    [['A1', 'Carpenter[200%],Concrete[36,5 m3],Travel[$1 500],Permit[500 €]']],
    'Resource Names',
  );
  expect(tasks[0]).toMatchObject({
    labour: [{ name: 'Carpenter', quantity: 2 }],
    materials: [{ name: 'Concrete', quantity: 36.5, unit: 'm3' }],
  });
  expect(problems).toEqual([
    [2, 'Activity A1: Resource Names "Travel[$1 500]" is a sum of money, and is left out.'],
    [2, 'Activity A1: Resource Names "Permit[500 €]" is a sum of money, and is left out.'],
  ]);
});

it.each([
  [
    'Carpenters 2 + Labourers 3',
    'counts as one, but looks like several; name their separator in the mapping',
  ],
  ['n/a or TBC', undefined],
  ['Nil', 'names no resource, and is left out'],
  ['as required', 'names no resource, and is left out'],
])('a cell of people that cannot be counted is kept as one name or left out: %s', async (cell, problem) => {
  const { tasks, problems } = await mapped('labour: { column: People }', [['A1', cell]], 'People');
  expect(tasks[0]?.['labour']).toEqual(
    problem?.startsWith('names') ? undefined : [{ id: cell.replaceAll(' ', '-'), name: cell }],
  );
  expect(problems).toEqual(problem ? [[2, `Activity A1: People "${cell}" ${problem}.`]] : []);
});

it('a number with a blank between thousands is not a quantity', async () => {
  const { tasks, problems } = await mapped(
    'materials: { column: Materials }',
    [['A1', 'Steel 1 500 kg; Concrete C40/50 123 m3']],
    'Materials',
  );
  expect(tasks[0]?.['materials']).toMatchObject([
    { name: 'Steel 1 500 kg' },
    { name: 'Concrete C40/50', quantity: 123, unit: 'm3' },
  ]);
  expect(problems).toHaveLength(1);
});

it('names that differ in blanks and line breaks are one subcontractor', async () => {
  const cells = ['Hofer  Bau', 'Hofer Bau', 'Hofer\nBau'];
  const { tasks } = await mapped(
    'subcontractor: { column: By }',
    cells.map((cell, index) => [`A${index}`, cell]),
    'By',
  );
  const names = tasks.map(({ subcontractor }) => subcontractor);
  expect(names).toEqual(cells.map(() => ({ id: 'Hofer-Bau', name: 'Hofer Bau' })));
});

it('the thickness of a material is not a quantity', async () => {
  const { tasks, problems } = await mapped(
    'materials: { column: Materials }',
    [['A1', 'Plasterboard 12.5 mm; Insulation 100mm 40 m2']],
    'Materials',
  );
  expect(tasks[0]?.['materials']).toMatchObject([
    { name: 'Plasterboard 12.5 mm' },
    { name: 'Insulation 100mm', quantity: 40, unit: 'm2' },
  ]);
  expect(problems).toHaveLength(1);
});

it('a quantity may follow the legal form of a company', async () => {
  const { tasks } = await mapped(
    'labour: { column: People, separator: "," }',
    [['A1', 'Sparkline Electric, Inc. 4, Carpenter 2, AB 3, Hofer, Ltd[200%]']],
    'People',
  );
  expect(tasks[0]?.['labour']).toMatchObject([
    { name: 'Sparkline Electric, Inc.', quantity: 4 },
    { name: 'Carpenter', quantity: 2 },
    { name: 'AB', quantity: 3 },
    { name: 'Hofer, Ltd', quantity: 2 },
  ]);
});

it('a subcontractor is one value, even with separators in its name', async () => {
  const { tasks } = await mapped(
    'subcontractor: { column: By }',
    [['A1', 'Sparkline Electric, Inc.; East']],
    'By',
  );
  expect(tasks[0]).toMatchObject({ subcontractor: { name: 'Sparkline Electric, Inc.; East' } });
});

it.each(['TBC', 'tba', 'To be confirmed', 'N.N.', 'noch offen'])(
  '%s is not a subcontractor, and is reported',
  async (cell) => {
    const { tasks, problems } = await mapped('subcontractor: { column: By }', [['A1', cell]], 'By');
    expect(tasks[0]?.['subcontractor']).toBeUndefined();
    expect(problems).toEqual([
      [
        2,
        `Activity A1: subcontractor (column By) "${cell}" means that it is not known yet, and is left out.`,
      ],
    ]);
  },
);

it('materials have a unit, and the mapping names their separator', async () => {
  const { tasks } = await mapped(
    'materials: { column: Materials, separator: "|" }',
    [['A1', 'Concrete C40 36.5 m3 | Rebar 12 mm 3 t']],
    'Materials',
  );
  expect(tasks[0]?.['materials']).toEqual([
    { id: 'Concrete-C40', name: 'Concrete C40', quantity: 36.5, unit: 'm3' },
    { id: 'Rebar-12-mm', name: 'Rebar 12 mm', quantity: 3, unit: 't' },
  ]);
});

it('a cell that looks like several materials, or has no quantity, is reported', async () => {
  const { problems } = await mapped(
    'materials: { column: Materials, separator: "," }',
    [
      ['A1', 'Concrete C40 36.5 m3 | Rebar 3 t'],
      ['A2', 'Concrete C40 36.5 m3, Rebar'],
      ['A3', 'Concrete | wet 3 m3'],
    ],
    'Materials',
  );
  expect(problems).toEqual([
    [
      2,
      'Activity A1: Materials "Concrete C40 36.5 m3 | Rebar 3 t" counts as one, but looks like several; name their separator in the mapping.',
    ],
    [3, 'Activity A2: Materials "Rebar" has no quantity, such as "Concrete C40 36.5 m3".'],
  ]);
});

it('each trade may have a column of its own', async () => {
  const { tasks } = await mapped(
    'labour: [{ column: Carpenters }, { column: ID }]',
    [['3', '4']],
    'Carpenters',
  );
  expect(tasks[0]?.['labour']).toMatchObject([
    { name: 'Carpenters', quantity: 4 },
    { name: 'ID', quantity: 3 },
  ]);
});

it.each([
  ['A-10', 'finish-start', 0],
  ['A-10FS', 'finish-start', 0],
  ['A-10FS+2d', 'finish-start', 2],
  ['A-10+2d', 'finish-start', 2],
  ['A-10DD+1 sm', 'start-start', 5],
  ['A-10 SS - 1.5 days', 'start-start', -1.5],
  ['A-10: FF 3', 'finish-finish', 3],
  ['a, A-10SF', 'start-finish', 0],
])('a predecessor %j is read as id, type and lag', async (cell, type, lag) => {
  const { tasks } = await mapped(
    'predecessors: { column: Before, separator: "," }',
    [
      ['A-10', ''],
      ['GLASS', cell],
      ['C', 'GLASS'],
    ],
    'Before',
  );
  expect(tasks[1]?.['relatedTasks']).toEqual([
    { id: 'A-10', lag, relation: 'predecessor', type },
    { id: 'C', lag: 0, relation: 'successor', type: 'finish-start' },
  ]);
});

it('a predecessor that is not in the table is left out, and reported with its line', async () => {
  const { tasks, problems } = await mapped(
    'predecessors: { column: Before }',
    [['A1', 'A9FS; A-1+2; A1']],
    'Before',
  );
  expect(tasks[0]?.['relatedTasks']).toBeUndefined();
  expect(problems).toEqual([
    [2, 'Activity A1: the predecessor "A9FS" is not a task of the file, and is left out.'],
    [2, 'Activity A1: the predecessor "A-1+2" is not a task of the file, and is left out.'],
    [2, 'Activity A1: the predecessor "A1" is the task itself, and is left out.'],
  ]);
});

it('if a predecessor may be a row number, the report says how to import it', async () => {
  const { problems } = await mapped('predecessors: { column: Before }', [['A1', '3FS +2d']], 'Before');
  expect(problems).toEqual([
    [
      2,
      'Activity A1: the predecessor "3FS +2d" is not a task of the file, and is left out; if it is the number of a row, export ids instead, or map the column of these numbers as the id.',
    ],
  ]);
});
