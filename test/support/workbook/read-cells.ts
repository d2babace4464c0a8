/** The cells of a sheet's part, and the faults of its rows. */
import {
  areaReference,
  cellReference,
  lastColumn,
  lastRow,
} from '../../../functions/workbook/xlsx/cell-references.ts';
import type { Area } from '../../../functions/workbook/xlsx/sheet-plan.ts';
import { attributeOf, childOf, childrenOf, descendantsOf, type XmlElement } from './read-package.ts';

export type ReadCell = {
  readonly type: 'text' | 'number' | 'boolean' | 'empty';
  /** A formula's cached value too. */
  readonly value: string | number | boolean | undefined;
  readonly formula: string | undefined;
  readonly styleIndex: number;
  readonly numberFormat: string;
};

/** By address. */
export type ReadCells = ReadonlyMap<string, ReadCell>;

export type CellContext = {
  readonly strings: readonly string[];
  readonly numberFormats: readonly string[];
};

const escapedCharacter = /_x([0-9a-f]{4})_/gi;
const reference = /^([A-Z]{1,3})([1-9]\d*)$/;

/** A string as a spreadsheet shows it. */
export function unescapeText(text: string): string {
  return text.replace(escapedCharacter, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The text of a string item: its own, or that of its runs. */
export function stringItemText(item: XmlElement): string {
  return descendantsOf(item, 't')
    .map(({ text }) => unescapeText(text))
    .join('');
}

function parseReference(text: string): { row: number; column: number } | undefined {
  const match = reference.exec(text.replaceAll('$', ''));
  if (!match) return undefined;
  const [, letters = '', row = ''] = match;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(row), column };
}

/** `A1:B2` or `A1`; undefined when it is not on a sheet. */
export function parseArea(text: string): Area | undefined {
  const [first = '', last = first] = text.split(':');
  const start = parseReference(first);
  const end = parseReference(last);
  if (!start || !end || end.row < start.row || end.column < start.column) return undefined;
  if (end.row > lastRow || end.column > lastColumn) return undefined;
  return { top: start.row, left: start.column, bottom: end.row, right: end.column };
}

export function areasMeet(a: Area, b: Area): boolean {
  return a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
}

function readValue(
  cell: XmlElement,
  context: CellContext,
  faults: string[],
): Pick<ReadCell, 'type' | 'value'> {
  const address = attributeOf(cell, 'r');
  const v = childOf(cell, 'v');
  const kind = cell.attributes.get('t') ?? 'n';
  switch (kind) {
    case 'n': {
      if (!v) return { type: 'empty', value: undefined };
      const value = Number(v.text);
      if (v.text.trim() === '' || !Number.isFinite(value))
        faults.push(`${address}: "${v.text}" is not a number.`);
      return { type: 'number', value };
    }
    case 'b':
      if (v?.text !== '0' && v?.text !== '1') faults.push(`${address}: "${v?.text}" is not a Boolean.`);
      return { type: 'boolean', value: v?.text === '1' };
    case 's': {
      const value = context.strings[Number(v?.text)];
      if (value === undefined) faults.push(`${address}: there is no shared string ${v?.text}.`);
      return { type: 'text', value };
    }
    case 'str':
      if (!childOf(cell, 'f')) faults.push(`${address}: a formula's text without a formula.`);
      return { type: 'text', value: unescapeText(v?.text ?? '') };
    case 'inlineStr': {
      const item = childOf(cell, 'is');
      if (!item) faults.push(`${address}: an inline string without one.`);
      return { type: 'text', value: item ? stringItemText(item) : '' };
    }
    default:
      faults.push(`${address}: unknown type "${kind}".`);
      return { type: 'empty', value: undefined };
  }
}

/** Reads the cells, and adds to `faults` what spreadsheets do not accept. */
export function readCells(
  sheetData: XmlElement | undefined,
  context: CellContext,
  faults: string[],
): ReadCells {
  const cells = new Map<string, ReadCell>();
  let previousRow = 0;
  for (const row of childrenOf(sheetData, 'row')) {
    const number = Number(attributeOf(row, 'r'));
    if (!(number > previousRow && number <= lastRow))
      faults.push(`Row ${number} comes after ${previousRow}.`);
    previousRow = number;
    const height = Number(row.attributes.get('ht') ?? 15);
    if (!(height >= 0 && height <= 409.5)) faults.push(`Row ${number} is ${height} points high.`);
    const outline = Number(row.attributes.get('outlineLevel') ?? 0);
    if (!(outline >= 0 && outline <= 7)) faults.push(`Row ${number} has the outline level ${outline}.`);
    let previousColumn = 0;
    for (const cell of childrenOf(row, 'c')) {
      const address = attributeOf(cell, 'r');
      const place = parseReference(address);
      if (!place || place.row !== number || place.column <= previousColumn || place.column > lastColumn)
        faults.push(`${address} is in row ${number} after column ${previousColumn}.`);
      previousColumn = place?.column ?? previousColumn;
      const styleIndex = Number(cell.attributes.get('s') ?? 0);
      const numberFormat = context.numberFormats[styleIndex];
      if (numberFormat === undefined) faults.push(`${address}: there is no cell format ${styleIndex}.`);
      const read = readValue(cell, context, faults);
      if (typeof read.value === 'string' && read.value.length > 32_767)
        faults.push(`${address} has ${read.value.length} characters.`);
      const formula = childOf(cell, 'f')?.text;
      cells.set(address, { ...read, formula, styleIndex, numberFormat: numberFormat ?? '' });
    }
  }
  return cells;
}

/** The pairs of areas that share cells. */
export function overlapFaults(areas: readonly Area[], what: string): string[] {
  const taken = new Map<string, Area>();
  const faults: string[] = [];
  for (const area of areas)
    for (let row = area.top; row <= area.bottom; row += 1)
      for (let column = area.left; column <= area.right; column += 1) {
        const address = cellReference(row, column);
        const other = taken.get(address);
        if (other)
          faults.push(`The ${what} ${areaReference(other)} and ${areaReference(area)} share ${address}.`);
        taken.set(address, area);
      }
  return faults;
}
