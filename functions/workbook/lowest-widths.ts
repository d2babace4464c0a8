/** Widths of a table's columns at which its rows together take the least height, so that a page holds the most. */
import { type ColumnWish, fits, shareWidth } from './columns.ts';
import { pixelsPerCharacter } from './printed-size.ts';
import { indentedRoom, linesOf, measureText, wholeWidth, widestWord } from './row-height.ts';
import type { TextFont } from './text-width.ts';

type Words = {
  /** One for each row. */
  readonly texts: readonly string[];
  readonly font: TextFont;
  /** Lines after which a text is cut. */
  readonly most: number;
};

/** A column without words takes one line whatever its width. */
export type TableColumn = ColumnWish & {
  readonly words?: Words | undefined;
  /** Characters past which its words get no more. */
  readonly most?: number | undefined;
};

/** Rows looked at: of more, every second, third … stands for the rest. */
const mostRows = 240;
const longestMeasured = 400;
/** Pixels that one column gives another, from coarse to fine. */
const steps = [28, 14, 7, 3] as const;
/** What a text's length counts, in lines, that makes its row no taller: it leads over widths of equal height. */
const lesser = 0.05;
/** Lines that a word broken in its middle counts for besides. */
const broken = 2;

/**
 * Columns without words get their ideal, or where there is too little room for that, what the wishes give them; the
 * others share the rest so that rows are lowest, none under its least.
 */
export function lowestWidths(columns: readonly TableColumn[], characters: number): number[] {
  const wishes = columns.map((column) => (column.words ? column : { ...column, least: column.ideal }));
  const shared = shareWidth(fits(wishes, characters) ? wishes : columns, characters);
  const widths = shared.map((width) => Math.round(width * pixelsPerCharacter));
  const open = columns.flatMap(({ words, least, most = Number.POSITIVE_INFINITY }, index): OpenColumn[] =>
    words
      ? [
          {
            index,
            least: Math.ceil(least * pixelsPerCharacter),
            most: most * pixelsPerCharacter,
            heights: heightsOf(words),
          },
        ]
      : [],
  );
  improve(widths, open);
  return widths.map((pixels) => pixels / pixelsPerCharacter);
}

type OpenColumn = {
  readonly index: number;
  /** Pixels. */
  readonly least: number;
  readonly most: number;
  readonly heights: (pixels: number) => Heights;
};
type Heights = {
  /** Points that each row's text takes. */
  readonly perRow: readonly number[];
  /** Points that count without making a row taller. */
  readonly besides: number;
};

/** Moves width from column to column, always where it helps most, as long as that makes the rows lower. */
function improve(widths: number[], open: readonly OpenColumn[]): void {
  const cost = () => costOf(open.map(({ index, heights }) => heights(widths[index] ?? 0)));
  const give = (from: OpenColumn, to: OpenColumn, pixels: number) => {
    widths[from.index] = (widths[from.index] ?? 0) - pixels;
    widths[to.index] = (widths[to.index] ?? 0) + pixels;
  };
  const bestMove = (step: number, limit: number) => {
    let best: { readonly cost: number; readonly from: OpenColumn; readonly to: OpenColumn } | undefined;
    for (const from of open) {
      if ((widths[from.index] ?? 0) - step < from.least) continue;
      for (const to of open) {
        if (to === from || (widths[to.index] ?? 0) + step > to.most) continue;
        give(from, to, step);
        const tried = cost();
        give(to, from, step);
        if (tried < (best?.cost ?? limit)) best = { cost: tried, from, to };
      }
    }
    return best;
  };
  let reached = cost();
  for (const step of steps) {
    for (let move = bestMove(step, reached); move; move = bestMove(step, reached)) {
      give(move.from, move.to, step);
      reached = move.cost;
    }
  }
}

function costOf(columns: readonly Heights[]): number {
  const rows = columns[0]?.perRow.length ?? 0;
  let total = columns.reduce((sum, { besides }) => sum + besides, 0);
  for (let row = 0; row < rows; row += 1) {
    let tallest = 0;
    for (const { perRow } of columns) tallest = Math.max(tallest, perRow[row] ?? 0);
    total += tallest;
  }
  return total;
}

/** Each width is reckoned once. */
function heightsOf({ texts, font, most }: Words): OpenColumn['heights'] {
  const every = Math.ceil(texts.length / mostRows);
  const measured = texts
    .filter((_text, index) => index % every === 0)
    .map((text) => measureText(text.slice(0, longestMeasured), font));
  const known = new Map<number, Heights>();
  return (pixels) => {
    const found = known.get(pixels);
    if (found) return found;
    const room = indentedRoom(pixels / pixelsPerCharacter);
    const perRow = measured.map((text) => Math.min(most, linesOf(text, room)) * font.size);
    const breaks = measured.filter((text) => widestWord(text) > room).length;
    const over = measured.reduce((sum, text) => sum + Math.min(most, wholeWidth(text) / room), 0);
    const heights = { perRow, besides: font.size * (lesser * over + broken * breaks) };
    known.set(pixels, heights);
    return heights;
  };
}
