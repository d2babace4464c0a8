import { areaReference } from './cell-references.ts';
import { chartAnchorXml, chartXml, emusPerPixel } from './chart-xml.ts';
import { type PackageWriter, type PartCounts, type PartRelation, relationsXml } from './package-writer.ts';
import { columnWidthInPixels, type ExcelTable, type Picture, type SheetPlan } from './sheet-plan.ts';
import type { SheetRelations } from './sheet-xml.ts';
import { escapeAttribute, legalCellText, xmlDeclaration, xmlSchemaUris } from './xml-text.ts';

/**
 * Writes `xl/drawings/drawing1.xml`.
 * @param relations ids of the relations to the files of the pictures and to the charts, in order
 */
function drawingXml(
  { pictures = [], charts = [], columns }: SheetPlan,
  relations: { readonly pictures: readonly string[]; readonly charts: readonly string[] },
): string {
  const pictureAnchors = pictures.map((picture, index) => {
    const { column, row, width, height, alternative } = picture;
    const size = `cx="${Math.round(width * emusPerPixel)}" cy="${Math.round(height * emusPerPixel)}"`;
    return (
      `<xdr:oneCellAnchor><xdr:from><xdr:col>${column - 1}</xdr:col><xdr:colOff>0</xdr:colOff>` +
      `<xdr:row>${row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
      `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${index + 2}" name="Picture ${index + 1}"` +
      ` descr="${escapeAttribute(alternative)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr>` +
      `</xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${relations.pictures[index]}"/>` +
      '<a:stretch><a:fillRect/></a:stretch></xdr:blipFill>' +
      `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>` +
      '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>'
    );
  });
  const chartAnchors = charts.map((chart, index) =>
    chartAnchorXml(chart, {
      id: pictures.length + index + 2,
      relation: relations.charts[index] ?? '',
      pixels: columnWidthInPixels(columns[chart.area.right - 1]?.width ?? 0),
    }),
  );
  const anchors = [...pictureAnchors, ...chartAnchors];
  return (
    `${xmlDeclaration}<xdr:wsDr xmlns:xdr="${xmlSchemaUris.drawings}/spreadsheetDrawing"` +
    ` xmlns:a="${xmlSchemaUris.drawings}/main"` +
    ` xmlns:r="${xmlSchemaUris.office}/relationships">${anchors.join('')}</xdr:wsDr>`
  );
}

function columnName(text: string): string {
  return escapeAttribute(
    legalCellText(text)
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replaceAll('\n', '_x000a_'),
  );
}

/** Writes `xl/tables/table1.xml`. Excel repairs a table without a data row, so an empty table gets a blank row. */
function tableXml({ name, area, columns }: ExcelTable, id: number): string {
  const reference = areaReference({ ...area, bottom: Math.max(area.bottom, area.top + 1) });
  const items = columns.map(
    (column, index) => `<tableColumn id="${index + 1}" name="${columnName(column)}"/>`,
  );
  return (
    `${xmlDeclaration}<table xmlns="${xmlSchemaUris.sheets}" id="${id}" name="${name}" displayName="${name}" ref="${reference}" totalsRowShown="0">` +
    `<autoFilter ref="${reference}"/><tableColumns count="${columns.length}">${items.join('')}</tableColumns>` +
    '<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>'
  );
}

/** Files of pictures, by their bytes: a logo on every sheet is in the workbook once. */
export type PictureFiles = ReadonlyMap<
  Uint8Array,
  { readonly name: string; readonly format: Picture['format'] }
>;

export function pictureFilesOf(sheets: readonly SheetPlan[]): PictureFiles {
  const media = new Map<Uint8Array, { name: string; format: Picture['format'] }>();
  for (const { bytes, format } of sheets.flatMap(({ pictures = [] }) => pictures))
    if (!media.has(bytes)) media.set(bytes, { name: `image${media.size + 1}.${format}`, format });
  return media;
}

/** Counts the parts before the first sheet is written, so that the content types can come first in the file. */
export function partCounts(sheets: readonly SheetPlan[], media: PictureFiles): PartCounts {
  return {
    sheets: sheets.length,
    drawings: sheets.filter(hasDrawing).length,
    charts: sheets.reduce((sum, { charts = [] }) => sum + charts.length, 0),
    tables: sheets.filter(({ table }) => table).length,
    pictureFormats: new Set([...media.values()].map(({ format }) => format)),
  };
}

function hasDrawing({ pictures = [], charts = [] }: SheetPlan): boolean {
  return pictures.length + charts.length > 0;
}

/**
 * Returns a function that writes the pictures, charts and tables of a sheet. Call it for each sheet in order: parts are
 * numbered through the workbook.
 * @param formulaText replaces sheet names of the plan in a formula with those in the file
 */
export function picturesAndTablesWriter(
  file: PackageWriter,
  media: PictureFiles,
  formulaText: (formula: string) => string,
): (sheet: SheetPlan, position: number) => SheetRelations {
  let drawings = 0;
  let charts = 0;
  let tables = 0;

  function addCharts({ charts: own = [] }: SheetPlan): PartRelation[] {
    return own.map((chart) => {
      charts += 1;
      file.addPart(`xl/charts/chart${charts}.xml`, chartXml(chart, formulaText));
      return { type: 'chart', target: `../charts/chart${charts}.xml` };
    });
  }

  function addDrawing(sheet: SheetPlan): string {
    drawings += 1;
    const targets = (sheet.pictures ?? []).map(({ bytes }) => `../media/${media.get(bytes)?.name}`);
    const distinct = [...new Set(targets)];
    const chartRelations = addCharts(sheet);
    const name = `drawing${drawings}.xml`;
    const ids = {
      pictures: targets.map((target) => `rId${distinct.indexOf(target) + 1}`),
      charts: chartRelations.map((_chart, index) => `rId${distinct.length + index + 1}`),
    };
    file.addPart(`xl/drawings/${name}`, drawingXml(sheet, ids));
    file.addPart(
      `xl/drawings/_rels/${name}.rels`,
      relationsXml([
        ...distinct.map((target): PartRelation => ({ type: 'image', target })),
        ...chartRelations,
      ]),
    );
    return `../drawings/${name}`;
  }

  return (sheet, position) => {
    const { table } = sheet;
    const relations: PartRelation[] = [];
    const relate = (type: PartRelation['type'], target: string): string => {
      relations.push({ type, target });
      return `rId${relations.length}`;
    };
    let ids: SheetRelations = { drawing: undefined, table: undefined };
    if (hasDrawing(sheet)) ids = { ...ids, drawing: relate('drawing', addDrawing(sheet)) };
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
