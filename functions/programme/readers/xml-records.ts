import { ProgrammeError } from '../programme-error.ts';
import { decodeText, encodingOfFirstBytes } from './decode-text.ts';
import { ownText } from './own-text.ts';
import { declaredEncoding, xmlParser } from './parse-xml.ts';

/** Which elements to read: `true` for one that has text, another shape for one that has elements. The rest is skipped. */
export type Shape = { readonly [element: string]: true | Shape };

/**
 * One element that has elements. Of several texts of one name the first counts; blanks around a text are left out.
 * A file has hundreds of thousands of these, each with few entries, so that lists take less memory than maps.
 */
export class XmlRecord {
  /** Where it begins. */
  readonly line: number;
  /** Names and texts by turns. */
  readonly #texts: string[] = [];
  #parts: Part[] | undefined;

  constructor(line: number) {
    this.line = line;
  }

  /** Undefined for an element that is absent or empty. */
  text(name: string): string | undefined {
    for (let at = 0; at < this.#texts.length; at += 2)
      if (this.#texts[at] === name) return this.#texts[at + 1];
    return undefined;
  }

  /** 1, `true` and the like; an absent element is not set. */
  flag(name: string): boolean {
    return /^(1|true|yes)$/i.test(this.text(name) ?? '');
  }

  /** A number as XML writes it; undefined for an absent element or other text. */
  number(name: string): number | undefined {
    const text = this.text(name);
    return text !== undefined && /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined;
  }

  all(name: string): readonly XmlRecord[] {
    return (this.#parts ?? []).filter((part) => part.name === name).map(({ record }) => record);
  }

  first(name: string): XmlRecord | undefined {
    return this.#parts?.find((part) => part.name === name)?.record;
  }

  addText(name: string, text: string): void {
    if (text !== '' && this.text(name) === undefined) this.#texts.push(name, text);
  }

  addPart(name: string, record: XmlRecord): void {
    this.#parts ??= [];
    this.#parts.push({ name, record });
  }
}

type Part = { readonly name: string; readonly record: XmlRecord };

type Level = { readonly name: string; readonly shape: Shape; readonly record: XmlRecord };

/**
 * Reads a document of lists of records, such as `<Project><Tasks><Task>`, record by record.
 * @param root the document element's name, whatever its namespace
 * @param on.record is handed each record when it ends; a record is two levels below the root
 * @returns the root with its own texts
 * @throws ProgrammeError for a document that is not XML, has another root, or is beyond the limits of `xmlParser`
 */
export function readXmlRecords(
  bytes: Uint8Array,
  { root, shape }: { readonly root: string; readonly shape: Shape },
  on: {
    readonly record: (name: string, record: XmlRecord) => void;
    readonly forbiddenCharacter: (line: number) => void;
  },
): XmlRecord {
  const levels: Level[] = [];
  let document: XmlRecord | undefined;
  let skipped = 0;
  let leaf: string | undefined;
  let text = '';

  const open = (name: string, _attributes: unknown, line: number) => {
    if (skipped > 0 || leaf !== undefined) {
      skipped += 1;
      return;
    }
    const level = levels.at(-1);
    if (level === undefined) {
      if (name !== root) throw wrongRoot(name, line);
      document = new XmlRecord(line);
      levels.push({ name, shape, record: document });
      return;
    }
    const inside = Object.hasOwn(level.shape, name) ? level.shape[name] : undefined;
    if (inside === undefined) skipped = 1;
    else if (inside === true) leaf = name;
    else levels.push({ name, shape: inside, record: new XmlRecord(line) });
  };

  const close = () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const level = levels.at(-1);
    if (leaf !== undefined) {
      level?.record.addText(leaf, ownText(text.trim()));
      leaf = undefined;
      text = '';
      return;
    }
    levels.pop();
    const outer = levels.at(-1);
    if (level === undefined || outer === undefined) return;
    if (levels.length === 2) on.record(level.name, level.record);
    else outer.record.addPart(level.name, level.record);
  };

  const parser = xmlParser({
    open,
    close,
    text: (found) => {
      if (leaf !== undefined && skipped === 0) text += found;
    },
    forbiddenCharacter: on.forbiddenCharacter,
  });
  for (const piece of decodeText(bytes, xmlEncoding(bytes))) parser.write(piece);
  parser.end();
  if (document === undefined) throw wrongRoot('', 1);
  return document;
}

function wrongRoot(name: string, line: number): ProgrammeError {
  return new ProgrammeError(`the XML begins with <${name.slice(0, 40)}>, which is not MS Project's`, {
    line,
    remedy: 'Save the programme as XML in MS Project, or export it as XER from Primavera P6.',
  });
}

function xmlEncoding(bytes: Uint8Array): string {
  const found = encodingOfFirstBytes(bytes);
  if (found !== undefined) return found;
  const declared = declaredEncoding(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch (cause) {
    throw new ProgrammeError(`the XML declares the encoding ${declared}, which is not known`, {
      line: 1,
      remedy: 'Save the file again as UTF-8.',
      cause,
    });
  }
}
