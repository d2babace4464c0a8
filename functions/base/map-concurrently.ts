/**
 * Calls `make` for at most `atOnce` items at a time.
 * @returns the results in the order of the items
 * @example
 * await mapConcurrently(keys, 32, (key) => store.get(key)); // reads all keys, 32 at a time
 */
export async function mapConcurrently<Item, Made>(
  items: Iterable<Item>,
  atOnce: number,
  make: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const left = [...items];
  const made: Made[] = [];
  while (left.length > 0) made.push(...(await Promise.all(left.splice(0, atOnce).map(make))));
  return made;
}
