import { describe, expect, it } from 'vitest';
import { durationUnitOfHeading, parseWrittenDuration } from '#programme/recognise/written-number.ts';

const usual = { hoursPerDay: 8, daysPerWeek: 6, unit: 'days', decimal: undefined } as const;

describe('a duration', () => {
  it.each([
    ['5', 5],
    ['5d', 5],
    ['5 days?', 5],
    ['1,5 jours', 1.5],
    ['10 dni', 10],
    ['1 dzień', 1],
    ['0 Tage', 0],
    ['3 AT', 3],
    ['5 días', 5],
    ['3 g', 3],
    ['2 werkdagen', 2],
    ['4h', 0.5],
    ['40 Std.', 5],
    ['16 godz.', 2],
    ['2 wks', 12],
    ['1 Woche', 6],
    ['1 mon', 20],
    ['240 mins', 0.5],
    ['1w 2d', 8],
    ['2d 4h', 2.5],
  ])('%j has %j working days', (text, days) => {
    expect(parseWrittenDuration(text, usual)).toEqual({ days, elapsed: false });
  });

  it.each([
    ['2edays', 2],
    ['48 ehrs', 2],
    ['1 ewk', 7],
    ['3 fTage', 3],
    ['3 Kalendertage', 3],
    ['4 calendar days', 4],
    ['2 dni kalendarzowe', 2],
  ])('%j is elapsed time of %j days', (text, days) => {
    expect(parseWrittenDuration(text, usual)).toEqual({ days, elapsed: true });
  });

  it.each(['3 foo', 'soon', '-3', '1,200', 'ca. 5', '5 -'])('%j is not read', (text) => {
    expect(parseWrittenDuration(text, usual)).toBeUndefined();
  });

  it('has the usual unit if it names none', () => {
    const inHours = { ...usual, hoursPerDay: 10, unit: 'hours' } as const;
    expect(parseWrittenDuration('120', inHours)?.days).toBe(12);
    expect(parseWrittenDuration('3 d', inHours)?.days).toBe(3);
  });
});

it.each([
  ['Duration (h)', 'hours'],
  ['Dauer [Tage]', 'days'],
  ['Original Duration(d)', 'days'],
  ['Dauer in Std.', 'hours'],
  ['Durée (semaines)', 'weeks'],
  ['Days', 'days'],
  ['Duration', undefined],
  ['Duration (net)', undefined],
])('the heading %j names the unit %j', (heading, unit) => {
  expect(durationUnitOfHeading(heading)).toBe(unit);
});
