import { describe, expect, it } from 'vitest';
import { indentedTextRoomInColumn, textFonts, textWidth } from '#workbook/layout/text-width.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
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

  it('do not end with a page of one or two tasks', () => {
    const sheet = sheetOf(planWorkbook(aBusySite({ tasks: 40, weeks: 1 }), { paper: 'A4' }), 'Day');
    const last = sheet.print.breaksAfter?.at(-1) ?? 0;
    const signatures = shownRows(sheet).findIndex((row) => row.includes('Shift supervisor'));
    const tasks = [...sheet.rows].slice(last, signatures).filter((row) => row.outline === 1);
    expect(tasks.length).toBeGreaterThan(2);
  });

  it('print only their own columns and rows, so that no space is kept for a long text in the header', () => {
    const sheet = sheetOf(planWorkbook(aBusySite({ tasks: 60, weeks: 6 }), { paper: 'A4' }), 'Day');
    const rows = [...sheet.rows].filter(({ hidden }) => !hidden);
    const columns = sheet.columns.filter(({ hidden }) => !hidden);
    expect(sheet.print.area).toEqual({ top: 1, left: 1, bottom: rows.length, right: columns.length });
  });

  it('keep the letter, marks and people in days that are too narrow, where the text shrinks', () => {
    const sheet = sheetOf(planWorkbook(aBusySite({ tasks: 60, weeks: 6 }), { paper: 'A4' }), 'Day');
    const row = shownRows(sheet).find(([name]) =>
      /^Fix column starters, level 6,\sgrid 5–8$/.test(`${name}`),
    );
    expect(row).toContain('◀P\u200a4');
  });

  it('keep the mark ✗ on the line of the word after it', () => {
    for (const [groupBy, weeks, paper] of [
      ['package', 1, 'A3'],
      ['folder', 2, 'A4'],
    ] as const) {
      const site = aBusySite({ tasks: 60, weeks }, { rules: { groupBy } });
      const sheet = sheetOf(planWorkbook(site, { paper }), 'Day');
      const ready =
        shownRows(sheet)
          .find((row) => row.includes('Ready'))
          ?.indexOf('Ready') ?? 0;
      const room = indentedTextRoomInColumn(sheet.columns[ready]?.width ?? 0);
      for (const word of ['✗ blocked', '✗ delayed', '✗ overdue']) {
        expect(room).toBeGreaterThanOrEqual(textWidth(word, textFonts.bold));
      }
    }
  });

  it('keep the signature lines on the page of the last group', () => {
    const sheet = sheetOf(planWorkbook(aBusySite({ tasks: 120, weeks: 1 }), { paper: 'A4' }), 'Day');
    const rows = [...sheet.rows];
    const last = sheet.print.breaksAfter?.at(-1) ?? 0;
    const signatures = shownRows(sheet).findIndex((row) => row.includes('Shift supervisor'));
    expect(rows.slice(last + 1, signatures).filter((row) => row.outline === 1).length).toBeGreaterThan(1);
  });
});
