import { describe, expect, it } from 'vitest';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { heightLeftForRows, rowHeightsInPoints } from '#workbook/layout/page-breaks.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { columnWidthInPixels } from '#workbook/xlsx/sheet-plan.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { pngBytes } from '../../support/builders/a-workbook-plan.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const words = 'Is this print current? Scan the code to check it and to open the week on a phone.';
const wall = (lookahead: Lookahead, wallCode: Uint8Array | undefined) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3', wallCode }), 'Wall');
const manyDays = aBusySite({ tasks: 120, weeks: 1 });

describe('the code on the wall', () => {
  it('is there only if the report has one', () => {
    const sheet = wall(manyDays, undefined);
    expect(sheet.pictures).toEqual([]);
    expect(shownRows(sheet).flat()).not.toContain(words);
  });

  it('is on the first page, below the heads and above the first shift, in rows that are high enough', () => {
    const sheet = wall(manyDays, pngBytes);
    const number = rowShowing(sheet, 1, words).number - 1;
    const rows = [...sheet.rows];
    expect(sheet.pictures).toMatchObject([{ bytes: pngBytes, column: 2, row: number, alternative: words }]);
    expect(number).toBeGreaterThan(sheet.print.titleRows?.last ?? Number.POSITIVE_INFINITY);
    expect(number).toBeLessThan(sheet.print.breaksAfter?.[0] ?? 0);
    expect(rows[number + 2]?.cells[0]?.value).toBe('Day shift');
    const pixels = sheet.pictures?.[0]?.height ?? 0;
    const height = rowHeightsInPoints(rows.slice(number - 1, number + 2)).reduce(
      (sum, points) => sum + points,
      0,
    );
    expect(height).toBeGreaterThanOrEqual(pixels * 0.75);
  });

  it('has the figures of the week beside it, large and clear of the code', () => {
    const sheet = wall(manyDays, pngBytes);
    const top = rowShowing(sheet, 1, words).number - 2;
    const figures = [...sheet.rows].slice(top, top + 3).map(({ cells }) => cells.at(-1));
    expect(figures.map((cell) => cell?.value)).toEqual([
      '256 people on Friday, the busiest day',
      'PPC so far 0 of 4',
      '85 not ready',
    ]);
    expect(figures.every((cell) => (cell?.style.font?.size ?? 0) >= 32)).toBe(true);
    const column = [...sheet.rows][top]?.cells.length ?? 0;
    const pixels = sheet.columns
      .slice(1, column - 1)
      .reduce((sum, { width }) => sum + columnWidthInPixels(width), 0);
    expect(pixels).toBeGreaterThan(sheet.pictures?.[0]?.width ?? Number.POSITIVE_INFINITY);
    expect(shownRows(wall(manyDays, undefined)).flat().join()).not.toContain('85 not ready');
  });

  it('takes space only on the first page if the first shift is longer than a page', () => {
    const sheet = wall(manyDays, pngBytes);
    const rows = [...sheet.rows];
    const repeated = rows.slice(0, sheet.print.titleRows?.last);
    const widths = sheet.columns.map(({ width }) => width);
    const sum = (points: readonly number[]) => points.reduce((all, each) => all + each, 0);
    const room = heightLeftForRows({ paper: 'A3', widths, repeated: sum(rowHeightsInPoints(repeated)) });
    const breaks = [repeated.length, ...(sheet.print.breaksAfter ?? []), rows.length];
    const pages = breaks.slice(1).map((end, index) => rows.slice(breaks[index], end));
    expect(pages.filter((page) => sum(rowHeightsInPoints(page)) > room)).toEqual([]);
    const tops = pages.map(([first]) => first?.cells[0]?.value);
    expect(tops.slice(0, 2)).toEqual([undefined, 'Day shift (continued)']);
    expect(tops.slice(1).filter((top) => !/shift|24 hr/.test(String(top)))).toEqual([]);
    const tasks = (of: typeof sheet) => shownRows(of).filter((row) => row.length === 11).length;
    expect(tasks(sheet)).toBe(tasks(wall(manyDays, undefined)));
  });
});
