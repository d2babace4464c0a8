import { describe, expect, it } from 'vitest';
import {
  columnWidthFor,
  indentedTextRoomInColumn,
  lineCount,
  maxUnbreakableWidth,
  measureText,
  rowHeight,
  textWidth,
} from '#workbook/layout/text-width.ts';

const font = { size: 10 };

describe('the height of a row', () => {
  it('counts the lines of a text as its words wrap', () => {
    const room = textWidth('one two', font) + 0.1;
    expect(lineCount('', font, room)).toBe(1);
    expect(lineCount('one two', font, room)).toBe(1);
    expect(lineCount('one two three', font, room)).toBe(2);
    expect(lineCount('one\ntwo', font, room)).toBe(2);
    const tenLetters = textWidth('o'.repeat(10), font) + 0.1;
    expect(lineCount('o'.repeat(28), font, tenLetters)).toBe(3);
    expect(lineCount(`one ${'o'.repeat(28)} ooo`, font, tenLetters)).toBe(5);
    expect(lineCount(`one ${'o'.repeat(23)} ooo`, font, tenLetters)).toBe(4);
  });

  it('is the same whether a text is measured once for all widths or again for each', () => {
    for (const text of [
      '',
      'pour slab',
      'first-fix works, level 9\n\nB101–B356',
      `one ${'o'.repeat(28)}`,
      '中 ▲',
    ]) {
      for (const own of [font, { size: 14, bold: true }]) {
        const { linesIn } = measureText(text, own);
        for (let room = 10; room < 200; room += 7) expect(linesIn(room)).toBe(lineCount(text, own, room));
      }
    }
  });

  it('is one line in a column as wide as the text needs', () => {
    for (let letters = 1; letters < 200; letters += 1) {
      const text = 'o'.repeat(letters);
      const room = indentedTextRoomInColumn(columnWidthFor(textWidth(text, font)));
      expect(lineCount(text, font, room)).toBe(1);
      expect(room - textWidth(text, font)).toBeLessThan(2);
    }
  });

  it('grows with the number of lines, up to the limit of Excel', () => {
    expect(rowHeight(1, 12, 1.5)).toBe(16.5);
    expect(rowHeight(1, 10, 1.5)).toBe(14.25);
    expect(rowHeight(2, 10, 1.5)).toBe(26.25);
    expect(rowHeight(100, 12, 10)).toBe(400);
  });
});

describe('the longest part of a text that should not be broken', () => {
  it('ends at a blank, a hyphen or a dash', () => {
    const partOf = (text: string) => maxUnbreakableWidth(text, font);
    expect(partOf('pour slab')).toBe(textWidth('pour', font));
    expect(partOf('first-fix')).toBe(textWidth('first-', font));
    expect(partOf('B101–B356')).toBe(textWidth('B101–', font));
    expect(partOf('pour\nslabs\ttop')).toBe(textWidth('slabs', font));
    expect(partOf('')).toBe(0);
    expect(maxUnbreakableWidth('pour slab', { ...font, bold: true })).toBe(
      textWidth('pour', { ...font, bold: true }),
    );
  });
});

describe('a measured text', () => {
  it('knows the width of its longest line, and of its longest word between blanks', () => {
    const { maxLineWidth, maxWordWidth } = measureText('first-fix works\ntop of slab', font);
    expect(maxLineWidth).toBeCloseTo(textWidth('first-fix works', font));
    expect(maxWordWidth).toBeCloseTo(textWidth('first-fix', font));
  });
});
