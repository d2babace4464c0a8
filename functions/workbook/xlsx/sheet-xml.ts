/**
 * A sheet's XML before and after its rows. The elements come in the order of the schema's `CT_Worksheet`; in any other
 * order, Excel calls the file damaged (exceljs #2784 writes conditional formats after the validations).
 */
import { areaReference, cellReference } from './cell-references.ts';
import {
  conditionalFormatsXml,
  promptText,
  type ValidationXml,
  validationsXml,
} from './formats-and-lists-xml.ts';
import { breaksXml, printXml } from './print-xml.ts';
import { type Area, type Column, defaultRowHeight, type SheetPlan } from './sheet-plan.ts';
import { escapeAttribute } from './xml-text.ts';

const maxColumnWidth = 255;

const namespaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"' +
  ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A link in one of the rows. */
export type SheetLink = {
  readonly reference: string;
  readonly text: string;
  /** As written: quoted sheet and cell. */
  readonly location: string;
};

/** Relationship ids of the sheet's drawing and table; undefined where it has none. */
export type SheetRelations = {
  readonly drawing: string | undefined;
  readonly table: string | undefined;
};

function columnXml(column: Column, first: number, last: number): string {
  // The width in the file counts the cell's padding of 5 pixels; the plan's does not.
  const padded = Math.trunc(((Math.max(column.width, 0) * 7 + 5) / 7) * 256) / 256;
  const width = Math.min(padded, maxColumnWidth);
  const hidden = column.hidden === true ? ' hidden="1"' : '';
  return `<col min="${first}" max="${last}" width="${width}" customWidth="1"${hidden}/>`;
}

function columnsXml(columns: readonly Column[]): string {
  if (columns.length === 0) return '';
  return `<cols>${columns.map((column, index) => columnXml(column, index + 1, index + 1)).join('')}</cols>`;
}

function paneXml(freeze: SheetPlan['freeze']): string {
  const rows = (freeze?.row ?? 1) - 1;
  const columns = (freeze?.column ?? 1) - 1;
  if (rows <= 0 && columns <= 0) return '';
  const pane = rows <= 0 ? 'topRight' : columns <= 0 ? 'bottomLeft' : 'bottomRight';
  const x = columns > 0 ? ` xSplit="${columns}"` : '';
  const y = rows > 0 ? ` ySplit="${rows}"` : '';
  const corner = cellReference(Math.max(rows, 0) + 1, Math.max(columns, 0) + 1);
  return `<pane${x}${y} topLeftCell="${corner}" activePane="${pane}" state="frozen"/><selection pane="${pane}"/>`;
}

function sheetViewXml(plan: SheetPlan, position: number): string {
  const zoom = plan.zoom === undefined ? undefined : Math.min(Math.max(Math.round(plan.zoom), 10), 400);
  const attributes = [
    plan.showGridLines === false ? ' showGridLines="0"' : '',
    position === 0 ? ' tabSelected="1"' : '',
    zoom === undefined ? '' : ` zoomScale="${zoom}" zoomScaleNormal="${zoom}"`,
  ].join('');
  const pane = paneXml(plan.freeze);
  const start = `<sheetViews><sheetView${attributes} workbookViewId="0"`;
  return pane === '' ? `${start}/></sheetViews>` : `${start}>${pane}</sheetView></sheetViews>`;
}

/** The part before the rows, up to the start tag of the data. */
export function sheetStartXml(plan: SheetPlan, position: number, outlineLevels: number): string {
  const tab = plan.tabColor === undefined ? '' : `<tabColor rgb="${plan.tabColor}"/>`;
  const outline = outlineLevels > 0 ? ` outlineLevelRow="${outlineLevels}"` : '';
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${namespaces}>`,
    `<sheetPr>${tab}<outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr>`,
    sheetViewXml(plan, position),
    `<sheetFormatPr defaultRowHeight="${defaultRowHeight}"${outline}/>`,
    columnsXml(plan.columns),
    '<sheetData>',
  ].join('');
}

/** Leaves out merges of a single cell, which make Excel repair the file. */
function mergesXml(merges: readonly Area[]): string {
  const areas = merges.filter(({ top, left, bottom, right }) => top !== bottom || left !== right);
  if (areas.length === 0) return '';
  const cells = areas.map((area) => `<mergeCell ref="${areaReference(area)}"/>`).join('');
  return `<mergeCells count="${areas.length}">${cells}</mergeCells>`;
}

/** Links inside the workbook: a location and no relationship (exceljs's stream writes each as an external one). */
function linksXml(links: readonly SheetLink[]): string {
  if (links.length === 0) return '';
  const items = links.map(
    ({ reference, text, location }) =>
      `<hyperlink ref="${reference}" location="${escapeAttribute(location)}"` +
      ` display="${promptText(text)}"/>`,
  );
  return `<hyperlinks>${items.join('')}</hyperlinks>`;
}

export type SheetEnd = {
  readonly position: number;
  readonly links: readonly SheetLink[];
  readonly validations: readonly ValidationXml[];
  readonly relations: SheetRelations;
  /** The cells that were written. */
  readonly used: Area;
};

/** The part after the rows. */
export function sheetEndXml(plan: SheetPlan, end: SheetEnd): string {
  const formats = conditionalFormatsXml(plan, end.position);
  const { drawing, table } = end.relations;
  return [
    '</sheetData>',
    plan.autoFilter === undefined ? '' : `<autoFilter ref="${areaReference(plan.autoFilter)}"/>`,
    mergesXml(plan.merges ?? []),
    formats.rules,
    validationsXml(end.validations),
    linksXml(end.links),
    printXml(plan.print),
    breaksXml(plan.print.breaksAfter ?? []),
    // Identifiers are text that may look like numbers; Excel would mark each with a green corner.
    `<ignoredErrors><ignoredError sqref="${areaReference(end.used)}" numberStoredAsText="1"/></ignoredErrors>`,
    drawing === undefined ? '' : `<drawing r:id="${drawing}"/>`,
    table === undefined ? '' : `<tableParts count="1"><tablePart r:id="${table}"/></tableParts>`,
    formats.extension,
    '</worksheet>',
  ].join('');
}
