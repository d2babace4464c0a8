/**
 * Writes `xl/charts/chart1.xml`, a chart of columns or lines. Its elements must come in the order of `dml-chart.xsd`:
 * in any other order, Excel drops the chart.
 */
import { palette } from '#display/colors.ts';
import { unixEpochSerial } from './row-xml.ts';
import type { Chart, ChartCells, ChartDays } from './sheet-plan.ts';
import { escapeAttribute, escapeElement, xmlDeclaration, xmlLegalText, xmlSchemaUris } from './xml-text.ts';

/** Font sizes in hundredths of a point, the unit of charts. */
const textSize = 900;
const titleSize = 1000;
const daysPerWeek = 7;
/** Maximum number of columns that have room for a figure each. */
const maxLabelledColumns = 14;
/** Axes show whole numbers, even if the values have decimals. */
const axisFormat = '#,##0';
/** English Metric Units per pixel, at 96 pixels per inch. */
export const emusPerPixel = 9_525;
const lastRowPixels = 16;
const axes = { category: 50_010_001, value: 50_010_002 } as const;

export function chartXml(chart: Chart, formulaText: (formula: string) => string): string {
  const { series, title } = chart;
  const isSingle = series.length === 1;
  const isLabelled = hasLabels(chart);
  return (
    `${xmlDeclaration}<c:chartSpace xmlns:c="${xmlSchemaUris.drawings}/chart" xmlns:a="${xmlSchemaUris.drawings}/main">` +
    `<c:roundedCorners val="0"/><c:chart>${title === undefined ? '' : titleXml(title)}` +
    `<c:autoTitleDeleted val="${title === undefined ? 1 : 0}"/><c:plotArea><c:layout/>` +
    plotXml(chart, series.map((_each, index) => seriesXml(chart, index, formulaText)).join('')) +
    `${categoryAxis(chart)}${valueAxis(chart, isLabelled)}</c:plotArea>` +
    (isSingle
      ? ''
      : `<c:legend><c:legendPos val="r"/><c:overlay val="0"/>${textPropertiesXml()}</c:legend>`) +
    `<c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart>` +
    `<c:spPr>${solidFillXml(palette.paper)}<a:ln><a:noFill/></a:ln></c:spPr></c:chartSpace>`
  );
}

function plotXml({ kind, series }: Chart, seriesOfAll: string): string {
  const ids = `<c:axId val="${axes.category}"/><c:axId val="${axes.value}"/>`;
  const varied = '<c:varyColors val="0"/>';
  if (kind === 'lines') {
    return `<c:lineChart><c:grouping val="standard"/>${varied}${seriesOfAll}<c:marker val="1"/>${ids}</c:lineChart>`;
  }
  const grouping = series.length === 1 ? 'clustered' : 'stacked';
  return (
    `<c:barChart><c:barDir val="col"/><c:grouping val="${grouping}"/>${varied}${seriesOfAll}` +
    `<c:gapWidth val="40"/><c:overlap val="100"/>${ids}</c:barChart>`
  );
}

/** Lines also differ in their dashes and marks: on a copy, their greys are alike. */
const lineStyles = [
  { dash: 'solid', mark: 'circle' },
  { dash: 'dash', mark: 'square' },
  { dash: 'sysDot', mark: 'triangle' },
] as const;

function lineXml(color: string, index: number): string {
  const { dash, mark } = lineStyles[index % lineStyles.length] ?? lineStyles[0];
  const fill = solidFillXml(color);
  return (
    `<c:spPr><a:ln w="22225">${fill}<a:prstDash val="${dash}"/></a:ln></c:spPr>` +
    `<c:marker><c:symbol val="${mark}"/><c:size val="6"/><c:spPr>${fill}<a:ln><a:noFill/></a:ln></c:spPr></c:marker>`
  );
}

function titleXml(title: string): string {
  return (
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr>${runPropertiesXml('defRPr', titleSize, true)}</a:pPr><a:r>` +
    `${runPropertiesXml('rPr', titleSize, true)}<a:t>${escapeElement(xmlLegalText(title))}</a:t></a:r></a:p></c:rich></c:tx>` +
    '<c:overlay val="0"/></c:title>'
  );
}

/** Writes the axis of days or names. Several weeks are an axis of dates: no program labels every seventh name. */
function categoryAxis({ categories }: Chart): string {
  const isDates = hasDays(categories) && categories.values.length > daysPerWeek;
  const element = isDates ? 'c:dateAx' : 'c:catAx';
  const end = isDates
    ? `<c:lblOffset val="100"/><c:baseTimeUnit val="days"/><c:majorUnit val="${daysPerWeek}"/><c:majorTimeUnit val="days"/>`
    : '<c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/>';
  return (
    `<${element}><c:axId val="${axes.category}"/>${scalingXml()}<c:delete val="0"/><c:axPos val="b"/>` +
    `${numberFormatXml(categoryFormat(categories))}<c:majorTickMark val="none"/><c:minorTickMark val="none"/>` +
    `<c:tickLblPos val="low"/>${outlineXml(palette.muted)}${textPropertiesXml()}<c:crossAx val="${axes.value}"/>` +
    `<c:crosses val="autoZero"/><c:auto val="0"/>${end}</${element}>`
  );
}

function valueAxis({ kind, numberFormat, max }: Chart, isLabelled: boolean): string {
  const format = isLabelled || kind === 'lines' ? numberFormat : axisFormat;
  const unit = kind === 'lines' ? '<c:majorUnit val="0.25"/>' : '';
  return (
    `<c:valAx><c:axId val="${axes.value}"/>${scalingXml(max)}<c:delete val="${isLabelled ? 1 : 0}"/><c:axPos val="l"/>` +
    `${isLabelled ? '' : `<c:majorGridlines>${outlineXml(palette.hairline)}</c:majorGridlines>`}${numberFormatXml(format)}` +
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>' +
    `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${textPropertiesXml()}<c:crossAx val="${axes.category}"/>` +
    `<c:crosses val="autoZero"/><c:crossBetween val="between"/>${unit}</c:valAx>`
  );
}

/**
 * Anchors a chart to its cells in a drawing.
 * @param frame `relation`: id of the relation to the chart; `pixels`: width of the last column that the chart covers
 */
export function chartAnchorXml(
  { area, alternative }: Chart,
  frame: { readonly id: number; readonly relation: string; readonly pixels: number },
): string {
  const marker = (
    name: string,
    at: { readonly column: number; readonly row: number },
    x: number,
    y: number,
  ) =>
    `<xdr:${name}><xdr:col>${at.column - 1}</xdr:col><xdr:colOff>${x}</xdr:colOff>` +
    `<xdr:row>${at.row - 1}</xdr:row><xdr:rowOff>${y}</xdr:rowOff></xdr:${name}>`;
  // The chart ends inside its last cell: if it touched the next column, that column would be printed too.
  const end = Math.trunc(frame.pixels - 1) * emusPerPixel;
  return (
    `<xdr:twoCellAnchor>${marker('from', { column: area.left, row: area.top }, 0, 0)}` +
    marker('to', { column: area.right, row: area.bottom }, end, lastRowPixels * emusPerPixel) +
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${frame.id}" name="Chart ${frame.id - 1}"` +
    ` descr="${escapeAttribute(alternative)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
    '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>' +
    `<a:graphicData uri="${xmlSchemaUris.drawings}/chart"><c:chart xmlns:c="${xmlSchemaUris.drawings}/chart"` +
    ` r:id="${frame.relation}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`
  );
}

function seriesXml(chart: Chart, index: number, formulaText: (formula: string) => string): string {
  const { series, categories, numberFormat: format } = chart;
  const own = series[index];
  if (own === undefined) return '';
  const { name, color, reference, values } = own;
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:v>${escapeElement(xmlLegalText(name))}</c:v></c:tx>` +
    (chart.kind === 'lines' ? lineXml(color, index) : columnXml(color)) +
    (hasLabels(chart) ? dataLabelsXml(format) : '') +
    `<c:cat>${categoriesXml(categories, formulaText)}</c:cat>` +
    `<c:val>${numbersXml({ reference, values }, format, formulaText)}</c:val>` +
    `${chart.kind === 'lines' ? '<c:smooth val="0"/>' : ''}</c:ser>`
  );
}

/** A white edge separates columns with similar greys on a copy. */
function columnXml(color: string): string {
  return `<c:spPr>${solidFillXml(color)}<a:ln w="6350">${solidFillXml(palette.paper)}</a:ln></c:spPr><c:invertIfNegative val="0"/>`;
}

/**
 * Whether figures are shown over the columns: only with a single series, and if they do not run into one another. Other
 * charts have an axis.
 */
function hasLabels({ kind, series, categories }: Chart): boolean {
  return kind === 'columns' && series.length === 1 && categories.values.length <= maxLabelledColumns;
}

function dataLabelsXml(format: string): string {
  return (
    `<c:dLbls>${numberFormatXml(format)}<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textPropertiesXml()}` +
    '<c:dLblPos val="outEnd"/><c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/>' +
    '<c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>'
  );
}

function hasDays(categories: Chart['categories']): categories is ChartDays {
  return categories.values.every((value) => typeof value === 'number');
}

function categoryFormat(categories: Chart['categories']): string {
  if (!hasDays(categories)) return 'General';
  return categories.values.length > daysPerWeek ? 'd mmm' : 'ddd d';
}

function categoriesXml(categories: Chart['categories'], formulaText: (formula: string) => string): string {
  const { reference, values } = categories;
  if (hasDays(categories)) {
    const days = categories.values.map((day) => day + unixEpochSerial);
    return numbersXml({ reference, values: days }, categoryFormat(categories), formulaText);
  }
  const points = values
    .map((value, at) => `<c:pt idx="${at}"><c:v>${escapeElement(xmlLegalText(String(value)))}</c:v></c:pt>`)
    .join('');
  return `<c:strRef>${formulaXml(reference, formulaText)}<c:strCache><c:ptCount val="${values.length}"/>${points}</c:strCache></c:strRef>`;
}

function numbersXml(
  { reference, values }: ChartCells<number | undefined>,
  format: string,
  formulaText: (formula: string) => string,
): string {
  const points = values
    .map((value, at) => (value === undefined ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`))
    .join('');
  return (
    `<c:numRef>${formulaXml(reference, formulaText)}<c:numCache><c:formatCode>${escapeElement(format)}</c:formatCode>` +
    `<c:ptCount val="${values.length}"/>${points}</c:numCache></c:numRef>`
  );
}

function formulaXml(reference: string, formulaText: (formula: string) => string): string {
  return `<c:f>${escapeElement(formulaText(reference))}</c:f>`;
}

function scalingXml(max?: number): string {
  const ends = max === undefined ? '' : `<c:max val="${max}"/><c:min val="0"/>`;
  return `<c:scaling><c:orientation val="minMax"/>${ends}</c:scaling>`;
}

function numberFormatXml(format: string): string {
  return `<c:numFmt formatCode="${escapeAttribute(format)}" sourceLinked="0"/>`;
}

function textPropertiesXml(): string {
  return `<c:txPr><a:bodyPr/><a:p><a:pPr>${runPropertiesXml('defRPr', textSize, false)}</a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>`;
}

function runPropertiesXml(element: 'defRPr' | 'rPr', size: number, bold: boolean): string {
  return `<a:${element} sz="${size}" b="${bold ? 1 : 0}">${solidFillXml(palette.muted)}<a:latin typeface="Calibri"/></a:${element}>`;
}

function outlineXml(color: string): string {
  return `<c:spPr><a:ln w="6350">${solidFillXml(color)}</a:ln></c:spPr>`;
}

function solidFillXml(color: string): string {
  return `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
}
