import { describe, expect, it } from 'vitest';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Paper } from '#workbook/papers.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { asTotalStyle, groupRowStyles, tableCellStyles } from '#workbook/theme/styles.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { deep } from '../../support/deep-checks.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { formulaEvaluator } from '../../support/workbook/formula.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const resources = (lookahead = theSketch(), paper: Paper = 'A3') =>
  sheetOf(planWorkbook(lookahead, { paper, sheets: { off: ['wall', 'materials'] } }), 'Resources');

const bands = ['People by subcontractor', 'People by place', 'People by trade', 'Plant'];

/** The rows of each block as shown, from its first line to its total, by the beginning of the name of the block. */
function blocksIn(lookahead: Lookahead): Readonly<Record<string, readonly (string | number)[][]>> {
  const rows = shownRows(resources(lookahead));
  return Object.fromEntries(
    bands.map((band) => {
      const from = rows.findIndex(([name]) => String(name).startsWith(band)) + 1;
      const length = rows.slice(from).findIndex(([name]) => String(name).startsWith('Total ')) + 1;
      return [band, rows.slice(from, from + length)];
    }),
  );
}

describe('Resources', () => {
  it('lists people by subcontractor and place with their tasks, then plant, with totals both ways', () => {
    const [monday, tuesday] = ['2026-11-23', '2026-11-24'];
    const steelfix = { subcontractor: 'Steelfix', labour: { fixers: 4 } };
    const tasks = [
      aSiteTask({ id: 'A', location: 'Level 2', start: monday, finish: tuesday, ...steelfix }),
      aSiteTask({ id: 'B', shift: 'night', start: monday, ...steelfix, plant: { MEWP: 2 } }),
      aSiteTask({ id: 'C', location: 'Level 2', start: tuesday, labour: { joiners: 1.5 } }),
    ];
    expect(blocksIn(theSketch({ tasks, rules: { shifts: ['day', 'night'] } }))).toEqual({
      'People by subcontractor': [
        ['Steelfix', 'A, B', 8, 4, '', '', '', '', '', 12],
        ['(no subcontractor)', 'C', '', 1.5, '', '', '', '', '', 1.5],
        ['Total people', '', 8, 5.5, 0, 0, 0, 0, 0, 13.5],
      ],
      'People by place': [
        ['Level 2', 'A, C', 4, 5.5, '', '', '', '', '', 9.5],
        ['(no place)', 'B', 4, '', '', '', '', '', '', 4],
        ['Total people', '', 8, 5.5, 0, 0, 0, 0, 0, 13.5],
      ],
      'People by trade': [
        ['fixers, day shift', 'A', 4, 4, '', '', '', '', '', 8],
        ['fixers, night shift', 'B', 4, '', '', '', '', '', '', 4],
        ['joiners, day shift', 'C', '', 1.5, '', '', '', '', '', 1.5],
        ['Total people', '', 8, 5.5, 0, 0, 0, 0, 0, 13.5],
      ],
      Plant: [
        ['MEWP, night shift · Lifting', 'B', 2, '', '', '', '', '', '', 2],
        ['Total plant', '', 2, 0, 0, 0, 0, 0, 0, 2],
      ],
    });
  });

  it.each([1, 3])('has the same sums in each block as the bars of the tasks, over %d weeks', (weeks) => {
    const site = aBusySite({ tasks: 90, weeks });
    const perDay = (quantity: (task: Lookahead['tasks'][number]) => number) =>
      site.days.map((_, day) =>
        site.tasks
          .filter(({ cells, status }) => cells[day]?.kind === 'bar' && status.kind !== 'cancelled')
          .reduce((sum, task) => sum + quantity(task), 0),
      );
    const needed = (kind: 'labour' | 'plant') =>
      perDay((task) => task[kind].reduce((sum, { quantity }) => sum + quantity, 0));
    const ofShifts = site.days.map((_, day) =>
      site.shifts.reduce((sum, { peoplePerDay }) => sum + (peoplePerDay[day] ?? 0), 0),
    );
    const blocks = blocksIn(site);
    for (const band of bands) {
      const days = needed(band === 'Plant' ? 'plant' : 'labour');
      const all = [...days, days.reduce((sum, each) => sum + each, 0)];
      const total = blocks[band]?.at(-1)?.slice(2);
      expect(total, band).toEqual(all);
      const lines = blocks[band]?.slice(0, -1) ?? [];
      expect(
        all.map((_, at) => lines.reduce((sum, line) => sum + Number(line[at + 2] ?? 0), 0)),
        band,
      ).toEqual(all);
      if (band !== 'Plant') expect(total?.slice(0, -1), band).toEqual(ofShifts);
    }
  });

  it('has sums as formulas, with their values', () => {
    const plan = planWorkbook(aBusySite({ tasks: 40, weeks: 1 }), { paper: 'A3' });
    const evaluate = formulaEvaluator(plan);
    const formulas = [...sheetOf(plan, 'Resources').rows].flatMap(({ cells }) =>
      cells.flatMap((cell) =>
        typeof cell?.value === 'object' && 'formula' in cell.value ? [cell.value] : [],
      ),
    );
    expect(formulas.length).toBeGreaterThan(50);
    for (const { formula, result } of formulas) expect(evaluate('Resources', formula)).toBe(result);
  });

  it('has one colour scale for people and one for plant, over the days of their blocks', () => {
    const sheet = resources();
    const rows = [...sheet.rows];
    const [people, plant, ...others] = sheet.colorScales ?? [];
    expect(others).toEqual([]);
    expect([people?.areas.length, plant?.areas.length]).toEqual([3, 1]);
    for (const { top, left, bottom, right } of [...(people?.areas ?? []), ...(plant?.areas ?? [])]) {
      expect([left, right]).toEqual([3, 9]);
      expect(rows[top - 2]?.cells[0]?.style).toBe(groupRowStyles.name);
      expect(rows[bottom]?.cells[0]?.style).toBe(asTotalStyle(tableCellStyles.resource));
    }
  });

  it('folds the trades below their heading, so that they are not printed', () => {
    const rows = [...resources(aBusySite({ tasks: 40, weeks: 1 })).rows];
    const hidden = rows.flatMap((row, at) => (row.hidden ? [at] : []));
    const from = hidden[0] ?? 0;
    expect(hidden).toEqual(Array.from({ length: hidden.length }, (_, at) => from + at));
    expect(rows[from - 1]).toMatchObject({ folded: true });
    expect(rows[from - 1]?.cells[0]?.value).toBe(`People by trade (${hidden.length - 1} rows folded)`);
    expect(rows.filter(({ outline }) => outline === 1).length).toBe(hidden.length);
    for (const at of hidden) expect(rows[at]?.height).toBeGreaterThan(15);
  });

  it('lists the tasks of a row on at most two lines, and says how many more there are', () => {
    const ids = Array.from({ length: 60 }, (_, at) => `A${1000 + at}`);
    const tasks = ids.map((id) => aSiteTask({ id, start: '2026-11-23', labour: { fixers: 1 } }));
    const text = String(rowShowing(resources(theSketch({ tasks })), 1, '(no place)').values[1]);
    const [, more] = / and (\d+) more$/.exec(text) ?? [];
    expect(text.split(', ').length + Number(more)).toBe(60);
    expect(rowShowing(resources(theSketch({ tasks })), 1, '(no place)').row.height).toBeLessThan(35);
  });

  it.each(['A3', 'A4'] as const)(
    'keeps names with their first rows and totals with their last on %s',
    (paper) => {
      const names = Array.from({ length: 37 }, (_, at) => `Place ${at}`);
      for (const count of names.map((_, at) => at).filter((at) => deep || at % 4 === 0)) {
        const tasks = names.slice(0, count + 1).map((name) =>
          aSiteTask({
            id: name,
            location: name,
            labour: { [name]: 2 },
            plant: { [name]: 1 },
            start: '2026-11-24',
          }),
        );
        const sheet = resources(theSketch({ tasks }), paper);
        const rows = [...sheet.rows].map((row) => row.cells[0]?.style);
        for (const row of sheet.print.breaksAfter ?? []) {
          expect(rows.slice(row - 2, row), `${count}`).not.toContain(groupRowStyles.name);
          expect(rows.slice(row, row + 2), `${count}`).not.toContain(asTotalStyle(tableCellStyles.resource));
        }
      }
    },
  );

  it('prints 70 tasks of a week on two pages of A3', () => {
    const { print } = resources(aBusySite({ tasks: 70, weeks: 1 }));
    expect(print.breaksAfter?.length ?? 0).toBeLessThanOrEqual(1);
  });

  it('says in the name of a block which people and plant it does not count because their tasks are carried over', () => {
    const needs = { labour: { fixers: 5 }, plant: { 'Mobile crane 80 t': 1 } };
    const tasks = [
      aSiteTask({ id: 'A', start: '2026-11-23', ...needs }),
      aSiteTask({ id: 'B', start: '2026-11-17', ...needs }),
    ];
    const names = shownRows(resources(theSketch({ tasks }))).map(([name]) => name);
    expect(names[3]).toMatch(/ {2}All rows: 5 person-days · 1 plant-day$/);
    expect(names).toContain('People by subcontractor · 5 people on 1 task carried over are not counted');
    expect(names).toContain('Plant · not counted, for tasks carried over: 1 × Mobile crane 80 t');
  });

  it('is left out if no task has people or plant', () => {
    const bare = theSketch({ tasks: [aSiteTask({ start: '2026-11-23' })] });
    expect(planWorkbook(bare, { paper: 'A3' }).sheets.map(({ name }) => name)).not.toContain('Resources');
  });
});
