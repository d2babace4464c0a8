/** The hierarchy of a table: its summaries, the folders of the tasks, and the ids that rows without an id get. */
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import type { Programme } from '#programme/programme.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';
import { readExcel } from '#programme/readers/table/read-excel.ts';

const relatedSchema = z.optional(z.array(z.looseObject({ relation: z.string() })));

const byIds = 'id: { column: ID }\ntitle: { column: Task }\n';
const byNames = 'id: { column: Task }\ntitle: { column: Task }\n';
const dates = 'dates: { start: Start, finish: Finish }\n';

function outcome(programme: Programme, mapping = byIds) {
  const rules = parseMapping(`${mapping}${dates}`, 'map.yaml');
  const { data, report } = mapProgramme(programme, rules, { region: 'gb', projectId: 'riverside' });
  const { tasks, folders } = data.collections;
  return {
    tasks: tasks.map(({ id, folder }) => [id, pathOf(folder)]),
    folders: folders.map(({ id, path }) => [id, path]),
    links: tasks.map(({ relatedTasks }) => relatedSchema.parse(relatedTasks)),
    summaries: report.skipped.flatMap(({ names }) => names),
    said: report.problems.filter(({ line }) => line !== undefined).map(({ text }) => text),
  };
}

function pathOf(folder: unknown): unknown {
  return typeof folder === 'object' && folder !== null && 'path' in folder ? folder.path : undefined;
}

const csv = async (text: string, mapping?: string) => outcome(await readCsv(Buffer.from(text)), mapping);

type Row = readonly [level: number, ...cells: string[]];

/** A worksheet with the headings ID, Task, Start and Finish in row 1, and rows with their outline levels. */
async function grouped(rows: readonly Row[], { summaryBelow }: { summaryBelow?: boolean } = {}) {
  const workbook = new exceljs.Workbook();
  const sheet = workbook.addWorksheet('Plan');
  sheet.addRow(['ID', 'Task', 'Start', 'Finish']);
  for (const [level, id, task, start, finish] of rows) {
    const row = sheet.addRow([id, task, start && new Date(start), finish && new Date(finish)]);
    row.outlineLevel = level;
    for (const cell of [row.getCell(3), row.getCell(4)]) cell.numFmt = 'yyyy-mm-dd';
  }
  if (summaryBelow !== undefined) sheet.properties.outlineProperties = { summaryBelow, summaryRight: true };
  return readExcel(new Uint8Array(await workbook.xlsx.writeBuffer()));
}

const [mon, tue, wed, thu, fri] = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];

describe('row groups of Excel', () => {
  const two = [
    ['B10', 'Dig'],
    ['B20', 'Pour'],
  ];

  it.each([undefined, true, false])(
    'have their parent above, if its dates enclose theirs, with summaryBelow %s',
    async (summaryBelow) => {
      const rows: Row[] = [
        [0, 'A', 'Level 2', mon, fri],
        [1, 'A10', 'Partitions', mon, tue],
        [1, 'A20', 'First fix', wed, fri],
        [0, 'B', 'Level 3', '2026-11-30', '2026-12-04'],
        [1, 'B10', 'Partitions', '2026-11-30', '2026-12-04'],
      ];
      const programme = await grouped(rows, summaryBelow === undefined ? {} : { summaryBelow });
      expect(outcome(programme)).toMatchObject({
        tasks: [
          ['A10', 'Level 2'],
          ['A20', 'Level 2'],
          ['B10', 'Level 3'],
        ],
        summaries: ['Level 2', 'Level 3'],
        said: [],
      });
    },
  );

  it('may have their parent below, like subtotals of Excel, and groups within groups are nested folders', async () => {
    const rows: Row[] = [
      [2, 'A10', 'Partitions', mon, tue],
      [2, 'A20', 'First fix', wed, fri],
      [1, 'A', 'Level 2', mon, fri],
      [2, 'B10', 'Partitions', '2026-11-30', '2026-12-04'],
      [1, 'B', 'Level 3', '2026-11-30', '2026-12-04'],
      [0, 'P', 'Fit-out', mon, '2026-12-04'],
      [0, 'M', 'Handover', '2026-12-07', '2026-12-07'],
    ];
    expect(outcome(await grouped(rows))).toMatchObject({
      tasks: [
        ['A10', 'Fit-out › Level 2'],
        ['A20', 'Fit-out › Level 2'],
        ['B10', 'Fit-out › Level 3'],
        ['M', undefined],
      ],
      summaries: ['Level 2', 'Level 3', 'Fit-out'],
    });
  });

  it('have a parent without dates on the same side as in other groups, or else where summaryBelow says', async () => {
    const above: Row[] = two.flatMap(([id = '', name = '']): Row[] => [
      [0, '', `Zone ${id}`],
      [1, id, name, mon, fri],
    ]);
    expect(outcome(await grouped(above))).toMatchObject({
      tasks: [
        ['B10', 'Zone B10'],
        ['B20', 'Zone B20'],
      ],
      summaries: ['Zone B10', 'Zone B20'],
    });
    const below: Row[] = two.flatMap(([id = '', name = '']): Row[] => [
      [1, id, name, mon, fri],
      [0, '', `Zone ${id}`],
    ]);
    expect(outcome(await grouped(below)).tasks).toEqual([
      ['B10', 'Zone B10'],
      ['B20', 'Zone B20'],
    ]);
    const between: Row[] = [
      [0, '', 'First zone'],
      [1, 'B10', 'Dig', mon, fri],
      [0, '', 'Second zone'],
      [0, 'C10', 'Handover', fri, fri],
    ];
    const tasksOf = async (summaryBelow: boolean) =>
      outcome(await grouped(between, { summaryBelow })).tasks[0];
    expect(await tasksOf(true)).toEqual(['B10', 'Second zone']);
    expect(await tasksOf(false)).toEqual(['B10', 'First zone']);
  });

  it('keep a parent with outdated dates as a summary, and report it', async () => {
    const rows: Row[] = [
      [0, 'A', 'Level 2', mon, wed],
      [1, 'A10', 'Partitions', tue, fri],
      [0, 'B', 'Level 3', thu, thu],
      [1, 'B10', 'Partitions', thu, fri],
      [0, 'M', 'Handover', fri, fri],
    ];
    const { tasks, said } = outcome(await grouped(rows));
    expect(tasks).toEqual([
      ['A10', 'Level 2'],
      ['B10', 'Level 3'],
      ['M', undefined],
    ]);
    expect(said).toEqual(
      ['Level 2', 'Level 3'].map(
        (name) =>
          `The row "${name}" is grouped less than the rows beside it, and counts as their summary: its dates do not enclose theirs and are not used. If it is a task, put it on their level.`,
      ),
    );
  });

  it.each<[string, Row[]]>([
    [
      'it follows a task of its level',
      [
        [0, 'A', 'Dig', mon, wed],
        [0, 'B', 'Pour', mon, wed],
        [1, 'C', 'Clean', tue, fri],
      ],
    ],
    [
      'none of their dates is within its dates',
      [
        [0, 'B', 'Pour', mon, tue],
        [1, 'C', 'Clean', wed, fri],
      ],
    ],
  ])('keep a row with other dates as a task if %s, and report it', async (_, rows) => {
    const { tasks, said } = outcome(await grouped(rows));
    expect(tasks.map(([id]) => id)).toEqual(rows.map(([, id]) => id));
    expect(said).toEqual([
      'The row "Pour" is grouped less than the rows beside it, but its dates do not enclose theirs: it stays a task. If it is a summary, add a column of levels (outlineLevel in the mapping).',
    ]);
  });

  it('end a band that began inside them', async () => {
    const rows: Row[] = [
      [0, 'A', 'Level 2', mon, fri],
      [1, '', 'East'],
      [1, 'A10', 'Partitions', mon, fri],
      [0, 'M', 'Handover', fri, fri],
    ];
    expect(outcome(await grouped(rows)).tasks).toEqual([
      ['A10', 'Level 2 › East'],
      ['M', undefined],
    ]);
  });
});

describe('summaries of a table become the folders of the rows below them', () => {
  it.each([
    ['by indents', 'ID,Task,Start,Finish\n1,Phase,W\n2,  Floor,W\n3,    Dig,W\n4,  Pour,W\n5,Sign,W\n'],
    [
      'by a column of levels',
      'ID,Task,Start,Finish,Level\n1,Phase,W,1\n2,Floor,W,2\n3,Dig,W,3\n4,Pour,W,2\n5,Sign,W,1\n',
    ],
  ])('%s', async (_, text) => {
    const level = text.includes('Level') ? 'outlineLevel: { column: Level }\n' : '';
    expect(await csv(text.replaceAll('W', `${mon},${fri}`), `${byIds}${level}`)).toMatchObject({
      tasks: [
        ['3', 'Phase › Floor'],
        ['4', 'Phase'],
        ['5', undefined],
      ],
      folders: [
        ['Phase', 'Phase'],
        ['Phase.Floor', 'Phase › Floor'],
      ],
    });
  });

  it('by indents, unless a row has resources and its dates do not enclose those of the rows below it', async () => {
    const text = `ID,Task,Start,Finish,Men\n1,Pour,${mon},${wed},6\n2,  Cure,${tue},${fri},\n`;
    const tasksBy = async (rule: string) => (await csv(text, `${byIds}${rule}`)).tasks.map(([id]) => id);
    expect(await tasksBy('labour: { column: Men }\n')).toEqual(['1', '2']);
    expect(await tasksBy('')).toEqual(['2']);
  });

  it('by numbers', async () => {
    const rows = ['1,Phase', '1.1,Floor', '1.1.1,Dig', '1.2,Pour', '2,Sign'];
    const text = `ID,Task,Start,Finish\n${rows.map((row) => `${row},${mon},${fri}\n`).join('')}`;
    expect((await csv(text)).tasks).toEqual([
      ['1.1.1', 'Phase › Floor'],
      ['1.2', 'Phase'],
      ['2', undefined],
    ]);
  });

  it('unless the mapping has its own rule for folders, or says none', async () => {
    const text = `ID,Task,Start,Finish,Area\n1,Phase,${mon},${fri},\n1.1,Dig,${mon},${fri},North\n`;
    expect((await csv(text, `${byIds}folder: { column: Area }\n`)).tasks).toEqual([['1.1', 'North']]);
    expect((await csv(text, `${byIds}folder: none\n`)).folders).toEqual([]);
  });
});

describe('bands above tasks', () => {
  it('of a Primavera WBS become folders with their names, nested by indents', async () => {
    const wbs = [
      'Rosenpark,,W',
      '  Substructure,,W',
      '    A10,Dig,W',
      '    A20,Pour,W',
      '  Superstructure,,W',
      '    Walls,,W',
      '      B10,Walls,W',
    ];
    const tasks = [
      ['A10', 'Rosenpark › Substructure'],
      ['A20', 'Rosenpark › Substructure'],
      ['B10', 'Rosenpark › Superstructure › Walls'],
    ];
    const table = (rows: readonly string[], period: string) =>
      `ID,Task,Start,Finish\n${rows.map((row) => `${row.replace(/W$/, row.includes(',,') ? period : `${mon},${fri}`)}\n`).join('')}`;
    expect(await csv(table(wbs, `${mon},${fri}`))).toMatchObject({ tasks, said: [] });
    expect((await csv(table(wbs, ','))).tasks).toEqual(tasks);
    const flatTasks = wbs.map((row) => row.replace(/^ +([AB]\d)/, '$1'));
    expect((await csv(table(flatTasks, `${mon},${fri}`))).tasks).toEqual(tasks);
    expect((await csv(table(flatTasks, ','))).tasks).toEqual(tasks);
  });

  it('without indents follow one another, unless dates show that one contains another', async () => {
    const text = `ID,Task,Start,Finish\nBASEMENT\nA1,Dig,${mon},${fri}\nA2,Pour,${mon},${fri}\nROOF\nA3,Cover,${mon},${fri}\n`;
    expect((await csv(text)).tasks).toEqual([
      ['A1', 'BASEMENT'],
      ['A2', 'BASEMENT'],
      ['A3', 'ROOF'],
    ]);
    const dated = `ID,Task,Start,Finish\nSite,,${mon},${fri}\nEast,,${mon},${thu}\nA1,Dig,${mon},${tue}\nWest,,${mon},${tue}\nA2,Dig,${mon},${tue}\n`;
    expect((await csv(dated)).tasks).toEqual([
      ['A1', 'Site › East'],
      ['A2', 'Site › West'],
    ]);
  });

  it('may be in the column of names, or in the first column', async () => {
    const names = `ID,Task,Start,Finish\n,BASEMENT,,\nA1,Dig,${mon},${fri}\n`;
    expect((await csv(names)).tasks).toEqual([['A1', 'BASEMENT']]);
    const first = `Zone,ID,Task,Start,Finish\nBASEMENT\n,A1,Dig,${mon},${fri}\n`;
    expect(await csv(first)).toMatchObject({ tasks: [['A1', 'BASEMENT']], summaries: ['BASEMENT'] });
  });

  it('do not include notes among the parts of a summary, which are reported', async () => {
    const [dig, pour, sign] = [`Dig,${mon},${tue}\n`, `Pour,${wed},${fri}\n`, `Sign,${fri},${fri}\n`];
    const note = 'Crane on site from week 12,,\n';
    const heading = `ID,Task,Start,Finish\n`;
    for (const [text, ids] of [
      [`A,Phase,${mon},${fri}\nA1,  ${dig},  ${note}A2,  ${pour},  ${note}B,${sign}`, ['A1', 'A2', 'B']],
      [`1,Phase,${mon},${fri}\n1.1,${dig},${note}1.2,${pour}2,${sign}`, ['1.1', '1.2', '2']],
    ] as const) {
      const { tasks, said } = await csv(`${heading}${text}`);
      expect(tasks).toEqual(ids.map((id, index) => [id, index < 2 ? 'Phase' : undefined]));
      expect(said).toContain(
        'The row "Crane on site from week 12" has no dates and one value: it is a heading or a note.',
      );
    }
  });

  it('do not include dates of issue above tasks', async () => {
    const { tasks, said } = await csv(`ID,Task,Start,Finish\nStand: 20.11.2026\nA1,Dig,${mon},${fri}\n`);
    expect(tasks).toEqual([['A1', undefined]]);
    expect(said).toContainEqual(
      expect.stringContaining('The row "Stand: 20.11.2026" has no dates and one value'),
    );
  });

  it('have their own values reported, because their tasks do not get them', async () => {
    const text = `ID,Task,By,Note,Start,Finish\n1,Frame,Hofer,Road closed,${mon},${fri}\n1.1,Dig,,,${mon},${tue}\n`;
    const { said } = await csv(text, `${byIds}subcontractor: { column: By }\nnotes: { column: Note }\n`);
    expect(said).toEqual([
      'The row "Frame" is of the type summary: its subcontractor, notes are left out; give them to its tasks.',
    ]);
  });

  it('are not inferred from a single leading blank in a name', async () => {
    const text = `ID,Task,Start,Finish\nA1,Strike,${mon},${fri}\nA2, Backfill,${mon},${tue}\n`;
    expect((await csv(text)).tasks).toEqual([
      ['A1', undefined],
      ['A2', undefined],
    ]);
  });

  it('keep their tasks if a note is in between', async () => {
    const text = `ID,Task,Start,Finish\nBASEMENT\nNote: the crane comes later\nA1,Dig,${mon},${fri}\n`;
    expect((await csv(text)).tasks).toEqual([['A1', 'BASEMENT']]);
  });

  it('do not include notes, signatures, totals and page numbers', async () => {
    const text = `ID,Task,Start,Finish\nA1,Dig,${mon},${fri}\nNote: the crane comes later\nPage 1 of 2\nDeliveries only between 7 and 9.\nA2,Pour,${mon},${fri}\nTotal,,,\nSubject to weather\nApproved by:,J. Smith,Date:,${mon}\nSigned:,,,M. Gruber\nArchitect\n`;
    const { tasks, folders, said } = await csv(text);
    expect(tasks).toEqual([
      ['A1', undefined],
      ['A2', undefined],
    ]);
    expect(folders).toEqual([]);
    expect(said.filter((line) => /a heading or a note|is a total|a label/.test(line))).toHaveLength(8);
  });
});

describe('rows without ids, whose name becomes the id', () => {
  const rows = (...names: string[]) =>
    `Task,Start,Finish\n${names.map((name) => `${name},${mon},${fri}\n`).join('')}`;

  it('have the folders in front of the name in their id, even if the name is unique', async () => {
    const all = ['Level 2', '  Partitions', '  Close up', 'Level 3', '  Partitions', 'Handover'];
    const ids = async (names: string[]) => (await csv(rows(...names), byNames)).tasks.map(([id]) => id);
    expect(await ids(all)).toEqual([
      'Level 2 › Partitions',
      'Level 2 › Close up',
      'Level 3 › Partitions',
      'Handover',
    ]);
    expect(await ids(['Level 3', '  Partitions', 'Level 2', '  Close up', '  Walls'])).toEqual([
      'Level 3 › Partitions',
      'Level 2 › Close up',
      'Level 2 › Walls',
    ]);
  });

  it('with the same name in one folder are reported, with a remedy', async () => {
    const { tasks, said } = await csv(rows('Level 2', '  Walls', '  Walls'), byNames);
    expect(tasks).toHaveLength(1);
    expect(said).toContain(
      'Activity Level 2 › Walls: line 3 has the same id; its name is its id: rename it, or add a column of ids and map it.',
    );
  });
});

it('predecessors are found by title if ids are titles with folders', async () => {
  const text = `Task,Start,Finish,After\nLevel 2,,,\n  Walls,${mon},${tue},\n  Paint,${wed},${fri},Walls\n`;
  const { links } = await csv(text, `${byNames}predecessors: { column: After }\n`);
  expect(links[1]).toMatchObject([{ id: 'Level 2 › Walls', relation: 'predecessor' }]);
});

describe('predecessors by row number', () => {
  const links = 'predecessors: { column: After }\n';
  const text = `Task,Start,Finish,After\nLevel 2,${mon},${fri},\n  Walls,${mon},${tue},\n\n"  Close\nup",${wed},${thu},2FS +2d\n  Paint,${fri},${fri},4; 2SS\nHandover,${fri},${fri},1FS\n`;

  it('count parents, blank rows and rows with line breaks; a predecessor that is a summary is reported', async () => {
    const { links: found, said } = await csv(text, `${byNames}${links}`);
    const linksOf = (index: number) => found[index]?.filter(({ relation }) => relation === 'predecessor');
    const walls = { id: 'Level 2 › Walls', name: 'Walls', relation: 'predecessor' };
    expect(linksOf(1)).toEqual([{ ...walls, lag: 2, type: 'finish-start' }]);
    expect(linksOf(2)).toMatchObject([
      { id: 'Level 2 › Close\nup', type: 'finish-start' },
      { ...walls, type: 'start-start' },
    ]);
    expect(linksOf(3)).toBeUndefined();
    expect(said).toContain(
      'Activity Handover: the predecessor "1FS" is a row that does not become a task, and is left out; link the tasks below a summary.',
    );
  });

  it('are not assumed if the ids are numbers, even beside outline numbers', async () => {
    const rows = ['7,1,Frame,', '12,1.1,Walls,', '9,1.2,Roof,12', '4,2,Handover,9'].map(
      (row) => `${row},${mon},${fri}`,
    );
    const numbers = `ID,WBS,Task,After,Start,Finish\n${rows.join('\n')}\n`;
    const { tasks, links: found } = await csv(numbers, `${byIds}${links}outlineLevel: { column: WBS }\n`);
    expect(tasks).toEqual([
      ['12', 'Frame'],
      ['9', 'Frame'],
      ['4', undefined],
    ]);
    expect(found[2]).toMatchObject([{ id: '9' }]);
  });

  it('are not read if a number could be an id', async () => {
    const numbered = `ID,Task,Start,Finish,After\n11,Dig,${mon},${tue},\n12,Pour,${wed},${fri},1\n`;
    const { links: found, said } = await csv(numbered, `${byIds}${links}`);
    expect(found).toEqual([undefined, undefined]);
    expect(said[0]).toMatch(/^Activity 12: the predecessor "1" is not a task of the file/);
  });
});
