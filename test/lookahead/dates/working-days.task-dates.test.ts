import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { calendarOfType, taskBarOf } from '#lookahead/dates/working-days.ts';
import { wireDateReader } from '#planning/contract/wire-date.ts';

describe('a bar', () => {
  type Case = readonly [
    what: string,
    start: string | undefined,
    finish: string | undefined,
    duration: number | undefined,
    bar: string,
  ];
  const read = wireDateReader('Europe/London');
  const barText = (start: string | undefined, finish: string | undefined, more: object) => {
    const bar = taskBarOf({
      start: read(start),
      finish: read(finish),
      duration: undefined,
      meaning: undefined,
      worksOn: calendarOfType('five-day'),
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
    ['without dates does not exist', undefined, undefined, 3, 'none'],
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
    [
      'of duration 0 over two days is not a milestone',
      '2026-11-24',
      '2026-11-25',
      0,
      '2026-11-24 2026-11-25',
    ],
    [
      'finishing at 00:00 includes that day if its duration does',
      '2026-11-23T00:00',
      '2026-11-24T00:00',
      2,
      '2026-11-23 2026-11-24',
    ],
    [
      'finishing at 00:00 leaves that day out if its duration does',
      '2026-11-23T00:00',
      '2026-11-24T00:00',
      1,
      '2026-11-23 2026-11-23',
    ],
    [
      'finishing at 00:00 includes that day if there is no duration',
      '2026-11-23',
      '2026-11-24T00:00',
      undefined,
      '2026-11-23 2026-11-24',
    ],
    [
      'finishing at 00:00 includes that day if the duration fits neither',
      '2026-11-23',
      '2026-11-24T00:00',
      7,
      '2026-11-23 2026-11-24',
    ],
    [
      'finishing at 00:00 on a day off includes it if the duration fits both',
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
      'starting and finishing at the same 00:00 is on that day',
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
  ])('of a %s shift from %s to %s is %s', (turn, start, finish, bar) => {
    expect(barText(start, finish, { isNight: turn === 'night' })).toBe(bar);
  });

  it.each<Case>([
    ['ends the day before', '2026-11-23', '2026-11-28', 5, '2026-11-23 2026-11-27'],
    ['at 00:00 ends the day before', '2026-11-23', '2026-11-28T00:00', 6, '2026-11-23 2026-11-27'],
    ['at another time ends on that day', '2026-11-23', '2026-11-27T17:00', 5, '2026-11-23 2026-11-27'],
    ['does not end before it starts', '2026-11-23', '2026-11-23', 1, '2026-11-23 2026-11-23'],
    ['on its start stays a milestone', '2026-11-23', '2026-11-23', 0, '2026-11-23 2026-11-23 milestone'],
    [
      'on the day after is a milestone on its start',
      '2026-11-23',
      '2026-11-24',
      0,
      '2026-11-23 2026-11-23 milestone',
    ],
    ['and no start is on the day before', undefined, '2026-11-25', 3, '2026-11-24 2026-11-24'],
    ['that is missing is on its start', '2026-11-23', undefined, 3, '2026-11-23 2026-11-23'],
  ])('with an exclusive finish %s', (_what, start, finish, duration, expected) => {
    expect(barText(start, finish, { duration, meaning: { finish: 'exclusive' } })).toBe(expected);
  });

  it.each([
    [5, '2026-11-20 2026-11-24'],
    [4, '2026-11-20 2026-11-23'],
    [3, '2026-11-20 2026-11-24'],
  ])(
    'finishing at 00:00 ends on the day that fits a duration of %d calendar days: %s',
    (duration, expected) => {
      const meaning = { duration: 'calendar' };
      expect(barText('2026-11-20', '2026-11-24T00:00', { duration, meaning })).toBe(expected);
    },
  );
});
