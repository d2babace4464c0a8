/** Summaries of a table, read with the proposed mapping. */
import { expect, it } from 'vitest';
import { importByProposal, taskLine } from '../../support/programmes/import-by-proposal.ts';
import { csv } from '../contractor-tables/contractor-table.ts';

it.each([
  [
    'are named by id or title in a column of parents, which may be below their parts',
    `
      ID|Task|Start|Finish|Parent
      A1|Dig|2026-11-23|2026-11-25|Quay
      A2|Pour|2026-11-26|2026-11-27|Q1
      Q1|Quay|2026-11-23|2026-11-27|
      A3|Handover|2026-11-30|2026-11-30|
    `,
    [
      'A1 | Dig | 2026-11-23..2026-11-25 | in Quay',
      'A2 | Pour | 2026-11-26..2026-11-27 | in Quay',
      'A3 | Handover | 2026-11-30',
    ],
    [],
  ],
  [
    'are tasks if their dates do not enclose those of the rows that name them',
    `
      ID|Task|Start|Finish|Parent
      A1|Dig|2026-11-23|2026-11-25|
      A2|Snags|2026-12-07|2026-12-08|A1
      A3|Photos|2026-12-07|2026-12-08|A1
    `,
    [
      'A1 | Dig | 2026-11-23..2026-11-25',
      'A2 | Snags | 2026-12-07..2026-12-08',
      'A3 | Photos | 2026-12-07..2026-12-08',
    ],
    ['"Dig" is named as the parent of others, but its dates do not enclose theirs: it stays a task.'],
  ],
  [
    'may have dates without a year, or weeks, that enclose those of their parts',
    `
      ID|Task|Beginn|Ende|Parent
      Q1|Quay|KW 48|04.12.|
      A1|Dig|23.11.|25.11.|Quay
      A2|Pour|26.11.|04.12.|Quay
    `,
    ['A1 | Dig | 2026-11-23..2026-11-25 | in Quay', 'A2 | Pour | 2026-11-26..2026-12-04 | in Quay'],
    [],
  ],
  [
    'with the same name are two folders',
    `
      ID|Task|Start|Finish
      |Level 1||
      A1|Walls|2026-11-23|2026-11-24
      A2|Doors|2026-11-25|2026-11-25
      |Level 1||
      B1|Walls|2026-11-26|2026-11-27
      B2|Doors|2026-11-30|2026-11-30
    `,
    [
      'A1 | Walls | 2026-11-23..2026-11-24 | in Level 1',
      'A2 | Doors | 2026-11-25 | in Level 1',
      'B1 | Walls | 2026-11-26..2026-11-27 | in Level 1 (2)',
      'B2 | Doors | 2026-11-30 | in Level 1 (2)',
    ],
    [],
  ],
])('summaries %s', async (_, text, right, says) => {
  const { tasks, report } = await importByProposal('plan.csv', csv(text)());
  expect(tasks.map(taskLine)).toEqual(right);
  for (const part of says) expect(report.join('\n')).toContain(part);
});
