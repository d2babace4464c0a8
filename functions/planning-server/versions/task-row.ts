/**
 * A task as a version stores it: a head of little-endian numbers of four bytes, then the texts that it holds itself. The
 * first number is how many bytes its JSON takes at most. Then there is one for each part: 0 where the task does not have
 * it, n + 1 for a text of n bytes among its own, and -n - 1 for the shared text n.
 */
import { type TaskText, taskParts } from '../query/task-text.ts';
import type { SharedTextsBuilder } from './shared-texts.ts';

export const numberSize = 4;
export const headSize = (1 + taskParts.length) * numberSize;
/** What comes before its relations, and after the last one. */
export const relationsBegin = ',"relatedTasks":[';
/** Bytes of a task's JSON that are in none of its parts: that, a comma for each relation, and the brackets at the end. */
const punctuation = relationsBegin.length + taskParts.length + 2;
/** Nothing else in a project has the same. */
const neverShared = 'base';

export function taskRow(text: TaskText, shared: SharedTextsBuilder): Uint8Array {
  const head = Buffer.alloc(headSize);
  const own: Buffer[] = [head];
  let size = punctuation;
  for (const [place, part] of taskParts.entries()) {
    const partText = text[part];
    if (partText === undefined) continue;
    const bytes = Buffer.from(partText);
    const isOwn = part === neverShared || partText === '';
    const number = isOwn ? undefined : shared.numberOf(part, partText);
    if (number === undefined) own.push(bytes);
    head.writeInt32LE(number === undefined ? bytes.length + 1 : -number - 1, (1 + place) * numberSize);
    size += bytes.length;
  }
  head.writeInt32LE(size, 0);
  return Buffer.concat(own);
}
