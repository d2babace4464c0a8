/** Whether Excel would open a file without repair, as far as its parts can tell, and what the file says. */
import {
  contentTypeFaults,
  orphanFaults,
  type Relations,
  readRelations,
  referenceFaults,
} from './package-checks.ts';
import { type ReadCells, readCells, stringItemText } from './read-cells.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  type Package,
  parseXml,
  readPackage,
  type XmlElement,
} from './read-package.ts';
import {
  chartFaults,
  drawingFaults,
  filterFaults,
  footerFaults,
  formulaFaults,
} from './rules-beyond-schema.ts';
import { orderFaults } from './schema-order.ts';
import { isReference, noteFaults, sheetFaults, tableFaults } from './sheet-checks.ts';
import { type ReadFormat, readFormats } from './style-checks.ts';

type ReadSheet = {
  readonly name: string;
  readonly hidden: boolean;
  /** The root of the sheet's part, for everything that is not read into other properties. */
  readonly xml: XmlElement;
  readonly cells: ReadCells;
  /** The part's name. */
  readonly part: string;
};

export type ReadWorkbook = {
  readonly sheets: readonly ReadSheet[];
  /** By sheet name, then by address. */
  readonly cells: ReadonlyMap<string, ReadCells>;
  readonly formats: readonly ReadFormat[];
  readonly definedNames: readonly { readonly name: string; readonly sheet: string; readonly value: string }[];
  readonly parts: ReadonlyMap<string, XmlElement>;
  readonly package: Package;
};

function parseParts(file: Package, faults: string[]): Map<string, XmlElement> {
  const parts = new Map<string, XmlElement>();
  for (const [name, bytes] of file.bytes) {
    if (!/\.(?:xml|rels|vml)$/.test(name)) continue;
    try {
      const root = parseXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      parts.set(name, root);
      faults.push(...orderFaults(root, name));
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return parts;
}

function nameFaults(names: readonly string[]): string[] {
  const faults: string[] = [];
  const keys = new Set<string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (keys.has(key)) faults.push(`Two sheets are named "${name}".`);
    keys.add(key);
    if (
      name.length < 1 ||
      name.length > 31 ||
      /[[\]:*?/\\]/.test(name) ||
      /^'|'$/.test(name) ||
      key === 'history'
    )
      faults.push(`No sheet can be named "${name}".`);
  }
  if (names.length === 0) faults.push('There is no sheet.');
  return faults;
}

function readDefinedNames(
  book: XmlElement,
  sheetNames: readonly string[],
  faults: string[],
): ReadWorkbook['definedNames'] {
  const seen = new Set<string>();
  return childrenOf(childOf(book, 'definedNames'), 'definedName').map((element) => {
    const name = attributeOf(element, 'name');
    const sheet = sheetNames[Number(attributeOf(element, 'localSheetId'))];
    const key = `${name} of ${sheet}`;
    if (seen.has(key)) faults.push(`The name ${key} comes twice.`);
    seen.add(key);
    if (sheet === undefined) faults.push(`The name ${name} belongs to no sheet.`);
    if (!isReference(element.text, sheetNames)) faults.push(`The name ${key} leads to ${element.text}.`);
    return { name, sheet: sheet ?? '', value: element.text };
  });
}

type SheetNeeds = {
  readonly parts: ReadonlyMap<string, XmlElement>;
  readonly relations: Relations;
  readonly formats: readonly ReadFormat[];
  readonly strings: readonly string[];
  readonly sheetNames: readonly string[];
  /** The defined name of each sheet's filter, by sheet name. */
  readonly filterNames: ReadonlyMap<string, string>;
  readonly boxIds: Set<string>;
};

function readSheet(element: XmlElement, needs: SheetNeeds, faults: string[]): ReadSheet[] {
  const { parts, relations } = needs;
  const name = attributeOf(element, 'name');
  const part = relations.get('xl/workbook.xml')?.get(attributeOf(element, 'r:id'))?.target ?? '';
  const xml = parts.get(part);
  if (!xml) return [];
  const own: string[] = [];
  const numberFormats = needs.formats.map(({ numberFormat }) => numberFormat);
  const cells = readCells(childOf(xml, 'sheetData'), { strings: needs.strings, numberFormats }, own);
  const context = { cells, sheetNames: needs.sheetNames };
  own.push(...sheetFaults(xml, context), ...filterFaults(xml, needs.filterNames.get(name)));
  for (const [address, { formula }] of cells)
    if (formula !== undefined) own.push(...formulaFaults(address, formula));
  for (const text of childOf(xml, 'headerFooter')?.children ?? []) own.push(...footerFaults(text.text));
  const related = [...(relations.get(part)?.values() ?? [])];
  for (const { type, target } of related) {
    const root = parts.get(target);
    if (type === 'table' && root) own.push(...tableFaults(root, xml, context));
  }
  const rootOf = (type: string): XmlElement | undefined =>
    parts.get(related.find((relation) => relation.type === type)?.target ?? '');
  const comments = rootOf('comments');
  const boxes = rootOf('vmlDrawing');
  if (comments && boxes) own.push(...noteFaults(comments, boxes, needs.boxIds));
  else if (comments || boxes) own.push('Notes and their boxes come together.');
  faults.push(...own.map((fault) => `${name}: ${fault}`));
  return [{ name, hidden: element.attributes.has('state'), xml, cells, part }];
}

function tableNameFaults(parts: ReadonlyMap<string, XmlElement>): string[] {
  const tables = [...parts.values()].filter(({ name }) => name === 'table');
  const distinct = (attribute: string): number =>
    new Set(tables.map((table) => attributeOf(table, attribute).toLowerCase())).size;
  return ['id', 'name', 'displayName'].flatMap((attribute) =>
    distinct(attribute) === tables.length ? [] : [`Two tables have the same ${attribute}.`],
  );
}

/** Reads a workbook and finds everything that is wrong with it. */
export async function inspectWorkbook(
  bytes: Uint8Array,
): Promise<{ faults: string[]; workbook: ReadWorkbook }> {
  const faults: string[] = [];
  const file = await readPackage(bytes);
  const parts = parseParts(file, faults);
  const relations = readRelations(file, faults);
  faults.push(...contentTypeFaults(file), ...orphanFaults(file, relations), ...tableNameFaults(parts));
  for (const [name, root] of parts) faults.push(...referenceFaults(name, root, relations));

  const book = parts.get('xl/workbook.xml') ?? parseXml('<workbook/>');
  const styles = parts.get('xl/styles.xml') ?? parseXml('<styleSheet/>');
  const formats = readFormats(styles, faults);
  const strings = childrenOf(parts.get('xl/sharedStrings.xml'), 'si').map(stringItemText);
  const elements = childrenOf(childOf(book, 'sheets'), 'sheet');
  const sheetNames = elements.map((element) => attributeOf(element, 'name'));
  const ids = new Set(elements.map((element) => attributeOf(element, 'sheetId')));
  if (ids.size !== elements.length) faults.push('Two sheets have the same id.');
  faults.push(...nameFaults(sheetNames));
  const definedNames = readDefinedNames(book, sheetNames, faults);
  const boxIds = new Set<string>();
  const filterNames = new Map(
    definedNames
      .filter(({ name }) => name === '_xlnm._FilterDatabase')
      .map(({ sheet, value }) => [sheet, value]),
  );
  const needs = { parts, relations, formats, strings, sheetNames, filterNames, boxIds };
  const sheets = elements.flatMap((element) => readSheet(element, needs, faults));
  if (sheets.every(({ hidden }) => hidden)) faults.push('No sheet can be seen.');
  const cells = new Map(sheets.map((sheet) => [sheet.name, sheet.cells]));
  for (const root of parts.values()) {
    if (root.name === 'xdr:wsDr') faults.push(...drawingFaults(root));
    if (root.name === 'c:chartSpace') faults.push(...chartFaults(root, cells));
  }
  return { faults, workbook: { sheets, cells, formats, definedNames, parts, package: file } };
}

/** @throws Error with every fault, when there is one. */
export async function validateWorkbook(bytes: Uint8Array): Promise<ReadWorkbook> {
  const { faults, workbook } = await inspectWorkbook(bytes);
  if (faults.length > 0)
    throw new Error(`The workbook would be repaired:\n${faults.slice(0, 40).join('\n')}`);
  return workbook;
}
