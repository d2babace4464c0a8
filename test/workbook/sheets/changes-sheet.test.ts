import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { anEarlierIssue, day } from '../../support/builders/a-plan-input.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

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

  it('says so without an earlier revision, and when nothing changed', () => {
    const first = theSketch({ issueNumber: 1, previous: undefined });
    expect(shownRows(sheet('Changes', first)).flat()).toContain(
      'This report has no earlier revision, so there is nothing to compare with yet.',
    );
    const same = theSketch({ previous: anEarlierIssue(sketchTasks) });
    expect(shownRows(sheet('Changes', same)).flat()).toContain(
      'Nothing has changed since revision 1 of week 47, Fri 13 Nov.',
    );
  });
});
