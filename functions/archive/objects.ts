/**
 * Kinds of objects. A kind has a template for its keys, a schema for its content and a form for its bytes. From these
 * come the functions that make and parse keys, and that create, read and list objects. Only `names.ts` of the run store
 * builds prefixes of keys by itself.
 */
import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { parseJson } from '#base/json.ts';
import { englishZodMessages } from '#base/text/english.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * A parameter of a template. `text` and `value` are declared as methods, not as properties of a function type, so that
 * TypeScript accepts parameters of several types in one table.
 */
export interface KeyParameter<Value> {
  /** Must not have capturing groups. */
  readonly pattern: RegExp;
  text(value: Value): string;
  /** Undefined if the text fits the pattern but is not a valid value, such as `2026-02-30`. */
  value(text: string): Value | undefined;
}
type ParameterTable = Readonly<Record<string, KeyParameter<unknown>>>;

export function textParameter(pattern: RegExp): KeyParameter<string> {
  return { pattern, text: (value) => value, value: (text) => text };
}

/**
 * A number 1, 2, 3 …
 * @param digits the number is padded with zeros to this length, so that keys sort like their numbers
 */
export function numberParameter(digits: number): KeyParameter<number> {
  const pattern = digits === 1 ? /[1-9]\d{0,8}/ : new RegExp(`\\d{${digits},9}`);
  return { pattern, text: (value) => String(value).padStart(digits, '0'), value: Number };
}

export function oneOfWordsParameter<const Word extends string>(words: readonly Word[]): KeyParameter<Word> {
  const value = (text: string) => words.find((word) => word === text);
  return { pattern: new RegExp(words.join('|')), text: (word) => word, value };
}

type NameIn<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

/**
 * The values for the parameters of a template. A parameter that the table does not list is any text without a slash.
 */
type ValuesOf<Table, Template> = {
  readonly [Name in NameIn<Template>]: Name extends keyof Table
    ? Table[Name] extends KeyParameter<infer Value>
      ? Value
      : never
    : string;
};

/**
 * Makes and parses the keys of a template.
 * @example
 * const keys = createKeyTemplate({ attempt: numberParameter(1) }, 'attempts/{dispatchId}/failed-{attempt}.json');
 * keys.key({ dispatchId: 'd1', attempt: 2 }); // 'attempts/d1/failed-2.json'
 * keys.of('attempts/d1/failed-2.json'); // { dispatchId: 'd1', attempt: 2 }
 */
export function createKeyTemplate<Names extends ParameterTable, Template extends string>(
  table: Names,
  template: Template,
) {
  type Values = ValuesOf<Names, Template>;
  const known = new Map<string, KeyParameter<unknown>>(Object.entries(table));
  const parameterOf = (name: string) => known.get(name) ?? anySegment;
  const patternOf = (text: string, name?: string) =>
    name === undefined ? RegExp.escape(text) : `(?<${name}>${parameterOf(name).pattern.source})`;
  const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}|[^{]+/g, patternOf)}$`);
  // Fixed texts at even indexes, names of parameters at odd ones.
  const parts = [...template.split(/[{}]/).entries()];
  const isWhole = (found: object): found is Values => !Object.values(found).includes(undefined);

  /** The prefix of all keys with these values: the template up to the first parameter that is not given. */
  function under(given: Partial<Values>): string {
    const values: Readonly<Record<string, unknown>> = given;
    let prefix = '';
    for (const [at, part] of parts) {
      if (at % 2 === 0) prefix += part;
      else if (values[part] === undefined) break;
      else prefix += parameterOf(part).text(values[part]);
    }
    return prefix;
  }

  /** The values in a key; undefined if the key is of another kind. */
  function of(key: string): Values | undefined {
    const texts = Object.entries(pattern.exec(key)?.groups ?? {});
    const found = Object.fromEntries(texts.map(([name, text]) => [name, parameterOf(name).value(text)]));
    return texts.length > 0 && isWhole(found) ? found : undefined;
  }

  return {
    template,
    under,
    of,
    /** @throws RangeError for values that no key can have */
    key(values: Values): string {
      const key = under(values);
      if (pattern.test(key)) return key;
      throw new RangeError(`${JSON.stringify(key)} does not fit the template ${template}.`);
    },
    /** The values in each key of this kind, in the order of the keys; keys of other kinds are skipped. */
    in: (keys: Iterable<string>): readonly Values[] => [...keys].flatMap((key) => of(key) ?? []),
  };
}

const anySegment = textParameter(/[^/]+/);

/**
 * For each prefix: the days until life-cycle rules remove objects, the setting that gives the days, or `always` to keep
 * them.
 */
export const retentionByPrefix = {
  'answer-names/': 'answerNameDays',
  'answers/': 'issueDays',
  'attempts/': 'issueDays',
  'closings/': 'issueDays',
  'contacts/': 'issueDays',
  // Kept for good, so that a contact is notified of a problem only once.
  'data-problems/': 'always',
  'dispatches/': 'issueDays',
  // Reconcile reads only those of the last few days. The history of each message is below its issue.
  'failed-recipients/': 30,
  // Longer than the 35 days between two failures after which an address counts as working again.
  'failing-addresses/': 90,
  'first-planned/': 'always',
  'inbox/': 90,
  // Reconcile reads only those of the last few days.
  'inbox-results/': 30,
  'issues/': 'issueDays',
  'keys/': 'always',
  'looked/': 'always',
  'mailed.json': 'always',
  'outages/': 30,
  // The newest version is served however old it is, and S3 cannot know which version is the newest.
  'programmes/': 'always',
  'refused-fields/': 30,
  'reminders/': 30,
  // Reconcile reads only those of the last few days.
  'requests/': 30,
  'restored/': 'always',
  'schedules/': 'always',
  'stops/': 'always',
  'test-runs/': 'testRunDays',
} as const;

/** A template that begins with one of these prefixes, or with a parameter whose values begin with one. */
export type TemplateWithPrefix = `${keyof typeof retentionByPrefix | '{'}${string}`;

/**
 * Who creates the object: a function, or a command that a person runs. On one machine, one process does the work of all
 * functions.
 */
type Writer =
  | 'command'
  | 'dead-letter'
  | 'dispatch'
  | 'download'
  | 'events'
  | 'import'
  | 'read-api'
  | 'reconcile'
  | 'report';

export type ObjectWritersAndPersons = {
  readonly by: readonly Writer[];
  /**
   * Whether the object holds names or addresses of persons, and when they are removed: `expire` with the object;
   * `forget` by the command `answers --forget`; `stay` never.
   */
  readonly persons: 'none' | 'expire' | 'forget' | 'stay';
};

/** How objects are encoded and decoded, and the errors for those that cannot be read. */
export type ObjectEncoding = {
  readonly contentType: string;
  /** The same bytes for the same value, on any machine. */
  readonly encode: (value: object) => Uint8Array;
  /** For bytes that it cannot decode, it throws, or returns a value that the schema refuses, such as undefined. */
  readonly decode: (key: string, bytes: Uint8Array) => unknown;
  /** The error for an object whose content is damaged. It says what to do. */
  readonly damagedError: (key: string, problem: string, cause?: unknown) => Error;
  /** The error for an object that must exist and is missing, or is not listed. */
  readonly absentError: (key: string) => Error;
};

/** JSON and a newline. */
export function jsonEncoding(indent: number, damagedError: ObjectEncoding['damagedError']): ObjectEncoding {
  return {
    contentType: 'application/json',
    encode: (value) => Buffer.from(`${JSON.stringify(value, undefined, indent)}\n`),
    decode: (_, bytes) => parseJson(new TextDecoder().decode(bytes)),
    damagedError,
    absentError: (key) => damagedError(key, 'it is missing'),
  };
}

export type ObjectSchema = z.ZodMiniType<object, object>;

/** The content of the objects of a kind. */
export type ContentOf<Of extends { readonly schema: ObjectSchema }> = z.output<Of['schema']>;

/** A kind whose objects are plain bytes, without a schema. */
export function defineObjectKindWithoutSchema<
  Names extends ParameterTable,
  const Template extends TemplateWithPrefix,
>(table: Names, template: Template, about: ObjectWritersAndPersons) {
  return { ...about, ...createKeyTemplate(table, template) };
}

/** @param about.form how objects are encoded, and the errors for those that cannot be read */
export function defineObjectKind<
  Names extends ParameterTable,
  const Template extends TemplateWithPrefix,
  Schema extends ObjectSchema,
  Persons extends ObjectWritersAndPersons['persons'],
>(
  table: Names,
  template: Template,
  about: ObjectWritersAndPersons & {
    readonly schema: Schema;
    readonly form: ObjectEncoding;
    readonly persons: Persons;
  },
) {
  const keys = createKeyTemplate(table, template);
  type Values = Parameters<typeof keys.key>[0];
  const { schema, form } = about;

  /** Undefined if there is no such object. @throws the error that `form` makes for one that cannot be read */
  async function read(
    store: Pick<ObjectStore, 'get'>,
    values: Values,
  ): Promise<z.output<Schema> | undefined> {
    const key = keys.key(values);
    const bytes = await store.get(key);
    if (bytes === undefined) return undefined;
    const parsed = schema.safeParse(form.decode(key, bytes), englishZodMessages);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = issue && issue.path.length > 0 ? `${toDotPath(issue.path)}: ` : '';
    throw form.damagedError(key, `${path}${issue?.message ?? 'it does not fit'}`, parsed.error);
  }

  async function readExisting(store: ObjectStore, values: Values): Promise<z.output<Schema>> {
    const found = await read(store, values);
    if (found === undefined) throw form.absentError(keys.key(values));
    return found;
  }

  /**
   * Creates the object, with its properties in the order of the schema. If it returns 'exists', the caller has to read
   * what is stored.
   */
  const create = (store: Pick<ObjectStore, 'putOnce'>, values: Values, value: z.output<Schema>) =>
    store.putOnce(keys.key(values), form.encode(z.encode(schema, value)), form.contentType);

  return {
    ...keys,
    ...about,
    read,
    readExisting,
    create,
    /**
     * Creates the object unless another process was first. @returns the stored content, which all processes then use
     */
    async createOrRead(
      store: ObjectStore,
      values: Values,
      value: z.output<Schema>,
    ): Promise<z.output<Schema>> {
      return (await create(store, values, value)) === 'created' ? value : readExisting(store, values);
    },
    /** @param after lists only keys that sort after the prefix of `given` followed by this text */
    async list(
      store: Pick<ObjectStore, 'list'>,
      given: Partial<Values>,
      after?: string,
    ): Promise<readonly Values[]> {
      const prefix = keys.under(given);
      return keys.in(await store.list(prefix, after === undefined ? {} : { after: `${prefix}${after}` }));
    },
  };
}
