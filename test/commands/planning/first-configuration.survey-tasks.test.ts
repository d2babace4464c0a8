import { describe, expect, it } from 'vitest';
import { addDaysToIsoDate, formatDay } from '#base/day.ts';
import {
  findReportDayWithTasksAhead,
  listGapsToSwitchOff,
  proposedHolidays,
  surveyTasks,
} from '#commands/planning/first-configuration.ts';
import { day } from '../../support/builders/a-plan-input.ts';

const survey = (...tasks: readonly object[]) =>
  surveyTasks(
    tasks.map((task, index) => ({ id: `t${index}`, json: JSON.stringify(task) })),
    day('2026-11-20'),
  );
const task = (start: string, finish: string) => ({ start, finish });
const showing = (tasks: readonly object[], today: string, lastKnown?: string) =>
  findReportDayWithTasksAhead(survey(...tasks), {
    today: day(today),
    lastKnown: lastKnown === undefined ? undefined : day(lastKnown),
  });

describe('the gaps that a new configuration switches off', () => {
  it('are those that most tasks would have, with their number', () => {
    const owner = { id: 'u1', displayName: 'Ann' };
    const owned = { ...task('2026-11-23', '2026-11-25'), owner };
    const none = task('2026-11-23', '2026-11-25');
    const found = listGapsToSwitchOff(survey(owned, owned, owned, none, none, none));
    expect(found).toEqual([
      { gap: 'no-subcontractor', property: 'subcontractor', missing: 6, tasks: 6 },
      { gap: 'no-location', property: 'location', missing: 6, tasks: 6 },
    ]);
  });
});

describe('the holidays that a new configuration proposes', () => {
  const proposed = (...tasks: readonly object[]) => proposedHolidays(survey(...tasks)).map(formatDay);
  const off = (...nonWorkingDays: readonly string[]) => ({
    ...task('2026-11-16', '2027-01-29'),
    nonWorkingDays,
  });

  it('are future weekdays that are off for most of the tasks whose dates include them', () => {
    const christmas = off('2026-11-19', '2026-12-25', '2026-12-26', '2027-01-01');
    expect(proposed(christmas, christmas, off('2026-12-24'))).toEqual(['2026-12-25', '2027-01-01']);
    expect(proposed(christmas, off())).toEqual([]);
    expect(proposed(christmas, task('2027-01-04', '2027-01-08'))).toEqual(['2026-12-25', '2027-01-01']);
  });

  it('leave out weekdays that are off in most weeks, and days more than a year ahead', () => {
    const fridays = Array.from({ length: 9 }, (_, week) => addDaysToIsoDate('2026-11-27', 7 * week));
    expect(proposed(off('2026-12-28', ...fridays))).toEqual(['2026-12-28']);
    const long = { ...task('2026-11-16', '2028-12-29'), nonWorkingDays: ['2027-11-19', '2027-12-24'] };
    expect(proposed(long)).toEqual(['2027-11-19']);
  });
});

describe('the report day that shows tasks', () => {
  const lastYears = [
    task('2017-09-11', '2017-09-13'),
    task('2017-09-13', '2017-10-20'),
    task('2017-10-02', '2017-10-06'),
  ];

  it('is undefined if the coming week has tasks', () => {
    expect(showing([task('2026-11-29', '2026-12-20')], '2026-11-20')).toBeUndefined();
    expect(showing([task('2026-11-29', '2026-12-20')], '2026-11-30', '2017-09-16')).toBeUndefined();
  });

  it('is the last day that the data date covers', () => {
    expect(showing(lastYears, '2026-11-20', '2017-09-16')).toBe(day('2017-09-16'));
  });

  it('is the Friday before the next week with tasks', () => {
    const ahead = [task('2017-09-11', '2017-10-20'), task('2027-03-03', '2027-04-30')];
    expect(showing(ahead, '2026-11-20')).toBe(day('2027-02-26'));
    expect(showing(ahead, '2026-11-20', '2026-11-20')).toBe(day('2027-02-26'));
  });

  it.each([
    ['without a data date', undefined],
    ['if no task is in the week after the data date', '2016-01-04'],
  ])('is the Friday before the last week with tasks %s, if all are over', (_where, lastKnown) => {
    expect(showing(lastYears, '2026-11-20', lastKnown)).toBe(day('2017-10-13'));
  });

  it('is undefined if no task has a date', () => {
    expect(showing([{ id: 'a' }], '2026-11-20', '2026-11-20')).toBeUndefined();
  });

  it('counts a task with one date in its week, and a task with reversed dates in each of its weeks', () => {
    const { weeks } = survey({ finish: '2026-11-25' }, task('2026-12-02', '2026-11-24'));
    expect([...weeks]).toEqual([day('2026-11-23'), day('2026-11-30')]);
  });
});
