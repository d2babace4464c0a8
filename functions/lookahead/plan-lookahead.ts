import type { TaskId } from '../planning/contract/resources.ts';
import { countChanges, type FoundChange, findChanges } from './compare/changes.ts';
import { listDelays } from './compare/delays.ts';
import { type EarlierIssue, lastWeekOf, weekBefore } from './compare/earlier-issue.ts';
import { foresightShares, measureForesight, type WeekSeen } from './compare/foresight.ts';
import { listLastWeek, missesByReason } from './compare/last-week.ts';
import { type PlanRecord, type RecordedTask, recordPlan } from './compare/plan-record.ts';
import { finalPpcOf, measureWeek, ppcWeeksOf, sameAudience } from './compare/ppc.ts';
import { type RecordedWeek, readWeek } from './compare/recorded-week.ts';
import { countReadiness } from './compare/unready-tasks.ts';
import {
  lastDayToDate,
  lastReportedDay,
  programmeOf,
  type ReportDates,
  readTimeOf,
} from './dates/report-dates.ts';
import type { Window } from './dates/window.ts';
import { type DayColumn, dayColumns } from './grid/day-columns.ts';
import { orderTasks, shiftPlans } from './grid/shift-plan.ts';
import { maxListedRefs } from './limits.ts';
import type { Lookahead, PlanInput } from './lookahead.ts';
import { cutOfDays, onlyDays, saidInDays } from './only-days.ts';
import { type PlannedTask, planTasks } from './planned/planned-task.ts';
import type { LastIssue } from './planned/slip.ts';
import { checkReadiness } from './readiness/check-readiness.ts';
import { openPredecessors } from './readiness/predecessors.ts';
import { sharedPlaces } from './readiness/shared-places.ts';
import { limitsOf, staleText, tasksElsewhere } from './report-words.ts';
import { materialLines } from './resources/material-lines.ts';
import { type ReadPull, type ReadTask, readPull } from './tasks/read-task.ts';
import { relationReader } from './tasks/relations.ts';
import { type Audience, belongsTo, type Selection, selectTasks, type TaskTest } from './tasks/select.ts';
import { countText } from './text/quantity-text.ts';

/** Shared by all audiences of a report. Each sees its own tasks as they stand in the whole report. */
type WholeReport = {
  readonly input: PlanInput;
  readonly dates: ReportDates;
  readonly pull: ReadPull;
  readonly selection: Selection;
  readonly days: readonly DayColumn[];
  readonly tasks: readonly PlannedTask[];
  readonly changes: readonly FoundChange[] | undefined;
  readonly lastWeek: RecordedWeek | undefined;
  readonly weekBeforeLast: RecordedWeek | undefined;
  /** Last week as earlier issues foresaw it. */
  readonly foreseen: readonly WeekSeen[];
  readonly record: PlanRecord;
};

type ReadIssue = { readonly issue: EarlierIssue; readonly pull: ReadPull; readonly selection: Selection };

/** Selects an earlier issue's tasks by today's rules, over the window that it had. */
function readEarlier(issue: EarlierIssue | undefined, input: PlanInput): ReadIssue | undefined {
  if (issue === undefined) return undefined;
  const pull = readPull(issue.pull, input.project.timeZone);
  return { issue, pull, selection: selectTasks(pull, issue.reference.window, input.rules) };
}

function lastIssueOf({ issue, pull, selection }: ReadIssue, window: Window): LastIssue {
  return {
    range: issue.pull.range,
    byId: pull.byId,
    shown: new Set(Array.from(selection.selected.keys(), ({ id }) => id)),
    firstPlanned: issue.firstPlanned,
    window,
  };
}

function planWholeReport(input: PlanInput): WholeReport {
  const { window, rules, firstPlanned } = input;
  const pull = readPull(input.pull, input.project.timeZone);
  const selection = selectTasks(pull, window, rules);
  const previous = readEarlier(input.previous, input);
  const lastIssue = previous && lastIssueOf(previous, window);
  const dates: ReportDates = {
    reportDay: input.reportDay,
    read: readTimeOf(input.pull.instant, input.project.timeZone),
    programme: programmeOf(input.pull.programme, input.project.timeZone),
  };
  const lastWeek = lastWeekOf(dates.reportDay);
  const relationsOf = relationReader(pull);
  const data = { pull, relationsOf, reportDay: dates.reportDay, lastReported: lastReportedDay(dates) };
  const places = sharedPlaces(selection, window);
  const readiness = checkReadiness(selection.selected, places, data, rules);
  const planned = planTasks(selection.selected, {
    pull,
    dates,
    window,
    groupBy: rules.groupBy,
    firstPlanned,
    lastIssue,
    relationsOf,
    places,
    readiness: readiness.ofReport,
  });
  const tasks = orderTasks(planned);
  const links = (task: ReadTask) => openPredecessors(task, data).open;
  const now = { pull, selected: selection.selected, reportDay: dates.reportDay, links };
  return {
    input,
    dates,
    pull,
    selection,
    days: dayColumns(window, dates.reportDay, planned),
    tasks,
    changes:
      previous &&
      lastIssue &&
      findChanges(
        now,
        { pull: previous.pull, selected: previous.selection.selected, lastIssue },
        firstPlanned,
      ),
    lastWeek: input.lastWeekPlan && readWeek(input.lastWeekPlan, lastWeek, rules),
    weekBeforeLast: input.finalPlan && readWeek(input.finalPlan, weekBefore(lastWeek), rules),
    foreseen: input.foreseeing.flatMap(({ weeks, ...issue }) => {
      const seen = readWeek(issue, lastWeek, rules);
      return seen ? [{ ...seen, weeks }] : [];
    }),
    record: recordPlan({
      pull,
      window,
      reportDay: dates.reportDay,
      constraints: readiness.constraints,
      previous: input.previous?.record,
    }),
  };
}

function measureLastWeek(
  { input, pull, dates, lastWeek, weekBeforeLast, foreseen }: WholeReport,
  audience: Audience,
): Pick<Lookahead, 'ppc' | 'lastWeek' | 'finalPpc' | 'foresight' | 'ppcWeeks'> {
  const now = { pull, dates, audience };
  const week = lastWeekOf(dates.reportDay);
  const measured = input.measuredWeeks.filter((each) => sameAudience(each.audience, audience));
  const list = (of: MeasuredWeekPlan) =>
    of.ppc.kind === 'measured' ? listLastWeek(of.tasks, { ...of.ppc, reportDay: dates.reportDay }) : [];
  const last = lastWeek ? measureWeek(lastWeek, now) : notYet(week);
  const listed = list(last);
  const foresight =
    lastWeek && measureForesight({ plan: lastWeek, before: foreseen, firstWeek: input.firstWeek }, audience);
  const own = {
    ...(last.ppc.kind === 'measured' ? { ...last.ppc, misses: missesByReason(listed) } : { week }),
    ...foresightShares(foresight?.before ?? []),
  };
  const beforeLast = weekBeforeLast ? measureWeek(weekBeforeLast, now) : notYet(weekBefore(week));
  const finalPpc = finalPpcOf(beforeLast.ppc, measured);
  const final = finalPpc && { ...finalPpc, misses: missesByReason(list(beforeLast)) };
  return {
    ppc: last.ppc,
    lastWeek: listed,
    finalPpc: final,
    foresight,
    ppcWeeks: ppcWeeksOf([...(final ? [final] : []), own], week, measured),
  };
}

type MeasuredWeekPlan = ReturnType<typeof measureWeek>;

function notYet(week: Window): MeasuredWeekPlan {
  return { ppc: { kind: 'not yet', week }, tasks: [] };
}

function selectedBy(isTheirs: TaskTest, { selected }: Selection): readonly ReadTask[] {
  return [...selected.keys()].filter(({ source }) => isTheirs(source));
}

function warningsOf(
  { withoutShift, elsewhere }: { readonly withoutShift: number; readonly elsewhere: string },
  clamped: readonly string[],
): readonly string[] {
  const warnings: string[] = elsewhere === '' ? [] : [`No task is planned in these dates${elsewhere}.`];
  if (withoutShift > 0) {
    const said = withoutShift === 1 ? 'has no shift and is' : 'have no shift and are';
    warnings.push(`${countText(withoutShift, 'task')} ${said} not in this report.`);
  }
  if (clamped.length > 0) {
    const has = clamped.length === 1 ? 'has' : 'have';
    const more = clamped.length > maxListedRefs ? ` and ${clamped.length - maxListedRefs} more` : '';
    warnings.push(
      `${countText(clamped.length, 'task')} ${has} a date outside the years 100 to 9999, shown as the nearest day within them: ${clamped.slice(0, maxListedRefs).join(', ')}${more}.`,
    );
  }
  return warnings;
}

/**
 * Limits the plan to an audience's tasks. Constraints stay those of the whole report, because another audience's task
 * may hold up one of theirs.
 */
function planForAudience(report: WholeReport, audience: Audience): Lookahead {
  const { input, pull, dates } = report;
  const { window, rules } = input;
  const isTheirs = belongsTo(audience, pull.folders);
  const shown = new Set(selectedBy(isTheirs, report.selection).map(({ id }) => id));
  const tasks = report.tasks.filter(({ id }) => shown.has(id));
  const shifts = shiftPlans(tasks, rules, window);
  const changes = report.changes?.filter((each) =>
    [each.now, each.before].some((task) => task !== undefined && isTheirs(task.source)),
  );
  const elsewhere = tasksElsewhere({ ...dates, programmeDates: input.pull.programmeDates });
  const withoutShift = report.selection.withoutShift.filter(({ source }) => isTheirs(source));
  return {
    project: input.project,
    report: input.report,
    detail: 'full',
    audience,
    limits: limitsOf(rules, audience),
    groupBy: rules.groupBy,
    window,
    programmeDates: input.pull.programmeDates,
    days: report.days,
    ...dates,
    stale: staleText(dates, rules.staleAfter),
    issue: { number: input.issueNumber, previous: input.previous?.reference },
    shifts,
    tasks,
    materials: materialLines(tasks, { window, lastDay: lastDayToDate(dates), pull }),
    readiness: { ...countReadiness(tasks), openSince: openSinceOf(report.record, shown) },
    changes: changes && countChanges(changes.map(({ change }) => change)),
    delays: listDelays(tasks),
    ...measureLastWeek(report, audience),
    rejected: input.pull.rejected,
    warnings: warningsOf(
      { withoutShift: withoutShift.length, elsewhere: tasks.length === 0 ? '' : elsewhere },
      tasks.flatMap(({ id, ref }) => (pull.byId.get(id)?.clamped ? [ref] : [])),
    ),
  };
}

function openSinceOf({ tasks }: PlanRecord, shown: ReadonlySet<TaskId>): Lookahead['readiness']['openSince'] {
  const held = tasks.filter(({ id, constraints }) => constraints.length > 0 && shown.has(id));
  const firstOf = ({ constraints }: RecordedTask) =>
    constraints.map(({ firstSeen }) => firstSeen).reduce((a, b) => (a < b ? a : b));
  return new Map(held.map((task) => [task.id, firstOf(task)]));
}

/**
 * Plans one window from one pull for several audiences, in their order, with every rule applied. The plans depend
 * neither on the order of the pulled tasks nor on the machine's time zone or locale.
 * @returns the plans, and what later issues measure them by
 * @throws RangeError when the pull's instant or the project's time zone cannot be read
 */
export function planReport(
  input: PlanInput,
  audiences: readonly Audience[],
): { readonly lookaheads: readonly Lookahead[]; readonly record: PlanRecord } {
  const report = planWholeReport(input);
  return {
    lookaheads: audiences.map((audience) => planForAudience(report, audience)),
    record: report.record,
  };
}

/** Plans for readers outside the site, who are told days and places only. */
export function planDays(input: PlanInput, audience: Audience): Lookahead {
  const report = planWholeReport(onlyDays(input, audience));
  const plan = planForAudience({ ...report, ...saidInDays(report, input.reportDay) }, { kind: 'everyone' });
  const readiness = { ...countReadiness([]), openSince: new Map() };
  return { ...plan, ...cutOfDays(input.rules, audience), detail: 'days', readiness, warnings: [] };
}
