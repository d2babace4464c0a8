import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { legalSheetNames, sheetReference } from '#workbook/xlsx/cell-references.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aRow, aSheet, aWorkbook } from '../../support/builders/a-workbook-plan.ts';
import { differences, readWithOpenpyxl, valuesOf } from '../../support/workbook/read-with-others.ts';
import { validateWorkbook } from '../../support/workbook/validate-workbook.ts';

async function readBack(text: string): Promise<unknown> {
  const workbook = await validateWorkbook(await writeWorkbook(aWorkbook({ rows: [aRow([text])] })));
  return workbook.sheets[0]?.cells.get('A1')?.value;
}

describe('the text of a cell', () => {
  it.each([
    ['markup', '<b>&amp;</b> "x" \'y\' ]]>', '<b>&amp;</b> "x" \'y\' ]]>'],
    ['spaces at the ends', '  a  b  ', '  a  b  '],
    ['nothing but spaces', '   ', '   '],
    ['tabs and line feeds', '\ta\nb\n', '\ta\nb\n'],
    ['carriage returns, which are line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['what looks like an escape', '_x0041_ _x000D_ _X005f_', '_x0041_ _x000D_ _X005f_'],
    ['escapes that share an underscore', '_x0041_x0042_', '_x0041_x0042_'],
    ['emoji and right-to-left', '👩🏽‍🔧 עברית ‏العربية', '👩🏽‍🔧 עברית ‏العربية'],
    ['control characters, which XML forbids', 'a\u0000b\u0008c\u000bd\u001be\u001ff', 'abcdef'],
    ['control characters that XML allows', 'a\u007fb\u0085c\u009f', 'a\u007fb\u0085c\u009f'],
    ['non-characters', 'a\ufffeb\uffffc\ufffdd', 'abc\ufffdd'],
    ['halves of surrogate pairs', 'a\ud83db\ude00c\ud83d', 'abc'],
    ['halves in the wrong order around a pair', '\ude00\ud83d\ude00\ud83d', '😀'],
  ])('keeps %s', async (_what, text, expected) => {
    await expect(readBack(text)).resolves.toBe(expected);
  });

  it('is empty if all of its characters are forbidden', async () => {
    await expect(readBack('\u0001\ud800')).resolves.toBe('');
  });

  it('is shortened to the 32,767 characters that a cell holds', async () => {
    await expect(readBack('x'.repeat(32_767))).resolves.toBe('x'.repeat(32_767));
    await expect(readBack('x'.repeat(40_000))).resolves.toBe(`${'x'.repeat(32_760)}… (cut)`);
  });

  it('does not end in the middle of a character', async () => {
    const text = `${'x'.repeat(32_759)}${'😀'.repeat(10)}`;
    await expect(readBack(text)).resolves.toBe(`${'x'.repeat(32_759)}… (cut)`);
  });

  it('is also kept as the result of a formula', async () => {
    const plan = aWorkbook({ rows: [aRow([{ formula: 'A1', result: '_x0041_ <&> \ud800' }])] });
    const workbook = await validateWorkbook(await writeWorkbook(plan));
    expect(workbook.sheets[0]?.cells.get('A1')?.value).toBe('_x0041_ <&> ');
  });

  it('of a link can have parts with different fonts', async () => {
    const parts = [
      { text: '← Summary', font: { size: 9, underline: true, color: '0000FF' } },
      { text: '  ·  <12 & tasks', font: { size: 11, bold: true } },
    ];
    const link = { text: parts.map(({ text }) => text).join(''), sheet: 'Sheet', cell: 'A1', parts };
    const workbook = await validateWorkbook(await writeWorkbook(aWorkbook({ rows: [aRow([link, 'same'])] })));
    const cells = workbook.sheets[0]?.cells;
    expect([cells?.get('A1')?.value, cells?.get('B1')?.value]).toEqual([link.text, 'same']);
    const [item] = workbook.parts.get('xl/sharedStrings.xml')?.children ?? [];
    expect(item?.children.map((run) => run.children[0]?.children.map(({ name }) => name))).toEqual([
      ['u', 'sz', 'color', 'rFont'],
      ['b', 'sz', 'rFont'],
    ]);
  });

  it('is in the table of shared strings, even with many texts and sheets', async () => {
    // There are so many texts that the table of shared strings is written in two pieces.
    const more = 'x'.repeat(100);
    const rows = Array.from({ length: 1_500 }, (_, index) => aRow([`Task <${index}>${more}`, 'same']));
    const again = { name: 'Again', rows: [...rows.slice(-9), aRow(['x'.repeat(32_767), 'new'])] };
    const bytes = await writeWorkbook(aWorkbook({ rows }, again));
    const workbook = await validateWorkbook(bytes);
    const [first, second] = workbook.sheets;
    const wrong = rows.filter((row, index) => {
      const shown = [first?.cells.get(`A${index + 1}`), first?.cells.get(`B${index + 1}`)];
      return shown.some((cell, column) => cell?.value !== row.cells[column]?.value);
    });
    expect(wrong).toEqual([]);
    expect(second?.cells.get('A9')?.value).toBe(`Task <1499>${more}`);
    expect([second?.cells.get('A10')?.value, second?.cells.get('B10')?.value]).toEqual([
      'x'.repeat(32_767),
      'new',
    ]);
    for (const { part } of workbook.sheets)
      expect(workbook.package.bytes.get(part)?.toString()).not.toContain('inlineStr');
    const openpyxl = readWithOpenpyxl(bytes);
    if (openpyxl) expect(differences(valuesOf(workbook), openpyxl)).toEqual([]);
    const read = new exceljs.Workbook();
    await read.xlsx.load(Uint8Array.from(bytes).buffer);
    expect(read.getWorksheet('Day')?.getCell('A1500').value).toBe(`Task <1499>${more}`);
    expect(read.getWorksheet('Again')?.getCell('B10').value).toBe('new');
  });
});

describe('the name of a sheet', () => {
  it.each([
    [
      ['Day', 'Night'],
      ['Day', 'Night'],
    ],
    [['Day/Night: [a] *?\\'], ['Day-Night- -a- ---']],
    [
      ["''Day''", "'"],
      ['Day', 'Sheet'],
    ],
    [
      ['', '  ', '\u0000'],
      ['Sheet', 'Sheet (2)', 'Sheet (3)'],
    ],
    [
      ['day', 'DAY', 'Day'],
      ['day', 'DAY (2)', 'Day (3)'],
    ],
    [
      ['History', 'HISTORY'],
      ['History (2)', 'HISTORY (3)'],
    ],
    [
      ['A name that is far too long for a sheet', 'A name that is far too long for a book'],
      ['A name that is far too long for', 'A name that is far too long (2)'],
    ],
    [[`${'x'.repeat(30)}😀`], ['x'.repeat(30)]],
    [[`${'x'.repeat(30)}' y`], ['x'.repeat(30)]],
    [["O'Brien & <Sons>"], ["O'Brien & <Sons>"]],
    [['a\tb\nc'], ['a b c']],
  ])('%j becomes %j', async (names, expected) => {
    expect(legalSheetNames(names)).toEqual(expected);
    const workbook = await validateWorkbook(
      await writeWorkbook(aWorkbook(...names.map((name) => ({ name })))),
    );
    expect(workbook.sheets.map(({ name }) => name)).toEqual(expected);
  });

  it('is unchanged if it is valid', () => {
    const names = legalSheetNames(['Day/Night', 'history', 'x'.repeat(40), 'X'.repeat(40)]);
    expect(legalSheetNames(names)).toEqual(names);
  });

  it('is quoted in formulas, with doubled apostrophes', () => {
    expect(sheetReference("O'Brien")).toBe("'O''Brien'");
  });
});

describe('hostile text outside the cells', () => {
  it('leaves every part of the file valid', async () => {
    const hostile = '<&>"\'\u0000\ud800\r\n_x0041_]]>';
    const plan = aWorkbook();
    const bytes = await writeWorkbook({
      properties: { ...plan.properties, title: hostile, subject: hostile, company: hostile },
      sheets: [
        aSheet({
          name: hostile,
          rows: [aRow([hostile.replace('\r', '')])],
          validations: [
            { area: { top: 1, left: 2, bottom: 1, right: 2 }, choices: [hostile], prompt: hostile },
            { area: { top: 1, left: 3, bottom: 1, right: 3 }, choices: [`${hostile},`], prompt: '' },
          ],
        }),
      ],
    });
    const workbook = await validateWorkbook(bytes);
    expect(workbook.sheets[0]?.cells.get('A1')?.value).toBe('<&>"\'\n_x0041_]]>');
  });
});
