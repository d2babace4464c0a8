/** Removes names and notes of answers after the configured days, as a life-cycle rule does in the cloud. */
import type { RemoveObject } from '../archive/remove-objects.ts';
import { readAllNames } from '../pages/answers/stored-answers.ts';
import type { PageStore } from '../pages/find-later.ts';

const millisecondsPerDay = 86_400_000;

/** @returns how many were removed. @throws ArchiveError */
export async function removeOldNames(
  archive: { readonly store: Pick<PageStore, 'get' | 'list'>; readonly remove: RemoveObject },
  by: { readonly days: number; readonly now: { readonly epochMilliseconds: number } },
): Promise<number> {
  const kept = by.now.epochMilliseconds - by.days * millisecondsPerDay;
  const all = await readAllNames(archive.store);
  const old = all.filter(({ names }) => Date.parse(names.at) < kept);
  for (const { key } of old) await archive.remove(key);
  return old.length;
}
