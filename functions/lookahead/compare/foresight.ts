/**
 * How well earlier issues foresaw a week: tasks anticipated (TA) and tasks made ready (TMR) as Ballard and Tommelein
 * (2021) define them, and whether constraints were seen and removed in time. `docs/workbook.md` has the definitions for
 * readers.
 */
import { addDays, type Day, type StartAndFinish } from '#base/day.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import type { IssueReference } from './earlier-issue.ts';
import type { RecordedConstraint, RecordedTask } from './plan-record.ts';
import type { RecordedWeek, WeekTask } from './recorded-week.ts';
import { nameAndAddressText } from './unready-tasks.ts';

/** Numbers of weeks before a week's plan for which foresight is measured. */
export const weeksOfForesight = [1, 2, 3, 4] as const;

export function isOneWeekBefore({ weeks }: { readonly weeks: number }): boolean {
  return weeks === 1;
}

/** If `of` is 0, the share is unknown: neither 0 % nor 100 %. */
export type CountedShare = { readonly count: number; readonly of: number };

/**
 * The state of a task in an earlier issue: `foreseen` for the week, `moved` if it was planned for another week, `new`
 * if the issue did not have it; `unready` if it was not ready then. Tasks that had `begun` are not measured. A split
 * task counts once: its other parts are `part`.
 */
export type ForesightState =
  | 'foreseen'
  | 'foreseen unready'
  | 'moved'
  | 'moved unready'
  | 'new'
  | 'begun'
  | 'part';

/** A task that was planned in the week or foreseen for it. */
export type TaskInForesight = WeekTask & {
  /** State in the week's plan. */
  readonly planState: 'ready' | 'unready' | 'done early' | 'cancelled' | 'not planned';
  readonly startsInWeek: boolean;
  /**
   * For a planned task, its dates one week before the plan; for a task that was only foreseen, its dates in the plan.
   * Undefined if there is no issue from one week before, or if the issue or the plan does not have the task.
   */
  readonly otherDates: StartAndFinish | undefined;
  /**
   * One for each entry of `Foresight.weeksBefore`, in that order; undefined if neither the entry's issue nor the week's
   * plan had the task in the week.
   */
  readonly foresightStates: readonly (ForesightState | undefined)[];
  /**
   * Constraints in the week's plan or an earlier issue. Empty if the task does not start in the week, if it had begun a
   * week before the plan, or if there is no issue from then.
   */
  readonly constraints: readonly ForeseenTaskConstraint[];
};

/** `isLate`: first seen at most seven days before the start of the task, or later. */
type ForeseenTaskConstraint = RecordedConstraint & { readonly isLate: boolean };

type ForesightFigures = {
  readonly weeks: number;
  readonly issue: IssueReference;
  /** TA: of the planned tasks (`of`), those that were foreseen (`count`). */
  readonly anticipated: CountedShare;
  /** TMR: of the foreseen tasks (`of`), those that are planned and ready, or were done early (`count`). */
  readonly madeReady: CountedShare;
  /**
   * Of the tasks that start in the week and were not ready in this issue (`of`), those that are ready in the week's
   * plan (`count`).
   */
  readonly readyOnTime: CountedShare;
  /** Number of tasks that had begun, which are left out of all three shares. */
  readonly begun: number;
  /** Number of foreseen tasks that were cancelled, which are left out of TMR. */
  readonly cancelled: number;
};

type LateConstraints = {
  readonly all: CountedShare;
  /** By kind of constraint; the kind with the most late constraints comes first. */
  readonly byKind: readonly (CountedShare & { readonly named: string })[];
  /** By the person to ask, in the same way; `named` is empty for constraints that have nobody to ask. */
  readonly byAsk: readonly (CountedShare & { readonly named: string })[];
};

export type Foresight = {
  readonly week: Window;
  readonly planned: number;
  /** One entry for each of `weeksOfForesight` that has an issue, without those in `sameProgramme`. */
  readonly weeksBefore: readonly ForesightFigures[];
  /**
   * Monday of the first week for which an issue is known. Foresight of n weeks can be measured from n weeks later on.
   */
  readonly firstWeek: Day | undefined;
  /**
   * Those of `weeksOfForesight` for which the issue had the same version of the programme as the week's plan, so that
   * there is nothing to measure.
   */
  readonly sameProgramme: readonly number[];
  /** The planned tasks by reference, then the tasks that were only foreseen. */
  readonly tasks: readonly TaskInForesight[];
  /** Undefined if there is no issue from one week before: every constraint would seem late. */
  readonly lateConstraints: LateConstraints | undefined;
};

export type EarlierRecordedWeek = RecordedWeek & { readonly weeks: number };

type Measured = {
  readonly plan: RecordedWeek;
  readonly before: readonly EarlierRecordedWeek[];
  readonly firstWeek: Day | undefined;
};

export function measureForesight(
  { plan, before: found, firstWeek }: Measured,
  audience: Audience,
): Foresight {
  const { week } = plan;
  const before = found.filter((issue) => !isSameProgramme(issue.reference, plan.reference));
  const planned = tasksPlannedInWeek(plan, audience).filter(({ task }) => task.progress !== 'cancelled');
  const views = before.map((earlier) => issueForesight(earlier, planned, audience));
  const left = new Map(
    views.toReversed().flatMap((view) => view.droppedTasks.map((each) => [each.task.id, each])),
  );
  const weekBeforeAt = before.findIndex(isOneWeekBefore);
  const weekBefore = before[weekBeforeAt];
  const tasks = [...planned, ...left.values()].map((own): TaskInForesight => {
    const { task, dates } = own;
    const isPlanned = !left.has(task.id);
    const startsInWeek = isPlanned && task.progress === 'open' && dates.start >= week.first;
    const seen = views.map((view) => view.foresightStates.get(task.id));
    const hasConstraints = weekBefore !== undefined && startsInWeek && seen[weekBeforeAt] !== 'begun';
    return {
      ...own,
      planState: isPlanned ? (isReady(task) ? 'ready' : 'unready') : planStateIn(plan, task.id),
      startsInWeek,
      otherDates: (isPlanned ? weekBefore : plan)?.byId.get(task.id)?.dates,
      foresightStates: seen,
      constraints: hasConstraints ? constraintsOf(own, [plan, ...before]) : [],
    };
  });
  return {
    week,
    planned: planned.length,
    weeksBefore: views.map((view, index) => foresightFigures(tasks, view, index)),
    firstWeek,
    sameProgramme: found.flatMap((issue) => (before.includes(issue) ? [] : [issue.weeks])),
    tasks,
    lateConstraints: weekBefore
      ? lateConstraints(tasks.flatMap(({ constraints }) => constraints))
      : undefined,
  };
}

/**
 * A version with neither a data date nor an import time may change under the same name, so it never counts as the same.
 */
function isSameProgramme({ programme }: IssueReference, plan: IssueReference): boolean {
  const isDated = programme?.dataDate !== undefined || programme?.imported !== undefined;
  return isDated && programme.label === plan.programme?.label;
}

function tasksPlannedInWeek(week: RecordedWeek, audience: Audience): readonly WeekTask[] {
  return week.ownTasks(audience).filter(({ days }) => days.length > 0);
}

type IssueForesight = {
  readonly earlier: EarlierRecordedWeek;
  readonly foresightStates: ReadonlyMap<string, ForesightState>;
  /** Foreseen tasks that are not planned in the week. */
  readonly droppedTasks: readonly WeekTask[];
  readonly begun: number;
};

function issueForesight(
  earlier: EarlierRecordedWeek,
  planned: readonly WeekTask[],
  audience: Audience,
): IssueForesight {
  const own = tasksPlannedInWeek(earlier, audience);
  const foreseen = new Set<string>(own.flatMap(({ task }) => (task.progress === 'open' ? [task.id] : [])));
  const hasBegun = (id: string) => ['started', 'complete'].includes(earlier.byId.get(id)?.progress ?? 'open');
  const foresightStates = new Map<string, ForesightState>();
  const wholes = Map.groupBy(planned, ({ task }) => wholeTaskId(task, earlier));
  for (const [id, parts] of wholes) {
    const counted = parts.find(({ task }) => !isReady(task)) ?? parts[0];
    const state = hasBegun(id) ? 'begun' : foresightState(earlier.byId.get(id), foreseen.has(id));
    for (const part of parts)
      foresightStates.set(part.task.id, part === counted || state === 'begun' ? state : 'part');
  }
  const droppedTasks = own.filter(({ task }) => foreseen.has(task.id) && !wholes.has(task.id));
  for (const { task } of droppedTasks) foresightStates.set(task.id, foresightState(task, true));
  const begun = new Set<string>([...own.map(({ task }) => task.id), ...wholes.keys()].filter(hasBegun));
  return { earlier, foresightStates, droppedTasks, begun: begun.size };
}

/**
 * The id of the task in the earlier issue. A part of a split task has a new id, and names as its parent the task that
 * the earlier issue had.
 */
function wholeTaskId({ id, parent }: RecordedTask, { byId }: RecordedWeek): string {
  return parent !== undefined && !byId.has(id) && byId.has(parent) ? parent : id;
}

function foresightState(known: RecordedTask | undefined, isForeseen: boolean): ForesightState {
  if (known === undefined) return 'new';
  if (isForeseen) return isReady(known) ? 'foreseen' : 'foreseen unready';
  return isReady(known) ? 'moved' : 'moved unready';
}

function isReady({ constraints }: RecordedTask): boolean {
  return constraints.length === 0;
}

function planStateIn({ byId }: RecordedWeek, id: string): TaskInForesight['planState'] {
  const progress = byId.get(id)?.progress;
  if (progress === 'complete') return 'done early';
  return progress === 'cancelled' ? 'cancelled' : 'not planned';
}

export const plannedStates = ['ready', 'unready'] as const;
const foreseenStates = ['foreseen', 'foreseen unready'] as const;
export const notForeseenStates = ['moved', 'moved unready', 'new'] as const;
const unreadyStates = ['foreseen unready', 'moved unready'] as const;

/**
 * Selects the tasks that a share counts: those with one of these states in the plan and one of these in the earlier
 * issue; with `startsInWeek`, only those that start in the week.
 */
export type ForesightShareCondition = {
  readonly planStates: readonly TaskInForesight['planState'][];
  readonly foresightStates: readonly ForesightState[];
  readonly startsInWeek?: true;
};

/** The conditions of each share, for the counts of the plan and for the formulas of the workbook. */
export const foresightShareConditions = {
  anticipated: {
    count: { planStates: plannedStates, foresightStates: foreseenStates },
    of: { planStates: plannedStates, foresightStates: [...foreseenStates, ...notForeseenStates] },
  },
  madeReady: {
    count: { planStates: ['ready', 'done early'], foresightStates: foreseenStates },
    of: { planStates: [...plannedStates, 'done early', 'not planned'], foresightStates: foreseenStates },
  },
  readyOnTime: {
    count: { planStates: ['ready'], foresightStates: unreadyStates, startsInWeek: true },
    of: { planStates: plannedStates, foresightStates: unreadyStates, startsInWeek: true },
  },
} as const satisfies Readonly<
  Record<string, { readonly count: ForesightShareCondition; readonly of: ForesightShareCondition }>
>;

function foresightFigures(
  tasks: readonly TaskInForesight[],
  { earlier, begun }: IssueForesight,
  index: number,
): ForesightFigures {
  const rows = ({ planStates, foresightStates, startsInWeek }: ForesightShareCondition) =>
    tasks.filter(
      (row) =>
        planStates.includes(row.planState) &&
        foresightStates.some((state) => state === row.foresightStates[index]) &&
        (startsInWeek === undefined || row.startsInWeek),
    ).length;
  const counted = (share: keyof typeof foresightShareConditions) => {
    const { count, of } = foresightShareConditions[share];
    return { count: rows(count), of: rows(of) };
  };
  return {
    weeks: earlier.weeks,
    issue: earlier.reference,
    anticipated: counted('anticipated'),
    madeReady: counted('madeReady'),
    readyOnTime: counted('readyOnTime'),
    begun,
    cancelled: rows({ planStates: ['cancelled'], foresightStates: foreseenStates }),
  };
}

const lateDays = 7;

function constraintsOf(
  { task, dates }: WeekTask,
  issues: readonly RecordedWeek[],
): readonly ForeseenTaskConstraint[] {
  const all = issues.flatMap(({ byId }) => byId.get(task.id)?.constraints ?? []);
  return Array.from(Map.groupBy(all, ({ kind }) => kind).values()).flatMap((same) => {
    const [latest] = same;
    if (latest === undefined) return [];
    const firstSeen = same.map((each) => each.firstSeen).reduce((a, b) => (a < b ? a : b));
    return [{ ...latest, firstSeen, isLate: firstSeen >= addDays(dates.start, -lateDays) }];
  });
}

function lateConstraints(all: readonly ForeseenTaskConstraint[]): LateConstraints {
  const share = (own: readonly ForeseenTaskConstraint[]) => ({
    count: own.filter(({ isLate }) => isLate).length,
    of: own.length,
  });
  const sharesBy = (name: (constraint: ForeseenTaskConstraint) => string) =>
    Array.from(Map.groupBy(all, name), ([named, own]) => ({ named, ...share(own) })).sort(
      (a, b) => b.count - a.count || a.of - b.of || compareNaturally(a.named, b.named),
    );
  return {
    all: share(all),
    byKind: sharesBy(({ kind }) => constraintKindText(kind)),
    byAsk: sharesBy(({ ask }) => (ask === undefined ? '' : nameAndAddressText(ask))),
  };
}

/** `predecessor overdue` */
export function constraintKindText(kind: RecordedConstraint['kind']): string {
  return kind.replaceAll('-', ' ');
}

/** TA and TMR one week before the plan, 0 to 1, for trends; undefined if there was nothing to count. */
export function foresightShares(
  before: readonly {
    readonly weeks: number;
    readonly anticipated: CountedShare;
    readonly madeReady: CountedShare;
  }[],
): { readonly anticipated: number | undefined; readonly madeReady: number | undefined } {
  const share = ({ count, of } = { count: 0, of: 0 }) => (of === 0 ? undefined : count / of);
  const { anticipated, madeReady } = before.find(isOneWeekBefore) ?? {};
  return { anticipated: share(anticipated), madeReady: share(madeReady) };
}
