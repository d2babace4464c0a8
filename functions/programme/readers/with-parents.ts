/**
 * Levels of folders; a deeper folder is put at the top, and reported. No planning tool has as many.
 * @limit importing
 */
export const maxFolderLevels = 50;

/**
 * Returns the ancestors of an item from the top level down, then the item itself: in all at most `maxFolderLevels`, the
 * nearest ones. In a cycle, each item occurs once.
 */
export function ancestorsAndSelf<Item>(
  item: Item,
  parentOf: (item: Item) => Item | undefined,
): readonly Item[] {
  const found = new Set<Item>();
  let next: Item | undefined = item;
  while (next !== undefined && !found.has(next) && found.size < maxFolderLevels) {
    found.add(next);
    next = parentOf(next);
  }
  return [...found].reverse();
}
