import { describe, expect, it } from 'vitest';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import { day } from '../../support/builders/a-plan-input.ts';

describe('the time at which tasks were read', () => {
  it.each([
    ['2026-11-20T14:02:00Z', 'Europe/London', '2026-11-20', 'Fri 20 Nov 2026 14:02 GMT'],
    ['2026-07-20T14:02:00Z', 'Europe/London', '2026-07-20', 'Mon 20 Jul 2026 15:02 BST'],
    ['2026-11-20T14:02:00Z', 'Australia/Sydney', '2026-11-21', 'Sat 21 Nov 2026 01:02 AEDT'],
    ['2026-07-20T14:02:00Z', 'Australia/Brisbane', '2026-07-21', 'Tue 21 Jul 2026 00:02 AEST'],
    ['2026-11-20T14:02:00Z', 'America/Santiago', '2026-11-20', 'Fri 20 Nov 2026 11:02 UTC−3'],
    ['2026-11-20T14:02:00Z', 'Asia/Kolkata', '2026-11-20', 'Fri 20 Nov 2026 19:32 UTC+5:30'],
    ['2026-12-31T23:30:00.000Z', 'Asia/Dubai', '2027-01-01', 'Fri 1 Jan 2027 03:30 GST'],
  ])('%s in %s is on %s and reads %s', (instant, timeZone, local, label) => {
    expect(localInstantOf(instant, timeZone)).toEqual({ instant, day: day(local), label });
  });

  it('is rejected if it is not an instant', () => {
    expect(() => localInstantOf('last Friday', 'Europe/London')).toThrow(RangeError);
  });
});
