import { expect, it } from 'vitest';
import { parseWrittenNumber } from '#programme/recognise/written-number.ts';

it.each([
  ['36.5', undefined, 36.5],
  ['36,5', undefined, 36.5],
  ['36,5', '.', 36.5],
  ['1.234,5', undefined, 1234.5],
  ['1,234.5', undefined, 1234.5],
  ['1.234.567', undefined, 1_234_567],
  ['0,125', undefined, 0.125],
  ['1,200', '.', 1200],
  ['1,200', ',', 1.2],
  ['1.200', ',', 1200],
  // May mean 1200 or 1.2.
  ['1,200', undefined, undefined],
  ['1.2.3', undefined, undefined],
  ['1,2,3.4', undefined, undefined],
  ['five', undefined, undefined],
  ['', undefined, undefined],
] as const)(
  'the number %j, with %j as decimal sign if it is not clear, is read as %j',
  (text, decimal, number) => {
    expect(parseWrittenNumber(text, decimal)).toBe(number);
  },
);
