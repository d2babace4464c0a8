import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { anEarlierIssue, day } from '../../support/builders/a-plan-input.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf } from '../../support/workbook/sheet-reading.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Changes', () => {
  it('shows old and new dates and the days between, in red or green with sign and word', () => {
    const [guideWall] = sketchTasks;
    if (guideWall === undefined) throw new Error('The sketch has no task.');
    const first = { start: day('2026-11-18'), finish: day('2026-11-20') };
    const lookahead = theSketch({ firstPlanned: new Map([[guideWall.task.id, first]]) });
    const { values, row } = rowShowing(sheet('Changes', lookahead), 1, 'moved');
    const days = ['2026-11-18', '2026-11-20', '2026-11-20', '2026-11-24'].map((text) => `[${day(text)}]`);
    expect(values).toEqual([
      'moved',
      'A1010',
      'Install guide wall, grid 4–9',
      'Day',
      'Keller Piling',
      'A. Quay',
      '',
      '',
      ...days,
      4,
      '+4 d behind',
    ]);
    expect(row.cells[12]?.style.numberFormat).toBe('+0;-0;0');
    expect(row.cells[13]?.style.font?.color).toBe('FF9B1C13');
  });

  it('are left out without an earlier revision, and when nothing changed', () => {
    const namesOf = (lookahead: ReturnType<typeof theSketch>) =>
      planWorkbook(lookahead, { paper: 'A3' }).sheets.map(({ name }) => name);
    expect(namesOf(theSketch({ issueNumber: 1, previous: undefined }))).not.toContain('Changes');
    expect(namesOf(theSketch({ previous: anEarlierIssue(sketchTasks) }))).not.toContain('Changes');
  });
});
