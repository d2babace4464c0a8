import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../functions/lookahead/readiness/findings.ts';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aDay, aPlannedTask } from '../../support/builders/a-planned-task.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { sheetOf } from '../../support/workbook/sheet-reading.ts';

describe('a list', () => {
  const [guideWall = aPlannedTask()] = sketchTasks;
  const finding: Finding = {
    check: 'no-labour',
    task: guideWall,
    missing: 'No labour',
    ask: 'A. Quay',
    neededBy: aDay('2026-11-23'),
  };
  const findings = [finding, { ...finding, missing: 'No owner' }, { ...finding, missing: 'No location' }];

  it('shows a repeated task light, with its value in every row and no line between', () => {
    const sheet = sheetOf(planWorkbook(theSketch({ findings }), { paper: 'A3' }), 'Readiness');
    const rows = [...sheet.rows].slice(5, 8).map((row) => row.cells[2]);
    expect(rows.map((cell) => cell?.value)).toEqual(new Array(3).fill(guideWall.name));
    expect(rows.map((cell) => cell?.style.font?.bold)).toEqual([true, undefined, undefined]);
    expect(rows.map((cell) => cell?.style.border?.bottom !== undefined)).toEqual([false, false, true]);
  });

  it('keeps words a step away from the column before, under a title that does the same', () => {
    const { sheets } = planWorkbook(theSketch({ findings }), { paper: 'A3' });
    for (const sheet of sheets.filter(({ name }) => name !== 'Summary')) {
      for (const row of sheet.rows) {
        for (const cell of row.cells) {
          const { wrap, horizontal, indent } = cell?.style.alignment ?? {};
          if (wrap && horizontal === 'left') expect(indent, sheet.name).toBe(1);
        }
      }
    }
  });
});
