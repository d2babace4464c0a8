/**
 * Dates of a table as its planner wrote them, read with the proposed mapping. The import is on Friday 20 November 2026.
 */
import { expect, it } from 'vitest';
import { importByProposal, taskLine } from '../../support/programmes/import-by-proposal.ts';

it.each([
  [
    'of one order may mix years of two and four digits, and leading zeros',
    'ID;Task;Beginn;Ende',
    ['A;Mauern;30.11.2026;02.12.26', 'B;Putz;1.12.26;3.12.2026', 'C;Kabel;02.12.2026;4.12.26'],
    ['2026-11-30..2026-12-02', '2026-12-01..2026-12-03', '2026-12-02..2026-12-04'],
  ],
  [
    'without a year are near the day of the import',
    'ID;Task;Beginn;Ende',
    ['A;Mauern;21.12.;8.1.', 'B;Putz;30.04.;05.05.', 'C;Kabel;25.05.;26.05.'],
    ['2026-12-21..2027-01-08', '2027-04-30..2027-05-05', '2026-05-25..2026-05-26'],
  ],
  [
    'without a year are near the data date',
    'Stand 30.09.2026\nID;Task;Beginn;Ende',
    ['A;Mauern;21.12.;8.1.', 'B;Putz;30.04.;05.05.', 'C;Kabel;25.05.;26.05.'],
    ['2026-12-21..2027-01-08', '2026-04-30..2026-05-05', '2026-05-25..2026-05-26'],
  ],
  [
    'may be weeks: from a Monday to the last working day',
    'ID;Task;Beginn;Ende',
    ['A;Mauern;KW 49;KW 49', 'B;Putz;KW 52;KW 1', 'C;Kabel;30.11.2026;04.12.2026'],
    ['2026-11-30..2026-12-04', '2026-12-21..2027-01-08', '2026-11-30..2026-12-04'],
  ],
  [
    'that lack a finish get it from the start and the working days of the duration',
    'ID;Task;Start;Finish;Duration',
    ['A;Dig;2026-11-26;;3 d', 'B;Pour;2026-11-27;2026-12-01;3 d', 'C;Strip;2026-11-23;2026-11-23;1 d'],
    ['2026-11-26..2026-11-30', '2026-11-27..2026-12-01', '2026-11-23'],
  ],
  [
    'that lack a start get it from the finish and the working days of the duration',
    'ID;Task;Start;Finish;Duration',
    ['A;Dig;TBC;2026-12-01;3 d', 'B;Pour;2026-11-27;2026-12-01;3 d', 'C;Strip;2026-11-23;2026-11-23;1 d'],
    ['2026-11-27..2026-12-01', '2026-11-27..2026-12-01', '2026-11-23'],
  ],
])('dates %s', async (_, headings, rows, right) => {
  const content = Buffer.from([headings, ...rows, ''].join('\n'));
  const { tasks } = await importByProposal('plan.csv', content);
  expect(tasks.map((task) => taskLine(task).split(' | ')[2])).toEqual(right);
});
