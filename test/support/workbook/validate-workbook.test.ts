import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { differences } from './read-with-others.ts';
import { parseXml, readCells, readFormats } from './read-workbook.ts';
import { orderFaults } from './schema-order.ts';
import {
  chartFaults,
  drawingFaults,
  filterFaults,
  footerFaults,
  formulaFaults,
  inspectWorkbook,
  noteFaults,
  sheetFaults,
  tableFaults,
  validateWorkbook,
} from './validate-workbook.ts';

const context = { cells: new Map(), sheetNames: ['Day', "O'Brien"] };

function cellFaults(rows: string): string[] {
  const faults: string[] = [];
  const data = parseXml(`<sheetData>${rows}</sheetData>`);
  readCells(data, { strings: ['a'], numberFormats: ['General'] }, faults);
  return faults;
}

function faultsOf(content: string): string[] {
  const namespaces = 'xmlns:r="r" xmlns:x14="x14" xmlns:xm="xm"';
  return sheetFaults(parseXml(`<worksheet ${namespaces}>${content}</worksheet>`), context);
}

describe('the validator finds', () => {
  it('elements out of the order of the schema, and unknown ones', () => {
    const sheet = '<worksheet><sheetData/><dataValidations/><conditionalFormatting/><other/></worksheet>';
    expect(orderFaults(parseXml(sheet), 'sheet1')).toEqual([
      'sheet1/worksheet has <conditionalFormatting> after <dataValidations>.',
      'sheet1/worksheet has a <other>, which the schema does not know there.',
    ]);
  });

  it.each([
    ['cells out of order', '<row r="1"><c r="B1"/><c r="A1"/></row>', 'A1 is in row 1 after column 2.'],
    ['a cell in another row', '<row r="1"><c r="A2"/></row>', 'A2 is in row 1 after column 0.'],
    ['rows out of order', '<row r="2"/><row r="1"/>', 'Row 1 comes after 2.'],
    ['a row off the sheet', '<row r="1048577"/>', 'Row 1048577 comes after 0.'],
    ['a row too high', '<row r="1" ht="500"/>', 'Row 1 is 500 points high.'],
    ['a style that is not there', '<row r="1"><c r="A1" s="1"/></row>', 'A1: there is no cell format 1.'],
    ['a number that is not one', '<row r="1"><c r="A1"><v>NaN</v></c></row>', 'A1: "NaN" is not a number.'],
    [
      'a shared text that is not there',
      '<row r="1"><c r="A1" t="s"><v>1</v></c></row>',
      'A1: there is no shared string 1.',
    ],
    [
      'a text too long',
      `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c></row>`,
      'A1 has 32768 characters.',
    ],
  ])('%s', (_what, rows, fault) => {
    expect(cellFaults(rows)).toEqual([fault]);
  });

  it.each([
    [
      'merges that overlap',
      '<mergeCells count="2"><mergeCell ref="A1:B2"/><mergeCell ref="B2:C3"/></mergeCells>',
      'The merges A1:B2 and B2:C3 share B2.',
    ],
    [
      'a merge of one cell',
      '<mergeCells count="1"><mergeCell ref="A1"/></mergeCells>',
      'A merge has one cell.',
    ],
    [
      'a wrong count',
      '<mergeCells count="2"><mergeCell ref="A1:B2"/></mergeCells>',
      '<mergeCells> says 2 and has 1.',
    ],
    [
      'a link out of the file',
      '<hyperlinks><hyperlink ref="A1" r:id="rId1" location="\'Day\'!A1"/></hyperlinks>',
      'The link in A1 leads out of the file.',
    ],
    [
      'a link to nowhere',
      '<hyperlinks><hyperlink ref="A1" location="\'Night\'!A1"/></hyperlinks>',
      "A link leads to 'Night'!A1, which is not there.",
    ],
    [
      'an apostrophe that is not doubled',
      '<hyperlinks><hyperlink ref="A1" location="\'O\'Brien\'!A1"/></hyperlinks>',
      "A link leads to 'O'Brien'!A1, which is not there.",
    ],
    ['a filter off the sheet', '<autoFilter ref="A0:B2"/>', 'The filter "A0:B2" is not on a sheet.'],
    [
      'page breaks out of order',
      '<rowBreaks count="2"><brk id="9"/><brk id="3"/></rowBreaks>',
      'The page breaks are not in order.',
    ],
    [
      'a footer too long',
      `<headerFooter><oddFooter>${'x'.repeat(256)}</oddFooter></headerFooter>`,
      'The oddFooter has 256 characters.',
    ],
    [
      'columns out of order',
      '<cols><col min="2" max="1" width="9"/></cols>',
      'The columns 2 to 1, 9 wide, are not in order.',
    ],
  ])('%s', (_what, content, fault) => {
    expect(faultsOf(content)).toEqual([fault]);
  });

  it('a table whose heading cell differs from its column', () => {
    const table = parseXml(
      '<table displayName="Tasks" ref="A1:A2"><tableColumns count="1"><tableColumn id="1" name="ID"/></tableColumns></table>',
    );
    expect(tableFaults(table, parseXml('<worksheet/>'), context)).toEqual([
      'The table Tasks calls "ID" what its heading calls "undefined".',
    ]);
  });

  it.each([
    [
      'a function that files name otherwise',
      'XLOOKUP(A1,B1:B2,C1:C2)',
      'A1: the function XLOOKUP is not one of those known to work.',
    ],
    ['an equals sign in the file', '=SUM(A2:A3)', 'A1: the formula begins with =.'],
    [
      'a text that is too long for a formula',
      `COUNTIF(A2:A3,"${'x'.repeat(256)}")`,
      'A1: a text in the formula has over 255 characters.',
    ],
  ])('%s', (_what, formula, fault) => {
    expect(formulaFaults('A1', formula)).toEqual([fault]);
    expect(formulaFaults('A1', `COUNTIF('IFS("x'!A2:A3,"IFS(""${'x'.repeat(250)}")`)).toEqual([]);
  });

  it('a filter without a defined name, or with one for other cells', () => {
    const filtered = parseXml('<worksheet><autoFilter ref="A1:B9"/></worksheet>');
    expect(filterFaults(filtered, "'Day'!$A$1:$B$9")).toEqual([]);
    expect(filterFaults(filtered, undefined)).toEqual(['The filter over $A$1:$B$9 is named as undefined.']);
    expect(filterFaults(filtered, "'Day'!$A$1:$B$8")).toHaveLength(1);
  });

  it('an ampersand of a footer that is not doubled', () => {
    expect(footerFaults('&L&8Smith && Sons\n&BOnly: night&C&10 1 day&RPage &P of &N')).toEqual([]);
    expect(footerFaults('&LSmith & Sons')).toEqual(['The footer has an unknown code: Smith & Sons.']);
  });

  it('a chart that shows other values than its cells have', () => {
    const chart = (value: string) =>
      parseXml(
        '<c:chartSpace xmlns:c="c"><c:numRef><c:f>\'Day\'!$A$1:$B$1</c:f><c:numCache><c:ptCount val="2"/>' +
          `<c:pt idx="0"><c:v>${value}</c:v></c:pt></c:numCache></c:numRef></c:chartSpace>`,
      );
    const cell = { type: 'number', value: 0.5, formula: undefined, styleIndex: 0, numberFormat: '' } as const;
    const cells = new Map([['Day', new Map([['A1', cell]])]]);
    expect(chartFaults(chart('0.5'), cells)).toEqual([]);
    expect(chartFaults(chart('0.6'), cells)).toEqual([
      "A chart shows 0.6 for 'Day'!$A$1:$B$1, where the cells have 0.5,.",
    ]);
  });

  it('objects of a drawing that share an id', () => {
    const object = '<xdr:cNvPr id="2"/>';
    const drawing = (content: string) => parseXml(`<xdr:wsDr xmlns:xdr="xdr">${content}</xdr:wsDr>`);
    expect(drawingFaults(drawing(object))).toEqual([]);
    expect(drawingFaults(drawing(object + object))).toEqual(['Two objects of a drawing have the same id.']);
  });

  it('boxes of notes that two sheets share', () => {
    const notes = parseXml('<comments><commentList><comment ref="A1"/></commentList></comments>');
    const boxes = parseXml(
      '<xml xmlns:v="v" xmlns:o="o" xmlns:x="x"><o:idmap data="1"/><v:shape id="_x0000_s1025">' +
        '<x:Row>0</x:Row><x:Column>0</x:Column></v:shape></xml>',
    );
    const ids = new Set<string>();
    expect(noteFaults(notes, boxes, ids)).toEqual([]);
    expect(noteFaults(notes, boxes, ids)).toEqual(['Two notes of the workbook have the box _x0000_s1025.']);
  });

  it('a cell format that refers to a missing font', () => {
    const faults: string[] = [];
    const styles =
      '<styleSheet><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>' +
      '<cellXfs count="1"><xf numFmtId="0" fontId="4" fillId="0" borderId="0"/></cellXfs></styleSheet>';
    readFormats(parseXml(styles), faults);
    expect(faults).toEqual(['A cell format refers to fontId 4 of fonts, which is not there.']);
  });

  it('cells that another program reads differently', () => {
    const ours = new Map([
      [
        'Day',
        new Map<string, string | number>([
          ['A1', 'x'],
          ['B1', 2],
        ]),
      ],
    ]);
    const theirs = new Map([
      [
        'Day',
        new Map<string, string | number>([
          ['A1', 'y'],
          ['B1', 2],
        ]),
      ],
    ]);
    expect(differences(ours, theirs)).toEqual(['Day!A1: "x" is read as "y"']);
  });

  it('a file that is not a zip', async () => {
    await expect(validateWorkbook(Buffer.from('PK'))).rejects.toThrow();
  });
});

describe("exceljs's own stream, without corrections", () => {
  it('writes a file that the validator refuses', async () => {
    const stream = new PassThrough();
    const whole = buffer(stream);
    const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
    for (const name of ["O'Brien", 'Day']) {
      const sheet = book.addWorksheet(name, { pageSetup: { printTitlesRow: '1:1' } });
      sheet.getCell('A1').value = { text: 'go', hyperlink: "#'Day'!A1" };
      sheet.getCell('A1').note = 'Note';
      sheet.getCell('B1').value = Number.NaN;
      sheet.commit();
    }
    await book.commit();
    const { faults } = await inspectWorkbook(await whole);
    expect(faults).toEqual(
      expect.arrayContaining([
        expect.stringContaining('leads out of the file'),
        expect.stringContaining('Two notes of the workbook have the box'),
        expect.stringContaining("The name _xlnm.Print_Titles of O'Brien leads to"),
        expect.stringContaining('is not a number'),
      ]),
    );
  });
});
