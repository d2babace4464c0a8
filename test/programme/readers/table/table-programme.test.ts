import { expect, it } from 'vitest';
import { tableBuilder } from '#programme/readers/table/table-programme.ts';

it('a table with more rows than are read is refused at the first row beyond the limit', () => {
  const table = tableBuilder('csv');
  table.add({ line: 1, cells: ['ID'] });
  const add = (from: number, to: number) => {
    for (let line = from; line <= to; line += 1) table.add({ line, cells: ['A1'] });
  };
  add(2, 200_001);
  expect(() => add(200_002, 200_002)).toThrow(
    'line 200002: the table has more than 200,000 rows. Export one project or less time',
  );
});
