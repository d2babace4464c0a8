import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../../functions/workbook/plan-workbook.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';

describe('the pages of a shift', () => {
  it('repeat the name of a group that continues on the next page, and count its people once', () => {
    const sheet = sheetOf(
      planWorkbook(aBusySite({ tasks: 200, weeks: 1 }, { rules: { groupBy: 'subcontractor' } }), {
        paper: 'A3',
      }),
      'Day',
    );
    const rows = shownRows(sheet);
    const first = rows.map((row) => String(row[0]));
    const ends = sheet.print.breaksAfter ?? [];
    const continued = first.flatMap((name, index) => (name.endsWith('(continued)') ? [index] : []));
    expect(continued.length).toBeGreaterThan(0);
    for (const index of continued) {
      expect(ends).toContain(index);
      expect(rows[index]?.slice(1).every((value) => value === '')).toBe(true);
      expect(first.slice(0, index)).toContain(first[index]?.replace(' (continued)', ''));
    }
  });

  it('keep people, legend and signature lines on the page of the last group', () => {
    const sheet = sheetOf(planWorkbook(aBusySite({ tasks: 120, weeks: 1 }), { paper: 'A4' }), 'Day');
    const rows = [...sheet.rows];
    const last = sheet.print.breaksAfter?.at(-1) ?? 0;
    const people = shownRows(sheet).findIndex((row) => row[1] === 'People on the day shift');
    expect(rows.slice(last + 1, people).filter((row) => row.outline === 1).length).toBeGreaterThan(1);
  });
});
