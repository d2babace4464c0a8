import type * as z from 'zod/mini';
import { propertyOf } from '../../base/property-of.ts';
import { oneLine } from '../../base/text/one-line.ts';
import type { Misfit, RejectedItem } from '../contract/rejected-item.ts';
import { type Collection, type Envelope, envelopeSchema } from '../contract/resources.ts';
import { isNestedDeeper, maxLevels, messageOfAnswer } from './error-body.ts';
import { type Place, PlanningError } from './planning-error.ts';

export type NextPage = NonNullable<Envelope['paging']>['next'];

export type ReadPage<Item> = {
  readonly items: readonly Item[];
  readonly rejected: readonly RejectedItem[];
  /** Ids of its items, rejected ones included, if they have one. */
  readonly ids: readonly string[];
  readonly next: NextPage;
};

export type ItemShape<Item> = { readonly collection: Collection; readonly schema: z.ZodMiniType<Item> };

/** @throws PlanningContractError if the envelope is not the contract's */
export function readPage<Item>(
  answer: unknown,
  shape: ItemShape<Item>,
  place: Place & { readonly secrets: Iterable<string> },
): ReadPage<Item> {
  const envelope = envelopeSchema.safeParse(answer);
  if (!envelope.success) throw envelopeError(answer, envelope.error, place);
  const items: Item[] = [];
  const rejected: RejectedItem[] = [];
  const ids: string[] = [];
  for (const [index, raw] of envelope.data.results.entries()) {
    const read = readItem(raw, shape);
    const id = itemId(raw);
    if (id !== undefined) ids.push(id);
    if (read.fits) items.push(read.item);
    else {
      const item = id === undefined ? `item ${index + 1} of page ${place.page}` : shortened(id);
      rejected.push({ collection: shape.collection, item, ...read.misfit });
    }
  }
  return { items, rejected, ids, next: envelope.data.paging?.next };
}

function readItem<Item>(
  raw: unknown,
  { schema }: ItemShape<Item>,
): { readonly fits: true; readonly item: Item } | { readonly fits: false; readonly misfit: Misfit } {
  const deep = tooDeepProperty(raw);
  if (deep !== undefined) {
    const reason = `nested more than ${maxLevels} levels deep`;
    return { fits: false, misfit: { property: shortened(deep), reason } };
  }
  const parsed = schema.safeParse(raw);
  return parsed.success
    ? { fits: true, item: parsed.data }
    : { fits: false, misfit: misfit(raw, parsed.error) };
}

function tooDeepProperty(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  return Object.keys(raw).find((key) => isNestedDeeper(propertyOf(raw, key), maxLevels - 1));
}

function envelopeError(
  answer: unknown,
  error: z.core.$ZodError,
  place: Place & { readonly secrets: Iterable<string> },
): PlanningError {
  const { property, reason } = misfit(answer, error);
  const named = property === 'item' ? 'body' : property;
  const says = messageOfAnswer(answer, place.secrets);
  const what = `the answer is not the contract's: ${named}: ${reason}${says === '' ? '' : `,${says}`}`;
  return new PlanningError('PlanningContractError', what, {
    ...place,
    property: named,
    remedy: 'Check that baseUrl is the address of the Planning Read API, version v1.',
  });
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

function misfit(raw: unknown, error: z.core.$ZodError): Misfit {
  const issue = error.issues[0];
  if (issue === undefined) return { property: 'item', reason: 'does not fit the contract' };
  const got = issue.path.reduce<unknown>(propertyOf, raw);
  return { property: pathText(issue.path) || 'item', reason: reasonFor(issue, got) };
}

function reasonFor(issue: z.core.$ZodIssue, got: unknown): string {
  if (issue.code === 'invalid_type') {
    return `expected ${expectedWords[issue.expected] ?? issue.expected}, got ${wordFor(got)}`;
  }
  return issue.code === 'too_small' ? 'must not be empty' : 'does not fit the contract';
}

const expectedWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function wordFor(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return expectedWords[typeof value] ?? 'something else';
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
