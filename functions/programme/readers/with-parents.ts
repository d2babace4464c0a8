/** No planning tool has as many. */
export const maxFolderLevels = 50;

/** An item below its ancestors, top level first. In a cycle, each item comes once. */
export function withParents<Item>(item: Item, parentOf: (item: Item) => Item | undefined): readonly Item[] {
  const found = new Set<Item>();
  let next: Item | undefined = item;
  while (next !== undefined && !found.has(next) && found.size < maxFolderLevels) {
    found.add(next);
    next = parentOf(next);
  }
  return [...found].reverse();
}
