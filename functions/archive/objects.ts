/**
 * Kinds of objects. A kind is a template of its key, a schema of its content and the form of its bytes; from these come its
 * keys, their parameters, and how an object is created once, read and listed. Other code only builds prefixes, in `names.ts`
 * of the run store.
 */
import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { parseJson } from '#base/json.ts';
import { englishZodMessages } from '#base/text/english.ts';
import type { ObjectStore } from './object-store.ts';

/** A parameter of a template. Methods, so that parameters of several types fit into one table. */
export interface KeyParameter<Value> {
  /** Without groups that capture. */
  readonly pattern: RegExp;
  text(value: Value): string;
  /** Undefined for a text that means nothing although it fits the pattern. */
  value(text: string): Value | undefined;
}
type ParameterTable = Readonly<Record<string, KeyParameter<unknown>>>;

export function textParameter(pattern: RegExp): KeyParameter<string> {
  return { pattern, text: (value) => value, value: (text) => text };
}

/** 1, 2, 3 … @param digits filled up with zeros, so that keys sort as their numbers */
export function numberParameter(digits: number): KeyParameter<number> {
  const pattern = digits === 1 ? /[1-9]\d{0,8}/ : new RegExp(`\\d{${digits},9}`);
  return { pattern, text: (value) => String(value).padStart(digits, '0'), value: Number };
}

export function wordParameter<const Word extends string>(words: readonly Word[]): KeyParameter<Word> {
  const value = (text: string) => words.find((word) => word === text);
  return { pattern: new RegExp(words.join('|')), text: (word) => word, value };
}

type NameIn<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

/** The parameters of a template. One that the table does not list is any text without a slash. */
type ValuesOf<Table, Template> = {
  readonly [Name in NameIn<Template>]: Name extends keyof Table
    ? Table[Name] extends KeyParameter<infer Value>
      ? Value
      : never
    : string;
};

/** Keys such as `attempts/{dispatchId}/{project}_{report}/failed-{attempt}.json`. */
export function keysOfTemplate<Names extends ParameterTable, Template extends string>(
  table: Names,
  template: Template,
) {
  type Values = ValuesOf<Names, Template>;
  const known = new Map<string, KeyParameter<unknown>>(Object.entries(table));
  const parameterOf = (name: string) => known.get(name) ?? anySegment;
  const patternOf = (text: string, name?: string) =>
    name === undefined ? RegExp.escape(text) : `(?<${name}>${parameterOf(name).pattern.source})`;
  const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}|[^{]+/g, patternOf)}$`);
  // Fixed texts and names in turn.
  const parts = [...template.split(/[{}]/).entries()];
  const isWhole = (found: object): found is Values => !Object.values(found).includes(undefined);

  /** The prefix of keys, up to the first parameter that is not given. */
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

  /** Undefined for a key of another kind. */
  function of(key: string): Values | undefined {
    const texts = Object.entries(pattern.exec(key)?.groups ?? {});
    const found = Object.fromEntries(texts.map(([name, text]) => [name, parameterOf(name).value(text)]));
    return texts.length > 0 && isWhole(found) ? found : undefined;
  }

  return {
    template,
    under,
    of,
    /** @throws RangeError for values that cannot stand in a key */
    key(values: Values): string {
      const key = under(values);
      if (pattern.test(key)) return key;
      throw new RangeError(`${JSON.stringify(key)} does not fit the template ${template}.`);
    },
    /** The parameters of those keys that are of this kind, in their order. */
    in: (keys: Iterable<string>): readonly Values[] => [...keys].flatMap((key) => of(key) ?? []),
  };
}

const anySegment = textParameter(/[^/]+/);

/** Days until the life-cycle rules remove what lies below a prefix, or the setting that says how many; or never. */
export const retentionByPrefix = {
  'answer-names/': 'answerNameDays',
  'answers/': 'issueDays',
  'attempts/': 'issueDays',
  'closings/': 'issueDays',
  'contacts/': 'issueDays',
  // A contact is notified of a problem once.
  'data-problems/': 'always',
  'dispatches/': 'issueDays',
  // Reconcile reads only those of the last days; the log itself is below the issue.
  'failed-recipients/': 30,
  // Longer than an address can fail between two issues and still count as failing.
  'failing-addresses/': 90,
  'first-planned/': 'always',
  'inbox/': 90,
  // Reconcile reads only those of the last days.
  'inbox-results/': 30,
  'issues/': 'issueDays',
  'keys/': 'always',
  'looked/': 'always',
  'mailed.json': 'always',
  'outages/': 30,
  // S3 cannot know which version is the newest, which is served however old it is.
  'programmes/': 'always',
  'refused-fields/': 30,
  'reminders/': 30,
  // Reconcile reads only those of the last days.
  'requests/': 30,
  'restored/': 'always',
  'schedules/': 'always',
  'stops/': 'always',
  'test-runs/': 'testRunDays',
} as const;

/** A template begins with such a prefix, or with a parameter that has one. */
export type TemplateWithPrefix = `${keyof typeof retentionByPrefix | '{'}${string}`;

/** Who creates it: a function, or a person's command; on one machine, one process is all functions. */
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

export type ObjectAbout = {
  readonly by: readonly Writer[];
  /**
   * Whether it holds names or addresses of persons, and how they go: with the object, when it expires; or with a command
   * by which a person is forgotten. Or they stay.
   */
  readonly persons: 'none' | 'expire' | 'forget' | 'stay';
};

/** How the objects of an owner are stored. */
export type ObjectForm = {
  readonly contentType: string;
  /** The same bytes for the same value, on any machine. */
  readonly encode: (value: object) => Uint8Array;
  /** @throws the error for an object that cannot be read, unless the schema is to refuse it */
  readonly decode: (key: string, bytes: Uint8Array) => unknown;
  /** For an object whose content is lost: what to do. */
  readonly damagedError: (key: string, problem: string, cause?: unknown) => Error;
  /** For an object that exists and is not there, or not listed. */
  readonly absentError: (key: string) => Error;
};

/** JSON and a newline. */
export function jsonForm(indent: number, damagedError: ObjectForm['damagedError']): ObjectForm {
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

/** An object that is bytes, of which only the key is known. */
export function fileKind<Names extends ParameterTable, const Template extends TemplateWithPrefix>(
  table: Names,
  template: Template,
  about: ObjectAbout,
) {
  return { ...about, ...keysOfTemplate(table, template) };
}

/** @param about.form the bytes, and what an object that cannot be read means */
export function objectKind<
  Names extends ParameterTable,
  const Template extends TemplateWithPrefix,
  Schema extends ObjectSchema,
  Persons extends ObjectAbout['persons'],
>(
  table: Names,
  template: Template,
  about: ObjectAbout & { readonly schema: Schema; readonly form: ObjectForm; readonly persons: Persons },
) {
  const keys = keysOfTemplate(table, template);
  type Values = Parameters<typeof keys.key>[0];
  const { schema, form } = about;

  /** Undefined if there is no such object. @throws the error of the form for one that cannot be read */
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

  /** Encodes it in the order of the schema. If it exists, the caller has to read what is stored. */
  const create = (store: Pick<ObjectStore, 'putOnce'>, values: Values, value: z.output<Schema>) =>
    store.putOnce(keys.key(values), form.encode(z.encode(schema, value)), form.contentType);

  return {
    ...keys,
    ...about,
    read,
    readExisting,
    create,
    /** Creates it, unless another process was first. @returns what is stored, with which both go on */
    async createOrRead(
      store: ObjectStore,
      values: Values,
      value: z.output<Schema>,
    ): Promise<z.output<Schema>> {
      return (await create(store, values, value)) === 'created' ? value : readExisting(store, values);
    },
    /** @param after only keys after this text, which follows what is given */
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
