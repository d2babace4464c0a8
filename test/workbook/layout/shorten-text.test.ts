import { describe, expect, it } from 'vitest';
import { fitToLines, shortenNameToLines, shortenToWidth } from '#workbook/layout/shorten-text.ts';
import { lineCount, textWidth } from '#workbook/layout/text-width.ts';

const font = { size: 10 };

describe('a shortened text', () => {
  it('takes at most the given number of lines, and says where the whole text is', () => {
    const { text: shortened, lines } = fitToLines('word '.repeat(2000), { font, room: 120, lines: 8 });
    expect(shortened).toMatch(/word … \(whole text on Tasks\)$/);
    expect(lineCount(shortened, font, 120)).toBe(lines);
    expect(lines).toBeLessThanOrEqual(8);
    expect(fitToLines('short\ntext', { font, room: 120, lines: 8 })).toEqual({
      text: 'short\ntext',
      lines: 2,
    });
  });

  it('leaves out the middle of a line that is too long, and never splits an emoji', () => {
    const shortened = shortenToWidth('🏗️'.repeat(60), font, 200);
    expect(textWidth(shortened, font)).toBeLessThanOrEqual(200);
    expect(shortened.isWellFormed()).toBe(true);
    expect(shortened).toContain('…');
  });

  it('of a name keeps its last words, which often name the place', () => {
    const shortened = (name: string) => shortenToWidth(name, font, 150);
    expect(shortened('Strike shutters')).toBe('Strike shutters');
    expect(shortened('Crane air handling units to roof, podium roof north')).toBe(
      'Crane air handling … roof north',
    );
    expect(shortened('Crane air handling units to roof, podium roof south')).toBe(
      'Crane air handling … roof south',
    );
    expect(shortened('x'.repeat(9_000))).toMatch(/^x+ …$/);
    for (const name of ['Pour slab', 'a '.repeat(9_000), '🏗️'.repeat(200), `x ${'y'.repeat(900)}`]) {
      expect(textWidth(shortened(name), font)).toBeLessThanOrEqual(150);
      expect(shortened(name).isWellFormed()).toBe(true);
    }
  });

  it('of a name on several lines keeps its last words too', () => {
    const name = (end: string) =>
      `Install unitised curtain wall panels and brackets, elevation Levels 9–10 ${end}`;
    const font = { size: 19 };
    const [south, north] = ['south', 'north'].map((end) =>
      shortenNameToLines(name(end), { font, room: 190, lines: 2 }),
    );
    expect(south?.text).toMatch(/^Install .* … .*9–10 south$/);
    expect(north?.text).toMatch(/north$/);
    expect(lineCount(south?.text ?? '', font, 190)).toBe(2);
    expect(shortenNameToLines('Pour slab', { font, room: 190, lines: 2 })).toEqual({
      text: 'Pour slab',
      lines: 1,
    });
    expect(shortenNameToLines('x'.repeat(5_000), { font, room: 190, lines: 2 }).lines).toBeLessThanOrEqual(2);
  });

  it('begins a new line with a range of figures that does not fit at the end of a line', () => {
    const name = 'Hang curtain wall panels, south elevation Levels 9–10 (A7490)';
    const rooms = Array.from({ length: 340 }, (_, room) => 60 + room);
    for (const room of rooms) {
      for (const { text, lines } of [
        fitToLines(name, { font, room, lines: 8 }),
        shortenNameToLines(name, { font, room, lines: 5 }),
      ]) {
        expect(lineCount(text, font, room)).toBe(lines);
        // Lines are up to a tenth wider in LibreOffice.
        for (const wider of [1, 1.04, 1.1]) expect(brokenAfterDash(text, room * wider)).toBe(false);
      }
    }
    expect(rooms.some((room) => brokenAfterDash(name, room))).toBe(true);
    const place = 'South elevation – Levels 9–10';
    for (const room of rooms) expect(fitToLines(place, { font, room, lines: 4 }).text).not.toMatch(/–\n/);
    expect(fitToLines('Levels 9–10', { font, room: 400, lines: 2 }).text).toBe('Levels 9–10');
  });
});

/** Whether a program that breaks lines after dashes would put the rest of `9–10` on the next line. */
function brokenAfterDash(text: string, room: number): boolean {
  return text.split('\n').some((paragraph) => {
    let line = '';
    for (const part of paragraph.split(/(?<=[ –])/)) {
      const isNext = line !== '' && textWidth((line + part).trimEnd(), font) > room;
      if (isNext && /\d–$/.test(line)) return true;
      line = isNext ? part : line + part;
    }
    return false;
  });
}
