import { getOrInsert } from '#base/get-or-insert.ts';
import { oneLine, shortListText } from '#base/text/one-line.ts';

/** Texts that say what is done with a value that does not fit the contract. */
export const misfitOutcomes = {
  /** The value has only one possible meaning, so it is used. */
  read: 'read nevertheless',
  /** The property, or the entry of a list, counts as missing. */
  'left out': 'left out',
  /** A date that counts as missing. A task whose start or finish is unreadable counts as unread. */
  unreadable: 'counts as missing',
  /** A calendar type that is not known. */
  unknown: 'every day counts as worked',
  /** An id that occurs again with other content. */
  repeated: 'the first counts',
  rejected: 'not in the report',
  /** The service refuses the field that adds the property. */
  refused: 'missing',
} as const;
type MisfitOutcome = keyof typeof misfitOutcomes;

/** One way in which answers of a planning service differ from the contract. */
export type Misfit = {
  /** The path of the property without indexes, such as `relatedTasks[].lag`; `item` if the item is not an object. */
  readonly property: string;
  /** The difference, such as `expected a number, got a string`. */
  readonly reason: string;
  readonly outcome: MisfitOutcome;
  /**
   * Ids of the items, without duplicates; `item 3 of page 1` if there is no id, `A1010 (2)` for the second item with an
   * id.
   */
  readonly items: readonly string[];
  /** A value of the first item that shows what is wrong: a date or number, never a name or a note. */
  readonly example?: string | undefined;
};

/** Joins misfits of the same property, reason and outcome. */
export function joinMisfits(misfits: Iterable<Misfit>): readonly Misfit[] {
  const joined = new Map<string, Omit<Misfit, 'items'> & { readonly items: Set<string> }>();
  for (const { items, ...kind } of misfits) {
    const identity = [kind.property, kind.reason, kind.outcome].join('\n');
    const one = getOrInsert(joined, identity, () => ({ ...kind, items: new Set() }));
    for (const item of items) one.items.add(item);
  }
  return Array.from(joined.values(), (misfit) => ({ ...misfit, items: [...misfit.items] }));
}

const maxNamed = 3;

/** `start: not a date of the form 2026-11-30, such as "30/11/2026"; counts as missing (27 of 120 tasks: A1010, …)` */
export function misfitText({ words, items }: DescribedMisfit, tasks: number): string {
  const of =
    items.length === 0 ? 'all tasks' : `${items.length} of ${tasks} tasks: ${shortListText(items, maxNamed)}`;
  return `${words} (${of})`;
}

/** A misfit for people to read: `items` are the references of tasks. */
export type DescribedMisfit = Pick<Misfit, 'items' | 'outcome'> & { readonly words: string };

export function describeMisfit(misfit: Misfit, refOf: (id: string) => string): DescribedMisfit {
  const { property, reason, example, outcome, items } = misfit;
  const such = example === undefined ? '' : `, such as ${example}`;
  const words = `${property}: ${reason}${such}; ${misfitOutcomes[outcome]}`;
  return { words, items: items.map(refOf), outcome };
}

/** Maximum length of an example. A longer text, or one without a digit, may be personal. */
const maxExampleLength = 24;

/**
 * The value as JSON, if that is short and has a digit and no `@`, such as a date, a number or `"2d"`; else undefined,
 * because it may be personal.
 */
export function exampleTextUnlessPersonal(value: unknown): string | undefined {
  const text = oneLine(JSON.stringify(value) ?? '');
  return text.length <= maxExampleLength && /\d/.test(text) && !text.includes('@') ? text : undefined;
}
