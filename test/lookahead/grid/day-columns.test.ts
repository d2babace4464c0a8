import { describe, expect, it } from 'vitest';
import { formatDay } from '../../../functions/lookahead/dates/day.ts';
import { dayColumns, weeksOf, weekTitles } from '../../../functions/lookahead/grid/day-columns.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPlanInput, day, weekFrom } from '../../support/builders/a-plan-input.ts';

describe('the columns of the grid', () => {
  it('are one for each date, with weekends and the data date', () => {
    const { days } = aLookahead({ window: weekFrom('2026-11-16') });
    expect(
      days.map(
        (each) =>
          `${each.weekday} ${each.dayOfMonth} ${each.month}${each.kind === 'weekday' ? '' : ` ${each.kind}`}`,
      ),
    ).toEqual([
      'Mon 16 Nov',
      'Tue 17 Nov',
      'Wed 18 Nov',
      'Thu 19 Nov',
      'Fri 20 Nov today',
      'Sat 21 Nov weekend',
      'Sun 22 Nov weekend',
    ]);
  });

  it.each([
    ['2026-12-28', 'Europe/London', ['2026-12-28', '2027-01-03']],
    ['2028-02-28', 'Europe/London', ['2028-02-28', '2028-03-05']],
    ['2026-03-23', 'Europe/London', ['2026-03-23', '2026-03-29']],
    ['2026-10-19', 'Europe/London', ['2026-10-19', '2026-10-25']],
    ['2026-09-28', 'Australia/Sydney', ['2026-09-28', '2026-10-04']],
    ['2026-03-30', 'Australia/Sydney', ['2026-03-30', '2026-04-05']],
  ])('of the week of %s in %s are seven local dates', (monday, timeZone, ends) => {
    const base = aPlanInput();
    const plan = aLookahead({ ...base, window: weekFrom(monday), project: { ...base.project, timeZone } });
    expect(plan.days).toHaveLength(7);
    expect([plan.days[0], plan.days[6]].map((each) => each && formatDay(each.day))).toEqual(ends);
  });
});

describe('the days of a window', () => {
  it('are today if they are the data date, else weekend or weekday', () => {
    expect(dayColumns(weekFrom('2026-11-16'), day('2026-11-21')).map(({ kind }) => kind)).toEqual([
      ...Array(5).fill('weekday'),
      'today',
      'weekend',
    ]);
  });

  it('have a title for each week, in three lengths', () => {
    const { days } = aLookahead({ window: weekFrom('2026-12-28', 2) });
    expect(weeksOf(days).map((week) => weekTitles(week))).toEqual([
      ['Week 53 · 28 Dec – 3 Jan', 'Week 53 · 28 Dec', 'W 53'],
      ['Week 1 · 4 Jan – 10 Jan', 'Week 1 · 4 Jan', 'W 1'],
    ]);
  });
});
