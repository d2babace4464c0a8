/** Maps the columns of a table, and reports cells that are used, but not as written. */
import { describe, expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';

const usual = `
id: { column: ID }
title: { column: Task }
dates: { start: Start, finish: Finish }
workingDays: [mon, tue, wed, thu, fri]
`;

/** Maps a CSV text with the columns `ID,Task,Start,Finish` and others. `said` has the problems of single lines. */
async function mapped(text: string, mapping = '') {
  const programme = await readCsv(Buffer.from(text), { encoding: 'utf-8' });
  const { data, report } = mapProgramme(programme, parseMapping(`${usual}${mapping}`, 'map.yaml'), {
    region: 'gb',
    projectId: 'riverside',
  });
  const said = report.problems.filter(({ line }) => line !== undefined).map(({ text: each }) => each);
  return { tasks: data.collections.tasks, report, said };
}

const week = '2026-11-23,2026-11-27';

describe('the duration of a task in a table', () => {
  const one = (cell: string, mapping: string, heading = 'Duration') =>
    mapped(
      `ID,Task,Start,Finish,${heading}\nA1,Dig,${week},${cell}\n`,
      `duration: { column: ${heading}${mapping} }`,
    );

  it('has the unit in the cell, else in the mapping, else in the heading', async () => {
    expect((await one('40', ', unit: hours')).tasks).toMatchObject([{ duration: 5 }]);
    expect((await one('3 d', ', unit: hours')).tasks).toMatchObject([{ duration: 3 }]);
    expect((await one('40', '', 'Duration (h)')).tasks).toMatchObject([{ duration: 5 }]);
    expect((await one('4', '', 'Duration (h)')).tasks).toMatchObject([{ duration: 0.5 }]);
  });

  it('is converted from hours to days with the hours per day in the mapping', async () => {
    expect((await one('40', ', unit: hours }\nhoursPerDay: 10\nnotes: { column: Task')).tasks).toMatchObject([
      { duration: 4 },
    ]);
  });

  it('is reported if it is longer than the dates, with how to set hours', async () => {
    const { tasks, said } = await one('40', '');
    expect(tasks).toMatchObject([{ duration: 40 }]);
    expect(said).toEqual([
      'Activity A1: duration (column Duration) "40" is longer than from start to finish, and is used as written; if it is in hours, add unit: hours to duration in the mapping.',
    ]);
  });

  it('is reported without advice on hours if it is longer than the dates but known to be in hours', async () => {
    expect((await one('80', '', 'Duration (h)')).said).toEqual([
      'Activity A1: duration (column Duration (h)) "80" is longer than from start to finish, and is used as written.',
    ]);
  });

  it.each([
    ['3 foo', /"3 foo" is not a duration such as/],
    ['2 edays', /"2 edays" is elapsed time, by day and night without days off/],
    ['0', /"0" is zero although the task takes several days/],
    ['"1,200"', /decimal: in the mapping says what 1,200 means/],
  ])('is taken from the dates, and reported, if the cell is %s', async (cell, line) => {
    const { tasks, said } = await one(cell, '');
    expect(tasks).toMatchObject([{ duration: 5, start: '2026-11-23', finish: '2026-11-27' }]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(line);
  });

  it.each(['0', '0 Tage', '0 days', '0 edays'])(
    'of %s on one day, or with one date, is a milestone',
    async (cell) => {
      const { tasks, said } = await mapped(
        `ID,Task,Start,Finish,D\nM1,Handover,2026-12-04,2026-12-04,${cell}\nM2,Permit,2026-12-04,,${cell}\nM3,Topping out,,2026-12-04,${cell}\n`,
        'duration: { column: D }',
      );
      const day = { start: '2026-12-04', finish: '2026-12-04', duration: 0 };
      expect(tasks).toMatchObject([day, day, day]);
      expect(said).toEqual([]);
    },
  );
});

describe('the status of a task in a table', () => {
  const one = (heading: string, cells: string, mapping: string) =>
    mapped(`ID,Task,Start,Finish,${heading}\nA1,Dig,${week},${cells}\n`, mapping);
  const both = 'status: { column: Status }\npercentComplete: { column: Done }';

  it('follows a known word rather than the percentage, and a contradiction is reported', async () => {
    const { tasks, said } = await one('Status,Done', 'Not Started,45', both);
    expect(tasks).toMatchObject([{ status: 'planned' }]);
    expect(said).toEqual([
      'Activity A1: its status and percent complete contradict each other ("Not Started" with 45 %); the status counts.',
    ]);
  });

  it('follows a known word rather than an actual start, and only the contradiction is reported', async () => {
    const row = 'A1,Dig,2026-11-24 A,2026-11-27,Not Started,0';
    const { tasks, said } = await mapped(`ID,Task,Start,Finish,Status,Done\n${row}\n`, both);
    expect(tasks).toMatchObject([{ status: 'planned', start: '2026-11-24' }]);
    expect(said).toEqual([
      'Activity A1: its status and actual start contradict each other ("Not Started" with an actual start); the status counts.',
    ]);
  });

  it('comes from the percentage if the word is unknown, and the word is reported', async () => {
    const { tasks, report } = await one('Status,Done', 'Waiting,45', both);
    expect(tasks).toMatchObject([{ status: 'started' }]);
    expect(report.unknownValues).toMatchObject([{ property: 'status', value: 'Waiting', tasks: 1, line: 2 }]);
  });

  it('is not derived from a single digit, which is a code rather than a percentage', async () => {
    const { tasks, report } = await one('Status', '3', 'status: { column: Status }');
    expect(tasks).toMatchObject([{ status: '3' }]);
    expect(report.unknownValues).toMatchObject([{ property: 'status', value: '3' }]);
  });

  it('stays the unknown word if nothing else gives a status', async () => {
    const { tasks } = await one('Status', 'Waiting', 'status: { column: Status }');
    expect(tasks).toMatchObject([{ status: 'Waiting' }]);
  });

  it.each([
    ['ON HOLD – awaiting drawings', 'blocked'],
    ['Cancelled', 'cancelled'],
    ['On hold points: two', undefined],
    ['Cancelled order replaced', undefined],
  ])('comes from the first words of the note %j: %s', async (note, status) => {
    const { tasks } = await one('Remarks', note, 'notes: { column: Remarks }');
    expect(tasks).toMatchObject([{ notes: note }]);
    expect(tasks[0]?.['status']).toBe(status);
  });

  it('is what the mapping says about a word, even if the word usually means another', async () => {
    const { tasks } = await one('Status', 'DONE', 'status: { column: Status }\nwords: { promised: [Done] }');
    expect(tasks).toMatchObject([{ status: 'promised' }]);
  });

  it.each([
    ['2026-11-24,', 'started', '2026-11-24', '2026-11-27'],
    ['2026-11-24,2026-11-26', 'complete', '2026-11-24', '2026-11-26'],
    [',', 'planned', '2026-11-23', '2026-11-27'],
  ])('comes from the actual dates, as do the start and finish: %s', async (cells, status, start, finish) => {
    const dates = 'dates: { start: Start, finish: Finish, actualStart: AS, actualFinish: AF }';
    const programme = await readCsv(Buffer.from(`ID,Task,Start,Finish,AS,AF\nA1,Dig,${week},${cells}\n`));
    const mapping = parseMapping(`id: { column: ID }\n${dates}\n`, 'map.yaml');
    const { data } = mapProgramme(programme, mapping, { region: 'gb', projectId: 'riverside' });
    expect(data.collections.tasks).toMatchObject([{ status, start, finish }]);
  });

  it.each([
    ['In Progress', 'started'],
    ['Not Started', 'planned'],
    ['On Hold', 'blocked'],
  ])('is %s despite an actual finish; one message reports all such tasks', async (word, status) => {
    const row = (id: string) => `${id},Dig,${week},2026-11-26,${word}\n`;
    const programme = await readCsv(
      Buffer.from(
        `ID,Task,Start,Finish,AF,Status\n${row('A1')}${row('A2')}A3,Pour,${week},2026-11-27,Completed\n`,
      ),
    );
    const mapping = parseMapping(
      'id: { column: ID }\ndates: { start: Start, finish: Finish, actualFinish: AF }\nstatus: { column: Status }\n',
      'map.yaml',
    );
    const { data, report } = mapProgramme(programme, mapping, { region: 'gb', projectId: 'riverside' });
    const finished = { status, finish: '2026-11-26' };
    expect(data.collections.tasks).toMatchObject([finished, finished, { status: 'complete' }]);
    const like = {
      group: 'Status and actual finish contradict each other; the status counts',
      example: `"${word}" with an actual finish`,
    };
    expect(report.problems.filter(({ line }) => line !== undefined)).toMatchObject([
      {
        line: 2,
        text: `Activity A1: its status and actual finish contradict each other ("${word}" with an actual finish); the status counts.`,
        like,
      },
      { line: 3, like },
    ]);
  });

  it('is reported if its percentage cannot be read', async () => {
    const { tasks, said } = await one('Done', 'half', 'percentComplete: { column: Done }');
    expect(tasks).toMatchObject([{ status: 'planned' }]);
    expect(said).toEqual([
      'Activity A1: percent complete (column Done) "half" is not a percentage from 0 to 100, and is left out.',
    ]);
  });
});

it('a finish before the start is kept and reported, even if the duration is 0', async () => {
  const { tasks, said } = await mapped(
    'ID,Task,Start,Finish,D\nA10,Panel,2026-11-20,2026-11-16,0\nA20,Panel set,2026-11-18,2026-11-16,3\n',
    'duration: { column: D }',
  );
  expect(tasks).toMatchObject([
    { start: '2026-11-20', finish: '2026-11-16' },
    { start: '2026-11-18', finish: '2026-11-16' },
  ]);
  expect(said).toHaveLength(3);
  expect(said[0]).toMatch(/^Activity A10: duration \(column D\) "0" is zero although the task has two dates/);
  expect(said[1]).toMatch(/^Activity A10: its finish 2026-11-16 is before its start 2026-11-20/);
});

it('a milestone by type keeps one date, and the other one is reported', async () => {
  const { tasks, said } = await mapped(
    `ID,Task,Start,Finish,Type\nM1,Handover,${week},Finish Milestone\nM2,Permit,2026-11-23,2026-11-23,Milestone\n`,
    'type: { column: Type }',
  );
  expect(tasks).toMatchObject([{ start: '2026-11-23', finish: '2026-11-23' }, { duration: 0 }]);
  expect(said).toEqual(['Activity M1: it is a milestone: its start counts, not its finish.']);
});

describe('a row of a table', () => {
  it('is left out and reported if it is a total, an empty heading or a signature', async () => {
    const { tasks, report } = await mapped(
      `ID,Task,Start,Finish,D\nROOF\nBASEMENT\nA1,Dig,${week},5\nTotal,,,,5\nSigned:,,,M. Gruber,\nGesamt,,${week},5\n`,
    );
    expect(tasks.map(({ id }) => id)).toEqual(['A1']);
    const left = report.problems.filter(({ kind }) => kind === 'rejected');
    expect(left.map(({ line }) => line)).toEqual([2, 5, 6, 7]);
    expect(report.skipped).toEqual([{ type: 'summary', activities: 1, names: ['BASEMENT'] }]);
  });

  it('is a summary if a row below is part of it, and is left out unless the mapping keeps it', async () => {
    const text = `ID,Task,Start,Finish\n1,Substructure,${week}\n1.1,Dig,${week}\n1.10,Pour,${week}\n`;
    const { tasks, report } = await mapped(text);
    expect(tasks.map(({ id }) => id)).toEqual(['1.1', '1.10']);
    expect(report.skipped).toEqual([{ type: 'summary', activities: 1, names: ['Substructure'] }]);
    expect((await mapped(text, 'skip: [none]')).tasks).toHaveLength(3);
  });

  it('is skipped, or becomes a milestone, according to its type in a column', async () => {
    const { tasks } = await mapped(
      `ID,Task,Start,Finish,Type\nA1,Dig,${week},Task Dependent\nA2,Site costs,${week},Level of Effort\nM1,Handover,,2026-12-04,Finish Milestone\n`,
      'type: { column: Type }\nskip: [Level of Effort]',
    );
    expect(tasks).toMatchObject([{ id: 'A1' }, { id: 'M1', start: '2026-12-04', duration: 0 }]);
  });
});

it('a finish at 00:00 belongs to its own day, unless that is a day off and other dates have times', async () => {
  const times = `ID,Task,Start,Finish\nA1,Dig,2026-11-23T08:00,2026-11-28T00:00\n`;
  expect((await mapped(times)).tasks).toMatchObject([{ finish: '2026-11-27' }]);
  const midnights = `ID,Task,Start,Finish\nA1,Dig,2026-11-23T00:00,2026-11-27T00:00\n`;
  expect((await mapped(midnights)).tasks).toMatchObject([{ finish: '2026-11-27' }]);
});

it('a number that can be read in two ways is used if the mapping names the decimal sign', async () => {
  const text = `ID,Task,Start,Finish,Materials\nA1,Dig,${week},"Concrete 1,200 m3"\n`;
  const materials = 'materials: { column: Materials }';
  const unclear = await mapped(text, materials);
  expect(unclear.tasks).toMatchObject([{ materials: [{ name: 'Concrete' }] }]);
  expect(unclear.tasks).toMatchObject([{ materials: [{ quantity: undefined }] }]);
  expect(unclear.said).toEqual([
    'Activity A1: Materials "Concrete 1,200 m3" has a number that can be read in two ways, and is used without it; add decimal: "." or "," to the mapping.',
  ]);
  const clear = await mapped(text, `${materials}\ndecimal: ","`);
  expect(clear.tasks).toMatchObject([{ materials: [{ quantity: 1.2, unit: 'm3' }] }]);
});
