/** Tables within tables, and columns that replace columns of days. */
import { describe, expect, it } from 'vitest';
import { importByProposal, taskLine } from '../../../support/programmes/import-by-proposal.ts';
import { csv, excel } from '../../contractor-tables/contractor-table.ts';

async function imported(content: ReturnType<typeof csv | typeof excel>) {
  const bytes = await content();
  const isWorkbook = Buffer.from(bytes.subarray(0, 2)).toString() === 'PK';
  const { proposal, tasks, report } = await importByProposal(isWorkbook ? 'plan.xlsx' : 'plan.csv', bytes);
  return { proposal, report: report.join('\n'), tasks: tasks.map(taskLine) };
}

describe('a sheet with a column for each day', () => {
  const headings = 'No|Task|Company|Mo 23.11.|Di 24.11.|Mi 25.11.|Do 26.11.|Fr 27.11.|Sa 28.11.|So 29.11.';

  it('has tasks from the first to the last mark, and pauses on the days between', async () => {
    const { tasks, report } = await imported(
      csv(`
        Woche 48 ab 23.11.2026
        ${headings}
        1|Mauern|Huber GmbH|x|x||x|||
        2|Putz|Maier GmbH|||x|x|x||
      `),
    );
    expect(tasks).toEqual([
      '1 | Mauern | 2026-11-23..2026-11-26 | by Huber GmbH | off 2026-11-25',
      '2 | Putz | 2026-11-25..2026-11-27 | by Maier GmbH',
    ]);
    expect(report).toContain(
      'The columns of 7 days, 2026-11-23 to 2026-11-29, are read as From (first mark), To (last mark), People, Marks.',
    );
  });

  it.each([
    ['D|D|N', ['  - { column: Marks, values: { D: day, "N": night } }']],
    ['D|X|P', []],
  ])('has shifts only if its marks %s are letters of shifts', async (letters, lines) => {
    const [one, two, three] = letters.split('|');
    const { proposal } = await imported(
      csv(`
        Woche 48 ab 23.11.2026
        ${headings}
        1|Mauern|Huber GmbH|${one}|${one}||||||
        2|Putz|Maier GmbH|||${two}|${two}|||
        3|Malen|Maier GmbH||||${three}|${three}||
      `),
    );
    expect(proposal.split('\n').filter((line) => line.includes('values: {'))).toEqual(lines);
  });

  it('gives each task its largest number of people on any day', async () => {
    const { tasks } = await imported(
      csv(`
        Woche 48 ab 23.11.2026
        ${headings}
        1|Mauern|Huber GmbH|4|4|6|||||
        2|Putz|Maier GmbH||||1|1||
      `),
    );
    expect(tasks).toEqual([
      '1 | Mauern | 2026-11-23..2026-11-25 | by Huber GmbH | 6 People',
      '2 | Putz | 2026-11-26..2026-11-27 | by Maier GmbH | 1 People',
    ]);
  });

  it('may show bars as filled cells beside shaded weekends; a filled heading row is not a bar', async () => {
    const fill = (argb: string) => ({
      type: 'pattern' as const,
      pattern: 'solid' as const,
      fgColor: { argb },
    });
    const { tasks } = await imported(
      excel(
        `
        Woche 48 ab 23.11.2026
        ${headings}
        Haus A
        1|Mauern|Huber GmbH
        2|Putz|Maier GmbH
        3|Malen|Maier GmbH
      `,
        (sheet) => {
          for (let column = 1; column <= 10; column += 1) sheet.getCell(3, column).fill = fill('FFFFFF00');
          for (const row of [4, 5, 6])
            for (const column of [9, 10]) sheet.getCell(row, column).fill = fill('FFD9D9D9');
          for (const [row, column] of [
            [4, 4],
            [4, 5],
            [5, 5],
            [5, 6],
            [6, 8],
          ] as const)
            sheet.getCell(row, column).fill = fill('FF92D050');
        },
      ),
    );
    expect(tasks).toEqual([
      '1 | Mauern | 2026-11-23..2026-11-24 | in Haus A | by Huber GmbH',
      '2 | Putz | 2026-11-24..2026-11-25 | in Haus A | by Maier GmbH',
      '3 | Malen | 2026-11-27 | in Haus A | by Maier GmbH',
    ]);
  });
});

describe('a table within a table', () => {
  it('is left out below a blank row, and its first line is reported', async () => {
    const { tasks, report } = await imported(
      csv(`
        ID|Task|Start|Finish
        A1|Dig|2026-11-23|2026-11-27

        Risks
        ID|Risk|Owner|Status|Due date
        R1|Rain|Ida Brook|Open|2026-12-01
        R2|Frost|Tom Reed|Open|2026-12-02
      `),
    );
    expect(tasks).toEqual(['A1 | Dig | 2026-11-23..2026-11-27']);
    expect(report).toContain(
      'Rows of a second table are left out (set headerRow in the mapping to use it): 3, first in line 5.',
    );
  });

  it('may be a group of a board, which becomes a folder, or the sub-items of an item', async () => {
    const { tasks } = await imported(
      excel(`
        Sluice
        Earthworks
        Name|Subitems|Person|Status|Start|Finish|Item ID
        Cofferdam|Piles, Walings|Ida Brook|Working on it|@2026-11-23|@2026-11-27|#101
        Subitems|Name|Owner|Status|Start|Finish|Item ID
        |Piles|Tom Reed|Done|@2026-11-23|@2026-11-24|#111
        |Walings|Tom Reed|Working on it|@2026-11-25|@2026-11-27|#112
        Dewater||Tom Reed||@2026-11-30|@2026-12-01|#102

        Concrete
        Name|Subitems|Person|Status|Start|Finish|Item ID
        Base slab||Ida Brook||@2026-12-02|@2026-12-04|#103
      `),
    );
    expect(tasks).toEqual([
      '102 | Dewater | 2026-11-30..2026-12-01 | in Earthworks | owner Tom Reed',
      '103 | Base slab | 2026-12-02..2026-12-04 | in Concrete | owner Ida Brook',
      '111 | Piles | 2026-11-23..2026-11-24 | complete | in Earthworks › Cofferdam',
      '112 | Walings | 2026-11-25..2026-11-27 | started | in Earthworks › Cofferdam',
    ]);
  });
});
