/** Compares a writer's file with the workload, cell by cell: value, type and number format. */
import { SaxesParser } from 'saxes';
import type { Style } from '#workbook/xlsx/sheet-plan.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  type Package,
  parseXml,
  readFormats,
  readPackage,
  unescapeText,
} from '../../support/workbook/read-workbook.ts';
import { benchStyles } from './plan.ts';
import { type BenchCell, sheetNames, sheetRows } from './workload.ts';

type Planned = BenchCell<Style, number>;

type Seen = { readonly value: string | number | boolean | undefined; readonly format: string };

/** Calls `found` for every element called `name`, with its attributes and the texts of `t` and `v` in it. */
function eachElement(
  xml: Buffer,
  name: string,
  found: (attributes: Readonly<Record<string, string>>, text: string) => void,
): void {
  const parser = new SaxesParser();
  let attributes: Readonly<Record<string, string>> = {};
  let text = '';
  let keeps = false;
  parser.on('opentag', (tag) => {
    if (tag.name === name) {
      attributes = tag.attributes;
      text = '';
    } else keeps = tag.name === 't' || tag.name === 'v';
  });
  parser.on('text', (part) => {
    if (keeps) text += part;
  });
  parser.on('closetag', (tag) => {
    keeps = false;
    if (tag.name === name) found(attributes, text);
  });
  // In pieces, so that the parser holds no second copy of a long sheet.
  const decoder = new TextDecoder();
  for (let from = 0; from < xml.length; from += 1_048_576)
    parser.write(decoder.decode(xml.subarray(from, from + 1_048_576), { stream: true }));
  parser.close();
}

function expected({ value, style }: Planned): Seen {
  const format = style.numberFormat ?? 'General';
  if (typeof value === 'object') return { value: value.day + 25_569, format };
  return { value: value === '' ? undefined : value, format };
}

function partOf(file: Package, sheet: string): Buffer {
  const book = parseXml(String(file.bytes.get('xl/workbook.xml')));
  const element = childrenOf(childOf(book, 'sheets'), 'sheet').find(
    (one) => attributeOf(one, 'name') === sheet,
  );
  const relations = parseXml(String(file.bytes.get('xl/_rels/workbook.xml.rels')));
  const relation = relations.children.find((one) => attributeOf(one, 'Id') === attributeOf(element, 'r:id'));
  const target = attributeOf(relation, 'Target');
  const bytes = file.bytes.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (!bytes) throw new Error(`The sheet ${sheet} is not in the file.`);
  return bytes;
}

function seenValue(type: string | undefined, text: string, strings: readonly string[]): Seen['value'] {
  if (text === '' && type !== 'inlineStr') return undefined;
  if (type === 's') return strings[Number(text)];
  if (type === 'b') return text === '1';
  if (type === undefined || type === 'n') return Number(text);
  return unescapeText(text);
}

/** Describes the first cell that differs; undefined if the file has the workload of `tasks` tasks. */
export async function firstDifference(bytes: Uint8Array, tasks: number): Promise<string | undefined> {
  const file = await readPackage(bytes);
  const formats = readFormats(parseXml(String(file.bytes.get('xl/styles.xml'))), []);
  const strings: string[] = [];
  const shared = file.bytes.get('xl/sharedStrings.xml');
  if (shared) eachElement(shared, 'si', (_, text) => strings.push(unescapeText(text)));

  let difference: string | undefined;
  for (const sheet of sheetNames) {
    const rows = sheetRows(sheet, tasks, { styles: benchStyles, dayOf: (number) => number });
    let row: readonly Planned[] = [];
    let number = 0;
    let column = 0;
    eachElement(partOf(file, sheet), 'c', ({ r = '', s = '0', t }, text) => {
      if (difference !== undefined) return;
      if (column === row.length) {
        row = rows.next().value ?? [];
        number += 1;
        column = 0;
      }
      const planned = row[column];
      column += 1;
      const address = (column > 26 ? 'A' : '') + String.fromCharCode(65 + ((column - 1) % 26)) + number;
      const seen: Seen = {
        value: seenValue(t, text, strings),
        format: formats[Number(s)]?.numberFormat ?? '',
      };
      const wanted = planned ? expected(planned) : undefined;
      if (r !== address || seen.value !== wanted?.value || seen.format !== wanted?.format)
        difference = `${sheet}!${r}: ${JSON.stringify(seen)} instead of ${address} ${JSON.stringify(wanted)}`;
    });
    if (difference !== undefined) return difference;
    if (column !== row.length || rows.next().done !== true) return `${sheet} ends at row ${number}`;
  }
  return undefined;
}
