import { type LocalDateTime, ProgrammeError } from '../programme.ts';
import { localDateTime } from './local-date-time.ts';
import { declaredEncoding, xmlParser } from './parse-xml.ts';
import { decodeText, encodingOfFirstBytes } from './text-lines.ts';

/**
 * Maximum number of tasks, links, assignments and the like: those within the size limit take 150 bytes each and more.
 */
const maxXmlRecords = 700_000;

/** Which elements to read: `true` for one that has text, another shape for one that has elements. The rest is skipped. */
export type Shape = { readonly [element: string]: true | Shape };

/**
 * If a name has several texts, the first counts. A file has hundreds of thousands of records, each with few entries, so
 * that lists take less memory than maps.
 */
export class XmlRecord {
  readonly name: string;
  readonly line: number;
  readonly #texts: readonly string[];
  readonly #parts: readonly XmlRecord[];

  constructor({ name, line, texts, parts }: Level) {
    this.name = name;
    this.line = line;
    // Copies without the spare capacity of growing arrays.
    this.#texts = texts.slice();
    this.#parts = parts.length === 0 ? noParts : parts.slice();
  }

  text(name: string): string | undefined {
    return findText(this.#texts, name);
  }

  flag(name: string): boolean {
    return /^(1|true|yes)$/i.test(this.text(name) ?? '');
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text !== undefined && /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined;
  }

  /** Undefined also for a date that a task cannot have. */
  date(name: string): LocalDateTime | undefined {
    return localDateTime(this.text(name) ?? '');
  }

  all(name: string): readonly XmlRecord[] {
    return this.#parts.filter((part) => part.name === name);
  }

  /** The records of a list, such as `Task` of `<Tasks>`. */
  list(name: string): readonly XmlRecord[] {
    return this.first(`${name}s`)?.all(name) ?? [];
  }

  first(name: string): XmlRecord | undefined {
    return this.#parts.find((part) => part.name === name);
  }
}

const noParts: readonly XmlRecord[] = [];

type Level = {
  readonly name: string;
  readonly line: number;
  readonly texts: string[];
  readonly parts: XmlRecord[];
};
type OpenLevel = Level & { readonly shape: Shape };

/** The document element's name, whatever its namespace. */
const root = 'Project';

/**
 * Reads a document of lists of records, `<Project><Tasks><Task>` and the like, record by record.
 * @param on.record is called with each record when it ends; a record is two levels below the root
 * @param on.isKept whether a record keeps an element that lies in it
 * @returns the root with its own texts
 * @throws ProgrammeError for a document that is not XML, has another root, or exceeds the limits of `xmlParser`
 */
export function readXmlRecords(
  bytes: Uint8Array,
  shape: Shape,
  on: {
    readonly record: (record: XmlRecord) => void;
    readonly isKept: (part: XmlRecord) => boolean;
    readonly forbiddenCharacter: (line: number) => void;
  },
): XmlRecord {
  const levels: OpenLevel[] = [];
  const kept = textKeeper();
  let document: XmlRecord | undefined;
  let records = 0;
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
      levels.push({ name, shape, line, texts: [], parts: [] });
      return;
    }
    const inside = Object.hasOwn(level.shape, name) ? level.shape[name] : undefined;
    if (inside === undefined) skipped = 1;
    else if (inside === true) leaf = name;
    else levels.push({ name, shape: inside, line, texts: [], parts: [] });
  };

  const close = () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const level = levels.at(-1);
    if (leaf !== undefined) {
      const found = text.trim();
      if (found !== '' && level && findText(level.texts, leaf) === undefined) {
        level.texts.push(leaf, kept(found));
      }
      leaf = undefined;
      text = '';
      return;
    }
    levels.pop();
    if (level === undefined) return;
    const record = new XmlRecord(level);
    if (levels.length >= 2 && on.isKept(record)) records += 1;
    if (records > maxXmlRecords) {
      throw new ProgrammeError(
        `the XML has more than ${maxXmlRecords.toLocaleString('en')} tasks, links, assignments and the like`,
        {
          line: level.line,
          remedy: 'Save the part of it that the lookahead is for as a programme of its own.',
        },
      );
    }
    if (levels.length === 0) document = record;
    else if (levels.length === 2) on.record(record);
    else if (on.isKept(record)) levels.at(-1)?.parts.push(record);
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

function findText(texts: readonly string[], name: string): string | undefined {
  for (let at = 0; at < texts.length; at += 2) if (texts[at] === name) return texts[at + 1];
  return undefined;
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

const maxLength = 19;

/**
 * Copies texts out of the larger text they are part of. Ids, dates and words occur in many records: each is kept once.
 */
export function textKeeper(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > maxLength) return ownText(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const own = ownText(text);
    known.set(own, own);
    return own;
  };
}

const maxCopied = 12;

/** A slice of a larger text keeps all of that in memory: names of tasks would keep the whole file. */
function ownText(text: string): string {
  return text.length <= maxCopied ? text : Buffer.from(text).toString();
}
