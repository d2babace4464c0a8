import { describe, expect, it } from 'vitest';
import { fitColumnWidths, type TableColumn } from '#workbook/layout/column-widths.ts';
import { indentedRoom, lineCount } from '#workbook/layout/text-width.ts';

const font = { size: 10 };
const wrapped = (...texts: string[]) => ({ texts, font, maxLines: 6 });
const long = 'Set plant bases and anti-vibration mounts, podium roof north';

describe('the widths of columns', () => {
  it('go to the column whose texts make rows tall', () => {
    const columns: TableColumn[] = [
      { min: 10, ideal: 40, wrapped: wrapped(long, long, long) },
      { min: 10, ideal: 40, wrapped: wrapped('short', 'short', 'short') },
    ];
    const [task = 0, other = 0] = fitColumnWidths(columns, 80);
    expect(lineCount(long, font, indentedRoom(task))).toBe(1);
    expect(other).toBeGreaterThanOrEqual(10);
    expect(task + other).toBeLessThanOrEqual(80);
  });

  it('leave a column without texts its ideal, and none below its minimum or above its maximum', () => {
    const columns: TableColumn[] = [
      { min: 4, ideal: 8 },
      { min: 20, ideal: 30, wrapped: wrapped('a', 'b') },
      { min: 10, ideal: 90, max: 25, wrapped: wrapped(long, long) },
    ];
    const [day, min = 0, max = 0] = fitColumnWidths(columns, 56);
    expect(day).toBe(8);
    expect(min).toBeGreaterThanOrEqual(20);
    expect(max).toBeLessThanOrEqual(25 + 1);
  });

  it('follow the sizings where there is too little room, or no text', () => {
    const columns: TableColumn[] = [
      { min: 4, ideal: 8 },
      { min: 20, ideal: 30, wrapped: wrapped(long) },
    ];
    expect(fitColumnWidths(columns, 24)).toEqual([4, 20]);
    expect(fitColumnWidths([{ min: 4, ideal: 8, wrapped: wrapped() }], 6)).toEqual([6]);
  });

  it('never break a word that fits on a line', () => {
    const columns: TableColumn[] = [
      { min: 6, ideal: 40, wrapped: wrapped('Subcontractors') },
      { min: 6, ideal: 40, wrapped: wrapped('one two three four five six') },
    ];
    const [first = 0] = fitColumnWidths(columns, 28);
    expect(lineCount('Subcontractors', font, indentedRoom(first))).toBe(1);
  });
});
