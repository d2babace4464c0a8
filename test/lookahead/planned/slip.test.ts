import { describe, expect, it } from 'vitest';
import { addFirstPlannedDates, slipText } from '#lookahead/planned/slip.ts';
import { interpretPull } from '#lookahead/tasks/read-task.ts';
import { taskIdSchema } from '#planning/contract/resources.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, aPull, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';

describe('a slip in words', () => {
  it.each([
    [3, '3 days behind'],
    [-2, '2 days ahead'],
    [0, 'on plan'],
  ])('of %d days reads %s', (days, text) => {
    expect(slipText(days)).toBe(text);
  });
});

describe('slip', () => {
  const id = taskIdSchema.parse('task-1');
  it.each([
    ['2026-11-23', '2026-11-23', '3 days behind'],
    ['2026-11-28', '2026-11-28', '1 day ahead'],
    ['2026-11-20', '2026-11-20', '4 days behind'],
    ['2026-11-27', '2026-11-27', '1 day ahead'],
    ['2026-11-20', '2026-11-26', 'on plan'],
  ])('of Tue 24 – Thu 26 November, first planned %s to %s, is %s', (start, finish, text) => {
    const first = { start: day(start), finish: day(finish) };
    const plan = aLookahead({ tasks: [aReadyTask()], firstPlanned: new Map([[id, first]]) });
    expect(plan.tasks[0]?.slip?.text).toBe(text);
  });

  it('is undefined for a task that was never planned before', () => {
    expect(aLookahead({ tasks: [aReadyTask()] }).tasks[0]?.slip).toBeUndefined();
  });
});

describe('first planned dates', () => {
  const dates = (start: string, finish: string) => ({ start: day(start), finish: day(finish) });
  const id = (text: string) => taskIdSchema.parse(text);

  it('are taken from the first pull in which the task has dates, with the task’s days off, and then never change', () => {
    const tasks = [
      aReadyTask({ id: 'new' }),
      aReadyTask({ id: 'known' }),
      aReadyTask({ id: 'undated', start: null, finish: null }),
      aReadyTask({ id: 'beyond every window', start: '2026-12-14', finish: '2026-12-15' }),
      aReadyTask({ id: 'with a holiday', nonWorkingDays: ['2026-11-25'] }),
    ];
    const known = new Map([
      [id('known'), dates('2026-11-16', '2026-11-17')],
      [id('not pulled'), dates('2026-11-18', '2026-11-18')],
    ]);
    expect([
      ...addFirstPlannedDates(interpretPull(aPull(tasks), { timeZone: 'Europe/London' }), known),
    ]).toEqual([
      ['beyond every window', dates('2026-12-14', '2026-12-15')],
      ['known', dates('2026-11-16', '2026-11-17')],
      ['new', dates('2026-11-24', '2026-11-26')],
      [
        'with a holiday',
        {
          ...dates('2026-11-24', '2026-11-26'),
          exceptions: expect.objectContaining({ daysOff: new Set([day('2026-11-25')]) }),
        },
      ],
    ]);
  });
});

describe('the days that a task moved since the last issue', () => {
  const movedBy = (before: TaskProperties, now: TaskProperties) =>
    aLookahead({
      tasks: [aReadyTask(now)],
      window: weekFrom('2026-11-23', 2),
      previous: anEarlierIssue([aReadyTask(before)], { window: weekFrom('2026-11-23', 2) }),
    }).tasks[0]?.since;
  const days = (start: string, finish = start) => ({ start, finish });

  it.each([
    ['are working days: 1 from Friday to Monday', days('2026-11-27'), days('2026-11-30'), 1],
    [
      'are those of the finish if it moved',
      days('2026-11-23', '2026-11-24'),
      days('2026-11-24', '2026-11-26'),
      2,
    ],
    [
      'are those of the start if only that moved',
      days('2026-11-23', '2026-11-26'),
      days('2026-11-25', '2026-11-26'),
      2,
    ],
    ['are 0 if it moved across days off only', days('2026-11-27'), days('2026-11-27', '2026-11-28'), 0],
  ])('%s', (_, before, now, moved) => {
    expect(movedBy(before, now)).toMatchObject({ kind: 'moved', days: moved });
  });

  it('leave out the holidays that either version of the task lists', () => {
    const before = { ...days('2026-11-23', '2026-11-25'), nonWorkingDays: ['2026-11-24'] };
    const now = { ...days('2026-11-25', '2026-11-27'), nonWorkingDays: ['2026-11-26'] };
    expect(movedBy(before, now)).toMatchObject({ days: 1 });
  });

  it('leave out the same days as its slip from the dates first planned', () => {
    const task = (finish: string, nonWorkingDays: string[]) =>
      aReadyTask({ start: '2026-11-23', finish, nonWorkingDays });
    const [before, now] = [task('2026-11-27', ['2026-11-26']), task('2026-11-25', [])];
    const plan = aLookahead({
      tasks: [now],
      previous: anEarlierIssue([before], { window: weekFrom('2026-11-23') }),
      firstPlanned: addFirstPlannedDates(
        interpretPull(aPull([before]), { timeZone: 'Europe/London' }),
        new Map(),
      ),
    });
    expect(plan.tasks.map(({ since, slip }) => [since, slip?.text])).toEqual([
      [expect.objectContaining({ days: -1 }), '1 day ahead'],
    ]);
  });
});
