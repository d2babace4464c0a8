/** Finds what Excel would have to repair in a file, and reads the file. */
import { posix } from 'node:path';
import { absoluteReference, cellReference } from '#workbook/xlsx/cell-references.ts';
import type { CellArea } from '#workbook/xlsx/sheet-plan.ts';
import {
  areasMeet,
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  overlapFaults,
  type Package,
  parseArea,
  parseXml,
  type ReadCells,
  type ReadFormat,
  readCells,
  readFormats,
  readPackage,
  stringItemText,
  unescapeText,
  type XmlElement,
} from './read-workbook.ts';
import { orderFaults } from './schema-order.ts';

type Relation = { readonly type: string; readonly target: string };
/** Relations by part and id. Targets are names of parts. */
type Relations = ReadonlyMap<string, ReadonlyMap<string, Relation>>;

const relationPath = /^(.*?)_rels\/([^/]*)\.rels$/;

/** Reads the relations of every part; `''` is the file itself. */
function readRelations(file: Package, faults: string[]): Relations {
  const all = new Map<string, Map<string, Relation>>();
  for (const name of file.names) {
    const match = relationPath.exec(name);
    if (!match) continue;
    const [, folder = '', source = ''] = match;
    const relations = new Map<string, Relation>();
    all.set(folder + source, relations);
    if (source !== '' && !file.bytes.has(folder + source)) faults.push(`${name} belongs to no part.`);
    const targets = new Set<string>();
    for (const element of childrenOf(parseXml(String(file.bytes.get(name))), 'Relationship')) {
      const id = attributeOf(element, 'Id');
      if (relations.has(id)) faults.push(`${name} has the id ${id} twice.`);
      if (attributeOf(element, 'TargetMode') === 'External')
        faults.push(`${name} leads out of the file: ${attributeOf(element, 'Target')}.`);
      const target = posix.join(folder, attributeOf(element, 'Target')).replace(/^\//, '');
      if (!file.bytes.has(target)) faults.push(`${name} leads to ${target}, which is not there.`);
      if (targets.has(target)) faults.push(`${name} leads to ${target} twice.`);
      targets.add(target);
      relations.set(id, { type: attributeOf(element, 'Type').replace(/^.*\//, ''), target });
    }
  }
  return all;
}

function contentTypeFaults(file: Package): string[] {
  const faults: string[] = [];
  const types = parseXml(String(file.bytes.get('[Content_Types].xml')));
  const defaults = new Map<string, string>();
  for (const element of childrenOf(types, 'Default')) {
    const extension = attributeOf(element, 'Extension');
    if (defaults.has(extension)) faults.push(`The content type of .${extension} is given twice.`);
    defaults.set(extension, attributeOf(element, 'ContentType'));
  }
  const overrides = new Set<string>();
  for (const element of childrenOf(types, 'Override')) {
    const part = attributeOf(element, 'PartName').slice(1);
    if (overrides.has(part)) faults.push(`The content type of ${part} is given twice.`);
    if (!file.bytes.has(part)) faults.push(`${part} has a content type and is not there.`);
    overrides.add(part);
  }
  for (const name of file.names) {
    if (name === '[Content_Types].xml' || overrides.has(name)) continue;
    const type = defaults.get(name.slice(name.lastIndexOf('.') + 1));
    if (type === undefined || type === 'application/xml')
      faults.push(`${name} has no content type of its own.`);
  }
  return faults;
}

function orphanFaults(file: Package, relations: Relations): string[] {
  const reached = new Set<string>();
  const visit = (part: string): void => {
    for (const { target } of relations.get(part)?.values() ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit('');
  return file.names
    .filter((name) => name !== '[Content_Types].xml' && !relationPath.test(name) && !reached.has(name))
    .map((name) => `Nothing leads to ${name}.`);
}

const relatedTypes: Readonly<Record<string, string>> = {
  sheet: 'worksheet',
  drawing: 'drawing',
  legacyDrawing: 'vmlDrawing',
  tablePart: 'table',
  'a:blip': 'image',
  'c:chart': 'chart',
};

/** Checks that each id that a part refers to is that of a relation of the right kind. */
function referenceFaults(part: string, root: XmlElement, relations: Relations): string[] {
  const own = relations.get(part);
  // In its own part, `c:chart` holds the chart; in a drawing, it refers to one.
  if (root.name === 'c:chartSpace') return [];
  return Object.entries(relatedTypes).flatMap(([name, type]) =>
    descendantsOf(root, name).flatMap((element) => {
      const id = attributeOf(element, name === 'a:blip' ? 'r:embed' : 'r:id');
      const found = own?.get(id)?.type;
      return found === type ? [] : [`${part}: <${name}> refers to "${id}", which is ${found ?? 'nothing'}.`];
    }),
  );
}

function area(text: string, faults: string[], what: string): CellArea | undefined {
  const parsed = parseArea(text);
  if (!parsed) faults.push(`${what} "${text}" is not on a sheet.`);
  return parsed;
}

function countFault(list: XmlElement | undefined, faults: string[]): void {
  if (!list) return;
  const count = list.attributes.get('count');
  if (list.children.length === 0) faults.push(`<${list.name}> is empty.`);
  if (count !== undefined && Number(count) !== list.children.length)
    faults.push(`<${list.name}> says ${count} and has ${list.children.length}.`);
}

function mergesOf(sheet: XmlElement): CellArea[] {
  return childrenOf(childOf(sheet, 'mergeCells'), 'mergeCell').flatMap((merge) => {
    const parsed = parseArea(attributeOf(merge, 'ref'));
    return parsed ? [parsed] : [];
  });
}

function columnFaults(sheet: XmlElement): string[] {
  let previous = 0;
  return childrenOf(childOf(sheet, 'cols'), 'col').flatMap((column) => {
    const [min, max] = [Number(attributeOf(column, 'min')), Number(attributeOf(column, 'max'))];
    const width = Number(attributeOf(column, 'width'));
    const wrong = min <= previous || max < min || max > 16_384 || !(width >= 0 && width <= 255);
    previous = max;
    return wrong ? [`The columns ${min} to ${max}, ${width} wide, are not in order.`] : [];
  });
}

function validationFaults(sheet: XmlElement, faults: string[]): void {
  const list = childOf(sheet, 'dataValidations');
  countFault(list, faults);
  const areas: CellArea[] = [];
  for (const rule of childrenOf(list, 'dataValidation')) {
    const covered = area(attributeOf(rule, 'sqref'), faults, 'A validation');
    if (covered) areas.push(covered);
    const formula = childOf(rule, 'formula1')?.text ?? '';
    const isPrompt = !rule.attributes.has('type') && attributeOf(rule, 'prompt') !== '';
    if (formula === '' && !isPrompt) faults.push('A validation offers nothing.');
    if (formula.startsWith('"') && formula.slice(1, -1).replaceAll('""', '"').length > 255)
      faults.push('A validation has a list of over 255 characters.');
    if (attributeOf(rule, 'prompt').length > 255) faults.push('A prompt has over 255 characters.');
  }
  faults.push(...overlapFaults(areas, 'validations'));
}

function formattingFaults(sheet: XmlElement, faults: string[]): void {
  const priorities = new Set<string>();
  const ids: string[] = [];
  for (const formatting of childrenOf(sheet, 'conditionalFormatting')) {
    for (const part of attributeOf(formatting, 'sqref').split(' '))
      area(part, faults, 'A conditional format');
    for (const rule of childrenOf(formatting, 'cfRule')) {
      const priority = attributeOf(rule, 'priority');
      if (priorities.has(priority)) faults.push(`Two rules have the priority ${priority}.`);
      priorities.add(priority);
      ids.push(...descendantsOf(rule, 'x14:id').map(({ text }) => text));
    }
  }
  const extended = descendantsOf(sheet, 'x14:cfRule').map((rule) => attributeOf(rule, 'id'));
  if (ids.join() !== extended.join() || new Set(ids).size !== ids.length)
    faults.push(`The data bars ${ids.join()} are extended as ${extended.join()}.`);
}

function breakFaults(sheet: XmlElement, faults: string[]): void {
  const list = childOf(sheet, 'rowBreaks');
  countFault(list, faults);
  const rows = childrenOf(list, 'brk').map((row) => Number(attributeOf(row, 'id')));
  if (rows.length > 1_026) faults.push(`There are ${rows.length} page breaks.`);
  if (rows.some((row, index) => row <= (rows[index - 1] ?? 0)))
    faults.push('The page breaks are not in order.');
}

type SheetContext = {
  readonly cells: ReadCells;
  /** Names of the sheets as links and defined names write them, with apostrophes doubled. */
  readonly sheetNames: readonly string[];
};

/** Whether a text refers to cells of an existing sheet, like `'A b'!$A$1` and `'A b'!$1:$2`. */
function isReference(text: string, sheetNames: readonly string[]): boolean {
  const match = /^'((?:[^']|'')+)'!(.+)$/.exec(text);
  if (!match) return false;
  const [, sheet = '', cells = ''] = match;
  const wholeRows = /^\$(\d+):\$(\d+)$/.exec(cells);
  const onSheet = wholeRows
    ? Number(wholeRows[1]) >= 1 && Number(wholeRows[2]) >= Number(wholeRows[1])
    : parseArea(cells) !== undefined;
  return onSheet && sheetNames.includes(sheet.replaceAll("''", "'"));
}

export function sheetFaults(sheet: XmlElement, { sheetNames }: SheetContext): string[] {
  const faults = columnFaults(sheet);
  countFault(childOf(sheet, 'mergeCells'), faults);
  const merges = mergesOf(sheet);
  for (const merge of merges)
    if (merge.top === merge.bottom && merge.left === merge.right) faults.push('A merge has one cell.');
  faults.push(...overlapFaults(merges, 'merges'));
  validationFaults(sheet, faults);
  formattingFaults(sheet, faults);
  breakFaults(sheet, faults);

  const filter = childOf(sheet, 'autoFilter');
  if (filter) area(attributeOf(filter, 'ref'), faults, 'The filter');

  const links = childrenOf(childOf(sheet, 'hyperlinks'), 'hyperlink');
  if (childOf(sheet, 'hyperlinks') && links.length === 0) faults.push('<hyperlinks> is empty.');
  if (links.length > 65_530) faults.push(`There are ${links.length} links.`);
  for (const link of links) {
    area(attributeOf(link, 'ref'), faults, 'A link');
    if (link.attributes.has('r:id'))
      faults.push(`The link in ${attributeOf(link, 'ref')} leads out of the file.`);
    const location = attributeOf(link, 'location');
    if (!isReference(location, sheetNames)) faults.push(`A link leads to ${location}, which is not there.`);
  }

  for (const text of childOf(sheet, 'headerFooter')?.children ?? [])
    if (text.text.length > 255) faults.push(`The ${text.name} has ${text.text.length} characters.`);
  return faults;
}

export function tableFaults(table: XmlElement, sheet: XmlElement, { cells }: SheetContext): string[] {
  const name = attributeOf(table, 'displayName');
  const faults: string[] = [];
  const covered = area(attributeOf(table, 'ref'), faults, `The table ${name}`);
  if (!covered) return faults;
  if (covered.bottom === covered.top) faults.push(`The table ${name} has no row of data.`);
  const columns = childOf(table, 'tableColumns');
  countFault(columns, faults);
  const names = childrenOf(columns, 'tableColumn').map((column) => unescapeText(attributeOf(column, 'name')));
  if (names.length !== covered.right - covered.left + 1)
    faults.push(`The table ${name} has ${names.length} columns.`);
  if (new Set(names.map((text) => text.toLowerCase())).size !== names.length)
    faults.push(`The table ${name} has a column twice.`);
  names.forEach((text, index) => {
    const heading = cells.get(cellReference(covered.top, covered.left + index));
    if (heading?.type !== 'text' || heading.value !== text)
      faults.push(`The table ${name} calls "${text}" what its heading calls "${heading?.value}".`);
  });
  if (mergesOf(sheet).some((merge) => areasMeet(merge, covered)))
    faults.push(`A merge lies in the table ${name}.`);
  const filter = childOf(sheet, 'autoFilter');
  const filtered = filter && parseArea(attributeOf(filter, 'ref'));
  if (filtered && areasMeet(filtered, covered)) faults.push(`A filter lies over the table ${name}.`);
  return faults;
}

/** Checks that each note has one box in which it is shown. `boxIds` collects the ids of the boxes of the workbook. */
export function noteFaults(comments: XmlElement, boxes: XmlElement, boxIds: Set<string>): string[] {
  const faults: string[] = [];
  const places = descendantsOf(comments, 'comment').map((note) => attributeOf(note, 'ref'));
  if (new Set(places).size !== places.length) faults.push('A cell has two notes.');
  const shapes = descendantsOf(boxes, 'v:shape');
  const shown = shapes.map((shape) => {
    const [row] = descendantsOf(shape, 'x:Row');
    const [column] = descendantsOf(shape, 'x:Column');
    return cellReference(Number(row?.text) + 1, Number(column?.text) + 1);
  });
  if (shown.join() !== places.join())
    faults.push(`The notes ${places.join()} have boxes at ${shown.join()}.`);
  for (const shape of shapes) {
    const id = attributeOf(shape, 'id');
    if (boxIds.has(id)) faults.push(`Two notes of the workbook have the box ${id}.`);
    boxIds.add(id);
    const block = Math.floor(Number(id.replace('_x0000_s', '')) / 1_024);
    const [map] = descendantsOf(boxes, 'o:idmap');
    if (!attributeOf(map, 'data').split(',').includes(String(block)))
      faults.push(`The box ${id} is outside its drawing's numbers.`);
  }
  return faults;
}

/** The spreadsheet functions that the sheets use. None needs the prefix `_xlfn.` in the file, or an array formula. */
const functions: ReadonlySet<string> = new Set(
  'CHOOSE COUNTA COUNTIF COUNTIFS HYPERLINK IF IFERROR MATCH MAX ROUND SUBTOTAL SUM SUMIF SUMPRODUCT TEXT'.split(
    ' ',
  ),
);
const maxFormulaText = 255;

export function formulaFaults(address: string, formula: string): string[] {
  const faults: string[] = [];
  if (formula.startsWith('=')) faults.push(`${address}: the formula begins with =.`);
  const texts = formula.replaceAll(/'(?:[^']|'')+'!/g, '').match(/"(?:[^"]|"")*"/g) ?? [];
  if (texts.some((text) => text.slice(1, -1).replaceAll('""', '"').length > maxFormulaText))
    faults.push(`${address}: a text in the formula has over ${maxFormulaText} characters.`);
  const code = formula.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')+'!/g, '');
  for (const [, name = ''] of code.matchAll(/([A-Z_][A-Z0-9_.]*)\(/gi))
    if (!functions.has(name))
      faults.push(`${address}: the function ${name} is not one of those known to work.`);
  return faults;
}

/** Checks that the filter also exists as a hidden defined name. */
export function filterFaults(sheet: XmlElement, name: string | undefined): string[] {
  const filter = childOf(sheet, 'autoFilter');
  const area = filter && parseArea(attributeOf(filter, 'ref'));
  const expected = area && absoluteReference(area);
  const named = name?.slice(name.lastIndexOf('!') + 1);
  return named === expected ? [] : [`The filter over ${expected} is named as ${named}.`];
}

/** Checks the codes of a footer: `&&` is an ampersand, and a single `&` begins a code. */
export function footerFaults(text: string): string[] {
  const rest = text.replaceAll(/&(?:&|[LCRPNBIUSDTFAZ]|"[^"]*"|\d{1,3}(?!\d))/g, '');
  return rest.includes('&') ? [`The footer has an unknown code: ${rest}.`] : [];
}

/** Checks the ids of the objects in a drawing. */
export function drawingFaults(drawing: XmlElement): string[] {
  const ids = descendantsOf(drawing, 'xdr:cNvPr').map((object) => attributeOf(object, 'id'));
  return new Set(ids).size === ids.length ? [] : ['Two objects of a drawing have the same id.'];
}

/** Checks that the cached values of a chart are those of the cells. Shares are stored with six decimals. */
export function chartFaults(chart: XmlElement, cellsOf: ReadonlyMap<string, ReadCells>): string[] {
  const references = [...descendantsOf(chart, 'c:strRef'), ...descendantsOf(chart, 'c:numRef')];
  return references.flatMap((reference) => {
    const formula = childOf(reference, 'c:f')?.text ?? '';
    const [, sheet = '', range = ''] = /^'((?:[^']|'')+)'!(.+)$/.exec(formula) ?? [];
    const area = parseArea(range);
    const cells = cellsOf.get(sheet.replaceAll("''", "'"));
    if (!area || !cells) return [`A chart reads ${formula}, which is not there.`];
    const values: unknown[] = [];
    for (let row = area.top; row <= area.bottom; row += 1)
      for (let column = area.left; column <= area.right; column += 1)
        values.push(cells.get(cellReference(row, column))?.value);
    const cached = new Map(
      descendantsOf(reference, 'c:pt').map((point) => [
        Number(attributeOf(point, 'idx')),
        childOf(point, 'c:v')?.text ?? '',
      ]),
    );
    const [count] = descendantsOf(reference, 'c:ptCount');
    const isSame = (value: unknown, text: string | undefined) =>
      typeof value === 'number' ? Math.abs(value - Number(text)) < 1e-6 : value === text;
    return attributeOf(count, 'val') === String(values.length) &&
      values.every((value, index) => isSame(value, cached.get(index)))
      ? []
      : [
          `A chart shows ${[...cached.values()].join()} for ${formula}, where the cells have ${values.join()}.`,
        ];
  });
}

type ReadSheet = {
  readonly name: string;
  readonly hidden: boolean;
  /** The root element of the sheet's part, for what the other properties leave out. */
  readonly xml: XmlElement;
  readonly cells: ReadCells;
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
  /** The defined name of the filter of each sheet, by sheet name. */
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

/** @throws Error if there are faults; it lists the first 40 */
export async function validateWorkbook(bytes: Uint8Array): Promise<ReadWorkbook> {
  const { faults, workbook } = await inspectWorkbook(bytes);
  if (faults.length > 0)
    throw new Error(`The workbook would be repaired:\n${faults.slice(0, 40).join('\n')}`);
  return workbook;
}
