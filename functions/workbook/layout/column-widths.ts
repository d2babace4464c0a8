/**
 * Column widths: sized to their texts, shared out over a page, and moved between columns until the rows take the least
 * height together. Where a page is too narrow for all columns, some are dropped.
 */
import { pixelsPerCharacter } from '#workbook/xlsx/sheet-plan.ts';
import {
  columnWidthFor,
  indentedRoom,
  measureLine,
  measureText,
  type TextFont,
  textFonts,
  textWidth,
  wrappedLines,
} from './text-width.ts';

type WrappedTexts = {
  readonly texts: readonly string[];
  readonly font: TextFont;
  readonly maxLines: number;
};

export type TableColumn = ColumnSizing & {
  /** Absent if every cell takes one line at any width. */
  readonly wrapped?: WrappedTexts | undefined;
  /** Characters beyond which its texts get no more at the cost of the other columns. */
  readonly max?: number | undefined;
};

/** Rows that are measured: of more, every second, third … represents the rest. */
const maxRows = 120;
const maxMeasuredLength = 400;
/** Pixels moved from one column to another, from coarse to fine. */
const steps = [28, 14, 7, 3] as const;
/** Weight, in lines, of a text's length that does not make the row taller: decides between widths of equal height. */
const lengthWeight = 0.05;
/** Lines that a word broken in its middle counts for in addition. */
const brokenWordLines = 2;

/**
 * Columns without wrapped texts get their ideal width or, on a page too narrow for it, their share. The others divide
 * the rest so that the rows are as low as possible, none below its minimum.
 * @returns characters of each column, in whole pixels
 */
export function fitColumnWidths(columns: readonly TableColumn[], characters: number): number[] {
  const roomy = columns.reduce((sum, { ideal }) => sum + ideal, 0) <= characters;
  const sizings = columns.map((column) => {
    const { wrapped, ideal, max = ideal } = column;
    return wrapped ? { ...column, ideal: roomy ? ideal : Math.min(ideal, max) } : { ...column, min: ideal };
  });
  const shared = shareWidth(fits(sizings, characters) ? sizings : columns, characters);
  const widths = shared.map((width) => Math.round(width * pixelsPerCharacter));
  const flexible = columns.flatMap(({ wrapped, min, max = Number.POSITIVE_INFINITY }, index) =>
    wrapped
      ? [
          {
            index,
            min: Math.ceil(min * pixelsPerCharacter),
            max: max * pixelsPerCharacter,
            heights: heightsByWidth(wrapped),
          },
        ]
      : [],
  );
  balanceWidths(widths, flexible);
  return widths.map((pixels) => pixels / pixelsPerCharacter);
}

type FlexibleColumn = {
  readonly index: number;
  readonly min: number;
  readonly max: number;
  readonly heights: (pixels: number) => Heights;
};
type Heights = {
  readonly perRow: Float64Array;
  readonly total: number;
  /** Points that count in addition, without making a row taller. */
  readonly extra: number;
};

const nothing: Heights = { perRow: new Float64Array(0), total: 0, extra: 0 };

/** Moves width between columns, in ever finer steps, while that makes the rows lower. Changes `widths`. */
function balanceWidths(widths: number[], columns: readonly FlexibleColumn[]): void {
  const current = columns.map(({ index, heights }) => heights(widths[index] ?? 0));
  const tallestIn = (row: number) => {
    let tallest = 0;
    for (const { perRow } of current) tallest = Math.max(tallest, perRow[row] ?? 0);
    return tallest;
  };
  const tallest = Float64Array.from({ length: current[0]?.perRow.length ?? 0 }, (_, row) => tallestIn(row));
  const tryMove = (from: number, to: number, step: number): boolean => {
    const [giver, taker] = [columns[from], columns[to]];
    if (giver === undefined || taker === undefined || from === to) return false;
    const less = (widths[giver.index] ?? 0) - step;
    const more = (widths[taker.index] ?? 0) + step;
    if (less < giver.min || more > taker.max) return false;
    const [narrow, narrower] = [current[from] ?? nothing, giver.heights(less)];
    const [wide, wider] = [current[to] ?? nothing, taker.heights(more)];
    // A move gains at most what the wider column's texts save, which rules out most moves cheaply.
    let added = narrower.extra - narrow.extra + (wider.extra - wide.extra);
    if (added >= wide.total - wider.total) return false;
    [current[from], current[to]] = [narrower, wider];
    const changed: number[] = [];
    for (let row = 0; row < tallest.length; row += 1) {
      const isSame = narrow.perRow[row] === narrower.perRow[row] && wide.perRow[row] === wider.perRow[row];
      if (isSame) continue;
      changed.push(row);
      added += tallestIn(row) - (tallest[row] ?? 0);
    }
    if (added >= 0) {
      [current[from], current[to]] = [narrow, wide];
      return false;
    }
    for (const row of changed) tallest[row] = tallestIn(row);
    [widths[giver.index], widths[taker.index]] = [less, more];
    return true;
  };
  for (const step of steps) {
    for (let moved = true; moved; ) {
      moved = false;
      for (let from = 0; from < columns.length; from += 1) {
        for (let to = 0; to < columns.length; to += 1) {
          while (tryMove(from, to, step)) moved = true;
        }
      }
    }
  }
}

function heightsByWidth({ texts, font, maxLines }: WrappedTexts): FlexibleColumn['heights'] {
  const every = Math.ceil(texts.length / maxRows);
  const some = texts.filter((_text, index) => index % every === 0);
  const different = [...new Set(some)];
  const measured = different.map((text) => measureText(text.slice(0, maxMeasuredLength), font));
  const place = new Map(different.map((text, index) => [text, index]));
  const places = some.map((text) => place.get(text) ?? 0);
  const known = new Map<number, Heights>();
  return (pixels) => {
    const found = known.get(pixels);
    if (found) return found;
    const room = indentedRoom(pixels / pixelsPerCharacter);
    const heights = measured.map((text) => Math.min(maxLines, wrappedLines(text, room)) * font.size);
    const costs = measured.map(({ whole, part }) => {
      const lines = Math.min(maxLines, Math.max(1, whole / room));
      return font.size * (lengthWeight * lines + (part > room ? brokenWordLines : 0));
    });
    const perRow = new Float64Array(places.length);
    let total = 0;
    let extra = 0;
    places.forEach((at, row) => {
      perRow[row] = heights[at] ?? 0;
      total += heights[at] ?? 0;
      extra += costs[at] ?? 0;
    });
    const made = { perRow, total, extra };
    known.set(pixels, made);
    return made;
  };
}

export type ColumnSizing = {
  readonly min: number;
  readonly ideal: number;
  /** Its share of the width that is left over once every column has its ideal; 0 by default. */
  readonly grow?: number | undefined;
  /** Its place in the order in which columns are dropped from a page that is too narrow; undefined stays. */
  readonly dropRank?: number | undefined;
};

/** The share of a column's different texts that should fit; the few longer ones may take one more line. */
const fittingShare = 0.95;
/** Words seldom break a text into equal lines, so each line gets this much more room than an equal part. */
const unevenness = 1.16;
const maxSizedLength = 300;

/**
 * Sets the ideal to a width at which most texts fit on `lines` lines, between the title's width and `max`. Columns
 * with few or short texts leave their room to others.
 */
export function sizeToTexts<Sizing extends ColumnSizing>(
  sizing: Sizing,
  column: {
    readonly title: string;
    readonly texts: Iterable<string>;
    readonly font: TextFont;
    readonly lines: number;
    readonly max: number;
  },
): Sizing {
  const { title, texts, font, lines, max } = column;
  const points = [...new Set(texts)]
    .filter((text) => text !== '')
    .map((text) => pointsFor(text.slice(0, maxSizedLength), font, lines))
    .sort((a, b) => a - b);
  const titleLines = title.split('\n');
  const longest = (width: (line: string) => number) => columnWidthFor(Math.max(...titleLines.map(width)));
  const longestTitleWord = longest((line) => longestWord(line, textFonts.bold));
  const wholeTitle = Math.max(
    6,
    longest((line) => textWidth(line, textFonts.bold)),
  );
  // However many lines, a word is not broken: then all texts count.
  const share = Number.isFinite(lines) ? fittingShare : 1;
  const fitting = columnWidthFor(points[Math.ceil(points.length * share) - 1] ?? 0);
  const ideal = Math.max(wholeTitle, Math.min(max, fitting));
  return { ...sizing, ideal, min: Math.max(longestTitleWord, Math.min(sizing.min, ideal)) };
}

function pointsFor(text: string, font: TextFont, lines: number): number {
  if (lines === 1) return textWidth(text, font);
  const { whole, words } = measureLine(text, font);
  return Math.max(...words, (whole * unevenness) / lines);
}

function longestWord(text: string, font: TextFont): number {
  return Math.max(...measureLine(text, font).words);
}

function fits(sizings: readonly ColumnSizing[], characters: number): boolean {
  return sum(sizings.map(({ min }) => min)) <= characters;
}

/**
 * Widths in characters that fill the page: between minimum and ideal in proportion, beyond the ideal by `grow`. Where
 * even the minimum is too much, the minimum, and the page is scaled down further.
 */
export function shareWidth(sizings: readonly ColumnSizing[], characters: number): number[] {
  const min = sum(sizings.map((sizing) => sizing.min));
  const ideal = sum(sizings.map((sizing) => sizing.ideal));
  if (characters <= min) return sizings.map((sizing) => sizing.min);
  if (characters <= ideal) {
    const part = (characters - min) / (ideal - min);
    return sizings.map((sizing) => wholePixels(sizing.min + (sizing.ideal - sizing.min) * part));
  }
  const growth = sum(sizings.map(({ grow = 0 }) => grow));
  const perShare = growth === 0 ? 0 : (characters - ideal) / growth;
  return sizings.map((sizing) => wholePixels(sizing.ideal + (sizing.grow ?? 0) * perShare));
}

/** To whole pixels, so that rounding never makes the page wider than asked. */
export function wholePixels(width: number): number {
  return Math.floor(width * pixelsPerCharacter) / pixelsPerCharacter;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export type DropStep<Column> = (columns: readonly Column[]) => readonly Column[];

/**
 * Takes one step after another until the columns fit the page.
 * @param characters of a page with n columns
 * @param steps by default, drops the columns that have a rank, the lowest first
 */
export function dropColumns<Column extends ColumnSizing>(
  columns: readonly Column[],
  characters: (columns: number) => number,
  steps: readonly DropStep<Column>[] = dropRanks(columns).map(dropRank),
): readonly Column[] {
  let kept = columns;
  for (const step of steps) {
    if (fits(kept, characters(kept.length))) return kept;
    kept = step(kept);
  }
  return kept;
}

export function dropRank(
  rank: number,
): <Column extends ColumnSizing>(columns: readonly Column[]) => readonly Column[] {
  return (columns) => columns.filter((column) => column.dropRank !== rank);
}

function dropRanks(columns: readonly ColumnSizing[]): number[] {
  const ranks = columns.flatMap((column) => (column.dropRank === undefined ? [] : [column.dropRank]));
  return [...new Set(ranks)].sort((a, b) => a - b);
}
