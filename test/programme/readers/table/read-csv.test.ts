import { describe, expect, it } from 'vitest';
import { readCsv } from '#programme/readers/table/read-csv.ts';
import { deep } from '../../../support/deep-checks.ts';

const rowsOf = async (bytes: Uint8Array) =>
  (await readCsv(bytes)).activities.map(({ line, fields }) => [line, Object.fromEntries(fields)]);
const toldOf = async (bytes: Uint8Array) => (await readCsv(bytes)).problems[0]?.text;

describe('a CSV file', () => {
  it('has headings in its first row and a task in each row below', async () => {
    const programme = await readCsv(
      Buffer.from('Activity ID,Name,Start\nA1,Pour slab,2026-11-23\nA2,Strike,\n'),
    );
    expect(programme.fields).toEqual(['Activity ID', 'Name', 'Start']);
    expect(programme.activities).toMatchObject([
      { line: 2, key: '2' },
      { line: 3, key: '3' },
    ]);
    expect(programme.activities.map(({ fields }) => Object.fromEntries(fields))).toEqual([
      { 'Activity ID': 'A1', Name: 'Pour slab', Start: '2026-11-23' },
      { 'Activity ID': 'A2', Name: 'Strike' },
    ]);
  });

  it("has Primavera's headings in the row below the technical names", async () => {
    const programme = await readCsv(
      Buffer.from('task_code,task_name,pred_list\nActivity ID,Activity Name,(*)Predecessors\nA1,Pour,A0\n'),
    );
    expect(programme.fields).toEqual(['Activity ID', 'Activity Name', 'Predecessors']);
    expect(programme.activities).toMatchObject([{ line: 3 }]);
    const ownNames = await readCsv(Buffer.from('task_code,task_name\nA1,Pour\n'));
    expect(ownNames.fields).toEqual(['task_code', 'task_name']);
  });

  it.each([
    ['comma', 'Id,Name\nA1,"Slab, level 2"\n', '","'],
    ['semicolon', 'Id;Name\nA1;Slab, level 2\nA2;Wall, level 3\n', '";"'],
    ['tab', 'Id\tName\nA1\tSlab, level 2\n', 'tab'],
    ['bar', 'Id|Name\nA1|Slab, level 2\n', '"|"'],
    ['semicolon, with commas in the headings', 'Id;Name, long\nA1;Slab\nA2;Wall\n', '";"'],
    ['a semicolon named in its first line', 'sep=;\r\nId;Name\r\nA1;Slab\r\n', '";"'],
  ])('may be separated by %s, which is reported', async (_, text, shown) => {
    const programme = await readCsv(Buffer.from(text));
    expect(programme.fields).toHaveLength(2);
    expect(programme.problems[0]).toEqual({
      line: undefined,
      kind: 'changed',
      text: `Read as utf-8, separated by ${shown}.`,
    });
  });

  it.each([
    ['utf-8', Buffer.from('Id,Name\nA1,Façade – “C”\n')],
    ['utf-8', Buffer.from('\uFEFFId,Name\nA1,Façade – “C”\n')],
    ['utf-16le', Buffer.from('\uFEFFId,Name\nA1,Façade – “C”\n', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFId,Name\nA1,Façade – “C”\n', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Id,Name\nA1,Fa\xe7ade \x96 \x93C\x94\n', 'latin1')],
  ])('may be in %s, which is reported', async (encoding, bytes) => {
    expect(await rowsOf(bytes)).toEqual([[2, { Id: 'A1', Name: 'Façade – “C”' }]]);
    expect(await toldOf(bytes)).toBe(`Read as ${encoding}, separated by ",".`);
  });

  it('is read with the encoding that the mapping names', async () => {
    const programme = await readCsv(Buffer.from('Id,Name\nA1,\xd1\xf2\xe5\xed\xe0\n', 'latin1'), {
      encoding: 'windows-1251',
    });
    expect(programme.activities[0]?.fields.get('Name')).toBe('Стена');
  });

  it('is read with the likely code page on request, and otherwise the report names it', async () => {
    const bytes = Buffer.from('Id,Name\nA1,\xd1\xf2\xe5\xed\xe0\n', 'latin1');
    const read = await readCsv(bytes);
    expect(read.activities[0]?.fields.get('Name')).toBe('Ñòåíà');
    expect(read.problems.map(({ text }) => text)).toEqual([
      'Read as windows-1252, separated by ",".',
      'Read as windows-1252, but words look like windows-1251: "Ñòåíà" becomes "Стена". If names are wrong, write encoding: windows-1251 in the mapping.',
    ]);
    const likely = await readCsv(bytes, { likelyEncoding: true });
    expect(likely.activities[0]?.fields.get('Name')).toBe('Стена');
    expect(likely.problems.map(({ text }) => text)).toEqual(['Read as windows-1251, separated by ",".']);
  });

  it('is refused if the encoding is not known', async () => {
    await expect(readCsv(Buffer.from('Id,Name\nA1,x\n'), { encoding: 'windows-1299' })).rejects.toThrow(
      'the encoding "windows-1299" of the mapping is not known',
    );
  });

  it('may have quotation marks and line breaks inside texts, and lines are still counted', async () => {
    const text = 'Id,Name\r\nA1,"Pour ""C"" slab\r\nin two parts"\r\n\r\nA2,2" pipe\r\n';
    expect(await rowsOf(Buffer.from(text))).toEqual([
      [2, { Id: 'A1', Name: 'Pour "C" slab\r\nin two parts' }],
      [5, { Id: 'A2', Name: '2" pipe' }],
    ]);
  });

  it('has numbers in the names of columns without a heading, and of repeated ones', async () => {
    expect((await readCsv(Buffer.from('Id,,Start,Start\nA1,x,1,2\n'))).fields).toEqual([
      'Id',
      'Column 2',
      'Start',
      'Start (4)',
    ]);
  });

  it('is reported if a row has values beyond the last heading', async () => {
    const { problems } = await readCsv(Buffer.from('Id,Name\nA1,Slab,x\nA2,Wall\n'));
    expect(problems[1]).toMatchObject({
      line: 2,
      kind: 'changed',
      text: 'Values beyond the last heading are left out: x.',
    });
  });

  it('is reported if a row has fewer values than headings', async () => {
    const { problems } = await readCsv(Buffer.from('Id,Name,Start\nA1,Slab,\nA2,Wall\n'));
    expect(problems.slice(1)).toMatchObject([
      {
        line: 3,
        kind: 'changed',
        text: 'Missing last values count as empty: 2 of 3.',
      },
    ]);
  });

  it('has its headings in the row that the mapping names, and is refused if that row is empty', async () => {
    const bytes = Buffer.from('ID;Task\nx;y\n\nKey;Text, long\nA1;Pour\n');
    const { fields, activities } = await readCsv(bytes, { headerRow: 4 });
    expect(fields).toEqual(['Key', 'Text, long']);
    expect(activities).toHaveLength(1);
    await expect(readCsv(bytes, { headerRow: 3 })).rejects.toThrow(
      'row 3 of the table is empty. Correct headerRow',
    );
    await expect(readCsv(bytes, { headerRow: 9 })).rejects.toThrow('row 9 of the table is empty');
  });

  it('is refused without headings, so that its first task is not lost', async () => {
    await expect(
      readCsv(Buffer.from('A1,Dig,23/11/2026,27/11/2026\nA2,Pour,30/11/2026,02/12/2026\n')),
    ).rejects.toThrow('line 1: the table has no headings: this row has a date. Put headings above the tasks');
  });

  it('has rows that printed pages repeat, which are left out and counted', async () => {
    const page = 'Rosenpark\nID,Task\n';
    const { activities, problems } = await readCsv(Buffer.from(`${page}A1,Dig\n${page}A2,Pour\n`));
    expect(activities.map(({ line }) => line)).toEqual([3, 6]);
    expect(problems.map(({ text }) => text)).toContain(
      'Rows that repeat the headings or a row above them are left out: 2, first in line 4.',
    );
  });

  it('has cells with a dash, which are empty and counted', async () => {
    const { activities, problems } = await readCsv(Buffer.from('ID,Task\nA1,-\nA2,n/a\n'));
    expect(activities.map(({ fields }) => fields.size)).toEqual([1, 1]);
    expect(problems.map(({ text }) => text)).toContain(
      'Cells with a dash or n/a count as empty: 2, first in line 2.',
    );
  });

  it('is refused, with the line, if a quotation mark is not closed', async () => {
    await expect(readCsv(Buffer.from('Id,Name\nA1,Slab\nA2,"Wall\nA3,Roof\n'))).rejects.toThrow(
      'line 3: the row that begins here has a quotation mark that is not closed',
    );
  });

  const head = 'Id,Name,Start\n';
  const isOpen =
    'the row that begins here has a quotation mark that is not closed. Put each task on its own line, double quotation marks inside texts, and save the table as CSV again.';
  const isLong = (line: number) =>
    `line ${line}: the row that begins here has more than 1,000,000 characters: a quotation mark is not closed, or line breaks are missing. Put each task on its own line`;

  /** Slow cases, which run only with DEEP_CHECKS. */
  const longRows = (): readonly [string, string, string][] => [
    ['commas', ','.repeat(1_200_000), isLong(1)],
    ['semicolons', ';'.repeat(1_200_000), isLong(1)],
    ['tasks in one line', `Id,Name,Start ${'A1,Pour,2026-11-23 '.repeat(60_000)}`, isLong(1)],
    ['one row of commas', `${head}A1,b,c\n${','.repeat(1_200_000)}\nA3,b,c\n`, isLong(3)],
    ['a mark that is not closed', `${head}A1,"x\ny","z,c\n${'a,b,c\n'.repeat(170_000)}`, isLong(2)],
    ['one long line', `Id,${'x'.repeat(1_000_000)}`, isLong(1)],
    ['marks within texts', head + ',a "b '.repeat(200_000), isLong(2)],
    ['a doubled mark', `${head}A1,"a""b\n${'x\n'.repeat(510_000)}`, isLong(2)],
    [
      'lines of Windows',
      `${head.replace('\n', '\r\n')}A1,b,c\r\nA2,"q\r\n${'x\r\n'.repeat(340_000)}`,
      isLong(3),
    ],
  ];

  it.each([
    ...(deep ? longRows() : []),
    ['one long row', `${head}A1,b,c\nA2,${'x'.repeat(1_000_000)},c\nA3,b,c\n`, isLong(3)],
    ['a mark that is not closed, in a short file', `${head}A1,"x\ny","z,c\n`, `line 2: ${isOpen}`],
    ['a long text in marks', `${head}A1,"${'x\n'.repeat(510_000)}",c\nA2,b,c\n`, isLong(2)],
    [
      'a NUL character',
      `${head}A1,b,c\nA2,b\0,c\n`,
      'line 3: the row that begins here has a NUL character: the file is damaged or not text',
    ],
  ])('is refused with the reason if a record is too long: %s', async (_, text, message) => {
    await expect(readCsv(Buffer.from(text))).rejects.toThrow(message);
  });

  it('may have more columns than are read; the others are left out and counted', async () => {
    const wide = Array.from({ length: 1_500 }, (__, index) => `H${index}`).join(',');
    const { fields, problems } = await readCsv(Buffer.from(`${wide}\n${wide.replaceAll('H', 'v')}\n`));
    expect(fields).toHaveLength(1_000);
    expect(problems.map(({ text }) => text)).toContain(
      'Cells right of column 1000 are left out: 1000, first in line 1.',
    );
  });

  it('is refused without rows', async () => {
    await expect(readCsv(Buffer.from('Id,Name\n'))).rejects.toThrow(
      'the table has no rows below its headings',
    );
  });

  it.runIf(deep)('is refused at the first row beyond the limit if it has ten million', async () => {
    const bytes = Buffer.from(`Id,N\n${'A1,x\n'.repeat(10_000_000)}`);
    await expect(readCsv(bytes)).rejects.toThrow(
      'line 200002: the table has more than 200,000 rows. Export one project',
    );
  });
});
