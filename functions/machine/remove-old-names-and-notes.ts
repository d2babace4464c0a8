/** Removes names and notes of answers after the configured days, as a life-cycle rule does in the cloud. */

import { namesAndNotesObject, submissionObject } from '#answers/objects.ts';
import { readAllNamesAndNotes } from '#answers/submissions.ts';
import type { RemoveObject } from '#archive/object-store.ts';
import type { PageStore } from '#pages/objects.ts';

const millisecondsPerDay = 86_400_000;

/** @returns number of objects that were removed. @throws ArchiveError */
export async function removeOldNamesAndNotes(
  archive: { readonly store: Pick<PageStore, 'get' | 'list'>; readonly remove: RemoveObject },
  by: { readonly days: number; readonly now: { readonly epochMilliseconds: number } },
): Promise<number> {
  const kept = by.now.epochMilliseconds - by.days * millisecondsPerDay;
  let removed = 0;
  for (const { of, names } of await readAllNamesAndNotes(archive.store)) {
    if (of === undefined) continue;
    // If the object is damaged, the time of its submission counts or, without one, the last day of its window.
    const { at } = names ?? (await submissionObject.read(archive.store, of)) ?? { at: of.last };
    if (!(Date.parse(at) < kept)) continue;
    await archive.remove(namesAndNotesObject, of);
    removed += 1;
  }
  return removed;
}
