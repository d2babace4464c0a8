import { describe, expect, it } from 'vitest';
import { percentText } from '#lookahead/text/quantity-text.ts';
import type { Task } from '#planning/contract/resources.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, aPull, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aTask, type TaskProperties } from '../../support/builders/a-task.ts';

const measured = (planned: readonly Task[], now: readonly Task[], more: object = {}) => {
  const programme = { label: '1', dataDate: '2026-11-20T18:00', importedAt: undefined };
  const pull = aPull(now, { programme });
  const { ppc } = aLookahead({ pull, lastWeekPlan: anEarlierIssue(planned), ...more });
  if (ppc.kind !== 'measured') throw new Error('PPC should be measured.');
  const { taskDay, plannedTasks, task, finished, dueToFinish } = ppc;
  return { taskDay, plannedTasks, task, finished, dueToFinish };
};

/** The title, a task in last week's plan, the task today, and the expected PPC by days and by tasks. */
type Rule = [string, TaskProperties, TaskProperties | undefined, number | undefined, number | undefined];

describe('PPC', () => {
  const planned = (id: string, start: string, finish: string, more: TaskProperties = {}) =>
    aTask({ id, start, finish, calendar: { type: 'five-day' }, status: 'planned', ...more });

  it('is 67% if 3 of 3 days of A, 1 of 2 of B and 1 of 2 of C happened', () => {
    const plan = [
      planned('A', '2026-11-16', '2026-11-18'),
      planned('B', '2026-11-17', '2026-11-18'),
      planned('C', '2026-11-19', '2026-11-20'),
    ];
    const now = [
      planned('A', '2026-11-16', '2026-11-18', { status: 'complete' }),
      planned('B', '2026-11-18', '2026-11-19', { status: 'in progress' }),
      planned('C', '2026-11-19', '2026-11-20', {
        status: 'in progress',
        progress: [{ type: 'delay', date: '2026-11-20' }],
      }),
    ];
    const figures = measured(plan, now);
    expect(percentText(figures.taskDay ?? 0)).toBe('67%');
    expect(figures).toMatchObject({ plannedTasks: 3, finished: 1, dueToFinish: 3, task: 1 / 3 });
  });

  it.each<Rule>([
    ['counts the days of a task that has started', {}, { status: 'started' }, 1, 0],
    ['counts no day of a task that is only planned', {}, {}, 0, 0],
    ['counts no day of a task that is gone', {}, undefined, 0, 0],
    [
      'counts no day outside the current dates',
      {},
      { status: 'started', start: '2026-11-23', finish: '2026-11-24' },
      0,
      0,
    ],
    [
      'counts a finish in the week, even earlier than planned',
      {},
      { status: 'complete', finish: '2026-11-17' },
      0.5,
      1,
    ],
    ['counts a finish on the last day of the week', {}, { status: 'complete', finish: '2026-11-22' }, 1, 1],
    ['counts no finish after the week', {}, { status: 'complete', finish: '2026-11-23' }, 1, 0],
    ['counts no finish without dates', {}, { status: 'complete', start: null, finish: null }, 0, 0],
    [
      'counts a task due on the first day of the week, even without a planned day in it',
      { start: '2026-11-14', finish: '2026-11-16', nonWorkingDays: ['2026-11-16'] },
      { start: '2026-11-14', finish: '2026-11-16', status: 'complete' },
      undefined,
      1,
    ],
    [
      'leaves out a task that was cancelled in the plan',
      { status: 'cancelled' },
      { status: 'complete' },
      undefined,
      undefined,
    ],
    [
      'leaves out days on which the plan had no work',
      { daysWithoutWork: ['2026-11-16', '2026-11-18'] },
      { status: 'started', start: '2026-11-17' },
      1,
      0,
    ],
    [
      'counts only the days of a task that was planned to end later',
      { finish: '2026-11-25' },
      { status: 'started', finish: '2026-11-25' },
      1,
      undefined,
    ],
    [
      'leaves out a task that was already overdue',
      { start: '2026-11-09', finish: '2026-11-10' },
      { status: 'complete' },
      undefined,
      undefined,
    ],
    [
      "counts a milestone's one day",
      { start: '2026-11-18', finish: '2026-11-18', duration: 0 },
      { start: '2026-11-18', finish: '2026-11-18', status: 'done' },
      1,
      1,
    ],
    ...['2026-11-16', '2026-11-20'].map((date): Rule => {
      const dates = { start: date, finish: date, duration: 0, calendar: null };
      return [`counts a milestone of ${date}`, dates, { ...dates, status: 'done' }, 1, 1];
    }),
    ...['2026-11-15', '2026-11-21'].map((date): Rule => {
      const dates = { start: date, finish: date, duration: 0, calendar: null };
      return [`leaves out a milestone of ${date}`, dates, { ...dates, status: 'done' }, undefined, undefined];
    }),
  ])('%s', (_, then, now, taskDay, task) => {
    const dates = { id: 'A', start: '2026-11-17', finish: '2026-11-18', calendar: { type: 'five-day' } };
    const figures = measured(
      [aTask({ ...dates, ...then })],
      now === undefined ? [] : [aTask({ ...dates, ...now })],
    );
    expect([figures.taskDay, figures.task]).toEqual([taskDay, task]);
  });

  it('counts the days so far of a week that is not over, and the tasks due on them', () => {
    const sevenDays = { calendar: { type: 'seven-day' }, status: 'started' };
    const plan = [
      aTask({ id: 'until Sunday', start: '2026-11-19', finish: '2026-11-22', ...sevenDays }),
      aTask({ id: 'on Saturday', start: '2026-11-21', finish: '2026-11-21', calendar: sevenDays.calendar }),
      aTask({ id: 'on Friday', start: '2026-11-20', finish: '2026-11-20', calendar: sevenDays.calendar }),
    ];
    expect(measured(plan, plan)).toEqual({
      taskDay: 0.5,
      plannedTasks: 2,
      task: 0,
      finished: 0,
      dueToFinish: 1,
    });
    const monday = { reportDay: day('2026-11-23'), pull: aPull(plan, { instant: '2026-11-23T06:00:00Z' }) };
    expect(measured(plan, plan, monday)).toMatchObject({
      taskDay: 0.333333,
      plannedTasks: 3,
      dueToFinish: 3,
    });
  });

  it("covers only the audience's tasks", () => {
    const theirs = { subcontractor: { id: 's1' } };
    const plan = [planned('A', '2026-11-16', '2026-11-16', theirs), planned('B', '2026-11-16', '2026-11-16')];
    const now = [planned('A', '2026-11-16', '2026-11-16', { ...theirs, status: 'done' }), plan[1] ?? aTask()];
    expect(measured(plan, now).taskDay).toBe(0.5);
    expect(measured(plan, now, { audience: { kind: 'subcontractor', id: 's1', name: '' } }).taskDay).toBe(1);
  });

  it('is "not yet" without a plan of the week', () => {
    expect(aLookahead().ppc).toEqual({ kind: 'not yet', week: weekFrom('2026-11-16') });
  });
});
