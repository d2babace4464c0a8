import { describe, expect, it } from 'vitest';
import { fitColumnWidths, type TableColumn } from '../../../functions/workbook/layout/fit-column-widths.ts';
import { indentedRoom, lineCount } from '../../../functions/workbook/layout/text-lines.ts';

const font = { size: 10 };
const words = (...texts: string[]) => ({ texts, font, most: 6 });
const long = 'Set plant bases and anti-vibration mounts, podium roof north';

describe('the widths of columns', () => {
  it('go to the column whose words make rows tall', () => {
    const columns: TableColumn[] = [
      { least: 10, ideal: 40, words: words(long, long, long) },
      { least: 10, ideal: 40, words: words('short', 'short', 'short') },
    ];
    const [task = 0, other = 0] = fitColumnWidths(columns, 80);
    expect(lineCount(long, font, indentedRoom(task))).toBe(1);
    expect(other).toBeGreaterThanOrEqual(10);
    expect(task + other).toBeLessThanOrEqual(80);
  });

  it('leave a column without words its ideal, and none under its least or over its most', () => {
    const columns: TableColumn[] = [
      { least: 4, ideal: 8 },
      { least: 20, ideal: 30, words: words('a', 'b') },
      { least: 10, ideal: 90, most: 25, words: words(long, long) },
    ];
    const [day, least = 0, most = 0] = fitColumnWidths(columns, 56);
    expect(day).toBe(8);
    expect(least).toBeGreaterThanOrEqual(20);
    expect(most).toBeLessThanOrEqual(25 + 1);
  });

  it('are shared as wished where there is too little room, or nothing to read', () => {
    const columns: TableColumn[] = [
      { least: 4, ideal: 8 },
      { least: 20, ideal: 30, words: words(long) },
    ];
    expect(fitColumnWidths(columns, 24)).toEqual([4, 20]);
    expect(fitColumnWidths([{ least: 4, ideal: 8, words: words() }], 6)).toEqual([6]);
  });

  it('never break a word that can be had whole', () => {
    const columns: TableColumn[] = [
      { least: 6, ideal: 40, words: words('Subcontractors') },
      { least: 6, ideal: 40, words: words('one two three four five six') },
    ];
    const [first = 0] = fitColumnWidths(columns, 28);
    expect(lineCount('Subcontractors', font, indentedRoom(first))).toBe(1);
  });
});
