import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { theSketch } from '../../support/the-sketch.ts';

describe('a screen of 1,366 pixels', () => {
  for (const weeks of [1, 6]) {
    it(`shows the columns up to the first day, and Resources up to Sunday: ${weeks} weeks`, () => {
      const { sheets } = planWorkbook(aBusySite({ tasks: 60, weeks }), { paper: 'A3' });
      for (const { name, columns, zoom = 100 } of sheets.filter((sheet) =>
        /Day|Resources/.test(sheet.name),
      )) {
        const shown = name === 'Resources' ? 9 : 10;
        const pixels = columns.slice(0, shown).reduce((sum, { width }) => sum + width * 7 + 5, 0);
        expect((pixels * zoom) / 100).toBeLessThanOrEqual(1_310);
      }
    });
  }

  it('shows lists at 85% or larger, and all columns of lists without days', () => {
    const sites = [aBusySite({ tasks: 60, weeks: 1 }), theSketch()];
    const lists = new Map(
      sites
        .flatMap((site) => planWorkbook(site, { paper: 'A3' }).sheets)
        .filter(({ name }) => /Resources|Materials|Readiness|Changes|Last week/.test(name))
        .map((sheet) => [sheet.name, sheet] as const),
    );
    expect(lists.size).toBe(5);
    for (const { name, columns, zoom = 100 } of lists.values()) {
      expect(zoom, name).toBeGreaterThanOrEqual(85);
      if (/Resources|Materials/.test(name)) continue;
      const shown = columns.filter(({ hidden }) => hidden !== true);
      const pixels = shown.reduce((sum, { width }) => sum + Math.trunc(width * 7 + 5), 0);
      expect((pixels * zoom) / 100, name).toBeLessThanOrEqual(1_300);
    }
  });

  it('shows Tasks up to the subcontractor, by which most people filter', () => {
    const { sheets } = planWorkbook(aBusySite({ tasks: 60, weeks: 1 }), { paper: 'A3' });
    const tasks = sheets.find(({ name }) => name === 'Tasks');
    const shown = (tasks?.table?.columns.indexOf('Subcontractor') ?? 0) + 1;
    const pixels = tasks?.columns.slice(0, shown).reduce((sum, { width }) => sum + width * 7 + 5, 0) ?? 0;
    expect(shown).toBeGreaterThan(10);
    expect((pixels * (tasks?.zoom ?? 100)) / 100).toBeLessThanOrEqual(1_310);
    expect(tasks?.zoom ?? 100).toBeGreaterThanOrEqual(80);
  });
});
