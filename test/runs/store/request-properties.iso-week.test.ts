import { expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { parseIsoWeek } from '#runs/store/request-properties.ts';

it.each([
  ['2026-W48', '2026-11-23'],
  ['2026-W53', '2026-12-28'],
  ['2027-W01', '2027-01-04'],
  ['1970-W01', '1969-12-29'],
  ['2999-W52', '2999-12-23'],
])('the week %s begins on %s', (text, monday) => {
  const found = parseIsoWeek(text);
  expect(found && formatDay(found)).toBe(monday);
});

it.each([
  ['in a year without a week 53', '2025-W53'],
  ['number 0', '2026-W00'],
  ['without a hyphen', '2026W48'],
  ['with a window past the last supported date', '9999-W52'],
  ['before 1970', '0100-W01'],
])('a week %s is not accepted', (_, text) => {
  expect(parseIsoWeek(text)).toBeUndefined();
});
