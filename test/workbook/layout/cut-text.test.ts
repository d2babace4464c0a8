import { describe, expect, it } from 'vitest';
import { cutToWidth, fitToLines } from '../../../functions/workbook/layout/cut-text.ts';
import { lineCount } from '../../../functions/workbook/layout/text-lines.ts';
import { textWidth } from '../../../functions/workbook/layout/text-width.ts';

const font = { size: 10 };

describe('a cut text', () => {
  it('is shortened to a number of lines, and says where the whole text is', () => {
    const { text: cut, lines } = fitToLines('word '.repeat(2000), { font, room: 120, lines: 8 });
    expect(cut).toMatch(/word … \(whole text on Tasks\)$/);
    expect(lineCount(cut, font, 120)).toBe(lines);
    expect(lines).toBeLessThanOrEqual(8);
    expect(fitToLines('short\ntext', { font, room: 120, lines: 8 })).toEqual({
      text: 'short\ntext',
      lines: 2,
    });
  });

  it('leaves out the middle of a line that is too long, and never splits an emoji', () => {
    const cut = cutToWidth('🏗️'.repeat(60), font, 200);
    expect(textWidth(cut, font)).toBeLessThanOrEqual(200);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut).toContain('…');
  });
});
