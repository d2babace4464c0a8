import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { cellReference } from '#workbook/xlsx/cell-references.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { deep } from '../support/deep-checks.ts';
import { theSketch } from '../support/the-sketch.ts';
import { expectedValues } from '../support/workbook/expected-values.ts';
import { allFormulas, formulaEvaluator } from '../support/workbook/formula.ts';
import {
  differences,
  filterWithOpenpyxl,
  readWithLibreOffice,
} from '../support/workbook/read-with-others.ts';
import { rowShowing, sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';

const allRowsSheets = ['Summary', 'Last week'];

describe('a shift filtered to one subcontractor in LibreOffice', () => {
  it.runIf(deep)(
    'has the people per day of that subcontractor over the days, while Summary counts all rows',
    async () => {
      const plan = planWorkbook(aBusySite({ tasks: 60, weeks: 1 }), { paper: 'A3' });
      const day = sheetOf(plan, 'Day');
      const header = rowShowing(day, 1, 'ID').values;
      const firstDay = header.indexOf('Change,\nworking\ndays') + 1;
      const company = header.indexOf('Subcontractor');
      const own = [...day.rows].filter(({ cells }) => cells[company]?.value === 'Formworks');
      const people = Array.from({ length: 7 }, (_, at) =>
        own.reduce((sum, { cells }) => sum + Number(cells[firstDay + at]?.value ?? 0) || sum, 0),
      );
      const filter = { sheet: 'Day', title: 'Subcontractor', value: 'Formworks' };
      const filtered = filterWithOpenpyxl(await writeWorkbook(plan), filter);
      const [read] = (filtered && (await readWithLibreOffice([filtered]))) ?? [];
      if (read === undefined) return;
      const shown = (sheet: string, row: number, column: number) =>
        people.map((_, at) => read.get(sheet)?.get(cellReference(row, column + at)));

      expect(own.length).toBeGreaterThan(3);
      const total =
        1 + shownRows(day).findIndex((row) => String(row[1]).startsWith('People on the day shift'));
      expect(shown('Day', total, firstDay + 1)).toEqual(people);
      const stays = new Map([...expectedValues(plan)].filter(([sheet]) => allRowsSheets.includes(sheet)));
      expect(stays.size).toBe(2);
      expect(
        differences(stays, new Map([...read].filter(([sheet]) => allRowsSheets.includes(sheet)))),
      ).toEqual([]);
    },
  );
});

describe('rows that a filter hides', () => {
  it.each([1, 6])('still count on Summary, on Last week and in charts, in %i weeks', (weeks) => {
    const plan = planWorkbook(aBusySite({ tasks: 60, weeks }), { paper: 'A3' });
    const subtotals = allFormulas(plan).filter(({ formula }) => formula.startsWith('SUBTOTAL('));
    expect(subtotals.length).toBeGreaterThan(7);
    // As if a filter hid every row.
    const sheets = plan.sheets.map((sheet) => ({
      ...sheet,
      rows: [...sheet.rows].map((row) => ({
        ...row,
        cells: row.cells.map((cell) => {
          const value = cell?.value;
          const isSubtotal =
            typeof value === 'object' && 'formula' in value && value.formula.startsWith('SUBTOTAL(');
          return cell && isSubtotal ? { ...cell, value: 0 } : cell;
        }),
      })),
    }));
    const evaluate = formulaEvaluator({ ...plan, sheets });
    const formulas = allFormulas(plan).filter(({ sheet }) => allRowsSheets.includes(sheet));
    expect(formulas.filter(({ sheet, formula, cached }) => evaluate(sheet, formula) !== cached)).toEqual([]);
    const series = plan.sheets
      .flatMap(({ charts = [] }) => charts.filter(({ kind }) => kind === 'columns'))
      .flatMap((chart) => chart.series);
    expect(series.length).toBeGreaterThan(1);
    for (const { reference, values } of series) {
      const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
      expect(evaluate('Summary', `SUM(${reference})`)).toBeCloseTo(sum);
    }
  });
});

describe('rows that a filter or a sort covers', () => {
  it('are followed by an empty row, so that Excel does not include the rows below', () => {
    const plans = [theSketch(), aBusySite({ tasks: 60, weeks: 1 })].map((one) =>
      planWorkbook(one, { paper: 'A3' }),
    );
    const filtered = plans.flatMap(({ sheets }) => sheets.filter(({ autoFilter }) => autoFilter));
    expect(new Set(filtered.map(({ name }) => name))).toContain('Materials');
    for (const { name, rows, autoFilter, merges = [] } of filtered) {
      // Excel cannot sort merged cells.
      expect([name, merges.filter(({ bottom }) => bottom >= (autoFilter?.top ?? 1))]).toEqual([name, []]);
      const next = [...rows][autoFilter?.bottom ?? 0]?.cells ?? [];
      expect([name, next.flatMap((cell) => cell?.value ?? [])]).toEqual([name, []]);
    }
  });
});
