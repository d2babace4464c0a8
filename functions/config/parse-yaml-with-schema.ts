import * as z from 'zod/mini';
import { englishZodMessages } from '#base/text/english.ts';
import { looksLikeSecret } from '#base/text/looks-like-key.ts';
import {
  ConfigurationError,
  type ConfigurationFinding,
  type ProblemAndRemedy,
  type PropertyPath,
} from './configuration-error.ts';
import { didYouMean } from './nearest.ts';
import type { YamlSource } from './yaml-source.ts';

/**
 * @param file name of the file, for messages
 * @throws ConfigurationError with every problem, each with its line
 */
export function parseYamlWithSchema<Value>(
  schema: z.ZodMiniType<Value>,
  source: YamlSource,
  file: string,
  ifEmpty: ProblemAndRemedy,
): Value {
  if (source.problems.length > 0) throw new ConfigurationError(file, source.problems);
  if ((source.value ?? null) === null) throw new ConfigurationError(file, [{ path: [], ...ifEmpty }]);
  const parsed = schema.safeParse(source.value, englishZodMessages);
  if (parsed.success) return parsed.data;
  // A value of a wrong type also breaks further rules, which are not reported.
  const misfits = new Set<string>();
  const findings = parsed.error.issues.flatMap((issue) => {
    const path = issue.path.join('\0');
    if (misfits.has(path)) return [];
    if (issue.code === 'invalid_type') misfits.add(path);
    return findingsOfIssue(issue, source, schema);
  });
  throw new ConfigurationError(file, findings, source);
}

function findingsOfIssue(
  issue: z.core.$ZodIssue,
  source: YamlSource,
  schema: unknown,
): ConfigurationFinding[] {
  const { path } = issue;
  const isKey = issue.code === 'invalid_key';
  const value = isKey
    ? path.at(-1)
    : path.reduce<unknown>((at, step) => Reflect.get(Object(at), step), source.value);
  const property = isKey ? z.string() : path.reduce(schemaOfProperty, schema);
  const forms = unwrappedSchemas(property);
  const wanted = [...new Set(forms.map(expectedValueText))].join(' or ');
  const { message: words } = (isKey && issue.issues[0]) || issue;
  // A message of the schema reads 'what is wrong. What to do.', or has only one of the two. zod's own messages say what
  // is wrong.
  const [, what = 'is invalid', advice] =
    /^(?:([a-z].*?)(?:\. |\.?$))?(.*)$/s.exec(
      words.replace(/^(Invalid|Too|Unrecognized) \w+/, 'is invalid'),
    ) ?? [];
  const { key, place, written = '' } = source.find(path);
  const isSecret = mayBeSecret(value, path);
  const finding = (message: string, remedy: string, hides = isSecret) => ({
    path,
    place: isKey ? key : place,
    message,
    remedy:
      `${remedy.trim()} ${hides ? 'No key or password belongs in this file: name the variable that holds it, and replace one that was written here.' : ''}`.trim(),
  });
  const keys = forms.flatMap((form) =>
    form instanceof z.ZodMiniRecord ? allowedValues(form.def.keyType) : Object.keys(objectShape(form)),
  );
  const unknownKey = (name: string) => {
    if (keys.includes(name)) {
      return finding('combines properties that exclude each other', `Write ${wanted}.`);
    }
    const inner: unknown = Reflect.get(Object(value), name);
    const at = [...path, name];
    // A pasted key in braces, { thekey }, is parsed as a property of that name without a value.
    const isPasted =
      looksLikeSecret(name) ||
      secretProperty.test(path.join('.')) ||
      (inner === null && mayBeSecret(name, path));
    const remedy = didYouMean(name, keys, advice || `Use one of ${keys.join(', ')}.`);
    return {
      ...finding('unknown property', remedy, isPasted || mayBeSecret(inner, at)),
      path: isPasted ? path : at,
      // The place is looked up only when the problem is shown: there may be thousands.
      get place() {
        return source.find(at).key;
      },
    };
  };
  if (issue.code === 'unrecognized_keys') return issue.keys.map(unknownKey);
  if (issue.code === 'invalid_union') {
    const given = z.looseObject({}).safeParse(value).data;
    const unknown = Object.keys((keys.length > 0 && given) || {}).filter((name) => !keys.includes(name));
    if (unknown.length > 0) return unknown.map(unknownKey);
    const chosen = issue.errors.find((errors) =>
      errors.every((inner) => inner.path.length > 0 || /custom|too|format/.test(inner.code)),
    );
    if (chosen) {
      return chosen.flatMap((inner) =>
        findingsOfIssue({ ...inner, path: [...path, ...inner.path] }, source, schema),
      );
    }
  }
  const quoted = isSecret ? '…' : written;
  const text = (typeof value === 'string' ? JSON.stringify(value) : written).replace(
    /(?<=^.{57}).{4,}/s,
    '…"',
  );
  const shown = isSecret ? 'the value' : /object|undefined/.test(typeof value) ? '' : text;
  const about = descriptionOf(property).replace(/.{101,}/, '');
  const rows = [
    [value === undefined, 'is missing', `Add it: ${wanted}. ${about}`],
    [value === null, 'has no value', `Write ${wanted} after the colon, or remove the line.`],
    [
      wanted === 'text' && /number|boolean/.test(typeof value),
      `is read as a ${typeof value}`,
      `Put it in quotes: "${quoted}".`,
    ],
    [
      typeof value === 'string' && wanted === 'a list',
      what,
      `Write a list: [${quoted.replaceAll(';', ',')}].`,
    ],
    [true, what, didYouMean(String(value), forms.flatMap(allowedValues), `Write ${wanted}. ${about}`)],
  ] as const;
  const [, message = '', remedy = ''] = rows.find(([isSo]) => isSo) ?? [];
  return [finding(`${shown} ${message}`.trim(), advice || remedy)];
}

/** The schema without its wrappers, such as `optional`; for a union, that of each option. */
function unwrappedSchemas(schema: unknown): unknown[] {
  const inner = wrappedSchema(schema);
  if (inner !== undefined) return unwrappedSchemas(inner);
  return schema instanceof z.ZodMiniUnion ? schema.def.options.flatMap(unwrappedSchemas) : [schema];
}

function wrappedSchema(schema: unknown): unknown {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault) return schema.def.innerType;
  if (schema instanceof z.ZodMiniPipe) return schema.def.in;
  return schema instanceof z.ZodMiniLazy ? schema.def.getter() : undefined;
}

/** The schema one step down a path: of a property of an object, an entry of a list, or a value of a record. */
function schemaOfProperty(schema: unknown, step: PropertyKey): unknown {
  return unwrappedSchemas(schema)
    .map((form) => {
      if (form instanceof z.ZodMiniArray) return form.def.element;
      return form instanceof z.ZodMiniRecord ? form.def.valueType : objectShape(form)[String(step)];
    })
    .find(Boolean);
}

function objectShape(form: unknown): z.core.$ZodShape {
  return form instanceof z.ZodMiniObject ? form.shape : {};
}

function descriptionOf(schema: unknown): string {
  if (!(schema instanceof z.ZodMiniType)) return '';
  return z.globalRegistry.get(schema)?.description ?? descriptionOf(wrappedSchema(schema));
}

function allowedValues(form: unknown): string[] {
  if (form instanceof z.ZodMiniEnum) return form.options.map(String);
  return form instanceof z.ZodMiniLiteral ? [...form.def.values].map(String) : [];
}

/**
 * Describes the expected value: `gb or au`, `a number`, or for a group the properties that it needs or may have: `{
 * host: … }`.
 */
function expectedValueText(form: unknown): string {
  const allowed = allowedValues(form);
  if (allowed.length > 0) return allowed.join(' or ');
  if (form instanceof z.ZodMiniString) return 'text';
  if (form instanceof z.ZodMiniNumberFormat) return 'a whole number';
  if (form instanceof z.ZodMiniNumber) return 'a number';
  if (form instanceof z.ZodMiniBoolean) return 'true or false';
  if (form instanceof z.ZodMiniArray) return 'a list';
  const all = Object.entries(objectShape(form));
  const needed = all.filter(([, { _zod }]) => _zod.optin === undefined);
  const names = (needed.length > 0 ? needed : all).map(([name]) => `${name}: …`);
  return `{ ${names.join(', ') || 'name: …'} }`;
}

const secretProperty = /api.?key|passw/i;

/** Whether somebody may have written a key or a password here, which no message may repeat. */
function mayBeSecret(value: unknown, path: PropertyPath): boolean {
  const text = String(value ?? '');
  const at = path.join('.');
  return (
    text !== '' &&
    (looksLikeSecret(text) ||
      secretProperty.test(at) ||
      /\bsecret$|^mail\b(?!.*\.(port|tls)$)/.test(at) ||
      (/url$/i.test(at) && /[@?#]/.test(text)))
  );
}
