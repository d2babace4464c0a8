/** Answers whose object cannot be read are left out everywhere else. */
import type { ObjectStore } from '../../archive/object-store.ts';
import { together } from '../../base/together.ts';
import { decodeSubmission } from '../../pages/answers/stored-answers.ts';

const readAtOnce = 16;

/** A sentence for each: its key, and what to do. */
export async function damagedAnswers(
  store: ObjectStore,
  keys: readonly string[],
): Promise<readonly string[]> {
  const read = await together(keys, readAtOnce, async (key) => {
    const bytes = await store.get(key);
    if (bytes === undefined || decodeSubmission(bytes)) return [];
    return `${key} cannot be read, so its answers do not count. Restore it from a backup; or ask for the answers again, and move it away.`;
  });
  return read.flat();
}
