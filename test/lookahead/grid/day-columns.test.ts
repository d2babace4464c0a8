import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { groupDaysByWeek, weekTitlesLongestFirst } from '#lookahead/grid/day-columns.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPlanInput, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../../support/builders/a-site-task.ts';

describe('the columns of the grid', () => {
  it('are one for each date, with weekends and the report day', () => {
    const { days } = aLookahead({ window: weekFrom('2026-11-16') });
    expect(
      days.map(
        (each) =>
          `${each.weekday} ${each.dayOfMonth} ${each.month}${each.kind === 'workday' ? '' : ` ${each.kind}`}`,
      ),
    ).toEqual([
      'Mon 16 Nov',
      'Tue 17 Nov',
      'Wed 18 Nov',
      'Thu 19 Nov',
      'Fri 20 Nov today',
      'Sat 21 Nov dayOff',
      'Sun 22 Nov dayOff',
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
    const plan = aLookahead({ window: weekFrom(monday), project: { ...base.project, timeZone } });
    expect(plan.days).toHaveLength(7);
    expect([plan.days[0], plan.days[6]].map((each) => each && formatDay(each.day))).toEqual(ends);
  });
});

describe('the days of a window', () => {
  const daysOff = (tasks: readonly SiteTaskProperties[], weeks = 1) =>
    aLookahead({ window: weekFrom('2026-11-23', weeks), tasks: tasks.map(aSiteTask) }).days.flatMap(
      ({ kind, weekday, dayOfMonth }) => (kind === 'dayOff' ? [`${weekday} ${dayOfMonth}`] : []),
    );
  const works = (id: string, type: string | null, more: SiteTaskProperties = {}) => ({
    id,
    start: '2026-11-24',
    ...more,
    source: { ...more.source, calendar: type === null ? null : { id: type, name: type, type } },
  });

  it('include today, which is the report day, even if it is not worked', () => {
    const given = { window: weekFrom('2026-11-16'), reportDay: day('2026-11-21') };
    const kinds = aLookahead(given).days.map(({ kind }) => kind);
    expect(kinds.slice(4)).toEqual(['workday', 'today', 'dayOff']);
  });

  it('are off on Saturday and Sunday if no task has a calendar', () => {
    expect(daysOff([works('A1', null)])).toEqual(['Sat 28', 'Sun 29']);
  });

  it('are off on the weekdays that most calendars do not work', () => {
    const six = [works('A1', 'six-day'), works('A2', 'six-day')];
    expect(daysOff([...six, works('A3', 'five-day')])).toEqual(['Sun 29']);
    expect(daysOff([...six, works('A3', 'seven-day'), works('A4', 'seven-day')])).toEqual([]);
  });

  it('are worked on a Saturday that most tasks around it list as worked', () => {
    const saturday = (id: string) =>
      works(id, 'five-day', { finish: '2026-11-30', source: { extraWorkingDays: ['2026-11-28'] } });
    expect(daysOff([works('A1', 'five-day'), saturday('A2')])).toEqual(['Sun 29']);
    const others = ['A3', 'A4'].map((id) => works(id, 'five-day', { finish: '2026-11-30' }));
    expect(daysOff([...others, saturday('A2')])).toEqual(['Sat 28', 'Sun 29']);
  });

  it('are off on a day that most tasks around it list as a holiday', () => {
    const holiday = (id: string) =>
      works(id, 'five-day', { finish: '2026-11-27', source: { nonWorkingDays: ['2026-11-26'] } });
    const before = works('A1', 'five-day');
    expect(daysOff([before, holiday('A2'), holiday('A3')])).toEqual(['Thu 26', 'Sat 28', 'Sun 29']);
    expect(daysOff([works('A1', 'five-day', { finish: '2026-11-27' }), holiday('A2')])).toEqual([
      'Sat 28',
      'Sun 29',
    ]);
  });

  it('are worked even if most tasks pause', () => {
    const paused = { finish: '2026-11-27', source: { daysWithoutWork: ['2026-11-26'] } };
    expect(daysOff([works('A1', 'five-day', paused)])).toEqual(['Sat 28', 'Sun 29']);
  });

  it('have a title for each week, in three lengths', () => {
    const { days } = aLookahead({ window: weekFrom('2026-12-28', 2) });
    expect(groupDaysByWeek(days).map((week) => weekTitlesLongestFirst(week, day('2026-12-18')))).toEqual([
      ['Week 53 · 28 Dec – 3 Jan 2027', 'Week 53 · 28 Dec', 'W 53'],
      ['Week 1 · 4 Jan – 10 Jan 2027', 'Week 1 · 4 Jan 2027', 'W 1'],
    ]);
  });
});
