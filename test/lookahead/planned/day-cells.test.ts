import { describe, expect, it } from 'vitest';
import type { GridCell } from '#lookahead/planned/day-cells.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';

const letters = { empty: '.', off: '-', milestone: '◆', was: '□', carried: 'c' };

const cellText = (cells: readonly GridCell[]) =>
  cells.map((cell) => (cell.kind === 'bar' ? cell.people : letters[cell.kind])).join(' ');

describe('a row of the grid', () => {
  it.each<[string, TaskProperties, string, string]>([
    ['shows the people of each day', {}, '. 8 8 8 . . .', ''],
    [
      'hatches days its calendar does not work',
      { start: '2026-11-27', finish: '2026-12-01' },
      '. . . . 8 - -',
      '▶',
    ],
    ['hatches days off that the task lists', { nonWorkingDays: ['2026-11-25'] }, '. 8 - 8 . . .', ''],
    [
      'hatches days without work, and counts nobody there',
      { daysWithoutWork: ['2026-11-25'] },
      '. 8 - 8 . . .',
      '',
    ],
    [
      'shows people on extra working days that the task lists',
      { start: '2026-11-27', finish: '2026-11-30', extraWorkingDays: ['2026-11-28'] },
      '. . . . 8 8 -',
      '▶',
    ],
    [
      'has people every day without a calendar',
      { start: '2026-11-20', finish: '2026-12-01', calendar: null },
      '8 8 8 8 8 8 8',
      '◀▶',
    ],
    [
      'is hatched throughout if its whole bar is on days off',
      { start: '2026-11-28', finish: '2026-11-29' },
      '. . . . . - -',
      '',
    ],
    [
      'shows a milestone, with nobody at work',
      { start: '2026-11-28', finish: '2026-11-28', duration: 0 },
      '. . . . . ◆ .',
      '',
    ],
    ['shows a cancelled task without people', { status: 'cancelled' }, '. 0 0 0 . . .', ''],
    ['shows a complete task as planned', { status: 'complete' }, '. 8 8 8 . . .', ''],
    [
      'shows a task carried over on the first day, without people',
      { start: '2026-11-17', finish: '2026-11-19' },
      'c . . . . . .',
      '◀',
    ],
    [
      'shows an overdue milestone on the first day too',
      { start: '2026-11-19', finish: '2026-11-19', duration: 0 },
      'c . . . . . .',
      '◀',
    ],
    ['counts labour without a quantity as 0', { labour: [{ name: 'Operatives' }] }, '. 0 0 0 . . .', ''],
    [
      'sums its labour',
      {
        labour: [
          { name: 'A', quantity: 1.1 },
          { name: 'B', quantity: 2.2 },
        ],
      },
      '. 3.3 3.3 3.3 . . .',
      '',
    ],
  ])('%s', (_, properties, cells, marks) => {
    const plan = aLookahead({ tasks: [aReadyTask(properties)] });
    const row = plan.shifts[0]?.groups[0]?.tasks[0];
    expect(row && cellText(row.cells)).toBe(cells);
    expect(row?.cells.map(({ before, after }) => `${before ? '◀' : ''}${after ? '▶' : ''}`).join('')).toBe(
      marks,
    );
    expect([row?.cells[0]?.before, row?.cells.at(-1)?.after]).toEqual([
      marks.includes('◀'),
      marks.includes('▶'),
    ]);
  });
});

describe('a task that has moved since the last issue', () => {
  it('shows its former dates, on the days that its calendar works', () => {
    const previous = anEarlierIssue([aReadyTask({ start: '2026-11-26', finish: '2026-11-30' })], {
      window: weekFrom('2026-11-23', 2),
    });
    const plan = aLookahead({ tasks: [aReadyTask({ start: '2026-11-24', finish: '2026-11-25' })], previous });
    const row = plan.shifts[0]?.groups[0]?.tasks[0];
    expect(row && cellText(row.cells)).toBe('. 8 8 □ □ . .');
  });

  it('shows its status on the first day if it is carried over, even if its former dates include that day', () => {
    const previous = anEarlierIssue([aReadyTask({ start: '2026-11-23', finish: '2026-11-24' })], {
      window: weekFrom('2026-11-23', 2),
    });
    const plan = aLookahead({ tasks: [aReadyTask({ start: '2026-11-18', finish: '2026-11-19' })], previous });
    const row = plan.shifts[0]?.groups[0]?.tasks[0];
    expect(row && cellText(row.cells)).toBe('c □ . . . . .');
  });
});

describe('the cells of a plan', () => {
  it('share one object if they are equal', () => {
    const spans = { start: '2026-11-20', finish: '2026-12-02', calendar: null };
    const plan = aLookahead({
      tasks: [aReadyTask({ ...spans, id: 'a' }), aReadyTask({ ...spans, id: 'b' })],
    });
    const cells = (plan.shifts[0]?.groups ?? []).flatMap(({ tasks }) => tasks.flatMap((task) => task.cells));
    expect(cells).toHaveLength(14);
    expect(new Set(cells).size).toBe(3);
  });
});
