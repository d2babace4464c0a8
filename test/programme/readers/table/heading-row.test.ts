import { describe, expect, it } from 'vitest';
import { columnNames, headingIndex } from '../../../../functions/programme/readers/table/heading-row.ts';

/** Rows of the lines of a text, with `|` between cells; blank lines count and are no rows. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));

const lineOf = (text: string) => {
  const rows = rowsOf(text);
  return rows[headingIndex(rows)]?.line;
};

describe('the row of headings', () => {
  it('is below titles, revisions and blank rows', () => {
    expect(
      lineOf('Programme\n\nRev. C | | Date: | 20.11.2026\nID | Task | Start | Finish\n1 | Dig | x | y'),
    ).toBe(4);
    expect(lineOf('Start: | 01.09.2026 | End: | 30.06.2027\nNr. | Vorgang | Dauer | Anfang | Ende')).toBe(2);
  });

  it('is the first of those that printed pages repeat', () => {
    expect(lineOf('Programme\nID | Task | Start\n1 | Dig | x\nID | Task | Start\n2 | Pour | x')).toBe(2);
  });

  it('is that of captions below the fields’ own names, and of columns below their groups', () => {
    expect(
      lineOf('task_code | task_name | end_date\nActivity ID | Activity Name | Constraint\nA1 | Dig | x'),
    ).toBe(2);
    expect(
      lineOf('ID | Task | Planned | | Actual | | Days | Status\n | | Start | End | Start | End\n1 | Dig'),
    ).toBe(2);
  });

  it('without a known heading is the first that is almost as wide as the widest', () => {
    expect(lineOf('Plan\nA | S | F | T\nDig | 1 | 2 | 3')).toBe(2);
    expect(lineOf('S\n1')).toBe(1);
  });
});

describe('the names of columns', () => {
  it('have the group above them where one heading occurs twice', () => {
    expect(
      columnNames(
        ['', '', 'Start', 'Finish', 'Start', 'Finish'],
        ['ID', 'Task', 'Planned', '', 'Actual', '', 'Days'],
      ),
    ).toEqual(['ID', 'Task', 'Planned Start', 'Planned Finish', 'Actual Start', 'Actual Finish', 'Days']);
  });

  it('have nothing of a title above them', () => {
    expect(columnNames(['ID', 'Task', 'Start', ''], ['Rosenpark', '', 'Rev. C', '2026'])).toEqual([
      'ID',
      'Task',
      'Start',
      'Column 4',
    ]);
  });
});
