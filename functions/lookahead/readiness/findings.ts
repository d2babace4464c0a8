/** The findings of the readiness checks, ordered and by task: what tasks lack before work can start. */
import type { Day } from '../../base/day.ts';
import type { TaskId } from '../../planning/contract/resources.ts';
import type { IssueReference } from '../compare/earlier-issue.ts';
import { overlaps, type Window } from '../dates/window.ts';
import { readyWord } from '../grid/grid-text.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import { compareText } from '../text/natural-order.ts';

/** The most consequential first. Each can be switched off by name in the configuration. */
export const readinessChecks = [
  'blocked-or-delayed',
  'predecessor-late',
  'overdue',
  'no-labour',
  'predecessor-moved',
  'shared-location',
  'non-working-day',
  'no-subcontractor',
  'no-location',
  'no-owner',
  'material-without-daily-figures',
] as const;
export type ReadinessCheck = (typeof readinessChecks)[number];

export type Finding = {
  readonly check: ReadinessCheck;
  readonly task: PlannedTask;
  /** The missing item, as a sentence without a full stop: `A1010 ends 26 Nov, after this starts (FS+1)`. */
  readonly missing: string;
  /** The same in a word or two: `predecessor A1010`, `no labour`. */
  readonly word: string;
  /** Who to ask: a person or company by name; empty where the data names nobody. */
  readonly ask: string;
  /** The day work should start, or the day the clash is on. */
  readonly neededBy: Day | undefined;
};

/** A finding of a check of one task. */
export type Outcome = Pick<Finding, 'missing' | 'word' | 'ask'>;

/** A finding before its task is planned. */
export type FindingDraft = Omit<Finding, 'task'> & { readonly taskId: TaskId };

/** Findings in reading order, and the number of tasks that were checked. */
export type OrderedFindings = {
  readonly all: readonly Finding[];
  readonly tasks: number;
};

const ranks = new Map(readinessChecks.map((check, index) => [check, index]));

function compareDrafts(a: FindingDraft, b: FindingDraft): number {
  return (ranks.get(a.check) ?? 0) - (ranks.get(b.check) ?? 0) || compareText(a.missing, b.missing);
}

/** The tasks with a word for each of their findings, the most consequential first. */
export function withMissing(
  tasks: readonly PlannedTask[],
  drafts: readonly FindingDraft[],
): readonly PlannedTask[] {
  const byTask = Map.groupBy(drafts, ({ taskId }) => taskId);
  return tasks.map((task) => {
    const own = byTask.get(task.id) ?? [];
    return { ...task, missing: own.toSorted(compareDrafts).map(({ word }) => word) };
  });
}

/**
 * Orders findings by the day work should start, those without one last; then as the tasks are ordered; then as
 * the checks are listed. Sorts the few days instead of the many findings, since the tasks are in order already.
 */
export function orderFindings(
  drafts: readonly FindingDraft[],
  tasks: readonly PlannedTask[],
): OrderedFindings {
  const byTask = Map.groupBy(drafts, ({ taskId }) => taskId);
  const perDay = new Map<number, Finding[]>();
  for (const task of tasks) {
    for (const { check, missing, word, ask, neededBy } of byTask.get(task.id)?.sort(compareDrafts) ?? []) {
      const finding: Finding = { check, task, missing, word, ask, neededBy };
      const day = neededBy ?? Number.MAX_SAFE_INTEGER;
      const list = perDay.get(day);
      if (list === undefined) perDay.set(day, [finding]);
      else list.push(finding);
    }
  }
  const all = [...perDay].sort(([a], [b]) => a - b).flatMap(([, findings]) => findings);
  return { all, tasks: tasks.length };
}

/** The findings of some of the tasks, in the same order. */
export function cutFindings(ordered: OrderedFindings, tasks: readonly PlannedTask[]): readonly Finding[] {
  if (tasks.length === ordered.tasks) return ordered.all;
  const theirs = new Set(tasks);
  return ordered.all.filter(({ task }) => theirs.has(task));
}

/**
 * For each task, the first of the issues, without a gap, that said it was not ready. It travels from snapshot to
 * snapshot, as the dates first planned do.
 */
export type OpenSince = ReadonlyMap<TaskId, IssueReference>;

/**
 * As of a new issue: the tasks that the one before it said were not ready. Those that it was the first to name are open
 * since it.
 */
export function carryOpenSince(
  previous: { readonly reference: IssueReference; readonly notReady: readonly TaskId[] },
  earlier: OpenSince,
): OpenSince {
  return new Map(previous.notReady.map((id) => [id, earlier.get(id) ?? previous.reference]));
}

/** The tasks that are not ready: key tasks first, then those of this window, the soonest, the most people. */
export function unreadyTasks({
  tasks,
  window,
}: {
  readonly tasks: readonly PlannedTask[];
  readonly window: Window;
}): readonly PlannedTask[] {
  const rank = ({ key, dates }: PlannedTask) =>
    (key ? 0 : 2) + (dates && overlaps(window, dates.start, dates.finish) ? 0 : 1);
  const start = ({ dates }: PlannedTask) => dates?.start ?? Number.MAX_SAFE_INTEGER;
  return tasks
    .filter((task) => readyWord(task) === 'no')
    .sort((a, b) => rank(a) - rank(b) || start(a) - start(b) || b.people - a.people);
}

/** Gives a function that says whom to ask about what a task misses: a person or company; empty where the data names nobody. */
export function askerFor({
  readiness,
}: {
  readonly readiness: { readonly findings: readonly Finding[] };
}): (task: PlannedTask) => string {
  const asks = new Map<PlannedTask['id'], string>();
  for (const { task, ask } of readiness.findings) {
    if (ask !== '' && !asks.has(task.id)) asks.set(task.id, ask);
  }
  return ({ id }) => asks.get(id) ?? '';
}
