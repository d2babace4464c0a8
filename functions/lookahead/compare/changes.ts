/**
 * Changes since the report's previous issue, matched by task id. They cover tasks that are or were in this window,
 * whether or not that issue showed them, and all tasks that it showed.
 */
import type { Day, StartAndFinish } from '#base/day.ts';
import { dayText, movedDatesText, shortDatesMoveText } from '#lookahead/dates/day-text.ts';
import { overlaps, type Window } from '#lookahead/dates/window.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { type FirstPlannedDates, type Slip, slipOf } from '#lookahead/planned/slip.ts';
import { type PredecessorLink, predecessorStartOrFinishDay } from '#lookahead/readiness/predecessors.ts';
import {
  type InterpretedPull,
  type InterpretedTask,
  type TaskIdRefAndName,
  taskIdRefAndName,
} from '#lookahead/tasks/read-task.ts';
import { relatedTaskName } from '#lookahead/tasks/relations.ts';
import type { Selection, SheetShift } from '#lookahead/tasks/select-tasks.ts';
import { compareText } from '#lookahead/text/natural-order.ts';
import {
  type ChangeKind,
  changeKinds,
  type DifferenceTexts,
  differencesOf,
  type TaskDifference,
  type TaskVersions,
} from './task-differences.ts';

export type Change = TaskIdRefAndName &
  DifferenceTexts & {
    readonly key: boolean;
    readonly shift: SheetShift;
    readonly subcontractor: string;
    readonly owner: string;
    /** Set only with `detail: days`, which names no subcontractor and no owner. */
    readonly location?: string | undefined;
    readonly fromDates: StartAndFinish | undefined;
    readonly toDates: StartAndFinish | undefined;
    readonly days: number | undefined;
    readonly slip: Slip | undefined;
    /** Whether the previous issue showed the task; true if its pull did not have it. */
    readonly shownThen: boolean;
  };

export type ChangesWithCounts = {
  readonly list: readonly Change[];
  /** The changed tasks, each under the most consequential kind of its changes, so that the counts add up. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly tasks: number;
};

export type ChangeWithVersions = TaskVersions & { readonly change: Change };

const kindRanks: ReadonlyMap<ChangeKind, number> = new Map(changeKinds.map((kind, index) => [kind, index]));

function compareChanges(a: ChangeWithVersions, b: ChangeWithVersions): number {
  const startOf = ({ change }: ChangeWithVersions) =>
    (change.toDates ?? change.fromDates)?.start ?? Number.MAX_SAFE_INTEGER;
  return (
    (kindRanks.get(a.change.kind) ?? 0) - (kindRanks.get(b.change.kind) ?? 0) ||
    startOf(a) - startOf(b) ||
    compareText(refKeyOf(a), refKeyOf(b)) ||
    compareText(a.change.taskId, b.change.taskId)
  );
}

function refKeyOf({ now, before }: TaskVersions): string {
  return (now ?? before)?.refKey ?? '';
}

export function findChanges(
  now: {
    readonly pull: InterpretedPull;
    readonly selected: Selection['selected'];
    readonly reportDay: Day;
    readonly links: (task: InterpretedTask) => readonly PredecessorLink[];
  },
  before: {
    readonly pull: InterpretedPull;
    /** Tasks that the previous issue showed. */
    readonly shown: Selection['selected'];
    /** Tasks that the window of the new issue selects from this earlier `pull`, without overdue ones. */
    readonly touching: Selection['selected'];
  },
  firstPlanned: FirstPlannedDates,
): readonly ChangeWithVersions[] {
  const slots = new Map<string, SheetShift>();
  for (const [{ id }, shift] of [...before.touching, ...before.shown, ...now.selected]) slots.set(id, shift);
  const pulls = { now: now.pull.pull, before: before.pull.pull };
  const found: ChangeWithVersions[] = [];
  for (const [id, shift] of slots) {
    const versions: TaskVersions = { now: now.pull.byId.get(id), before: before.pull.byId.get(id) };
    const shown = versions.now ?? versions.before;
    if (shown === undefined) continue;
    const own = differencesOf(versions, { pulls, reportDay: now.reportDay });
    const stays =
      versions.now &&
      now.selected.has(versions.now) &&
      !own.some(({ kind }) => kind === 'moved' || kind === 'added');
    const ofPredecessors = stays
      ? movedPredecessors(now.links(versions.now), { before: before.pull, reportDay: now.reportDay })
      : [];
    for (const { kind, from, to, days } of [...own, ...ofPredecessors]) {
      const change: Change = {
        kind,
        ...taskIdRefAndName(shown),
        key: shown.source.keyTask === true,
        shift,
        subcontractor: shown.subcontractor?.name ?? '',
        owner: shown.owner?.name ?? '',
        from,
        to,
        fromDates: versions.before?.dates,
        toDates: versions.now?.dates,
        days,
        slip: versions.now && slipOf(versions.now, firstPlanned),
        shownThen: versions.before === undefined || before.shown.has(versions.before),
      };
      found.push({ ...versions, change });
    }
  }
  return found.sort(compareChanges);
}

/**
 * Predecessors that moved later, for a task that did not move itself. They are news even while the dates still fit;
 * once the dates no longer fit, they are a constraint as well.
 */
function movedPredecessors(
  links: readonly PredecessorLink[],
  { before, reportDay }: { readonly before: InterpretedPull; readonly reportDay: Day },
): readonly TaskDifference[] {
  const moved = links.flatMap((link) => {
    const [then, end] = [before.byId.get(link.predecessor.id), link.ends?.predecessorEnd];
    const [day, was] = [predecessorStartOrFinishDay(link), end && then?.dates?.[end]];
    if (day === undefined || was === undefined || day <= was) return [];
    const verb = end === 'start' ? 'starts' : 'ends';
    return [
      `${relatedTaskName(link.relation)} ${verb} ${dayText(was, reportDay)} → ${dayText(day, reportDay)}`,
    ];
  });
  return moved.length === 0 ? [] : [{ kind: 'predecessor', from: '', to: moved.join(', ') }];
}

export function withChangeCounts(list: readonly Change[]): ChangesWithCounts {
  const counts: Record<ChangeKind, number> = {
    added: 0,
    removed: 0,
    moved: 0,
    predecessor: 0,
    finished: 0,
    status: 0,
    resources: 0,
    owner: 0,
    name: 0,
  };
  const byTask = Map.groupBy(list, ({ taskId }) => taskId);
  // The list is sorted by kind, so the first change of a task has its most consequential kind.
  for (const [first] of byTask.values()) if (first) counts[first.kind] += 1;
  return { list, counts, tasks: byTask.size };
}

export type ChangedTask = {
  readonly change: Change;
  readonly minor: boolean;
  readonly kinds: string;
  /**
   * Each change with its old and new value: `Tue 24 Nov → Fri 27 Nov · owner A. Quay → D. Ray`; ` (not shown then)`
   * follows if the previous issue did not show the task.
   */
  readonly words: string;
  /** The same as `words`, without weekdays in the dates of a move. */
  readonly shortWords: string;
};

/** Names of the kinds on the sheet and in the mail. No name is part of another, so that a formula can count them. */
export const changeKindNames: Readonly<Record<ChangeKind, string>> = {
  added: 'new',
  removed: 'gone',
  moved: 'moved',
  predecessor: 'predecessor',
  finished: 'finished',
  status: 'status',
  resources: 'resources',
  owner: 'owner',
  name: 'renamed',
};

/**
 * The changed tasks by consequence: key tasks in this window, then the others; within both, removed tasks first, then
 * those that moved by the most working days, then those with the most people. Tasks that finished or only changed
 * status come last.
 */
export function changedTasks({
  changes,
  tasks,
  window,
  reportDay,
}: {
  readonly changes: ChangesWithCounts | undefined;
  readonly tasks: readonly PlannedTask[];
  readonly window: Window;
  readonly reportDay: Day;
}): readonly ChangedTask[] {
  const planned = new Map(tasks.map((task) => [task.id, task]));
  const weigh = (own: readonly Change[], change: Change): readonly number[] => [
    isMinor(own) ? 1 : 0,
    change.key && [change.toDates, change.fromDates].some((dates) => overlaps(window, dates)) ? 0 : 1,
    change.kind === 'removed' ? 0 : 1,
    -Math.abs(change.days ?? 0),
    -(planned.get(change.taskId)?.people ?? 0),
  ];
  return [...Map.groupBy(changes?.list ?? [], ({ taskId }) => taskId)]
    .flatMap(([, own]) => {
      const [change] = own;
      if (change === undefined) return [];
      const kinds = own.map(({ kind }) => changeKindNames[kind]).join(', ');
      const unseen = change.shownThen ? '' : ' (not shown then)';
      const wordsWith = (moved: typeof movedDatesText) =>
        `${own.map((each) => changeWords(each, moved, reportDay)).join(' · ')}${unseen}`;
      const row = {
        change,
        minor: isMinor(own),
        kinds,
        words: wordsWith(movedDatesText),
        shortWords: wordsWith(shortDatesMoveText),
      };
      return [{ row, weight: weigh(own, change) }];
    })
    .sort((a, b) => compareWeights(a.weight, b.weight))
    .map(({ row }) => row);
}

/** Whether a task finished, or only its status changed. Other changes of a finished task no longer matter. */
function isMinor(changes: readonly Change[]): boolean {
  return changes.some(({ kind }) => kind === 'finished') || changes.every(({ kind }) => kind === 'status');
}

function compareWeights(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function changeWords(
  { kind, from, to, fromDates, toDates, slip }: Change,
  moved: typeof movedDatesText,
  reportDay: Day,
): string {
  const arrow = `${from || 'none'} → ${to || 'none'}`;
  switch (kind) {
    case 'added':
      // A slip other than 0: the task was planned before the previous pull, which did not have it.
      return `${slip?.days ? 'back, ' : ''}${to || 'without dates'}`;
    case 'predecessor':
      return to;
    case 'removed':
      return `was ${from || 'without dates'} → ${to}`;
    case 'moved':
      return moved(fromDates, toDates, reportDay);
    case 'finished':
    case 'status':
    case 'resources':
      return arrow;
    case 'owner':
      return `owner ${arrow}`;
    case 'name':
      return `was called ${from}`;
  }
}
