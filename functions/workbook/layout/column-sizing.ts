/** Shares a page's width out among the columns of a sheet. */

export type ColumnWish = {
  /** Characters; what the column cannot do without. */
  readonly least: number;
  /** Characters at which nothing usual wraps. */
  readonly ideal: number;
  /** Its share of what is left over once every column has its ideal; 0 by default. */
  readonly grow?: number | undefined;
  /** The order in which columns go when a wide window needs their room; undefined stays. */
  readonly givesWay?: number | undefined;
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Whether the columns can be had at all in so many characters. */
export function fits(wishes: readonly ColumnWish[], characters: number): boolean {
  return sum(wishes.map((wish) => wish.least)) <= characters;
}

/** Without the columns that give way, the first to go first, until the rest fits or none is left to go. */
export function keepFitting<Column extends ColumnWish>(
  columns: readonly Column[],
  characters: (columns: number) => number,
): readonly Column[] {
  const ranks = columns.flatMap(({ givesWay }) => (givesWay === undefined ? [] : [givesWay]));
  if (ranks.length === 0 || fits(columns, characters(columns.length))) return columns;
  const first = Math.min(...ranks);
  const kept = columns.filter((column) => column.givesWay !== first);
  return keepFitting(kept, characters);
}

/**
 * Widths in characters that fill the page: from the least towards the ideal in proportion, beyond it by
 * `grow`. Where even the least is too much, the least, and the page is scaled down further.
 */
export function shareWidth(wishes: readonly ColumnWish[], characters: number): number[] {
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
