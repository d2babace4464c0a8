/** Writes rows as XML. They are most of the bytes of a workbook, and take most of the time to write it. */
import { columnLetters } from '#base/text/column-letters.ts';
import { maxFormulaTextLength, quotedText } from './cell-references.ts';
import type { StyleAttributeFormatter } from './cell-styles.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { Cell, CellFormula, SheetRow, Style, TableRowLinkTarget } from './sheet-plan.ts';
import { escapeElement, formulaResultXml, xmlLegalText } from './xml-text.ts';

const maxRowHeight = 409.5;
const maxOutlineLevel = 7;

/** Serial number of 1970-01-01 in spreadsheets. */
export const unixEpochSerial = 25_569;
/** Serial number of 1900-03-01. Applications disagree on earlier days, because Excel has a 29 February 1900. */
const firstSerial = 61;
/** Serial number of 9999-12-31, the last day of spreadsheets. */
const lastSerial = 2_958_465;

const maxFormulaLength = 8_192;
const millisecondsPerDay = 86_400_000;
const referenceStart = '<c r="';

export type LinkFromCell = { readonly reference: string; readonly text: string; readonly location: string };

export type RowXmlDependencies = {
  readonly styles: StyleAttributeFormatter;
  readonly strings: SharedStrings;
  readonly onLink: (link: LinkFromCell) => void;
  readonly referenceTo: (sheet: string) => string | undefined;
  /** Replaces sheet names of the plan in a formula with those in the file. */
  readonly formulaText: (formula: string) => string;
  /** @throws always, with the sheet's name in the message. */
  readonly refuse: (fault: string) => never;
};

function isoText(day: number): string {
  const milliseconds = day * millisecondsPerDay;
  if (Math.abs(milliseconds) > 8.64e15) return String(day);
  return new Date(milliseconds).toISOString().slice(0, -14);
}

/** Writes a link to the row that holds a text. If somebody deleted the row, the link leads to the header row. */
function linkFormula(
  text: string,
  start: string,
  { searchedText, column, headerRow }: TableRowLinkTarget,
): string {
  const row = `IFERROR(MATCH(${quotedText(searchedText)},${column},0),0)+${headerRow}`;
  return `HYPERLINK(${quotedText(start)}&(${row}),${quotedText(text)})`;
}

const cellStarts: string[] = [];

/** Start of the cells of a column, up to the number of the row: `<c r="A`. It is created once for each column. */
function cellStart(column: number): string {
  const known = cellStarts[column];
  if (known !== undefined) return known;
  const made = `${referenceStart}${columnLetters(column)}`;
  cellStarts[column] = made;
  return made;
}

function referenceOf(start: string): string {
  return start.slice(referenceStart.length, -1);
}

export function rowXmlWriter(parts: RowXmlDependencies): (row: SheetRow, number: number) => string {
  const { strings } = parts;
  const { attribute, dateAttribute } = parts.styles;

  function stringCell(start: string, text: string): string {
    return text === '' ? `${start}/>` : start + strings.cellText(text);
  }

  function numberCell(start: string, value: number): string {
    if (Number.isFinite(value)) return `${start}><v>${value}</v></c>`;
    // Spreadsheets have neither infinity nor NaN: written as numbers, they make Excel repair the file.
    return Number.isNaN(value) ? `${start}/>` : stringCell(start, value > 0 ? '∞' : '−∞');
  }

  function formulaCell(start: string, { formula, result }: CellFormula): string {
    const text = parts.formulaText(xmlLegalText(formula));
    if (text.length > maxFormulaLength) parts.refuse(`a formula has ${text.length} characters`);
    const f = `<f>${escapeElement(text)}</f>`;
    if (typeof result === 'string') return `${start} t="str">${f}<v>${formulaResultXml(result)}</v></c>`;
    return Number.isFinite(result) ? `${start}>${f}<v>${result}</v></c>` : `${start}>${f}</c>`;
  }

  /** Day numbers never become a `Date`, so that no time zone can shift them (exceljs #486). */
  function dayCell(start: string, style: Style, day: number): string {
    const serial = day + unixEpochSerial;
    if (serial >= firstSerial && serial <= lastSerial)
      return `${start}${dateAttribute(style)}><v>${serial}</v></c>`;
    return stringCell(start + attribute(style), isoText(day));
  }

  function cellXml({ value, style }: Cell, place: string): string {
    const start = place + attribute(style);
    if (value === undefined) return `${start}/>`;
    if (typeof value === 'string') return stringCell(start, value);
    if (typeof value === 'number') return numberCell(start, value);
    if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`;
    if ('day' in value) return dayCell(place, style, value.day);
    if ('formula' in value) return formulaCell(start, value);
    const { text, sheet, cell, parts: textParts } = value;
    const target = parts.referenceTo(sheet);
    if (target !== undefined && typeof cell === 'string')
      parts.onLink({ reference: referenceOf(place), text, location: `${target}!${cell}` });
    else if (
      target !== undefined &&
      typeof cell === 'object' &&
      text !== '' &&
      text.length <= maxFormulaTextLength
    )
      return formulaCell(start, { formula: linkFormula(text, `#${target}!A`, cell), result: text });
    return textParts === undefined ? stringCell(start, text) : start + strings.cellParts(textParts);
  }

  return ({ cells, height, outline, hidden, folded }, number) => {
    let xml = `<row r="${number}"`;
    if (height !== undefined && height >= 0)
      xml += ` ht="${Math.min(height, maxRowHeight)}" customHeight="1"`;
    if (outline !== undefined && outline > 0)
      xml += ` outlineLevel="${Math.min(Math.round(outline), maxOutlineLevel)}"`;
    if (hidden === true) xml += ' hidden="1"';
    if (folded === true) xml += ' collapsed="1"';
    xml += '>';
    const place = `${number}"`;
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index];
      if (cell !== undefined) xml += cellXml(cell, cellStart(index + 1) + place);
    }
    return `${xml}</row>`;
  };
}
