/** The parts that hang on a sheet and that exceljs's stream leaves out or mixes up: pictures, notes, tables. */
import { areaReference, cellReference } from './cell-address.ts';
import type { Note, Picture, Table } from './sheet-plan.ts';
import { cellText, escapeAttribute, legalTextElement } from './xml-text.ts';

const xmlStart = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** English metric units in a pixel at 96 to the inch. */
const unitsPerPixel = 9_525;
/** Shape numbers come in blocks of this size, each of which belongs to one drawing. */
const shapesPerBlock = 1_024;

/** `xl/drawings/drawing1.xml`. `relations` are the ids of the pictures' media, in order. */
export function drawingXml(pictures: readonly Picture[], relations: readonly string[]): string {
  const anchors = pictures.map((picture, index) => {
    const { column, row, width, height, alternative } = picture;
    const size = `cx="${Math.round(width * unitsPerPixel)}" cy="${Math.round(height * unitsPerPixel)}"`;
    return (
      `<xdr:oneCellAnchor><xdr:from><xdr:col>${column - 1}</xdr:col><xdr:colOff>0</xdr:colOff>` +
      `<xdr:row>${row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
      `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${index + 2}" name="Picture ${index + 1}"` +
      ` descr="${escapeAttribute(alternative)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr>` +
      `</xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${relations[index]}"/>` +
      '<a:stretch><a:fillRect/></a:stretch></xdr:blipFill>' +
      `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>` +
      '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>'
    );
  });
  return (
    `${xmlStart}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"` +
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"' +
    ` xmlns:r="${officeRelations}">${anchors.join('')}</xdr:wsDr>`
  );
}

/** `xl/comments1.xml`. */
export function notesXml(notes: readonly Note[]): string {
  const items = notes.map(
    ({ row, column, text }) =>
      `<comment ref="${cellReference(row, column)}" authorId="0"><text><r><rPr><sz val="9"/>` +
      `<color indexed="81"/><rFont val="Calibri"/></rPr>${legalTextElement(cellText(text))}</r></text></comment>`,
  );
  return `${xmlStart}<comments xmlns="${main}"><authors><author/></authors><commentList>${items.join('')}</commentList></comments>`;
}

/**
 * `xl/drawings/vmlDrawing1.vml`: the boxes that notes are shown in. Shape numbers are the workbook's, not the
 * sheet's: two sheets with notes must not share any (exceljs #3070). `firstBlock` is the sheet's first block.
 */
export function noteBoxesXml(notes: readonly Note[], firstBlock: number): string {
  const blocks = Array.from({ length: noteBlocks(notes) }, (_, index) => firstBlock + index);
  const shapes = notes.map(({ row, column, text }, index) => {
    const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 28), 0);
    const height = Math.min(Math.max(lines, 3), 16);
    const top = Math.max(row - 2, 0);
    return (
      `<v:shape id="_x0000_s${shapeNumber(index, firstBlock)}" type="#_x0000_t202"` +
      ' style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">' +
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
      '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>' +
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
      `<x:Anchor>${column}, 15, ${top}, 4, ${column + 3}, 15, ${top + height}, 4</x:Anchor>` +
      `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column>` +
      '</x:ClientData></v:shape>'
    );
  });
  return (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"' +
    ' xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>` +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
    `${shapes.join('')}</xml>`
  );
}

/** The first number of each block stays free, as Excel leaves it. */
function shapeNumber(index: number, firstBlock: number): number {
  const perBlock = shapesPerBlock - 1;
  return (firstBlock + Math.floor(index / perBlock)) * shapesPerBlock + 1 + (index % perBlock);
}

/** How many blocks of shape numbers a sheet's notes take. */
export function noteBlocks(notes: readonly Note[]): number {
  return Math.ceil(notes.length / (shapesPerBlock - 1));
}

/** The name of a table's column: the text of its header cell, line feeds spelled out. */
function columnName(text: string): string {
  return escapeAttribute(
    cellText(text)
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replaceAll('\n', '_x000a_'),
  );
}

/** `xl/tables/table1.xml`. A table has a row of data, if an empty one: Excel repairs a table of headings alone. */
export function tableXml({ name, area, columns }: Table, id: number): string {
  const reference = areaReference({ ...area, bottom: Math.max(area.bottom, area.top + 1) });
  const items = columns.map(
    (column, index) => `<tableColumn id="${index + 1}" name="${columnName(column)}"/>`,
  );
  return (
    `${xmlStart}<table xmlns="${main}" id="${id}" name="${name}" displayName="${name}" ref="${reference}" totalsRowShown="0">` +
    `<autoFilter ref="${reference}"/><tableColumns count="${columns.length}">${items.join('')}</tableColumns>` +
    '<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>'
  );
}
