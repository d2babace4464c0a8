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

/** Where rows are put together: new memory for each text would take longer than what is written to it. */
let scratch = Buffer.allocUnsafeSlow(64 * 1_024);

export function taskRow(text: TaskText, shared: SharedTextsBuilder): Uint8Array {
  let end = headSize;
  let size = punctuation;
  for (let place = 0; place < taskParts.length; place++) {
    const part = taskParts[place] ?? neverShared;
    const partText = text[part];
    let number = 0;
    if (partText !== undefined) {
      const isOwn = part === neverShared || partText === '';
      const sharedNumber = isOwn ? undefined : shared.numberOf(part, partText);
      if (sharedNumber === undefined) {
        const bytes = write(partText, end);
        number = bytes + 1;
        end += bytes;
        size += bytes;
      } else {
        number = -sharedNumber - 1;
        size += shared.sizeOf(sharedNumber);
      }
    }
    scratch.writeInt32LE(number, (1 + place) * numberSize);
  }
  scratch.writeInt32LE(size, 0);
  const row = Buffer.allocUnsafe(end);
  scratch.copy(row, 0, 0, end);
  return row;
}

/** @returns how many bytes it takes */
function write(text: string, at: number): number {
  const maxBytes = 3 * text.length;
  if (at + maxBytes > scratch.length) {
    const larger = Buffer.allocUnsafeSlow(2 * (at + maxBytes));
    scratch.copy(larger, 0, 0, at);
    scratch = larger;
  }
  return scratch.write(text, at);
}
