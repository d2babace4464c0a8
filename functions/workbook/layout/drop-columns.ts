/** Leaves out columns of a sheet that is too wide for the page. */
import { type ColumnSizing, fits } from './column-sizing.ts';

/** Makes room: drops a column, or narrows some. */
export type DropStep<Column> = (columns: readonly Column[]) => readonly Column[];

/**
 * Takes one step after the other until the columns fit the page or no step is left.
 * @param characters how many a page with so many columns has
 * @param steps by default, drops the columns that have a rank, the lowest first
 */
export function dropColumns<Column extends ColumnSizing>(
  columns: readonly Column[],
  characters: (columns: number) => number,
  steps: readonly DropStep<Column>[] = ranksOf(columns).map(dropRank),
): readonly Column[] {
  let kept = columns;
  for (const step of steps) {
    if (fits(kept, characters(kept.length))) return kept;
    kept = step(kept);
  }
  return kept;
}

/** The step that drops the column of a rank. */
export function dropRank(
  rank: number,
): <Column extends ColumnSizing>(columns: readonly Column[]) => readonly Column[] {
  return (columns) => columns.filter((column) => column.dropRank !== rank);
}

function ranksOf(columns: readonly ColumnSizing[]): number[] {
  const ranks = columns.flatMap((column) => (column.dropRank === undefined ? [] : [column.dropRank]));
  return [...new Set(ranks)].sort((a, b) => a - b);
}
