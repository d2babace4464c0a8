/** Mistakes that Excel would repair in a sheet's part, except its cells. */

import { cellReference } from '../../../functions/workbook/xlsx/cell-references.ts';
import type { Area } from '../../../functions/workbook/xlsx/sheet-plan.ts';
import { areasMeet, overlapFaults, parseArea, type ReadCells, unescapeText } from './read-cells.ts';
import { attributeOf, childOf, childrenOf, descendantsOf, type XmlElement } from './read-package.ts';

function area(text: string, faults: string[], what: string): Area | undefined {
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

function mergesOf(sheet: XmlElement): Area[] {
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
  const areas: Area[] = [];
  for (const rule of childrenOf(list, 'dataValidation')) {
    const covered = area(attributeOf(rule, 'sqref'), faults, 'A validation');
    if (covered) areas.push(covered);
    const formula = childOf(rule, 'formula1')?.text ?? '';
    if (formula === '') faults.push('A validation offers nothing.');
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

export type SheetContext = {
  readonly cells: ReadCells;
  /** As links and names may write it, apostrophes doubled. */
  readonly sheetNames: readonly string[];
};

/** `'A b'!$A$1`, `'A b'!$1:$2`: whether the sheet is there and the cells are on it. */
export function isReference(text: string, sheetNames: readonly string[]): boolean {
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

/** Notes and the boxes they are shown in: one box per note. `boxIds` collects those of the workbook. */
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
