import { describe, expect, it } from 'vitest';
import { datesText, dayText, movedDatesText, shortDatesMoveText } from '#lookahead/dates/day-text.ts';
import { day } from '../../support/builders/a-plan-input.ts';

const reportDay = day('2026-11-20');

describe('a day in another year than the report day', () => {
  const dates = (start: string, finish: string) => ({ start: day(start), finish: day(finish) });

  it('is shown with its year', () => {
    expect(dayText(day('2016-11-14'), reportDay)).toBe('Mon 14 Nov 2016');
    expect(datesText(dates('2026-12-31', '2027-01-04'), reportDay)).toBe('Thu 31 Dec – Mon 4 Jan 2027');
    expect(datesText(dates('2025-12-31', '2026-01-02'), reportDay)).toBe('Wed 31 Dec 2025 – Fri 2 Jan');
  });

  it('is shown with its year only once if both ends are in that year', () => {
    expect(datesText(dates('2016-11-14', '2016-12-02'), reportDay)).toBe('Mon 14 Nov – Fri 2 Dec 2016');
    const moved = [dates('2016-11-14', '2016-11-16'), dates('2016-11-28', '2016-12-02')] as const;
    expect(movedDatesText(...moved, reportDay)).toBe('Mon 14 – Wed 16 → Mon 28 Nov – Fri 2 Dec 2016');
  });

  it('is shown without a year in a report of that year', () => {
    expect(dayText(day('2016-11-14'), day('2016-10-03'))).toBe('Mon 14 Nov');
  });
});

describe('a text of days', () => {
  it('has the weekday, the day and the month of each end', () => {
    expect(dayText(day('2026-11-23'), reportDay)).toBe('Mon 23 Nov');
    expect(datesText({ start: day('2026-11-23'), finish: day('2026-11-27') }, reportDay)).toBe(
      'Mon 23 Nov – Fri 27 Nov',
    );
    expect(datesText({ start: day('2026-02-28'), finish: day('2026-02-28') }, reportDay)).toBe('Sat 28 Feb');
    expect(datesText(undefined, reportDay)).toBe('no dates');
  });

  it.each([
    [['2026-11-23', '2026-11-25'], ['2026-11-30', '2026-11-30'], 'Mon 23 – Wed 25 → Mon 30 Nov'],
    [['2026-11-23', '2026-11-24'], ['2026-11-23', '2026-11-30'], 'Mon 23 – Tue 24 → Mon 23 – Mon 30 Nov'],
    [['2026-11-27', '2026-11-30'], ['2026-11-27', '2026-12-02'], 'Fri 27 – Mon 30 → Fri 27 Nov – Wed 2 Dec'],
    [['2026-11-26', '2026-11-27'], ['2026-12-03', '2026-12-04'], 'Thu 26 – Fri 27 Nov → Thu 3 – Fri 4 Dec'],
    [
      ['2026-11-30', '2026-12-01'],
      ['2026-12-03', '2026-12-04'],
      'Mon 30 Nov – Tue 1 Dec → Thu 3 – Fri 4 Dec',
    ],
    [['2025-11-24', '2025-11-24'], ['2026-11-23', '2026-11-23'], 'Mon 24 Nov 2025 → Mon 23 Nov'],
    [undefined, ['2026-11-23', '2026-11-24'], 'no dates → Mon 23 – Tue 24 Nov'],
  ])('names a repeated month only once in a move from %s to %s', (from, to, words) => {
    const dates = (ends?: readonly string[]) =>
      ends && { start: day(ends[0] ?? ''), finish: day(ends[1] ?? '') };
    expect(movedDatesText(dates(from), dates(to), reportDay)).toBe(words);
  });

  it('has no weekday in a move with little room', () => {
    const first = { start: day('2026-11-25'), finish: day('2026-11-26') };
    const later = { start: day('2026-11-25'), finish: day('2026-12-01') };
    expect(shortDatesMoveText(first, later, reportDay)).toBe('25 – 26 → 25 Nov – 1 Dec');
    expect(shortDatesMoveText(undefined, first, reportDay)).toBe('no dates → 25 – 26 Nov');
  });
});
