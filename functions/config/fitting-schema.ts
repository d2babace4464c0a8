import * as z from 'zod/mini';
import { inEnglish } from '#base/text/english.ts';
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
  if ((source.value ?? null) === null) throw new ConfigurationError(file, [{ path: [], ...ifEmpty }]);
  const parsed = schema.safeParse(source.value, inEnglish);
  if (parsed.success) return parsed.data;
  const root = z.toJSONSchema(schema, { io: 'input' });
  const findings = parsed.error.issues.flatMap((issue) => explain(issue, source, root));
  throw new ConfigurationError(file, findings, source);
}

type Form = z.core.JSONSchema.JSONSchema;

function explain(issue: z.core.$ZodIssue, source: YamlSource, root: Form): Finding[] {
  const { path } = issue;
  const isKey = issue.code === 'invalid_key';
  const value = isKey
    ? path.at(-1)
    : path.reduce<unknown>((at, step) => Reflect.get(Object(at), step), source.value);
  const [form, forms] = isKey ? formsAt([], { type: 'string' }) : formsAt(path, root);
  const wanted = [...new Set(forms.map(wantedText))].join(' or ');
  const { message: words } = (isKey && issue.issues[0]) || issue;
  // 'what is wrong. What to do.', or only one of the two. zod's own words are what is wrong.
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
  const keys = forms.flatMap(({ properties = {}, propertyNames }) =>
    Object.keys(properties).concat(typeof propertyNames === 'object' ? allowedIn(propertyNames) : []),
  );
  const unknownKey = (name: string) => {
    if (keys.includes(name)) {
      return finding('combines properties that exclude each other', `Write ${wanted}.`);
    }
    const inner: unknown = Reflect.get(Object(value), name);
    // A key that somebody pasted into the braces, { thekey }, is a property of that name without a value.
    const isPasted = looksLikeKey(name) || (inner === null && mayBeSecret(name, path));
    const at = [...path, name];
    const remedy = didYouMean(name, keys, advice || `Use one of ${keys.join(', ')}.`);
    return {
      ...finding('unknown property', remedy, isPasted || mayBeSecret(inner, at)),
      path: isPasted ? path : at,
      // Looked up only if it is shown: there may be thousands.
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
      return chosen.flatMap((inner) => explain({ ...inner, path: [...path, ...inner.path] }, source, root));
    }
  }
  const quoted = isSecret ? '…' : written;
  const text = (typeof value === 'string' ? JSON.stringify(value) : written).replace(
    /(?<=^.{57}).{4,}/s,
    '…"',
  );
  const shown = isSecret ? 'the value' : /object|undefined/.test(typeof value) ? '' : text;
  const about = (form.description ?? '').replace(/.{101,}/, '');
  const rows = [
    [value === undefined, 'is missing', `Add it: ${wanted}. ${about}`],
    [value === null, 'has no value', `Write ${wanted} after the colon, or remove the line.`],
    [
      wanted === 'text' && /number|boolean/.test(typeof value),
      `is read as a ${typeof value}`,
      `Put it in quotes: "${quoted}".`,
    ],
    [typeof value === 'string' && wanted === 'a list', what, `Write a list: [${quoted}].`],
    [true, what, didYouMean(String(value), forms.flatMap(allowedIn), `Write ${wanted}. ${about}`)],
  ] as const;
  const [, message = '', remedy = ''] = rows.find(([isSo]) => isSo) ?? [];
  return [finding(`${shown} ${message}`.trim(), advice || remedy)];
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

function allowedIn({ enum: allowed, const: only }: Form): string[] {
  return [allowed ?? only ?? []].flat().map(String);
}

/** `gb or au`, `a number`, or the properties that a group needs, or else may have: `{ host: … }`. */
function wantedText(form: Form): string {
  const { type, properties = {}, required = Object.keys(properties) } = form;
  const names = required.map((name) => `${name}: …`);
  return allowedIn(form).join(' or ') || (types[String(type)] ?? `{ ${names.join(', ') || 'name: …'} }`);
}

/** The form of a property, an entry or a named value, and the forms that it may have, if it is a union. */
function formsAt(path: Path, root: Form) {
  const formsOf = (form: Form): Form[] => {
    // After '#/$defs/'.
    const named = root.$defs?.[String(form.$ref).slice(8)];
    return named ? formsOf(named) : (form.anyOf?.flatMap(formsOf) ?? [form]);
  };
  const found = path.reduce((form, step) => {
    const inner = formsOf(form).flatMap(({ properties, items, additionalProperties }) =>
      [properties?.[String(step)], items, additionalProperties].flat(),
    );
    return inner.find((each) => typeof each === 'object') ?? {};
  }, root);
  return [found, formsOf(found)] as const;
}

/** Whether somebody may have written a key or a password here, which no message may repeat. */
function mayBeSecret(value: unknown, path: Path): boolean {
  const text = String(value ?? '');
  const at = path.join('.');
  return (
    text !== '' &&
    (looksLikeKey(text) ||
      /apiKey|\bsecret$|^mail\b(?!.*\.(port|tls)$)/.test(at) ||
      (/url$/i.test(at) && /[@?#]/.test(text)))
  );
}
