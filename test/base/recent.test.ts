import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { isWithinLast } from '#base/recent.ts';

const now = Temporal.Instant.from('2026-11-20T14:00:00Z');

it.each([
  ['now', now, true],
  ['29 s ago', now.subtract({ seconds: 29 }), true],
  ['30 s ago', now.subtract({ seconds: 30 }), false],
  ['in a second, as a clock that was ahead has set it', now.add({ seconds: 1 }), false],
  ['never', undefined, false],
])('a time is recognised as within the last 30 seconds, or not: %s, %#', (_, time, expected) => {
  expect(isWithinLast(30, time, now)).toBe(expected);
});
