/** Levels above each other; no planning tool has as many. */
export const maxLevels = 50;

/** An item below those that it is a part of, the top level first. Items that are parts of each other come once. */
export function withParents<Item>(item: Item, parentOf: (item: Item) => Item | undefined): readonly Item[] {
  const found = new Set<Item>();
  let next: Item | undefined = item;
  while (next !== undefined && !found.has(next) && found.size < maxLevels) {
    found.add(next);
    next = parentOf(next);
  }
  return [...found].reverse();
}
