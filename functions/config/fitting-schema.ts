import * as z from 'zod/mini';
import { looksLikeKey } from '#base/text/looks-like-key.ts';
import { type Advice, ConfigurationError, type Finding, type Path } from './configuration-error.ts';
import { didYouMean } from './nearest.ts';
import type { YamlSource } from './yaml-source.ts';

/**
 * @param file its name, for messages
 * @throws ConfigurationError with every problem, each with its line
 */
export function fittingSchema<Value>(
  schema: z.ZodMiniType<Value>,
  source: YamlSource,
  file: string,
  ifEmpty: Advice,
): Value {
  if (source.problems.length > 0) throw new ConfigurationError(file, source.problems);
  if (source.value === undefined || source.value === null) {
    throw new ConfigurationError(file, [{ path: [], ...ifEmpty }]);
  }
  const parsed = schema.safeParse(source.value);
  if (parsed.success) return parsed.data;
  const root = z.toJSONSchema(schema, { io: 'input' });
  const findings = parsed.error.issues.flatMap((issue) => explain(issue, [], { root, source }));
  throw new ConfigurationError(file, findings, source);
}

type Issue = z.core.$ZodIssue;
type Form = z.core.JSONSchema.JSONSchema;
type Context = { readonly root: Form; readonly source: YamlSource };

function explain(issue: Issue, above: Path, context: Context): Finding[] {
  const { root, source } = context;
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  const isKey = issue.code === 'invalid_key';
  const value = isKey ? path.at(-1) : valueAt(source.value, path);
  const words = isKey ? issue.issues[0]?.message : issue.message;
  // The schema's own words are sentences: 'what is wrong. What to do.', or only the latter for a misfit.
  const own = words?.endsWith('.') || issue.code === 'custom' ? words : undefined;
  const property = path.reduce((form, step) => formWithin(form, step, root), root);
  const forms = formsOf(property, root);
  const wanted = [...new Set(forms.map(wantedText))].join(' or ');
  const keys = forms.flatMap(({ properties = {} }) => Object.keys(properties));
  const finding = (what: string, remedy: string, at: Path = path, found = value): Finding => ({
    path: at,
    message: what,
    remedy: mayBeSecret(found, at) ? `${remedy} ${secretAdvice}`.trim() : remedy,
  });
  const unknownKey = (key: string): Finding => {
    if (keys.includes(key)) {
      return finding('combines properties that exclude each other', own ?? `Write ${wanted}.`);
    }
    const keyPath = [...path, key];
    const inner = valueAt(source.value, keyPath);
    const otherwise = own ?? `Use one of ${keys.join(', ')}.`;
    const remedy = didYouMean(key, keys, otherwise);
    // A key that somebody pasted into the braces, { thekey }, is a property of that name without a value.
    const isPasted = looksLikeKey(key) || (inner === null && remedy === otherwise && mayBeSecret(key, path));
    return isPasted
      ? { ...finding('unknown property', remedy, path, key), place: source.find(keyPath).key }
      : { ...finding('unknown property', remedy, keyPath, inner), place: 'key' };
  };
  if (issue.code === 'unrecognized_keys') return issue.keys.map(unknownKey);
  if (issue.code === 'invalid_union') {
    const group = z.record(z.string(), z.unknown()).safeParse(value).data;
    const given = Object.keys(keys.length > 0 && group ? group : {});
    const unknown = given.filter((key) => !keys.includes(key));
    if (unknown.length > 0) return unknown.map(unknownKey);
    const chosen = issue.errors.find((errors) =>
      errors.every((inner) => inner.path.length > 0 || !misfits.test(inner.code)),
    );
    if (chosen && (given.length > 0 || !group)) {
      return chosen.flatMap((inner) => explain(inner, path, context));
    }
    // No form has all of these properties.
    if (given.length > 0) return given.slice(0, 1).map(unknownKey);
  }
  const { written } = source.find(path);
  const quoted = mayBeSecret(value, path) ? '…' : (written ?? value);
  const [{ type: only } = root] = forms;
  const allowed = forms.flatMap((form) => form.enum ?? form.const ?? []).map(String);
  const type = forms.length === 1 && allowed.length === 0 ? String(only) : 'choice';
  const about = type !== 'object' && type !== 'choice' ? ` ${property.description ?? ''}`.trimEnd() : '';
  const [ownWhat = '', ...ownRemedy] = own?.split('. ') ?? [];
  const advice = ownRemedy.length > 0 ? ownRemedy.join('. ') : own;
  const limit = 'maximum' in issue ? issue.maximum : 'minimum' in issue ? issue.minimum : undefined;
  const isSmall = issue.code === 'too_small';
  const isText = typeof value === 'string';
  const rows: readonly (readonly [isSo: boolean, what: string, remedy: string])[] = [
    [own !== undefined && !misfits.test(issue.code), ownWhat, ownRemedy.join('. ')],
    [value === undefined, 'is missing', advice ?? `Add it: ${wanted}.${about}`],
    [value === null, 'has no value', advice ?? `Write ${wanted} after the colon, or remove the line.`],
    [value === '', 'is empty', 'Write a value, or remove the line.'],
    [isSmall && Array.isArray(value), 'is empty', 'Add at least one entry.'],
    [isSmall, `is less than ${limit}`, `Use ${limit} or more.`],
    [limit !== undefined && isText, 'is too long', `Use at most ${limit} characters.`],
    [limit !== undefined, `is more than ${limit}`, `Use ${limit} or less.`],
    [
      type === 'string' && typeof value !== 'object',
      `is read as ${types[typeof value]}, but must be text`,
      `Put it in quotes: "${quoted}".`,
    ],
    [type === 'array' && isText, 'is not a list', `Write a list: [${quoted}].`],
    [about !== '' && isText, `is text, not ${wanted}`, `Write ${wanted}, without quotes.${about}`],
    [
      true,
      type === 'choice' ? 'is not an allowed value' : `is not ${types[type]}`,
      advice ?? `${didYouMean(String(value), allowed, '')} Write ${wanted}.${about}`.trim(),
    ],
  ];
  const [, what = '', remedy = ''] = rows.find(([isSo]) => isSo) ?? [];
  const all = finding(`${shownText(value, path, written)} ${what}`.trim(), remedy);
  return [isKey ? { ...all, place: 'key' } : all];
}

/** Codes of issues of a value that has another type or form. */
const misfits = /^(invalid_(type|value|union)|unrecognized_keys)$/;

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of properties',
};

/** `one of gb, au`, `a number`, or the first properties that a group needs, or else may have: `{ host: … }`. */
function wantedText({ enum: allowed, const: only, type, properties = {}, required }: Form): string {
  if (allowed) return `one of ${allowed.join(', ')}`;
  if (only !== undefined) return String(only);
  if (type !== 'object') return types[String(type)] ?? '';
  const names = (required ?? Object.keys(properties)).slice(0, 3).map((name) => `${name}: …`);
  return `{ ${names.join(', ') || 'name: …'} }`;
}

/** The forms of a union, or the only one of another value. */
function formsOf(form: Form, root: Form): readonly Form[] {
  const named = root.$defs?.[form.$ref?.split('/').at(-1) ?? ''];
  return named ? formsOf(named, root) : (form.anyOf?.flatMap((each) => formsOf(each, root)) ?? [form]);
}

/** The form of a property, an entry or a named value. */
function formWithin(form: Form, step: string | number, root: Form): Form {
  const inner = formsOf(form, root).flatMap(({ properties, items, additionalProperties }) =>
    [properties?.[step], items, additionalProperties].flat(),
  );
  return inner.find((each) => typeof each === 'object') ?? {};
}

const secretAdvice =
  'No key or password belongs in this file: name the variable that holds it, and replace one that was written here.';

/** Whether somebody may have written a key or a password here, which no message may repeat. */
function mayBeSecret(value: unknown, path: Path): boolean {
  if (value === undefined || value === null) return false;
  const name = String(path.at(-1));
  const text = typeof value === 'string' ? value : '';
  return (
    path.includes('apiKey') ||
    name === 'secret' ||
    looksLikeKey(text) ||
    (path[0] === 'mail' && !['port', 'tls'].includes(name)) ||
    (['baseUrl', 'url'].includes(name) && /[@?#]/.test(text))
  );
}

/** Nothing for a group or a list. @param written as the file has it, if the value is a number or a boolean */
function shownText(value: unknown, path: Path, written?: string): string {
  if (value === undefined || value === null || value === '') return '';
  if (mayBeSecret(value, path)) return 'the value';
  if (typeof value === 'object') return '';
  const text = typeof value === 'string' ? JSON.stringify(value) : (written ?? String(value));
  return text.length <= 60 ? text : `${text.slice(0, 57)}…"`;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => Reflect.get(Object(at), step), value);
}
