import { describe, expect, it } from 'vitest';
import { dayThatShowsTasks, gapsToLeaveOff, surveyTasks } from '../../../functions/commands/planning/init.ts';
import { day } from '../../support/builders/a-plan-input.ts';

const survey = (...tasks: readonly object[]) =>
  surveyTasks(tasks.map((task, index) => ({ id: `t${index}`, json: JSON.stringify(task) })));
const task = (start: string, finish: string) => ({ start, finish });
const showing = (tasks: readonly object[], today: string, lastKnown?: string) =>
  dayThatShowsTasks(survey(...tasks), {
    today: day(today),
    lastKnown: lastKnown === undefined ? undefined : day(lastKnown),
  });

describe('the gaps that a new configuration leaves off', () => {
  it('are those that most tasks would have, with how many', () => {
    const owner = { id: 'u1', displayName: 'Ann' };
    const owned = { ...task('2026-11-23', '2026-11-25'), owner };
    const none = task('2026-11-23', '2026-11-25');
    const found = gapsToLeaveOff(survey(owned, owned, owned, none, none, none));
    expect(found).toEqual([
      { gap: 'no-subcontractor', property: 'subcontractor', missing: 6, tasks: 6 },
      { gap: 'no-location', property: 'location', missing: 6, tasks: 6 },
    ]);
  });
});

describe('the day of a report that shows tasks', () => {
  const lastYears = [
    task('2017-09-11', '2017-09-13'),
    task('2017-09-13', '2017-10-20'),
    task('2017-10-02', '2017-10-06'),
  ];

  it('need not be named where the coming week has some', () => {
    expect(showing([task('2026-11-29', '2026-12-20')], '2026-11-20')).toBeUndefined();
    expect(showing([task('2026-11-29', '2026-12-20')], '2026-11-30', '2017-09-16')).toBeUndefined();
  });

  it('is the last day that the data date covers', () => {
    expect(showing(lastYears, '2026-11-20', '2017-09-16')).toBe(day('2017-09-16'));
  });

  it.each([
    ['without a data date', undefined],
    ['where no task is in the week after the data date', '2016-01-04'],
  ])('is the Friday before the busiest week %s', (_where, lastKnown) => {
    expect(showing(lastYears, '2026-11-20', lastKnown)).toBe(day('2017-09-08'));
    expect(showing([task('2031-03-05', '2031-03-07')], '2026-11-20', lastKnown)).toBe(day('2031-02-28'));
  });

  it('is none where no task has a date', () => {
    expect(showing([{ id: 'a' }], '2026-11-20', '2026-11-20')).toBeUndefined();
  });

  it('counts a task with one date in its week, and one with reversed dates in each of its weeks', () => {
    const { weeks } = survey({ finish: '2026-11-25' }, task('2026-12-02', '2026-11-24'));
    expect([...weeks]).toEqual([
      [day('2026-11-23'), 2],
      [day('2026-11-30'), 1],
    ]);
  });
});
