import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../functions/workbook/plan-workbook.ts';
import { writeWorkbook } from '../../functions/workbook/xlsx/workbook-writer.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { allFormulas } from '../support/workbook/formula.ts';
import { readWithLibreOffice } from '../support/workbook/read-with-others.ts';

describe('a workbook that LibreOffice calculates anew', () => {
  it('has on every sheet the figures that were written beside its formulas', async () => {
    const plan = planWorkbook(aBusySite({ tasks: 60, weeks: 2 }), { paper: 'A3' });
    const read = await readWithLibreOffice(await writeWorkbook(plan));
    if (read === undefined) return;
    const formulas = allFormulas(plan);
    const wrong = formulas.filter(({ sheet, address, cached }) => {
      const value = read.get(sheet)?.get(address);
      return typeof cached === 'number' && typeof value === 'number'
        ? Math.abs(value - cached) > 1e-9
        : value !== cached;
    });
    expect(formulas.length).toBeGreaterThan(150);
    expect(wrong).toEqual([]);
  }, 60_000);
});
