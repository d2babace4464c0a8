import { constants, crc32, deflateRawSync } from 'node:zlib';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readExcel } from '#programme/readers/table/read-excel.ts';
import { listZipEntries } from '#programme/readers/table/unzip.ts';
import { deep } from '../../../support/deep-checks.ts';

type Fill = (workbook: exceljs.Workbook, sheet: exceljs.Worksheet) => void;

async function workbook(fill: Fill): Promise<Uint8Array> {
  const made = new exceljs.Workbook();
  fill(made, made.addWorksheet('Plan'));
  return Buffer.from(await made.xlsx.writeBuffer());
}

const rowsOf = async (bytes: Uint8Array, sheet?: string) =>
  (await readExcel(bytes, { sheet })).activities.map(({ line, fields }) => [
    line,
    Object.fromEntries(fields),
  ]);

describe('an Excel workbook', () => {
  it('has headings in its first row and a task in each row below', async () => {
    const bytes = await workbook((_, sheet) => {
      sheet.addRows([['Activity ID', 'Name', 'Days'], ['A1', 'Pour slab', 2.5], [], [4711, 'Façade', true]]);
    });
    const programme = await readExcel(bytes);
    expect(programme).toMatchObject({
      format: 'excel',
      fields: ['Activity ID', 'Name', 'Days'],
      problems: [],
    });
    expect(await rowsOf(bytes)).toEqual([
      [2, { 'Activity ID': 'A1', Name: 'Pour slab', Days: '2.5' }],
      [4, { 'Activity ID': '4711', Name: 'Façade', Days: 'true' }],
    ]);
  });

  it.each([
    ['dd/mm/yyyy', '2026-11-23'],
    ['d mmm yy', '2026-11-23'],
    ['[$-809]dd mmmm yyyy;@', '2026-11-23'],
    ['mmm-yy', '2026-11-23'],
    ['#,##0.00 "m3"', '46349'],
    ['#,##0.00 "days"', '46349 days'],
    ['0" h"', '46349 h'],
    ['0%', '4634900%'],
    ['dd/mm/yyyy hh:mm', '2026-11-23T00:00'],
    ['0.0E+00', '46349'],
    ['[h]:mm', '1112376 h'],
    ['General', '46349'],
    ['0000000', '0046349'],
    ['0.00', '46349.00'],
    ['00-00', '463-49'],
    ['0000\\-00\\-00;@', '0004-63-49'],
  ])('shows the day 46349 in the format %s as %s', async (numFmt, expected) => {
    const bytes = await workbook((_, sheet) => {
      sheet.addRows([['Start'], [46_349]]);
      sheet.getCell('A2').numFmt = numFmt;
    });
    expect(await rowsOf(bytes)).toEqual([[2, { Start: expected }]]);
  });

  it('may have dates with times, and times alone', async () => {
    const bytes = await workbook((_, sheet) => {
      sheet.addRows([
        ['Start', 'From'],
        [46_349.3125, 0.8125],
      ]);
      sheet.getCell('A2').numFmt = 'dd/mm/yyyy hh:mm';
      sheet.getCell('B2').numFmt = 'hh:mm';
    });
    expect(await rowsOf(bytes)).toEqual([[2, { Start: '2026-11-23T07:30', From: '19:30' }]]);
  });

  it('may count its dates from 1904', async () => {
    const bytes = await workbook((made, sheet) => {
      made.properties.date1904 = true;
      sheet.addRow(['Start']);
      sheet.getCell('A2').value = 44_887;
      sheet.getCell('A2').numFmt = 'yyyy-mm-dd';
    });
    expect(await rowsOf(bytes)).toEqual([[2, { Start: '2026-11-23' }]]);
  });

  it('has the saved values of formulas; those without one are counted', async () => {
    const bytes = await workbook((_, sheet) => {
      sheet.addRow(['Id', 'Start', 'Days']);
      sheet.getRow(2).values = ['A1', { formula: 'A1&"x"', result: 'text' }, { formula: '1+1', result: 2 }];
      sheet.getRow(3).values = ['A2', { formula: 'B2', date1904: false }, { error: '#N/A' }];
    });
    const programme = await readExcel(bytes);
    expect(await rowsOf(bytes)).toEqual([
      [2, { Id: 'A1', Start: 'text', Days: '2' }],
      [3, { Id: 'A2' }],
    ]);
    expect(programme.problems.map(({ text }) => text)).toEqual([
      'Excel errors count as empty: C3 #N/A.',
      'Formulas without a saved value count as empty (Excel saves them): 1, first in line 3.',
    ]);
  });

  it('joins the parts of a text in several fonts', async () => {
    const bytes = await workbook((_, sheet) => {
      sheet.addRows([['Name'], [{ richText: [{ text: 'Pour ' }, { font: { bold: true }, text: 'slab' }] }]]);
    });
    expect(await rowsOf(bytes)).toEqual([[2, { Name: 'Pour slab' }]]);
  });

  it('is reported if another worksheet looks like the named one, such as one of a new week', async () => {
    const bytes = await workbook((made, sheet) => {
      for (const [name, title] of [
        ['Week 49', 'Pour'],
        ['Legend', ''],
      ] as const) {
        const other = made.addWorksheet(name);
        other.addRows(
          title === ''
            ? [['Colour'], ['red']]
            : [
                ['Id', 'Task'],
                ['A1', title],
              ],
        );
      }
      sheet.addRows([
        ['Id', 'Task'],
        ['A1', 'Dig'],
      ]);
    });
    expect((await readExcel(bytes, { sheet: 'Plan' })).problems.map(({ text }) => text)).toContain(
      'The worksheet "Plan" is read (set sheet in the mapping to use another), and not "Week 49".',
    );
  });

  it.each(['yyyy-mm-dd', 'hh:mm'])(
    'shows numbers that are not days as numbers, in the format %s',
    async (numFmt) => {
      const bytes = await workbook((_, sheet) => {
        sheet.addRows([
          ['Id', 'Start'],
          ['A1', 1e300],
          ['A2', -5],
          ['A3', 9e15],
        ]);
        sheet.getColumn(2).numFmt = numFmt;
      });
      expect((await rowsOf(bytes)).map(([, fields]) => fields)).toMatchObject([
        { Start: '1e+300' },
        { Start: '-5' },
        { Start: '9000000000000000' },
      ]);
    },
  );

  it('is read from the first worksheet that is not hidden, or from the named one', async () => {
    const bytes = await workbook((made, sheet) => {
      sheet.state = 'hidden';
      sheet.addRows([['Id'], ['hidden']]);
      made.addWorksheet('Tasks').addRows([['Id'], ['shown']]);
    });
    expect(await rowsOf(bytes)).toEqual([[2, { Id: 'shown' }]]);
    expect((await readExcel(bytes)).problems.map(({ text }) => text)).toEqual([
      'The worksheet "Tasks" is read (set sheet in the mapping to use another), and not "Plan" (hidden).',
    ]);
    expect(await rowsOf(bytes, 'plan')).toEqual([[2, { Id: 'hidden' }]]);
    await expect(readExcel(bytes, { sheet: 'Programme' })).rejects.toThrow(
      'the workbook has no worksheet "Programme". Write one of these: "Plan" (hidden), "Tasks".',
    );
  });

  it('has texts without phonetic readings, in cells and shared texts', async () => {
    const text = (shown: string) => `<t>${shown}</t><rPh sb="0" eb="2"><t>reading</t></rPh>`;
    const cells = `<c t="s"><v>0</v></c><c t="inlineStr"><is>${text('Name')}</is></c>`;
    const bytes = zipOf([
      ...aroundWorksheet,
      textPart('xl/sharedStrings.xml', `<sst><si>${text('ID')}</si></sst>`),
      textPart(
        'xl/worksheets/sheet1.xml',
        `<worksheet><sheetData><row>${cells}</row><row>${cells.replace('Name', 'Pour').replace('t="s"', 't="n"')}</row></sheetData></worksheet>`,
      ),
    ]);
    expect(await rowsOf(bytes)).toEqual([[2, { ID: '0', Name: 'Pour' }]]);
  });

  it('is refused if it is truncated or damaged', async () => {
    const bytes = await workbook((_, sheet) =>
      sheet.addRows([['Id'], ...Array.from({ length: 500 }, (_, n) => [`A${n}`])]),
    );
    await expect(readExcel(bytes.subarray(0, bytes.length / 2))).rejects.toThrow(
      'the workbook was cut off, or its list of contents is damaged',
    );
    const damaged = Buffer.from(bytes);
    const sheet = damaged.indexOf('sheet1.xml') + 60;
    damaged.fill(0x55, sheet, sheet + 20);
    await expect(readExcel(damaged)).rejects.toThrow(/^the workbook's part xl\/worksheets\/sheet1.xml /);
  });

  it('is read if further bytes follow its end', async () => {
    const bytes = await workbook((_, sheet) => sheet.addRows([['Id'], ['A1']]));
    expect(await rowsOf(Buffer.concat([bytes, Buffer.from('\r\n')]))).toEqual([[2, { Id: 'A1' }]]);
  });

  it('is refused if it has more parts than any workbook', async () => {
    const parts = Array.from({ length: 10_001 }, (_, at) => textPart(`part${at}`, ''));
    await expect(readExcel(zipOf([...aroundWorksheet, ...parts]))).rejects.toThrow(
      'the workbook has more than 10,000 parts',
    );
  });

  const unpacksToMore =
    "the workbook's part xl/worksheets/sheet1.xml unpacks to more than 300 MB. Save it in Excel again as .xlsx, without a password or filled cells beyond the programme";

  it('is refused if it declares a larger size than any workbook', async () => {
    const bytes = bomb({ megabytes: 1, declaredBytes: 400_000_000 });
    await expect(readExcel(bytes)).rejects.toThrow(unpacksToMore);
  });

  it.runIf(deep)('is refused if it unpacks to more than any workbook, even if it declares less', async () => {
    const bytes = bomb({ megabytes: 400, declaredBytes: 1_000_000 });
    expect(bytes.length).toBeLessThan(1_000_000);
    await expect(readExcel(bytes)).rejects.toThrow(unpacksToMore);
  });

  it('is refused if its parts together exceed the limit, although they declare less', async () => {
    const parts = await listZipEntries(bomb({ megabytes: 3, declaredBytes: 100 }), { left: 3_000_100 });
    const bytesOf = async (name: string) => {
      let bytes = 0;
      for await (const piece of parts.get(name)?.read() ?? []) bytes += piece.length;
      return bytes;
    };
    expect(await bytesOf('xl/workbook.xml')).toBe(workbookXml.length);
    await expect(bytesOf('xl/worksheets/sheet1.xml')).rejects.toThrow(
      "the workbook's part xl/worksheets/sheet1.xml unpacks to more than 300 MB.",
    );
  });

  const sheetOf = (rows: string, after = '') =>
    textPart(
      'xl/worksheets/sheet1.xml',
      `<worksheet><sheetData><row r="1"><c><v>ID</v></c></row>${rows}</sheetData>${after}</worksheet>`,
    );
  const oneRow = '<row r="2"><c t="str"><v>A1</v></c></row>';

  it.runIf(deep)('is refused with the maximum if it has more rows than are read', async () => {
    const bytes = zipOf([...aroundWorksheet, sheetOf('<row><c><v>1</v></c></row>'.repeat(200_001))]);
    await expect(readExcel(bytes)).rejects.toThrow(
      'line 200002: the table has more than 200,000 rows. Export one project',
    );
  });

  it('is read if it is formatted down to the last row of Excel', async () => {
    const formatted = Array.from({ length: 2_000 }, (_, at) => `<row r="${1_046_577 + at}"><c s="1"/></row>`);
    const bytes = zipOf([...aroundWorksheet, sheetOf(oneRow + formatted.join(''))]);
    expect(await rowsOf(bytes)).toEqual([[2, { ID: 'A1' }]]);
  });

  it('is read with cells merged over all rows of Excel', async () => {
    const merged = '<mergeCells><mergeCell ref="A2:A1048576"/></mergeCells>'.repeat(1_000);
    const bytes = zipOf([...aroundWorksheet, sheetOf(oneRow, merged)]);
    expect(await rowsOf(bytes)).toEqual([[2, { ID: 'A1' }]]);
  });

  it('is refused with merged cells that overlap', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => `<row r="${at + 3}"><c r="B1"><v>1</v></c></row>`);
    const merged = '<mergeCells><mergeCell ref="A2:A1002"/></mergeCells>'.repeat(6_000);
    const bytes = zipOf([...aroundWorksheet, sheetOf(oneRow + rows.join(''), merged)]);
    await expect(readExcel(bytes)).rejects.toThrow(
      'merged cells cover more than 5,000,000 rows. Export one project or less time',
    );
  });

  it.each([
    ...(deep
      ? [
          {
            name: 'xl/sharedStrings.xml',
            xml: () => `<sst>${'<si/>'.repeat(2_000_001)}</sst>`,
            what: '2,000,000 different texts',
          },
        ]
      : []),
    {
      name: 'xl/styles.xml',
      xml: () => `<styleSheet><cellXfs>${'<xf/>'.repeat(100_001)}</cellXfs></styleSheet>`,
      what: '100,000 cell formats',
    },
  ])('is refused if $name has more items than in any workbook', async ({ name, xml, what }) => {
    const bytes = zipOf([...aroundWorksheet, textPart(name, xml()), sheetOf(oneRow)]);
    await expect(readExcel(bytes)).rejects.toThrow(
      `the workbook has more than ${what}. Save it in Excel again`,
    );
  });

  it('is refused with the reason if its XML cannot be read', async () => {
    const bytes = zipOf([...aroundWorksheet, sheetOf('<row>')]);
    await expect(readExcel(bytes)).rejects.toThrow(
      "the workbook's part xl/worksheets/sheet1.xml cannot be read: the XML is not well-formed (unexpected close tag). Save",
    );
  });
});

type Part = {
  readonly name: string;
  readonly packed: Buffer;
  readonly bytes: number;
  readonly checksum: number;
};

function textPart(name: string, xml: string): Part {
  const bytes = Buffer.from(xml);
  return { name, packed: deflateRawSync(bytes), bytes: bytes.length, checksum: crc32(bytes) };
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const workbookXml = `<workbook xmlns:r="${office}"><sheets><sheet name="Plan" r:id="r1"/></sheets></workbook>`;
/** The parts around the only worksheet of a workbook. */
const aroundWorksheet = [
  textPart('xl/workbook.xml', workbookXml),
  textPart(
    'xl/_rels/workbook.xml.rels',
    `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ),
];

/** A workbook of one worksheet with blanks between tags, as small as the format allows. */
function bomb({ megabytes, declaredBytes }: { readonly megabytes: number; readonly declaredBytes: number }) {
  const packed = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const start = packed(Buffer.from('<worksheet>'));
  const blanks = packed(Buffer.alloc(1_000_000, `<row/>${' '.repeat(10_000 - '<row/>'.length)}`));
  return zipOf([
    ...aroundWorksheet,
    {
      name: 'xl/worksheets/sheet1.xml',
      packed: Buffer.concat([start, ...Array.from({ length: megabytes }, () => blanks)]),
      bytes: declaredBytes,
      checksum: 0,
    },
  ]);
}

function zipOf(parts: readonly Part[]): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, bytes, checksum } of parts) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(checksum, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
