/** What the schema found, in the words of someone who edits the file. */
import * as z from 'zod/mini';
import type { ConfigurationProblem } from './configuration-error.ts';
import { nearest } from './nearest.ts';
import type { Path, YamlSource } from './yaml-source.ts';

type Issue = z.core.$ZodIssue;

/** The problems behind one issue of the schema: an unknown key each, one for anything else. */
export function explainIssue(
  issue: Issue,
  schema: z.ZodMiniType,
  source: YamlSource,
): ConfigurationProblem[] {
  return explain(issue, [], { schema, source });
}

type Ground = { readonly schema: z.ZodMiniType; readonly source: YamlSource };

function explain(issue: Issue, above: Path, ground: Ground): ConfigurationProblem[] {
  const path: Path = [
    ...above,
    ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
  ];
  const problem = (message: string, remedy: string): ConfigurationProblem[] => [
    { ...ground.source.placeOf(path), path: pathText(path), message, remedy },
  ];
  const value = valueAt(ground.source.value, path);
  const shown = show(value, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((unknown) => unknownKey(unknown, path, ground));
    case 'invalid_union':
      return explainUnion(issue, path, ground);
    case 'invalid_type':
      return problem(...wrongType(value, issue.expected, { shown, written: ground.source.writtenAt(path) }));
    case 'invalid_value':
      return value === undefined
        ? problem('is missing', `Add it: one of ${issue.values.join(', ')}.`)
        : problem(`${shown} is not one of the values it can have`, choose(value, issue.values.map(String)));
    case 'too_small':
    case 'too_big':
    case 'invalid_format':
      return problem(...sized(issue, { shown, value }));
    case 'custom': {
      const params = z.object({ message: z.string(), remedy: z.string() }).safeParse(issue.params);
      return params.success
        ? problem(params.data.message, params.data.remedy)
        : problem(...spoken(issue.message, shown));
    }
    case 'invalid_key':
      return problem('a name in it is empty', 'Write the name or id before the colon.');
    case 'invalid_element':
    case 'not_multiple_of':
      return problem(`${shown} cannot be used`, 'See the description of this property.');
  }
}

function unknownKey(unknown: string, path: Path, ground: Ground): ConfigurationProblem {
  const known = keysAt(ground.schema, path);
  if (known.includes(unknown)) return notOneSource('says more than one thing', path, ground);
  const meant = nearest(unknown, known)[0];
  return {
    ...ground.source.placeOfKey([...path, unknown]),
    path: pathText([...path, unknown]),
    message: `unknown property ${JSON.stringify(unknown)}`,
    remedy: meant === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean ${meant}?`,
  };
}

/** A union of objects: the option that the value's own properties choose is the one explained. */
function explainUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  ground: Ground,
): ConfigurationProblem[] {
  const options = optionsAt(ground.schema, path);
  const names = keysAt(ground.schema, path);
  const value = valueAt(ground.source.value, path);
  const given = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const chosen = options.findIndex(
    (option) => given.length > 0 && given.every((name) => name in option.shape),
  );
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length > 0) return unknown.map((name) => unknownKey(name, path, ground));
  if (chosen >= 0) {
    return (issue.errors[chosen] ?? []).flatMap((inner) => explain(inner, path, ground));
  }
  return [notOneSource(value === undefined ? 'is missing' : 'is not a source', path, ground)];
}

function notOneSource(message: string, path: Path, ground: Ground): ConfigurationProblem {
  const names = keysAt(ground.schema, path).join(', ');
  const remedy = `Give one of ${names} (env and secret may stand together), such as { env: PLANNING_API_KEY }; the key itself never stands here.`;
  return { ...ground.source.placeOf(path), path: pathText(path), message, remedy };
}

function wrongType(
  value: unknown,
  expected: string,
  { shown, written }: { shown: string; written: string | undefined },
): [string, string] {
  const wanted = words[expected] ?? expected;
  if (value === undefined) return ['is missing', `Add it: ${wanted}.`];
  if (value === null) return ['has no value', `Write ${wanted} after the colon, or remove the line.`];
  if (expected === 'string' && typeof value !== 'object') {
    return [
      `${written ?? shown} is read as ${kindOf(value)}, not as text`,
      `Put it in quotes: "${written ?? String(value)}".`,
    ];
  }
  if (expected === 'array' && typeof value === 'string') {
    return [`${shown} is not a list`, `Write a list: [${value}].`];
  }
  if (expected === 'boolean') {
    return [
      `${shown} is neither true nor false`,
      'Write true or false; words such as yes, no, on and off are text.',
    ];
  }
  return [`${shown} is not ${wanted}`, `Write ${wanted}.`];
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'properties, one a line',
  record: 'names with their values, one a line',
};

function sized(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' | 'invalid_format' }>,
  { shown, value }: { shown: string; value: unknown },
): [string, string] {
  // A message of the schema's own has two sentences; zod's defaults are one.
  if (issue.message.includes('. ')) return spoken(issue.message, shown);
  const [limit, below] =
    issue.code === 'too_small'
      ? [issue.minimum, 'less']
      : [issue.code === 'too_big' ? issue.maximum : '', 'more'];
  if (typeof value === 'number')
    return [`${shown} is ${below} than ${limit}`, `Use ${limit} or ${below === 'less' ? 'more' : 'less'}.`];
  if (value === '') return ['is empty', 'Write a value, or remove the line.'];
  if (Array.isArray(value)) return ['is an empty list', 'Add at least one entry.'];
  return [`${shown} is ${below === 'less' ? 'too short' : 'too long'}`, `Use at most ${limit} characters.`];
}

/** `is no key. Use …` with the value before it. */
function spoken(message: string, shown: string): [string, string] {
  const end = message.indexOf('. ');
  return end < 0
    ? [`${shown} ${message}`, 'See the description of this property.']
    : [`${shown} ${message.slice(0, end)}`, message.slice(end + 2)];
}

function choose(value: unknown, allowed: readonly string[]): string {
  const meant = nearest(String(value), allowed)[0];
  return `${meant === undefined ? 'Use' : `Did you mean ${meant}? Use`} one of ${allowed.join(', ')}.`;
}

/** The value in a message: short, on one line, and not at all where somebody may have pasted a key. */
function show(value: unknown, path: Path): string {
  if (path.includes('apiKey')) return 'the value';
  if (Array.isArray(value)) return 'the list';
  if (typeof value === 'object' && value !== null) return 'what stands here';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 60 ? text : `${text.slice(0, 57)}…"`;
}

function kindOf(value: unknown): string {
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}

/** `reports[0].to[1]`. */
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
    current = new Map<string, unknown>(Object.entries(current)).get(String(step));
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
  while (current instanceof z.ZodMiniOptional || current instanceof z.ZodMiniDefault) {
    current = current.def.innerType;
  }
  return current;
}
