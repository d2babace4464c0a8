import { describe, expect, it } from 'vitest';
import { fitColumns, type ItemColumn, resolveItemCellStyle } from '#workbook/table/column.ts';
import { tableCellStyles } from '#workbook/theme/styles.ts';
import type { Style } from '#workbook/xlsx/sheet-plan.ts';
import { day } from '../../support/builders/a-plan-input.ts';

type Item = Readonly<Record<string, string>>;
type Page = Partial<Parameters<typeof fitColumns>[2]>;

const column = (title: string, width: ItemColumn<Item>['width'], more: Partial<ItemColumn<Item>> = {}) =>
  ({ title, width, value: (item) => item[title], ...more }) satisfies ItemColumn<Item>;
/** A column without texts. */
const empty = (title: string, width: ItemColumn<Item>['width']) => column(title, width, { value: undefined });
const range = { min: 0, max: 200 };

/** Width of each column in pixels, by its title, on a page with `room` pixels. */
function pixelsOf(
  columns: readonly ItemColumn<Item>[],
  items: readonly Item[],
  room = 10_000,
  page: Page = {},
): Readonly<Record<string, number>> {
  const fitted = fitColumns(columns, items, { across: () => room / 7, ...page });
  const pixels = fitted.widths.map((width) => Number((width * 7).toFixed(6)));
  return Object.fromEntries(fitted.columns.map(({ title }, index) => [title, pixels[index] ?? 0]));
}

/** Different texts of ten digits, which need 81 pixels. */
const digits = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ A: String(index).padStart(10, '0') }));
const long = { A: '00 '.repeat(20) };
const sentence = 'one two three four five six seven eight';

describe('a column', () => {
  it('is as wide as 95 % of its different texts need on one line', () => {
    expect(pixelsOf([column('A', range)], digits(19))).toEqual({ A: 81 });
    expect(pixelsOf([column('A', range)], [...digits(19), long])).toEqual({ A: 81 });
    expect(pixelsOf([column('A', range)], [...digits(18), long])).toEqual({ A: 354 });
    const repeated = new Array<Item>(40).fill({ A: '0' });
    expect(pixelsOf([column('A', range)], [...repeated, ...digits(1)])).toEqual({ A: 81 });
  });

  it('is no wider than its maximum, except for its whole title or six characters', () => {
    expect(pixelsOf([column('A', { min: 0, max: 20 })], [long])).toEqual({ A: 140 });
    expect(pixelsOf([column('Subcontractor', { min: 0, max: 8 })], [{ Subcontractor: '0' }])).toEqual({
      Subcontractor: 92,
    });
    expect(pixelsOf([column('A', range)], [{ A: '0' }])).toEqual({ A: 42 });
    const wide = column('of all days', { min: 0, max: 8 });
    expect(pixelsOf([wide], [{ 'of all days': '0'.repeat(20) }], 20)).toEqual({ 'of all days': 56 });
  });

  it('is wider for bold letters', () => {
    const inStyle = (style: Style) => pixelsOf([column('A', range, { style })], [{ A: sentence }]);
    expect([inStyle(tableCellStyles.text), inStyle(tableCellStyles.strong)]).toEqual([
      { A: 227 },
      { A: 232 },
    ]);
  });

  it('takes its maximum if it has no texts, or its share of a narrow page', () => {
    const columns = [empty('A', { min: 10, max: 20 }), empty('B', { min: 20, max: 40 })];
    expect(pixelsOf(columns, [{}])).toEqual({ A: 140, B: 280 });
    expect(pixelsOf(columns, [{}], 315)).toEqual({ A: 105, B: 210 });
    expect(pixelsOf(columns, [{}], 200)).toEqual({ A: 70, B: 140 });
    expect(pixelsOf([empty('A', { min: 10, max: 10 })], [{}], 70)).toEqual({ A: 70 });
  });

  it('is left out if it is optional and no row, not even a folded one, has a value', () => {
    const columns = [column('A', range), column('B', range, { isOptional: true })];
    expect(pixelsOf(columns, [{ A: '0' }, { A: '0', B: '' }])).toEqual({ A: 42 });
    const isMeasured = (item: number) => item === 0;
    expect(pixelsOf(columns, [{ A: '0' }, { B: '0' }], 1000, { isMeasured })).toHaveProperty('B');
    expect(pixelsOf([column('B', { min: 0, max: 9 })], [{ A: '0' }])).toEqual({ B: 63 });
  });

  it('ignores folded rows in its width', () => {
    const isMeasured = (item: number) => item > 0;
    expect(pixelsOf([column('A', range)], [long, ...digits(1)], 1000, { isMeasured })).toEqual({ A: 81 });
  });

  it('has room for its longest word, however rare', () => {
    expect(pixelsOf([column('A', range)], [...digits(19), { A: '0'.repeat(20) }])).toEqual({ A: 151 });
  });

  it('of a long list is sized by every second row, of a longer list by every third', () => {
    const rows = (count: number, odd: string): Item[] =>
      Array.from({ length: count }, (_, index) => ({ A: index % 2 === 0 ? '0' : odd }));
    const texts = (count: number) => pixelsOf([column('A', range)], rows(count, '00 00 00 00 00'));
    expect([texts(80), texts(81), texts(161)]).toEqual([{ A: 93 }, { A: 42 }, { A: 93 }]);
    const words = (count: number) => pixelsOf([column('A', range)], rows(count, '0'.repeat(20)));
    expect([words(800), words(801)]).toEqual([{ A: 151 }, { A: 42 }]);
  });

  it('is sized by the start of a very long text', () => {
    const texts = [{ A: '0'.repeat(300) }, { A: '0'.repeat(9_000) }];
    const [short, tall] = texts.map((item) => pixelsOf([column('A', { min: 0, max: 999 })], [item])['A']);
    expect(tall).toBe(short);
  });
});

describe('a page with room to spare', () => {
  it('is filled by the columns that grow, in proportion, in whole pixels', () => {
    const columns = [
      column('A', { ...range, grow: 1 }),
      column('B', { ...range, grow: 2 }),
      column('C', range),
    ];
    const item = { A: '0', B: '0', C: '0' };
    expect(pixelsOf(columns, [item], 126 + 300)).toEqual({ A: 142, B: 242, C: 42 });
    expect(pixelsOf(columns, [item], 126 + 301)).toEqual({ A: 142, B: 242, C: 42 });
  });

  it('is not filled if no column grows', () => {
    expect(pixelsOf([column('A', range)], [{ A: '0' }], 1000)).toEqual({ A: 42 });
  });
});

describe('a page that is too narrow', () => {
  const [a, b] = [column('A', range), column('B', range)];
  const s = { A: sentence, B: sentence };

  it('narrows the column that then adds the least height to the rows', () => {
    expect(pixelsOf([a, b], [s, { A: sentence }, { A: sentence }], 400)).toEqual({ A: 227, B: 171 });
    expect(pixelsOf([a, b], [s, { B: sentence }, { B: sentence }], 400)).toEqual({ A: 171, B: 227 });
  });

  it('narrows no further than it has to, in whole characters', () => {
    const items = [s, { A: sentence }, { A: sentence }];
    const narrowed = [1, 7, 8, 15, 29, 57].map((pixels) => pixelsOf([a, b], items, 454 - pixels)['B']);
    expect(narrowed).toEqual([220, 220, 213, 199, 171, 164]);
  });

  it('first narrows columns that make no row higher and break no line', () => {
    const tall = column('Tall', { min: 10, max: 10 });
    const Tall = `${sentence} ${sentence}`;
    const items = [{ A: sentence }, ...new Array<Item>(3).fill({ Tall, B: sentence })];
    expect(pixelsOf([tall, a, b], items, 500)).toEqual({ Tall: 70, A: 227, B: 199 });
    const wrapped = column('C', { min: 0, max: 30 });
    const item = { Tall, B: sentence, C: sentence };
    expect(pixelsOf([tall, b, wrapped], [item], 460)).toEqual({ Tall: 70, B: 227, C: 154 });
  });

  it('narrows at the lowest cost for each character, not for each step', () => {
    const rows = (count: number, item: Item) => new Array<Item>(count).fill(item);
    const items = [
      ...rows(12, { A: sentence }),
      ...rows(2, { B: sentence }),
      ...rows(11, { B: sentence.slice(1) }),
    ];
    expect(pixelsOf([b, a], items, 399)).toEqual({ A: 171, B: 227 });
  });

  it('counts lines of large letters as higher', () => {
    const large = column('A', range, { style: { font: { size: 20 } } });
    expect(pixelsOf([large, b], [s], 600)).toEqual({ A: 443, B: 157 });
  });

  it('counts a text that is cut as half a line higher', () => {
    const cut = column('A', range, { lines: 1 });
    expect(pixelsOf([b, cut], [s, { A: sentence }], 400)).toEqual({ B: 227, A: 171 });
    expect(pixelsOf([cut, b], [s, { A: sentence }, { A: sentence }], 400)).toEqual({ A: 227, B: 171 });
  });

  it('breaks no word except after a hyphen', () => {
    expect(pixelsOf([a, b], [{ A: 'waterproofing works', B: 'first-fix-works' }], 50)).toEqual({
      A: 91,
      B: 49,
    });
  });

  it('breaks no word of a title', () => {
    const title = 'Planned subcontractor';
    expect(pixelsOf([column(title, range)], [{ [title]: '0' }], 50)).toEqual({ [title]: 91 });
  });

  it('keeps the minimum of a column, unless its texts need less', () => {
    const columns = ['A', 'B'].map((title) => column(title, { min: 20, max: 60, grow: 1 }));
    expect(pixelsOf(columns, [{ A: sentence, B: '0' }], 50)).toEqual({ A: 140, B: 42 });
    expect(pixelsOf(columns.slice(0, 1), [{ A: sentence }], 141)).toEqual({ A: 141 });
  });

  it('keeps most texts within their maximum number of lines', () => {
    const minimum = (lines?: number) => pixelsOf([column('A', range)], [{ A: sentence }], 50, { lines });
    expect([minimum(), minimum(4), minimum(2), minimum(1)]).toEqual([
      { A: 45 },
      { A: 77 },
      { A: 127 },
      { A: 227 },
    ]);
  });

  it('is not exceeded by its columns, which are in whole pixels', () => {
    const columns = ['A', 'B', 'C'].map((title) => column(title, { ...range, grow: 1 }));
    const item = { A: sentence, B: sentence, C: sentence };
    for (let room = 300; room < 800; room += 7.7) {
      const widths = Object.values(pixelsOf(columns, [item], room));
      expect(widths).toEqual(widths.map(Math.round));
      const total = widths.reduce((sum, width) => sum + width);
      expect(total).toBeLessThanOrEqual(room);
      expect(total).toBeGreaterThan(room - 3);
    }
  });
});

describe('columns that a page has no room for', () => {
  const a = column('A', { min: 20, max: 20 });
  const item = { A: sentence, B: sentence, C: sentence };

  it('are dropped in the order of their ranks, and no more than necessary', () => {
    const b = column('B', { min: 20, max: 20, dropRank: 2 });
    const c = column('C', { min: 20, max: 20, dropRank: 1 });
    const kept = (room: number) => Object.keys(pixelsOf([a, b, c], [item], room));
    expect(kept(420)).toEqual(['A', 'B', 'C']);
    expect(kept(419)).toEqual(['A', 'B']);
    expect(kept(279)).toEqual(['A']);
    expect(kept(50)).toEqual(['A']);
  });

  it('are dropped in the numeric order of their ranks', () => {
    const b = column('B', { min: 20, max: 20, dropRank: 10 });
    const c = column('C', { min: 20, max: 20, dropRank: 9 });
    expect(Object.keys(pixelsOf([a, b, c], [item], 300))).toEqual(['A', 'B']);
  });

  it('leave their space to the columns that are kept', () => {
    const fixed = { min: 20, max: 20 };
    const columns = [
      column('A', { ...fixed, grow: 1 }),
      ...['B', 'C'].map((title, dropRank) => column(title, { ...fixed, dropRank })),
    ];
    const across = (count: number) => 45 - count * 2;
    expect(pixelsOf(columns, [item], 0, { across })).toEqual({ A: 147, C: 140 });
  });

  it('are narrowed when their rank is reached, before the column of the next rank is dropped, and then no longer grow', () => {
    const narrow = [
      { rank: 1, min: 8 },
      { rank: 3, min: 4 },
    ];
    const days = empty('Day', { min: 10, max: 12, grow: 1, narrow });
    const b = column('B', { min: 20, max: 20, dropRank: 2 });
    const at = (room: number) => pixelsOf([days, a, b], [item], room);
    expect(at(400)).toEqual({ Day: 120, A: 140, B: 140 });
    expect(at(350)).toEqual({ Day: 70, A: 140, B: 140 });
    expect(at(340)).toEqual({ Day: 59, A: 140, B: 140 });
    expect(at(335)).toEqual({ Day: 70, A: 140 });
    expect(at(180)).toEqual({ Day: 40, A: 140 });
    expect(at(100)).toEqual({ Day: 28, A: 140 });
  });
});

it('texts, numbers and dates have different styles, unless their column has one', () => {
  expect(resolveItemCellStyle(undefined, {}, 'text')).toBe(tableCellStyles.text);
  expect(resolveItemCellStyle(undefined, {}, undefined)).toBe(tableCellStyles.text);
  expect(resolveItemCellStyle(undefined, {}, 1)).toBe(tableCellStyles.number);
  expect(resolveItemCellStyle(undefined, {}, { day: day('2026-11-23') })).toBe(tableCellStyles.farLongDate);
  expect(resolveItemCellStyle(tableCellStyles.id, {}, 1)).toBe(tableCellStyles.id);
  expect(
    resolveItemCellStyle(
      ({ late }) => (late ? tableCellStyles.late : tableCellStyles.days),
      { late: true },
      1,
    ),
  ).toBe(tableCellStyles.late);
});
