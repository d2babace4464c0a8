import { describe, expect, it } from 'vitest';
import { findTaskDaySpan } from '#programme/mapping/task-days.ts';
import type { ProgrammeCalendar } from '#programme/programme.ts';
import { calendarWeekFromHours, usualWeekHourRanges } from '#programme/readers/working-time.ts';

it('a task of a shift other than night keeps its dates, even if it ends in the morning', () => {
  const morning = { start: '2026-11-24T05:00', finish: '2026-11-26T11:00', milestone: false };
  expect(findTaskDaySpan(morning, { night: false, calendar: undefined })).toEqual({
    start: '2026-11-24',
    finish: '2026-11-26',
  });
});

/** The days of a task of the night shift whose calendar has these hours. */
function nightDays(start: string, finish: string, hours?: Pick<ProgrammeCalendar, 'firstHour' | 'lastHour'>) {
  const calendar: ProgrammeCalendar | undefined = hours && {
    key: '1',
    name: 'Nights',
    ...calendarWeekFromHours(usualWeekHourRanges(8)),
    days: new Map(),
    ...hours,
  };
  const days = findTaskDaySpan({ start, finish, milestone: false }, { night: true, calendar });
  return `${days.start}..${days.finish}`;
}

describe('a task within one night has the date on which the night begins', () => {
  const pastMidnight = { firstHour: '19:00', lastHour: '05:00' };

  it.each([
    ['2026-11-24T19:00', '2026-11-24T23:00', pastMidnight, '2026-11-24..2026-11-24'],
    ['2026-11-24T22:00', '2026-11-25T05:00', pastMidnight, '2026-11-24..2026-11-24'],
    ['2026-11-25T01:00', '2026-11-25T04:00', pastMidnight, '2026-11-24..2026-11-24'],
    ['2026-11-25T00:00', '2026-11-25T05:00', pastMidnight, '2026-11-24..2026-11-24'],
    ['2026-11-25T01:00', '2026-11-25T04:00', undefined, '2026-11-24..2026-11-24'],
    // Calendars that do not tell when nights are worked: one works around the clock, one has a morning shift.
    [
      '2026-11-25T02:00',
      '2026-11-25T04:00',
      { firstHour: '00:00', lastHour: '00:00' },
      '2026-11-24..2026-11-24',
    ],
    [
      '2026-11-25T02:00',
      '2026-11-25T04:00',
      { firstHour: '06:00', lastHour: '14:00' },
      '2026-11-24..2026-11-24',
    ],
    [
      '2026-11-25T02:00',
      '2026-11-25T04:00',
      { firstHour: '05:30', lastHour: '14:00' },
      '2026-11-25..2026-11-25',
    ],
  ])('%s to %s', (start, finish, hours, days) => {
    expect(nightDays(start, finish, hours)).toBe(days);
  });

  it.each([
    ['a start at 00:00 that is only a date', '2026-11-25T00:00', '2026-11-25T05:00'],
    ['a morning after 06:00', '2026-11-25T07:00', '2026-11-25T11:00'],
    ['no length', '2026-11-25T00:00', '2026-11-25T00:00'],
  ])('but keeps its own date, not the one before, with %s', (_, start, finish) => {
    expect(nightDays(start, finish)).toBe('2026-11-25..2026-11-25');
  });

  it('but still has a finish before the start if the file has one', () => {
    expect(nightDays('2026-11-27T20:00', '2026-11-25T05:00')).toBe('2026-11-27..2026-11-24');
  });
});
