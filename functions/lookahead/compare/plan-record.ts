/**
 * The record that later issues measure an issue by: for each task of the pull, its coming days, its progress and its
 * constraints. It is stored with the issue, so that nothing has to be computed again from an old pull.
 */
import { type Day, mondayOf, type StartAndFinish } from '#base/day.ts';
import { overlaps, type Window } from '#lookahead/dates/window.ts';
import { listDaysWithWork } from '#lookahead/dates/working-days.ts';
import type { Constraint, ConstraintKind } from '#lookahead/readiness/constraint-rules.ts';
import type { InterpretedPull, InterpretedTask, NamedReference } from '#lookahead/tasks/read-task.ts';
import { type SelectionProperties, type SheetShift, sheetShiftOf } from '#lookahead/tasks/select-tasks.ts';
import type { TaskId } from '#planning/contract/resources.ts';

export type PlanRecord = {
  /**
   * From the Monday of the report day's week, or the first day of the pull if that is later, to the last day of the
   * pull.
   */
  readonly range: StartAndFinish;
  /** Sorted by reference. */
  readonly tasks: readonly RecordedTask[];
};

export type RecordedTask = {
  readonly id: TaskId;
  readonly ref: string;
  readonly name: string;
  readonly key: boolean;
  readonly progress: 'open' | 'started' | 'complete' | 'cancelled';
  readonly dates: StartAndFinish | undefined;
  /** Planned days within the record's range. */
  readonly days: readonly Day[];
  readonly shift: SheetShift;
  readonly selectedBy: SelectionProperties;
  readonly parent: string | undefined;
  /** One of each kind, most consequential first. */
  readonly constraints: readonly RecordedConstraint[];
};

export type RecordedConstraint = {
  readonly kind: ConstraintKind;
  /** Report day of the first issue since which every issue has had this constraint. */
  readonly firstSeen: Day;
  readonly ask: NamedReference | undefined;
};

type Recorded = {
  readonly pull: InterpretedPull;
  readonly window: Window;
  readonly reportDay: Day;
  readonly constraints: ReadonlyMap<InterpretedTask, readonly Constraint[]>;
  readonly previous: PlanRecord | undefined;
};

export function createPlanRecord({ pull, window, reportDay, constraints, previous }: Recorded): PlanRecord {
  const { first, last } = pull.pull.range;
  const monday = mondayOf(reportDay);
  const range = { start: monday < first ? first : monday, finish: last };
  const firstSeen = firstSeenIn(previous);
  const tasks = pull.tasks.map((task): RecordedTask => {
    const { id, ref, name, dates, source } = task;
    const kinds = Map.groupBy(constraints.get(task) ?? [], ({ kind }) => kind);
    return {
      id,
      ref,
      name,
      key: source.keyTask === true,
      progress: progressOf(task),
      dates,
      days: plannedDays(task, { first: range.start, last }),
      shift: sheetShiftOf({ ...task, inWindow: overlaps(window, dates) }),
      selectedBy: source,
      parent: source.parent?.id,
      constraints: Array.from(kinds, ([kind, [one]]) => ({
        kind,
        ask: one?.ask,
        firstSeen: firstSeen(id, kind) ?? reportDay,
      })),
    };
  });
  return { range, tasks };
}

function firstSeenIn(record: PlanRecord | undefined): (id: TaskId, kind: ConstraintKind) => Day | undefined {
  const held = record?.tasks.filter(({ constraints }) => constraints.length > 0) ?? [];
  const byId = new Map(held.map(({ id, constraints }) => [id, constraints]));
  return (id, kind) => byId.get(id)?.find((each) => each.kind === kind)?.firstSeen;
}

function progressOf({ status }: InterpretedTask): RecordedTask['progress'] {
  const { kind } = status;
  return kind === 'started' || kind === 'complete' || kind === 'cancelled' ? kind : 'open';
}

/** The working days of a task in the range; for a milestone its day, even if the calendar does not work on it. */
function plannedDays(
  read: InterpretedTask,
  { first, last }: { readonly first: Day; readonly last: Day },
): readonly Day[] {
  const { dates, milestone } = read;
  if (!milestone || dates === undefined) return listDaysWithWork({ first, last }, read);
  return dates.start >= first && dates.start <= last ? [dates.start] : [];
}
