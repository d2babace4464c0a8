import { describe, expect, it } from 'vitest';
import { columnNames, findHeadingRowIndex } from '#programme/readers/table/heading-row.ts';

/** A row for each line of a text, with `|` between cells. Blank lines are not rows, but count as lines. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));

const lineOf = (text: string) => {
  const rows = rowsOf(text);
  return rows[findHeadingRowIndex(rows)]?.line;
};

describe('the row of headings', () => {
  it('is below titles, revisions and blank rows', () => {
    expect(
      lineOf('Programme\n\nRev. C | | Date: | 20.11.2026\nID | Task | Start | Finish\n1 | Dig | x | y'),
    ).toBe(4);
    expect(lineOf('Start: | 01.09.2026 | End: | 30.06.2027\nNr. | Vorgang | Dauer | Anfang | Ende')).toBe(2);
  });

  it('is not a title block, even if its words look like headings', () => {
    const headings = 'Nr. | Task | Begins | Ends';
    for (const block of [
      'Project start: | 01/02/2026 | Project end: | 30/06/2027',
      'Project Start | 2026-02-01 | Project Finish | 2027-06-30',
      'Project Name: | Rosenpark | Contractor: | Acme | Status: | Draft',
      'Start: 01.02.2026 | End: 30.06.2027 | Duration: 12 months',
      'Project Name | Project Start | Project Finish\nRosenpark | 01/02/2026 | 30/06/2027',
    ]) {
      const lines = block.split('\n').length;
      expect([block, lineOf(`${block}\n\n${headings}\n1 | Dig | x | y`)]).toEqual([block, lines + 2]);
    }
  });

  it('is not a row of a task whose name and place have words of headings', () => {
    const task = 'A10 | Phase 1 start | Level 3 | 23/11/2026 | 27/11/2026 | 5';
    expect(lineOf(`Ref | Was | Wo | Ab | Weg | T\n${task}`)).toBe(1);
    expect(lineOf(`Programme\n${task}\n${task}`)).toBe(2);
    expect(lineOf('1 | Dig | 23/11/2026 | 5\nRef | Was | Ab | T\n2 | Pour | 24/11/2026 | 5')).toBe(2);
  });

  it('may have the days or weeks of a bar chart to the right', () => {
    const chart = 'Rev. C | Start: | 20.11.2026\nID | Task | Start | Finish';
    for (const days of [
      '23/11 | 24/11 | 25/11 | 26/11 | 27/11',
      '2026-11-23 | 2026-11-30 | 2026-12-07',
      '28 | 29 | 30 | 1 | 2 | 3 | 4 | Remarks',
      '23.11. | 24.11. | 25.11.',
      '23-Nov | 24-Nov | 25-Nov | 26-Nov | 27-Nov',
    ]) {
      expect(lineOf(`${chart} | ${days}\n1 | Dig | x | y | x`)).toBe(2);
    }
    expect(lineOf(`${chart} | | 20/11/2026\n1 | Dig | x | y`)).toBe(2);
  });

  it('may have words around the known ones, such as a word that all headings begin or end with', () => {
    expect(
      lineOf(
        'Capital plan\nProject Description | Project Phase Actual Start Date | Project Phase Planned End Date | Project Status Name\nRoofs | 24/08/2026 | 06/05/2027 | Open',
      ),
    ).toBe(2);
    expect(lineOf('Plan\nRP Task | RP Who | RP Days\nPhase 1 start | Level 2 | 4')).toBe(2);
    expect(lineOf('Plan\nTask (new) new | Who new | Days new\nPhase 1 start | Level 2 | 4')).toBe(2);
  });

  it('is the first one if printed pages repeat it', () => {
    expect(lineOf('Programme\nID | Task | Start\n1 | Dig | x\nID | Task | Start\n2 | Pour | x')).toBe(2);
  });

  it('is the row of captions below technical names, and of columns below groups', () => {
    expect(
      lineOf('task_code | task_name | end_date\nActivity ID | Activity Name | Constraint\nA1 | Dig | x'),
    ).toBe(2);
    expect(
      lineOf('ID | Task | Planned | | Actual | | Days | Status\n | | Start | End | Start | End\n1 | Dig'),
    ).toBe(2);
  });

  it('is the first row almost as wide as the widest if no heading is known', () => {
    expect(lineOf('Plan\nA | S | F | T\nDig | 1 | 2 | 3')).toBe(2);
    expect(lineOf('S\n1')).toBe(1);
  });
});

describe('the names of columns', () => {
  it('begin with the group above them if a heading occurs twice', () => {
    expect(
      columnNames(
        ['', '', 'Start', 'Finish', 'Start', 'Finish'],
        ['ID', 'Task', 'Planned', '', 'Actual', '', 'Days'],
      ),
    ).toEqual(['ID', 'Task', 'Planned Start', 'Planned Finish', 'Actual Start', 'Actual Finish', 'Days']);
  });

  it('do not begin with a title above them', () => {
    expect(columnNames(['ID', 'Task', 'Start', ''], ['Rosenpark', '', 'Rev. C', '2026'])).toEqual([
      'ID',
      'Task',
      'Start',
      'Column 4',
    ]);
  });
});
