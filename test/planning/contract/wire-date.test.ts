import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { wireDateReader } from '#planning/contract/wire-date.ts';

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
    ['Europe/London', '2026-10-25T07:00:00.1234567Z', '2026-10-25', false],
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
  ])('in %s, %s is %s (exactly midnight: %s)', (timeZone, text, expected, midnight) => {
    const date = wireDateReader(timeZone)(text);
    expect(date.kind === 'date' && [formatDay(date.day), date.midnight]).toEqual([expected, midnight]);
  });

  it.each([
    ['Australia/Sydney', '9999-12-31T23:59:59Z', '9999-12-31', true],
    ['Pacific/Kiritimati', '9999-12-31T10:00:00Z', '9999-12-31', true],
    ['Pacific/Kiritimati', '9999-12-31T09:59:59Z', '9999-12-31', false],
    ['Europe/London', '9999-12-31T23:59:59Z', '9999-12-31', false],
    ['Europe/London', '9999-12-31T24:00', '9999-12-31', false],
    ['Europe/London', '9999-12-31T24:00Z', '9999-12-31', true],
    ['America/Los_Angeles', '9999-12-31T23:59-12:00', '9999-12-31', true],
    ['Europe/London', '0100-01-01T00:00+14:00', '0100-01-01', true],
    ['America/Los_Angeles', '0100-01-01T00:00:00Z', '0100-01-01', true],
    ['Australia/Sydney', '0100-01-01T00:00:00Z', '0100-01-01', false],
  ])('in %s, %s is %s (beyond the calendar: %s)', (timeZone, text, expected, clamped) => {
    const date = wireDateReader(timeZone)(text);
    expect(date.kind === 'date' && [formatDay(date.day), date.clamped]).toEqual([expected, clamped]);
  });

  it.each([undefined, '', ' '])('%j counts as missing', (text) => {
    expect(wireDateReader('Europe/London')(text)).toEqual({ kind: 'missing' });
  });

  it.each(['23/11/2026', 'tomorrow', '2026-02-29', '2026-11-23T25:00', '2026-11-23T10:61', '20261123'])(
    '%s cannot be read',
    (text) => {
      expect(wireDateReader('Europe/London')(text)).toEqual({ kind: 'unreadable' });
    },
  );
});
