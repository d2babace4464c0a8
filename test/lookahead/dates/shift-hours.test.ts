import { describe, expect, it } from 'vitest';
import { needsNightRule, shiftTimeText } from '#lookahead/dates/shift-hours.ts';
import { day } from '../../support/builders/a-plan-input.ts';

const monday = day('2026-11-30');
const night = { from: '21:00', to: '05:00' };

describe('the working time of a shift on a day', () => {
  it.each([
    ['night', night, 'Mon 30 Nov, 21:00 to Tue 05:00'],
    ['afternoon', { from: '16:00', to: '00:00' }, 'Mon 30 Nov, 16:00 to Tue 00:00'],
    ['24hr', { from: '07:00', to: '07:00' }, 'Mon 30 Nov, 07:00 to Tue 07:00'],
    ['night', { from: '00:30', to: '05:00' }, '00:30–05:00'],
    ['day', { from: '07:00', to: '15:30' }, '07:00–15:30'],
    ['night', undefined, 'the night that begins on Mon 30 Nov'],
    ['day', undefined, ''],
    ['none', undefined, ''],
  ] as const)('reads, for the %s shift with the hours %j, "%s"', (shift, hours, text) => {
    expect(shiftTimeText(shift, hours, monday)).toBe(text);
  });
});

it('the rule for which day a night belongs to is needed only if the night shift ends on the next day', () => {
  expect(needsNightRule(['day', 'night'], { night })).toBe(true);
  expect(needsNightRule(['day'], { night })).toBe(false);
  expect(needsNightRule(['night'], { night: { from: '00:30', to: '05:00' } })).toBe(false);
  expect(needsNightRule(['night'], undefined)).toBe(false);
});
