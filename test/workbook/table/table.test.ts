import { describe, expect, it } from 'vitest';
import {
  drawTable,
  rowsSideBySide,
  type Table,
  type TablePosition,
  tableRowDrawer,
} from '#workbook/table/table.ts';
import {
  asTotalStyle,
  columnHeadStyles,
  headingStyle,
  tableCellStyles,
  withoutWrapping,
} from '#workbook/theme/styles.ts';
import type { SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { day } from '../../support/builders/a-plan-input.ts';

type Item = { readonly name: string; readonly count?: number };

const look = { lines: 2, mark: ' …', height: 14.25, padding: 3.5, headHeight: 18 };
const place: TablePosition = { row: 4, column: 2, widths: [9, 20, 8, 8], look };
const oneLine: TablePosition = { ...place, look: { ...look, lines: 1, headHeight: 15 } };
const name = { title: 'Name', value: (item: Item) => item.name };
const count = { title: 'Count', align: 'center' as const, value: (item: Item) => item.count };
const long = 'Crane air handling units to roof, podium roof north, levels nine to ten';

const table = (more: Partial<Table<Item>> = {}): Table<Item> => ({
  columns: [name, count],
  rows: [
    { name: 'Acme', count: 2 },
    { name: 'Keller', count: 3 },
  ],
  ...more,
});
const values = (rows: readonly SheetRow[]) => rows.map(({ cells }) => cells.map((drawn) => drawn?.value));
const styles = (rows: readonly SheetRow[]) => rows.map(({ cells }) => cells.map((drawn) => drawn?.style));
const heights = (rows: readonly SheetRow[]) => rows.map(({ height }) => height);
/** The value of the first cell below the heads of a table with one row, and the height of that row. */
function first(column: Partial<Table<Item>['columns'][number]>, text = long, at = place) {
  const { rows } = drawTable(table({ columns: [{ ...name, ...column }], rows: [{ name: text }] }), at);
  return { value: rows[1]?.cells[1]?.value, height: rows[1]?.height };
}

describe('a table drawn from a given cell on', () => {
  it('has its heads over its rows, from the column of the cell on', () => {
    const { rows, folded } = drawTable(table(), place);
    expect(values(rows)).toEqual([
      [undefined, 'Name', 'Count'],
      [undefined, 'Acme', 2],
      [undefined, 'Keller', 3],
    ]);
    expect(heights(rows)).toEqual([18, 14.25, 14.25]);
    expect(folded).toEqual([]);
  });

  it('has its heading above the heads, running over the empty cells beside it', () => {
    const { rows } = drawTable(table({ heading: { text: 'Firms', height: 30 } }), place);
    expect(values(rows).slice(0, 2)).toEqual([
      [undefined, 'Firms'],
      [undefined, 'Name', 'Count'],
    ]);
    expect(styles(rows)[0]).toEqual([undefined, headingStyle]);
    expect(heights(rows)[0]).toBe(30);
  });

  it('gives formulas their row and column, the rows of the table and the value', () => {
    const formula = (_item: Item, at: unknown) => JSON.stringify(at);
    const formulasAt = (more: Partial<Table<Item>>) =>
      values(drawTable(table({ columns: [name, { ...count, formula }], ...more }), place).rows)
        .map((row) => row[2])
        .filter((value) => typeof value === 'object');
    const at = (row: number, from: number, shown: number) => ({
      formula: `{"row":${row},"column":3,"rows":{"first":${from},"last":${from + 1}},"shown":${shown}}`,
      result: shown,
    });
    const item = { name: 'All', count: 5 };
    expect(formulasAt({})).toEqual([at(5, 5, 2), at(6, 5, 3)]);
    expect(formulasAt({ heading: { text: 'Firms', height: 30 } })).toEqual([at(6, 6, 2), at(7, 6, 3)]);
    expect(formulasAt({ total: { item, at: 'top' } })).toEqual([at(5, 6, 5), at(6, 6, 2), at(7, 6, 3)]);
    expect(formulasAt({ total: { item, at: 'bottom' } })).toEqual([at(5, 5, 2), at(6, 5, 3), at(7, 5, 5)]);
  });

  it('has a plain value if there is no formula, or if the value is neither a text nor a number', () => {
    const columns = [
      { ...name, formula: ({ count }: Item) => (count === 2 ? undefined : 'A1') },
      { ...count, formula: () => 'A2' },
    ];
    const rows = [{ name: 'Acme', count: 2 }, { name: 'Keller' }, { name: '' }];
    expect(values(drawTable(table({ columns, rows }), place).rows).slice(1)).toEqual([
      [undefined, 'Acme', { formula: 'A2', result: 2 }],
      [undefined, { formula: 'A1', result: 'Keller' }, undefined],
      [undefined, undefined, undefined],
    ]);
  });

  it('links texts, but neither numbers nor empty cells', () => {
    const link = ({ count }: Item) => (count === 9 ? undefined : { sheet: 'Tasks', cell: 'A7' });
    const columns = [
      { ...name, link, formula: () => 'A1' },
      { ...count, link },
    ];
    const rows = [
      { name: 'Acme', count: 2 },
      { name: '', count: 2 },
      { name: 'Keller', count: 9 },
    ];
    expect(values(drawTable(table({ columns, rows }), place).rows).slice(1)).toEqual([
      [undefined, { text: 'Acme', sheet: 'Tasks', cell: 'A7' }, 2],
      [undefined, undefined, 2],
      [undefined, { formula: 'A1', result: 'Keller' }, 9],
    ]);
  });

  it('uses a cell unchanged if a column gives a whole cell instead of a value', () => {
    const drawn = { value: 'x', style: tableCellStyles.link };
    const { rows } = drawTable(table({ columns: [{ title: 'Day', cell: () => drawn }] }), place);
    expect(rows[1]?.cells).toEqual([undefined, drawn]);
  });

  it('has texts over all columns that they span, in one style', () => {
    const columns = [{ ...name, span: 2, style: tableCellStyles.link }, count];
    const { rows } = drawTable(table({ columns, rows: [{ name: long, count: 1 }] }), place);
    expect(values(rows)).toEqual([
      [undefined, 'Name', undefined, 'Count'],
      [undefined, 'Crane air handling units to roof, podium roof north, levels nine …', undefined, 1],
    ]);
    expect(styles(rows)[1]).toEqual([
      undefined,
      tableCellStyles.link,
      tableCellStyles.link,
      tableCellStyles.number[0],
    ]);
    const formula = (_item: Item, { column }: { readonly column: number }) => `${column}`;
    const { rows: counted } = drawTable(
      table({
        columns: [
          { ...name, span: 2 },
          { ...count, formula },
        ],
      }),
      place,
    );
    expect(counted[1]?.cells[3]?.value).toEqual({ formula: '4', result: 2 });
  });
});

describe('a text of a table', () => {
  it('ends with the mark if it is too long; a name is cut in its middle', () => {
    expect(first({})).toEqual({ value: 'Crane air handling units to roof, …', height: 28.5 });
    expect(first({ isName: true })).toEqual({
      value: 'Crane air handling … levels nine to ten',
      height: 28.5,
    });
    expect(first({ mark: ' (more)' }).value).toBe('Crane air handling units to roof, (more)');
    expect(first({ lines: 1 })).toEqual({ value: 'Crane air handling …', height: 14.25 });
    expect(first({ lines: 9 })).toEqual({ value: long, height: 53.25 });
    expect(first({}, 'Acme')).toEqual({ value: 'Acme', height: 14.25 });
  });

  it('is not shortened in a table without a mark; its row grows only to the lines of the table', () => {
    const whole = { ...place, look: { ...look, mark: undefined } };
    expect(first({}, long, whole)).toEqual({ value: long, height: 28.5 });
    expect(first({ isName: true }, long, whole)).toEqual({ value: long, height: 28.5 });
  });

  it('is not shortened if it shrinks to fit or its column is not on the page, and makes no row higher', () => {
    expect(first({ style: tableCellStyles.figure })).toEqual({ value: long, height: 14.25 });
    expect(first({}, long, { ...place, widths: [] })).toEqual({ value: long, height: 14.25 });
  });

  it('can depend on the width of its columns', () => {
    const value = (_item: Item, room: number) => room.toFixed(2);
    expect(first({ value })).toMatchObject({ value: '94.47' });
    expect(first({ value, span: 2 })).toMatchObject({ value: '138.46' });
    expect(first({ value }, long, { ...place, widths: [] })).toMatchObject({ value: 'Infinity' });
  });

  it('makes its row as high as the highest text needs', () => {
    const columns = [
      { ...name, lines: 9 },
      { ...name, value: () => long },
    ];
    const { rows } = drawTable(table({ columns, rows: [{ name: long }] }), { ...place, widths: [9, 20, 20] });
    expect(rows[1]?.height).toBe(53.25);
  });

  it('in large letters needs a higher row', () => {
    expect(first({ style: { font: { size: 20 } } }, 'Crane air handling')).toEqual({
      value: 'Crane air handling',
      height: 53.25,
    });
  });
});

describe('the rows of a table', () => {
  it('do not wrap their texts, which run over empty cells, if the rows are one line high', () => {
    const [wrapped, whole] = [place, oneLine].map((at) => styles(drawTable(table(), at).rows));
    expect(wrapped?.[1]?.[1]).toBe(tableCellStyles.text);
    expect(whole?.[1]?.[1]).toBe(withoutWrapping(tableCellStyles.text));
  });

  it('are under heads that wrap, unless the row of heads is one line high', () => {
    const columns = [{ ...name, title: 'Planned, or day of the delay' }, count];
    const wrapped = drawTable(table({ columns }), place).rows;
    expect(styles(wrapped)[0]).toEqual([
      undefined,
      columnHeadStyles.oneRowLeft,
      columnHeadStyles.oneRowCenter,
    ]);
    expect(heights(wrapped)[0]).toBe(24.75);
    const whole = drawTable(table({ columns }), oneLine).rows;
    expect(styles(whole)[0]).toEqual([
      undefined,
      withoutWrapping(columnHeadStyles.oneRowLeft),
      columnHeadStyles.oneLineCenter,
    ]);
    expect(heights(whole)[0]).toBe(15);
    const high = drawTable(table({ columns }), {
      ...oneLine,
      look: { ...oneLine.look, headHeight: 27 },
    }).rows;
    expect(styles(high)[0]).toEqual([undefined, columnHeadStyles.oneRowLeft, columnHeadStyles.oneRowCenter]);
    expect(heights(high)[0]).toBe(27);
  });

  it('are under a head of one line if it spans columns, or under the cell given as a head', () => {
    const own = { value: { day: day('2026-11-23') }, style: columnHeadStyles.oneLineDate };
    const columns = [{ ...name, title: 'Planned, or day of the delay', span: 2 }, count];
    const { rows } = drawTable(table({ columns }), place);
    expect(styles(rows)[0]).toEqual([
      undefined,
      withoutWrapping(columnHeadStyles.oneRowLeft),
      withoutWrapping(columnHeadStyles.oneRowLeft),
      columnHeadStyles.oneRowCenter,
    ]);
    expect(heights(rows)[0]).toBe(18);
    expect(drawTable(table({ columns: [{ ...count, head: own }] }), place).rows[0]?.cells[1]).toEqual(own);
  });

  it('have one style for whole numbers and another for fractions', () => {
    const rows = [
      { name: 'Acme', count: 2 },
      { name: 'Acme', count: 2.5 },
    ];
    const drawn = styles(drawTable(table({ rows }), place).rows);
    expect(drawn.slice(1).map((row) => row[2])).toEqual([...tableCellStyles.number]);
  });
});

describe('a total', () => {
  const item = { name: 'All' };
  const sum = { ...count, formula: () => 'own', total: () => 'sum' };
  const drawn = (at: 'top' | 'bottom', column: Table<Item>['columns'][number] = sum) =>
    drawTable(table({ columns: [name, column], total: { item, at } }), place).rows;

  it('is above or below the rows, with its own formula and style', () => {
    const total = [undefined, 'All', { formula: 'sum', result: 0 }];
    expect(values(drawn('top')).map((row) => row[1])).toEqual(['Name', 'All', 'Acme', 'Keller']);
    expect(values(drawn('top'))[1]).toEqual(total);
    expect(values(drawn('bottom')).map((row) => row[1])).toEqual(['Name', 'Acme', 'Keller', 'All']);
    expect(values(drawn('bottom'))[3]).toEqual(total);
    expect(values(drawn('bottom'))[1]?.[2]).toEqual({ formula: 'own', result: 2 });
    expect(styles(drawn('bottom'))[3]).toEqual([
      undefined,
      asTotalStyle(tableCellStyles.text),
      asTotalStyle(tableCellStyles.number[0]),
    ]);
  });

  it('has the formula of the other rows by default, and no value if the item has none', () => {
    const column = { ...sum, total: undefined };
    expect(values(drawn('bottom', { ...column, value: () => 7 }))[3]?.[2]).toEqual({
      formula: 'own',
      result: 7,
    });
    expect(values(drawn('bottom', column))[3]?.[2]).toBeUndefined();
  });
});

describe('folded rows', () => {
  const more = {
    folded: [
      { name: 'Zeta', count: 1 },
      { name: 'Zulu', count: 1 },
    ],
  };

  it('are below a row that says how many they are', () => {
    const { rows, folded } = drawTable(table(more), place);
    expect(rows).toHaveLength(3);
    expect(values(folded)).toEqual([
      [undefined, '2 more: unfold with +'],
      [undefined, 'Zeta', 1],
      [undefined, 'Zulu', 1],
    ]);
    expect(folded.map(({ folded, hidden, outline }) => ({ folded, hidden, outline }))).toEqual([
      { folded: true },
      { hidden: true, outline: 1 },
      { hidden: true, outline: 1 },
    ]);
    expect(heights(folded)).toEqual([14.25, 14.25, 14.25]);
    expect(styles(folded)[0]).toEqual([undefined, withoutWrapping(tableCellStyles.text)]);
  });

  it('have formulas with their own row numbers, below the table, below its total or further down', () => {
    const formula = (_item: Item, { row, rows }: { row: number; rows: { first: number; last: number } }) =>
      `${row}: ${rows.first}-${rows.last}`;
    const rowsOf = (own: Partial<Table<Item>>, at = place) => {
      const columns = [name, { ...count, formula }];
      const { folded } = drawTable(table({ ...more, columns, ...own }), at);
      return values(folded)
        .slice(1)
        .map((row) => row[2]);
    };
    const at = (formulas: string[]) => formulas.map((own) => ({ formula: own, result: 1 }));
    const item = { name: 'All' };
    expect(rowsOf({})).toEqual(at(['8: 5-6', '9: 5-6']));
    expect(rowsOf({ total: { item, at: 'bottom' } })).toEqual(at(['9: 5-6', '10: 5-6']));
    expect(rowsOf({ total: { item, at: 'top' } })).toEqual(at(['9: 6-7', '10: 6-7']));
    expect(rowsOf({}, { ...place, foldedRow: 20 })).toEqual(at(['21: 5-6', '22: 5-6']));
  });
});

describe('tables side by side', () => {
  const style = tableCellStyles.text;
  const row = (height: number, ...texts: (string | undefined)[]): SheetRow => ({
    cells: texts.map((value) => (value === undefined ? undefined : { value, style })),
    height,
  });

  it('are as long as the longest table, and each row is as high as its highest part', () => {
    const left = [row(15, 'a'), row(30, 'b')];
    const right = [row(20, undefined, 'c'), row(20, undefined, 'd'), row(20, undefined, 'e')];
    const drawn = rowsSideBySide([left, right]);
    expect(values(drawn)).toEqual([
      ['a', 'c'],
      ['b', 'd'],
      [undefined, 'e'],
    ]);
    expect(heights(drawn)).toEqual([20, 30, 20]);
    expect(rowsSideBySide([])).toEqual([]);
  });

  it('are folded like the longest table', () => {
    const hidden = { ...row(15, undefined, 'x'), hidden: true, outline: 1 };
    expect(rowsSideBySide([[row(15, 'a')], [hidden, hidden]])[0]).toMatchObject({ hidden: true, outline: 1 });
  });
});

it('the columns of a list are numbered from 1 by default', () => {
  const formula = (_item: Item, { column }: { readonly column: number }) => `${column}`;
  const columns = [
    { ...name, formula },
    { ...count, formula },
  ];
  const { draw } = tableRowDrawer(columns, { rooms: [60, 60], look });
  const rows = { first: 1, last: 1 };
  expect(draw({ name: 'Acme', count: 2 }, ['Ac …'], { row: 1, rows }).map(({ value }) => value)).toEqual([
    { formula: '1', result: 'Ac …' },
    { formula: '2', result: 2 },
  ]);
});
