import { type Dates, type Day, dayFromNumber } from '../../base/day.ts';
import { dayText } from '../dates/day-text.ts';
import { addWorkingDays } from '../dates/working-days.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import type { ReadPull, ReadTask } from '../tasks/read-task.ts';
import { type Relation, relationCode } from '../tasks/relations.ts';
import { isUnfinished } from '../tasks/status.ts';
import { countText } from '../text/quantity-text.ts';
import type { Outcome, ReadinessCheck } from './findings.ts';

/** Which end of the predecessor limits which end of the task. */
type Ends = {
  readonly before: 'start' | 'finish';
  readonly bound: 'start' | 'finish';
};
const ends: ReadonlyMap<string, Ends> = new Map<string, Ends>([
  ['FS', { before: 'finish', bound: 'start' }],
  ['SS', { before: 'start', bound: 'start' }],
  ['FF', { before: 'finish', bound: 'finish' }],
  ['SF', { before: 'start', bound: 'finish' }],
]);

/** Working days: a hundred years. A lag from the service may lead beyond any date; it is still shown as given. */
const maxLag = 26_000;

/**
 * Whether a task's dates satisfy a relation. The lag is in working days of the task's own calendar. FS: it
 * starts after the predecessor's finish and the lag; SS: not before its start and the lag; FF: does not finish
 * before its finish and the lag; SF: not before its start and the lag. An FS relation also holds on the same day where
 * either task is a milestone, which takes no time, or where the predecessor ends by the hour at which the task begins.
 */
export function satisfies(
  relation: { readonly type: string; readonly lag: number },
  task: Pick<PlannedTask, 'milestone' | 'worksOn'> & { readonly dates: Dates; readonly startTime?: Hour },
  predecessor: Pick<ReadTask, 'milestone'> & { readonly dates: Dates; readonly finishTime?: Hour },
): boolean {
  const pair = ends.get(relation.type);
  if (pair === undefined) return true;
  const lag = Math.max(-maxLag, Math.min(maxLag, relation.lag));
  const limit = addWorkingDays(task.worksOn, predecessor.dates[pair.before], lag);
  const nextDay =
    relation.type === 'FS' && !task.milestone && !predecessor.milestone && !handsOver(predecessor, task);
  return task.dates[pair.bound] >= dayFromNumber(nextDay ? limit + 1 : limit);
}

/** `HH:MM`, where the service says it. */
type Hour = string | undefined;

function handsOver(
  { finishTime }: { readonly finishTime?: Hour },
  { startTime }: { readonly startTime?: Hour },
) {
  return finishTime !== undefined && startTime !== undefined && finishTime <= startTime;
}

const verbs = { start: 'starts', finish: 'ends' } as const;

/** `A1010`, `A1010 Pour raft`. */
function nameOf(relation: Relation): string {
  const { label, name } = relation;
  return name === undefined || name === label ? label : `${label} ${name}`;
}

function askAbout(predecessor: ReadTask, task: PlannedTask): string {
  const people = [predecessor.owner, predecessor.subcontractor, task.owner, task.subcontractor];
  return people.find((each) => each !== undefined)?.name ?? '';
}

type Now = {
  readonly pull: ReadPull;
  readonly reportDay: Day;
  readonly checksOff: readonly ReadinessCheck[];
  /** `revision`: what readers know it by, `revision 2 of week 48`. */
  readonly previous: { readonly pull: ReadPull; readonly revision: string } | undefined;
};

/** Unfinished predecessors that, with their lag, end too late. A predecessor outside the pull gives no finding. */
export function latePredecessors(task: PlannedTask, now: Now): readonly Outcome[] {
  return task.relations.flatMap((relation) => lateOutcome(task, relation, now) ?? []);
}

function lateOutcome(task: PlannedTask, relation: Relation, { pull, reportDay }: Now): Outcome | undefined {
  const { dates } = task;
  const predecessor = relation.direction === 'predecessor' ? pull.byId.get(relation.id) : undefined;
  const pair = ends.get(relation.type);
  if (dates === undefined || predecessor?.dates === undefined || pair === undefined) return undefined;
  if (!isUnfinished(predecessor.status)) return undefined;
  const { milestone, source } = predecessor;
  const bounds = { milestone, dates: predecessor.dates, finishTime: source.finishTime };
  if (satisfies(relation, { ...task, dates, startTime: task.source.startTime }, bounds)) return undefined;
  const theirs = `${nameOf(relation)} ${verbs[pair.before]} ${dayText(predecessor.dates[pair.before], reportDay)}`;
  const ours = `this ${verbs[pair.bound]} ${dayText(dates[pair.bound], reportDay)}`;
  return {
    missing: `${theirs}, ${ours} (${relationCode(relation.type, relation.lag)})`,
    word: `predecessor ${relation.label}`,
    ask: askAbout(predecessor, task),
  };
}

/**
 * Unfinished predecessors whose limiting end is later than in the previous issue's pull. Those that end too late are
 * findings already where that is checked, and would count twice.
 */
export function movedPredecessors(task: PlannedTask, today: Now): readonly Outcome[] {
  const { previous, checksOff } = today;
  if (previous === undefined) return [];
  const lateIsSaid = !checksOff.includes('predecessor-late');
  return task.relations.flatMap((relation): readonly Outcome[] => {
    const now = relation.direction === 'predecessor' ? today.pull.byId.get(relation.id) : undefined;
    const then = previous.pull.byId.get(relation.id);
    const end = ends.get(relation.type)?.before;
    if (now?.dates === undefined || then?.dates === undefined || end === undefined) return [];
    if (!isUnfinished(now.status) || now.dates[end] <= then.dates[end]) return [];
    if (lateIsSaid && lateOutcome(task, relation, today) !== undefined) return [];
    const to: Day = now.dates[end];
    const later = countText(to - then.dates[end], 'day');
    return [
      {
        missing: `${nameOf(relation)} now ${verbs[end]} ${dayText(to, today.reportDay)}, ${later} later than in ${previous.revision} (${relationCode(relation.type, relation.lag)})`,
        word: `predecessor ${relation.label} moved`,
        ask: askAbout(now, task),
      },
    ];
  });
}
