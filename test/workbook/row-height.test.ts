import { describe, expect, it } from 'vitest';
import {
  cutToLines,
  cutToWidth,
  lineCount,
  rowHeight,
  textRoom,
} from '../../functions/workbook/layout/text-lines.ts';
import { textWidth } from '../../functions/workbook/layout/text-width.ts';
import { planWorkbook } from '../../functions/workbook/plan-workbook.ts';
import { aPlannedTask } from '../support/builders/a-planned-task.ts';
import { theSketch } from '../support/the-sketch.ts';
import { rowShowing, sheetOf } from '../support/workbook/sheet-reading.ts';

const font = { size: 10 };

describe('the height of a row', () => {
  it('knows how wide Calibri is', () => {
    expect(textWidth('0000000000', { size: 10 })).toBeCloseTo(50.7);
    expect(textWidth('iiii', { size: 10 })).toBeCloseTo(9.16);
    expect(textWidth('W', { size: 10, bold: true })).toBeCloseTo(9.06);
    expect(textWidth('中', { size: 10 })).toBe(10);
  });

  it('counts lines as words wrap', () => {
    const room = textWidth('one two', font) + 0.1;
    expect(lineCount('', font, room)).toBe(1);
    expect(lineCount('one two', font, room)).toBe(1);
    expect(lineCount('one two three', font, room)).toBe(2);
    expect(lineCount('one\ntwo', font, room)).toBe(2);
    expect(lineCount('o'.repeat(28), font, textWidth('o'.repeat(10), font) + 0.1)).toBe(3);
  });

  it('grows with the lines, and never past what Excel takes', () => {
    expect(rowHeight(1, 12, 1.5)).toBe(16.5);
    expect(rowHeight(1, 10, 1.5)).toBe(14.25);
    expect(rowHeight(2, 10, 1.5)).toBe(26.25);
    expect(rowHeight(100, 12, 10)).toBe(400);
  });

  it('cuts a text of many pages to so many lines, and says where the whole is', () => {
    const cut = cutToLines('word '.repeat(2000), { font, room: 120, lines: 8 });
    expect(cut).toMatch(/word … \(whole text on Tasks\)$/);
    expect(lineCount(cut, font, 120)).toBeLessThanOrEqual(8);
    expect(cutToLines('short', { font, room: 120, lines: 8 })).toBe('short');
  });

  it('leaves out the middle of a line too long for its place, and no half of an emoji', () => {
    const cut = cutToWidth('🏗️'.repeat(60), font, 200);
    expect(textWidth(cut, font)).toBeLessThanOrEqual(200);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut).toContain('…');
  });

  it('makes room for a long name on the shift page', () => {
    const name = 'Install temporary works to the eastern retaining wall '.repeat(8).trim();
    const long = aPlannedTask({ id: 'L1', name, start: '2026-11-23' });
    const sheet = sheetOf(planWorkbook(theSketch({ tasks: [long] }), { paper: 'A3' }), 'Day');
    const { row } = rowShowing(sheet, 1, 'L1');
    const room = textRoom(sheet.columns[1]?.width ?? 0);
    const lines = lineCount(name, { size: 12 }, room);
    expect(lines).toBeGreaterThanOrEqual(3);
    expect(row.height).toBeGreaterThanOrEqual(lines * 12 * 1.22);
  });
});
