import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf } from '../../support/workbook/sheet-reading.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Materials', () => {
  it('is the call-off list: planned per day, to date, and the difference with its sign', () => {
    const figure = (date: string, quantity: number) => ({ date, quantity });
    const concrete = {
      name: 'Concrete C32/40',
      unit: 'm³',
      quantity: 120,
      dailyPlanned: [figure('2026-11-19', 40), figure('2026-11-23', 12.5), figure('2026-11-25', 8)],
      dailyActual: [figure('2026-11-19', 36)],
    };
    const task = aSiteTask({
      start: '2026-11-19',
      finish: '2026-11-25',
      subcontractor: 'Keller Piling',
      source: { materials: [concrete] },
    });
    const materials = sheet('Materials', theSketch({ tasks: [task] }));
    expect(rowShowing(materials, 1, 'Concrete C32/40').values).toEqual([
      'Concrete C32/40',
      'm³',
      'A1010',
      'Install guide wall, grid 4–9',
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
      'task-A1010',
    ]);
    expect(rowShowing(materials, 1, 'Concrete C32/40').row.cells.at(-2)?.style.numberFormat).toBe('+0;-0;0');
  });
});
