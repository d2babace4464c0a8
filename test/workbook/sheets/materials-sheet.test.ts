import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { weekFrom } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { deep } from '../../support/deep-checks.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { formulaEvaluator } from '../../support/workbook/formula.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Materials', () => {
  it('lists quantities planned per day and to date, and the difference with its sign', () => {
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
      40,
      36,
      -4,
      12.5,
      '',
      8,
      '',
      '',
      '',
      '',
      20.5,
      59.5,
      84,
      'task-A1010',
    ]);
    expect(rowShowing(materials, 3, 'A1010').row.cells[9]?.style.numberFormat).toBe('+#,##0;-#,##0;0');
  });

  it('adds up the differences of tasks with actual figures only, so that tasks not begun do not hide what is short', () => {
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
      rowShowing(sheet('Materials', theSketch({ tasks })), 1, 'Rebar').values.slice(6, 9);
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
      (row) =>
        row.cells.find((cell) => cell?.value !== undefined && cell.style.numberFormat?.includes('k'))?.style
          .numberFormat ?? [],
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

  it('has one row per line and no totals in the list, so that it can be sorted, filtered and pivoted without counting twice', () => {
    const materials = sheet('Materials', steelfix());
    const header = rowShowing(materials, 1, 'Lines per task').number + 1;
    expect(shownRows(materials)[header - 1]?.slice(0, 3)).toEqual(['Material', 'Unit', 'ID']);
    expect(materials.autoFilter).toMatchObject({ top: header, bottom: header + 4 });
    const rows = [...materials.rows].slice(header, header + 4);
    expect(rows.map(({ cells }) => cells[2]?.value !== undefined)).toEqual(new Array(4).fill(true));
    const values = rows.flatMap(({ cells }) => cells.map((cell) => cell?.value));
    expect(values.filter((value) => typeof value === 'object' && 'formula' in value)).toEqual([]);
  });

  it('adds up each material and unit per day above the list, with formulas that stay right if the list is sorted', () => {
    const materials = sheet('Materials', steelfix());
    const header = rowShowing(materials, 1, 'Material');
    const heading = rowShowing(materials, 1, 'Totals per material, all rows').number;
    expect(heading).toBe(header.number + 1);
    const list = rowShowing(materials, 1, 'Lines per task').number;
    expect(list).toBe(heading + 4);
    const [first, last] = [list + 2, list + 5];
    const rows = [...materials.rows].slice(heading, heading + 3);
    const column = (title: string) => header.values.indexOf(title);
    const sums = rows.map(({ cells }) =>
      ['Material', 'Unit', 'Task', 'Task total', 'In window'].map((title) => cells[column(title)]?.value),
    );
    const own = (unit: string) => `--(A${first}:A${last}="Rebar"),--(B${first}:B${last}="${unit}")`;
    const sum = (unit: string, of: string, result: number) => ({
      formula: `SUMPRODUCT(${own(unit)},${of}${first}:${of}${last})`,
      result,
    });
    const lines = (unit: string, result: number) => ({ formula: `SUMPRODUCT(${own(unit)})`, result });
    expect(sums).toEqual([
      ['Rebar', undefined, lines('', 1), sum('', 'G', 5), sum('', 'R', 5)],
      ['Rebar', 'kg', lines('kg', 2), sum('kg', 'G', 2000), sum('kg', 'R', 2000)],
      ['Rebar', 't', lines('t', 1), sum('t', 'G', 2), sum('t', 'R', 2)],
    ]);
    const tuesday = column('Difference if reported') + 2;
    expect(rows[1]?.cells[tuesday]).toMatchObject({
      value: { result: 2000 },
      style: { numberFormat: '#,##0' },
    });
    expect(rows[1]?.cells[tuesday - 1]?.value).toBeUndefined();
    expect(rows[1]?.cells[column('Task')]?.style.numberFormat).toBe('[=1]0" line";0" lines"');
  });

  it('writes the sums of a material as numbers if its name is too long for the cells of the list', () => {
    const long = { ...steel(3), name: 'Rebar '.repeat(80) };
    const materials = sheet('Materials', theSketch({ tasks: [steelTask('A', [long])] }));
    const heading = rowShowing(materials, 1, 'Totals per material, all rows').number;
    const sums = [...materials.rows][heading]?.cells.map((cell) => cell?.value) ?? [];
    expect(sums).toContain(3);
    expect(sums.filter((value) => typeof value === 'object')).toEqual([]);
  });

  const figure = (date: string, quantity: number) => ({ date, quantity });
  /** The report day is Friday 20 November, the window is the week from Monday 23. */
  const bricks = {
    name: 'Bricks',
    unit: 'no.',
    quantity: 130,
    dailyPlanned: [
      figure('2026-11-20', 54),
      figure('2026-11-21', 18),
      figure('2026-11-24', 35),
      figure('2026-12-01', 20),
    ],
  };
  const bricklaying = (given: object) =>
    aSiteTask({
      start: '2026-11-20',
      finish: '2026-12-01',
      source: { materials: [{ ...bricks, ...given }] },
    });
  const totalOf = (materials: ReturnType<typeof sheet>) => {
    const titles = rowShowing(materials, 1, 'Material').values;
    const { values } = rowShowing(materials, 1, 'Bricks');
    return (title: string) => values[titles.indexOf(title)];
  };

  it('has a column for each part of the quantity: up to the report day, then up to the window, in it, after it and without a day', () => {
    const of = totalOf(sheet('Materials', theSketch({ tasks: [bricklaying({})] })));
    const parts = [
      'Planned to Fri 20 Nov',
      'Then to Sun 22 Nov',
      'In window',
      'After Sun 29 Nov',
      'Without a day',
    ];
    expect(parts.map(of)).toEqual([54, 18, 35, 20, 3]);
    expect(of('Task total')).toBe(130);
    expect(of('Left')).toBe(130 - 54);
  });

  it('leaves out the columns of quantities that no line has', () => {
    const materials = sheet('Materials', theSketch({ tasks: [steelTask('A', [steel(5)])] }));
    const titles = rowShowing(materials, 1, 'Material').values.join('|');
    expect(titles).not.toMatch(/Then to|After|Without/);
  });

  it('calculates what is left from the actual quantity, and counts the lines that are short', () => {
    const materials = sheet(
      'Materials',
      theSketch({ tasks: [bricklaying({ dailyActual: [figure('2026-11-20', 50)] })] }),
    );
    expect(['Left', 'Difference if reported'].map(totalOf(materials))).toEqual([80, -4]);
    expect(shownRows(materials)[3]?.[0]).toContain('1 line short of what was planned to Fri 20 Nov');
  });

  it.each([1, 3])('has totals whose formulas add up the lines of each material, over %d weeks', (weeks) => {
    const site = aBusySite({ tasks: 80, weeks });
    const plan = planWorkbook(site, { paper: 'A3' });
    const materials = sheetOf(plan, 'Materials');
    const evaluate = formulaEvaluator(plan);
    const rows = [...materials.rows];
    const heading = rowShowing(materials, 1, 'Lines per task').number;
    const top = rowShowing(materials, 1, 'Totals per material, all rows').number;
    const isNumber = (value: unknown) => typeof value === 'number';
    for (const { cells } of rows.slice(top, heading - 1)) {
      const [name, unit] = cells.map((cell) => cell?.value);
      const lines = rows
        .slice(heading + 1)
        .map((row) => row.cells.map((cell) => cell?.value))
        .filter(([material, of]) => material === name && of === unit);
      expect(lines.length).toBeGreaterThan(0);
      for (const [at, cell] of cells.entries()) {
        if (at < 6 || typeof cell?.value !== 'object' || !('formula' in cell.value)) continue;
        const { formula, result } = cell.value;
        const sum = lines.reduce((total, line) => total + Number(isNumber(line[at]) ? line[at] : 0), 0);
        expect(result).toBeCloseTo(sum, 6);
        expect(evaluate('Materials', formula)).toBeCloseTo(sum, 6);
      }
    }
  });

  it.each([
    ['A3', 1],
    ['A4', 1],
    ['A3', 6],
    ['A4', 6],
  ] as const)(
    'fills at least a quarter of the last page on %s over %d weeks, and leaves no heading at the foot of a page',
    (paper, weeks) => {
      for (const tasks of deep ? [20, 45, 70, 110, 160] : [45, 110]) {
        const plan = planWorkbook(aBusySite({ tasks, weeks }), {
          paper,
          sheets: { off: ['wall', 'resources'] },
        });
        const materials = sheetOf(plan, 'Materials');
        const rows = [...materials.rows];
        const points = (from: number, to?: number) =>
          rows.slice(from, to).reduce((sum, { height = 15 }) => sum + height, 0);
        const breaks = materials.print.breaksAfter ?? [];
        const fullest = Math.max(...breaks.map((row, at) => points(breaks[at - 1] ?? 6, row)));
        if (breaks.length > 0) expect(points(breaks.at(-1) ?? 0)).toBeGreaterThan(fullest / 4);
        const list = rowShowing(materials, 1, 'Lines per task').number;
        for (const row of breaks) expect([list, list + 1, list + 2]).not.toContain(row);
      }
    },
  );
});
