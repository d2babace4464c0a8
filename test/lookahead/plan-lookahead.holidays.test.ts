/** Days off for a whole project, which its calendars do not contain. */
import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import { slipOf } from '#lookahead/planned/slip.ts';
import { interpretPull } from '#lookahead/tasks/read-task.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import {
  anEarlierIssue,
  aPlanInput,
  aPull,
  day,
  type PlanGiven,
  weekFrom,
} from '../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../support/builders/a-task.ts';

const holidays = ['2026-12-25', '2026-12-26', '2026-12-28'].map(day);
const project = { ...aPlanInput().project, holidays };
const week = { project, window: weekFrom('2026-12-21'), reportDay: day('2026-12-18') };
const overChristmas = (more: TaskProperties = {}) =>
  aReadyTask({ start: '2026-12-21', finish: '2026-12-31', ...more });
const planOf = (more: TaskProperties = {}, given: PlanGiven = {}) =>
  aLookahead({ ...week, tasks: [overChristmas(more)], ...given });

const fixed = { id: 'm1', name: 'Concrete' };
const seven = { calendar: { id: 'seven', name: 'Seven', type: 'seven-day' } };
const cellsOf = (plan: ReturnType<typeof planOf>) => plan.tasks[0]?.cells.map(({ kind }) => kind);

describe('a holiday of the project', () => {
  it('has no bar and no labour, whatever calendar a task has', () => {
    expect(cellsOf(planOf())).toEqual(['bar', 'bar', 'bar', 'bar', 'off', 'off', 'off']);
    const plan = planOf(seven);
    expect(cellsOf(plan)).toEqual(['bar', 'bar', 'bar', 'bar', 'off', 'off', 'bar']);
    expect(plan.shifts[0]?.peoplePerDay).toEqual([8, 8, 8, 8, 0, 0, 8]);
    expect(cellsOf(planOf({ calendar: null }))?.slice(4)).toEqual(['off', 'off', 'bar']);
  });

  it.each<[string, TaskProperties]>([
    ['names it as worked', { extraWorkingDays: ['2026-12-25'] }],
    [
      'has a planned quantity of a material on it',
      { materials: [{ ...fixed, dailyPlanned: [{ date: '2026-12-25', quantity: 6 }] }] },
    ],
    [
      'has an actual quantity on it, with a time',
      { materials: [{ ...fixed, dailyActual: [{ date: '2026-12-25T08:00:00Z', quantity: 6 }] }] },
    ],
  ])('is worked by a task that %s', (_how, more) => {
    expect(cellsOf(planOf({ ...seven, ...more }))?.slice(4)).toEqual(['bar', 'off', 'bar']);
    const input = aPlanInput({ ...week, tasks: [overChristmas({ ...seven, ...more })] });
    expect(cellsOf(planLookahead(input).daysOnlyFor({ kind: 'everyone' }, 1))?.slice(4)).toEqual([
      'bar',
      'off',
      'bar',
    ]);
  });

  it('is not worked for a quantity of 0, and a weekend is not worked for any quantity', () => {
    const none = [{ ...fixed, dailyPlanned: [{ date: '2026-12-25', quantity: 0 }] }];
    expect(cellsOf(planOf({ materials: none }))?.slice(4)).toEqual(['off', 'off', 'off']);
    const saturday = [{ ...fixed, dailyPlanned: [{ date: '2026-12-26', quantity: 2 }] }];
    expect(cellsOf(planOf({ materials: saturday }))?.slice(4)).toEqual(['off', 'off', 'off']);
  });

  it('has the column of a day off, whether or not tasks have calendars, and is named as a holiday', () => {
    const columns = (plan: ReturnType<typeof planOf>) =>
      plan.days.map(({ kind, isHoliday }) => `${kind}${isHoliday ? ' holiday' : ''}`).slice(3);
    const expected = ['workday', 'dayOff holiday', 'dayOff holiday', 'dayOff'];
    expect(columns(planOf())).toEqual(expected);
    expect(columns(planOf({ calendar: null }))).toEqual(expected);
    expect(columns(planOf(seven))).toEqual([...expected.slice(0, 3), 'workday']);
    expect(columns(planOf({ ...seven, extraWorkingDays: ['2026-12-25'] }))[1]).toBe('workday holiday');
  });

  it('is not counted in how far a task moved or slipped', () => {
    const before = overChristmas({ finish: '2026-12-24' });
    const now = overChristmas({ finish: '2026-12-29' });
    const plan = aLookahead({
      ...week,
      tasks: [now],
      previous: anEarlierIssue([before], { window: weekFrom('2026-12-21') }),
      firstPlanned: new Map([[now.id, { start: day('2026-12-21'), finish: day('2026-12-24') }]]),
    });
    expect(plan.tasks.map(({ since, slip }) => [since, slip?.text])).toEqual([
      [expect.objectContaining({ days: 1 }), '1 day behind'],
    ]);
    expect(plan.changes?.list.map(({ days }) => days)).toEqual([1]);
  });

  it('is not stored with the dates first planned, so that a new list of holidays applies to all of them', () => {
    const pull = aPull([overChristmas({ finish: '2026-12-29' })]);
    const [task] = interpretPull(pull, project).tasks;
    const first = new Map([
      [task?.id ?? overChristmas().id, { start: day('2026-12-21'), finish: day('2026-12-24') }],
    ]);
    expect(task && slipOf(task, first)?.days).toBe(1);
    const [without] = interpretPull(pull, { timeZone: 'Europe/London' }).tasks;
    expect(without && slipOf(without, first)?.days).toBe(3);
  });

  it('decides whether a finish at 00:00 is worked', () => {
    const midnight = { start: '2026-12-23T00:00:00', finish: '2026-12-29T00:00:00' };
    const finish = (duration: number, settings: typeof project | { readonly timeZone: string } = project) => {
      const [task] = interpretPull(aPull([overChristmas({ ...midnight, duration })]), settings).tasks;
      return task?.dates && formatDay(task.dates.finish);
    };
    expect(finish(2)).toBe('2026-12-28');
    expect(finish(3)).toBe('2026-12-29');
    expect(finish(2, { timeZone: 'Europe/London' })).toBe('2026-12-29');
  });

  it('is not a planned day in the record that PPC measures', () => {
    const { record } = planLookahead(aPlanInput({ ...week, tasks: [overChristmas(seven)] }));
    expect(record.tasks[0]?.days.map(formatDay)).toEqual([
      '2026-12-21',
      '2026-12-22',
      '2026-12-23',
      '2026-12-24',
      '2026-12-27',
    ]);
  });

  it('is a day off on which no task should start or finish', () => {
    const gapsOf = (more: TaskProperties) =>
      planOf(more).tasks[0]?.gaps.map(({ kind, detail }) => [kind, detail]);
    expect(gapsOf({ finish: '2026-12-25' })).toEqual([['non-working-day', 'finishes Fri 25 Dec']]);
    expect(gapsOf({ finish: '2026-12-24' })).toEqual([]);
  });

  it('is not counted in the lag between tasks', () => {
    const piles = overChristmas({ id: 'piles', finish: '2026-12-24' });
    const following = (start: string) => ({
      start,
      finish: start,
      relatedTasks: [{ id: 'piles', relation: 'predecessor', type: 'finish-start', lag: 1 }],
    });
    const given = { window: weekFrom('2026-12-28') };
    const constraintsOf = (start: string) =>
      planOf(following(start), { ...given, tasks: [piles, overChristmas(following(start))] })
        .tasks.filter(({ id }) => id !== 'piles')
        .map(({ constraints }) => constraints.length);
    expect(constraintsOf('2026-12-29')).toEqual([1]);
    expect(constraintsOf('2026-12-30')).toEqual([0]);
  });
});
