/** Reads what each run stored, in the order in which the runs were made. */
import type { ObjectStore } from '#archive/object-store.ts';
import type { Issue } from '#runs/store/issue.ts';
import * as objects from '#runs/store/objects.ts';
import type { Snapshot } from '#runs/store/snapshot.ts';
import { isSelected, type KnownTask, type KnownTasks, knownTasks } from './known-tasks.ts';
import type { MadeRun, MadeWeeks } from './made-weeks.ts';

export type StoredRun = MadeRun & {
  readonly issue: Issue;
  readonly snapshot: Snapshot;
  readonly tasks: KnownTasks;
  readonly workbook: Uint8Array;
};

export async function readRuns({ store, runs }: MadeWeeks): Promise<StoredRun[]> {
  return Promise.all(
    runs.map(async (run) => {
      const issue = await objects.issue.readExisting(store, { run: run.prefix });
      const snapshot = await objects.snapshot.readExisting(store, { run: run.prefix });
      const tasks = knownTasks(snapshot, run.project.timeZone);
      return { ...run, issue, snapshot, tasks, workbook: await stored(store, issue.workbooks[0]?.key ?? '') };
    }),
  );
}

async function stored(store: ObjectStore, key: string): Promise<Uint8Array> {
  const bytes = await store.get(key);
  if (bytes === undefined) throw new Error(`The run stored no ${key}.`);
  return bytes;
}

/** Whether the filters of the report include the task. Reports in these tests filter by shift only. */
export function isOwn({ report }: StoredRun, { slot }: KnownTask): boolean {
  return report.shifts.some((shift) => shift === slot);
}

export function selectedBy(run: StoredRun): KnownTask[] {
  return [...run.tasks.values()].filter((task) => isOwn(run, task) && isSelected(task, run.snapshot.window));
}

/** Earlier issues of the same report and project. */
export function earlierOf(run: StoredRun, all: readonly StoredRun[]): StoredRun[] {
  return all
    .slice(0, all.indexOf(run))
    .filter(({ project, report }) => project.key === run.project.key && report.key === run.report.key);
}
