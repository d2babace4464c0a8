import { describe, expect, it } from 'vitest';
import { absoluteSheetRange } from '#workbook/xlsx/cell-references.ts';
import type { CellValidation, PrintSetup, SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aPrintSetup, aRow, aWorkbook, pngBytes } from '../../support/builders/a-workbook-plan.ts';
import {
  attributeOf,
  childOf,
  descendantsOf,
  type XmlElement,
} from '../../support/workbook/read-workbook.ts';
import { type ReadWorkbook, validateWorkbook } from '../../support/workbook/validate-workbook.ts';

async function write(...sheets: readonly Partial<SheetPlan>[]): Promise<ReadWorkbook> {
  return validateWorkbook(await writeWorkbook(aWorkbook(...sheets)));
}

function part(workbook: ReadWorkbook, name: string): XmlElement {
  const root = workbook.parts.get(name);
  if (!root) throw new Error(`There is no ${name}.`);
  return root;
}

function printed(print: Partial<PrintSetup>): Partial<SheetPlan> {
  return { print: { ...aPrintSetup, ...print } };
}

describe('a chart of one series', () => {
  const labelled = async (count: number) => {
    const values = Array.from({ length: count }, (_, index) => index);
    const row = (number: number) =>
      absoluteSheetRange('Day', { top: number, left: 1, bottom: number, right: count });
    const workbook = await write({
      columns: values.map(() => ({ width: 5 })),
      rows: [aRow(values.map(String)), aRow(values)],
      charts: [
        {
          area: { top: 1, left: 1, bottom: 10, right: 10 },
          kind: 'columns',
          alternative: 'People',
          categories: { reference: row(1), values: values.map(String) },
          series: [{ name: 'Day', color: '4F81BD', reference: row(2), values }],
          numberFormat: '#,##0.0',
        },
      ],
    });
    const chart = part(workbook, 'xl/charts/chart1.xml');
    const [axis] = descendantsOf(chart, 'c:valAx').flatMap((each) => descendantsOf(each, 'c:delete'));
    const isAxisShown = axis !== undefined && attributeOf(axis, 'val') === '0';
    const formats = descendantsOf(chart, 'c:valAx').flatMap((each) => descendantsOf(each, 'c:numFmt'));
    return {
      labels: descendantsOf(chart, 'c:dLbls').length,
      axis: isAxisShown ? formats.map((each) => attributeOf(each, 'formatCode')) : 'none',
    };
  };

  it('has figures over its columns, or an axis if the figures would run into one another', async () => {
    expect(await labelled(14)).toEqual({ labels: 1, axis: 'none' });
    expect(await labelled(42)).toEqual({ labels: 0, axis: ['#,##0'] });
  });
});

describe('a workbook with pictures and tables', () => {
  it('has a picture once, even if it is shown several times', async () => {
    // exceljs's streaming writer cannot place pictures in cells.
    const picture = {
      bytes: pngBytes,
      format: 'png',
      width: 120,
      height: 40.4,
      alternative: 'Acme "logo"',
    } as const;
    const workbook = await write(
      {
        name: 'A',
        pictures: [
          { ...picture, column: 1, row: 1 },
          { ...picture, column: 5, row: 3 },
        ],
      },
      { name: 'B', pictures: [{ ...picture, column: 2, row: 2 }] },
    );
    expect(workbook.package.names.filter((name) => name.includes('media'))).toEqual(['xl/media/image1.png']);
    expect(workbook.package.bytes.get('xl/media/image1.png')).toEqual(pngBytes);
    const drawing = part(workbook, 'xl/drawings/drawing1.xml');
    expect(descendantsOf(drawing, 'xdr:cNvPr').map((shape) => attributeOf(shape, 'descr'))).toEqual([
      'Acme "logo"',
      'Acme "logo"',
    ]);
    const [, second] = descendantsOf(drawing, 'xdr:oneCellAnchor');
    expect(childOf(second, 'xdr:from')?.children.map(({ text }) => text)).toEqual(['4', '0', '2', '0']);
    expect([...(childOf(second, 'xdr:ext')?.attributes.values() ?? [])]).toEqual(['1143000', '384810']);
  });

  it('has a table with its headings and rows', async () => {
    // exceljs's streaming writer cannot write tables.
    const rows = [aRow(['ID', 'Na\nme']), aRow(['001', 'Pour'])];
    const table = {
      name: 'Tasks',
      area: { top: 1, left: 1, bottom: 2, right: 2 },
      columns: ['ID', 'Na\nme'],
    };
    const workbook = await write({ rows, table });
    const written = part(workbook, 'xl/tables/table1.xml');
    expect(attributeOf(written, 'ref')).toBe('A1:B2');
    expect(descendantsOf(written, 'tableColumn').map((column) => attributeOf(column, 'name'))).toEqual([
      'ID',
      'Na_x000a_me',
    ]);
  });

  it('has an empty row in a table without data', async () => {
    const table = { name: 'Tasks', area: { top: 1, left: 1, bottom: 1, right: 1 }, columns: ['ID'] };
    const workbook = await write({ rows: [aRow(['ID'])], table });
    expect(attributeOf(part(workbook, 'xl/tables/table1.xml'), 'ref')).toBe('A1:A2');
  });
});

describe('a drop-down', () => {
  const area = { top: 2, left: 1, bottom: 9, right: 1 };

  async function ruleOf(validation: Partial<CellValidation>) {
    const workbook = await write({ validations: [{ area, choices: [], prompt: '', ...validation }] });
    expect(workbook.sheets).toHaveLength(1);
    const [rule] = descendantsOf(workbook.sheets[0]?.xml ?? part(workbook, ''), 'dataValidation');
    return { rule, list: childOf(rule, 'formula1')?.text };
  }

  it('offers texts, each once', async () => {
    const { rule, list } = await ruleOf({ choices: ['a "b"', ' c ', 'c', ''], prompt: 'Why?' });
    expect(list).toBe('"a ""b"",c"');
    expect(rule && attributeOf(rule, 'prompt')).toBe('Why?');
    expect(rule?.attributes.has('showErrorMessage')).toBe(false);
  });

  it('offers the first texts that fit, and no text with a comma', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `Reason ${index}`);
    expect((await ruleOf({ choices: long })).list).toBe(`"${long.slice(0, 26).join(',')}"`);
    expect((await ruleOf({ choices: ['x'.repeat(256), 'rain, wind', 'crane'] })).list).toBe('"crane"');
    const { list } = await ruleOf({ choices: ['"'.repeat(130), '"'.repeat(100), 'crane'] });
    expect(list).toBe(`"${'""'.repeat(100)},crane"`);
  });

  it('is only a prompt if there are no texts to offer', async () => {
    const { rule, list } = await ruleOf({ prompt: 'What will be done' });
    expect(list).toBeUndefined();
    expect([...(rule?.attributes ?? [])]).toEqual([
      ['allowBlank', '1'],
      ['showInputMessage', '1'],
      ['prompt', 'What will be done'],
      ['sqref', 'A2:A9'],
    ]);
  });

  it('is left out if there are neither texts nor a prompt', async () => {
    const workbook = await write({ validations: [{ area, choices: ['', ' '], prompt: '' }] });
    expect(childOf(workbook.sheets[0]?.xml, 'dataValidations')).toBeUndefined();
  });
});

describe('print set-up', () => {
  it('fits the width of the paper, repeats the headings and breaks pages where asked', async () => {
    const print = {
      titleRows: { first: 2, last: 4 },
      area: { top: 1, left: 1, bottom: 40, right: 7 },
      breaksAfter: [30, 12, 30],
    };
    const workbook = await write(printed(print), {
      name: 'B',
      ...printed({ paper: 'A4', orientation: 'portrait' }),
    });
    const setups = workbook.sheets.map(({ xml }) =>
      Object.fromEntries(childOf(xml, 'pageSetup')?.attributes ?? []),
    );
    expect(setups).toEqual([
      { paperSize: '8', fitToHeight: '0', orientation: 'landscape' },
      { paperSize: '9', fitToHeight: '0', orientation: 'portrait' },
    ]);
    const [sheet] = workbook.sheets;
    expect(attributeOf(childOf(childOf(sheet?.xml, 'sheetPr'), 'pageSetUpPr'), 'fitToPage')).toBe('1');
    expect(
      descendantsOf(sheet?.xml ?? part(workbook, ''), 'brk').map((row) => attributeOf(row, 'id')),
    ).toEqual(['12', '30']);
    expect(workbook.definedNames).toEqual([
      { name: '_xlnm.Print_Area', sheet: 'Day', value: "'Day'!$A$1:$G$40" },
      { name: '_xlnm.Print_Titles', sheet: 'Day', value: "'Day'!$2:$4" },
    ]);
  });

  it("doubles the apostrophes of a sheet's name", async () => {
    // exceljs #3071: Excel drops a defined name whose apostrophes are not doubled.
    const workbook = await write({ name: "O'Brien's", ...printed({ titleRows: { first: 1, last: 1 } }) });
    expect(workbook.definedNames.map(({ value }) => value)).toEqual(["'O''Brien''s'!$1:$1"]);
  });

  it('sets the font size of a footer', async () => {
    const workbook = await write(
      printed({ footer: { left: 'R', center: '24 Nov', right: 'page', size: 11 } }),
    );
    expect(childOf(childOf(workbook.sheets[0]?.xml, 'headerFooter'), 'oddFooter')?.text).toBe(
      '&L&11R&C&11 24 Nov&R&11Page &P of &N',
    );
  });

  it('prints the text of a footer literally, even if it looks like a code', async () => {
    const footer = { left: 'R&D &P 100%\nnext', center: '24 Nov', right: 'page' } as const;
    const workbook = await write(printed({ footer }));
    expect(childOf(childOf(workbook.sheets[0]?.xml, 'headerFooter'), 'oddFooter')?.text).toBe(
      '&L&8R&&D &&P 100% next&C&8 24 Nov&R&8Page &P of &N',
    );
  });

  it.each([
    ['&'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(117) + '&'.repeat(40), '&'.repeat(131)],
    ['😀'.repeat(90), ''],
  ])('shortens a footer to the 255 characters that fit', async (left, center) => {
    const workbook = await write(printed({ footer: { left, center, right: 'page' } }));
    const text = childOf(childOf(workbook.sheets[0]?.xml, 'headerFooter'), 'oddFooter')?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(255);
    expect(text.endsWith('&R&8Page &P of &N')).toBe(true);
    // Every ampersand is one of a pair, or begins a part, a size or one of the two fields.
    expect(text.replaceAll('&&', '').match(/&/g)).toHaveLength(center === '' ? 6 : 8);
  });

  it('keeps the bold line of a footer whole if the other texts are shortened', async () => {
    const only = 'Only: Stonebridge Frame & Sons · night shift';
    const footer = {
      left: 'x'.repeat(200),
      leftBelow: only,
      center: 'y'.repeat(200),
      right: 'page',
    } as const;
    const workbook = await write(printed({ footer }));
    const text = childOf(childOf(workbook.sheets[0]?.xml, 'headerFooter'), 'oddFooter')?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(255);
    expect(text).toMatch(
      /^&L&8x+…\n&BOnly: Stonebridge Frame && Sons · night shift&C&8y+…\n\u00a0&R&8Page &P of &N\n\u00a0$/,
    );
  });
});

describe('the file', () => {
  it('names title, subject, date and company', async () => {
    // exceljs's streaming writer drops the company.
    const workbook = await write({});
    const texts = [
      ...part(workbook, 'docProps/core.xml').children,
      ...part(workbook, 'docProps/app.xml').children,
    ].map(({ name, text }) => [name, text]);
    expect(Object.fromEntries(texts)).toMatchObject({
      'dc:title': 'Riverside lookahead',
      'dc:subject': 'Week 48',
      'dcterms:created': '2026-11-20T03:04:06Z',
      'dcterms:modified': '2026-11-20T03:04:06Z',
      Company: 'Acme',
    });
  });

  it('is not recalculated when it is opened, so that Excel does not ask to save it', async () => {
    const workbook = await write({});
    const calculation = childOf(part(workbook, 'xl/workbook.xml'), 'calcPr');
    expect(Object.fromEntries(calculation?.attributes ?? [])).toEqual({ calcId: '191029' });
  });

  it('begins with the part that tells programs that it is a workbook and not another archive', async () => {
    const workbook = await write({});
    expect(workbook.package.names.slice(0, 2)).toEqual(['[Content_Types].xml', 'xl/_rels/workbook.xml.rels']);
  });
});
