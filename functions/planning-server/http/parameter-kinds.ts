import { closest, distance } from 'fastest-levenshtein';
import { maxIds } from '#base/limits.ts';
import { dateProblem } from '#planning-server/local-date.ts';

export type ParameterProblem = {
  readonly parameter: string;
  readonly value?: string;
  readonly reason: string;
  readonly allowed?: readonly string[];
  readonly code: ProblemCode;
};

export const problemCodes = {
  cursor_invalid: 'not a cursor of this query',
  cursor_expired: 'a cursor that has expired',
  version_unknown: 'no such version, or one that is not kept any more',
  too_many_ids: 'too many different ids in one filter',
  parameter_unknown: 'no such parameter',
  parameter_repeated: 'a parameter that is given more than once',
  value_empty: 'no value, or an empty one between commas',
  value_unknown: 'none of the values that are allowed',
  date_invalid: 'not a date',
  dates_reversed: 'start after finish',
  number_invalid: 'not a whole number in the range',
  label_invalid: 'not lower-case letters and digits',
  version_conflict: 'another version than that of the cursor',
  body_invalid: 'a property of the body that is missing or wrong',
} as const;
export type ProblemCode = keyof typeof problemCodes;

export type JsonObject = { readonly [property: string]: unknown };

export type Parameter<Value> = {
  readonly name: string;
  /** Its OpenAPI entry, without name and location. */
  readonly openApi: JsonObject;
  /** Whether `parse` gets the text percent-encoded, as sent. */
  readonly encoded?: true;
  /** Returns undefined for a wrong text, after reporting each problem. */
  readonly parse: (text: string, report: Report) => Value | undefined;
};
type Report = (problem: Omit<ParameterProblem, 'parameter'>) => void;

export function text(name: string, openApi: JsonObject): Parameter<string> {
  return { name, openApi, parse: (value) => value };
}

/** Lower-case letters and digits. */
export function label(name: string, description: string): Parameter<string> {
  const pattern = '^[a-z0-9]{1,64}$';
  return {
    name,
    openApi: { description, schema: { type: 'string', pattern } },
    parse: (value, report) => {
      if (new RegExp(pattern).test(value)) return value;
      report({
        value: value.slice(0, 64),
        reason: 'expected lower-case letters and digits',
        code: 'label_invalid',
      });
      return undefined;
    },
  };
}

export function date(name: string, description: string): Parameter<string> {
  return {
    name,
    openApi: { description, schema: { type: 'string', format: 'date' } },
    parse: (value, report) => {
      const reason = dateProblem(value);
      if (reason === undefined) return value;
      report({ value, reason, code: 'date_invalid' });
      return undefined;
    },
  };
}

export function choice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  { description, otherwise }: { readonly description: string; readonly otherwise: string },
): Parameter<Choice> {
  return {
    name,
    openApi: { description, schema: { type: 'string', enum: choices } },
    parse: (value, report) => choose(value, choices, { otherwise, report }),
  };
}

export function wholeNumber(
  name: string,
  { description, ...range }: { readonly description: string; readonly max: number; readonly default: number },
): Parameter<number> {
  const { max } = range;
  return {
    name,
    openApi: { description, schema: { type: 'integer', minimum: 1, maximum: max, default: range.default } },
    parse: (value, report) => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
      if (number >= 1 && number <= max) return number;
      report({ value, reason: `expected a whole number from 1 to ${max}`, code: 'number_invalid' });
      return undefined;
    },
  };
}

/** Comma-delimited in one parameter: OpenAPI's form style, not exploded. */
const commaDelimited = { style: 'form', explode: false };

export function idList(name: string, description: string): Parameter<readonly string[]> {
  const schema = { type: 'array', minItems: 1, maxItems: maxIds, items: { type: 'string', minLength: 1 } };
  return {
    name,
    openApi: { description, schema, ...commaDelimited },
    encoded: true,
    parse: (value, report) => {
      const ids = splitAtCommas(value, report, decoded);
      const different = new Set(ids).size;
      if (ids === undefined || different <= maxIds) return ids;
      const reason = `${different} ids; at most ${maxIds}, so split them over several requests`;
      report({ reason, code: 'too_many_ids' });
      return undefined;
    },
  };
}

/** Form decoding: `+` is a space, and an invalid escape stays as it is. */
export function decoded(text: string): string {
  return /[%+]/.test(text) ? (new URLSearchParams(`text=${text}`).get('text') ?? '') : text;
}

export function choiceList<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  { description, otherwise }: { readonly description: string; readonly otherwise: string },
): Parameter<readonly Choice[]> {
  const schema = { type: 'array', minItems: 1, items: { type: 'string', enum: choices } };
  return {
    name,
    openApi: { description, schema, ...commaDelimited },
    parse: (value, report) => {
      const entries = splitAtCommas(value, report);
      return (
        entries &&
        [...new Set(entries)].flatMap((entry) => choose(entry, choices, { otherwise, report }) ?? [])
      );
    },
  };
}

/**
 * Open point of the contract: which conditions yield 422. An empty value does: a filter that a script left blank by
 * mistake would otherwise return everything.
 */
function splitAtCommas(
  text: string,
  report: Report,
  decode = (entry: string) => entry,
): readonly string[] | undefined {
  const entries = text.split(',').map((entry) => decode(entry).trim());
  if (entries.every((entry) => entry !== '')) return entries;
  const isEmpty = decode(text).trim() === '';
  report({
    value: decode(text),
    reason: isEmpty ? 'empty; give a value or leave the parameter out' : 'empty entry between commas',
    code: 'value_empty',
  });
  return undefined;
}

function choose<Choice extends string>(
  value: string,
  choices: readonly Choice[],
  { otherwise, report }: { readonly otherwise: string; readonly report: Report },
): Choice | undefined {
  const chosen = choices.find((each) => each === value);
  if (chosen !== undefined) return chosen;
  report({
    value,
    reason: `${otherwise}${suggestion(value, choices)}`,
    allowed: choices,
    code: 'value_unknown',
  });
  return undefined;
}

const maxTypos = 3;

/** `; did you mean folderIds?`, or empty if no known name is close. */
export function suggestion(name: string, known: readonly string[]): string {
  const typed = name.toLowerCase();
  const nearest = closest(
    typed,
    known.map((each) => each.toLowerCase()),
  );
  const match = known.find((each) => each.toLowerCase() === nearest);
  if (match === undefined) return '';
  // Any two-letter word is two typos away from any other.
  const typos = distance(typed, nearest);
  return typos <= maxTypos && typos < match.length ? `; did you mean ${match}?` : '';
}
