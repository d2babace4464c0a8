import { describe, expect, it } from 'vitest';
import { textWidth } from '#workbook/layout/text-width.ts';

describe('the width of a text', () => {
  it('matches the widths of Calibri', () => {
    expect(textWidth('0000000000', { size: 10 })).toBeCloseTo(50.7);
    expect(textWidth('iiii', { size: 10 })).toBeCloseTo(9.16);
    expect(textWidth('W', { size: 10, bold: true })).toBeCloseTo(9.06);
    expect(textWidth('中', { size: 10 })).toBe(10);
  });
});
