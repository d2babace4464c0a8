import { type LocalDateTime, ProgrammeError } from '#programme/programme.ts';
import { parseLocalDateTime } from './local-date-time.ts';
import { declaredEncoding, xmlParser } from './parse-xml.ts';
import { decodeText, encodingOfFirstBytes, textDeduplicator } from './text-lines.ts';

/**
 * Maximum number of tasks, links and other records: each takes at least 150 bytes, so a file within the size limit
 * cannot have more.
 */
const maxXmlRecords = 700_000;

/**
 * Parsers of a field's text by its meaning. They return undefined for a text that is not usable, such as a date that no
 * task can have.
 */
const meanings = {
  text: (text: string) => text,
  flag: (text: string) => /^(1|true|yes)$/i.test(text),
  number: (text: string) => (/^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined),
  date: parseLocalDateTime,
};
type FieldMeaning = keyof typeof meanings;

/** Names of the elements with text, separated by blanks, by the meaning of the text. */
type FieldsByMeaning = { readonly [Name in FieldMeaning]?: string };

/** Union of the names in a text, which are separated by blanks: `'UID Name'` gives `'UID' | 'Name'`. */
export type FieldNames<Text> = Text extends `${infer First} ${infer Rest}`
  ? First | FieldNames<Rest>
  : Extract<Text, string>;

type PartShapes = Readonly<Record<string, RecordShape<unknown>>>;

/** A record has a property for each field, and a list for each part. */
type XmlRecord<Of extends FieldsByMeaning, Lists extends PartShapes> = {
  readonly line: number;
  /** Text of a field that is not usable, in quotation marks for a message; undefined for `NA`. */
  readonly unreadable: (field: string) => string | undefined;
} & { readonly [Name in FieldNames<Of['text']>]: string | undefined } & {
  readonly [Name in FieldNames<Of['flag']>]: boolean | undefined;
} & { readonly [Name in FieldNames<Of['number']>]: number | undefined } & {
  readonly [Name in FieldNames<Of['date']>]: LocalDateTime | undefined;
} & { readonly [Name in keyof Lists]: readonly ItemOfShape<Lists[Name]>[] };

export type ItemOfShape<Of> = Of extends RecordShape<infer Item> ? Item : never;

/** Texts of fields and lists of parts, each at the index of its name in the shape. */
type FoundValues = { readonly line: number; readonly values: unknown[] };

/** Describes what is read from an element; child elements that it does not name are skipped. */
export type RecordShape<Item> = {
  readonly parts: PartShapes;
  /** Index of each field and part in `values`, by name. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly read: (found: FoundValues) => Item;
};

/**
 * Makes a shape. A file has hundreds of thousands of records, each with few texts: lists take less memory than maps,
 * and the getters are made once for each shape.
 */
export function recordShape<
  const Of extends FieldsByMeaning,
  const Lists extends PartShapes = Record<never, never>,
>(fields: Of, parts?: Lists): RecordShape<XmlRecord<Of, Lists>>;
export function recordShape(fields: FieldsByMeaning, parts: PartShapes = {}): RecordShape<object> {
  const indexes = new Map<string, number>();
  class RecordOfShape {
    readonly line: number;
    readonly values: FoundValues['values'];
    constructor({ line, values }: FoundValues) {
      this.line = line;
      // A copy without the spare capacity of a growing array.
      this.values = values.slice();
    }
    unreadable(field: string) {
      const text = this.values[indexes.get(field) ?? -1];
      return text === 'NA' || Reflect.get(this, field) !== undefined ? undefined : JSON.stringify(text);
    }
  }
  const define = (name: string, meaningOf: (value: unknown) => unknown) => {
    const place = indexes.size;
    indexes.set(name, place);
    const get = function (this: RecordOfShape) {
      return meaningOf(this.values[place]);
    };
    Object.defineProperty(RecordOfShape.prototype, name, { get });
  };
  for (const meaning of ['text', 'flag', 'number', 'date'] as const) {
    for (const name of fields[meaning]?.split(' ') ?? []) {
      define(name, (text) => (typeof text === 'string' ? meanings[meaning](text) : undefined));
    }
  }
  for (const name of Object.keys(parts)) define(name, (list = []) => list);
  return { parts, indexes, read: (found) => new RecordOfShape(found) };
}

/** A shape that keeps what `make` returns instead of the record. */
export function mappedShape<Item, Made>(
  shape: RecordShape<Item>,
  make: (item: Item) => Made,
): RecordShape<Made> {
  return { ...shape, read: (found) => make(shape.read(found)) };
}

type OpenElement = FoundValues & {
  readonly shape: RecordShape<unknown>;
  /** Index, in the values of the element around it, of the list that it is added to. */
  readonly place: number;
  /**
   * The element around it. A list such as `<Tasks>` around each `<Task>` shares the values of the element around the
   * list.
   */
  readonly above: OpenElement | undefined;
};

/**
 * Reads a document of lists of records, such as `<Project><Tasks><Task>`. If a field occurs several times, the first
 * one counts.
 * @param shape shape of the document; its parts are the possible root elements
 * @param forbiddenCharacter is called with the line of each character that XML forbids
 * @throws ProgrammeError for a document that is not XML, has another root, or exceeds the limits of `xmlParser`
 */
export function readXmlRecords<Item>(
  bytes: Uint8Array,
  shape: RecordShape<Item>,
  forbiddenCharacter: (line: number) => void,
): Item {
  const document: OpenElement = { shape, place: 0, line: 1, values: [], above: undefined };
  const kept = textDeduplicator();
  let level = document;
  let records = 0;
  let skipped = 0;
  let leaf: number | undefined;
  let text = '';

  const open = (name: string, _attributes: unknown, line: number) => {
    if (skipped > 0 || leaf !== undefined) {
      skipped += 1;
      return;
    }
    const { parts, indexes } = level.shape;
    const place = indexes.get(name);
    if (place === undefined) {
      if (level === document) {
        throw new ProgrammeError(
          `the XML begins with <${name.slice(0, 40)}>, which MS Project does not write`,
          {
            line,
            remedy: 'Save it as XML in MS Project, or as XER in Primavera P6.',
          },
        );
      }
      const isList = name.endsWith('s') && Object.hasOwn(parts, name.slice(0, -1));
      if (isList) level = { ...level, above: level };
      else skipped = 1;
      return;
    }
    const part = parts[name];
    if (part) level = { shape: part, place, line, values: [], above: level };
    else leaf = place;
  };

  const close = () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const { shape, place, line, values, above } = level;
    if (leaf !== undefined) {
      const found = text.trim();
      if (found !== '') values[leaf] ??= kept(found);
      leaf = undefined;
      text = '';
      return;
    }
    if (above === undefined) return;
    const closed = level;
    level = above;
    if (values === above.values) return;
    const item = shape.read(closed);
    const list = above.values[place];
    if (Array.isArray(list)) list.push(item);
    else above.values[place] = [item];
    records += 1;
    if (records > maxXmlRecords) {
      throw new ProgrammeError(
        `the XML has more than ${maxXmlRecords.toLocaleString('en')} tasks, links and other records`,
        { line, remedy: 'Save only the part that the lookahead is for.' },
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
  return shape.read(document);
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
