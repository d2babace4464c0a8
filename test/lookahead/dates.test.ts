import { describe, expect, it } from 'vitest';
import { dataDateOf } from '../../functions/lookahead/dates/data-date.ts';
import { formatDay } from '../../functions/lookahead/dates/day.ts';
import { windowFor, windowKey, windowLabel } from '../../functions/lookahead/dates/window.ts';
import { dateReader } from '../../functions/lookahead/dates/wire-date.ts';
import {
  addWorkingDays,
  countWorkingDays,
  isWorkingDay,
  readCalendarType,
} from '../../functions/lookahead/dates/working-days.ts';
import { barOf } from '../../functions/lookahead/tasks/bar.ts';
import { day, weekFrom } from '../support/builders/a-plan-input.ts';

describe('a date from the service', () => {
  it.each([
    ['Europe/London', '2026-11-23', '2026-11-23', false],
    ['Europe/London', ' 2028-02-29 ', '2028-02-29', false],
    ['Europe/London', '2026-11-23T00:00:00Z', '2026-11-23', true],
    ['Europe/London', '2026-11-23T00:00', '2026-11-23', true],
    ['Europe/London', '2026-11-23 00:00:00', '2026-11-23', true],
    ['Europe/London', '2026-11-23T00:00:00.001Z', '2026-11-23', false],
    ['Europe/London', '2026-07-01T23:30:00Z', '2026-07-02', false],
    ['Europe/London', '2026-07-01T23:00:00Z', '2026-07-02', true],
    ['Europe/London', '2026-11-23T08:00+00:00[Europe/London]', '2026-11-23', false],
    ['Australia/Sydney', '2026-11-22T13:00:00Z', '2026-11-23', true],
    ['Australia/Sydney', '2026-11-22T13:00:00', '2026-11-22', false],
    ['Australia/Sydney', '2026-11-23T00:00:00+11:00', '2026-11-23', true],
    ['Australia/Sydney', '2026-12-31T13:00:00Z', '2027-01-01', true],
    ['Asia/Kolkata', '2026-11-22T18:30:00Z', '2026-11-23', true],
    ['Asia/Kolkata', '2026-11-23T00:00+0530', '2026-11-23', true],
    ['Europe/London', '2026-11-23T24:00', '2026-11-23', false],
    // London springs forward on 29 March 2026 and back on 25 October; Sydney on 4 October and 5 April.
    ['Europe/London', '2026-03-28T23:59:59Z', '2026-03-28', false],
    ['Europe/London', '2026-03-29T00:00:00Z', '2026-03-29', true],
    ['Europe/London', '2026-03-29T23:00:00Z', '2026-03-30', true],
    ['Europe/London', '2026-10-24T23:00:00Z', '2026-10-25', true],
    ['Europe/London', '2026-10-25T23:30:00Z', '2026-10-25', false],
    ['Europe/London', '2026-10-26T00:00:00Z', '2026-10-26', true],
    ['Australia/Sydney', '2026-10-03T14:00:00Z', '2026-10-04', true],
    ['Australia/Sydney', '2026-10-04T13:00:00Z', '2026-10-05', true],
    ['Australia/Sydney', '2026-04-04T13:00:00Z', '2026-04-05', true],
    ['Australia/Sydney', '2026-04-05T13:30:00Z', '2026-04-05', false],
    ['Australia/Sydney', '2026-04-05T14:00:00Z', '2026-04-06', true],
    // Where clocks skip midnight the day begins at 01:00.
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06', true],
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05', false],
    ['America/Santiago', '2026-09-06T01:00:00', '2026-09-06', true],
    ['America/Santiago', '2026-09-07T01:00:00', '2026-09-07', false],
    ['Asia/Beirut', '2026-03-28T22:00:00Z', '2026-03-29', true],
  ])('in %s, %s is %s (its midnight: %s)', (timeZone, text, expected, midnight) => {
    const date = dateReader(timeZone)(text);
    expect(date.kind === 'date' && [formatDay(date.day), date.midnight]).toEqual([expected, midnight]);
  });

  it.each([undefined, '', ' '])('%j is missing', (text) => {
    expect(dateReader('Europe/London')(text)).toEqual({ kind: 'missing' });
  });

  it.each(['23/11/2026', 'tomorrow', '2026-02-29', '2026-11-23T25:00', '2026-11-23T10:61', '20261123'])(
    '%s cannot be read',
    (text) => {
      expect(dateReader('Europe/London')(text)).toEqual({ kind: 'unreadable' });
    },
  );
});

describe('a bar', () => {
  type Case = readonly [
    what: string,
    start: string | undefined,
    finish: string | undefined,
    duration: number | undefined,
    bar: string,
  ];
  const read = dateReader('Europe/London');
  const barText = (start: string | undefined, finish: string | undefined, more: object) => {
    const bar = barOf({
      start: read(start),
      finish: read(finish),
      duration: undefined,
      worksOn: readCalendarType('five-day'),
      isNight: false,
      ...more,
    });
    const dates = bar.dates && `${formatDay(bar.dates.start)} ${formatDay(bar.dates.finish)}`;
    return [dates ?? 'none', ...(bar.milestone ? ['milestone'] : []), ...bar.marks].join(' ');
  };

  it.each<Case>([
    ['takes its finish as inclusive', '2026-11-23', '2026-11-25', 3, '2026-11-23 2026-11-25'],
    ['with a start only is one day', '2026-11-23', undefined, 3, '2026-11-23 2026-11-23'],
    ['with a finish only is one day', undefined, '2026-11-25', 3, '2026-11-25 2026-11-25'],
    ['without dates is none', undefined, undefined, 3, 'none'],
    ['with reversed dates is swapped', '2026-11-25', '2026-11-23', 3, '2026-11-23 2026-11-25 dates reversed'],
    [
      'with an unreadable date counts it as missing',
      'soon',
      '2026-11-25',
      3,
      '2026-11-25 2026-11-25 date unreadable',
    ],
    [
      'of duration 0 on one day is a milestone',
      '2026-11-25',
      '2026-11-25',
      0,
      '2026-11-25 2026-11-25 milestone',
    ],
    ['of duration 0 over two days is none', '2026-11-24', '2026-11-25', 0, '2026-11-24 2026-11-25'],
    [
      'finishing at 00:00 counts that day where its duration does',
      '2026-11-23T00:00',
      '2026-11-24T00:00',
      2,
      '2026-11-23 2026-11-24',
    ],
    [
      'finishing at 00:00 leaves that day out where its duration does',
      '2026-11-23T00:00',
      '2026-11-24T00:00',
      1,
      '2026-11-23 2026-11-23',
    ],
    [
      'finishing at 00:00 counts that day without a duration',
      '2026-11-23',
      '2026-11-24T00:00',
      undefined,
      '2026-11-23 2026-11-24',
    ],
    [
      'finishing at 00:00 counts that day where the duration fits neither',
      '2026-11-23',
      '2026-11-24T00:00',
      7,
      '2026-11-23 2026-11-24',
    ],
    [
      'finishing at 00:00 on a day off counts it where the duration fits both',
      '2026-11-23',
      '2026-11-28T00:00',
      5,
      '2026-11-23 2026-11-28',
    ],
    [
      'finishing at 00:00 counts working days over a weekend',
      '2026-11-26',
      '2026-12-01T00:00',
      3,
      '2026-11-26 2026-11-30',
    ],
    [
      'starting and finishing at one 00:00 stays that day',
      '2026-11-25T00:00Z',
      '2026-11-25T00:00Z',
      0,
      '2026-11-25 2026-11-25 milestone',
    ],
  ])('%s', (_, start, finish, duration, bar) => {
    expect(barText(start, finish, { duration })).toBe(bar);
  });

  it.each([
    ['night', '2026-11-23T22:00', '2026-11-27T06:00', '2026-11-23 2026-11-26'],
    ['night', '2026-11-23T22:00', '2026-11-24T06:00', '2026-11-23 2026-11-23'],
    ['night', '2026-11-23T18:00', '2026-11-24T23:00', '2026-11-23 2026-11-24'],
    ['night', '2026-11-23', '2026-11-24', '2026-11-23 2026-11-24'],
    ['other', '2026-11-23T22:00', '2026-11-24T06:00', '2026-11-23 2026-11-24'],
  ])('of a %s shift from %s to %s is on the date the shift begins: %s', (turn, start, finish, bar) => {
    expect(barText(start, finish, { isNight: turn === 'night' })).toBe(bar);
  });
});

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
  ])('of type %s isWorkingDay %s', (type, week) => {
    const worksOn = readCalendarType(type);
    expect(worksOn).toHaveLength(8);
    expect(worksOn[0]).toBe(false);
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
  ])('%s counts from %s to %s %d working days', (type, start, finish, count) => {
    expect(countWorkingDays(readCalendarType(type), day(start), day(finish))).toBe(count);
  });

  it.each([
    ['five-day', '2026-11-27', 1, '2026-11-30'],
    ['five-day', '2026-11-30', -1, '2026-11-27'],
    ['five-day', '2026-11-28', 0, '2026-11-28'],
    ['five-day', '2026-11-28', 1, '2026-11-30'],
    ['five-day', '2026-11-29', -1, '2026-11-27'],
    ['five-day', '2026-11-27', 5, '2026-12-04'],
    ['five-day', '2026-11-23', 11, '2026-12-08'],
    ['six-day', '2026-11-27', 2, '2026-11-30'],
    ['seven-day', '2026-12-30', 3, '2027-01-02'],
    ['five-day', '2026-11-23', 0.5, '2026-11-23'],
  ])('%s adds to %s %d working days: %s', (type, start, count, expected) => {
    expect(formatDay(addWorkingDays(readCalendarType(type), day(start), count))).toBe(expected);
  });
});

describe('a window', () => {
  it.each([
    ['2026-11-20', 1, 'next-week', 'Mon 23 Nov – Sun 29 Nov 2026, week 48'],
    ['2026-11-23', 1, 'next-week', 'Mon 30 Nov – Sun 6 Dec 2026, week 49'],
    ['2026-11-23', 1, 'this-week', 'Mon 23 Nov – Sun 29 Nov 2026, week 48'],
    ['2026-11-20', 3, 'next-week', 'Mon 23 Nov – Sun 13 Dec 2026, weeks 48–50'],
    ['2026-12-31', 1, 'this-week', 'Mon 28 Dec 2026 – Sun 3 Jan 2027, week 53'],
    ['2026-12-31', 1, 'next-week', 'Mon 4 Jan – Sun 10 Jan 2027, week 1'],
    ['2026-12-25', 2, 'next-week', 'Mon 28 Dec 2026 – Sun 10 Jan 2027, weeks 53–1'],
    ['2028-02-25', 1, 'next-week', 'Mon 28 Feb – Sun 5 Mar 2028, week 9'],
    // The weeks in which London's and Sydney's clocks change.
    ['2026-03-20', 1, 'next-week', 'Mon 23 Mar – Sun 29 Mar 2026, week 13'],
    ['2026-10-16', 1, 'next-week', 'Mon 19 Oct – Sun 25 Oct 2026, week 43'],
    ['2026-04-03', 1, 'this-week', 'Mon 30 Mar – Sun 5 Apr 2026, week 14'],
    ['2026-10-02', 1, 'this-week', 'Mon 28 Sep – Sun 4 Oct 2026, week 40'],
  ] as const)('on %s of %d weeks, %s, is %s', (today, weeks, starts, label) => {
    const window = windowFor(day(today), { weeks, starts });
    expect(windowLabel(window)).toBe(label);
    expect(window.last - window.first + 1).toBe(weeks * 7);
  });

  it('has a key that sorts as weeks do', () => {
    expect(windowKey(weekFrom('2026-12-28'))).toBe('2026-12-28_2027-01-03');
  });
});

describe('a data date', () => {
  it.each([
    ['2026-11-20T14:02:00Z', 'Europe/London', '2026-11-20', 'Fri 20 Nov 2026 14:02 GMT'],
    ['2026-07-20T14:02:00Z', 'Europe/London', '2026-07-20', 'Mon 20 Jul 2026 15:02 BST'],
    ['2026-11-20T14:02:00Z', 'Australia/Sydney', '2026-11-21', 'Sat 21 Nov 2026 01:02 AEDT'],
    ['2026-07-20T14:02:00Z', 'Australia/Brisbane', '2026-07-21', 'Tue 21 Jul 2026 00:02 AEST'],
    ['2026-11-20T14:02:00Z', 'America/Santiago', '2026-11-20', 'Fri 20 Nov 2026 11:02 UTC−3'],
    ['2026-11-20T14:02:00Z', 'Asia/Kolkata', '2026-11-20', 'Fri 20 Nov 2026 19:32 UTC+5:30'],
    ['2026-12-31T23:30:00.000Z', 'Asia/Dubai', '2027-01-01', 'Fri 1 Jan 2027 03:30 GST'],
  ])('%s in %s is on %s and reads %s', (instant, timeZone, local, label) => {
    expect(dataDateOf(instant, timeZone)).toEqual({ instant, day: day(local), label });
  });

  it('that is no instant is refused', () => {
    expect(() => dataDateOf('last Friday', 'Europe/London')).toThrow(RangeError);
  });
});
