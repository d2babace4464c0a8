/** Sort orders that are the same on every machine: the locale is fixed, and two different texts never compare equal. */
const collator = new Intl.Collator('en', { numeric: true });

/** Compares by UTF-16 code units. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares as people sort names: `Level 2` before `Level 10`; case and accents decide last. */
export function compareNaturally(a: string, b: string): number {
  return collator.compare(a, b) || compareText(a, b);
}

/** Compares part by part, so that `Sub › Piling` stays with `Sub` and does not come after `Sub-level`. */
export function compareFolderPaths(a: readonly string[], b: readonly string[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareNaturally(a[index] ?? '', b[index] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const digits = /\d+/g;

/**
 * A key that sorts references naturally by plain comparison: `A2` before `A10`. A collator is too slow for the
 * millions of comparisons that sorting 50,000 tasks takes.
 */
export function naturalSortKey(text: string): string {
  return text.toLowerCase().replace(digits, (figures) => figures.padStart(12, '0'));
}
