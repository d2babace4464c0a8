import { type AnswerParts, relationKinds, taskParts } from '../query/task-text.ts';
import { headSize, numberSize, relationsBegin, type SharedTexts } from './database.ts';

const firstRelation = taskParts.indexOf(relationKinds[0]);
const [comma, closingBracket, closingBrace] = [0x2c, 0x5d, 0x7d];

/** Where answers are put together: new memory for each would take longer than what is written to it. */
let scratch = Buffer.allocUnsafeSlow(256 * 1_024);

/**
 * The JSON of tasks, separated by commas, as `joinParts` makes it. The inner loop runs for each part of each task of an
 * answer, so it makes no objects.
 * @param rows of the tasks, one after the other
 * @param options.before what the answer begins with
 * @param options.after what it ends with
 */
export function joinRows(
  rows: Buffer,
  shared: SharedTexts,
  { parts, relations, before, after }: AnswerParts & { readonly before: string; readonly after: string },
): Buffer<ArrayBuffer> {
  const wanted = taskParts.map((part) => [...parts, ...relations].some((each) => each === part));
  const numbers = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  const { texts, ends } = shared;
  makeRoom(0, 3 * before.length);
  let at = scratch.write(before);
  for (let row = 0; row < rows.length; ) {
    makeRoom(at, numbers.getInt32(row, true));
    const answer = scratch;
    if (row > 0) answer[at++] = comma;
    let own = row + headSize;
    let relationsAt = 0;
    for (let place = 0; place < taskParts.length; place++) {
      const number = numbers.getInt32(row + (1 + place) * numberSize, true);
      if (number === 0) continue;
      const isOwn = number > 0;
      const begin = isOwn ? own : (ends[-number - 2] ?? 0);
      const end = isOwn ? own + number - 1 : (ends[-number - 1] ?? 0);
      if (isOwn) own = end;
      if (place === firstRelation && relations.length > 0) {
        relationsAt = at += answer.write(relationsBegin, at);
      }
      if (!wanted[place] || begin === end) continue;
      if (relationsAt > 0 && at > relationsAt) answer[at++] = comma;
      (isOwn ? rows : texts).copy(answer, at, begin, end);
      at += end - begin;
    }
    if (relationsAt > 0) answer[at++] = closingBracket;
    answer[at++] = closingBrace;
    row = own;
  }
  makeRoom(at, 3 * after.length);
  at += scratch.write(after, at);
  return Buffer.from(scratch.subarray(0, at));
}

function makeRoom(at: number, size: number): void {
  if (at + size <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (at + size));
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
}
