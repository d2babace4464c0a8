import { describe, expect, it } from 'vitest';
import { peopleLinesByPlace } from '#lookahead/resources/labour-and-plant.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { rowShowing, sheetOf } from '../../../support/workbook/sheet-reading.ts';

const busiest = (weeks: number) => {
  const site = aBusySite({ tasks: 60, weeks });
  const [first] = peopleLinesByPlace(site).toSorted((a, b) => b.total - a.total);
  if (first === undefined) throw new Error('Somebody should be at work.');
  return { site, first };
};

describe('people by place on Summary', () => {
  it('begin with the place with the most people, and read each day from Resources', () => {
    const { site, first } = busiest(1);
    const summary = sheetOf(planWorkbook(site, { paper: 'A3' }), 'Summary');
    const head = rowShowing(summary, 1, 'Place');
    expect(head.values.slice(6, 13)).toEqual([
      'Mon 23',
      'Tue 24',
      'Wed 25',
      'Thu 26',
      'Fri 27',
      'Sat 28',
      'Sun 29',
    ]);
    const { number, row, values } = rowShowing(summary, 1, first.name);
    expect(number).toBe(head.number + 1);
    expect(values.slice(6, 13)).toEqual(first.perDay);
    expect(row.cells[6]?.value).toMatchObject({
      formula: expect.stringMatching(/^MAX\('Resources'!\$C\$\d+/),
    });
  });

  it('link to Resources if the page has no room for all places', () => {
    const { site } = busiest(1);
    const more = (off: readonly ('resources' | 'wall')[]) => {
      const rows = [...sheetOf(planWorkbook(site, { paper: 'A3', sheets: { off } }), 'Summary').rows];
      const after = rows.slice(rows.findIndex(({ cells }) => cells[0]?.value === 'Place'));
      return after.map(({ cells }) => cells[0]).find((cell) => JSON.stringify(cell?.value).includes('more'))
        ?.value;
    };
    expect(more([])).toEqual({ text: 'and 7 more: see Resources', sheet: 'Resources', cell: 'A1' });
    expect(more(['resources'])).toBe('and 7 more');
  });

  it('show the busiest day of each week if the window is longer', () => {
    const { site, first } = busiest(3);
    const { values } = rowShowing(sheetOf(planWorkbook(site, { paper: 'A3' }), 'Summary'), 1, first.name);
    const weeks = [0, 7, 14].map((from) => Math.max(...first.perDay.slice(from, from + 7)));
    expect(values.slice(10, 13)).toEqual(weeks);
  });

  it('are plain numbers if the report has no Resources', () => {
    const { site, first } = busiest(1);
    const plan = planWorkbook(site, { paper: 'A3', sheets: { off: ['resources'] } });
    const { row } = rowShowing(sheetOf(plan, 'Summary'), 1, first.name);
    expect(row.cells.slice(6, 13).map((cell) => cell?.value)).toEqual(first.perDay);
  });
});
