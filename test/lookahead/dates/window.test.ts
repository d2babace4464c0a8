import { describe, expect, it } from 'vitest';
import { weeksText, windowDatesText, windowFor, windowKey } from '#lookahead/dates/window.ts';
import { day, weekFrom } from '../../support/builders/a-plan-input.ts';

describe('a window', () => {
  it.each([
    ['2026-11-20', 1, 'next-week', 'Mon 23 Nov – Sun 29 Nov 2026, week 48'],
    ['2026-11-23', 1, 'next-week', 'Mon 30 Nov – Sun 6 Dec 2026, week 49'],
    ['2026-11-23', 1, 'this-week', 'Mon 23 Nov – Sun 29 Nov 2026, week 48'],
    ['2026-11-20', 3, 'next-week', 'Mon 23 Nov – Sun 13 Dec 2026, weeks 48–50'],
    ['2026-12-31', 1, 'this-week', 'Mon 28 Dec 2026 – Sun 3 Jan 2027, week 53'],
    ['2026-12-31', 1, 'next-week', 'Mon 4 Jan – Sun 10 Jan 2027, week 1'],
    ['2026-12-25', 2, 'next-week', 'Mon 28 Dec 2026 – Sun 10 Jan 2027, 28 Dec – 10 Jan'],
    ['2026-11-27', 6, 'next-week', 'Mon 30 Nov 2026 – Sun 10 Jan 2027, 30 Nov – 10 Jan'],
    ['2026-12-11', 6, 'next-week', 'Mon 14 Dec 2026 – Sun 24 Jan 2027, 14 Dec – 24 Jan'],
    ['2028-02-25', 1, 'next-week', 'Mon 28 Feb – Sun 5 Mar 2028, week 9'],
    // The weeks in which the clocks change in London and in Sydney.
    ['2026-03-20', 1, 'next-week', 'Mon 23 Mar – Sun 29 Mar 2026, week 13'],
    ['2026-10-16', 1, 'next-week', 'Mon 19 Oct – Sun 25 Oct 2026, week 43'],
    ['2026-04-03', 1, 'this-week', 'Mon 30 Mar – Sun 5 Apr 2026, week 14'],
    ['2026-10-02', 1, 'this-week', 'Mon 28 Sep – Sun 4 Oct 2026, week 40'],
  ] as const)('of a report on %s, with %d weeks from %s on, is %s', (today, weeks, starts, label) => {
    const window = windowFor(day(today), { weeks, starts });
    expect(`${windowDatesText(window)}, ${weeksText(window)}`).toBe(label);
    expect(window.last - window.first + 1).toBe(weeks * 7);
  });

  it('has a key that sorts by date', () => {
    expect(windowKey(weekFrom('2026-12-28'))).toBe('2026-12-28_2027-01-03');
  });
});
