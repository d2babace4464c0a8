import { describe, expect, it } from 'vitest';
import { printScales } from '../../../functions/workbook/layout/paper-and-margins.ts';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const wall = (lookahead = theSketch()) => sheetOf(planWorkbook(lookahead, { paper: 'A3' }), 'Wall');

describe('Wall', () => {
  it('has task, subcontractor, location, whether it is ready, and the grid', () => {
    expect(rowShowing(wall(), 1, 'Task').values.slice(0, 4)).toEqual([
      'Task',
      'Subcontractor',
      'Location',
      'Ready',
    ]);
    expect(rowShowing(wall(), 1, 'Fix brackets L1–L2').values).toEqual([
      'Fix brackets L1–L2',
      'Glaze Ltd',
      'North',
      '✓',
      '',
      'P 4',
      'P 4',
      'P 4',
      'P 4',
      '',
      '',
    ]);
  });

  it('prints task names at 14 points or more, and gives the grid two fifths of the width', () => {
    const sheet = wall();
    const widths = sheet.columns.map(({ width }) => width);
    const size = rowShowing(sheet, 1, 'Fix brackets L1–L2').row.cells[0]?.style.font?.size ?? 0;
    expect(size * printScales(widths, 'A3').smallest).toBeGreaterThanOrEqual(14);
    const sum = (some: readonly number[]) => some.reduce((total, width) => total + width, 0);
    expect(sum(widths.slice(4)) / sum(widths)).toBeGreaterThanOrEqual(0.4);
  });

  it('has people per day of each shift, as formulas over its tasks', () => {
    const { row, number } = rowShowing(wall(), 1, 'People on the day shift');
    expect(row.cells[5]?.value).toEqual({
      formula: `SUBTOTAL(9,F${number - 12}:F${number - 1})`,
      result: 26,
    });
  });

  it('shows a task carried over on its first day, and says that its people are not counted', () => {
    const sheet = wall(
      theSketch({ tasks: [aSiteTask({ name: 'Fix bolts', start: '2026-11-17', labour: { fixers: 5 } })] }),
    );
    expect(rowShowing(sheet, 1, 'Fix bolts – overdue').values.slice(1)).toEqual([
      '✗ overdue',
      '◀ P',
      '',
      '',
      '',
      '',
      '',
      '',
    ]);
    const label = 'People on the day shift · 5 people of 1 task carried over are not counted';
    expect(rowShowing(sheet, 1, label).values.slice(1)).toEqual(['', 0, 0, 0, 0, 0, 0, 0]);
  });

  it('keeps a shift on one page where it fits, and names one that continues again', () => {
    const sheet = wall(aBusySite({ tasks: 120, weeks: 1 }));
    const rows = shownRows(sheet);
    const tops = (sheet.print.breaksAfter ?? []).map((row) => rows[row]?.[0]);
    expect(tops.length).toBeGreaterThan(2);
    expect(tops.filter((name) => !String(name).match(/shift|24 hr/))).toEqual([]);
    expect(tops).toContain('Day shift (continued)');
    expect(tops).not.toContain('24 hr shift (continued)');
  });

  it('explains the dotted outline where a bar has moved, and only there', () => {
    const legends = (lookahead: Parameters<typeof wall>[0]) =>
      shownRows(wall(lookahead)).flatMap(([first]) =>
        String(first).includes('key or milestone') ? [String(first)] : [],
      );
    expect(legends(theSketch()).join()).not.toContain('dotted');
    expect(legends(aBusySite({ tasks: 120, weeks: 1 }))[0]).toMatch(/dotted: where the bar stood before$/);
  });

  it('says whose work it is in its title: that of all shifts, or of the only one', () => {
    expect(shownRows(wall(aBusySite({ tasks: 40, weeks: 1 })))[1]?.[0]).toBe('Lookahead of all shifts');
    expect(shownRows(wall())[1]?.[0]).toBe('Day shift lookahead');
  });

  it('leaves out what no task has, or all of a cut have, for the sake of longer names', () => {
    const heads = (lookahead: Parameters<typeof wall>[0]) =>
      rowShowing(wall(lookahead), 1, 'Task').values.slice(0, 3);
    const tasks = [aSiteTask({ start: '2026-11-24', subcontractor: 'Formworks' })];
    expect(heads(theSketch({ tasks }))).toEqual(['Task', 'Subcontractor', 'Ready']);
    const audience = { kind: 'subcontractor', id: 'id of Formworks', name: 'Formworks' } as const;
    expect(heads(theSketch({ tasks, audience })).slice(1)).toEqual(['Ready', expect.stringMatching(/^\[/)]);
  });

  it('is not made of more pages than hang on a wall', () => {
    const { sheets } = planWorkbook(aBusySite({ tasks: 1_000, weeks: 1 }), { paper: 'A3' });
    expect(sheets.map(({ name }) => name)).not.toContain('Wall');
  });

  it.each([
    ['A4', 1],
    ['A3', 2],
  ] as const)('is not made for %s and %i weeks, which cannot be read at three metres', (paper, weeks) => {
    const { sheets } = planWorkbook(aBusySite({ tasks: 20, weeks }), { paper });
    expect(sheets.map(({ name }) => name)).not.toContain('Wall');
  });
});
