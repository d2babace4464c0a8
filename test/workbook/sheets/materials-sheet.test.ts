import { describe, expect, it } from 'vitest';
import type { MaterialLine } from '../../../functions/lookahead/resources/material-lines.ts';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aDay, aPlannedTask } from '../../support/builders/a-planned-task.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf } from '../../support/workbook/sheet-reading.ts';

const [guideWall = aPlannedTask()] = sketchTasks;
const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Materials', () => {
  it('is the call-off list: planned per day, to date, and the difference with its sign', () => {
    const line: MaterialLine = {
      taskId: guideWall.id,
      taskRef: 'A1010',
      taskName: 'Install guide wall',
      shift: 'day',
      subcontractor: 'Keller Piling',
      material: 'Concrete C32/40',
      unit: 'm³',
      quantity: 120,
      plannedPerDay: [12.5, undefined, 8, undefined, undefined, undefined, undefined],
      plannedInWindow: 20.5,
      plannedToDate: 40,
      actualToDate: 36,
      difference: -4,
      firstNeeded: aDay('2026-11-23'),
    };
    const materials = sheet('Materials', theSketch({ materials: [line] }));
    expect(rowShowing(materials, 1, 'Concrete C32/40').values).toEqual([
      'Concrete C32/40',
      'm³',
      'A1010',
      'Install guide wall',
      'Day',
      'Keller Piling',
      120,
      12.5,
      '',
      8,
      '',
      '',
      '',
      '',
      20.5,
      40,
      36,
      -4,
    ]);
    expect(rowShowing(materials, 1, 'Concrete C32/40').row.cells.at(-1)?.style.numberFormat).toBe('+0;-0;0');
  });
});
