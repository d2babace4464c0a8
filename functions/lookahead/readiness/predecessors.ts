import { type Dates, type Day, dayFromNumber } from '#base/day.ts';
import { addWorkingDays, type WorksOn } from '#lookahead/dates/working-days.ts';
import type { Answer } from '#lookahead/promises/answer.ts';
import { hasReadDates, type ReportedDays } from '#lookahead/tasks/overdue.ts';
import type { ReadPull, ReadTask } from '#lookahead/tasks/read-task.ts';
import { type BoundEnds, boundEnds, type Relation, type RelationsOf } from '#lookahead/tasks/relations.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';

export type ReadinessData = ReportedDays & {
  readonly pull: ReadPull;
  readonly relationsOf: RelationsOf;
  /** Of tasks that those who should do them declined, for the dates that they still have. */
  readonly declined: ReadonlyMap<string, Answer>;
};

export type Link = {
  readonly task: ReadTask;
  readonly predecessor: ReadTask;
  readonly relation: Relation;
  readonly ends: BoundEnds | undefined;
};

export type Links = {
  readonly open: readonly Link[];
  /** How many others are outside the weeks that were read: nothing is known of them. */
  readonly outside: number;
};

/**
 * Predecessors whose bound end has not happened: for FS and FF, not finished; for SS and SF, not started. If the task
 * has started, only FF and SF still matter.
 */
export function openPredecessors(task: ReadTask, { pull, relationsOf }: ReadinessData): Links {
  const hasStarted = task.status.kind === 'started';
  const open: Link[] = [];
  let outside = 0;
  for (const relation of relationsOf(task)) {
    if (relation.direction !== 'predecessor') continue;
    const ends = boundEnds(relation.type);
    if (hasStarted && ends?.limits !== 'finish') continue;
    const predecessor = pull.byId.get(relation.id);
    if (predecessor === undefined) outside += 1;
    else if (!hasHappened(predecessor, ends)) open.push({ task, predecessor, relation, ends });
  }
  return { open, outside };
}

function hasHappened({ status }: ReadTask, ends: BoundEnds | undefined): boolean {
  return status.kind === 'complete' || (ends?.of === 'start' && status.kind === 'started');
}

export function boundDay({ predecessor, ends }: Link): Day | undefined {
  return isUnfinished(predecessor.status) && hasReadDates(predecessor) && ends
    ? predecessor.dates?.[ends.of]
    : undefined;
}

/** Working days: a hundred years. A lag from the service may lead beyond any date; it is still shown as given. */
const maxLag = 26_000;

type Hours = { readonly startTime?: string | undefined; readonly finishTime?: string | undefined };
type Dated = { readonly milestone: boolean; readonly dates: Dates; readonly source: Hours };

/**
 * Whether a task's dates satisfy a relation. The lag is in working days of the task's own calendar. FS: it starts
 * after the predecessor's finish and the lag; SS: not before its start and the lag; FF: does not finish before its
 * finish and the lag; SF: not before its start and the lag. FS also holds on the same day if either task is a
 * milestone, which takes no time, or if the predecessor ends by the hour at which the task begins.
 */
export function datesFit(
  { type, lag }: { readonly type: string; readonly lag: number },
  task: Dated & { readonly worksOn: WorksOn },
  predecessor: Dated,
): boolean {
  const ends = boundEnds(type);
  if (ends === undefined) return true;
  const days = Math.max(-maxLag, Math.min(maxLag, lag));
  const limit = addWorkingDays(task.worksOn, predecessor.dates[ends.of], days);
  const nextDay = type === 'FS' && !task.milestone && !predecessor.milestone && !handsOver(predecessor, task);
  return task.dates[ends.limits] >= dayFromNumber(nextDay ? limit + 1 : limit);
}

function handsOver({ source: { finishTime } }: Dated, { source: { startTime } }: Dated): boolean {
  return finishTime !== undefined && startTime !== undefined && finishTime <= startTime;
}

export function linkFits({ task, predecessor, relation }: Link): boolean {
  const [dates, before] = [task.dates, predecessor.dates];
  if (dates === undefined || before === undefined) return true;
  const { milestone, worksOn, source } = task;
  return datesFit(
    relation,
    { dates, milestone, worksOn, source },
    { dates: before, milestone: predecessor.milestone, source: predecessor.source },
  );
}
