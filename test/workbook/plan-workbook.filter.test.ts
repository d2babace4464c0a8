import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../functions/workbook/plan-workbook.ts';
import { cellReference } from '../../functions/workbook/xlsx/cell-references.ts';
import { writeWorkbook } from '../../functions/workbook/xlsx/workbook-writer.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { deep } from '../support/deep-checks.ts';
import { theSketch } from '../support/the-sketch.ts';
import { filterWithOpenpyxl, readWithLibreOffice } from '../support/workbook/read-with-others.ts';
import { rowShowing, sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';

describe('a shift filtered to one subcontractor in LibreOffice', () => {
  it.runIf(deep)(
    'has their people per day below the days and on Summary, which says of its other figures that they stay',
    async () => {
      const plan = planWorkbook(aBusySite({ tasks: 60, weeks: 1 }), { paper: 'A3' });
      const [day, summary] = [sheetOf(plan, 'Day'), sheetOf(plan, 'Summary')];
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
      const left = rowShowing(summary, 15, 'Shift');
      expect(shown('Summary', left.number + 1, 16)).toEqual(people);
      expect(rowShowing(summary, 15, 'People per day, as filtered on the shift sheets').number).toBe(
        left.number - 1,
      );
      expect(rowShowing(summary, 1, 'People per day by place, all rows').number).toBeGreaterThan(0);
    },
  );
});

describe('the rows that a filter or a sort covers', () => {
  it('have an empty row after them, so that Excel does not take what is below for more of them', () => {
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
