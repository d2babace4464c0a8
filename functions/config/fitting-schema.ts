import * as z from 'zod/mini';
import { looksLikeKey, quotedName } from '#base/text/looks-like-key.ts';
import {
  type Advice,
  ConfigurationError,
  type ConfigurationProblem,
  maxProblems,
} from './configuration-error.ts';
import { nearest } from './nearest.ts';
import type { Path, YamlSource } from './yaml-source.ts';

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
  if (source.problems.length > 0) throw new ConfigurationError(file, source.problems.toSorted(byPlace));
  if (source.value === undefined || source.value === null) {
    throw new ConfigurationError(file, [{ line: 1, column: 1, path: '', ...ifEmpty }]);
  }
  const parsed = schema.safeParse(source.value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const explained = issues.slice(0, maxProblems).flatMap((issue) => explain(issue, [], { schema, source }));
  const others = issues.slice(maxProblems).map((each) => ('keys' in each ? each.keys.length : 1));
  const problems = explained.slice(0, maxProblems).map((problem) => problem());
  const total = others.reduce((sum, count) => sum + count, explained.length);
  throw new ConfigurationError(file, problems.sort(byPlace), { total });
}

export function byPlace(one: ConfigurationProblem, other: ConfigurationProblem): number {
  return one.line - other.line || one.column - other.column;
}

type Issue = z.core.$ZodIssue;

/** Finds place and remedy when it is called: of thousands of problems only the first are shown. */
type Problem = () => ConfigurationProblem;

type Context = { readonly schema: z.ZodMiniType; readonly source: YamlSource };

function explain(issue: Issue, above: Path, context: Context): Problem[] {
  const path: Path = [
    ...above,
    ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
  ];
  const value = valueAt(context.source.value, path);
  const problem = (message: string, remedy: string): Problem[] => [
    () => problemAt(path, context, { message, remedy }),
  ];
  const shown = show(value, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((unknown) => () => unknownKey(unknown, path, context));
    case 'invalid_union':
      return explainUnion(issue, path, context);
    case 'invalid_type':
      return problem(
        ...wrongType(value, issue.expected, {
          shown,
          remedy: ownRemedyAt(context.schema, path),
          example: exampleAt(context.schema, path),
          written: mayBeSecret(value, path) ? undefined : context.source.writtenAt(path),
        }),
      );
    case 'invalid_value':
      return value === undefined
        ? problem('is missing', `Add it: one of ${issue.values.join(', ')}.`)
        : problem(
            `${shown} is not an allowed value`,
            replacedValue(value, issue.values) ?? allowedValues(value, issue.values.map(String)),
          );
    case 'too_small':
    case 'too_big':
    case 'invalid_format':
      return problem(...outsideLimits(issue, { shown, value }));
    case 'custom': {
      const params = z.object({ message: z.string(), remedy: z.string() }).safeParse(issue.params);
      return params.success
        ? problem(params.data.message, params.data.remedy)
        : problem(...withValue(issue.message, shown));
    }
    case 'invalid_key': {
      const [wrong] = issue.issues;
      return wrong?.code === 'invalid_format'
        ? problem(...withValue(wrong.message, JSON.stringify(path.at(-1))))
        : problem('contains an empty name', 'Write the name or id before the colon.');
    }
    case 'invalid_element':
    case 'not_multiple_of':
      return problem(`${shown} cannot be used`, seeDescription);
  }
}

/** Advice for values of earlier versions. The first key is a value of the list in which they are not allowed any more. */
const replacedValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-labour': {
    'blocked-or-delayed':
      'Remove it: that a task is blocked or delayed is a constraint and cannot be switched off.',
    'predecessor-late':
      'Remove it: that a predecessor is too late is a constraint and cannot be switched off.',
    overdue: 'Remove it: that a task is overdue is a constraint and cannot be switched off.',
    'predecessor-moved':
      'Remove it: that a predecessor moved is said under Changes, and makes no task not ready.',
    'shared-location':
      'Remove it: others in the same place are news, and a constraint only with sharedPlace: constraint.',
  },
  resources: {
    labour: 'Write resources: people and plant are one sheet.',
    plant: 'Write resources: people and plant are one sheet.',
  },
};

function replacedValue(value: unknown, allowed: readonly unknown[]): string | undefined {
  const place = allowed.find((each) => typeof each === 'string' && each in replacedValues);
  return typeof value === 'string' && typeof place === 'string' ? replacedValues[place]?.[value] : undefined;
}

function unknownKey(unknown: string, path: Path, context: Context): ConfigurationProblem {
  const known = keysAt(context.schema, path);
  if (known.includes(unknown))
    return notOneForm('combines properties that exclude each other', path, context);
  const meant = nearest(unknown, known)[0];
  const place = context.source.placeOfKey([...path, unknown]);
  const value = valueAt(context.source.value, [...path, unknown]);
  // A key that somebody pasted into the braces, { thekey }, is a property of that name without a value.
  if (value === null && meant === undefined && mayBeSecret(unknown, path)) {
    return { ...notOneForm('has an unknown property', path, context), ...place };
  }
  const remedy =
    meant === undefined
      ? (ownRemedyAt(context.schema, path) ?? `Use one of ${known.join(', ')}.`)
      : `Did you mean ${meant}?`;
  const message = `unknown property ${quotedName(unknown)}`;
  return {
    ...problemAt([...path, unknown], context, { message, remedy }),
    ...place,
    ...(looksLikeKey(unknown) && { path: pathText(path) }),
  };
}

function explainUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  context: Context,
): Problem[] {
  const options = optionsAt(context.schema, path);
  const names = keysAt(context.schema, path);
  const value = valueAt(context.source.value, path);
  const given =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  const chosen = options.findIndex(
    (option) => given.length > 0 && given.every((name) => name in option.shape),
  );
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length > 0) return unknown.map((name) => () => unknownKey(name, path, context));
  if (chosen >= 0) {
    // Options that are not objects, such as words, have errors too.
    const ofObjects = issue.errors.filter((errors) =>
      errors.some(({ code, path: within }) => within.length > 0 || code !== 'invalid_value'),
    );
    return (ofObjects[chosen] ?? []).flatMap((inner) => explain(inner, path, context));
  }
  if (given.length > 0) {
    return [() => notOneForm('combines properties that exclude each other', path, context)];
  }
  return [
    () => notOneForm(value === undefined ? 'is missing' : 'has none of the forms it may have', path, context),
  ];
}

function notOneForm(message: string, path: Path, context: Context): ConfigurationProblem {
  return problemAt(path, context, { message, remedy: ownRemedyAt(context.schema, path) ?? seeDescription });
}

function problemAt(path: Path, { source }: Context, { message, remedy }: Advice): ConfigurationProblem {
  return {
    ...source.placeOf(path),
    path: pathText(path),
    message,
    remedy: withSecretAdvice(remedy, valueAt(source.value, path), path),
  };
}

function wrongType(
  value: unknown,
  expected: string,
  {
    shown,
    remedy,
    example,
    written,
  }: Record<'remedy' | 'written' | 'example', string | undefined> & { shown: string },
): [string, string] {
  const type = typeNames[expected] ?? expected;
  const wanted = example ?? type;
  if (value === undefined) return ['is missing', `Add it: ${wanted}.`];
  if (value === null) {
    return ['has no value', remedy ?? `Write ${wanted} after the colon, or remove the line.`];
  }
  if (expected === 'string' && typeof value !== 'object') {
    const read = typeof value === 'boolean' ? 'true or false' : 'a number';
    return [
      `${written ?? shown} is read as ${read}, but must be text`,
      written === undefined ? 'Put it in quotes.' : `Put it in quotes: "${written}".`,
    ];
  }
  if (expected === 'array' && typeof value === 'string') {
    return [`${shown} is not a list`, `Write a list: [${value}].`];
  }
  if (expected === 'boolean') {
    return [
      `${shown} is neither true nor false`,
      'Write true or false; YAML reads words such as yes, no, on and off as text.',
    ];
  }
  return [`${shown} is not ${type}`, remedy ?? `Write ${wanted}.`];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of properties',
  record: 'a group of names with their values',
};

function outsideLimits(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' | 'invalid_format' }>,
  { shown, value }: { shown: string; value: unknown },
): [string, string] {
  // The schema's own messages have two sentences; zod's defaults are one.
  if (issue.message.includes('. ')) return withValue(issue.message, shown);
  if (value === '') return ['is empty', 'Write a value, or remove the line.'];
  if (Array.isArray(value)) return ['is an empty list', 'Add at least one entry.'];
  if (issue.code === 'too_small')
    return [`${shown} is less than ${issue.minimum}`, `Use ${issue.minimum} or more.`];
  const limit = issue.code === 'too_big' ? issue.maximum : '';
  return typeof value === 'number'
    ? [`${shown} is more than ${limit}`, `Use ${limit} or less.`]
    : [`${shown} is too long`, `Use at most ${limit} characters.`];
}

function withValue(message: string, shown: string): [string, string] {
  const end = message.indexOf('. ');
  return end < 0
    ? [`${shown} ${message}`, seeDescription]
    : [`${shown} ${message.slice(0, end)}`, message.slice(end + 2)];
}

function allowedValues(value: unknown, allowed: readonly string[]): string {
  const meant = nearest(String(value), allowed)[0];
  return `${meant === undefined ? 'Use' : `Did you mean ${meant}? Use`} one of ${allowed.join(', ')}.`;
}

/** Whether somebody may have written a key or a password here, which no message may repeat. */
function mayBeSecret(value: unknown, path: Path): boolean {
  const name = String(path.at(-1));
  if (path.includes('apiKey') || name === 'secret') return true;
  if (typeof value === 'string' && looksLikeKey(value)) return true;
  if (path[0] === 'mail') return !['port', 'tls'].includes(name);
  return ['baseUrl', 'url'].includes(name) && typeof value === 'string' && /[@?#]/.test(value);
}

const seeDescription = 'See the description of this property.';

const secretAdvice =
  'No key or password belongs in this file: name the variable that holds it, and replace one that was written here.';

/** @param remedy of what is wrong with the value, which may be a key or a password */
function withSecretAdvice(remedy: string, value: unknown, path: Path): string {
  const isLikely =
    value !== undefined &&
    value !== null &&
    mayBeSecret(value, path) &&
    (path[0] === 'projects' || /pass|key|smtp$/i.test(path.join()) || /[@?#]/.test(String(value)));
  return isLikely ? `${remedy === seeDescription ? '' : `${remedy} `}${secretAdvice}` : remedy;
}

function show(value: unknown, path: Path): string {
  if (mayBeSecret(value, path)) return 'the value';
  if (Array.isArray(value)) return 'the list';
  if (typeof value === 'object' && value !== null) return 'this group';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 60 ? text : `${text.slice(0, 57)}…"`;
}

export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function valueAt(value: unknown, path: Path): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    const inner: unknown = Object.getOwnPropertyDescriptor(current, step)?.value;
    current = inner;
  }
  return current;
}

function keysAt(schema: z.ZodMiniType, path: Path): readonly string[] {
  const at = schemaAt(schema, path);
  return at instanceof z.ZodMiniObject
    ? Object.keys(at.shape)
    : [...new Set(optionsAt(schema, path).flatMap((option) => Object.keys(option.shape)))];
}

function optionsAt(schema: z.ZodMiniType, path: Path): readonly z.ZodMiniObject[] {
  const at = schemaAt(schema, path);
  if (!(at instanceof z.ZodMiniUnion)) return [];
  return at.def.options.filter((option) => option instanceof z.ZodMiniObject);
}

/** The advice that the schema of a union or a group of properties has, if any. */
function ownRemedyAt(schema: z.ZodMiniType, path: Path): string | undefined {
  const at = schemaAt(schema, path);
  const hasForms = at instanceof z.ZodMiniUnion || at instanceof z.ZodMiniObject;
  const message = hasForms ? at.safeParse(undefined).error?.issues[0]?.message : undefined;
  return message?.endsWith('.') ? message : undefined;
}

/** `smtp: { host: … }`: the first properties that a group needs, or else may have. */
function exampleAt(schema: z.ZodMiniType, path: Path): string | undefined {
  const at = schemaAt(schema, path);
  if (!(at instanceof z.ZodMiniObject || at instanceof z.ZodMiniRecord)) return undefined;
  const properties = at instanceof z.ZodMiniObject ? Object.entries(at.shape) : [];
  const needed = properties.filter(([, { _zod }]) => _zod.optin === undefined);
  const names = (needed.length > 0 ? needed : properties).slice(0, 3).map(([name]) => `${name}: …`);
  const group = `{ ${names.join(', ') || 'name: …'} }`;
  const name = path.at(-1);
  return typeof name === 'string' ? `${name}: ${group}` : group;
}

function schemaAt(schema: z.ZodMiniType, path: Path): unknown {
  let current: unknown = schema;
  for (const step of path) {
    const inner = bare(current);
    if (inner instanceof z.ZodMiniObject) current = inner.shape[String(step)];
    else if (inner instanceof z.ZodMiniArray) current = inner.def.element;
    else if (inner instanceof z.ZodMiniRecord) current = inner.def.valueType;
    else if (inner instanceof z.ZodMiniUnion) {
      const option = inner.def.options.find(
        (one) => one instanceof z.ZodMiniObject && String(step) in one.shape,
      );
      current = option instanceof z.ZodMiniObject ? option.shape[String(step)] : undefined;
    } else return undefined;
  }
  return bare(current);
}

function bare(schema: unknown): unknown {
  let current = schema;
  for (;;) {
    if (current instanceof z.ZodMiniOptional || current instanceof z.ZodMiniDefault) {
      current = current.def.innerType;
    } else if (current instanceof z.ZodMiniPipe) current = current.def.in;
    else if (current instanceof z.ZodMiniLazy) current = current.def.getter();
    else return current;
  }
}
