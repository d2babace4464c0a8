/** A sheet's pictures and tables, which exceljs's stream leaves out: their parts of the file, and how sheets refer to them. */
import { areaReference } from './cell-references.ts';
import type { PackageWriter } from './package-writer.ts';
import { type PartCounts, type Relation, relationsXml } from './package-xml.ts';
import type { Picture, SheetPlan, Table } from './sheet-plan.ts';
import type { SheetRelations } from './sheet-xml.ts';
import { cellText, escapeAttribute } from './xml-text.ts';

const xmlStart = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** English metric units in a pixel at 96 to the inch. */
const unitsPerPixel = 9_525;

/** `xl/drawings/drawing1.xml`. `relations` are the ids of the pictures' media, in order. */
function drawingXml(pictures: readonly Picture[], relations: readonly string[]): string {
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

/** The name of a table's column: the text of its header cell, line feeds spelled out. */
function columnName(text: string): string {
  return escapeAttribute(
    cellText(text)
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replaceAll('\n', '_x000a_'),
  );
}

/** `xl/tables/table1.xml`. A table has a row of data, if an empty one: Excel repairs a table of headings alone. */
function tableXml({ name, area, columns }: Table, id: number): string {
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

/** Pictures by their bytes: a logo on every sheet is in the file once. */
export type Media = ReadonlyMap<Uint8Array, { readonly name: string; readonly format: Picture['format'] }>;

export function mediaOf(sheets: readonly SheetPlan[]): Media {
  const media = new Map<Uint8Array, { name: string; format: Picture['format'] }>();
  for (const { bytes, format } of sheets.flatMap(({ pictures = [] }) => pictures))
    if (!media.has(bytes)) media.set(bytes, { name: `image${media.size + 1}.${format}`, format });
  return media;
}

/** Counts the parts before the first sheet is written, so that the content types can come first in the file. */
export function partCounts(sheets: readonly SheetPlan[], media: Media): PartCounts {
  return {
    sheets: sheets.length,
    drawings: sheets.filter(({ pictures }) => pictures?.length).length,
    tables: sheets.filter(({ table }) => table).length,
    pictureFormats: new Set([...media.values()].map(({ format }) => format)),
  };
}

/**
 * Gives a function that writes the pictures and tables of a sheet. Call it for each sheet in order: parts are numbered
 * through the workbook.
 */
export function attacher(
  file: PackageWriter,
  media: Media,
): (sheet: SheetPlan, position: number) => SheetRelations {
  let drawings = 0;
  let tables = 0;

  function addDrawing(pictures: readonly Picture[]): string {
    drawings += 1;
    const targets = pictures.map(({ bytes }) => `../media/${media.get(bytes)?.name}`);
    const distinct = [...new Set(targets)];
    const ids = targets.map((target) => `rId${distinct.indexOf(target) + 1}`);
    const name = `drawing${drawings}.xml`;
    file.addPart(`xl/drawings/${name}`, drawingXml(pictures, ids));
    file.addPart(
      `xl/drawings/_rels/${name}.rels`,
      relationsXml(distinct.map((target) => ({ type: 'image', target }))),
    );
    return `../drawings/${name}`;
  }

  return ({ pictures = [], table }, position) => {
    const relations: Relation[] = [];
    const relate = (type: Relation['type'], target: string): string => {
      relations.push({ type, target });
      return `rId${relations.length}`;
    };
    let ids: SheetRelations = { drawing: undefined, table: undefined };
    if (pictures.length > 0) ids = { ...ids, drawing: relate('drawing', addDrawing(pictures)) };
    if (table) {
      tables += 1;
      file.addPart(`xl/tables/table${tables}.xml`, tableXml(table, tables));
      ids = { ...ids, table: relate('table', `../tables/table${tables}.xml`) };
    }
    if (relations.length > 0)
      file.addPart(`xl/worksheets/_rels/sheet${position + 1}.xml.rels`, relationsXml(relations));
    return ids;
  };
}
