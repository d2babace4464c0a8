/**
 * How much of a week the lookahead had foreseen, and how much of what it foresaw came to be planned: tasks anticipated
 * (TA) and tasks made ready (TMR) as Ballard and Tommelein (2021) define them, and whether constraints were seen and
 * removed in time. `docs/workbook.md` has the definitions for readers.
 */
import { addDays, type Day } from '../../base/day.ts';
import type { TaskId } from '../../planning/contract/resources.ts';
import type { Window } from '../dates/window.ts';
import type { ConstraintKind } from '../readiness/constraint-rules.ts';
import { type Named, namedOf, personOf } from '../tasks/read-task.ts';
import type { Audience } from '../tasks/select.ts';
import { compareNaturally } from '../text/natural-order.ts';
import type { IssueReference } from './earlier-issue.ts';
import type { RecordedTask } from './plan-record.ts';
import type { RecordedWeek } from './recorded-week.ts';
import { contactText } from './unready-tasks.ts';

/** For how many weeks before a week's plan it is asked what was foreseen. */
export const weeksForeseen = [1, 2, 3, 4] as const;

/** A share with its counts. Of nothing it is unknown, not 0 % and not 100 %. */
export type Counted = { readonly count: number; readonly of: number };

/**
 * A task as an earlier issue had it: `foreseen` for the week, `unready` if it was not ready then; `new` if it was not
 * foreseen for the week. `begun` ones had begun by then, and of the parts of a split task one counts: neither of them is
 * measured.
 */
type SeenAs = 'foreseen' | 'foreseen unready' | 'new' | 'new unready' | 'begun' | 'part';

type ForeseenTask = {
  readonly task: RecordedTask;
  readonly subcontractor: Named | undefined;
  readonly owner: Named | undefined;
  /** What the plan of the week made of it. */
  readonly plan: 'ready' | 'unready' | 'done early' | 'cancelled' | 'not planned';
  /** Planned to start in the week. */
  readonly starts: boolean;
  /** In the order of `Foresight.before`. Undefined if that issue did not foresee it and the week's plan has it not. */
  readonly seen: readonly (SeenAs | undefined)[];
};

type WeekBefore = {
  readonly weeks: number;
  readonly issue: IssueReference;
  /** TA: of the planned tasks, those foreseen. */
  readonly anticipated: Counted;
  /** TMR: of the tasks foreseen, those planned and ready, or done early. */
  readonly madeReady: Counted;
  /** Of the tasks that start in the week and were not ready then, those that were ready in the week's plan. */
  readonly readyOnTime: Counted;
  /** Left out of all three. */
  readonly begun: number;
  /** Left out of TMR. */
  readonly cancelled: number;
};

type SeenConstraint = {
  readonly task: RecordedTask;
  readonly kind: ConstraintKind;
  readonly ask: Named | undefined;
  readonly firstSeen: Day;
  readonly isLate: boolean;
};

type NamedCounted = Counted & { readonly named: string };
type LateConstraints = {
  readonly all: Counted;
  /** The kinds, and whom to ask about them (empty if nobody is named), with most late constraints first. */
  readonly byKind: readonly NamedCounted[];
  readonly byAsk: readonly NamedCounted[];
};

export type Foresight = {
  readonly week: Window;
  /** The plan of the week, as for PPC. */
  readonly plan: IssueReference;
  readonly planned: number;
  /** One for each of `weeksForeseen` that an issue was made for. */
  readonly before: readonly WeekBefore[];
  /** Monday of the first week that an issue is known for: n weeks later, n weeks before can be measured. */
  readonly firstWeek: Day | undefined;
  readonly tasks: readonly ForeseenTask[];
  /** Of the tasks that start in the week. Undefined without an issue from a week before: all would seem late. */
  readonly constraints: (LateConstraints & { readonly list: readonly SeenConstraint[] }) | undefined;
};

export type WeekSeen = RecordedWeek & { readonly weeks: number };

type Measured = {
  readonly plan: RecordedWeek;
  readonly before: readonly WeekSeen[];
  /** The first week of the first issue that is known. */
  readonly firstWeek: Day | undefined;
};

export function measureForesight({ plan, before, firstWeek }: Measured, audience: Audience): Foresight {
  const { week } = plan;
  const planned = ownTasks(plan, audience).filter(({ progress }) => progress !== 'cancelled');
  const views = before.map((earlier) => viewOf(earlier, planned, audience));
  const left = new Map(
    views.toReversed().flatMap(({ left: tasks }) => tasks.map((each) => [each.task.id, each])),
  );
  const tasks = [
    ...planned.map(
      (task): ForeseenTask => ({
        task,
        ...peopleOf(task, plan),
        plan: isReady(task) ? 'ready' : 'unready',
        starts: task.progress === 'open' && startsIn(task, week),
        seen: views.map(({ seen }) => seen.get(task.id)),
      }),
    ),
    ...Array.from(
      left.values(),
      ({ task, issue }): ForeseenTask => ({
        task,
        ...peopleOf(task, issue),
        plan: outcomeIn(plan, task.id),
        starts: false,
        seen: views.map(({ seen }) => seen.get(task.id)),
      }),
    ),
  ];
  const isMeasurable = before.some(({ weeks }) => weeks === 1);
  return {
    week,
    plan: plan.reference,
    planned: planned.length,
    before: views.map((view, index) => countWeek(tasks, view, index)),
    firstWeek,
    tasks,
    constraints: isMeasurable ? lateConstraints(tasks, { plan, before }) : undefined,
  };
}

/** What an earlier issue had foreseen for the week. */
type View = {
  readonly earlier: Measured['before'][number];
  readonly seen: ReadonlyMap<TaskId, SeenAs>;
  /** Tasks foreseen that the week's plan does not have. */
  readonly left: readonly { readonly task: RecordedTask; readonly issue: RecordedWeek }[];
  readonly begun: number;
};

function viewOf(earlier: View['earlier'], planned: readonly RecordedTask[], audience: Audience): View {
  const own = ownTasks(earlier, audience);
  const foreseen = new Map(own.filter(({ progress }) => progress === 'open').map((task) => [task.id, task]));
  const seen = new Map<TaskId, SeenAs>();
  const wholes = Map.groupBy(planned, (task) => wholeOf(task, earlier));
  for (const [id, parts] of wholes) {
    const known = earlier.byId.get(id);
    const counted = parts.find((task) => !isReady(task)) ?? parts[0];
    for (const part of parts) {
      const as = part === counted ? seenAs(known, foreseen.has(id)) : 'part';
      seen.set(part.id, hasBegun(known) ? 'begun' : as);
    }
  }
  const left = Array.from(foreseen.values()).filter(({ id }) => !wholes.has(id));
  for (const task of left) seen.set(task.id, seenAs(task, true));
  const begun = new Set(
    [...own.map(({ id }) => id), ...wholes.keys()].filter((id) => hasBegun(earlier.byId.get(id))),
  );
  return { earlier, seen, left: left.map((task) => ({ task, issue: earlier })), begun: begun.size };
}

function ownTasks({ tasks, theirs }: RecordedWeek, audience: Audience): readonly RecordedTask[] {
  const isTheirs = theirs(audience);
  return tasks.flatMap(({ task, days }) => (days.length > 0 && isTheirs(task) ? [task] : []));
}

/** A part of a split task has an id that the earlier issue did not know, and the task that it knew as its parent. */
function wholeOf({ id, parent }: RecordedTask, { byId }: RecordedWeek): TaskId {
  return parent !== undefined && !byId.has(id) && byId.has(parent) ? parent : id;
}

function seenAs(known: RecordedTask | undefined, isForeseen: boolean): SeenAs {
  const isUnready = known !== undefined && !isReady(known);
  if (isForeseen) return isUnready ? 'foreseen unready' : 'foreseen';
  return isUnready ? 'new unready' : 'new';
}

function isReady({ constraints }: RecordedTask): boolean {
  return constraints.length === 0;
}

function hasBegun(task: RecordedTask | undefined): boolean {
  return task?.progress === 'started' || task?.progress === 'complete';
}

function startsIn({ dates }: RecordedTask, week: Window): boolean {
  return dates !== undefined && dates.start >= week.first && dates.start <= week.last;
}

function outcomeIn({ byId }: RecordedWeek, id: TaskId): ForeseenTask['plan'] {
  const progress = byId.get(id)?.progress;
  if (progress === 'complete') return 'done early';
  return progress === 'cancelled' ? 'cancelled' : 'not planned';
}

function peopleOf(
  { cut }: RecordedTask,
  { record }: RecordedWeek,
): Pick<ForeseenTask, 'subcontractor' | 'owner'> {
  const source = record.cuts[cut];
  return { subcontractor: namedOf(source?.subcontractor), owner: personOf(source?.owner) };
}

/** Counts rows, as the workbook's formulas do. */
function countWeek(tasks: readonly ForeseenTask[], { earlier, begun }: View, index: number): WeekBefore {
  const where = (plans: readonly ForeseenTask['plan'][], seen: readonly SeenAs[]) =>
    tasks.filter((row) => plans.includes(row.plan) && seen.some((as) => as === row.seen[index]));
  const count = (...rows: Parameters<typeof where>) => where(...rows).length;
  const startedUnready = (plans: readonly ForeseenTask['plan'][]) =>
    where(plans, unreadyThen).filter(({ starts }) => starts).length;
  return {
    weeks: earlier.weeks,
    issue: earlier.reference,
    anticipated: { count: count(inPlan, foreseenThen), of: count(inPlan, [...foreseenThen, ...newThen]) },
    madeReady: {
      count: count(['ready', 'done early'], foreseenThen),
      of: count([...inPlan, 'done early', 'not planned'], foreseenThen),
    },
    readyOnTime: { count: startedUnready(['ready']), of: startedUnready(inPlan) },
    begun,
    cancelled: count(['cancelled'], foreseenThen),
  };
}

const inPlan = ['ready', 'unready'] as const;
const foreseenThen = ['foreseen', 'foreseen unready'] as const;
const newThen = ['new', 'new unready'] as const;
const unreadyThen = ['foreseen unready', 'new unready'] as const;

/** Days before its start within which a constraint is seen too late to be removed. */
const lateDays = 7;

function lateConstraints(
  tasks: readonly ForeseenTask[],
  { plan, before }: Pick<Measured, 'plan' | 'before'>,
): Foresight['constraints'] {
  const issues: readonly RecordedWeek[] = [plan, ...before];
  const lastWeek = before.findIndex(({ weeks }) => weeks === 1);
  const list = tasks
    .filter(({ starts, seen }) => starts && seen[lastWeek] !== 'begun')
    .flatMap(({ task }) => {
      const found = new Map<ConstraintKind, SeenConstraint>();
      for (const { kind, ask, firstSeen } of issues.flatMap(
        ({ byId }) => byId.get(task.id)?.constraints ?? [],
      )) {
        const known = found.get(kind);
        const first = known !== undefined && known.firstSeen < firstSeen ? known.firstSeen : firstSeen;
        const isLate = task.dates !== undefined && first >= addDays(task.dates.start, -lateDays);
        found.set(kind, { task, kind, ask: known?.ask ?? ask, firstSeen: first, isLate });
      }
      return [...found.values()];
    });
  const share = (constraints: readonly SeenConstraint[]): Counted => ({
    count: constraints.filter(({ isLate }) => isLate).length,
    of: constraints.length,
  });
  const sharesBy = (name: (constraint: SeenConstraint) => string) =>
    Array.from(Map.groupBy(list, name), ([named, own]) => ({ named, ...share(own) })).sort(
      (a, b) => b.count - a.count || b.of - a.of || compareNaturally(a.named, b.named),
    );
  return {
    all: share(list),
    byKind: sharesBy(({ kind }) => kindText(kind)),
    byAsk: sharesBy(({ ask }) => (ask === undefined ? '' : contactText(ask))),
    list,
  };
}

/** `predecessor overdue` */
function kindText(kind: ConstraintKind): string {
  return kind.replaceAll('-', ' ');
}

/** TA and TMR of the issue a week before, 0 to 1: what trends show. */
export function foresightShares(
  before: readonly {
    readonly weeks: number;
    readonly anticipated: Counted;
    readonly madeReady: Counted;
  }[],
): { readonly anticipated: number | undefined; readonly madeReady: number | undefined } {
  const { anticipated, madeReady } = before.find(({ weeks }) => weeks === 1) ?? {};
  return { anticipated: anticipated && shareOf(anticipated), madeReady: madeReady && shareOf(madeReady) };
}

function shareOf({ count, of }: Counted): number | undefined {
  return of === 0 ? undefined : count / of;
}
