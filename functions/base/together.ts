/** What `make` makes of each item, in their order; so many at a time. */
export async function together<Item, Made>(
  items: Iterable<Item>,
  atOnce: number,
  make: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const left = [...items];
  const made: Made[] = [];
  while (left.length > 0) made.push(...(await Promise.all(left.splice(0, atOnce).map(make))));
  return made;
}
