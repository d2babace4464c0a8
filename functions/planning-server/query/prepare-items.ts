/** Items of a collection as every store keeps them: checked against the contract, in order of id. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { inEnglish } from '../../base/english.ts';
import { type Collection, resourceSchemas } from '../../planning/contract/resources.ts';
import type { StoredItem, StoredProblem } from '../stores/store.ts';

type PreparedItem = { readonly id: string; readonly json: string };

/** How many items are prepared and written before other work gets its turn: about ten milliseconds. */
const itemsInTurn = 250;
/** Of one collection; the number of all others is one more. */
const maxProblems = 100;

/**
 * Prepares the items that fit the contract, and calls `visit` with each in order of id, so that they need not lie in
 * memory together. One that does not fit, or has the id of an earlier one, is left out.
 * @param source what the collection is called in problems
 * @returns what was left out and why, in the order of the items
 */
export async function prepareItems<Value extends { readonly id: string }, Prepared>(
  items: readonly StoredItem[],
  schema: z.ZodMiniType<Value>,
  {
    prepare,
    source,
    visit,
  }: {
    readonly prepare: (item: StoredItem, value: Value) => Prepared;
    readonly source: string;
    readonly visit: (prepared: Prepared, position: number) => void;
  },
): Promise<readonly StoredProblem[]> {
  const problems: { readonly index: number; readonly text: string }[] = [];
  let lastId: string | undefined;
  let position = 0;
  for (const [turn, index] of orderOfIds(items).entries()) {
    if (turn % itemsInTurn === itemsInTurn - 1) await nextTurn();
    const item = items[index] ?? {};
    const parsed = schema.safeParse(item, inEnglish);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      problems.push({ index, text: `, ${issue?.path.join('.') || 'itself'}: ${issue?.message ?? 'wrong'}` });
    } else if (parsed.data.id === lastId) {
      problems.push({ index, text: `: an earlier item has the same id, ${JSON.stringify(lastId)}` });
    } else {
      lastId = parsed.data.id;
      visit(prepare(item, parsed.data), position);
      position += 1;
    }
  }
  const listed = problems
    .sort((one, other) => one.index - other.index)
    .slice(0, maxProblems)
    .map(({ index, text }) => `item ${index + 1}${text}`);
  if (problems.length > maxProblems) listed.push(`${problems.length - maxProblems} more items are wrong`);
  return listed.map((problem) => ({ source, problem }));
}

/** The indexes of the items by their ids, of equal ids the earlier item first. An id that is no text is any. */
function orderOfIds(items: readonly StoredItem[]): readonly number[] {
  const ids = items.map((item) => String(item['id']));
  return Array.from(ids.keys()).sort((one, other) => compare(ids[one] ?? '', ids[other] ?? ''));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The items of a collection other than tasks that fit the contract, in order of id. */
export async function prepareList(items: readonly StoredItem[], collection: Collection, source: string) {
  const schema: z.ZodMiniType<{ id: string }> = resourceSchemas[collection];
  const prepared: PreparedItem[] = [];
  const problems = await prepareItems(items, schema, {
    prepare: (item, { id }): PreparedItem => ({ id, json: JSON.stringify(item) }),
    source,
    visit: (item) => prepared.push(item),
  });
  return { prepared, problems };
}
