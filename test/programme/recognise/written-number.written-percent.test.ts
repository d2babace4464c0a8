import { expect, it } from 'vitest';
import { parseWrittenPercent, percentScaleOf } from '#programme/recognise/written-number.ts';

it.each([
  ['45', 100, 0.45],
  ['45 %', 100, 0.45],
  ['45 %', 1, 0.45],
  ['45,5', 100, 0.455],
  ['100.00', 100, 1],
  ['0.45', 1, 0.45],
  ['1', 1, 1],
  ['1', 100, 0.01],
  ['101', 100, undefined],
  ['half', 100, undefined],
] as const)('%j, on a scale up to %j, is the share %j', (text, scale, share) => {
  expect(parseWrittenPercent(text, scale)).toBe(share);
});

it('numbers without a percent sign are fractions if the largest is above 0 and at most 1', () => {
  expect(percentScaleOf(['0', '0.45', '1'])).toBe(1);
  expect(percentScaleOf(['0', '1', '0', 'n/a'])).toBe(1);
  expect(percentScaleOf(['0', '1', '45'])).toBe(100);
  expect(percentScaleOf(['0', '0'])).toBe(100);
  expect(percentScaleOf(['1%', '0%'])).toBe(100);
});
