/**
 * Records the dates first planned for each task of a project: those of the first pull that contained it, whichever
 * report it was for. So all reports of a project show the same slip.
 */
import { appendNumbered } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { type FirstPlanned, firstPlannedOf } from '#lookahead/planned/slip.ts';
import type { ReadPull } from '#lookahead/tasks/read-task.ts';
import * as objects from './objects.ts';
import { handleUnreadable } from './stored-object.ts';

/**
 * Records the tasks of a pull that are new.
 * @param of.isRecorded false for runs that make no issue: they only read
 * @returns the dates of the pull's tasks, and warnings of unreadable records: a shorter slip is better than no report
 */
export async function recordFirstPlanned(
  store: ObjectStore,
  pull: ReadPull,
  { project, isRecorded }: { readonly project: string; readonly isRecorded: boolean },
): Promise<{ readonly firstPlanned: FirstPlanned; readonly warnings: readonly string[] }> {
  let firstPlanned: FirstPlanned = new Map();
  let warnings: readonly string[] = [];
  await appendNumbered(objects.firstPlanned, store, { project }, async (latest) => {
    const { known, ...read } = await readLatest(store, project, latest);
    firstPlanned = firstPlannedOf(pull, known);
    ({ warnings } = read);
    const isNew = [...firstPlanned.keys()].some((id) => !known.has(id));
    return isNew && isRecorded ? { tasks: new Map([...known, ...firstPlanned]) } : undefined;
  });
  return { firstPlanned, warnings };
}

/** The latest record that can be read. Each record contains the tasks of all earlier ones. */
async function readLatest(store: ObjectStore, project: string, latest: number) {
  const warnings: string[] = [];
  for (let number = latest; number > 0; number -= 1) {
    const read = await objects.firstPlanned.read(store, { project, number }).catch(
      handleUnreadable(({ message }) => {
        warnings.push(`Dates first planned were taken from an earlier record. ${message}`);
      }),
    );
    if (read) return { known: read.tasks, warnings };
  }
  const known: FirstPlanned = new Map();
  return { known, warnings };
}
