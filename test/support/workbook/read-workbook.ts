/** Reads an .xlsx file: its parts, their XML as trees, the cells of a sheet and their formats. */
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import {
  areaReference,
  cellReference,
  maxSheetColumns,
  maxSheetRows,
} from '#workbook/xlsx/cell-references.ts';
import type { CellArea } from '#workbook/xlsx/sheet-plan.ts';

export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element. */
  readonly text: string;
};

export type Package = {
  /** Names of the parts in the order of the zip. */
  readonly names: readonly string[];
  readonly bytes: ReadonlyMap<string, Buffer>;
  readonly dates: ReadonlyMap<string, string>;
};

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true };
    fromBuffer(Buffer.from(bytes), options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (crc32(bytes) === entry.crc32) resolve(bytes);
        else reject(new Error(`The checksum of ${entry.fileName} is of other bytes.`));
      });
    });
  });
}

/** @throws Error if the file is not a valid zip, a checksum is wrong, or two parts have the same name */
export async function readPackage(bytes: Uint8Array): Promise<Package> {
  const zip = await openZip(bytes);
  const entries = new Map<string, Buffer>();
  const dates = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(new Error(`The part ${entry.fileName} comes twice.`));
      dates.set(entry.fileName, entry.getLastModDate({ timezone: 'UTC' }).toISOString());
      readEntry(zip, entry).then((content) => {
        entries.set(entry.fileName, content);
        zip.readEntry();
      }, reject);
    });
    zip.readEntry();
  });
  return { names: [...entries.keys()], bytes: entries, dates };
}

type OpenElement = {
  name: string;
  attributes: Map<string, string>;
  children: OpenElement[];
  text: string;
};

/** @throws Error with line and column if the text is not well formed */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.values(attributes).map((attribute) => [attribute.name, attribute.value] as const);
    const element = { name, attributes: new Map(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const [document] = root.children;
  if (!document) throw new Error('The part is empty.');
  return document;
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Every element with the name below this one, in document order. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) =>
    child.name === name ? [child, ...descendantsOf(child, name)] : descendantsOf(child, name),
  );
}

export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? '';
}

export type ReadCell = {
  readonly type: 'text' | 'number' | 'boolean' | 'empty';
  /** The value; of a formula, the cached value. */
  readonly value: string | number | boolean | undefined;
  readonly formula: string | undefined;
  readonly styleIndex: number;
  readonly numberFormat: string;
};

/** By address. */
export type ReadCells = ReadonlyMap<string, ReadCell>;

type CellContext = {
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

/** Reads `A1:B2` or `A1`; undefined if a cell is outside a sheet. */
export function parseArea(text: string): CellArea | undefined {
  const [first = '', last = first] = text.split(':');
  const start = parseReference(first);
  const end = parseReference(last);
  if (!start || !end || end.row < start.row || end.column < start.column) return undefined;
  if (end.row > maxSheetRows || end.column > maxSheetColumns) return undefined;
  return { top: start.row, left: start.column, bottom: end.row, right: end.column };
}

export function areasMeet(a: CellArea, b: CellArea): boolean {
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

/** Reads the cells. Adds whatever spreadsheets do not accept to `faults`. */
export function readCells(
  sheetData: XmlElement | undefined,
  context: CellContext,
  faults: string[],
): ReadCells {
  const cells = new Map<string, ReadCell>();
  let previousRow = 0;
  for (const row of childrenOf(sheetData, 'row')) {
    const number = Number(attributeOf(row, 'r'));
    if (!(number > previousRow && number <= maxSheetRows))
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
      if (!place || place.row !== number || place.column <= previousColumn || place.column > maxSheetColumns)
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

/** A message for each cell in which an area overlaps an earlier one. @param what kind of area, for the message */
export function overlapFaults(areas: readonly CellArea[], what: string): string[] {
  const taken = new Map<string, CellArea>();
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

const lists = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles', 'dxfs'];
/** The built-in formats that this project uses, by id. */
const builtIn: ReadonlyMap<string, string> = new Map([
  ['0', 'General'],
  ['1', '0'],
  ['2', '0.00'],
  ['9', '0%'],
  ['10', '0.00%'],
  ['14', 'mm-dd-yy'],
  ['15', 'd-mmm-yy'],
  ['16', 'd-mmm'],
  ['22', 'm/d/yy h:mm'],
  ['49', '@'],
]);

export type ReadFormat = {
  readonly numberFormat: string;
  readonly font: XmlElement | undefined;
  readonly fill: XmlElement | undefined;
  readonly border: XmlElement | undefined;
  readonly alignment: XmlElement | undefined;
};

/** The formats by style index. Adds indexes out of range and wrong counts to `faults`. */
export function readFormats(styles: XmlElement, faults: string[]): ReadFormat[] {
  for (const name of lists) {
    const list = childOf(styles, name);
    const count = list?.attributes.get('count');
    if (list && count !== undefined && Number(count) !== list.children.length)
      faults.push(`<${name}> says ${count} and has ${list.children.length}.`);
  }
  const numberFormats = new Map(builtIn);
  for (const format of childrenOf(childOf(styles, 'numFmts'), 'numFmt')) {
    const id = attributeOf(format, 'numFmtId');
    if (numberFormats.has(id)) faults.push(`The number format ${id} comes twice.`);
    numberFormats.set(id, attributeOf(format, 'formatCode'));
  }
  const part = (list: string, format: XmlElement, attribute: string): XmlElement | undefined => {
    const index = Number(attributeOf(format, attribute));
    const found = childOf(styles, list)?.children[index];
    if (!found) faults.push(`A cell format refers to ${attribute} ${index} of ${list}, which is not there.`);
    return found;
  };
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map((format) => {
    const id = attributeOf(format, 'numFmtId');
    const numberFormat = numberFormats.get(id);
    if (numberFormat === undefined && Number(id) >= 164) faults.push(`There is no number format ${id}.`);
    return {
      numberFormat: numberFormat ?? `built-in ${id}`,
      font: part('fonts', format, 'fontId'),
      fill: part('fills', format, 'fillId'),
      border: part('borders', format, 'borderId'),
      alignment: childOf(format, 'alignment'),
    };
  });
}
