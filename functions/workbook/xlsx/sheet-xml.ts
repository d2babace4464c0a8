/**
 * Writes the XML of a sheet as chunks of bytes, on demand: the part before its rows, the rows, the part after them. The
 * elements must come in the order of `CT_Worksheet` in the schema: in any other order, Excel calls the file damaged
 * (exceljs #2784 writes conditional formats after the validations).
 */
import { LookaheadError } from '#base/lookahead-error.ts';
import { areaReference, cellReference, maxSheetColumns, maxSheetRows } from './cell-references.ts';
import type { StyleAttributeFormatter } from './cell-styles.ts';
import { breaksXml, printXml } from './print-xml.ts';
import { type LinkFromCell, rowXmlWriter } from './row-xml.ts';
import type { SharedStrings } from './shared-strings.ts';
import {
  type CellArea,
  type CellValidation,
  type ColorScale,
  columnWidthInPixels,
  defaultRowHeight,
  pixelsPerCharacter,
  type SheetColumn,
  type SheetPlan,
  type SheetRow,
} from './sheet-plan.ts';
import {
  ByteChunk,
  escapeAttribute,
  escapeElement,
  opaqueColor,
  shortenText,
  xmlDeclaration,
  xmlLegalText,
  xmlSchemaUris,
} from './xml-text.ts';

/** A plan that no workbook can hold: the mistake is in the code that planned the sheet, never in the data on it. */
export class WorkbookPlanError extends LookaheadError {
  override readonly name = 'WorkbookPlanError';
  readonly sheet: string;

  constructor(sheet: string, fault: string) {
    super(`The sheet "${sheet}" cannot be written: ${fault}`, {
      kind: 'defect',
      remedy: 'This is a mistake in Lookahead: report it with the name of the sheet.',
    });
    this.sheet = sheet;
  }
}

const maxColumnWidth = 255;
const defaultColumnWidth = 8.43;

const namespaces = `xmlns="${xmlSchemaUris.sheets}" xmlns:r="${xmlSchemaUris.office}/relationships"`;

export type SheetRelations = {
  readonly drawing: string | undefined;
  readonly table: string | undefined;
};

function columnXml(column: SheetColumn, number: number, before: SheetColumn | undefined): string {
  // The width in the file counts the cell's padding of 5 pixels; the plan's does not.
  const padded =
    Math.trunc((columnWidthInPixels(Math.max(column.width, 0)) / pixelsPerCharacter) * 256) / 256;
  const width = Math.min(padded, maxColumnWidth);
  const { outline = 0 } = column;
  const hidden = column.hidden === true ? ' hidden="1"' : '';
  const level = outline > 0 ? ` outlineLevel="${outline}"` : '';
  const isAfterFolded = before?.hidden === true && (before.outline ?? 0) > outline;
  const folded = isAfterFolded ? ' collapsed="1"' : '';
  return `<col min="${number}" max="${number}" width="${width}" customWidth="1"${hidden}${level}${folded}/>`;
}

function columnsXml(columns: readonly SheetColumn[]): string {
  if (columns.length === 0) return '';
  // The + of a folded group is over the column after it, so that column is written even if it is empty.
  const all = columns.at(-1)?.outline === undefined ? columns : [...columns, { width: defaultColumnWidth }];
  const items = all.map((column, index) => columnXml(column, index + 1, all[index - 1]));
  return `<cols>${items.join('')}</cols>`;
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

function sheetStartXml(plan: SheetPlan, position: number, outlineLevels: number): string {
  const tab = plan.tabColor === undefined ? '' : `<tabColor rgb="${opaqueColor(plan.tabColor)}"/>`;
  const rowLevels = outlineLevels > 0 ? ` outlineLevelRow="${outlineLevels}"` : '';
  const deepest = Math.max(0, ...plan.columns.map(({ outline = 0 }) => outline));
  const columnLevels = deepest > 0 ? ` outlineLevelCol="${deepest}"` : '';
  return [
    `${xmlDeclaration}<worksheet ${namespaces}>`,
    `<sheetPr>${tab}<outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr>`,
    sheetViewXml(plan, position),
    `<sheetFormatPr defaultRowHeight="${defaultRowHeight}"${rowLevels}${columnLevels}/>`,
    columnsXml(plan.columns),
    '<sheetData>',
  ].join('');
}

/** Leaves out merges of a single cell, which make Excel repair the file. */
function mergesXml(merges: readonly CellArea[]): string {
  const areas = merges.filter(({ top, left, bottom, right }) => top !== bottom || left !== right);
  if (areas.length === 0) return '';
  const cells = areas.map((area) => `<mergeCell ref="${areaReference(area)}"/>`).join('');
  return `<mergeCells count="${areas.length}">${cells}</mergeCells>`;
}

/**
 * Writes links inside the workbook, which have a location and no relationship (exceljs's stream writes each as an
 * external link).
 */
function linksXml(links: readonly LinkFromCell[]): string {
  if (links.length === 0) return '';
  const items = links.map(
    ({ reference, text, location }) =>
      `<hyperlink ref="${reference}" location="${escapeAttribute(location)}"` +
      ` display="${promptText(text)}"/>`,
  );
  return `<hyperlinks>${items.join('')}</hyperlinks>`;
}

function sheetEndXml(
  { plan, relations }: SheetXmlInput,
  rows: { readonly links: readonly LinkFromCell[]; readonly used: CellArea },
): string {
  const { drawing, table } = relations;
  return [
    '</sheetData>',
    plan.autoFilter === undefined ? '' : `<autoFilter ref="${areaReference(plan.autoFilter)}"/>`,
    mergesXml(plan.merges ?? []),
    conditionalFormatsXml(plan.colorScales ?? []),
    validationsXml(plan.validations ?? []),
    linksXml(rows.links),
    printXml(plan.print),
    breaksXml(plan.print.breaksAfter ?? []),
    // Identifiers are text that may look like numbers; Excel would mark each with a green corner.
    `<ignoredErrors><ignoredError sqref="${areaReference(rows.used)}" numberStoredAsText="1"/></ignoredErrors>`,
    drawing === undefined ? '' : `<drawing r:id="${drawing}"/>`,
    table === undefined ? '' : `<tableParts count="1"><tablePart r:id="${table}"/></tableParts>`,
    '</worksheet>',
  ].join('');
}

/** Maximum number of links on a sheet. Excel repairs a file with more, so further links are left out. */
const maxLinks = 65_530;

export type SheetXmlInput = {
  readonly plan: SheetPlan;
  readonly position: number;
  readonly styles: StyleAttributeFormatter;
  readonly strings: SharedStrings;
  readonly relations: SheetRelations;
  readonly referenceTo: (sheet: string) => string | undefined;
  readonly formulaText: (formula: string) => string;
};

function checkHeadings({ table, name }: SheetPlan, row: SheetRow): void {
  table?.columns.forEach((column, index) => {
    const value = row.cells[table.area.left - 1 + index]?.value;
    // Excel repairs a table if a header cell differs from its column's name.
    if (value !== column)
      throw new WorkbookPlanError(
        name,
        `the table ${table.name} has no heading "${column}" in its first row`,
      );
  });
}

/** Number of UTF-16 units of rows after which the compressor may take its next chunk. */
const unitsPerYield = 32_768;

/**
 * Yields a sheet as chunks of bytes. It also yields undefined while a chunk is being filled, so that the compressor
 * need not wait until the chunk is full.
 *
 * @throws WorkbookPlanError if the rows outgrow a sheet, or if the headings of a table are not in its first row
 */
export function* sheetChunks(parts: SheetXmlInput): Generator<Uint8Array | undefined> {
  const { plan, position } = parts;
  const links: LinkFromCell[] = [];
  const refuse = (fault: string): never => {
    throw new WorkbookPlanError(plan.name, fault);
  };
  const rowXml = rowXmlWriter({
    styles: parts.styles,
    strings: parts.strings,
    formulaText: parts.formulaText,
    referenceTo: parts.referenceTo,
    refuse,
    onLink(link) {
      if (links.length < maxLinks) links.push(link);
    },
  });

  const chunk = new ByteChunk();
  let made = 0;
  let started = false;
  let number = 0;
  let columns = 1;
  let outlineLevels = plan.outlineLevels ?? 0;
  for (const row of plan.rows) {
    number += 1;
    if (number > maxSheetRows) refuse(`it has more than ${maxSheetRows} rows`);
    if (row.cells.length > maxSheetColumns) refuse(`row ${number} has more than ${maxSheetColumns} cells`);
    if (number === plan.table?.area.top) checkHeadings(plan, row);
    columns = Math.max(columns, row.cells.length);
    const xml = rowXml(row, number);
    if (!chunk.hasRoomFor(xml)) {
      // The deepest outline level is written before the rows: it comes from the plan, or from the rows of the first
      // chunk.
      if (!started) yield Buffer.from(sheetStartXml(plan, position, outlineLevels));
      started = true;
      yield chunk.take();
    }
    chunk.add(xml);
    made += xml.length;
    if (made > unitsPerYield) {
      yield undefined;
      made = 0;
    }
    outlineLevels = Math.max(outlineLevels, row.outline ?? 0);
  }
  if (!started) yield Buffer.from(sheetStartXml(plan, position, outlineLevels));
  chunk.add(
    sheetEndXml(parts, {
      links,
      used: { top: 1, left: 1, bottom: Math.max(number, 1), right: columns },
    }),
  );
  yield chunk.take();
}

/** Maximum number of characters in the list of a drop-down in Excel. */
const maxInlineLength = 255;

/** Maximum number of characters that Excel shows beside a cell or a link. */
const maxPromptLength = 255;

/** Joins the first choices that fit. Choices with a comma are left out, because the comma would split them. */
function inlineList(choices: readonly string[]): string {
  const texts = choices.map((choice) =>
    xmlLegalText(choice).replace(/\s+/g, ' ').trim().replaceAll('"', '""'),
  );
  let list = '';
  for (const text of new Set(texts)) {
    const longer = list === '' ? text : `${list},${text}`;
    if (text !== '' && !text.includes(',') && longer.length <= maxInlineLength) list = longer;
  }
  return list;
}

function colorScaleXml({ areas, low, high }: ColorScale, priority: number): string {
  return (
    `<conditionalFormatting sqref="${areas.map(areaReference).join(' ')}"><cfRule type="colorScale" priority="${priority}">` +
    '<colorScale><cfvo type="min"/><cfvo type="max"/>' +
    `<color rgb="${opaqueColor(low)}"/><color rgb="${opaqueColor(high)}"/></colorScale></cfRule></conditionalFormatting>`
  );
}

function conditionalFormatsXml(colorScales: readonly ColorScale[]): string {
  return colorScales.map((scale, index) => colorScaleXml(scale, index + 1)).join('');
}

function validationsXml(validations: readonly CellValidation[]): string {
  const items = validations.flatMap(({ area, choices, prompt }) => {
    const list = inlineList(choices);
    const text = promptText(prompt);
    if (list === '' && text === '') return [];
    return [
      `<dataValidation${list === '' ? '' : ' type="list"'} allowBlank="1" showInputMessage="1"` +
        `${text === '' ? '' : ` prompt="${text}"`} sqref="${areaReference(area)}">` +
        `${list === '' ? '' : `<formula1>${escapeElement(`"${list}"`)}</formula1>`}</dataValidation>`,
    ];
  });
  if (items.length === 0) return '';
  return `<dataValidations count="${items.length}">${items.join('')}</dataValidations>`;
}

function promptText(text: string): string {
  return escapeAttribute(shortenText(xmlLegalText(text), maxPromptLength, '…'));
}
