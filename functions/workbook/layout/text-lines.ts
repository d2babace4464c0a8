/** How many lines a text takes in a column, and how tall its row must be. */
import { columnPoints, pixelsPerCharacter } from './paper-and-margins.ts';
import { type MeasuredLine, measureLine, type TextFont, textWidth } from './text-width.ts';

/** Points that a cell keeps free left and right of its text, including the grid line. */
const cellPadding = 3.75;
/** Screens and printers give the same text slightly different widths. */
const safety = 1.04;
/** Calibri's own line is 1.22 of its size; Excel rounds each line up to whole pixels. */
const lineSpacing = 1.23;
const pointsPerPixel = 0.75;
/** Points of one step of indent in Excel, nine pixels; LibreOffice's wider columns make up for its wider step. */
const indentStep = 6.75;
/** Excel's limit is 409. */
const maxRowHeight = 400;

/** Points that text has in a column of so many characters. */
export function textRoom(columnWidth: number): number {
  return (columnPoints(columnWidth) - cellPadding) / safety;
}

/** The same for text that is indented, which keeps it apart from the column before. */
export function indentedRoom(columnWidth: number): number {
  return textRoom(columnWidth) - indentStep / safety;
}

/** Points that indented text has where it runs over several empty columns. */
export function indentedRoomAcross(columnWidths: readonly number[]): number {
  const points = columnWidths.reduce((sum, width) => sum + columnPoints(width), 0);
  return (points - cellPadding - indentStep) / safety;
}

/** Characters, in whole pixels and one to spare, of a column that holds so many points of indented text in one line. */
export function columnFor(points: number): number {
  const pixels = (points * safety + indentStep + cellPadding - columnPoints(0)) / pointsPerPixel;
  return (Math.ceil(pixels) + 1) / pixelsPerCharacter;
}

/** Widths of a text's parts in points, for counting its lines in columns of different widths. */
export type MeasuredText = {
  readonly space: number;
  readonly paragraphs: readonly MeasuredLine[];
  /** Its longest line, where nothing wraps. */
  readonly whole: number;
  /** Its longest part that should not be broken. */
  readonly part: number;
};

export function measureText(text: string, font: TextFont): MeasuredText {
  const paragraphs = text.split('\n').map((paragraph) => measureLine(paragraph, font));
  return {
    space: textWidth(' ', font),
    paragraphs,
    whole: Math.max(...paragraphs.map(({ whole }) => whole)),
    part: Math.max(...paragraphs.map(({ part }) => part)),
  };
}

/** Lines that a measured text takes in `room` points. */
export function linesOf({ space, paragraphs }: MeasuredText, room: number): number {
  let lines = 0;
  for (const { whole, words } of paragraphs) lines += whole <= room ? 1 : linesOfWords(words, space, room);
  return lines;
}

function linesOfWord(wordWidth: number, room: number): number {
  return Math.max(1, Math.ceil(wordWidth / room));
}

function linesOfWords(words: readonly number[], space: number, room: number): number {
  let lines = 1;
  let used = 0;
  for (const width of words) {
    const needed = used === 0 ? width : used + space + width;
    if (needed <= room) {
      used = needed;
    } else {
      const own = linesOfWord(width, room);
      lines += used === 0 ? own - 1 : own;
      used = width - (own - 1) * room;
    }
  }
  return lines;
}

function linesOfParagraph(paragraph: string, font: TextFont, room: number): number {
  if (textWidth(paragraph, font) <= room) return 1;
  return linesOfWords(measureLine(paragraph, font).words, textWidth(' ', font), room);
}

/** Lines that a wrapped text takes in `room` points. An empty text takes one. */
export function lineCount(text: string, font: TextFont, room: number): number {
  const breaks = text.includes('\n');
  // No letter is wider than an em, so most texts need no measuring.
  if (!breaks && text.length * font.size <= room) return 1;
  if (!breaks) return linesOfParagraph(text, font, room);
  return text.split('\n').reduce((lines, paragraph) => lines + linesOfParagraph(paragraph, font, room), 0);
}

/** Points, in whole pixels, for a row of so many lines, with `padding` points above and below together. */
export function rowHeight(lines: number, size: number, padding: number): number {
  const points = lines * size * lineSpacing + padding;
  return Math.min(maxRowHeight, Math.ceil(points / pointsPerPixel) * pointsPerPixel);
}
