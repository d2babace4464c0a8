import { shortListText } from '#base/text/one-line.ts';
import type { TaskId } from '#planning/contract/resources.ts';
import { findChanges, withChangeCounts } from './compare/changes.ts';
import { listDelays } from './compare/delays.ts';
import { type EarlierIssue, weekOfLatestFriday } from './compare/earlier-issue.ts';
import { type EarlierRecordedWeek, foresightShares, measureForesight } from './compare/foresight.ts';
import { countMissesByReason, listLastWeekTasks, sumByReason } from './compare/last-week.ts';
import { createPlanRecord, type PlanRecord, type RecordedTask } from './compare/plan-record.ts';
import { figuresOfWeek, finalPpcOf, isSameAudience, measureWeek, ppcWeeksOf } from './compare/ppc.ts';
import { type RecordedWeek, selectRecordedWeek, type WeekTask } from './compare/recorded-week.ts';
import { countReadiness } from './compare/unready-tasks.ts';
import {
  lastDayOfCountedMaterials,
  lastReportedDay,
  localInstantOf,
  type ReportDates,
  reportProgrammeOf,
} from './dates/report-dates.ts';
import {
  audienceAndScopeWithoutNames,
  reduceInputToDaysOnly,
  reduceResultToDaysOnly,
} from './days-only-plan.ts';
import { windowDayColumns } from './grid/day-columns.ts';
import { createShiftPlans, orderTasks } from './grid/shift-plan.ts';
import type { Lookahead, PlanInput } from './lookahead.ts';
import { createPromisesOfPlan } from './plan-promises.ts';
import { createPlannedTasks, type PlannedTask } from './planned/planned-task.ts';
import { checkReadiness } from './readiness/check-readiness.ts';
import { findOpenPredecessors } from './readiness/predecessors.ts';
import { sharedPlaces } from './readiness/shared-places.ts';
import { createReasonCategories, type ReasonCategories } from './reasons.ts';
import { listReportScope, staleDataText, tasksOutsideWindowText } from './report-words.ts';
import { materialLines } from './resources/material-lines.ts';
import { lastDelayReason } from './tasks/delay-entries.ts';
import {
  countTasksRead,
  listApiContractDeviations,
  listDataWarnings,
  tasksReadText,
} from './tasks/pull-misfits.ts';
import type { InterpretedPull, InterpretedTask } from './tasks/read-task.ts';
import { relationReader } from './tasks/relations.ts';
import {
  type Audience,
  createAudiencePredicate,
  type Selection,
  selectTasks,
  type TaskPredicate,
} from './tasks/select-tasks.ts';
import { isUnfinished } from './tasks/status.ts';
import { countText } from './text/quantity-text.ts';

/** Maximum number of task references in a warning; the others are counted. */
const maxListedRefs = 5;

/** The plan of the whole report, from which each audience gets its own tasks. */
type WholeReport = ReturnType<typeof planReportTasks> & {
  readonly lastWeek: RecordedWeek | undefined;
  /** Earlier weeks that may have become final since the last issue. */
  readonly unfinished: readonly RecordedWeek[];
  /** Last week as earlier issues foresaw it. */
  readonly foreseen: readonly EarlierRecordedWeek[];
  readonly record: PlanRecord;
  readonly reasons: ReasonCategories;
  readonly dataWarnings: readonly string[];
};

/**
 * Selects tasks of an earlier issue by the rules of this report: `shown` for the window of that issue, `touching` for
 * the window of this report.
 */
function selectEarlier({ pull, reference }: EarlierIssue, { window, rules }: PlanInput) {
  const { selected: shown } = selectTasks(pull, reference.window, rules);
  const inWindow = { ...rules, includeOverdue: false };
  const { selected: touching } = selectTasks(pull, window, inWindow, reference.window);
  return { pull, shown, touching };
}

/** Plans the tasks that the report shows, and finds what changed since the previous issue. */
function planReportTasks(input: PlanInput) {
  const { window, rules, firstPlanned, pull } = input;
  const selection = selectTasks(pull, window, rules);
  const previous = input.previous && selectEarlier(input.previous, input);
  const dates: ReportDates = {
    reportDay: input.reportDay,
    read: localInstantOf(pull.pull.instant, input.project.timeZone),
    programme: reportProgrammeOf(pull.pull.programme, input.project.timeZone),
  };
  const relationsOf = relationReader(pull);
  const isAsking = input.project.askingReport === input.report.key;
  const promises =
    input.promises &&
    createPromisesOfPlan(input.promises, {
      pull,
      window,
      selection,
      lastWeek: weekOfLatestFriday(dates.reportDay).first,
      isAsking,
    });
  const data = {
    pull,
    relationsOf,
    reportDay: dates.reportDay,
    lastReported: lastReportedDay(dates),
    declined: promises?.declined ?? new Map(),
  };
  const links = (task: InterpretedTask) => findOpenPredecessors(task, data).open;
  const places = sharedPlaces(selection, window);
  const readiness = checkReadiness(selection.selected, places, data, rules);
  const planned = createPlannedTasks(selection.selected, {
    pull,
    dates,
    window,
    groupBy: rules.groupBy,
    firstPlanned,
    lastPull: previous?.pull,
    relationsOf,
    places,
    readiness: readiness.ofReport,
    openPredecessorsOf: links,
    promiseOf: ({ id }) => promises?.ofFirstWeek.get(id),
  });
  const now = { pull, selected: selection.selected, reportDay: dates.reportDay, links };
  return {
    input,
    dates,
    pull,
    selection,
    tasksRead: countTasksRead(pull),
    days: windowDayColumns({ window, today: dates.reportDay, holidays: input.project.holidays }, planned),
    tasks: orderTasks(planned),
    promises,
    constraints: readiness.constraints,
    changes: previous && findChanges(now, previous, firstPlanned),
  };
}

function planAll(input: PlanInput): WholeReport {
  const planned = planReportTasks(input);
  const { pull, dates, constraints, tasksRead } = planned;
  const { window, rules } = input;
  const { reportDay } = dates;
  const lastWeek = weekOfLatestFriday(reportDay);
  return {
    ...planned,
    reasons: createReasonCategories(rules.reasons),
    dataWarnings: listDataWarnings(pull, tasksRead),
    lastWeek: input.lastWeekPlan && selectRecordedWeek(input.lastWeekPlan, lastWeek, rules),
    unfinished: input.unfinishedWeeks.flatMap((plan) => selectRecordedWeek(plan, plan.week, rules) ?? []),
    foreseen: input.foreseeing.flatMap(({ weeks, ...issue }) => {
      const seen = selectRecordedWeek(issue, lastWeek, rules);
      return seen ? [{ ...seen, weeks }] : [];
    }),
    record: createPlanRecord({ pull, window, reportDay, constraints, previous: input.previous?.record }),
  };
}

function measureLastWeek(
  { input, pull, dates, lastWeek, unfinished, foreseen, promises, reasons }: WholeReport,
  audience: Audience,
): Pick<Lookahead, 'ppc' | 'lastWeek' | 'finals' | 'foresight' | 'ppcWeeks' | 'answers' | 'toConfirm'> {
  const week = weekOfLatestFriday(dates.reportDay);
  // Earlier issues may have stored other words for the same reasons.
  const earlier = input.measuredWeeks
    .filter((each) => isSameAudience(each.audience, audience))
    .map(({ misses, ...each }) => ({
      ...each,
      misses:
        misses &&
        sumByReason(misses.map(({ reason, count }) => ({ reason: reasons.categoryOfText(reason), count }))),
    }));
  const { reportDay } = dates;
  const measure = (recorded: RecordedWeek) => {
    const { ppc, tasks } = measureWeek(recorded, { pull, dates, audience });
    const lastReported = lastReportedDay(dates);
    const judged = promises?.judge(recorded, { audience, measured: tasks, lastReported });
    const list = listLastWeekTasks(tasks, {
      counted: ppc.counted,
      reportDay,
      promises: judged?.results,
      pull: pull.pull,
      reasons,
    });
    const isJudged = judged !== undefined && ppc.kind === 'measured';
    return {
      ppc: isJudged ? { ...ppc, promises: judged.ppc } : ppc,
      tasks,
      list,
      counts: judged?.counts,
    };
  };
  const last = lastWeek && measure(lastWeek);
  const ppc = last?.ppc ?? ({ kind: 'not yet', week } as const);
  const foresight =
    lastWeek && measureForesight({ plan: lastWeek, before: foreseen, firstWeek: input.firstWeek }, audience);
  const finals = unfinished.flatMap((recorded) => {
    const { ppc: now, tasks, list } = measure(recorded);
    const final = finalPpcOf(now, tasks, earlier);
    return final === undefined ? [] : [{ ...final, misses: countMissesByReason(list) }];
  });
  const lastMisses = countMissesByReason(last?.list ?? []);
  const own = {
    ...(ppc.kind === 'measured' ? figuresOfWeek(ppc, lastMisses) : { week }),
    ...foresightShares(foresight?.weeksBefore ?? []),
  };
  const finished = finals.map(({ misses, ...final }) => figuresOfWeek(final, misses));
  return {
    ppc,
    lastWeek: last?.list ?? [],
    finals,
    foresight,
    ppcWeeks: ppcWeeksOf([...finished, own], week, earlier),
    answers: last?.counts,
    toConfirm: promises === undefined ? [] : tasksToConfirm(lastWeek?.ownTasks(audience) ?? [], pull),
  };
}

function tasksToConfirm(tasks: readonly WeekTask[], { byId }: InterpretedPull): Lookahead['toConfirm'] {
  return tasks.flatMap((planned) => {
    const { id, progress } = planned.task;
    const now = byId.get(id);
    const isDone = progress === 'cancelled' || progress === 'complete' || (now && !isUnfinished(now.status));
    return isDone ? [] : [{ ...planned, now }];
  });
}

function selectedTasks(isTheirs: TaskPredicate, { selected }: Selection): readonly InterpretedTask[] {
  return [...selected.keys()].filter(({ source }) => isTheirs(source));
}

function warningsOf(
  { pull: { byId }, dataWarnings }: WholeReport,
  audience: {
    readonly tasks: readonly PlannedTask[];
    readonly withoutShift: number;
    readonly elsewhere: string;
  },
): readonly string[] {
  const { tasks, withoutShift, elsewhere } = audience;
  const clamped = tasks.flatMap(({ id, ref }) => (byId.get(id)?.clamped ? [ref] : []));
  const warnings = [
    ...(elsewhere === '' ? [] : [`No task is planned in these dates${elsewhere}.`]),
    ...dataWarnings,
  ];
  if (withoutShift > 0) {
    const said = withoutShift === 1 ? 'has no shift and is' : 'have no shift and are';
    warnings.push(`${countText(withoutShift, 'task')} ${said} not in this report.`);
  }
  if (clamped.length > 0) {
    const has = clamped.length === 1 ? 'has' : 'have';
    warnings.push(
      `${countText(clamped.length, 'task')} ${has} a date outside the years 100 to 9999, shown as the nearest day within them: ${shortListText(clamped, maxListedRefs)}.`,
    );
  }
  return warnings;
}

/**
 * Limits the plan to an audience's tasks. Constraints stay those of the whole report, because another audience's task
 * may hold up one of theirs.
 */
function planForAudience(report: WholeReport, audience: Audience, number: number): Lookahead {
  const { input, pull, dates } = report;
  const { window, rules } = input;
  const isTheirs = createAudiencePredicate(audience, pull.folders);
  const shown = new Set(selectedTasks(isTheirs, report.selection).map(({ id }) => id));
  const tasks = report.tasks.filter(({ id }) => shown.has(id));
  const shifts = createShiftPlans(tasks, rules, window);
  const changes = report.changes?.filter((each) =>
    [each.now, each.before].some((task) => task !== undefined && isTheirs(task.source)),
  );
  const elsewhere = tasksOutsideWindowText({ ...dates, programmeDates: pull.pull.programmeDates });
  const withoutShift = report.selection.withoutShift.filter(({ source }) => isTheirs(source));
  const measured = measureLastWeek(report, audience);
  return {
    project: input.project,
    report: input.report,
    detail: 'full',
    audience,
    limits: listReportScope(rules, audience),
    groupBy: rules.groupBy,
    window,
    programmeDates: pull.pull.programmeDates,
    days: report.days,
    ...dates,
    stale: staleDataText(dates, rules.staleAfter),
    issue: { number, previous: input.previous?.reference },
    shifts,
    tasks,
    materials: materialLines(tasks, { window, lastDay: lastDayOfCountedMaterials(dates), pull }),
    readiness: {
      ...countReadiness(tasks),
      openSince: openSinceOf(report.record, shown),
      categories: categoryByTask(tasks, report.reasons),
    },
    reasons: report.reasons.list,
    changes: changes && withChangeCounts(changes.map(({ change }) => change)),
    delays: listDelays(tasks, report.reasons),
    ...measured,
    answers: report.promises?.countFirstWeek(tasks) ?? measured.answers,
    tasksRead: report.tasksRead,
    misfits: audience.kind === 'everyone' ? listApiContractDeviations(pull) : [],
    warnings: warningsOf(report, {
      tasks,
      withoutShift: withoutShift.length,
      elsewhere: tasks.length === 0 ? '' : elsewhere,
    }),
  };
}

function openSinceOf({ tasks }: PlanRecord, shown: ReadonlySet<TaskId>): Lookahead['readiness']['openSince'] {
  const held = tasks.filter(({ id, constraints }) => constraints.length > 0 && shown.has(id));
  const firstOf = ({ constraints }: RecordedTask) =>
    constraints.map(({ firstSeen }) => firstSeen).reduce((a, b) => (a < b ? a : b));
  return new Map(held.map((task) => [task.id, firstOf(task)]));
}

/**
 * The category of each task that is not ready. If its first constraint is that it is blocked, delayed or declined, the
 * category comes from the recorded reason, else from the reason in the answer. Otherwise, or without a reason, it comes
 * from the constraints.
 */
function categoryByTask(
  tasks: readonly PlannedTask[],
  reasons: ReasonCategories,
): Lookahead['readiness']['categories'] {
  const unready = tasks.filter(({ constraints }) => constraints.length > 0);
  return new Map(
    unready.map(({ id, constraints, delays, promise }) => {
      const given = lastDelayReason(delays) || promise?.current?.answer.reason;
      const known = constraints.find(({ category }) => category !== 'other')?.category ?? 'other';
      const isOfReason = constraints[0]?.category === 'other' && given;
      return [id, isOfReason ? reasons.categoryOfText(given) : reasons.nameOfCategory(known)];
    }),
  );
}

/** The plan of a whole report, from which each audience takes its part. */
export type WholePlan = {
  /** The record that later issues measure this one by. */
  readonly record: PlanRecord;
  readonly cutFor: (audience: Audience, issueNumber: number) => Lookahead;
  /** Like `cutFor`, but with days and places only, for readers outside the site. */
  readonly daysOnlyFor: (audience: Audience, issueNumber: number) => Lookahead;
};

/**
 * Plans one window from one pull, with every rule applied. The plan depends neither on the order of the pulled tasks
 * nor on the machine's time zone or locale.
 * Example: for the window Mon 23 to Sun 29 Nov and a day-shift task from Tue 24 to Thu 26 Nov with 8 operatives,
 * `planLookahead(input).cutFor({ kind: 'everyone' }, 1).shifts[0].peoplePerDay` is `[0, 8, 8, 8, 0, 0, 0]`.
 * @throws RangeError when the pull's instant or the project's time zone cannot be read
 */
export function planLookahead(input: PlanInput): WholePlan {
  const report = planAll(input);
  const { record } = report;
  return {
    record,
    cutFor: (audience, number) => planForAudience(report, audience, number),
    daysOnlyFor: (audience, number) => planDays(report, audience, number),
  };
}

/**
 * For readers who see days only: plans their tasks again, without the properties that they must not see. Earlier weeks
 * are not measured.
 */
function planDays(report: WholeReport, audience: Audience, number: number): Lookahead {
  const { input, tasksRead } = report;
  const own = planReportTasks(reduceInputToDaysOnly(input, audience));
  const limited = { ...own, ...reduceResultToDaysOnly(own, input.reportDay) };
  const unmeasured = { lastWeek: undefined, unfinished: [], foreseen: [] };
  const plan = planForAudience({ ...report, ...limited, ...unmeasured }, { kind: 'everyone' }, number);
  const readiness = { ...countReadiness([]), openSince: new Map(), categories: new Map() };
  const isWhole = tasksReadText(tasksRead) === undefined;
  const warnings = isWhole
    ? []
    : ['Some tasks could not be read: there may be more work than this report shows.'];
  return {
    ...plan,
    ...audienceAndScopeWithoutNames(input.rules, audience),
    detail: 'days',
    readiness,
    warnings,
  };
}
