import { describe, expect, it } from 'vitest';
import { addDays, formatDay } from '#base/day.ts';
import {
  addWorkingDays,
  calendarOfType,
  countWorkingDays,
  countWorkingDaysBetween,
  isDayWithWork,
  isWorkingDay,
  withDaysListedByTask,
} from '#lookahead/dates/working-days.ts';
import { day } from '../../support/builders/a-plan-input.ts';

describe('a calendar', () => {
  it.each([
    ['five-day', 'MTWTF--'],
    ['Five Day', 'MTWTF--'],
    ['fiveday', 'MTWTF--'],
    ['5-day', 'MTWTF--'],
    ['5 day', 'MTWTF--'],
    ['six-day', 'MTWTFS-'],
    ['6-day', 'MTWTFS-'],
    ['seven-day', 'MTWTFSS'],
    ['7 day', 'MTWTFSS'],
    ['lunar', 'MTWTFSS'],
    [undefined, 'MTWTFSS'],
  ])('of type %s works on %s', (type, week) => {
    const worksOn = calendarOfType(type);
    expect(worksOn.weekdays).toHaveLength(8);
    expect(worksOn.weekdays[0]).toBe(false);
    const monday = day('2026-11-23');
    const shown = [...'MTWTFSS'].map((letter, index) =>
      isWorkingDay(worksOn, day(formatDay(monday).slice(0, 8) + (23 + index))) ? letter : '-',
    );
    expect(shown.join('')).toBe(week);
  });

  it.each([
    ['five-day', '2026-11-23', '2026-11-29', 5],
    ['five-day', '2026-11-28', '2026-11-29', 0],
    ['six-day', '2026-11-20', '2026-12-01', 10],
    ['seven-day', '2026-12-28', '2027-01-03', 7],
    ['five-day', '2026-11-24', '2026-11-23', 0],
  ])('of type %s, from %s to %s, has %d working days', (type, start, finish, count) => {
    expect(countWorkingDays(calendarOfType(type), day(start), day(finish))).toBe(count);
  });

  it.each([
    ['five-day', '2026-11-27', 1, '2026-11-30'],
    ['five-day', '2026-11-30', -1, '2026-11-27'],
    ['five-day', '2026-11-28', 0, '2026-11-28'],
    ['five-day', '2026-11-28', 1, '2026-11-30'],
    ['five-day', '2026-11-29', -1, '2026-11-27'],
    ['five-day', '2026-11-27', 5, '2026-12-04'],
    ['five-day', '2026-11-28', 5, '2026-12-04'],
    ['five-day', '2026-11-29', -5, '2026-11-23'],
    ['five-day', '2026-11-29', 10, '2026-12-11'],
    ['six-day', '2026-11-29', 6, '2026-12-05'],
    ['five-day', '2026-11-28', 0.5, '2026-11-28'],
    ['five-day', '2026-11-30', -0.5, '2026-11-27'],
    ['five-day', '2026-11-23', 11, '2026-12-08'],
    ['six-day', '2026-11-27', 2, '2026-11-30'],
    ['seven-day', '2026-12-30', 3, '2027-01-02'],
    ['five-day', '2026-11-23', 0.5, '2026-11-23'],
  ])('of type %s: %s plus %d working days is %s', (type, start, count, expected) => {
    expect(formatDay(addWorkingDays(calendarOfType(type), day(start), count))).toBe(expected);
  });
});

describe('the holidays of a project', () => {
  const holidays = new Set(['2026-12-25', '2026-12-26', '2026-12-28', '2027-01-01'].map(day));
  const types = ['five-day', 'six-day', 'seven-day'];

  it.each(types)('are neither counted nor added as working days on a %s calendar', (type) => {
    const worksOn = withDaysListedByTask(calendarOfType(type, holidays), {
      extraWorkingDays: ['2026-12-28'],
    });
    const start = day('2026-12-14');
    const days = Array.from({ length: 40 }, (_, index) => addDays(start, index));
    const worked = days.filter((each) => isWorkingDay(worksOn, each));
    expect(worked).toContain(day('2026-12-28'));
    expect(worked).not.toContain(day('2026-12-25'));
    for (const last of days) {
      const expected = worked.filter((each) => each <= last).length;
      expect(countWorkingDays(worksOn, start, last)).toBe(expected);
    }
    for (const [index, each] of worked.entries()) {
      expect(addWorkingDays(worksOn, day('2026-12-13'), index + 1)).toBe(each);
      expect(addWorkingDays(worksOn, addDays(start, 40), index - worked.length)).toBe(each);
    }
  });
});

describe('the days that a task lists', () => {
  const worksOn = withDaysListedByTask(calendarOfType('seven-day'), {
    nonWorkingDays: ['2026-11-27', 'no date'],
  });

  it('as days off are not worked and not counted', () => {
    expect(isWorkingDay(worksOn, day('2026-11-27'))).toBe(false);
    expect(isWorkingDay(worksOn, day('2026-11-28'))).toBe(true);
    expect(countWorkingDays(worksOn, day('2026-11-23'), day('2026-12-06'))).toBe(13);
    expect(countWorkingDays(worksOn, day('2026-11-28'), day('2026-12-06'))).toBe(9);
  });

  it('as days off are subtracted only if the calendar works on them', () => {
    const weekdays = withDaysListedByTask(calendarOfType('five-day'), { nonWorkingDays: ['2026-11-28'] });
    expect(countWorkingDays(weekdays, day('2026-11-23'), day('2026-11-29'))).toBe(5);
  });

  it('as extra working days are worked, and counted once', () => {
    const saturday = withDaysListedByTask(calendarOfType('five-day'), {
      extraWorkingDays: ['2026-11-28', '2026-11-27', 'no date'],
    });
    expect(isWorkingDay(saturday, day('2026-11-28'))).toBe(true);
    expect(isWorkingDay(saturday, day('2026-11-29'))).toBe(false);
    expect(countWorkingDays(saturday, day('2026-11-23'), day('2026-11-29'))).toBe(6);
    expect(countWorkingDays(saturday, day('2026-11-23'), day('2026-11-27'))).toBe(5);
  });

  it('as pauses are working days without work', () => {
    const paused = withDaysListedByTask(calendarOfType('five-day'), {
      daysWithoutWork: ['2026-11-25', '2026-11-28', 'no date'],
    });
    expect(isWorkingDay(paused, day('2026-11-25'))).toBe(true);
    expect(isDayWithWork(paused, day('2026-11-25'))).toBe(false);
    expect(isDayWithWork(paused, day('2026-11-26'))).toBe(true);
    expect(countWorkingDays(paused, day('2026-11-23'), day('2026-11-29'))).toBe(4);
  });

  it('change nothing if there are none', () => {
    const five = calendarOfType('five-day');
    expect(withDaysListedByTask(five, {})).toBe(five);
  });
});

describe('the working days between two days', () => {
  const five = calendarOfType('five-day');
  it.each([
    ['are 1 from Friday to Monday', 'five-day', '2026-11-20', '2026-11-23', 1],
    ['are 0 from Friday to Saturday, a day off', 'five-day', '2026-11-20', '2026-11-21', 0],
    ['are 0 from Saturday back to Friday', 'five-day', '2026-11-21', '2026-11-20', 0],
    ['are 5 in a week', 'five-day', '2026-11-20', '2026-11-27', 5],
    ['are below 0 if the second day is earlier', 'five-day', '2026-11-23', '2026-11-20', -1],
    ['are all days without a calendar', undefined, '2026-11-20', '2026-11-23', 3],
    ['are counted over a century', 'five-day', '1926-11-19', '2026-11-20', 26_090],
  ])('%s', (_, type, from, to, count) => {
    expect(countWorkingDaysBetween(calendarOfType(type), day(from), day(to))).toBe(count);
  });

  it('leave out a listed holiday, but not a pause, on which the calendar works', () => {
    const holiday = withDaysListedByTask(five, {
      nonWorkingDays: ['2026-11-24'],
      daysWithoutWork: ['2026-11-25'],
    });
    expect(countWorkingDaysBetween(holiday, day('2026-11-23'), day('2026-11-26'))).toBe(2);
  });
});
