import { describe, expect, it } from 'vitest';
import type { SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aPrintSetup, aRow, aWorkbook, pngBytes } from '../../support/builders/a-workbook-plan.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  type ReadCell,
} from '../../support/workbook/read-workbook.ts';
import { type ReadWorkbook, validateWorkbook } from '../../support/workbook/validate-workbook.ts';

async function write(...sheets: readonly Partial<SheetPlan>[]): Promise<ReadWorkbook> {
  return validateWorkbook(await writeWorkbook(aWorkbook(...sheets)));
}

function cellOf(workbook: ReadWorkbook, address: string): ReadCell | undefined {
  return workbook.sheets[0]?.cells.get(address);
}

const area = { top: 2, left: 1, bottom: 9, right: 3 };

describe('a sheet', () => {
  it('has its elements in the order of the schema', async () => {
    // exceljs #2784: its streaming writer writes elements out of order, which Excel repairs. Our validator checks the
    // order.
    const workbook = await write({
      rows: Array.from({ length: 9 }, () => aRow(['a', 2, { text: 'go', sheet: 'Day', cell: 'A1' }])),
      merges: [{ top: 1, left: 1, bottom: 1, right: 3 }],
      freeze: { row: 2, column: 2 },
      autoFilter: area,
      validations: [{ area, choices: ['a', 'b'], prompt: 'Choose' }],
      colorScales: [{ areas: [area], low: 'FFFFFF', high: 'FF0000' }],
      pictures: [
        { bytes: pngBytes, format: 'png', column: 5, row: 1, width: 40, height: 40, alternative: 'Logo' },
      ],
      print: { ...aPrintSetup, area, titleRows: { first: 1, last: 1 }, breaksAfter: [4] },
      tabColor: '00FF00',
    });
    expect(workbook.sheets[0]?.xml.children.map(({ name }) => name)).toEqual([
      'sheetPr',
      'sheetViews',
      'sheetFormatPr',
      'cols',
      'sheetData',
      'autoFilter',
      'mergeCells',
      'conditionalFormatting',
      'dataValidations',
      'hyperlinks',
      'pageMargins',
      'pageSetup',
      'headerFooter',
      'rowBreaks',
      'ignoredErrors',
      'drawing',
    ]);
  });

  it('freezes the rows above and the columns left of the given cell', async () => {
    const workbook = await write(
      { name: 'Both', freeze: { row: 4, column: 3 } },
      { name: 'Rows', freeze: { row: 2, column: 1 } },
      { name: 'None', freeze: { row: 1, column: 1 } },
    );
    const panes = workbook.sheets.map(({ xml }) =>
      descendantsOf(xml, 'pane').map((pane) => [...pane.attributes.values()]),
    );
    expect(panes).toEqual([
      [['2', '3', 'C4', 'bottomRight', 'frozen']],
      [['1', 'A2', 'bottomLeft', 'frozen']],
      [],
    ]);
  });

  it('sets widths, hidden columns, zoom, tab and grid lines', async () => {
    const workbook = await write({
      columns: [{ width: 10 }, { width: 3.5, hidden: true }, { width: 900 }],
      zoom: 85,
      tabColor: '123456',
      showGridLines: false,
    });
    const sheet = workbook.sheets[0]?.xml ?? fail();
    expect(childrenOf(childOf(sheet, 'cols'), 'col').map((column) => attributeOf(column, 'width'))).toEqual([
      '10.7109375',
      '4.2109375',
      '255',
    ]);
    expect(
      childrenOf(childOf(sheet, 'cols'), 'col').map((column) => column.attributes.has('hidden')),
    ).toEqual([false, true, false]);
    const [view] = descendantsOf(sheet, 'sheetView');
    expect([attributeOf(view, 'zoomScale'), attributeOf(view, 'showGridLines')]).toEqual(['85', '0']);
    expect(attributeOf(childOf(childOf(sheet, 'sheetPr'), 'tabColor'), 'rgb')).toBe('FF123456');
  });

  it('suppresses the warning about numbers stored as text', async () => {
    const workbook = await write({ rows: [aRow(['001', '002']), aRow(['003'])] });
    const [ignored] = descendantsOf(workbook.sheets[0]?.xml ?? fail(), 'ignoredError');
    expect([attributeOf(ignored, 'sqref'), attributeOf(ignored, 'numberStoredAsText')]).toEqual([
      'A1:B2',
      '1',
    ]);
  });

  it('leaves out merges of one cell', async () => {
    const workbook = await write({ merges: [{ top: 1, left: 1, bottom: 1, right: 1 }] });
    expect(childOf(workbook.sheets[0]?.xml, 'mergeCells')).toBeUndefined();
  });
});

describe('links', () => {
  it('lead to a cell of the workbook, not out of it', async () => {
    // exceljs's streaming writer writes such links as relations with an external target.
    const workbook = await write(
      { rows: [aRow([{ text: "O'Brien's", sheet: "O'Brien", cell: 'B2' }])] },
      { name: "O'Brien" },
    );
    const [link] = descendantsOf(workbook.sheets[0]?.xml ?? fail(), 'hyperlink');
    expect(attributeOf(link, 'location')).toBe("'O''Brien'!B2");
    expect(workbook.package.names.filter((name) => name.includes('sheet1.xml.rels'))).toEqual([]);
    expect(cellOf(workbook, 'A1')?.value).toBe("O'Brien's");
  });

  it('follow a sheet if its name had to change, and so do formulas', async () => {
    const workbook = await write(
      {
        rows: [
          aRow([
            { text: 'go', sheet: 'Day/Night', cell: 'A1' },
            { formula: "'Day/Night'!A1", result: 'x' },
          ]),
        ],
      },
      { name: 'Day/Night', rows: [aRow(['x'])] },
    );
    const [link] = descendantsOf(workbook.sheets[0]?.xml ?? fail(), 'hyperlink');
    expect(attributeOf(link, 'location')).toBe("'Day-Night'!A1");
    expect(cellOf(workbook, 'B1')?.formula).toBe("'Day-Night'!A1");
  });

  it('lead to the right sheet even if a sheet had to be renamed to the name of another', async () => {
    const formula = `'a/b'!A1&"'a/b'!"&'a-b'!A1`;
    const workbook = await write(
      {
        name: 'a/b',
        rows: [
          aRow([
            { formula, result: 'x' },
            { text: 'go', sheet: 'a-b', cell: 'A1' },
          ]),
        ],
      },
      { name: 'a-b' },
    );
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['a-b', 'a-b (2)']);
    expect(cellOf(workbook, 'A1')?.formula).toBe(`'a-b'!A1&"'a/b'!"&'a-b (2)'!A1`);
    const [link] = descendantsOf(workbook.sheets[0]?.xml ?? fail(), 'hyperlink');
    expect(attributeOf(link, 'location')).toBe("'a-b (2)'!A1");
  });

  it('to a sheet that does not exist are plain text', async () => {
    const workbook = await write({ rows: [aRow([{ text: 'Changes', sheet: 'Changes', cell: 'A1' }])] });
    expect(cellOf(workbook, 'A1')?.value).toBe('Changes');
    expect(childOf(workbook.sheets[0]?.xml, 'hyperlinks')).toBeUndefined();
  });
});

function fail(): never {
  throw new Error('The part is not there.');
}
