/**
 * A second implementation of the measures of an issue: PPC, what was foreseen and made ready, late constraints and the
 * trend. It is written with sets, to be obvious rather than fast, and shares no code with `functions/lookahead`.
 */
import type { Figures, Foreseen, Late, Shares, Trend } from './figures.ts';
import {
  daysFrom,
  mondayBefore,
  type OracleDay,
  type OraclePull,
  type OracleRules,
  type OracleTask,
  readOracleTasks,
  weekday,
  weekOf,
} from './oracle-tasks.ts';

export type OracleIssue = {
  readonly reportDay: OracleDay;
  readonly window: { readonly first: OracleDay; readonly last: OracleDay };
  readonly number: number;
  /** Time at which the tasks were read, in milliseconds. */
  readonly instant: number;
  /** The last day that the data covers. */
  readonly lastReported: OracleDay;
  readonly range: { readonly first: OracleDay; readonly last: OracleDay };
  readonly tasks: readonly OraclePull[];
  /** By task id: each kind of constraint with the name of the person to ask. */
  readonly constraints: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;
  /** Ids of the cuts that have a workbook. */
  readonly cuts: ReadonlySet<string>;
};

/** Undefined for everyone, otherwise the id of a subcontractor. */
export type OracleCut = string | undefined;

function isBefore(one: OracleIssue, other: OracleIssue): boolean {
  const keys = ({ reportDay, instant, number }: OracleIssue) => [reportDay, instant, number];
  const [a, b] = [keys(one), keys(other)];
  const at = a.findIndex((key, index) => key !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

/**
 * The measures of a report's issues.
 * @param made in the order in which they were made: an issue knows only those made before it
 */
export function expectedMeasures(made: readonly OracleIssue[], rules: OracleRules) {
  const reads = new Map(made.map((issue) => [issue, readOracleTasks(issue, rules)]));
  const tasksOf = (issue: OracleIssue) => reads.get(issue) ?? new Map<string, OracleTask>();
  const taskOf = (issue: OracleIssue, id: string) => tasksOf(issue).get(id);
  const known = new Map<string, Figures>();

  /**
   * For each issue, the issues that were made before it and are not of a later report day, in order of report day, time
   * and number.
   */
  const inOrder = new Map(
    made.map((issue, index) => [
      issue,
      made
        .slice(0, index)
        .filter((one) => isBefore(one, issue))
        .toSorted((a, b) => (isBefore(a, b) ? -1 : 1)),
    ]),
  );
  const earlier = (issue: OracleIssue) => inOrder.get(issue) ?? [];

  function planOf(issue: OracleIssue, monday: OracleDay): OracleIssue | undefined {
    const covers = ({ window }: OracleIssue) => window.first <= monday && window.last >= monday + 6;
    const candidates = earlier(issue).filter(covers);
    return (
      candidates.findLast(({ reportDay }) => reportDay < monday) ??
      candidates.findLast(({ reportDay }) => reportDay === monday)
    );
  }

  function foresaw(issue: OracleIssue, weeks: number, monday: OracleDay): OracleIssue | undefined {
    const plan = planOf(issue, monday);
    if (plan === undefined) return undefined;
    const candidates = earlier(issue).filter(({ reportDay, range }) => {
      const first = Math.max(range.first, mondayBefore(reportDay));
      return reportDay <= plan.reportDay - 7 * weeks && first <= monday && range.last >= monday + 6;
    });
    return candidates.at(-1);
  }

  function firstSeen(issue: OracleIssue, task: string, kind: string): OracleDay {
    const previous = earlier(issue).findLast(({ window }) => window.first <= issue.window.first);
    const had = previous?.constraints.get(task)?.has(kind) === true;
    return previous !== undefined && had ? firstSeen(previous, task, kind) : issue.reportDay;
  }

  function isHeld(issue: OracleIssue, id: string): boolean {
    return (issue.constraints.get(id)?.size ?? 0) > 0;
  }

  /** Tasks of the report and the cut. */
  function shown(issue: OracleIssue, cut: OracleCut): OracleTask[] {
    const isOfCut = ({ subcontractor }: OracleTask) => cut === undefined || subcontractor === cut;
    return [...tasksOf(issue).values()].filter((task) => task.isOfReport && isOfCut(task));
  }

  function plannedIn(issue: OracleIssue, cut: OracleCut, monday: OracleDay): OracleTask[] {
    return shown(issue, cut).filter(({ days }) => weekOf(monday).some((day) => days.has(day)));
  }

  const startsIn = ({ start }: OracleTask, monday: OracleDay) =>
    start !== undefined && start >= monday && start <= monday + 6;
  const hasBegun = (task: OracleTask | undefined) =>
    task?.progress === 'started' || task?.progress === 'complete';

  /** The id of a task in the earlier issue: the parent's if the task was split off since. */
  function stands(task: OracleTask, before: OracleIssue): string {
    const { id, parent } = task;
    const isSplit = !tasksOf(before).has(id) && parent !== undefined && tasksOf(before).has(parent);
    return isSplit ? parent : id;
  }

  function foresight(
    {
      plan,
      before,
      weeks,
    }: { readonly plan: OracleIssue; readonly before: OracleIssue; readonly weeks: number },
    cut: OracleCut,
    monday: OracleDay,
  ): Foreseen {
    const inWeek = plannedIn(plan, cut, monday).filter(({ progress }) => progress !== 'cancelled');
    const parts = Map.groupBy(inWeek, (task) => stands(task, before));
    const there = plannedIn(before, cut, monday);
    const begun = new Set(
      [...parts.keys(), ...there.map(({ id }) => id)].filter((id) => hasBegun(taskOf(before, id))),
    );
    const open = there.filter(({ progress }) => progress === 'open').map(({ id }) => id);
    // A cancelled task counts as planned if its parts are planned.
    const cancelled = new Set(
      open.filter((id) => taskOf(plan, id)?.progress === 'cancelled' && !parts.has(id)),
    );
    const l = new Set(open).difference(cancelled).difference(begun);
    const w = new Set(parts.keys()).difference(begun);
    const isUnready = (id: string) => (parts.get(id) ?? []).some((task) => isHeld(plan, task.id));
    const done = [...l].filter((id) => !w.has(id) && taskOf(plan, id)?.progress === 'complete');
    const readyNow = [...l.intersection(w)].filter((id) => !isUnready(id));
    const wasHeld = [...w].filter((id) => {
      const ofId = (parts.get(id) ?? []).toSorted(
        (a, b) => byNumbers.compare(a.ref, b.ref) || byNumbers.compare(a.id, b.id),
      );
      const one = ofId.find((task) => isHeld(plan, task.id)) ?? ofId[0];
      return one?.progress === 'open' && startsIn(one, monday) && isHeld(before, id);
    });
    return {
      weeksBefore: weeks,
      by: { number: before.number, reportDay: before.reportDay, monday: before.window.first },
      anticipated: { count: l.intersection(w).size, of: w.size },
      madeReady: { count: readyNow.length + done.length, of: l.size },
      readyOnTime: { count: wasHeld.filter((id) => !isUnready(id)).length, of: wasHeld.length },
      begun: begun.size,
      cancelled: cancelled.size,
    };
  }

  function lateConstraints(
    plan: OracleIssue,
    before: readonly OracleIssue[],
    {
      cut,
      monday,
      nearest,
    }: { readonly cut: OracleCut; readonly monday: OracleDay; readonly nearest: OracleIssue },
  ): Late {
    const found = plannedIn(plan, cut, monday)
      .filter((task) => task.progress === 'open' && startsIn(task, monday))
      .filter((task) => !hasBegun(taskOf(nearest, stands(task, nearest))))
      .flatMap(({ id, start = 0 }) => {
        const kinds = new Set(
          [plan, ...before].flatMap((one) => [...(one.constraints.get(id)?.keys() ?? [])]),
        );
        return [...kinds].map((kind) => {
          const having = [plan, ...before].filter((one) => one.constraints.get(id)?.has(kind));
          const first = Math.min(...having.map((one) => firstSeen(one, id, kind)));
          const ask = having[0]?.constraints.get(id)?.get(kind);
          return { kind: kind.replaceAll('-', ' '), ask, isLate: first >= start - 7 };
        });
      });
    const group = (named: (one: (typeof found)[number]) => string | undefined) =>
      [...Map.groupBy(found, named)]
        .map(([name, all]): [string, number, number] => [
          name ?? '',
          all.filter(({ isLate }) => isLate).length,
          all.length,
        ])
        .sort(([a], [b]) => (a < b ? -1 : 1));
    const count = found.filter(({ isLate }) => isLate).length;
    return { count, of: found.length, byKind: group(({ kind }) => kind), byAsk: group(({ ask }) => ask) };
  }

  function ppc(now: OracleIssue, plan: OracleIssue, counted: readonly OracleDay[], cut: OracleCut): Shares {
    const isCounted = (day: OracleDay | undefined) => day !== undefined && counted.includes(day);
    const sunday = mondayBefore(counted[0] ?? 0) + 6;
    const planned = shown(plan, cut)
      .filter(({ progress }) => progress !== 'cancelled')
      .map((task) => ({ ...task, days: [...task.days].filter(isCounted) }))
      .filter(({ days, finish }) => days.length > 0 || isCounted(finish));
    const due = planned.filter(({ finish }) => isCounted(finish));
    const finished = due.filter(({ id }) => {
      const { progress, finish = Number.POSITIVE_INFINITY } = taskOf(now, id) ?? {};
      return progress === 'complete' && finish <= sunday;
    });
    const withDays = planned.filter(({ days }) => days.length > 0);
    const shares = withDays.map(({ id, days }) => {
      const task = taskOf(now, id);
      const { start = Number.POSITIVE_INFINITY, finish = Number.NEGATIVE_INFINITY } = task ?? {};
      const happened = (day: OracleDay) =>
        hasBegun(task) && start <= day && day <= finish && task?.delays.has(day) === false;
      return days.filter(happened).length / days.length;
    });
    return {
      task: due.length === 0 ? undefined : finished.length / due.length,
      taskDay: shares.length === 0 ? undefined : shares.reduce((a, b) => a + b, 0) / shares.length,
      finished: finished.length,
      dueToFinish: due.length,
    };
  }

  function measure(issue: OracleIssue, cut: OracleCut): Figures {
    const key = `${made.indexOf(issue)} ${cut ?? ''}`;
    const figures = known.get(key) ?? measureAnew(issue, cut);
    known.set(key, figures);
    return figures;
  }

  function measureAnew(issue: OracleIssue, cut: OracleCut): Figures {
    const { reportDay, lastReported } = issue;
    // The Friday on or before the report day.
    const friday = daysFrom(reportDay - 6, reportDay).find((day) => weekday(day) === 5) ?? reportDay;
    const monday = mondayBefore(friday);
    const counted = weekOf(monday).filter((day) => day <= reportDay && day <= lastReported);
    const plan = planOf(issue, monday);
    const before = [1, 2, 3, 4].flatMap((weeks) => {
      const found = foresaw(issue, weeks, monday);
      return found ? [{ weeks, issue: found }] : [];
    });
    const nearest = before.find(({ weeks }) => weeks === 1)?.issue;
    const unfinished = [7, 6, 5, 4, 3, 2, 1]
      .map((weeks) => monday - 7 * weeks)
      .filter((of) => {
        const latest = ofOtherWindows(issue).findLast((one) => hasFinished(one, of) !== undefined);
        return of === monday - 7 || latest === undefined || hasFinished(latest, of) === false;
      });
    const finals = unfinished.flatMap((of) => {
      const its = lastReported >= of + 6 ? planOf(issue, of) : undefined;
      const final = its && ppc(issue, its, weekOf(of), cut);
      return final && (final.task ?? final.taskDay) !== undefined ? [{ monday: of, ...final }] : [];
    });
    return {
      monday,
      ppc: plan && counted.length > 0 ? ppc(issue, plan, counted, cut) : undefined,
      finals,
      planned: plan && plannedIn(plan, cut, monday).filter(({ progress }) => progress !== 'cancelled').length,
      foresight: plan
        ? before.map((one) => foresight({ plan, before: one.issue, weeks: one.weeks }, cut, monday))
        : [],
      late:
        plan && nearest
          ? lateConstraints(
              plan,
              before.map((one) => one.issue),
              { cut, monday, nearest },
            )
          : undefined,
    };
  }

  /** Earlier issues, without the revisions that this issue replaces. */
  function ofOtherWindows(issue: OracleIssue): readonly OracleIssue[] {
    const { first, last } = issue.window;
    return earlier(issue).filter(({ window }) => window.first !== first || window.last !== last);
  }

  /** Whether the issue measured all days of a week; undefined if it measured none. */
  function hasFinished(issue: OracleIssue, monday: OracleDay): boolean | undefined {
    const own = measure(issue, undefined);
    if (own.finals.some((final) => final.monday === monday)) return true;
    if (own.monday !== monday || own.ppc === undefined) return undefined;
    return issue.lastReported >= monday + 6 && issue.reportDay >= monday + 6;
  }

  /** The measured week and the seven before it, each with the figures of the last issue that measured it. */
  function trend(issue: OracleIssue, cut: OracleCut): Trend[] {
    const measuring = ofOtherWindows(issue).filter(({ cuts }) => cut === undefined || cuts.has(cut));
    const all = [...measuring, issue].map((one) => measure(one, cut));
    const { monday: last } = measure(issue, cut);
    return Array.from({ length: 8 }, (_, index) => last - 7 * (7 - index)).map((monday) => {
      const own = all.filter((one) => one.monday === monday);
      const shares = all
        .flatMap((one) => [{ ...one.ppc, monday: one.monday }, ...one.finals])
        .findLast((one) => one.monday === monday && (one.task ?? one.taskDay) !== undefined);
      const share = (of: 'anticipated' | 'madeReady') => {
        const first = own.flatMap(({ foresight: each }) =>
          each.filter(({ weeksBefore }) => weeksBefore === 1),
        );
        const found = first.map((each) => each[of]).findLast((each) => each.of > 0);
        return found && found.count / found.of;
      };
      return {
        monday,
        task: shares?.task,
        taskDay: shares?.taskDay,
        anticipated: share('anticipated'),
        madeReady: share('madeReady'),
      };
    });
  }

  return { measure, trend };
}

const byNumbers = new Intl.Collator('en', { numeric: true });
