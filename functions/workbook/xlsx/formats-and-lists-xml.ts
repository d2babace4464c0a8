/** Conditional formats of cells, and drop-down lists. */
import { absoluteReference, areaReference } from './cell-references.ts';
import type { ColorScale, DataBar, Validation } from './sheet-plan.ts';
import { cutText, escapeAttribute, escapeElement, legalText } from './xml-text.ts';

/** Excel's limit for a list inside a rule. */
const maxInlineLength = 255;

/** Excel's limit for the text that it shows beside a cell or a link. */
const maxPromptLength = 255;

/** The choices that fit, first ones first. A comma would split a choice in two. */
function inlineList(choices: readonly string[]): string {
  const texts = choices.map((choice) => legalText(choice).replace(/\s+/g, ' ').trim().replaceAll('"', '""'));
  let list = '';
  for (const text of new Set(texts)) {
    const longer = list === '' ? text : `${list},${text}`;
    if (text !== '' && !text.includes(',') && longer.length <= maxInlineLength) list = longer;
  }
  return list;
}

const x14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"';

function colorScaleXml({ areas, low, high }: ColorScale, priority: number): string {
  return (
    `<conditionalFormatting sqref="${areas.map(areaReference).join(' ')}"><cfRule type="colorScale" priority="${priority}">` +
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
    `<extLst><ext ${x14}` +
    ` uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>${id}</x14:id></ext></extLst>` +
    '</cfRule></conditionalFormatting>'
  );
}

/** What the older schema cannot express: a solid bar from zero, without a gradient that hides its end. */
function dataBarExtensionXml({ area, color }: DataBar, id: string): string {
  return (
    '<x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">' +
    `<x14:cfRule type="dataBar" id="${id}"><x14:dataBar minLength="0" maxLength="100" gradient="0">` +
    '<x14:cfvo type="num"><xm:f>0</xm:f></x14:cfvo><x14:cfvo type="autoMax"/>' +
    `<x14:negativeFillColor rgb="${color}"/><x14:axisColor rgb="FF000000"/></x14:dataBar></x14:cfRule>` +
    `<xm:sqref>${areaReference(area)}</xm:sqref></x14:conditionalFormatting>`
  );
}

export type ConditionalFormats = {
  readonly rules: string;
  readonly extension: string;
};

/** `position` is the sheet's, from 0: the bars' ids are the workbook's. */
export function conditionalFormatsXml(
  { colorScales = [], dataBars = [] }: ConditionalFormatPlans,
  position: number,
): ConditionalFormats {
  const bars = dataBars.map((bar, index) => ({ bar, id: dataBarId(position, index) }));
  const rules = [
    ...colorScales.map((scale, index) => colorScaleXml(scale, index + 1)),
    ...bars.map(({ bar, id }, index) => dataBarXml(bar, colorScales.length + index + 1, id)),
  ];
  const extensions = bars.map(({ bar, id }) => dataBarExtensionXml(bar, id)).join('');
  return {
    rules: rules.join(''),
    extension:
      bars.length === 0
        ? ''
        : `<extLst><ext ${x14} uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}">` +
          `<x14:conditionalFormattings>${extensions}</x14:conditionalFormattings></ext></extLst>`,
  };
}

type ConditionalFormatPlans = {
  readonly colorScales?: readonly ColorScale[] | undefined;
  readonly dataBars?: readonly DataBar[] | undefined;
};

export function validationsXml(validations: readonly Validation[]): string {
  const items = validations.flatMap(({ area, choices, prompt }) => {
    const list = 'top' in choices ? absoluteReference(choices) : inlineList(choices);
    if (list === '') return [];
    const formula = 'top' in choices ? list : `"${list}"`;
    const text = promptText(prompt);
    return [
      '<dataValidation type="list" allowBlank="1" showInputMessage="1"' +
        `${text === '' ? '' : ` prompt="${text}"`} sqref="${areaReference(area)}">` +
        `<formula1>${escapeElement(formula)}</formula1></dataValidation>`,
    ];
  });
  if (items.length === 0) return '';
  return `<dataValidations count="${items.length}">${items.join('')}</dataValidations>`;
}

export function promptText(text: string): string {
  return escapeAttribute(cutText(legalText(text), maxPromptLength, '…'));
}
