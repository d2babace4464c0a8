/** The parts of an Excel workbook around its worksheets: their names, the shared texts, the formats of numbers. */

import { ProgrammeError } from '../../programme-error.ts';
import { declaredEncoding, xmlParser } from '../parse-xml.ts';
import { digitsOf, type NumberKind, numberKind } from './number-format.ts';
import type { ZipEntry } from './unzip.ts';

export type Worksheet = { readonly name: string; readonly hidden: boolean; readonly entry: ZipEntry };

export type WorkbookParts = {
  readonly worksheets: readonly Worksheet[];
  /** Whether dates count from 1904 instead of 1900. */
  readonly from1904: boolean;
  readonly sharedTexts: readonly string[];
  /** The styles of cells by their numbers. */
  readonly styles: readonly CellStyle[];
};

type CellStyle = {
  readonly kind: NumberKind;
  /** The format of a number that is shown with all its digits, such as `0000`. */
  readonly digits: string | undefined;
  indent: number;
};

type Attributes = Readonly<Record<string, string>>;

/** Hands the elements of a part to `visit` as they open and close. */
export async function eachElement(
  entry: ZipEntry,
  visit: {
    readonly open?: (name: string, attributes: Attributes) => void;
    readonly text?: (text: string) => void;
    readonly close?: (name: string) => void;
    /** Whether the rest of the part is not needed. */
    readonly enough?: () => boolean;
  },
): Promise<void> {
  const parser = xmlParser({
    open: (name, attributes) => visit.open?.(name, attributes),
    text: (text) => visit.text?.(text),
    close: (name) => visit.close?.(name),
    forbiddenCharacter: () => {},
  });
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const piece of entry.read()) {
      decoder ??= new TextDecoder(declaredEncoding(piece) ?? 'utf-8');
      parser.write(decoder.decode(piece, { stream: true }));
      if (visit.enough?.()) return;
    }
    parser.write(decoder?.decode() ?? '');
    parser.end();
  } catch (error) {
    if (!(error instanceof ProgrammeError) || error.line === undefined) throw error;
    // A line of a part is none that anybody sees in Excel.
    throw new ProgrammeError(`the workbook's part ${entry.name} cannot be read`, {
      remedy: 'Open the workbook in Excel and save it again as .xlsx.',
      cause: error,
    });
  }
}

/** @throws ProgrammeError for a workbook without worksheets or with parts that cannot be read */
export async function workbookParts(entries: ReadonlyMap<string, ZipEntry>): Promise<WorkbookParts> {
  const targets = await relationshipTargets(entries.get('xl/_rels/workbook.xml.rels'));
  const worksheets: Worksheet[] = [];
  let from1904 = false;
  const workbook = entries.get('xl/workbook.xml');
  if (workbook) {
    await eachElement(workbook, {
      open: (name, attributes) => {
        if (name === 'workbookPr') from1904 = isOn(attributes['date1904']);
        if (name !== 'sheet') return;
        const entry = entries.get(targets.get(relationOf(attributes)) ?? '');
        const hidden = (attributes['state'] ?? 'visible') !== 'visible';
        if (entry) worksheets.push({ name: attributes['name'] ?? '', hidden, entry });
      },
    });
  }
  return {
    worksheets,
    from1904,
    sharedTexts: await sharedTexts(entries.get('xl/sharedStrings.xml')),
    styles: await cellStyles(entries.get('xl/styles.xml')),
  };
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** `r:id`, whatever prefix a writer uses for the namespace. */
function relationOf(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

/** Names of entries by relationship id; worksheets only. */
async function relationshipTargets(entry: ZipEntry | undefined): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  if (entry === undefined) return targets;
  await eachElement(entry, {
    open: (_, attributes) => {
      const { Id: id, Target: target = '', Type: type = '' } = attributes;
      if (id === undefined || !type.endsWith('/worksheet')) return;
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`);
    },
  });
  return targets;
}

/** Texts in the order of their numbers; a text in several fonts is put together, its reading aids left out. */
async function sharedTexts(entry: ZipEntry | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (entry === undefined) return texts;
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await eachElement(entry, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') inPhonetic = true;
      inText = name === 't' && !inPhonetic;
    },
    text: (found) => {
      if (inText) text += found;
    },
    close: (name) => {
      inText = false;
      if (name === 'rPh') inPhonetic = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

async function cellStyles(entry: ZipEntry | undefined): Promise<readonly CellStyle[]> {
  const formats = new Map<number, string>();
  const styles: CellStyle[] = [];
  if (entry === undefined) return styles;
  let inCellFormats = false;
  await eachElement(entry, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inCellFormats = true;
      const last = styles.at(-1);
      if (name === 'alignment' && inCellFormats && last) last.indent = Number(attributes['indent'] ?? 0);
      if (name !== 'xf' || !inCellFormats) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      const code = formats.get(id);
      styles.push({ kind: numberKind(id, code), digits: digitsOf(id, code), indent: 0 });
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return styles;
}
