/** Groups of a list's items: a row over each, under which they fold. */
import type { Cell } from '../xlsx/sheet-plan.ts';

/** Items that follow one another. */
export type ListGroup<Column> = {
  /** Index of the first item. */
  readonly first: number;
  readonly items: number;
  /** Folded away until a reader unfolds them. */
  readonly folded: boolean;
  /** Draws the group's cell in a column. */
  readonly cell: (column: Column) => Cell;
};

/** Points. */
export const groupHeight = 16.5;

/** The rows of a list, in order: an item, or a group over the items that follow. */
export type ListLine<Column> =
  | { readonly kind: 'item'; readonly item: number; readonly hidden: boolean; readonly outline: number }
  | { readonly kind: 'group'; readonly group: ListGroup<Column> };

/** @param groups in the order of the items, of which they may leave some out */
export function listLines<Column>(
  items: number,
  groups: readonly ListGroup<Column>[],
): readonly ListLine<Column>[] {
  const lines: ListLine<Column>[] = [];
  let next = 0;
  const addItems = (to: number, grouped: { readonly hidden: boolean; readonly outline: number }) => {
    for (; next < to; next += 1) lines.push({ kind: 'item', item: next, ...grouped });
  };
  for (const group of groups) {
    addItems(group.first, { hidden: false, outline: 0 });
    lines.push({ kind: 'group', group });
    addItems(group.first + group.items, { hidden: group.folded, outline: 1 });
  }
  addItems(items, { hidden: false, outline: 0 });
  return lines;
}
