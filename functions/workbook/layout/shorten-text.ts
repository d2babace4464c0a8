import { lineCount, type TextFont, textWidth } from './text-width.ts';

export const wholeTextOnTasksMark = ' … (whole text on Tasks)';
const maxMeasuredLength = 4_000;
/** Maximum number of characters that are dropped so that a shortened text ends after a whole word. */
const maxDroppedCharacters = 25;
/** A range such as `9–10`: spreadsheets break lines after its dash. */
export const figureRangePattern = /\d[–-]\d/;
/** A space where a line may break: neither before a range nor after a dash, as in `– Levels 9–10`. */
const wordEnd = /(?<! [–-]) (?!\S*\d[–-]\d)/;
/** Factors of the measured width that are tried: lines are up to a tenth wider in LibreOffice. */
const lineWidths = [1, 1.05, 1.1];

type LinesToFit = {
  readonly font: TextFont;
  readonly room: number;
  readonly lines: number;
  readonly mark?: string | undefined;
};

export type FittedText = {
  readonly text: string;
  readonly lines: number;
};

/**
 * Shortens a text to `lines` lines. A note of many pages would push the week off the wall; the Tasks sheet has the
 * whole text.
 */
export function fitToLines(text: string, fit: LinesToFit): FittedText {
  const { font, room, lines, mark = wholeTextOnTasksMark } = fit;
  const measured = text.slice(0, maxMeasuredLength);
  const needed = lineCount(measured, font, room);
  if (needed <= lines || text.length * font.size < room) {
    return text === measured
      ? withWholeRanges(text, fit, needed)
      : fitToLines(text.slice(0, maxMeasuredLength - 100) + mark, fit);
  }
  const fits = (start: string) => lineCount(start + mark, font, room) <= lines;
  const shortened = textStartThatFits(measured, fits, maxDroppedCharacters).trimEnd() + mark;
  return withWholeRanges(shortened, fit, lineCount(shortened, font, room));
}

/** Starts a new line before each range of figures that some program would otherwise break at the end of a line. */
function withWholeRanges(text: string, { font, room, lines }: LinesToFit, counted: number): FittedText {
  if (counted === 1 || !figureRangePattern.test(text)) return { text, lines: counted };
  const linesIn = (shown: string, width = 1) => lineCount(shown, font, room * width);
  const whole = text.split(wordEnd).reduce((before, words) => {
    const isNext = (width: number) => linesIn(`${before} ${words}`, width) > linesIn(before, width);
    return `${before}${figureRangePattern.test(words) && lineWidths.some(isNext) ? '\n' : ' '}${words}`;
  });
  const needed = linesIn(whole);
  return needed <= lines ? { text: whole, lines: needed } : { text, lines: counted };
}

export function textStartThatFits(
  text: string,
  fits: (start: string) => boolean,
  charactersGivenUp: number,
): string {
  let fitting = 0;
  let tooLong = text.length;
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fits(text.slice(0, middle))) fitting = middle;
    else tooLong = middle;
  }
  const start = withoutHalfCharacter(text.slice(0, fitting));
  const space = start.lastIndexOf(' ');
  return space > 0 && space > start.length - charactersGivenUp ? start.slice(0, space) : start;
}

function withoutHalfCharacter(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

/** Maximum share of the width for the last words of a shortened name. */
const lastWordsShare = 0.45;

/**
 * Shortens a long name in its middle to a width in points: `Crane air handling … podium roof south`. Similar tasks
 * often differ only in their last words, which name the place.
 */
export function shortenToWidth(text: string, font: TextFont, room: number): string {
  const fits = (line: string) => textWidth(line, font) <= room;
  if (text.length <= maxMeasuredLength && fits(text)) return text;
  const end = lastWords(
    text.slice(-maxMeasuredLength),
    (words) => textWidth(words, font) <= room * lastWordsShare,
  );
  const tail = end === '' ? ' …' : ` … ${end}`;
  const start = textStartThatFits(
    text.slice(0, maxMeasuredLength),
    (words) => fits(words.trimEnd() + tail),
    maxDroppedCharacters,
  );
  return start.replace(/[\s,–-]+$/, '') + tail;
}

/** Shortens a long name in its middle, as `shortenToWidth` does, but to several lines. */
export function shortenNameToLines(text: string, fit: LinesToFit): FittedText {
  const { font, room, lines } = fit;
  const whole = text.length <= maxMeasuredLength ? lineCount(text, font, room) : Number.POSITIVE_INFINITY;
  if (whole <= lines) return withWholeRanges(text, fit, whole);
  const shown = (part: number) => shortenToWidth(text, font, room * lines * part);
  const fits = (part: number) => lineCount(shown(part), font, room) <= lines;
  const fitting = [1, 0.94, 0.88, 0.82, 0.76, 0.7].find(fits);
  const name =
    fitting === undefined ? fitToLines(text, { font, room, lines, mark: ' …' }).text : shown(fitting);
  return withWholeRanges(name, fit, lineCount(name, font, room));
}

function lastWords(text: string, hasRoom: (words: string) => boolean): string {
  let words = '';
  for (const word of text.split(' ').slice(1).reverse()) {
    const longer = words === '' ? word : `${word} ${words}`;
    if (!hasRoom(longer)) break;
    words = longer;
  }
  return words;
}
