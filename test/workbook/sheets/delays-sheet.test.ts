import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aDay, aPlannedTask } from '../../support/builders/a-planned-task.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf } from '../../support/workbook/sheet-reading.ts';

const [guideWall = aPlannedTask()] = sketchTasks;
const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Delays', () => {
  const line = {
    taskId: guideWall.id,
    taskRef: 'A1010',
    taskName: 'Install guide wall',
    shift: 'day' as const,
    subcontractor: 'Keller Piling',
    owner: 'A. Quay',
    open: true,
  };
  const lines = [
    { ...line, day: aDay('2026-11-20'), amount: 2, reason: 'Weather' },
    { ...line, day: undefined, amount: undefined, reason: 'Weather' },
    { ...line, day: aDay('2026-11-18'), amount: 0.5, reason: '=cmd|x', open: false },
  ];
  const perReason = [
    { reason: 'Weather', count: 2, days: 2 },
    { reason: '=cmd|x', count: 1, days: 0.5 },
  ];
  const delays = sheet('Delays', theSketch({ delays: { lines, perReason, open: 2 } }));

  it('lists them with totals per reason and room for the corrective action', () => {
    expect(rowShowing(delays, 8, '=cmd|x').values).toEqual([
      `[${aDay('2026-11-18')}]`,
      'A1010',
      'Install guide wall',
      'Day',
      'Keller Piling',
      'A. Quay',
      0.5,
      '=cmd|x',
      'complete',
      '',
    ]);
    const total = rowShowing(delays, 3, 'Weather');
    expect(total.values.slice(2, 5)).toEqual(['Weather', 2, 2]);
    expect(total.row.cells[3]?.value).toEqual({ formula: 'COUNTIF(H6:H8,"Weather")', result: 2 });
  });

  it('never lets a reason act as a criterion', () => {
    expect(rowShowing(delays, 3, '=cmd|x').row.cells[3]?.value).toBe(1);
  });

  it('writes the total of a reason that its cell has not whole, for a formula would not find it', () => {
    const reason = 'Rain\n'.repeat(12).trim();
    const [line] = lines;
    const long = {
      lines: line === undefined ? [] : [{ ...line, reason }],
      perReason: [{ reason, count: 1, days: 2 }],
      open: 1,
    };
    const plan = planWorkbook(theSketch({ delays: long }), { paper: 'A4' });
    const total = rowShowing(sheetOf(plan, 'Delays'), 3, reason);
    expect(total.row.cells[3]?.value).toBe(1);
  });

  it('offers reasons already used', () => {
    expect(delays.validations).toMatchObject([{ choices: ['Weather', '=cmd|x'] }]);
  });
});
