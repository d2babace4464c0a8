import { describe, expect, it } from 'vitest';
import {
  datesText,
  dayText,
  movedDatesText,
  movedText,
} from '../../../functions/lookahead/dates/day-text.ts';
import { day } from '../../support/builders/a-plan-input.ts';

describe('a day in words', () => {
  it('names days and spans of days', () => {
    expect(dayText(day('2026-11-23'))).toBe('Mon 23 Nov');
    expect(datesText({ start: day('2026-11-23'), finish: day('2026-11-27') })).toBe(
      'Mon 23 Nov – Fri 27 Nov',
    );
    expect(datesText({ start: day('2028-02-29'), finish: day('2028-02-29') })).toBe('Tue 29 Feb');
    expect(datesText(undefined)).toBe('no dates');
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
    [['2025-11-24', '2025-11-24'], ['2026-11-23', '2026-11-23'], 'Mon 24 Nov → Mon 23 Nov'],
    [undefined, ['2026-11-23', '2026-11-24'], 'no dates → Mon 23 – Tue 24 Nov'],
  ])('says a month once in a move from %s to %s', (from, to, words) => {
    const dates = (ends?: readonly string[]) =>
      ends && { start: day(ends[0] ?? ''), finish: day(ends[1] ?? '') };
    expect(movedText(dates(from), dates(to))).toBe(words);
  });

  it('leaves weekdays out where a move has little room', () => {
    const first = { start: day('2026-11-25'), finish: day('2026-11-26') };
    const later = { start: day('2026-11-25'), finish: day('2026-12-01') };
    expect(movedDatesText(first, later)).toBe('25 – 26 → 25 Nov – 1 Dec');
    expect(movedDatesText(undefined, first)).toBe('no dates → 25 – 26 Nov');
  });
});
