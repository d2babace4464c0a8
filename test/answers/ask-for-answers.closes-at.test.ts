import { describe, expect, it } from 'vitest';
import { answerClosingTime } from '#answers/ask-for-answers.ts';
import { day, weekFrom } from '../support/builders/a-plan-input.ts';

const inLondon = (until: string, read: string, monday = '2026-11-23', weeks = 1) =>
  answerClosingTime(until, { window: weekFrom(monday, weeks), timeZone: 'Europe/London', read });

describe('answers close', () => {
  it.each([
    ['FRI 12:00', '2026-11-20T12:00:00Z', 'Fri 20 Nov, 12:00'],
    ['SAT 09:30', '2026-11-21T09:30:00Z', 'Sat 21 Nov, 09:30'],
    ['SUN 23:59', '2026-11-22T23:59:00Z', 'Sun 22 Nov, 23:59'],
    ['MON 07:00', '2026-11-23T07:00:00Z', 'Mon 23 Nov, 07:00'],
    ['TUE 00:00', '2026-11-24T00:00:00Z', 'Tue 24 Nov, 00:00'],
    ['THU 18:00', '2026-11-26T18:00:00Z', 'Thu 26 Nov, 18:00'],
  ])('at the configured time, before the week or in it: %s', (until, instant, label) => {
    expect(inLondon(until, '2026-11-18T14:00:00Z')).toEqual({ instant, label });
  });

  it('24 hours after the tasks were read, if that is later', () => {
    const { instant } = inLondon('MON 07:00', '2026-11-22T07:00:00Z');
    expect(instant).toBe('2026-11-23T07:00:00Z');
    expect(inLondon('MON 07:00', '2026-11-22T18:02:30Z')).toEqual({
      instant: '2026-11-23T18:02:30Z',
      label: 'Mon 23 Nov, 18:02',
    });
  });

  it('at the end of the first week at the latest, even in a longer window', () => {
    for (const weeks of [1, 6])
      expect(inLondon('MON 07:00', '2026-11-29T10:00:00Z', '2026-11-23', weeks)).toEqual({
        instant: '2026-11-30T00:00:00Z',
        label: 'Mon 30 Nov, 00:00',
      });
  });

  it('at the local time of the site, across a clock change', () => {
    expect(inLondon('FRI 14:00', '2026-10-20T14:00:00Z', '2026-10-26').instant).toBe('2026-10-23T13:00:00Z');
    expect(inLondon('MON 07:00', '2026-10-20T14:00:00Z', '2026-10-26').instant).toBe('2026-10-26T07:00:00Z');
    expect(inLondon('SUN 01:30', '2027-03-20T14:00:00Z', '2027-03-29')).toEqual({
      instant: '2027-03-28T01:30:00Z',
      label: 'Sun 28 Mar, 02:30',
    });
    const late = inLondon('SUN 07:00', '2026-10-24T12:00:00Z', '2026-10-26');
    expect(late).toEqual({ instant: '2026-10-25T12:00:00Z', label: 'Sun 25 Oct, 12:00' });
  });

  it.each([
    ['FRI 12:00', '2026-12-28', 'Tue 29 Dec, 12:00'],
    ['SAT 09:00', '2026-12-28', 'Tue 29 Dec, 09:00'],
    ['MON 07:00', '2026-12-28', 'Tue 29 Dec, 07:00'],
    ['THU 18:00', '2026-12-28', 'Thu 31 Dec, 18:00'],
    ['MON 07:00', '2026-12-21', 'Mon 21 Dec, 07:00'],
    ['FRI 12:00', '2027-01-04', 'Mon 4 Jan, 12:00'],
  ])('on the next working day instead of a holiday: %s of the week of %s', (until, monday, label) => {
    const holidays = ['2026-12-25', '2026-12-26', '2026-12-28', '2027-01-01'].map(day);
    const of = {
      window: weekFrom(monday),
      timeZone: 'Europe/London',
      read: '2026-12-17T14:00:00Z',
      holidays,
    };
    expect(answerClosingTime(until, of).label).toBe(label);
  });

  it('at the end of the first week if all its days are holidays, and never less than a day after the tasks were read', () => {
    const given = { timeZone: 'Europe/London', window: weekFrom('2026-12-28') };
    const all = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01'].map(day);
    const closes = (read: string, holidays = all) =>
      answerClosingTime('MON 07:00', { ...given, read, holidays }).label;
    expect(closes('2026-12-18T14:00:00Z')).toBe('Mon 4 Jan 2027, 00:00');
    expect(closes('2026-12-28T14:00:00Z', [day('2026-12-29')])).toBe('Wed 30 Dec, 14:00');
  });

  it("in the project's time zone, across the end of the year", () => {
    const of = { window: weekFrom('2027-01-04'), timeZone: 'Australia/Sydney', read: '2026-12-29T03:00:00Z' };
    expect(answerClosingTime('MON 07:00', of)).toEqual({
      instant: '2027-01-03T20:00:00Z',
      label: 'Mon 4 Jan, 07:00',
    });
  });
});
