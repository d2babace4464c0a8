/**
 * A sheet's part around its rows. The elements stand in the order of the schema's `CT_Worksheet`; out of it,
 * Excel calls the file damaged (exceljs #2784 writes conditional formats after the validations).
 */
import { absoluteReference, areaReference, cellReference, columnLetters } from './cell-address.ts';
import type { Area, ColorScale, Column, DataBar, SheetPlan } from './sheet-plan.ts';
import { cutText, escapeAttribute, escapeElement, legalText } from './xml-text.ts';

const widestColumn = 255;
const mostBreaks = 1_026;
const longestPrompt = 255;
const longestFooter = 255;
const paperSizes = { A3: 8, A4: 9 } as const;

const namespaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"' +
  ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A link met among the rows. */
export type SheetLink = {
  readonly reference: string;
  readonly text: string;
  /** As written: quoted sheet and cell. */
  readonly location: string;
};

/** Where the parts beside the sheet hang on it; undefined where there is none. */
export type SheetRelations = {
  readonly drawing: string | undefined;
  readonly notes: string | undefined;
  readonly table: string | undefined;
};

function columnXml(column: Column, first: number, last: number): string {
  // The width in the file counts the cell's padding of 5 pixels; the plan's does not.
  const characters = Math.min(Math.max(column.width, 0), widestColumn);
  const width = Math.trunc(((characters * 7 + 5) / 7) * 256) / 256;
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

/** What comes before the rows, up to and with the opening of the data. */
export function sheetStartXml(plan: SheetPlan, position: number, outlineLevels: number): string {
  const tab = plan.tabColor === undefined ? '' : `<tabColor rgb="${plan.tabColor}"/>`;
  const outline = outlineLevels > 0 ? ` outlineLevelRow="${outlineLevels}"` : '';
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${namespaces}>`,
    `<sheetPr>${tab}<outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr>`,
    sheetViewXml(plan, position),
    `<sheetFormatPr defaultRowHeight="15"${outline}/>`,
    columnsXml(plan.columns),
    '<sheetData>',
  ].join('');
}

/** A merge of one cell is none, and Excel repairs a file that says otherwise. */
function mergesXml(merges: readonly Area[]): string {
  const areas = merges.filter(({ top, left, bottom, right }) => top !== bottom || left !== right);
  if (areas.length === 0) return '';
  const cells = areas.map((area) => `<mergeCell ref="${areaReference(area)}"/>`).join('');
  return `<mergeCells count="${areas.length}">${cells}</mergeCells>`;
}

function colorScaleXml({ area, low, high }: ColorScale, priority: number): string {
  return (
    `<conditionalFormatting sqref="${areaReference(area)}"><cfRule type="colorScale" priority="${priority}">` +
    '<colorScale><cfvo type="min"/><cfvo type="max"/>' +
    `<color rgb="${low}"/><color rgb="${high}"/></colorScale></cfRule></conditionalFormatting>`
  );
}

/** Numbered, not random as exceljs makes it, so that the same plan gives the same bytes. */
function dataBarId(position: number, index: number): string {
  const hex = (value: number, digits: number): string =>
    value.toString(16).toUpperCase().padStart(digits, '0');
  return `{4C4F4F4B-${hex(position + 1, 4)}-4000-8000-${hex(index + 1, 12)}}`;
}

function dataBarXml({ area, color }: DataBar, priority: number, id: string): string {
  return (
    `<conditionalFormatting sqref="${areaReference(area)}"><cfRule type="dataBar" priority="${priority}">` +
    `<dataBar><cfvo type="num" val="0"/><cfvo type="max"/><color rgb="${color}"/></dataBar>` +
    '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"' +
    ` uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>${id}</x14:id></ext></extLst>` +
    '</cfRule></conditionalFormatting>'
  );
}

/** What the old rule cannot say: a solid bar from zero, without a gradient that hides where it ends. */
function dataBarExtensionXml({ area, color }: DataBar, id: string): string {
  return (
    '<x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">' +
    `<x14:cfRule type="dataBar" id="${id}"><x14:dataBar minLength="0" maxLength="100" gradient="0">` +
    '<x14:cfvo type="num"><xm:f>0</xm:f></x14:cfvo><x14:cfvo type="autoMax"/>' +
    `<x14:negativeFillColor rgb="${color}"/><x14:axisColor rgb="FF000000"/></x14:dataBar></x14:cfRule>` +
    `<xm:sqref>${areaReference(area)}</xm:sqref></x14:conditionalFormatting>`
  );
}

export type ValidationXml = { readonly area: Area; readonly formula: string; readonly prompt: string };

function validationsXml(validations: readonly ValidationXml[]): string {
  if (validations.length === 0) return '';
  const items = validations.map(({ area, formula, prompt }) => {
    const text = escapeAttribute(cutText(legalText(prompt), longestPrompt, '…'));
    return (
      '<dataValidation type="list" allowBlank="1" showInputMessage="1"' +
      `${text === '' ? '' : ` prompt="${text}"`} sqref="${areaReference(area)}">` +
      `<formula1>${escapeElement(formula)}</formula1></dataValidation>`
    );
  });
  return `<dataValidations count="${items.length}">${items.join('')}</dataValidations>`;
}

/** Links inside the workbook: a location and no relationship (exceljs's stream writes each as an external one). */
function linksXml(links: readonly SheetLink[]): string {
  if (links.length === 0) return '';
  const items = links.map(
    ({ reference, text, location }) =>
      `<hyperlink ref="${reference}" location="${escapeAttribute(location)}"` +
      ` display="${escapeAttribute(cutText(legalText(text), longestPrompt, '…'))}"/>`,
  );
  return `<hyperlinks>${items.join('')}</hyperlinks>`;
}

function footerText(text: string): string {
  return legalText(text).replace(/\s+/g, ' ').replaceAll('&', '&&');
}

/** The whole footer holds 255 characters: the longer of left and centre gives way. */
function footerXml({ left, center }: SheetPlan['print']['footer']): string {
  const page = '&RPage &P of &N';
  const room = longestFooter - page.length - '&L&C'.length;
  const leftText = footerText(left);
  const centerText = footerText(center);
  const leftRoom = Math.max(room - centerText.length, Math.floor(room / 2));
  const leftPart = cutFooter(leftText, leftRoom);
  const centerPart = cutFooter(centerText, room - leftPart.length);
  const parts = (leftPart && `&L${leftPart}`) + (centerPart && `&C${centerPart}`) + page;
  return `<headerFooter><oddFooter>${escapeElement(parts)}</oddFooter></headerFooter>`;
}

/** A cut between the two ampersands that stand for one would make the rest a code. */
function cutFooter(text: string, room: number): string {
  const cut = cutText(text, room, '…');
  if (cut === text) return text;
  const ampersands = /&*$/.exec(cut.slice(0, -1))?.[0].length ?? 0;
  return ampersands % 2 === 0 ? cut : `${cut.slice(0, -2)}…`;
}

function printXml({ margins, paper, orientation, footer }: SheetPlan['print']): string {
  const { left, right, top, bottom, header } = margins;
  return (
    `<pageMargins left="${left}" right="${right}" top="${top}" bottom="${bottom}"` +
    ` header="${header}" footer="${margins.footer}"/>` +
    `<pageSetup paperSize="${paperSizes[paper]}" fitToHeight="0" orientation="${orientation}"/>` +
    footerXml(footer)
  );
}

function breaksXml(breaks: readonly number[]): string {
  const rows = [...new Set(breaks)].sort((a, b) => a - b).slice(0, mostBreaks);
  if (rows.length === 0) return '';
  const items = rows.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join('');
  return `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${items}</rowBreaks>`;
}

export type SheetEnd = {
  readonly position: number;
  readonly links: readonly SheetLink[];
  readonly validations: readonly ValidationXml[];
  readonly relations: SheetRelations;
  /** The cells that were written. */
  readonly used: Area;
};

/** What comes after the rows. */
export function sheetEndXml(plan: SheetPlan, end: SheetEnd): string {
  const scales = plan.colorScales ?? [];
  const bars = (plan.dataBars ?? []).map((bar, index) => ({ bar, id: dataBarId(end.position, index) }));
  const { drawing, notes, table } = end.relations;
  return [
    '</sheetData>',
    plan.autoFilter === undefined ? '' : `<autoFilter ref="${areaReference(plan.autoFilter)}"/>`,
    mergesXml(plan.merges ?? []),
    ...scales.map((scale, index) => colorScaleXml(scale, index + 1)),
    ...bars.map(({ bar, id }, index) => dataBarXml(bar, scales.length + index + 1, id)),
    validationsXml(end.validations),
    linksXml(end.links),
    printXml(plan.print),
    breaksXml(plan.print.breaksAfter ?? []),
    // Identifiers are text that may look like a number; a green corner in each of them says nothing.
    `<ignoredErrors><ignoredError sqref="${areaReference(end.used)}" numberStoredAsText="1"/></ignoredErrors>`,
    drawing === undefined ? '' : `<drawing r:id="${drawing}"/>`,
    notes === undefined ? '' : `<legacyDrawing r:id="${notes}"/>`,
    table === undefined ? '' : `<tableParts count="1"><tablePart r:id="${table}"/></tableParts>`,
    bars.length === 0
      ? ''
      : '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"' +
        ' uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"><x14:conditionalFormattings>' +
        bars.map(({ bar, id }) => dataBarExtensionXml(bar, id)).join('') +
        '</x14:conditionalFormattings></ext></extLst>',
    '</worksheet>',
  ].join('');
}

/** The defined names of a sheet: what is printed, what repeats on each page, what is filtered. */
export function sheetDefinedNames(plan: SheetPlan, reference: string): { name: string; value: string }[] {
  const names: { name: string; value: string }[] = [];
  if (plan.autoFilter !== undefined)
    names.push({
      name: '_xlnm._FilterDatabase',
      value: `${reference}!${absoluteReference(plan.autoFilter)}`,
    });
  const { area, titleRows } = plan.print;
  if (area !== undefined)
    names.push({ name: '_xlnm.Print_Area', value: `${reference}!${absoluteReference(area)}` });
  if (titleRows !== undefined)
    names.push({
      name: '_xlnm.Print_Titles',
      value: `${reference}!$${titleRows.first}:$${titleRows.last}`,
    });
  return names;
}

/** `$C$1:$C$9` of a column of choices. */
export function choicesReference(sheet: string, column: number, count: number): string {
  const letters = columnLetters(column);
  return `${sheet}!$${letters}$1:$${letters}$${count}`;
}
