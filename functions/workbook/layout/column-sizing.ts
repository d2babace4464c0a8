/** Shares a page's width out among the columns of a sheet. */

export type ColumnSizing = {
  /** Characters; what the column cannot do without. */
  readonly least: number;
  /** Characters at which nothing usual wraps. */
  readonly ideal: number;
  /** Its share of what is left over once every column has its ideal; 0 by default. */
  readonly grow?: number | undefined;
  /** Its place in the order in which columns are dropped when a wide window needs their room; undefined stays. */
  readonly dropRank?: number | undefined;
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Whether the columns can be had at all in so many characters. */
export function fits(wishes: readonly ColumnSizing[], characters: number): boolean {
  return sum(wishes.map((wish) => wish.least)) <= characters;
}

/**
 * Widths in characters that fill the page: from the least towards the ideal in proportion, beyond it by
 * `grow`. Where even the least is too much, the least, and the page is scaled down further.
 */
export function shareWidth(wishes: readonly ColumnSizing[], characters: number): number[] {
  const least = sum(wishes.map((wish) => wish.least));
  const ideal = sum(wishes.map((wish) => wish.ideal));
  if (characters <= least) return wishes.map((wish) => wish.least);
  if (characters <= ideal) {
    const part = (characters - least) / (ideal - least);
    return wishes.map((wish) => down(wish.least + (wish.ideal - wish.least) * part));
  }
  const growth = sum(wishes.map((wish) => wish.grow ?? 0));
  const left = growth === 0 ? 0 : (characters - ideal) / growth;
  return wishes.map((wish) => down(wish.ideal + (wish.grow ?? 0) * left));
}

/** To whole pixels, so that rounding never makes the page wider than asked. */
function down(width: number): number {
  return Math.floor(width * 7) / 7;
}
