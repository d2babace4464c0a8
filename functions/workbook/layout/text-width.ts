/**
 * Calculates how wide a line of text is in the workbook's font. Excel does not grow rows when it opens a file, so row
 * heights are calculated too. Widths of characters are in thousandths of the font size, measured on Carlito, which has
 * the metrics of Calibri.
 */
import { pixelsPerCharacter, pointsPerPixel } from '#workbook/xlsx/sheet-plan.ts';
import { columnWidthInPoints } from './paper-and-margins.ts';

/** Widths of the characters from space to tilde, U+0020 to U+007E. */
const regularAscii = [
  226, 326, 401, 498, 507, 715, 682, 221, 303, 303, 498, 498, 250, 306, 252, 386, 507, 507, 507, 507, 507,
  507, 507, 507, 507, 507, 268, 268, 498, 498, 498, 463, 894, 579, 544, 533, 615, 488, 459, 631, 623, 252,
  319, 520, 420, 855, 646, 662, 517, 673, 543, 459, 487, 642, 567, 890, 519, 487, 468, 307, 386, 307, 498,
  498, 291, 479, 525, 423, 525, 498, 305, 471, 525, 229, 239, 455, 229, 799, 525, 527, 525, 525, 349, 391,
  335, 525, 452, 715, 433, 453, 395, 314, 460, 314, 498,
];
const boldAscii = [
  226, 326, 438, 498, 507, 729, 705, 233, 312, 312, 498, 498, 258, 306, 267, 430, 507, 507, 507, 507, 507,
  507, 507, 507, 507, 507, 276, 276, 498, 498, 498, 463, 898, 606, 561, 529, 630, 488, 459, 637, 631, 267,
  331, 547, 423, 874, 659, 676, 532, 686, 563, 473, 495, 653, 591, 906, 551, 520, 478, 325, 430, 325, 498,
  498, 300, 494, 537, 418, 537, 503, 316, 474, 537, 246, 255, 480, 246, 813, 537, 538, 537, 537, 355, 399,
  347, 537, 473, 745, 459, 474, 397, 344, 475, 344, 498,
];
/** Widths of the characters from no-break space to ÿ, U+00A0 to U+00FF. */
const regularLatin = [
  226, 326, 498, 507, 498, 507, 498, 498, 393, 834, 402, 512, 498, 306, 507, 394, 339, 498, 336, 334, 292,
  550, 586, 252, 307, 246, 422, 512, 636, 671, 675, 463, 579, 579, 579, 579, 579, 579, 763, 533, 488, 488,
  488, 488, 252, 252, 252, 252, 625, 646, 662, 662, 662, 662, 662, 498, 664, 642, 642, 642, 642, 487, 517,
  527, 479, 479, 479, 479, 479, 479, 773, 423, 498, 498, 498, 498, 229, 229, 229, 229, 525, 525, 527, 527,
  527, 527, 527, 498, 529, 525, 525, 525, 525, 453, 525, 453,
];
/** Triangles and ticks, which come from DejaVu or Segoe UI Symbol. */
const wideMarks = new Set(['◀', '▶', '◆', '✓', '✗', '▲']);
const narrowPunctuation = new Set(['‘', '’', '‚', '·', '‹', '›', '•']);

/** Width of a letter of another alphabet: slightly more than Cyrillic and Greek letters have. */
const letterWidth = 680;
/** Width of arrows, symbols, emoji and CJK characters, which come from other fonts and are up to an em wide. */
const symbolWidth = 1000;

function widthsOf(ascii: readonly number[]): Uint16Array {
  const widths = new Uint16Array(256);
  ascii.forEach((width, index) => {
    widths[32 + index] = width;
  });
  regularLatin.forEach((width, index) => {
    widths[160 + index] = ascii === boldAscii ? Math.round(width * 1.04) : width;
  });
  return widths;
}

const regular = widthsOf(regularAscii);
const bold = widthsOf(boldAscii);

const space = 32;
const [hyphen, dash] = [45, 0x20_13];

export type TextFont = { readonly size: number; readonly bold?: boolean };

function wideWidth(code: number, text: string, index: number): number {
  if (code >= 0xdc00 && code <= 0xdfff) return 0;
  if (narrowPunctuation.has(text.charAt(index))) return 400;
  if (wideMarks.has(text.charAt(index))) return 790;
  if (code >= 0x0300 && code <= 0x036f) return 0;
  if (code < 0x2000) return letterWidth;
  if (code <= 0x200f) return 250;
  return code === 0x2013 ? 498 : symbolWidth;
}

function isWhiteSpace(code: number): boolean {
  if (code < 160) return code === space || (code >= 9 && code <= 13);
  return /\s/.test(String.fromCharCode(code));
}

export function textWidth(text: string, font: TextFont): number {
  const widths = font.bold === true ? bold : regular;
  let thousandths = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    thousandths += code < 256 ? (widths[code] ?? 0) : wideWidth(code, text, index);
  }
  return (thousandths * font.size) / 1000;
}

/** Width in points of the longest unbreakable part: a word, or the part of a word between hyphens or dashes. */
export function maxUnbreakableWidth(text: string, font: TextFont): number {
  const widths = font.bold === true ? bold : regular;
  let part = 0;
  let max = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isWhiteSpace(code)) {
      part = 0;
      continue;
    }
    part += code < 256 ? (widths[code] ?? 0) : wideWidth(code, text, index);
    if (part > max) max = part;
    if (code === hyphen || code === dash) part = 0;
  }
  return (max * font.size) / 1000;
}

/** Points that a cell keeps free beside its text, on both sides together, including the grid line. */
const cellPadding = 3.75;
/** Safety factor: screens and printers give the same text slightly different widths. */
const safety = 1.04;
/** Height of a line as a factor of the font size: Calibri has 1.22, and Excel rounds each line up to whole pixels. */
const lineSpacing = 1.23;
/** One step of indent in Excel in points: nine pixels. LibreOffice has a wider step, but also wider columns. */
const indentStep = 6.75;
/** Maximum height of a row in points; Excel's limit is 409. */
const maxRowHeight = 400;

/**
 * Width for text in a column, in points.
 * @param columnWidth characters
 */
export function textRoomInColumn(columnWidth: number): number {
  return (columnWidthInPoints(columnWidth) - cellPadding) / safety;
}

export function indentedTextRoomInColumn(columnWidth: number): number {
  return textRoomInColumn(columnWidth) - indentStep / safety;
}

export function indentedTextRoomAcross(columnWidths: readonly number[]): number {
  const points = columnWidths.reduce((sum, width) => sum + columnWidthInPoints(width), 0);
  return (points - cellPadding - indentStep) / safety;
}

/** Width in characters of a column that holds indented text of `points` on one line, with one pixel to spare. */
export function columnWidthFor(points: number): number {
  const pixels = (points * safety + indentStep + cellPadding - columnWidthInPoints(0)) / pointsPerPixel;
  return (Math.ceil(pixels) + 1) / pixelsPerCharacter;
}

export type MeasuredText = {
  /** Width in points of the longest line, and of the longest word between blanks. */
  readonly maxLineWidth: number;
  readonly maxWordWidth: number;
  readonly linesIn: (room: number) => number;
};

/** Measures a text once, so that its lines can be counted at any width. */
export function measureText(text: string, font: TextFont): MeasuredText {
  const blank = textWidth(' ', font);
  let [maxLine, maxWord] = [0, 0];
  const lines = text.split('\n').map((line) => {
    const whole = textWidth(line, font);
    const words = wordWidths(line, font);
    maxLine = Math.max(maxLine, whole);
    for (const word of words) if (word > maxWord) maxWord = word;
    return { whole, words };
  });
  return {
    maxLineWidth: maxLine,
    maxWordWidth: maxWord,
    linesIn: (room) => {
      let count = 0;
      for (const { whole, words } of lines) count += whole <= room ? 1 : linesOfWords(words, blank, room);
      return count;
    },
  };
}

/** Measures the words of a line in one pass, which takes a third of the time of splitting the line. */
function wordWidths(line: string, font: TextFont): readonly number[] {
  const widths = font.bold === true ? bold : regular;
  const points = font.size / 1000;
  const words: number[] = [];
  let word = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    if (code === space) {
      words.push(word * points);
      word = 0;
    } else word += code < 256 ? (widths[code] ?? 0) : wideWidth(code, line, index);
  }
  words.push(word * points);
  return words;
}

function linesOfWords(words: readonly number[], blank: number, room: number): number {
  let lines = 1;
  let used = 0;
  for (const word of words) {
    const needed = used === 0 ? word : used + blank + word;
    if (needed <= room) {
      used = needed;
      continue;
    }
    const own = Math.max(1, Math.ceil(word / room));
    lines += used === 0 ? own - 1 : own;
    used = word - (own - 1) * room;
  }
  return lines;
}

export function lineCount(text: string, font: TextFont, room: number): number {
  const hasBreaks = text.includes('\n');
  if (hasBreaks) return measureText(text, font).linesIn(room);
  // No letter is wider than an em, so short texts need no measuring.
  if (text.length * font.size <= room || textWidth(text, font) <= room) return 1;
  return linesOfWords(wordWidths(text, font), textWidth(' ', font), room);
}

/**
 * Height of a row in points, rounded up to whole pixels.
 * @param padding points above and below the text, together
 */
export function rowHeight(lines: number, size: number, padding: number): number {
  const points = lines * size * lineSpacing + padding;
  return Math.min(maxRowHeight, Math.ceil(points / pointsPerPixel) * pointsPerPixel);
}

/** Font sizes in points. None is under 10, because pages are scaled down to 70%. */
export const fontSizes = {
  text: 10,
  note: 11,
  compactTask: 11,
  task: 12,
  subtitle: 14,
  wallBar: 13,
  title: 24,
  figure: 26,
} as const;

export const textFonts = {
  plain: { size: fontSizes.text },
  bold: { size: fontSizes.text, bold: true },
} as const satisfies Record<string, TextFont>;
