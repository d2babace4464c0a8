/** Conditional formats of cells, and drop-down lists. */
import { areaReference } from './cell-references.ts';
import type { ColorScale, Validation } from './sheet-plan.ts';
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

function colorScaleXml({ areas, low, high }: ColorScale, priority: number): string {
  return (
    `<conditionalFormatting sqref="${areas.map(areaReference).join(' ')}"><cfRule type="colorScale" priority="${priority}">` +
    '<colorScale><cfvo type="min"/><cfvo type="max"/>' +
    `<color rgb="${low}"/><color rgb="${high}"/></colorScale></cfRule></conditionalFormatting>`
  );
}

export function conditionalFormatsXml(colorScales: readonly ColorScale[]): string {
  return colorScales.map((scale, index) => colorScaleXml(scale, index + 1)).join('');
}

export function validationsXml(validations: readonly Validation[]): string {
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

export function promptText(text: string): string {
  return escapeAttribute(cutText(legalText(text), maxPromptLength, '…'));
}
