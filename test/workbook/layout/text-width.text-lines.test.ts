import { describe, expect, it } from 'vitest';
import { lineCount, longestPart, rowHeight, textWidth } from '#workbook/layout/text-width.ts';

const font = { size: 10 };

describe('the height of a row', () => {
  it('counts lines as words wrap', () => {
    const room = textWidth('one two', font) + 0.1;
    expect(lineCount('', font, room)).toBe(1);
    expect(lineCount('one two', font, room)).toBe(1);
    expect(lineCount('one two three', font, room)).toBe(2);
    expect(lineCount('one\ntwo', font, room)).toBe(2);
    expect(lineCount('o'.repeat(28), font, textWidth('o'.repeat(10), font) + 0.1)).toBe(3);
  });

  it('grows with the lines, up to what Excel allows', () => {
    expect(rowHeight(1, 12, 1.5)).toBe(16.5);
    expect(rowHeight(1, 10, 1.5)).toBe(14.25);
    expect(rowHeight(2, 10, 1.5)).toBe(26.25);
    expect(rowHeight(100, 12, 10)).toBe(400);
  });
});

describe('what should not be broken', () => {
  it('is the longest part of a text between blanks, hyphens and dashes', () => {
    const partOf = (text: string) => longestPart(text, font);
    expect(partOf('pour slab')).toBe(textWidth('pour', font));
    expect(partOf('first-fix')).toBe(textWidth('first-', font));
    expect(partOf('B101–B356')).toBe(textWidth('B101–', font));
  });
});
