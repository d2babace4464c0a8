/** The columns of Summary: a table at the left, a free column, a table at the right. They fit a laptop's screen unscaled. */
import type { Window } from '../../../lookahead/dates/window.ts';

/** Columns of the page that one table has, 1-based. */
export type Span = { readonly from: number; readonly to: number };

export type SummaryGrid = {
  /** Characters of each column. */
  readonly widths: readonly number[];
  readonly whole: Span;
  readonly left: Span;
  readonly right: Span;
};

/** Pixels, 1,300 in all: a column of names at either side, and beside it columns of figures. */
const leftPixels = [106, ...new Array<number>(11).fill(54), 60];
const gapPixels = 18;
const rightPixels = {
  /** The days of a week, and their total. */
  week: [90, ...new Array<number>(8).fill(54)],
  /** The days of a week, and up to five shifts. */
  weeks: [90, ...new Array<number>(12).fill(36)],
} as const;

export function summaryGrid({ weeks }: Window): SummaryGrid {
  const right = weeks > 1 ? rightPixels.weeks : rightPixels.week;
  const from = leftPixels.length + 2;
  const last = from + right.length - 1;
  return {
    // A column has five pixels more than its characters take.
    widths: [...leftPixels, gapPixels, ...right].map((pixels) => (pixels - 5) / 7),
    whole: { from: 1, to: last },
    left: { from: 1, to: leftPixels.length },
    right: { from, to: last },
  };
}

/** Splits a span into fields of so many columns each. */
export function fieldsOf({ from }: Span, columns: readonly number[]): readonly Span[] {
  let next = from;
  return columns.map((count) => {
    const field = { from: next, to: next + count - 1 };
    next += count;
    return field;
  });
}
