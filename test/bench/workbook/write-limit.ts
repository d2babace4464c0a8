/**
 * `node write-limit.ts <tasks> <file>`: the minimum that a program in this language can do for the workload: strings
 * put together by hand, compressed, and stored in a zip. It checks nothing, and supports only this workload.
 */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { barColors, type StyleName, sheetNames, sheetRows, shiftColumns, taskColumns } from './workload.ts';

const [, , tasks = '', file = ''] = process.argv;
const output: Buffer[] = [];
const directory: Buffer[] = [];
let offset = 0;

function put(bytes: Buffer): void {
  output.push(bytes);
  offset += bytes.length;
}

async function part(name: string, chunks: Iterable<string>): Promise<void> {
  const deflate = createDeflateRaw({ level: 5, chunkSize: 131_072 });
  const packed: Buffer[] = [];
  deflate.on('data', (chunk) => packed.push(chunk));
  let sum = 0;
  let size = 0;
  for (const text of chunks) {
    const bytes = Buffer.from(text);
    sum = crc32(bytes, sum);
    size += bytes.length;
    if (!deflate.write(bytes)) await once(deflate, 'drain');
  }
  deflate.end();
  await once(deflate, 'end');
  const content = Buffer.concat(packed);
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(0x00_21_00_00, 6);
  header.writeUInt32LE(sum, 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), header, place, Buffer.from(name));
  put(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), header, Buffer.from(name)]));
  put(content);
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const styleIndex: Record<StyleName, number> = {
  title: 1,
  heading: 2,
  text: 3,
  wrapped: 4,
  date: 5,
  whole: 6,
  decimal: 7,
  flag: 8,
  empty: 9,
  weekend: 10,
  bar0: 11,
  bar1: 12,
  bar2: 13,
  bar3: 14,
  bar4: 15,
};

function stylesXml(): string {
  const side = (name: string): string => `<${name} style="hair"><color rgb="FF7F7F7F"/></${name}>`;
  const fill = (color: string): string =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/></patternFill></fill>`;
  const font = (size: number, rest: string): string =>
    `<font>${rest}<sz val="${size}"/><name val="Calibri"/></font>`;
  const xf = (numFmt: number, fontId: number, fillId: number, align: string): string =>
    `<xf numFmtId="${numFmt}" fontId="${fontId}" fillId="${fillId}" borderId="1" xfId="0">${align}</xf>`;
  const top = '<alignment vertical="top"/>';
  const center = '<alignment horizontal="center"/>';
  return (
    `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="ddd d mmm"/>` +
    '<numFmt numFmtId="165" formatCode="0.##"/></numFmts>' +
    `<fonts count="5">${font(11, '')}${font(16, '<b/>')}${font(10, '<b/>')}${font(10, '')}${font(10, '<b/>')}</fonts>` +
    '<fills count="9"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    `${fill('FF1F2D3D')}${fill('FFF2F2F2')}${barColors.map(fill).join('')}</fills>` +
    '<borders count="2"><border><left/><right/><top/><bottom/></border>' +
    `<border>${['left', 'right', 'top', 'bottom'].map(side).join('')}</border></borders>` +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="16">' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0"/>' +
    xf(0, 2, 2, center) +
    xf(0, 3, 0, top) +
    xf(0, 3, 0, '<alignment vertical="top" wrapText="1"/>') +
    xf(164, 3, 0, top) +
    xf(1, 3, 0, top) +
    xf(165, 3, 0, top) +
    xf(0, 3, 0, center) +
    xf(0, 3, 0, '') +
    xf(0, 3, 3, '') +
    barColors.map((_, index) => xf(0, 4, 4 + index, center)).join('') +
    '</cellXfs></styleSheet>'
  );
}

function escaped(text: string): string {
  return /[&<]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text;
}

function* sheetXml(name: (typeof sheetNames)[number]): Generator<string> {
  const columns = name === 'Tasks' ? taskColumns : shiftColumns;
  const letters = columns.map((_, index) => (index < 26 ? '' : 'A') + String.fromCharCode(65 + (index % 26)));
  let xml = `${head}<worksheet xmlns="${main}"><cols><col min="1" max="${columns.length}" width="14.7"/></cols><sheetData>`;
  let row = 0;
  for (const cells of sheetRows(name, Number(tasks), { styles: styleIndex, dayOf: (day) => day })) {
    row += 1;
    xml += `<row r="${row}">`;
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index];
      if (!cell) continue;
      const { value, style } = cell;
      const start = `<c r="${letters[index]}${row}" s="${style}"`;
      if (value === undefined || value === '') xml += `${start}/>`;
      else if (typeof value === 'string')
        xml += `${start} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
      else if (typeof value === 'number') xml += `${start}><v>${value}</v></c>`;
      else if (typeof value === 'boolean') xml += `${start} t="b"><v>${value ? 1 : 0}</v></c>`;
      else xml += `${start}><v>${value.day + 25_569}</v></c>`;
    }
    xml += '</row>';
    if (xml.length < 131_072) continue;
    yield xml;
    xml = '';
  }
  yield `${xml}</sheetData></worksheet>`;
}

await part('[Content_Types].xml', [
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${types}.worksheet+xml"/></Types>`,
]);
await part('_rels/.rels', [
  `${head}<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${rels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
]);
await part('xl/workbook.xml', [
  `${head}<workbook xmlns="${main}" xmlns:r="${rels}"><sheets><sheet name="Tasks" sheetId="1" r:id="rId1"/>` +
    '<sheet name="Day" sheetId="2" r:id="rId2"/></sheets></workbook>',
]);
await part('xl/_rels/workbook.xml.rels', [
  `${head}<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${rels}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${rels}/worksheet" Target="worksheets/sheet2.xml"/>` +
    `<Relationship Id="rId3" Type="${rels}/styles" Target="styles.xml"/></Relationships>`,
]);
await part('xl/styles.xml', [stylesXml()]);
for (const [index, name] of sheetNames.entries())
  await part(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(name));

const entries = Buffer.concat(directory);
const end = Buffer.alloc(18);
end.writeUInt16LE(directory.length / 4, 4);
end.writeUInt16LE(directory.length / 4, 6);
end.writeUInt32LE(entries.length, 8);
end.writeUInt32LE(offset, 12);
await writeFile(file, Buffer.concat([...output, entries, Buffer.from('PK\u0005\u0006', 'latin1'), end]));
