import { describe, expect, it } from 'vitest';
import { parseDay } from '#base/day.ts';
import type { SheetPlan, SheetRow, Style } from '#workbook/xlsx/sheet-plan.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aRow, aWorkbook, plainStyle } from '../../support/builders/a-workbook-plan.ts';
import { attributeOf, childOf, childrenOf, type ReadCell } from '../../support/workbook/read-workbook.ts';
import { type ReadWorkbook, validateWorkbook } from '../../support/workbook/validate-workbook.ts';

async function write(...sheets: readonly Partial<SheetPlan>[]): Promise<ReadWorkbook> {
  return validateWorkbook(await writeWorkbook(aWorkbook(...sheets)));
}

function cellOf(workbook: ReadWorkbook, address: string): ReadCell | undefined {
  return workbook.sheets[0]?.cells.get(address);
}

function dayOf(text: string): { day: NonNullable<ReturnType<typeof parseDay>> } {
  const day = parseDay(text);
  if (day === undefined) throw new Error(`${text} is not a day`);
  return { day };
}

describe('cells', () => {
  it('are written as text, numbers, booleans, and formulas with their values', async () => {
    const formula = { formula: 'SUM(B1:B1)', result: 12.5 };
    const text = { formula: '"a"&"<b>"', result: 'a<b>' };
    const workbook = await write({ rows: [aRow(['12', 12.5, true, formula, text])] });
    expect(['A1', 'B1', 'C1', 'D1', 'E1'].map((at) => cellOf(workbook, at))).toMatchObject([
      { type: 'text', value: '12' },
      { type: 'number', value: 12.5, formula: undefined },
      { type: 'boolean', value: true },
      { type: 'number', value: 12.5, formula: 'SUM(B1:B1)' },
      { type: 'text', value: 'a<b>', formula: '"a"&"<b>"' },
    ]);
  });

  it('never treat text as a formula', async () => {
    const workbook = await write({ rows: [aRow(['=HYPERLINK("http://x.example")', '+1', "'quoted"])] });
    expect(cellOf(workbook, 'A1')).toMatchObject({
      value: '=HYPERLINK("http://x.example")',
      formula: undefined,
    });
    expect(cellOf(workbook, 'B1')).toMatchObject({ type: 'text', value: '+1' });
    expect(cellOf(workbook, 'C1')).toMatchObject({ type: 'text', value: "'quoted" });
  });

  it('keep their style if they have no value', async () => {
    // exceljs's streaming writer leaves out cells without a value.
    const filled: Style = { fill: { color: 'FF0000' } };
    const workbook = await write({
      rows: [{ cells: [{ style: filled }, undefined, { value: '', style: filled }] }],
    });
    expect(cellOf(workbook, 'A1')).toMatchObject({ type: 'empty', styleIndex: 1 });
    expect(cellOf(workbook, 'B1')).toBeUndefined();
    expect(cellOf(workbook, 'C1')).toMatchObject({ type: 'empty', styleIndex: 1 });
  });

  it('are empty for NaN and show ∞ for infinity', async () => {
    const rows = [aRow([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e21, 5e-324])];
    const formulas = aRow([{ formula: '1/0', result: Number.NaN }]);
    const workbook = await write({ rows: [...rows, formulas] });
    expect(['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map((at) => cellOf(workbook, at)?.value)).toEqual([
      undefined,
      '∞',
      '−∞',
      0,
      1e21,
      5e-324,
    ]);
    expect(cellOf(workbook, 'A2')).toMatchObject({ type: 'empty', formula: '1/0' });
  });

  it('show a day as the same day in every time zone', async () => {
    // exceljs #486: a Date at local midnight east of Greenwich comes out as the day before. Tests run in Sydney.
    const styled: Style = { numberFormat: 'ddd d mmm' };
    const cells = [
      { value: dayOf('2026-11-23'), style: styled },
      { value: dayOf('2026-10-04'), style: plainStyle },
      { value: dayOf('1900-03-01'), style: styled },
    ];
    const workbook = await write({ rows: [{ cells }] });
    expect(cellOf(workbook, 'A1')).toMatchObject({
      type: 'number',
      value: 46_349,
      numberFormat: 'ddd d mmm',
    });
    expect(cellOf(workbook, 'B1')).toMatchObject({ type: 'number', value: 46_299, numberFormat: 'mm-dd-yy' });
    expect(cellOf(workbook, 'C1')).toMatchObject({ type: 'number', value: 61 });
  });

  it('show a day before March 1900 as text, because applications number such days differently', async () => {
    const workbook = await write({ rows: [aRow([dayOf('1900-02-28'), dayOf('1850-01-31')])] });
    expect(cellOf(workbook, 'A1')).toMatchObject({ type: 'text', value: '1900-02-28' });
    expect(cellOf(workbook, 'B1')).toMatchObject({ type: 'text', value: '1850-01-31' });
  });

  it('share a style, so that it is converted only once', async () => {
    let looked = 0;
    const style: Style = {
      get numberFormat() {
        looked += 1;
        return '0.##';
      },
    };
    const rows = Array.from({ length: 500 }, (_, index) => aRow([index, index], style));
    const workbook = await write({ rows });
    expect(looked).toBeLessThan(5);
    expect(cellOf(workbook, 'B500')).toMatchObject({ value: 499, numberFormat: '0.##' });
    expect(workbook.formats).toHaveLength(2);
  });

  it('are written with every part of a style', async () => {
    const style: Style = {
      font: { name: 'Arial', size: 9.5, bold: true, italic: true, underline: true, color: '112233' },
      fill: { pattern: 'lightUp', color: '445566', background: 'EEEEEE' },
      border: { top: { style: 'hair', color: '000001' }, left: { style: 'medium', color: '000002' } },
      alignment: { horizontal: 'center', vertical: 'middle', wrap: true, indent: 2 },
      numberFormat: '0.00',
    };
    const workbook = await write({ rows: [aRow([1], style)] });
    const format = workbook.formats[cellOf(workbook, 'A1')?.styleIndex ?? 0];
    const font = format?.font;
    expect(font?.children.map(({ name }) => name).sort()).toEqual(['b', 'color', 'i', 'name', 'sz', 'u']);
    expect(attributeOf(childOf(font, 'sz'), 'val')).toBe('9.5');
    const pattern = childOf(format?.fill, 'patternFill');
    expect(attributeOf(pattern, 'patternType')).toBe('lightUp');
    expect(attributeOf(childOf(pattern, 'fgColor'), 'rgb')).toBe('FF445566');
    expect(attributeOf(childOf(pattern, 'bgColor'), 'rgb')).toBe('FFEEEEEE');
    expect(attributeOf(childOf(format?.border, 'left'), 'style')).toBe('medium');
    expect(attributeOf(childOf(format?.border, 'top'), 'style')).toBe('hair');
    expect(Object.fromEntries(format?.alignment?.attributes ?? [])).toEqual({
      horizontal: 'center',
      vertical: 'center',
      wrapText: '1',
      indent: '2',
    });
    expect(format?.numberFormat).toBe('0.00');
  });

  it('keep the heights of rows, and the folding of rows under the row above', async () => {
    const rows: SheetRow[] = [
      aRow(['Group']),
      { ...aRow(['Task']), outline: 1, height: 30.5 },
      { ...aRow(['x']), height: 900 },
    ];
    const workbook = await write({ rows });
    const sheet = workbook.sheets[0]?.xml ?? fail();
    const written = childrenOf(childOf(sheet, 'sheetData'), 'row');
    expect(written.map((row) => [row.attributes.get('ht'), row.attributes.get('outlineLevel')])).toEqual([
      [undefined, undefined],
      ['30.5', '1'],
      ['409.5', undefined],
    ]);
    expect(attributeOf(childOf(childOf(sheet, 'sheetPr'), 'outlinePr'), 'summaryBelow')).toBe('0');
    expect(attributeOf(childOf(sheet, 'sheetFormatPr'), 'outlineLevelRow')).toBe('1');
  });
});

function fail(): never {
  throw new Error('The part is not there.');
}
