/** First planned dates and slip, from the first pull of the project that had the task with dates, in any report. */
import { expectedWorkingDays, type KnownTask } from './known-tasks.ts';
import type { StoredRun } from './stored-runs.ts';

type First = { readonly task: KnownTask; readonly by: StoredRun };
export type ExpectedFirstDates = ReadonlyMap<string, First>;

/** The first planned dates that are known when the run is made. */
export function firstDatesAt(run: StoredRun, all: readonly StoredRun[]): ExpectedFirstDates {
  const first = new Map<string, First>();
  for (const by of all.slice(0, all.indexOf(run) + 1)) {
    if (by.project.key !== run.project.key) continue;
    for (const task of by.tasks.values()) {
      if (task.dates !== undefined && !first.has(task.id)) first.set(task.id, { task, by });
    }
  }
  return first;
}

export function expectedSlip(now: KnownTask, first: ExpectedFirstDates): number | undefined {
  const then = first.get(now.id)?.task;
  return then && expectedWorkingDays({ then, now }, 'finish');
}

export function expectedSlipText(slip: number | undefined): string {
  if (slip === undefined) return '';
  if (slip === 0) return 'on plan';
  const days = Math.abs(slip);
  return `${days} ${days === 1 ? 'day' : 'days'} ${slip > 0 ? 'behind' : 'ahead'}`;
}
