import { type LocalDateTime, ProgrammeError } from '../programme.ts';
import { localDateTime } from './local-date-time.ts';
import { declaredEncoding, xmlParser } from './parse-xml.ts';
import { decodeText, encodingOfFirstBytes } from './text-lines.ts';

/**
 * Maximum number of tasks, links, assignments and the like: those within the size limit take 150 bytes each and more.
 */
const maxXmlRecords = 700_000;

/** Elements with text by what the text means: names separated by blanks. */
type Fields = {
  readonly text?: string;
  readonly flag?: string;
  readonly number?: string;
  readonly date?: string;
};

/** Undefined also for a text that means nothing, such as a date that a task cannot have. */
const meanings = {
  text: (text: string) => text,
  flag: (text: string) => /^(1|true|yes)$/i.test(text),
  number: (text: string) => (/^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined),
  date: localDateTime,
};

/** Names separated by blanks. */
export type FieldNames<Text> = Text extends `${infer First} ${infer Rest}`
  ? First | FieldNames<Rest>
  : Extract<Text, string>;

type Parts = Readonly<Record<string, Shape<unknown>>>;

/** A property for each field, and for each part the list of what was read. */
type XmlRecord<Of extends Fields, Lists extends Parts> = {
  readonly line: number;
  /** The text of a field as it is written. */
  readonly written: (field: string) => string | undefined;
} & { readonly [Name in FieldNames<Of['text']>]: string | undefined } & {
  readonly [Name in FieldNames<Of['flag']>]: boolean | undefined;
} & { readonly [Name in FieldNames<Of['number']>]: number | undefined } & {
  readonly [Name in FieldNames<Of['date']>]: LocalDateTime | undefined;
} & { readonly [Name in keyof Lists]: Lists[Name] extends Shape<infer Item> ? readonly Item[] : never };

/** Texts and lists of parts by the place of their name in the shape. */
type Found = {
  readonly line: number;
  readonly texts: (string | undefined)[];
  readonly lists: (unknown[] | undefined)[];
};

/** What is read of an element; elements that it does not name are skipped. */
export type Shape<Item> = {
  /** Their places. */
  readonly fields: ReadonlyMap<string, number>;
  readonly parts: Parts;
  readonly places: ReadonlyMap<string, number>;
  /** Returns undefined for an element to leave out. */
  readonly read: (found: Found) => Item | undefined;
};

/**
 * A file has hundreds of thousands of records, each with few texts: lists take less memory than maps, and the getters of
 * a shape are made once.
 */
export function shapeOf<const Of extends Fields, const Lists extends Parts = Record<never, never>>(
  fields: Of,
  parts?: Lists,
): Shape<XmlRecord<Of, Lists>>;
export function shapeOf(meaningsOfFields: Fields, parts: Parts = {}): Shape<object> {
  const fields = new Map<string, number>();
  class RecordOfShape {
    readonly line: number;
    readonly texts: Found['texts'];
    readonly lists: Found['lists'];
    constructor({ line, texts, lists }: Found) {
      this.line = line;
      // Copies without the spare capacity of growing arrays.
      this.texts = texts.slice();
      this.lists = lists.length === 0 ? noLists : lists.slice();
    }
    written(field: string): string | undefined {
      return this.texts[fields.get(field) ?? -1];
    }
  }
  const define = (name: string, get: (this: RecordOfShape) => unknown) =>
    Object.defineProperty(RecordOfShape.prototype, name, { get });
  for (const meaning of ['text', 'flag', 'number', 'date'] as const) {
    for (const name of meaningsOfFields[meaning]?.split(' ') ?? []) {
      const place = fields.size;
      fields.set(name, place);
      define(name, function () {
        const text = this.texts[place];
        return text === undefined ? undefined : meanings[meaning](text);
      });
    }
  }
  const places = new Map(Object.keys(parts).map((name, place) => [name, place]));
  for (const [name, place] of places) {
    define(name, function () {
      return this.lists[place] ?? [];
    });
  }
  return { fields, parts, places, read: (found) => new RecordOfShape(found) };
}

/** A shape of which not the record is kept, but what is made of it. */
export function madeOf<Item, Made>(shape: Shape<Item>, make: (item: Item) => Made | undefined): Shape<Made> {
  return {
    ...shape,
    read: (found) => {
      const item = shape.read(found);
      return item === undefined ? undefined : make(item);
    },
  };
}

export type ItemOf<Of> = Of extends Shape<infer Item> ? Item : never;

const noLists: Found['lists'] = [];

type Level = Found & {
  readonly shape: Shape<unknown>;
  /** Of its list in the element around it. */
  readonly place: number;
  /** Whether this is `<Tasks>` around each `<Task>` of the element that it is in. */
  readonly isList?: boolean;
};

/** The document element's name, whatever its namespace. */
const root = 'Project';

/**
 * Reads a document of lists of records, `<Project><Tasks><Task>` and the like. If a field comes several times, the first
 * one counts.
 * @param forbiddenCharacter is called with the line of each character that XML forbids
 * @throws ProgrammeError for a document that is not XML, has another root, or exceeds the limits of `xmlParser`
 */
export function readXmlRecords<Item>(
  bytes: Uint8Array,
  shape: Shape<Item>,
  forbiddenCharacter: (line: number) => void,
): Item {
  const levels: Level[] = [];
  const kept = textKeeper();
  let document: Item | undefined;
  let records = 0;
  let skipped = 0;
  let leaf: number | undefined;
  let text = '';

  const open = (name: string, _attributes: unknown, line: number) => {
    if (skipped > 0 || leaf !== undefined) {
      skipped += 1;
      return;
    }
    const level = levels.at(-1);
    if (level === undefined && name !== root) throw wrongRoot(name, line);
    leaf = level?.shape.fields.get(name);
    if (leaf !== undefined) return;
    const place = level === undefined ? 0 : level.shape.places.get(name);
    const part = level === undefined ? shape : level.shape.parts[name];
    if (place !== undefined && part) levels.push({ shape: part, place, line, texts: [], lists: [] });
    else if (name.endsWith('s') && level?.shape.places.has(name.slice(0, -1)))
      levels.push({ ...level, isList: true });
    else skipped = 1;
  };

  const close = () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const level = levels.at(-1);
    if (leaf !== undefined) {
      const found = text.trim();
      if (found !== '' && level) level.texts[leaf] ??= kept(found);
      leaf = undefined;
      text = '';
      return;
    }
    levels.pop();
    if (level === undefined || level.isList) return;
    const above = levels.at(-1);
    if (above === undefined) {
      document = shape.read(level);
      return;
    }
    const item = level.shape.read(level);
    if (item === undefined) return;
    above.lists[level.place] ??= [];
    above.lists[level.place]?.push(item);
    records += 1;
    if (records > maxXmlRecords) {
      throw new ProgrammeError(
        `the XML has more than ${maxXmlRecords.toLocaleString('en')} tasks, links, assignments and the like`,
        {
          line: level.line,
          remedy: 'Save the part of it that the lookahead is for as a programme of its own.',
        },
      );
    }
  };

  const parser = xmlParser({
    open,
    close,
    text: (found) => {
      if (leaf !== undefined && skipped === 0) text += found;
    },
    forbiddenCharacter,
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
