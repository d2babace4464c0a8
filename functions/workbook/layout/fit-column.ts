/** Wishes for a column's width from the words that will stand in it. */

import type { ColumnSizing } from './column-sizing.ts';
import { fontSizes } from './font-sizes.ts';
import { columnFor } from './text-lines.ts';
import { type TextFont, textWidth } from './text-width.ts';

const headFont: TextFont = { size: fontSizes.text, bold: true };
/** Of the different texts of a column, so many are to fit; the few longer ones may take a line more. */
const share = 0.95;
/** Words seldom break a text in equal halves. */
const uneven = 1.16;
const longestMeasured = 300;

/**
 * The wish with an ideal at which most of the texts take so many lines: no more than `most`, no less than the title
 * needs. A column of few or short words leaves its room to the others.
 */
export function sizeToTexts<Wish extends ColumnSizing>(
  wish: Wish,
  words: {
    readonly title: string;
    readonly texts: Iterable<string>;
    readonly font: TextFont;
    readonly lines: number;
    readonly most: number;
  },
): Wish {
  const { title, texts, font, lines, most } = words;
  const widths = [...new Set(texts)]
    .filter((text) => text !== '')
    .map((text) => needed(text.slice(0, longestMeasured), font, lines))
    .sort((a, b) => a - b);
  const longest = columnFor(longestWord(title, headFont));
  const least = Math.max(6, columnFor(textWidth(title, headFont)));
  const fitting = columnFor(widths[Math.ceil(widths.length * share) - 1] ?? 0);
  const ideal = Math.max(least, Math.min(most, fitting));
  return { ...wish, ideal, least: Math.max(longest, Math.min(wish.least, ideal)) };
}

/** Points. */
function needed(text: string, font: TextFont, lines: number): number {
  const whole = textWidth(text, font);
  if (lines === 1 || whole === 0) return whole;
  return Math.max(longestWord(text, font), (whole * uneven) / lines);
}

/** Points. */
function longestWord(text: string, font: TextFont): number {
  return text.split(' ').reduce((most, word) => Math.max(most, textWidth(word, font)), 0);
}
