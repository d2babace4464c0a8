import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Changes', () => {
  it('show the old and the new dates, and the days between in red or green with sign and word', () => {
    const [guideWall] = sketchTasks;
    if (guideWall === undefined) throw new Error('The sketch has no task.');
    const first = { start: day('2026-11-18'), finish: day('2026-11-20') };
    const lookahead = theSketch({ firstPlanned: new Map([[guideWall.task.id, first]]) });
    const { values, row } = rowShowing(sheet('Changes', lookahead), 1, 'A1010');
    expect(values).toEqual([
      'A1010',
      'Install guide wall, grid 4–9',
      'Wed 18 – Fri 20 → Fri 20 – Tue 24 Nov',
      2,
      '2 days behind',
      'moved',
      'Day',
      'Keller Piling',
      'A. Quay',
      'task-A1010',
    ]);
    expect(row.cells[3]?.style.numberFormat).toBe('+0;-0;0');
    expect(row.cells[4]?.style.font?.color).toBe('9B1C13');
  });

  it('have one row per task: key tasks and tasks with the most people first, changes of only the status folded below', () => {
    const task = (id: string, more: TaskProperties) => aReadyTask({ id, name: id, ...more });
    const men = (quantity: number) => ({ labour: [{ name: 'Men', quantity }] });
    const before = ['few', 'many', 'key', 'started'].map((id) => task(id, { finish: '2026-11-25' }));
    const now = [
      task('few', { ...men(2), owner: { id: 'o', name: 'D. Ray' } }),
      task('many', men(9)),
      task('key', { ...men(1), keyTask: true }),
      task('started', { finish: '2026-11-25', status: 'started' }),
    ];
    const window = weekFrom('2026-11-23');
    const plan = aLookahead({ tasks: now, previous: anEarlierIssue(before, { window }) });
    const rows = shownRows(sheet('Changes', plan)).filter(([id]) => now.some((each) => each.id === id));
    expect(rows.map(([id, , , , kinds]) => `${id}: ${kinds}`)).toEqual([
      'key: moved, resources',
      'many: moved, resources',
      'few: moved, resources, owner',
      'started: status',
    ]);
    expect(shownRows(sheet('Changes', plan)).flat()).toContainEqual(
      expect.stringMatching(/Since revision 1, Fri 13 Nov · 4 tasks changed · 3 moved · 1 status$/),
    );
    const folded = [...sheet('Changes', plan).rows].slice(-2);
    expect(folded.map(({ hidden, folded: over, outline }) => [hidden, over, outline])).toEqual([
      [undefined, true, undefined],
      [true, undefined, 1],
    ]);
    expect(folded[0]?.cells[1]?.value).toBe(
      '1 task finished or changed status only: unfold with + at the left',
    );
  });

  it('are left out if there is no earlier revision or nothing changed', () => {
    const namesOf = (lookahead: ReturnType<typeof theSketch>) =>
      planWorkbook(lookahead, { paper: 'A3' }).sheets.map(({ name }) => name);
    expect(namesOf(theSketch({ issueNumber: 1, previous: undefined }))).not.toContain('Changes');
    expect(namesOf(theSketch({ previous: anEarlierIssue(sketchTasks) }))).not.toContain('Changes');
  });
});
