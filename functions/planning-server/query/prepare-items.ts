/** Items of a collection as every store keeps them: checked against the contract, in order of id. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { inEnglish } from '../../base/english.ts';
import { type Collection, resourceSchemas } from '../../planning/contract/resources.ts';
import type { StoredItem, StoredProblem } from '../stores/store.ts';

type PreparedItem = { readonly id: string; readonly json: string };

/** How many items are prepared before other work gets its turn: about ten milliseconds. */
const itemsInTurn = 250;
/** Of one collection; the number of all others is one more. */
const maxProblems = 100;

/**
 * Prepares the items that fit the contract. One that does not, or has the id of an earlier one, is left out and
 * listed in `problems`.
 * @param source what the collection is called in problems
 */
export async function prepareItems<
  Value extends { readonly id: string },
  Prepared extends { readonly id: string },
>(
  items: readonly StoredItem[],
  schema: z.ZodMiniType<Value>,
  {
    prepare,
    source,
  }: { readonly prepare: (item: StoredItem, value: Value) => Prepared; readonly source: string },
): Promise<{ readonly prepared: readonly Prepared[]; readonly problems: readonly StoredProblem[] }> {
  const byId = new Map<string, Prepared>();
  const problems: string[] = [];
  for (const [index, item] of items.entries()) {
    if (index % itemsInTurn === itemsInTurn - 1) await nextTurn();
    const parsed = schema.safeParse(item, inEnglish);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      problems.push(`item ${index + 1}, ${issue?.path.join('.') || 'itself'}: ${issue?.message ?? 'wrong'}`);
    } else if (byId.has(parsed.data.id)) {
      problems.push(`item ${index + 1}: an earlier item has the same id, ${JSON.stringify(parsed.data.id)}`);
    } else {
      byId.set(parsed.data.id, prepare(item, parsed.data));
    }
  }
  const prepared = [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const listed = problems.slice(0, maxProblems);
  if (problems.length > maxProblems) listed.push(`${problems.length - maxProblems} more items are wrong`);
  return { prepared, problems: listed.map((problem) => ({ source, problem })) };
}

/** As `prepareItems`, for a collection other than tasks. */
export function prepareList(items: readonly StoredItem[], collection: Collection, source: string) {
  const schema: z.ZodMiniType<{ id: string }> = resourceSchemas[collection];
  return prepareItems(items, schema, {
    prepare: (item, { id }): PreparedItem => ({ id, json: JSON.stringify(item) }),
    source,
  });
}
