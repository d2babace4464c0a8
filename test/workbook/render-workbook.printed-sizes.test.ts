import { describe, expect, it } from 'vitest';
import { getOrInsert } from '#base/get-or-insert.ts';
import { printScales } from '#workbook/layout/paper-and-margins.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import type { WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { deep } from '../support/deep-checks.ts';
import { theSketch } from '../support/the-sketch.ts';
import { brokenWords, printedSizes } from '../support/workbook/printed-sizes.ts';
import { rowShowing, sheetOf } from '../support/workbook/sheet-reading.ts';

const promised = (
  [
    ['A3', 1],
    ['A3', 2],
    ['A3', 3],
    ['A3', 4],
    ['A4', 1],
    ['A4', 2],
  ] as const
).filter(([, weeks]) => deep || weeks === 2);
const beyond = (
  [
    ['A3', 5],
    ['A3', 6],
    ['A4', 3],
    ['A4', 4],
    ['A4', 5],
    ['A4', 6],
  ] as const
).filter(([, weeks]) => deep || weeks === 6);

const busyPlans = new Map<string, WorkbookPlan>();
/** Plans each workbook once for all tests. */
function busyPlan(paper: 'A3' | 'A4', weeks: number): WorkbookPlan {
  return getOrInsert(busyPlans, `${paper} ${weeks}`, () =>
    planWorkbook(aBusySite({ tasks: 60, weeks }), { paper }),
  );
}

describe('a printed page', () => {
  for (const [paper, weeks] of promised) {
    it(`keeps text and days readable on every sheet: ${weeks} weeks on ${paper}`, () => {
      const wall = paper === 'A3' && weeks === 1;
      for (const sheet of busyPlan(paper, weeks).sheets) {
        const { smallest, narrowestDay } = printedSizes(sheet);
        expect(smallest.points, `${sheet.name}, ${smallest.where}`).toBeGreaterThanOrEqual(wall ? 7.5 : 7);
        expect(narrowestDay ?? 99, sheet.name).toBeGreaterThanOrEqual(wall ? 12 : 6);
      }
    });
  }

  for (const [paper, weeks] of beyond) {
    it(`keeps text readable, is one page wide and has a column of at least four millimetres for each day: ${weeks} weeks on ${paper}`, () => {
      const plan = busyPlan(paper, weeks);
      for (const sheet of plan.sheets) {
        const { smallest, narrowestDay } = printedSizes(sheet);
        expect(smallest.points, `${sheet.name}, ${smallest.where}`).toBeGreaterThanOrEqual(7);
        expect(narrowestDay ?? 99, sheet.name).toBeGreaterThanOrEqual(4);
        expect(sheet.print.fitToWidth).toBe(true);
      }
    });
  }

  for (const [paper, weeks] of [...promised, ...beyond]) {
    it(`prints its footer at about eight points, although the footer is scaled with the page: ${weeks} weeks on ${paper}`, () => {
      for (const sheet of busyPlan(paper, weeks).sheets) {
        const { scale } = printedSizes(sheet);
        const size = sheet.print.footer.size ?? 0;
        expect(size * scale, sheet.name).toBeGreaterThan(7.5);
        expect(size * scale, sheet.name).toBeLessThan(8.5);
      }
    });
  }

  for (const groupBy of ['folder', 'subcontractor', 'location', 'owner', 'package'] as const) {
    it(`keeps text and days readable if tasks are grouped by ${groupBy}`, () => {
      for (const [paper, weeks] of deep ? promised : promised.slice(0, 1)) {
        const plan = planWorkbook(aBusySite({ tasks: 30, weeks }, { rules: { groupBy } }), { paper });
        const { smallest, narrowestDay } = printedSizes(sheetOf(plan, 'Day'));
        expect(smallest.points).toBeGreaterThanOrEqual(7);
        expect(narrowestDay).toBeGreaterThanOrEqual(6);
      }
    });
  }

  for (const [paper, weeks] of [...promised, ...beyond]) {
    it(`of a shift breaks no word: ${weeks} weeks on ${paper}`, () => {
      const lookahead = aBusySite({ tasks: 60, weeks });
      const bySubcontractor = aBusySite({ tasks: 60, weeks }, { rules: { groupBy: 'subcontractor' } });
      for (const { sheets: drawn } of [busyPlan(paper, weeks), planWorkbook(bySubcontractor, { paper })]) {
        const shifts = drawn.filter(({ name }) => lookahead.shifts.some(({ title }) => title === name));
        expect(shifts.flatMap((sheet) => brokenWords(sheet))).toEqual([]);
      }
    });
  }

  it('prints task names of a week on A3 at nine points', () => {
    const sheet = sheetOf(planWorkbook(theSketch(), { paper: 'A3' }), 'Day');
    const size = rowShowing(sheet, 1, 'A1010').row.cells[1]?.style.font?.size ?? 0;
    const { smallest } = printScales(
      sheet.columns.flatMap(({ width, hidden }) => (hidden ? [] : [width])),
      'A3',
    );
    expect(size * smallest).toBeGreaterThanOrEqual(9);
  });

  it('gives the days of a week on A3 more width than any other column', () => {
    const sheet = sheetOf(planWorkbook(theSketch(), { paper: 'A3' }), 'Day');
    const widths = sheet.columns.map((column) => column.width);
    const days = widths.slice(10, 17).reduce((sum, width) => sum + width, 0);
    expect(days).toBeGreaterThan(Math.max(...widths));
  });
});
