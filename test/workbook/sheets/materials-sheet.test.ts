import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { weekFrom } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

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
    expect(rowShowing(materials, 3, 'A1010').values).toEqual([
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
    expect(rowShowing(materials, 3, 'A1010').row.cells.at(-2)?.style.numberFormat).toBe('+#,##0;-#,##0;0');
  });

  it('sums the differences of the tasks that have actuals, so that those not begun do not hide what is short', () => {
    const task = (id: string, dailyActual: { date: string; quantity: number }[]) =>
      aSiteTask({
        id,
        start: '2026-11-19',
        finish: '2026-11-25',
        source: {
          materials: [
            { name: 'Rebar', unit: 't', dailyPlanned: [{ date: '2026-11-19', quantity: 5 }], dailyActual },
          ],
        },
      });
    const actual = [{ date: '2026-11-19', quantity: 4 }];
    const sums = (...tasks: ReturnType<typeof task>[]) =>
      rowShowing(sheet('Materials', theSketch({ tasks })), 4, `${tasks.length} lines`).values.slice(-3);
    expect(sums(task('A', actual), task('B', []))).toEqual([10, 4, -1]);
    expect(sums(task('A', []), task('B', []))).toEqual([10, '', '']);
    expect(sums(task('A', actual), task('B', actual))).toEqual([10, 8, -2]);
  });

  it('shortens large quantities in the narrow days of a longer window, where they would shrink too small', () => {
    const rebar = {
      name: 'Rebar',
      unit: 'kg',
      dailyPlanned: [{ date: '2026-11-24', quantity: 1237.5 }],
    };
    const tasks = [aSiteTask({ start: '2026-11-24', source: { materials: [rebar] } })];
    const materials = sheet('Materials', theSketch({ tasks, window: weekFrom('2026-11-23', 6) }));
    const formats = [rowShowing(materials, 4, '1 line'), rowShowing(materials, 3, 'A1010')].map(
      ({ row }) => row.cells.find((cell) => cell?.style.numberFormat?.includes('k'))?.style.numberFormat,
    );
    expect(formats).toEqual(new Array(2).fill('[>=1000]0.0,"k";[>=100]0;0.#'));
  });

  it('sums each material and unit, day by day, in a row that follows filters, with thousands apart', () => {
    const steel = (quantity: number, unit = 'kg') => ({
      name: 'Rebar',
      unit,
      quantity,
      dailyPlanned: [{ date: '2026-11-24', quantity }],
    });
    const task = (id: string, materials: readonly ReturnType<typeof steel>[]) =>
      aSiteTask({
        id,
        start: '2026-11-23',
        finish: '2026-11-25',
        subcontractor: 'Steelfix',
        source: { materials: [...materials] },
      });
    const plan = planWorkbook(
      theSketch({ tasks: [task('B', [steel(2, 't')]), task('A1', [steel(1200)]), task('A2', [steel(800)])] }),
      { paper: 'A3' },
    );
    const materials = sheetOf(plan, 'Materials');
    const { row, number } = rowShowing(materials, 4, '2 lines');
    expect(row.cells.slice(0, 2).map((cell) => cell?.value)).toEqual(['Rebar', 'kg']);
    const column = (title: string) => rowShowing(materials, 1, 'Material').values.indexOf(title);
    expect(row.cells[column('Task total')]).toMatchObject({
      value: { formula: `SUBTOTAL(9,G${number + 1}:G${number + 2})`, result: 2000 },
      style: { numberFormat: '#,##0' },
    });
    expect(row.cells[column('Task total') + 2]?.value).toMatchObject({ result: 2000 });
    expect(row.cells[column('Task total') + 1]?.value).toBeUndefined();
    const order = [...materials.rows]
      .slice(number - 1)
      .map(({ outline }, index) => [shownRows(materials)[number - 1 + index]?.[2], outline]);
    expect(order.slice(0, 5)).toEqual([
      ['', undefined],
      ['A1', 1],
      ['A2', 1],
      ['', undefined],
      ['B', 1],
    ]);
  });
});
