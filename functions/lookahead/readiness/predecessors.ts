import { type Day, dayFromNumber, type StartAndFinish } from '#base/day.ts';
import { addWorkingDays, type WorkingCalendar } from '#lookahead/dates/working-days.ts';
import type { Answer } from '#lookahead/promises/answer.ts';
import { hasReadableDates, type ReportDayAndLastReported } from '#lookahead/tasks/overdue.ts';
import type { InterpretedPull, InterpretedTask } from '#lookahead/tasks/read-task.ts';
import {
  type RelationEnds,
  type RelationReader,
  relationEnds,
  type TaskRelation,
} from '#lookahead/tasks/relations.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';

export type ReadinessInput = ReportDayAndLastReported & {
  readonly pull: InterpretedPull;
  readonly relationsOf: RelationReader;
  /** The declines of tasks that still have the dates for which they were declined, by task id. */
  readonly declined: ReadonlyMap<string, Answer>;
};

export type PredecessorLink = {
  readonly task: InterpretedTask;
  readonly predecessor: InterpretedTask;
  readonly relation: TaskRelation;
  readonly ends: RelationEnds | undefined;
};

export type OpenPredecessors = {
  readonly open: readonly PredecessorLink[];
  /** Number of predecessors outside the weeks that were read, about which nothing is known. */
  readonly outside: number;
};

/**
 * Predecessors that are not as far as the relation requires: for FS and FF, not finished; for SS and SF, not started.
 * If the task has started, only FF and SF still matter.
 */
export function findOpenPredecessors(
  task: InterpretedTask,
  { pull, relationsOf }: ReadinessInput,
): OpenPredecessors {
  const hasStarted = task.status.kind === 'started';
  const open: PredecessorLink[] = [];
  let outside = 0;
  for (const relation of relationsOf(task)) {
    if (relation.direction !== 'predecessor') continue;
    const ends = relationEnds(relation.type);
    if (hasStarted && ends?.taskEnd !== 'finish') continue;
    const predecessor = pull.byId.get(relation.id);
    if (predecessor === undefined) outside += 1;
    else if (!hasPredecessorEndHappened(predecessor, ends)) open.push({ task, predecessor, relation, ends });
  }
  return { open, outside };
}

function hasPredecessorEndHappened({ status }: InterpretedTask, ends: RelationEnds | undefined): boolean {
  return status.kind === 'complete' || (ends?.predecessorEnd === 'start' && status.kind === 'started');
}

export function predecessorStartOrFinishDay({ predecessor, ends }: PredecessorLink): Day | undefined {
  return isUnfinished(predecessor.status) && hasReadableDates(predecessor) && ends
    ? predecessor.dates?.[ends.predecessorEnd]
    : undefined;
}

/**
 * Maximum lag in working days: a hundred years. A longer lag from the service is limited to it, because the date that
 * it leads to may not exist; texts show the lag as given.
 */
const maxLag = 26_000;

type Hours = { readonly startTime?: string | undefined; readonly finishTime?: string | undefined };
type Dated = { readonly milestone: boolean; readonly dates: StartAndFinish; readonly source: Hours };

/**
 * Whether a task's dates satisfy a relation. The lag is in working days of the task's own calendar. FS: the task starts
 * after the predecessor's finish plus the lag. SS: it does not start before the predecessor's start plus the lag. FF:
 * it does not finish before the predecessor's finish plus the lag. SF: it does not finish before the predecessor's
 * start plus the lag. FS also holds on the same day if either task is a milestone, which takes no time, or if the
 * predecessor's finish time is not later than the task's start time.
 */
export function datesSatisfyRelation(
  { type, lag }: { readonly type: string; readonly lag: number },
  task: Dated & { readonly worksOn: WorkingCalendar },
  predecessor: Dated,
): boolean {
  const ends = relationEnds(type);
  if (ends === undefined) return true;
  const days = Math.max(-maxLag, Math.min(maxLag, lag));
  const limit = addWorkingDays(task.worksOn, predecessor.dates[ends.predecessorEnd], days);
  const nextDay =
    type === 'FS' && !task.milestone && !predecessor.milestone && !endsBeforeStartOf(predecessor, task);
  return task.dates[ends.taskEnd] >= dayFromNumber(nextDay ? limit + 1 : limit);
}

function endsBeforeStartOf({ source: { finishTime } }: Dated, { source: { startTime } }: Dated): boolean {
  return finishTime !== undefined && startTime !== undefined && finishTime <= startTime;
}

export function predecessorDatesFit({ task, predecessor, relation }: PredecessorLink): boolean {
  const [dates, before] = [task.dates, predecessor.dates];
  if (dates === undefined || before === undefined) return true;
  const { milestone, worksOn, source } = task;
  return datesSatisfyRelation(
    relation,
    { dates, milestone, worksOn, source },
    { dates: before, milestone: predecessor.milestone, source: predecessor.source },
  );
}
