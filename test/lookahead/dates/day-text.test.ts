import { describe, expect, it } from 'vitest';
import { datesText, dayText } from '../../../functions/lookahead/dates/day-text.ts';
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
});
