/**
 * The dates first planned for each task of a project, written once: those of the first pull that held it, whichever report
 * that was for. So all reports of a project say the same slip.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Day } from '#base/day.ts';
import { type FirstDates, type FirstPlanned, firstPlannedOf } from '#lookahead/planned/slip.ts';
import type { ReadPull } from '#lookahead/tasks/read-task.ts';
import { type TaskId, taskIdSchema } from '#planning/contract/resources.ts';
import { firstPlannedKey, firstPlannedPrefix, numberOfFirstPlanned } from './archive-keys.ts';
import { day, decodeObject, notListed, RunStoreError, storeFormat, unzip, zip } from './stored-object.ts';

const days = z.array(day);

/** Task id, start, finish, then, if it has some, its exceptions: days off, and days worked beside its calendar. */
export const firstPlannedSchema = z.codec(
  z.array(z.tuple([taskIdSchema, day, day, z.optional(days), z.optional(days)])),
  z.custom<FirstPlanned>(),
  {
    decode: (tasks) =>
      new Map(
        tasks.map(([id, start, finish, daysOff, extraDays]): [TaskId, FirstDates] => [
          id,
          {
            start,
            finish,
            ...(daysOff && { exceptions: { daysOff: new Set(daysOff), extraDays: new Set(extraDays) } }),
          },
        ]),
      ),
    encode: (tasks) =>
      Array.from(tasks, ([id, { start, finish, exceptions }]): [TaskId, Day, Day, Day[]?, Day[]?] =>
        exceptions === undefined
          ? [id, start, finish]
          : [id, start, finish, [...exceptions.daysOff], [...exceptions.extraDays]],
      ),
  },
);

const recordSchema = z.object({ tasks: firstPlannedSchema });

/**
 * Adds the tasks of a pull that are not recorded yet.
 * @param of.isRecorded false for runs that make no issue: they only read
 * @returns those of the pull's tasks, and what could not be read: a slip since the last revision is better than no report
 */
export async function recordFirstPlanned(
  store: ObjectStore,
  pull: ReadPull,
  { project, isRecorded }: { readonly project: string; readonly isRecorded: boolean },
): Promise<{ readonly firstPlanned: FirstPlanned; readonly warnings: readonly string[] }> {
  const tried = new Set<number>();
  for (;;) {
    const keys = await store.list(firstPlannedPrefix(project));
    const numbers = keys.flatMap((key) => numberOfFirstPlanned(key) ?? []);
    const { known, warnings } = await readLatest(store, project, numbers);
    const firstPlanned = firstPlannedOf(pull, known);
    const hasNew = [...firstPlanned.keys()].some((id) => !known.has(id));
    if (!hasNew || !isRecorded) return { firstPlanned, warnings };
    const number = (numbers.at(-1) ?? 0) + 1;
    const key = firstPlannedKey(project, number);
    if (tried.has(number)) throw notListed(`The object ${key}, which exists,`);
    tried.add(number);
    const tasks = z.encode(firstPlannedSchema, new Map([...known, ...firstPlanned]));
    const bytes = zip({ version: storeFormat, tasks });
    if ((await store.putOnce(key, bytes, 'application/gzip')) === 'created')
      return { firstPlanned, warnings };
  }
}

/** The latest that can be read: each has the tasks of those before it. */
async function readLatest(
  store: ObjectStore,
  project: string,
  numbers: readonly number[],
): Promise<{ readonly known: FirstPlanned; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  for (const number of numbers.toReversed()) {
    const key = firstPlannedKey(project, number);
    try {
      const bytes = await store.get(key);
      if (bytes) return { known: decodeObject(recordSchema, key, unzip(key, bytes)).tasks, warnings };
    } catch (error) {
      if (!(error instanceof RunStoreError)) throw error;
      warnings.push(`Dates first planned were taken from an earlier record. ${error.message}`);
    }
  }
  return { known: new Map(), warnings };
}
