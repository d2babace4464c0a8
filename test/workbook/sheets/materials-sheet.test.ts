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
      shownRows(sheet('Materials', theSketch({ tasks })))
        .at(-1)
        ?.slice(-3);
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
    const formats = [...materials.rows].flatMap(
      (row) => row.cells.find((cell) => cell?.style.numberFormat?.includes('k'))?.style.numberFormat ?? [],
    );
    expect(formats).toEqual(new Array(2).fill('[>=1000]0.0,"k";[>=100]0;0.#'));
  });

  const steel = (quantity: number, unit = 'kg') => ({
    name: 'Rebar',
    unit,
    quantity,
    dailyPlanned: [{ date: '2026-11-24', quantity }],
  });
  const steelTask = (id: string, materials: readonly ReturnType<typeof steel>[]) =>
    aSiteTask({
      id,
      start: '2026-11-23',
      finish: '2026-11-25',
      subcontractor: 'Steelfix',
      source: { materials: [...materials] },
    });
  const steelfix = () =>
    theSketch({
      tasks: [
        steelTask('B', [steel(2, 't')]),
        steelTask('A1', [steel(1200)]),
        steelTask('A2', [steel(800), steel(5, '')]),
      ],
    });

  it('has a row a line and nothing else in the list, which sorts, filters and pivots without counting twice', () => {
    const materials = sheet('Materials', steelfix());
    const header = rowShowing(materials, 1, 'Material').number;
    expect(materials.autoFilter).toMatchObject({ top: header, bottom: header + 4 });
    const rows = [...materials.rows].slice(header, header + 4);
    expect(rows.map(({ cells }) => cells[2]?.value !== undefined)).toEqual(new Array(4).fill(true));
    const values = rows.flatMap(({ cells }) => cells.map((cell) => cell?.value));
    expect(values.filter((value) => typeof value === 'object' && 'formula' in value)).toEqual([]);
  });

  it('sums each material and unit below the list, day by day, by formulas that a sorted list leaves right', () => {
    const materials = sheet('Materials', steelfix());
    const header = rowShowing(materials, 1, 'Material');
    const heading = rowShowing(materials, 1, 'Totals per material, all rows').number;
    expect(heading).toBe(header.number + 6);
    const [first, last] = [header.number + 1, header.number + 4];
    const rows = [...materials.rows].slice(heading);
    const column = (title: string) => header.values.indexOf(title);
    const sums = rows.map(({ cells }) =>
      ['Material', 'Unit', 'Task', 'Task total', 'In window'].map((title) => cells[column(title)]?.value),
    );
    const own = (row: number) => `--(A${first}:A${last}=A${row}),--(B${first}:B${last}=B${row})`;
    const sum = (row: number, of: string, result: number) => ({
      formula: `SUMPRODUCT(${own(row)},${of}${first}:${of}${last})`,
      result,
    });
    const lines = (row: number, result: number) => ({ formula: `SUMPRODUCT(${own(row)})`, result });
    const at = heading + 1;
    expect(sums).toEqual([
      ['Rebar', undefined, lines(at, 1), sum(at, 'G', 5), sum(at, 'O', 5)],
      ['Rebar', 'kg', lines(at + 1, 2), sum(at + 1, 'G', 2000), sum(at + 1, 'O', 2000)],
      ['Rebar', 't', lines(at + 2, 1), sum(at + 2, 'G', 2), sum(at + 2, 'O', 2)],
    ]);
    const tuesday = column('Task total') + 2;
    expect(rows[1]?.cells[tuesday]).toMatchObject({
      value: { result: 2000 },
      style: { numberFormat: '#,##0' },
    });
    expect(rows[1]?.cells[tuesday - 1]?.value).toBeUndefined();
    expect(rows[1]?.cells[column('Task')]?.style.numberFormat).toBe('[=1]0" line";0" lines"');
  });

  it('writes the sums of a material as numbers where its name is too long for the cells of the list', () => {
    const long = { ...steel(3), name: 'Rebar '.repeat(80) };
    const materials = sheet('Materials', theSketch({ tasks: [steelTask('A', [long])] }));
    const sums = [...materials.rows].at(-1)?.cells.map((cell) => cell?.value) ?? [];
    expect(sums).toContain(3);
    expect(sums.filter((value) => typeof value === 'object')).toEqual([]);
  });
});
