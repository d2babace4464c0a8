import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { eventBridgeSchedule, lastScheduledTime, nextScheduledTime } from '#config/schedule/schedule.ts';

const at = (text: string) => Temporal.Instant.from(text);
const next = (cron: string, zone: string, after: string) =>
  nextScheduledTime({ cron }, zone, at(after))?.toString();
const last = (cron: string, zone: string, atOrBefore: string) =>
  lastScheduledTime({ cron }, zone, at(atOrBefore))?.toString();

describe('the scheduled time of a report', () => {
  const friday = '0 14 * * FRI';

  it('is local: 14:00 in London is 14:00 UTC in winter and 13:00 in summer', () => {
    expect(next(friday, 'Europe/London', '2026-11-16T00:00Z')).toBe('2026-11-20T14:00:00Z');
    expect(next(friday, 'Europe/London', '2026-07-13T00:00Z')).toBe('2026-07-17T13:00:00Z');
    expect(next(friday, 'Australia/Sydney', '2026-11-16T00:00Z')).toBe('2026-11-20T03:00:00Z');
  });

  it('is the next one strictly after an instant, or the last one at or before it', () => {
    expect(next(friday, 'Europe/London', '2026-11-20T14:00Z')).toBe('2026-11-27T14:00:00Z');
    expect(last(friday, 'Europe/London', '2026-11-20T14:00Z')).toBe('2026-11-20T14:00:00Z');
    expect(last(friday, 'Europe/London', '2026-11-20T13:59:59Z')).toBe('2026-11-13T14:00:00Z');
    expect(last(friday, 'Australia/Sydney', '2026-11-20T14:00Z')).toBe('2026-11-20T03:00:00Z');
  });

  it('is in the time zone of the schedule if it has one', () => {
    const when = { cron: friday, timeZone: 'Australia/Sydney' };
    expect(nextScheduledTime(when, 'Europe/London', at('2026-11-16T00:00Z'))?.toString()).toBe(
      '2026-11-20T03:00:00Z',
    );
  });

  it.each([
    ['Europe/London', '30 1 * * *', '2026-03-28T12:00Z', '2026-03-30T00:30:00Z'],
    ['Australia/Sydney', '30 2 * * *', '2026-10-03T00:00Z', '2026-10-04T15:30:00Z'],
  ])('is skipped, as by EventBridge, if it does not exist in %s', (zone, cron, after, found) => {
    expect(next(cron, zone, after)).toBe(found);
  });

  it.each([
    ['Europe/London', '30 1 * * *', ['2026-10-24T12:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
    ['Europe/London', '0 * * * *', ['2026-10-24T23:30Z', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z']],
    ['Australia/Sydney', '30 2 * * *', ['2026-04-04T12:00Z', '2026-04-04T15:30:00Z', '2026-04-05T16:30:00Z']],
  ])('counts once, the first time, if it occurs twice in %s (%s)', (zone, cron, [from, first, second]) => {
    expect(next(cron, zone, from ?? '')).toBe(first);
    expect(next(cron, zone, first ?? '')).toBe(second);
    expect(last(cron, zone, second ?? '')).toBe(second);
    expect(
      last(
        cron,
        zone,
        at(second ?? '')
          .subtract({ seconds: 1 })
          .toString(),
      ),
    ).toBe(first);
  });

  it('crosses New Year, week 53 and leap days', () => {
    expect(next('0 14 * * FRI', 'Europe/London', '2026-12-31T12:00Z')).toBe('2027-01-01T14:00:00Z');
    expect(next('0 6 29 2 *', 'Europe/London', '2026-01-01T00:00Z')).toBe('2028-02-29T06:00:00Z');
    expect(next('0 6 L * *', 'Europe/London', '2028-02-10T00:00Z')).toBe('2028-02-29T06:00:00Z');
  });

  it('causes an error for a cron text that no checked configuration contains', () => {
    expect(() => next('weekly', 'Europe/London', '2026-01-01T00:00Z')).toThrow(RangeError);
  });
});

/**
 * Whether an expression includes the date, by the rules of EventBridge: Sunday is 1, `6#2` the second Friday, `6L` the
 * last Friday.
 */
function namesDate(expression: string, date: Temporal.PlainDate): boolean {
  const [, , day = '', , weekday = ''] = expression.slice('cron('.length, -1).split(' ');
  const name = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'][date.dayOfWeek - 1] ?? '';
  const number = (date.dayOfWeek % 7) + 1;
  if (weekday === '?') {
    return day === 'L' ? date.day === date.daysInMonth : day.split(',').includes(String(date.day));
  }
  if (weekday.endsWith('L')) return weekday === `${number}L` && date.day > date.daysInMonth - 7;
  if (weekday.includes('#')) return weekday === `${number}#${Math.ceil(date.day / 7)}`;
  return weekday.split(',').includes(name);
}

describe('the EventBridge expression', () => {
  it.each([
    ['0 14 * * FRI', 'cron(0 14 ? * FRI *)'],
    ['0 14 * * 5', 'cron(0 14 ? * FRI *)'],
    ['0 6 * * 0', 'cron(0 6 ? * SUN *)'],
    ['0 6 * * 7', 'cron(0 6 ? * SUN *)'],
    ['30 6 * * MON-FRI', 'cron(30 6 ? * MON,TUE,WED,THU,FRI *)'],
    ['0 6 * * FRI-SUN', 'cron(0 6 ? * SUN,FRI,SAT *)'],
    ['0,30 6-8 * * *', 'cron(0,30 6,7,8 * * ? *)'],
    ['0 */6 * * *', 'cron(0 0,6,12,18 * * ? *)'],
    ['0 * * * *', 'cron(0 * * * ? *)'],
    ['0 6 1 JAN,JUL ?', 'cron(0 6 1 1,7 ? *)'],
    ['0 6 L * *', 'cron(0 6 L * ? *)'],
    ['0 9 ? * FRI#2', 'cron(0 9 ? * 6#2 *)'],
    ['0 9 * * FRIL', 'cron(0 9 ? * 6L *)'],
  ])('for %s is %s', (cron, expression) => {
    expect(eventBridgeSchedule({ cron }, 'Europe/London')).toEqual({
      expressions: [expression],
      timeZone: 'Europe/London',
    });
  });

  it.each([
    ['0 9 * * MON#1,MON#3', ['cron(0 9 ? * 2#1 *)', 'cron(0 9 ? * 2#3 *)']],
    ['0 9 * * MON,FRI#L', ['cron(0 9 ? * MON *)', 'cron(0 9 ? * 6L *)']],
    ['0 9 * * MON,TUE,FRI#2', ['cron(0 9 ? * MON,TUE *)', 'cron(0 9 ? * 6#2 *)']],
    ['0 9 1,15,L * *', ['cron(0 9 1,15 * ? *)', 'cron(0 9 L * ? *)']],
  ])('for %s is split into several, which together fire at the right times', (cron, expressions) => {
    expect(eventBridgeSchedule({ cron }, 'UTC').expressions).toEqual(expressions);
    const due: string[] = [];
    let at = Temporal.Instant.from('2026-12-31T00:00Z');
    while (Temporal.Instant.compare(at, Temporal.Instant.from('2028-12-31T00:00Z')) < 0) {
      at = nextScheduledTime({ cron }, 'UTC', at) ?? Temporal.Instant.from('2030-01-01T00:00Z');
      due.push(at.toString().slice(0, 10));
    }
    const fired: string[] = [];
    for (
      let date = Temporal.PlainDate.from('2026-12-31');
      fired.length < due.length;
      date = date.add({ days: 1 })
    ) {
      if (expressions.some((expression) => namesDate(expression, date))) fired.push(date.toString());
    }
    expect(fired).toEqual(due);
  });

  it('has the time zone of the schedule', () => {
    expect(eventBridgeSchedule({ cron: '0 14 * * FRI', timeZone: 'UTC' }, 'Europe/London').timeZone).toBe(
      'UTC',
    );
  });
});
