/** The changes that a report has to show, from the snapshots of its previous issue and of this one. */
import type { StartAndFinish } from '#base/day.ts';
import { expectedWorkingDays, isSelected, type KnownTask, touches } from './known-tasks.ts';
import { earlierOf, isOwn, type StoredRun } from './stored-runs.ts';

export type ExpectedChange = {
  readonly kinds: readonly string[];
  /** Undefined if the task did not move. */
  readonly workingDays: number | undefined;
};

/** The changes by task id; undefined for the first issue of a report. */
export function expectedChanges(
  run: StoredRun,
  all: readonly StoredRun[],
): ReadonlyMap<string, ExpectedChange> | undefined {
  const { window, range } = run.snapshot;
  const previous = earlierOf(run, all).findLast(({ snapshot }) => snapshot.window.first <= window.first);
  if (previous === undefined) return undefined;
  const changes = new Map<string, ExpectedChange>();
  for (const id of new Set([...previous.tasks.keys(), ...run.tasks.keys()])) {
    const [then, now] = [previous.tasks.get(id), run.tasks.get(id)];
    const isShown =
      (then !== undefined && isSelected(then, previous.snapshot.window)) ||
      (now !== undefined && isSelected(now, window)) ||
      touches(then?.dates, window) ||
      touches(now?.dates, window);
    const passes = [then, now].some((task) => task !== undefined && isOwn(run, task));
    if (!isShown || !passes) continue;
    const change = changeOf(then, now, { read: previous.snapshot.range, reads: range });
    if (change.kinds.length > 0) changes.set(id, change);
  }
  return changes;
}

type Range = { readonly first: number; readonly last: number };

function changeOf(
  then: KnownTask | undefined,
  now: KnownTask | undefined,
  { read, reads }: { readonly read: Range; readonly reads: Range },
): ExpectedChange {
  const none = { kinds: [], workingDays: undefined };
  if (now === undefined) {
    return then !== undefined && finds(reads, then.dates) ? { ...none, kinds: ['gone'] } : none;
  }
  if (then === undefined) return finds(read, now.dates) ? { ...none, kinds: ['new'] } : none;
  const hasMoved = then.dates?.start !== now.dates?.start || then.dates?.finish !== now.dates?.finish;
  const kinds = [
    ...(hasMoved ? ['moved'] : []),
    ...(then.status === now.status ? [] : [now.progress === 'complete' ? 'finished' : 'status']),
    ...(then.resources === now.resources ? [] : ['resources']),
    ...(then.owner === now.owner ? [] : ['owner']),
    ...(then.name === now.name ? [] : ['renamed']),
  ];
  const end = then.dates?.finish === now.dates?.finish ? 'start' : 'finish';
  return { kinds, workingDays: hasMoved ? expectedWorkingDays({ then, now }, end) : undefined };
}

/** Whether a pull finds the task: its dates overlap the range of the pull, or it has no dates. */
function finds(range: Range, dates: StartAndFinish | undefined): boolean {
  return dates === undefined || (dates.start <= range.last && dates.finish >= range.first);
}
