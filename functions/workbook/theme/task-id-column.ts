/** The hidden last column of a sheet that people write in: the id of each row's task, which sorting and filtering keep. */
import type { Cell, Column, Row } from '../xlsx/sheet-plan.ts';
import { cells, heads } from './sheet-styles.ts';

/** The header of the column, by which a program finds it. */
const idTitle = 'Task id';

export const idColumn: Column = { width: 14, hidden: true };

export function idCell(id: string): Cell {
  return { value: id, style: cells.id };
}

/** The header's rows, the last with the title of the hidden column. */
export function withIdTitle(header: readonly Row[]): readonly Row[] {
  return header.map((row, index) =>
    index === header.length - 1
      ? { ...row, cells: [...row.cells, { value: idTitle, style: heads.onlyLeft }] }
      : row,
  );
}
