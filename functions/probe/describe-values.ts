import { oneLine } from '../base/text/one-line.ts';
import { shortList } from '../base/text/short-list.ts';

const maxWordLength = 24;
const maxWords = 8;

/** A longer text, or one with an @, may be personal. */
export function wordOf(text: string): string {
  const word = oneLine(text.toWellFormed());
  return word.length > maxWordLength || word.includes('@') ? '(a longer text)' : word;
}

/** `planned (110), started (30)` */
export function tallyText(words: readonly string[]): string {
  const tally = [...Map.groupBy(words, (word) => word)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return listText(tally.map(([word, same]) => `${word} (${same.length})`));
}

export function listText(words: readonly string[]): string {
  return shortList(words, maxWords);
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
