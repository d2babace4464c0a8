/** How wide columns should be: sized to their texts, and shared out so that they fill a page. */
import { fontSizes } from './font-sizes.ts';
import { columnFor } from './text-lines.ts';
import { measureLine, type TextFont, textWidth } from './text-width.ts';

export type ColumnSizing = {
  /** Characters that the column cannot do without. */
  readonly min: number;
  /** Characters at which nothing usual wraps. */
  readonly ideal: number;
  /** Its share of the width that is left over once every column has its ideal; 0 by default. */
  readonly grow?: number | undefined;
  /** Its place in the order in which columns are dropped from a page that is too narrow; undefined stays. */
  readonly dropRank?: number | undefined;
};

const titleFont: TextFont = { size: fontSizes.text, bold: true };
/** The share of a column's different texts that should fit; the few longer ones may take one more line. */
const fittingShare = 0.95;
/** Words seldom break a text into equal lines, so each line gets this much more room than an equal part. */
const unevenness = 1.16;
const maxMeasuredLength = 300;

/**
 * The sizing with an ideal at which most of the texts take so many lines, between what the title needs and `max`. A
 * column with few or short texts leaves its room to the others.
 */
export function sizeToTexts<Sizing extends ColumnSizing>(
  sizing: Sizing,
  column: {
    readonly title: string;
    readonly texts: Iterable<string>;
    readonly font: TextFont;
    readonly lines: number;
    /** Characters. */
    readonly max: number;
  },
): Sizing {
  const { title, texts, font, lines, max } = column;
  const points = [...new Set(texts)]
    .filter((text) => text !== '')
    .map((text) => pointsFor(text.slice(0, maxMeasuredLength), font, lines))
    .sort((a, b) => a - b);
  const titleWord = columnFor(longestWord(title, titleFont));
  const wholeTitle = Math.max(6, columnFor(textWidth(title, titleFont)));
  const fitting = columnFor(points[Math.ceil(points.length * fittingShare) - 1] ?? 0);
  const ideal = Math.max(wholeTitle, Math.min(max, fitting));
  return { ...sizing, ideal, min: Math.max(titleWord, Math.min(sizing.min, ideal)) };
}

/** Points in which the text takes so many lines. */
function pointsFor(text: string, font: TextFont, lines: number): number {
  if (lines === 1) return textWidth(text, font);
  const { whole, words } = measureLine(text, font);
  return Math.max(...words, (whole * unevenness) / lines);
}

/** Points. */
function longestWord(text: string, font: TextFont): number {
  return Math.max(...measureLine(text, font).words);
}

/** Whether the columns fit into so many characters at their minimum. */
export function fits(sizings: readonly ColumnSizing[], characters: number): boolean {
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
    return sizings.map((sizing) => roundDown(sizing.min + (sizing.ideal - sizing.min) * part));
  }
  const growth = sum(sizings.map(({ grow = 0 }) => grow));
  const perShare = growth === 0 ? 0 : (characters - ideal) / growth;
  return sizings.map((sizing) => roundDown(sizing.ideal + (sizing.grow ?? 0) * perShare));
}

/** To whole pixels, so that rounding never makes the page wider than asked. */
function roundDown(width: number): number {
  return Math.floor(width * 7) / 7;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
