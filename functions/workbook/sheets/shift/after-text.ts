/** What a task comes after, short enough for the narrow column beside the days. */
import { type Relation, relationCode } from '../../../lookahead/tasks/relations.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { lineCount } from '../../layout/text-lines.ts';

const font = { size: fontSizes.text };
const linesEach = 2;

/** `A1010 FS+1, Prepare deck and lay… FS`: each name in two lines of so many points. */
export function afterText(relations: readonly Relation[], room: number): string {
  return relations.map((relation) => shortened(relation, room)).join(', ');
}

function shortened({ label, type, lag }: Relation, room: number): string {
  const code = relationCode(type, lag);
  const fits = (text: string) => lineCount(text, font, room) <= linesEach;
  const whole = `${label} ${code}`;
  if (label.length < 400 && fits(whole)) return whole;
  const cut = (length: number) => `${atWordEnd(label.slice(0, length))}… ${code}`;
  let short = 0;
  let long = Math.min(label.length, 400);
  while (long - short > 1) {
    const middle = (short + long) >> 1;
    if (fits(`${label.slice(0, middle)}… ${code}`)) short = middle;
    else long = middle;
  }
  return cut(short);
}

/** Without half a word, where that costs little, and without half a character. */
function atWordEnd(text: string): string {
  const space = text.lastIndexOf(' ');
  const words = space > text.length - 8 && space > 0 ? text.slice(0, space) : text;
  return words.replace(/[\ud800-\udbff]$/, '').replace(/[\s,]+$/, '');
}
