import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';

describe('a screen of 1,366 pixels', () => {
  for (const weeks of [1, 6]) {
    it(`shows the columns up to the first day, and Labour up to Sunday: ${weeks} weeks`, () => {
      const { sheets } = planWorkbook(aBusySite({ tasks: 60, weeks }), { paper: 'A3' });
      for (const { name, columns, zoom = 100 } of sheets.filter((sheet) => /Day|Labour/.test(sheet.name))) {
        const shown = name === 'Labour' ? 8 : 10;
        const pixels = columns.slice(0, shown).reduce((sum, { width }) => sum + width * 7 + 5, 0);
        expect((pixels * zoom) / 100).toBeLessThanOrEqual(1_310);
      }
    });
  }
});
