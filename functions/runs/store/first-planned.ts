/**
 * Records the dates first planned for each task of a project: those of the first pull that contained it, whichever
 * report it was for. All reports of a project therefore show the same slip.
 */
import { appendNumberedObject } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { addFirstPlannedDates, type FirstPlannedDates } from '#lookahead/planned/slip.ts';
import type { InterpretedPull } from '#lookahead/tasks/read-task.ts';
import * as objects from './objects.ts';
import { unreadableObjectHandler } from './stored-object.ts';

/**
 * Adds the dates of the tasks that no earlier pull contained to the record.
 * @param of.isRecorded false for runs that make no issue: they only read the record
 * @returns the dates first planned of the pull's tasks, and warnings of unreadable records: a shorter slip is better
 *   than no report
 */
export async function recordFirstPlanned(
  store: ObjectStore,
  pull: InterpretedPull,
  { project, isRecorded }: { readonly project: string; readonly isRecorded: boolean },
): Promise<{ readonly firstPlanned: FirstPlannedDates; readonly warnings: readonly string[] }> {
  let firstPlanned: FirstPlannedDates = new Map();
  let warnings: readonly string[] = [];
  await appendNumberedObject(objects.firstPlannedRecord, store, { project }, async (latest) => {
    const { known, ...read } = await readLatest(store, project, latest);
    firstPlanned = addFirstPlannedDates(pull, known);
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
    const read = await objects.firstPlannedRecord.read(store, { project, number }).catch(
      unreadableObjectHandler(({ message }) => {
        warnings.push(`Dates first planned were taken from an earlier record. ${message}`);
      }),
    );
    if (read) return { known: read.tasks, warnings };
  }
  const known: FirstPlannedDates = new Map();
  return { known, warnings };
}
