/**
 * Reads the items of an answer. A property that does not fit the contract is left out, and its item is kept; a value
 * with only one possible meaning is read. Both are reported as misfits.
 */

import type * as z from 'zod/mini';
import { isNestedDeeper, maxJsonLevels, propertyOf } from '#base/json.ts';
import { oneLine } from '#base/text/one-line.ts';
import { exampleTextUnlessPersonal, joinMisfits, type Misfit } from '#planning/contract/misfit.ts';
import { type CollectionName, type Envelope, envelopeSchema } from '#planning/contract/resources.ts';
import { quotedMessageInJson } from './outcome-error.ts';
import { PlanningError, type RequestDescriptionWithSecrets } from './planning-error.ts';

export type NextPageReference = NonNullable<Envelope['paging']>['next'];

export type ParsedItemPage<Item> = {
  readonly items: readonly Item[];
  readonly misfits: readonly Misfit[];
  /** The ids of all items that have one, also of rejected items. */
  readonly ids: readonly string[];
  readonly next: NextPageReference;
};

export type CollectionSchema<Item> = {
  readonly collection: CollectionName;
  readonly schema: z.ZodMiniType<Item>;
};

/** @throws PlanningContractError if the envelope does not fit the contract */
export function parseItemPage<Item extends { readonly id: string }>(
  answer: unknown,
  shape: CollectionSchema<Item>,
  place: RequestDescriptionWithSecrets,
): ParsedItemPage<Item> {
  const envelope = readWithSchema(answer, envelopeSchema, { isPaging: true });
  if (envelope.value === undefined || hasError(answer)) throw envelopeError(answer, envelope.faults, place);
  const items: Item[] = [];
  const misfits: Misfit[] = [];
  const ids: string[] = [];
  for (const [index, raw] of envelope.value.results.entries()) {
    const { value, faults } = readWithSchema(raw, shape.schema, { isPaging: false });
    const id = value?.id ?? itemId(raw);
    if (id !== undefined) ids.push(id);
    if (value !== undefined) items.push(value);
    const item = id === undefined ? `item ${index + 1} of page ${place.page}` : shortened(id);
    misfits.push(...faults.map((fault) => ({ ...fault, items: [item] })));
  }
  return { items, misfits: joinMisfits(misfits), ids, next: envelope.value.paging?.next };
}

type Fault = Omit<Misfit, 'items'>;

/**
 * @param isPaging true for the envelope, whose properties are never left out: without its cursor, all further pages
 *   would be missing
 * @returns no `value` if the item or envelope cannot be read; the last of `faults` says why
 */
function readWithSchema<Item>(
  raw: unknown,
  schema: z.ZodMiniType<Item>,
  { isPaging }: { readonly isPaging: boolean },
): { readonly value: Item | undefined; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  let left = isPaging ? raw : withoutDeepProperties(raw, faults);
  for (;;) {
    const parsed = schema.safeParse(left);
    if (parsed.success) return { value: parsed.data, faults };
    // The loop runs backwards, because leaving out an entry changes the index of the later ones.
    for (const issue of parsed.error.issues.toReversed()) {
      const got = issue.path.reduce<unknown>(propertyOf, left);
      const meaning = unambiguousValue(issue, got);
      const isWhole =
        isPaging || issue.path.length === 0 || (issue.path.length === 1 && issue.path[0] === 'id');
      const isRejected = meaning === undefined && isWhole;
      if (!isDate(issue.path) || isRejected) {
        const outcome = isRejected ? 'rejected' : meaning === undefined ? 'left out' : 'read';
        faults.push({ property: pathText(issue.path), ...faultOf(issue, got), outcome });
      }
      if (isRejected) return { value: undefined, faults: faults.slice(-1) };
      left = withValueAt(left, issue.path, meaning);
    }
  }
}

/** The value that is meant, if only one is possible; undefined otherwise, as for `1,5` and `1.500`. */
function unambiguousValue({ code, path, ...issue }: z.core.$ZodIssue, got: unknown): unknown {
  const expected = code === 'invalid_type' && 'expected' in issue ? issue.expected : undefined;
  // The value is kept as text, so that an unreadable date is not taken for a missing one.
  if (expected === 'string' && isDate(path)) return shortened(JSON.stringify(got) ?? '');
  if (expected === 'string' && typeof got === 'number' && Number.isSafeInteger(got)) return String(got);
  if (expected === 'number' && typeof got === 'string' && /^\s*-?\d+(?:\.(?!\d{3}\s*$)\d+)?\s*$/.test(got)) {
    return Number(got);
  }
  return expected === 'boolean' && (got === 'true' || got === 'false') ? got === 'true' : undefined;
}

function isDate(path: readonly PropertyKey[]): boolean {
  const property = path.at(-1);
  return property === 'date' || (path.length === 1 && (property === 'start' || property === 'finish'));
}

/** A copy with the new value at the path. If the new value is undefined, an entry of a list is removed. */
function withValueAt(within: unknown, [key, ...rest]: readonly PropertyKey[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(within)) {
    return within
      .map((each: unknown, index) => (index === key ? withValueAt(each, rest, value) : each))
      .filter((each) => each !== undefined);
  }
  if (typeof within !== 'object' || within === null) return within;
  return { ...within, [key]: withValueAt(propertyOf(within, key), rest, value) };
}

function withoutDeepProperties(raw: unknown, faults: Fault[]): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const deep = Object.keys(raw).filter((key) => isNestedDeeper(propertyOf(raw, key), maxJsonLevels - 1));
  let left: unknown = raw;
  for (const key of deep) {
    const reason = `nested more than ${maxJsonLevels} levels deep`;
    faults.push({ property: shortened(key), reason, outcome: 'left out' });
    left = withValueAt(left, [key], undefined);
  }
  return left;
}

function envelopeError(
  answer: unknown,
  faults: readonly Fault[],
  place: RequestDescriptionWithSecrets,
): PlanningError {
  const { property, reason } = faults[0] ?? { property: 'item', reason: 'has an error beside its results' };
  const named = property === 'item' ? 'body' : property;
  const says = quotedMessageInJson(answer, place.secrets);
  const what = `the answer is not the contract's: ${named}: ${reason}${says === '' ? '' : `,${says}`}`;
  return new PlanningError('PlanningContractError', what, {
    ...place,
    remedy:
      'Check that baseUrl is the address of the Planning Read API, version v1; if it is, report this to its operator.',
  });
}

/** Whether an answer with results also has an error: then its results may be incomplete. */
function hasError(value: unknown): boolean {
  const errors = [propertyOf(value, 'error'), propertyOf(value, 'errors')];
  return errors.some((each) => Boolean(each) && !/^(?:\[\]|\{\})$/.test(JSON.stringify(each)));
}

const maxShown = 100;

function itemId(raw: unknown): string | undefined {
  const id = propertyOf(raw, 'id');
  return typeof id !== 'string' || id === '' ? undefined : id;
}

function shortened(text: string): string {
  const line = oneLine(text);
  return line.length > maxShown ? `${line.slice(0, maxShown - 1)}…` : line;
}

function faultOf(issue: z.core.$ZodIssue, got: unknown): Pick<Fault, 'reason' | 'example'> {
  if (issue.code !== 'invalid_type') {
    return { reason: issue.code === 'too_small' ? 'must not be empty' : 'does not fit the contract' };
  }
  const reason = `expected ${expectedWords[issue.expected] ?? issue.expected}, got ${typeNameOf(got)}`;
  return { reason, example: typeof got === 'object' ? undefined : exampleTextUnlessPersonal(got) };
}

const expectedWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function typeNameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return expectedWords[typeof value] ?? 'something else';
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? '[]' : `.${String(key)}`)).join('');
  return text.replace(/^\./, '') || 'item';
}
