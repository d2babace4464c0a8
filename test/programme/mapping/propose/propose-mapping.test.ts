import { describe, expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import { anXerTask, type XerContent, xerBytes } from '../../../support/programmes/an-xer.ts';

const codes: XerContent = {
  TASK: [anXerTask(), anXerTask({ task_id: '1002', task_code: 'A1020' })],
  ACTVTYPE: [
    { actv_code_type_id: '1', actv_code_type: 'Shift: work' },
    { actv_code_type_id: '2', actv_code_type: 'Sub-Contractor' },
    { actv_code_type_id: '3', actv_code_type: 'Area' },
    { actv_code_type_id: '4', actv_code_type: 'Level' },
  ],
  ACTVCODE: [
    { actv_code_id: '11', actv_code_type_id: '1', short_name: 'N', actv_code_name: 'Night work' },
    { actv_code_id: '12', actv_code_type_id: '1', short_name: 'Q', actv_code_name: 'Possession' },
    { actv_code_id: '21', actv_code_type_id: '2', short_name: 'STB', actv_code_name: 'Stonebridge' },
    { actv_code_id: '31', actv_code_type_id: '3', short_name: 'A', actv_code_name: 'Tower A' },
    { actv_code_id: '41', actv_code_type_id: '4', short_name: '3', actv_code_name: 'Level 3' },
  ],
  TASKACTV: [
    { task_id: '1001', actv_code_type_id: '1', actv_code_id: '11' },
    { task_id: '1002', actv_code_type_id: '1', actv_code_id: '12' },
    { task_id: '1001', actv_code_type_id: '2', actv_code_id: '21' },
    { task_id: '1001', actv_code_type_id: '3', actv_code_id: '31' },
    { task_id: '1001', actv_code_type_id: '4', actv_code_id: '41' },
  ],
};

const week = '2026-11-23,2026-11-27';

describe('the mapping proposed for a file', () => {
  it('shows what is in the file, and what share of the activities has it', () => {
    const text = proposedMappingText(inspectProgramme(readXer(xerBytes(codes))), 'plan.xer');
    expect(text).toBe(`# yaml-language-server: $schema=functions/programme/mapping/mapping.schema.json
#
# plan.xer: Primavera XER, project "Riverside Tower", data date 2026-11-20 17:00; 2 activities, 1 folder
# types of activities:
#   TT_Task: 2
# activity codes:
#   "Shift: work": 100% of activities; N (Night work), Q (Possession)
#   Sub-Contractor: 50% of activities; STB (Stonebridge)
#   Area: 50% of activities; A (Tower A)
#   Level: 50% of activities; 3 (Level 3)
# calendars:
#   Site, 5 days a week, 08:00 to 17:00: 100% of activities

id: task_code
shift: # add what these values mean: Q
  - { code: "Shift: work", values: { "N": night } }
  - { default: day }
subcontractor: { code: Sub-Contractor }
location: { code: [Area, Level], join: " – " }
`);
  });

  it('can be used without changes', () => {
    const programme = readXer(xerBytes(codes));
    const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'plan.xer'), 'map.yaml');
    const { data } = mapProgramme(programme, mapping, { region: 'gb', projectId: 'riverside' });
    expect(data.collections.tasks[0]).toMatchObject({
      shift: 'night',
      subcontractor: { id: 'STB', name: 'Stonebridge' },
      location: { id: 'A/3', name: 'Tower A – Level 3' },
    });
  });

  it('has no subcontractor and no place if fields with such names hold remarks, or yes and no', () => {
    const remarks = ['updated to 15 Nov, start moved', 'waits for the pump, asked for twice', 'ready'];
    const rows = Array.from({ length: 12 }, (_, index) => String(index + 1));
    const programme = readXer(
      xerBytes({
        TASK: rows.map((id) => anXerTask({ task_id: id, task_code: `R${id}` })),
        UDFTYPE: ["Contractor's Remarks", 'In Level 3 Schedule'].map((label, index) => ({
          udf_type_id: String(index + 1),
          table_name: 'TASK',
          udf_type_label: label,
          logical_data_type: 'FT_TEXT',
        })),
        UDFVALUE: rows.flatMap((id, row) => [
          { udf_type_id: '1', fk_id: id, udf_text: remarks[row % 3] ?? '' },
          { udf_type_id: '2', fk_id: id, udf_text: row < 10 ? 'Yes' : 'No' },
        ]),
      }),
    );
    const text = proposedMappingText(inspectProgramme(programme), 'plan.xer');
    expect(text).toContain(
      '\n# "Contractor\'s Remarks" is left out: its values are sentences.\n# In Level 3 Schedule is left out: its values are yes, no or unknown.\n',
    );
    const { data } = mapProgramme(programme, parseMapping(text, 'map.yaml'), {
      region: 'gb',
      projectId: 'yard',
    });
    const { tasks, subcontractors, locations } = data.collections;
    expect([tasks.length, subcontractors, locations]).toEqual([12, [], []]);
  });

  it('says which projects in the file are not read', () => {
    const projects = ['ONE', 'TWO'].map((name, index) => ({
      proj_id: String(index + 1),
      proj_short_name: name,
      export_flag: 'Y',
    }));
    const content = {
      PROJECT: projects,
      TASK: [anXerTask({ proj_id: '1' }), anXerTask({ proj_id: '2', task_id: '2' })],
    };
    const programme = readXer(xerBytes(content), { project: 'ONE' });
    const text = proposedMappingText(inspectProgramme(programme), 'plan.xer');
    expect(text).toContain('\n# Projects that are not read: "TWO".\n');
    expect(text).toContain('\nproject: ONE\n');
  });

  it('quotes names that YAML would misread, and names with line breaks', () => {
    for (const name of [
      'Shift: [a] #1',
      'yes shift',
      '"Shift"',
      "Shift 'x'",
      '- shift',
      '{shift}',
      'Shift \\n',
    ]) {
      const programme = readXer(
        xerBytes({ ...codes, ACTVTYPE: [{ actv_code_type_id: '1', actv_code_type: name }] }),
      );
      const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'a\nb.xer'), 'map.yaml');
      expect(mapping.shift[0]).toEqual({ code: programme.codes[0], values: { N: 'night' } });
    }
  });

  it('names the columns of a table', async () => {
    const programme = await readCsv(
      Buffer.from(
        'Activity ID,Activity Name,Start,Finish,Trade Contractor\nA1,Pour,2026-11-24,2026-11-26,Frame\n',
      ),
    );
    const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'plan.csv'), 'map.yaml');
    const { data } = mapProgramme(programme, mapping, { region: 'gb', projectId: 'riverside' });
    expect(data.collections.tasks).toMatchObject([
      {
        id: 'A1',
        name: 'Pour',
        start: '2026-11-24',
        finish: '2026-11-26',
        subcontractor: { name: 'Frame' },
      },
    ]);
  });

  it.each(['Activity', 'Task', 'Description', 'Task Name'])(
    'takes the names of tasks from the column %s, and their duration from Days',
    async (heading) => {
      const programme = await readCsv(
        Buffer.from(`Activity ID,${heading},Start,Finish,Days\nA1,Pour,2026-11-24,2026-11-26,3\n`),
      );
      const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'plan.csv'), 'map.yaml');
      const { data } = mapProgramme(programme, mapping, { region: 'gb', projectId: 'riverside' });
      expect(data.collections.tasks).toMatchObject([{ id: 'A1', name: 'Pour', duration: 3 }]);
    },
  );

  it('has the format in which the dates of a table are written', async () => {
    const written: readonly (readonly [start: string, finish: string, proposed: string])[] = [
      ['23/11/2026', '04/12/2026', 'format: dd/MM/yyyy }'],
      ['11/23/2026', '12/04/2026', 'format: MM/dd/yyyy }'],
      ['23.11.26', '4.12.26', 'format: dd.MM.yy }'],
      ['23-Nov-26', '4-Dec-26', 'format: dd-MMM-yy }'],
      ['23 Nov 2026 08:00', '4 Dec 2026 17:00', 'format: dd MMM yyyy }'],
      ['2026-11-23', '2026-12-04', 'finish: Finish } # add format'],
    ];
    for (const [start, finish, proposed] of written) {
      const programme = await readCsv(
        Buffer.from(`Activity,Start,Finish\nPour,${start},${finish}\nCure,${finish},\n`),
      );
      const text = proposedMappingText(inspectProgramme(programme), 'plan.csv');
      expect(text).toContain(proposed);
      const { data } = mapProgramme(programme, parseMapping(text, 'map.yaml'), {
        region: 'gb',
        projectId: 'riverside',
      });
      expect(data.collections.tasks[0]).toMatchObject({ start: '2026-11-23', finish: '2026-12-04' });
    }
  });

  it('takes the working days of a table from its dates', async () => {
    const proposed = async (rows: string) =>
      proposedMappingText(
        inspectProgramme(await readCsv(Buffer.from(`A,Start,Finish\n${rows}`))),
        'plan.csv',
      );
    expect(await proposed('Pour,23/11/2026,27/11/2026\n')).toContain(
      'workingDays: [mon, tue, wed, thu, fri] # no task starts or finishes on a Saturday or Sunday\n',
    );
    expect(await proposed('Pour,2026-11-23,2026-11-28\n')).toContain(
      'workingDays: [mon, tue, wed, thu, fri, sat] # no task starts or finishes on a Sunday\n',
    );
    expect(await proposed('Pour,2026-11-23,2026-11-29\n')).not.toContain('workingDays');
  });

  it('uses a column Crew for people, not for the subcontractor', async () => {
    const programme = await readCsv(
      Buffer.from('ID,Task,Start,Finish,Crew\nA1,Pour,2026-11-24,2026-11-26,Carpenter 4\n'),
    );
    const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'plan.csv'), 'map.yaml');
    expect(mapping.labour).toMatchObject({ column: 'Crew' });
    expect(mapping.subcontractor).toBeUndefined();
  });

  it('leaves the format to the planner if day and month could be exchanged in every date', async () => {
    const programme = await readCsv(Buffer.from('Activity,Start,Finish\nPour,03/12/2026,04/12/2026\n'));
    expect(proposedMappingText(inspectProgramme(programme), 'plan.csv')).toContain(
      'dates: { start: Start, finish: Finish } # add format: dd/MM/yyyy or format: MM/dd/yyyy: every date allows both\n',
    );
  });

  it('does not propose an order of day and month if a task would then finish before it starts', async () => {
    const programme = await readCsv(
      Buffer.from('Activity,Start,Finish\nPour,11/12/2026,01/01/2027\nCure,09/12/2026,10/11/2026\n'),
    );
    expect(proposedMappingText(inspectProgramme(programme), 'plan.csv')).toContain('format: MM/dd/yyyy }\n');
  });

  it('takes people and predecessors from columns of lists, with their separators', async () => {
    const programme = await readCsv(
      Buffer.from(
        'ID,Task,Start,Finish,People,Predecessors\nA1,Pour,2026-11-24,2026-11-26,Gang 4; Crane 1,\nA2,Cure,2026-11-24,2026-11-26,,"A1,A1FS+1d"\n',
      ),
    );
    const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'plan.csv'), 'map.yaml');
    expect(mapping.labour).toEqual({ column: 'People', separator: ';' });
    expect(mapping.predecessors).toEqual({ column: 'Predecessors', separator: ',' });
  });

  it.each([
    ['Sparkline Electric, Inc.', '', ';'],
    ['Sparkline Electric, Inc.\nSparkline Electric, Inc., Hofer', '', ','],
    ['Smith, John\nSmith, John; Doe, Jane\nDoe, Jane', '', ';'],
    ['Smith, John', 'A1;A2', ';'],
    ['Smith, John', 'A1', ','],
    ['Carpenter 4, Labourer 2', 'A1;A2', ','],
  ])(
    'separates people %j beside predecessors %j by a comma only if nothing else does: %j',
    async (cells, before, separator) => {
      const rows = cells.split('\n').map((cell, index) => `A${index},${week},"${cell}",${before}\n`);
      const programme = await readCsv(Buffer.from(`ID,Start,Finish,People,Predecessors\n${rows.join('')}`));
      const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'plan.csv'), 'map.yaml');
      expect(mapping.labour).toEqual({ column: 'People', separator });
    },
  );

  it.each([
    ['Concrete C40 36.5 m3 | Rebar 3 t', '|'],
    ['Concrete, wet 36.5 m3; Rebar 3 t', ';'],
    ['Concrete 36.5 m3\nRebar 3 t', '\n'],
    ['Concrete 36.5 m3,Rebar 3 t', ','],
    ['Concrete 36.5 m3 / Rebar 3 t', ' / '],
    ['Concrete 36,5 m3', ';'],
  ])('splits materials at the separator that their cells use: %j', async (cell, separator) => {
    const rows = `ID,Task,Start,Finish,Materials\nA1,Pour,2026-11-24,2026-11-26,"${cell}"\n`;
    const programme = await readCsv(Buffer.from(rows));
    const mapping = parseMapping(proposedMappingText(inspectProgramme(programme), 'plan.csv'), 'map.yaml');
    expect(mapping.materials).toEqual({ column: 'Materials', separator });
  });

  const proposed = async (text: string) =>
    proposedMappingText(inspectProgramme(await readCsv(Buffer.from(text))), 'plan.csv');

  it('names the heading row below titles, and the number of tasks', async () => {
    const text = await proposed(
      'Programme Rosenpark,,,\nRev. C,,20.11.2026,\n\nNr.,Vorgang,Anfang,Ende\n1,Aushub,23.11.2026,27.11.2026\nSumme,,,\n',
    );
    expect(text).toContain(
      '# The headings are in row 4 (set headerRow in the mapping to use another); the rows above are left out: "Programme Rosenpark", "Rev. C | 20.11.2026".\n',
    );
    expect(text).toContain('id: { column: Nr. }\ntitle: { column: Vorgang }\n');
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '# This mapping makes 1 task from 2 rows; 1 left out (a dry run lists them).',
    );
  });

  it('ends with the reason if no row becomes a task', async () => {
    const text = await proposed('Notes,Remarks\nRosenpark,Call the client\n');
    expect(text.trimEnd().split('\n').at(-1)).toMatch(
      /^# This mapping makes no task: .* Write dates: \{ start: Start, finish: Finish \}/,
    );
    expect(text).toContain('# dates: { start: …, finish: … } # no heading says which');
  });

  it('lists the columns that no line uses, such as a status in an unknown language', async () => {
    const text = await proposed(
      'Item,Atividade,Start,Finish,Situação\n1,Escavação,2026-11-23,2026-11-24,Concluído\n2,Aterro,2026-11-25,2026-11-26,\n',
    );
    expect(text).toContain('id: { column: Item }\ntitle: { column: Atividade } # by its values\n');
    expect(text).toContain('\n# Unused columns (docs/import.md lists all keys): Situação.\n');
  });

  it('uses durations if a table has no finishes, and asks for finishes if it has neither', async () => {
    expect(await proposed('ID,Task,Start,Duration\nA1,Dig,2026-11-23,5\n')).toMatch(
      /\ndates: \{ start: Start \} .*\nworkingDays: .*\nduration: \{ column: Duration \}\n/,
    );
    expect(await proposed('ID,Task,Start,Gang\nA1,Dig,2026-11-23,B\n')).toContain(
      '# dates: { start: Start, finish: … } # name the column of the finishes or durations\n',
    );
  });

  it('takes actual dates, percent complete and words of status from their columns', async () => {
    const text = await proposed(
      'ID,Task,Start,Finish,Actual Start,Actual Finish,% Complete,Status\nA1,Dig,2026-11-23,2026-11-27,2026-11-23,,45,in Arbeit\nA2,Pour,2026-11-23,2026-11-27,,,0,Waiting\n',
    );
    expect(text).toContain('actualStart: Actual Start, actualFinish: Actual Finish }');
    expect(text).toContain('percentComplete: { column: "% Complete" }\n');
    expect(text).toContain(
      'status: { column: Status }\n# words: { blocked: [Waiting] } # say what these mean: backlog, planned, ',
    );
  });

  it.each([
    [
      'ID,Project Start,Start,Project Finish,Finish,Project Name,Task',
      'A1,2026-01-05,2026-11-23,2027-06-30,2026-11-27,Rosenpark,Dig\nA2,2026-01-05,2026-11-24,2027-06-30,2026-11-27,Rosenpark,Pour',
      ['title: { column: Task }', 'start: Start, finish: Finish'],
    ],
    [
      'ID,Task,Building Finish Date,Location Status,Start,Finish,Status',
      'A1,Dig,2027-06-30,Open,2026-11-23,2026-11-27,Done\nA2,Pour,2027-06-30,Open,2026-11-24,2026-11-27,Done',
      ['start: Start, finish: Finish', 'status: { column: Status }'],
    ],
    [
      'Project Description,Project Phase Name,Project Phase Actual Start Date,Project Phase Planned End Date,Project Status Name',
      'Roofs,Design,08/24/2026,12/20/2026,Complete\nDoors,Design,08/25/2026,12/22/2026,In-Progress',
      [
        'title: { column: Project Description }',
        'start: Project Phase Actual Start Date, finish: Project Phase Planned End Date, format: MM/dd/yyyy',
        'status: { column: Project Status Name }',
      ],
    ],
    [
      'ID,Task,Start,Complete,Contract Completion,BL Duration,Permit Status,Pred',
      'A1,Dig,2026-11-23,2026-11-25,2026-11-20,2,Open,\nA2,Pour,2026-11-24,2026-11-27,2026-11-20,2,Open,A1',
      [
        'start: Start, finish: Complete }',
        'predecessors: { column: Pred',
        'Completion, BL Duration, Permit Status.',
      ],
    ],
    [
      'Project Start,Project Finish,Project ID,Project Name,Task',
      '2026-01-05,2027-06-30,P1,Rosenpark,Dig\n2026-01-05,2027-06-30,P1,Rosenpark,Pour',
      ['id: { column: Task }', 'title: { column: Task }', '# dates: { start: …, finish: … }'],
    ],
  ])('prefers plain columns to those of the project or a building: %s', async (headings, rows, lines) => {
    for (const headerRow of [undefined, 1]) {
      const programme = await readCsv(Buffer.from(`${headings}\n${rows}\n`), { headerRow });
      const text = proposedMappingText(inspectProgramme(programme), 'plan.csv', { headerRow });
      for (const line of lines) expect(text).toContain(line);
    }
  });

  it('reads durations as hours if they match the working hours between the dates', async () => {
    const rows = 'A1,Dig,2026-11-23,2026-11-27,40\nA2,Pour,2026-11-30,2026-12-02,24\n';
    expect(await proposed(`ID,Task,Start,Finish,Duration\n${rows}`)).toContain(
      'duration: { column: Duration, unit: hours } # they match',
    );
    expect(await proposed(`ID,Task,Start,Finish,Duration (h)\n${rows}`)).toContain(
      'duration: { column: "Duration (h)" }\n',
    );
  });

  it('uses outline numbers beside the ids, and skips inactive tasks of MS Project', async () => {
    const rows = ['1,1,Frame,Yes', '2,1.1,Walls,Yes', '3,1.2,Roof,No', '4,1.3,Duct,Yes', '5,2,Handover,Yes'];
    const text = await proposed(
      `ID,WBS,Name,Active,Start,Finish\n${rows.map((row) => `${row},${week}`).join('\n')}\n`,
    );
    expect(text).toContain('id: { column: ID } # row numbers, which change if a row is inserted');
    expect(text).toContain('\noutlineLevel: { column: WBS }\n');
    expect(text).toContain('type: { column: Active }\nskip: [summary, "No"]\n');
    expect(text).toMatch(/makes 3 tasks from 5 rows; 2 left out/);
  });

  it('uses the name as id if numbers start again in each part', async () => {
    const rows = ['BLOCK A', `1,Dig,${week}`, `2,Pour,${week}`, 'BLOCK B', `1,Dig,${week}`, `2,Pour,${week}`];
    const text = await proposed(`No,Activity,Start,Finish\n${rows.join('\n')}\n`);
    expect(text).toContain('\nid: { column: Activity } # several rows have the same No\n');
    expect(text).toMatch(/makes 4 tasks from 6 rows; 2 left out/);
  });

  it('uses Remaining Start for started tasks, and Remarks rather than Note Ref for notes', async () => {
    const text = await proposed(
      'ID,Task,Note Ref,Remarks,Actual Start,Remaining Start,Finish\nA1,Dig,N1,Crane until noon,2026-11-16,2026-11-25,2026-11-27\n',
    );
    expect(text).toContain(
      'start: Remaining Start, finish: Finish, actualStart: Actual Start, remainingStart: Remaining Start }',
    );
    expect(text).toContain('notes: { column: Remarks }');
  });

  it('adds the columns of places to names that repeat, if there is no column of ids', async () => {
    const rows = ['A,1', 'A,2', 'B,1', 'B,2'].flatMap((place) => [
      `${place},Walls,${week}`,
      `${place},Roof,${week}`,
    ]);
    const text = await proposed(`Block,Level,Activity,Start,Finish\n${rows.join('\n')}\n`);
    expect(text).toContain(
      '\nid: { column: [Block, Level, Activity] } # several rows have the same Activity\n',
    );
    expect(text).toMatch(/makes 8 tasks from 8 rows\.\n$/);
  });

  it('uses the only two columns of dates if their headings are unknown', async () => {
    const text = await proposed(`ID,Task,Kickoff day,Wrap day\nA1,Dig,${week}\nA2,Pour,${week}\n`);
    expect(text).toContain('\ndates: { start: Kickoff day, finish: Wrap day }');
    expect(await proposed(`ID,Task,Start,Permit date\nA1,Dig,${week}\n`)).toContain('finish: … } # name');
  });

  it('does not count Saturday as a working day if finishes at 00:00 end the Friday', async () => {
    const rows = 'A1,Dig,2026-11-23 00:00,2026-11-28 00:00\nA2,Pour,2026-11-25 08:00,2026-11-27 17:00\n';
    expect(await proposed(`ID,Task,Start,Finish\n${rows}`)).toContain(
      'workingDays: [mon, tue, wed, thu, fri]',
    );
  });

  it('does not read durations as weeks if finishes are before starts', async () => {
    const rows = 'A1,Dig,2026-12-04,2026-11-23,3\nA2,Pour,2026-12-04,2026-11-30,4\n';
    expect(await proposed(`ID,Task,Start,Finish,Duration\n${rows}`)).toContain(
      'duration: { column: Duration }\n',
    );
  });

  it('does not use the name of an activity for the package', async () => {
    const text = await proposed(`ID,Package Activity Name,Start,Finish\nA1,Dig,${week}\nA2,Pour,${week}\n`);
    expect(text).toContain('title: { column: Package Activity Name }');
    expect(text).not.toContain('package:');
  });

  it('prefers codes to outline numbers for the id', async () => {
    const rows = ['1,A1000,Frame', '1.1,A1010,Walls', '1.2,A1020,Roof'].map((row) => `${row},${week}`);
    const text = await proposed(`WBS,ID,Name,Start,Finish\n${rows.join('\n')}\n`);
    expect(text).toContain('\nid: { column: ID }\n');
    expect(text).toContain('\noutlineLevel: { column: WBS }\n');
  });

  it('reads durations as weeks if they match the weeks between the dates', async () => {
    const rows = 'A1,Dig,2026-11-23,2026-12-04,2\nA2,Pour,2026-11-30,2026-12-18,3\n';
    expect(await proposed(`ID,Task,Start,Finish,Dur\n${rows}`)).toContain(
      'duration: { column: Dur, unit: weeks } # they match the working weeks',
    );
  });

  it.each([
    ['% complete last week,% complete this week', 'percentComplete: { column: "% complete this week" }'],
    ['Target %,Actual %', 'percentComplete: { column: "Actual %" }'],
    ['Curing days,Working days', 'duration: { column: Working days }'],
    ['Actual Start (Y/N),Gang', 'dates: { start: Start, finish: Finish } #'],
    ['Gang,Gang size', 'labour: { column: Gang size'],
  ])('chooses the right column of %s', async (headings, line) => {
    const cells = headings.startsWith('Curing') ? '28,5' : headings.startsWith('Actual') ? 'Y,B' : '10,20';
    expect(await proposed(`ID,Task,Start,Finish,${headings}\nA1,Dig,${week},${cells}\n`)).toContain(line);
  });

  it('prefers a lasting number to a row number for the id', async () => {
    expect(await proposed('ID,Unique_ID,Name,Start,Finish\n1,17,Dig,2026-11-23,2026-11-27\n')).toContain(
      'id: { column: Unique_ID }\n',
    );
  });

  it('uses the order of day and month that weekdays in the dates prove', async () => {
    expect(await proposed('ID,Task,Start,Finish\nA1,Dig,Mo 07.12.26,Di 08.12.26\n')).toContain(
      'format: dd.MM.yy }',
    );
  });
});
