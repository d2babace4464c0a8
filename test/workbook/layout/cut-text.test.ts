import { describe, expect, it } from 'vitest';
import {
  cutName,
  cutNameToLines,
  cutToWidth,
  fitToLines,
} from '../../../functions/workbook/layout/cut-text.ts';
import { lineCount, textWidth } from '../../../functions/workbook/layout/text-width.ts';

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

  it('of a name keeps its last words, which often say where', () => {
    const line = { font, room: 150, endShare: 0.5 };
    const cut = (name: string) => cutName(name, line);
    expect(cut('Strike shutters')).toBe('Strike shutters');
    expect(cut('Crane air handling units to roof, podium roof north')).toBe(
      'Crane air handling … roof north',
    );
    expect(cut('Crane air handling units to roof, podium roof south')).toBe(
      'Crane air handling … roof south',
    );
    expect(cut('x'.repeat(9_000))).toMatch(/^x+ …$/);
    for (const name of ['Pour slab', 'a '.repeat(9_000), '🏗️'.repeat(200), `x ${'y'.repeat(900)}`]) {
      expect(textWidth(cut(name), font)).toBeLessThanOrEqual(150);
      expect(cut(name).isWellFormed()).toBe(true);
    }
  });

  it('keeps the last words of a name on several lines, which tell it from its neighbour', () => {
    const name = (end: string) =>
      `Install unitised curtain wall panels and brackets, elevation Levels 9–10 ${end}`;
    const font = { size: 19 };
    const [south, north] = ['south', 'north'].map((end) =>
      cutNameToLines(name(end), { font, room: 190, lines: 2 }),
    );
    expect(south?.text).toMatch(/^Install .* … .*9–10 south$/);
    expect(north?.text).toMatch(/north$/);
    expect(lineCount(south?.text ?? '', font, 190)).toBe(2);
    expect(cutNameToLines('Pour slab', { font, room: 190, lines: 2 })).toEqual({
      text: 'Pour slab',
      lines: 1,
    });
    expect(cutNameToLines('x'.repeat(5_000), { font, room: 190, lines: 2 }).lines).toBeLessThanOrEqual(2);
  });
});
