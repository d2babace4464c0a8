/** Widths of a table's columns at which its rows together take the least height, so that a page holds the most. */
import { type ColumnSizing, fits, shareWidth } from './column-sizing.ts';
import { pixelsPerCharacter } from './page-size.ts';
import { indentedRoom, linesOf, measureText } from './text-lines.ts';
import type { TextFont } from './text-width.ts';

type Words = {
  /** One for each row. */
  readonly texts: readonly string[];
  readonly font: TextFont;
  /** Lines after which a text is cut. */
  readonly most: number;
};

/** A column without words takes one line whatever its width. */
export type TableColumn = ColumnSizing & {
  readonly words?: Words | undefined;
  /** Characters past which its words get no more at the others' cost. */
  readonly most?: number | undefined;
};

/** Rows looked at: of more, every second, third … stands for the rest. */
const mostRows = 120;
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
export function fitColumnWidths(columns: readonly TableColumn[], characters: number): number[] {
  const roomy = columns.reduce((sum, { ideal }) => sum + ideal, 0) <= characters;
  const wishes = columns.map((column) => {
    const { words, ideal, most = ideal } = column;
    return words ? { ...column, ideal: roomy ? ideal : Math.min(ideal, most) } : { ...column, least: ideal };
  });
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
  readonly perRow: Float64Array;
  /** Points that count without making a row taller. */
  readonly besides: number;
};

const nothing: Heights = { perRow: new Float64Array(0), besides: 0 };

/** Moves width from column to column, in steps from coarse to fine, as long as that makes the rows lower. */
function improve(widths: number[], open: readonly OpenColumn[]): void {
  const current = open.map(({ index, heights }) => heights(widths[index] ?? 0));
  let reached = costOf(current);
  const tryMove = (from: number, to: number, step: number): boolean => {
    const [giver, taker] = [open[from], open[to]];
    if (giver === undefined || taker === undefined || from === to) return false;
    const less = (widths[giver.index] ?? 0) - step;
    const more = (widths[taker.index] ?? 0) + step;
    if (less < giver.least || more > taker.most) return false;
    const tried = [...current];
    tried[from] = giver.heights(less);
    tried[to] = taker.heights(more);
    const cost = costOf(tried);
    if (cost >= reached) return false;
    reached = cost;
    [widths[giver.index], widths[taker.index]] = [less, more];
    [current[from], current[to]] = [tried[from] ?? nothing, tried[to] ?? nothing];
    return true;
  };
  for (const step of steps) {
    for (let moved = true; moved; ) {
      moved = false;
      for (let from = 0; from < open.length; from += 1) {
        for (let to = 0; to < open.length; to += 1) {
          while (tryMove(from, to, step)) moved = true;
        }
      }
    }
  }
}

function costOf(columns: readonly Heights[]): number {
  const tallest = new Float64Array(columns[0]?.perRow.length ?? 0);
  let total = 0;
  for (const { perRow, besides } of columns) {
    total += besides;
    for (let row = 0; row < tallest.length; row += 1) {
      const points = perRow[row] ?? 0;
      if (points > (tallest[row] ?? 0)) tallest[row] = points;
    }
  }
  for (const points of tallest) total += points;
  return total;
}

/** Each width is reckoned once, and each of its texts. */
function heightsOf({ texts, font, most }: Words): OpenColumn['heights'] {
  const every = Math.ceil(texts.length / mostRows);
  const some = texts.filter((_text, index) => index % every === 0);
  const different = [...new Set(some)];
  const measured = different.map((text) => measureText(text.slice(0, longestMeasured), font));
  const place = new Map(different.map((text, index) => [text, index]));
  const places = some.map((text) => place.get(text) ?? 0);
  const known = new Map<number, Heights>();
  return (pixels) => {
    const found = known.get(pixels);
    if (found) return found;
    const room = indentedRoom(pixels / pixelsPerCharacter);
    const heights = measured.map((text) => Math.min(most, linesOf(text, room)) * font.size);
    const costs = measured.map(({ whole, part }) => {
      const over = Math.min(most, Math.max(1, whole / room));
      return font.size * (lesser * over + (part > room ? broken : 0));
    });
    const made = {
      perRow: Float64Array.from(places, (at) => heights[at] ?? 0),
      besides: places.reduce((sum, at) => sum + (costs[at] ?? 0), 0),
    };
    known.set(pixels, made);
    return made;
  };
}
