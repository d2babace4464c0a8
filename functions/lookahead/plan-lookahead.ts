import { compareIssues, countChanges, type FoundChange } from './compare/compare-issues.ts';
import { listDelays } from './compare/delays.ts';
import { lastWeekOf, measurePpc, type Ppc } from './compare/ppc.ts';
import { dataDateOf } from './dates/data-date.ts';
import { cellMaker, dayColumns } from './grid/day-grid.ts';
import { materialLines } from './grid/material-lines.ts';
import { resourceBlocks } from './grid/resources.ts';
import { compareRows, groupOf, type OrderedRow, rankGroups, shiftPlans } from './grid/shift-plans.ts';
import type { Audience, DataDate, Lookahead } from './lookahead.ts';
import type { EarlierIssue, PlanInput } from './plan-input.ts';
import { checkReadiness } from './readiness/check-readiness.ts';
import { cutFindings, type OrderedFindings, orderFindings } from './readiness/order-findings.ts';
import type { FindingDraft } from './readiness/readiness.ts';
import { belongsTo } from './select/audience.ts';
import { type Selection, selectTasks } from './select/selection.ts';
import { composeTask, type TaskDraft } from './tasks/compose-task.ts';
import { type ReadPull, readPull } from './tasks/read-task.ts';
import { successorsTold } from './tasks/relations.ts';
import { isUnfinished } from './tasks/status.ts';
import { naturalKey } from './text/natural-order.ts';
import { countText } from './text/wording.ts';

/** Whoever asks is told of the whole report's findings about their own tasks, so this much is made once. */
type WholeReport = {
  readonly input: PlanInput;
  readonly dataDate: DataDate;
  readonly pull: ReadPull;
  readonly selection: Selection;
  readonly rows: readonly OrderedRow[];
  readonly findings: OrderedFindings;
  readonly changes: readonly FoundChange[] | undefined;
  readonly lastWeekPlan:
    | { readonly issue: EarlierIssue; readonly pull: ReadPull; readonly selection: Selection }
    | undefined;
};

/** An earlier issue, read and selected by the rules as they are now over the window it had then. */
function readEarlier(issue: EarlierIssue | undefined, input: PlanInput) {
  if (issue === undefined) return undefined;
  const pull = readPull(issue.pull, input.project.timeZone);
  return { issue, pull, selection: selectTasks(pull, issue.reference.window, input.rules) };
}

function orderedRows(
  drafts: readonly TaskDraft[],
  pull: ReadPull,
  context: { readonly input: PlanInput; readonly findings: readonly FindingDraft[] },
): readonly OrderedRow[] {
  const { window, rules } = context.input;
  const counts = new Map<string, number>();
  for (const { taskId } of context.findings) counts.set(taskId, (counts.get(taskId) ?? 0) + 1);
  const cellsOf = cellMaker(window);
  const groups = drafts.map((draft) => groupOf(draft, rules.groupBy, pull));
  const ranks = rankGroups(groups);
  return drafts
    .map((draft, index): OrderedRow => {
      const group = groups[index];
      return {
        row: {
          task: { ...draft, findings: counts.get(draft.id) ?? 0 },
          cells: cellsOf(draft),
        },
        refKey: naturalKey(draft.ref),
        group,
        groupRank: group === undefined ? ranks.size : (ranks.get(group.join(' › ')) ?? ranks.size),
      };
    })
    .sort(compareRows);
}

function planWholeReport(input: PlanInput): WholeReport {
  const pull = readPull(input.pull, input.project.timeZone);
  const selection = selectTasks(pull, input.window, input.rules);
  const previous = readEarlier(input.previous, input);
  const sameIssue = input.lastWeekPlan?.pull === input.previous?.pull;
  const lastWeekPlan = sameIssue ? previous : readEarlier(input.lastWeekPlan, input);
  const told = successorsTold(pull);
  const context = { pull, told, firstPlanned: input.firstPlanned };
  const drafts = selection.selected.map((selected) => composeTask(selected, context));
  const findings = checkReadiness(drafts, {
    window: input.window,
    pull,
    previous: previous && { pull: previous.pull, number: previous.issue.reference.number },
    checksOff: input.rules.checksOff,
  });
  const rows = orderedRows(drafts, pull, { input, findings });
  const now = { pull, selected: selection.selected };
  return {
    input,
    dataDate: dataDateOf(input.pull.instant, input.project.timeZone),
    pull,
    selection,
    rows,
    findings: orderFindings(
      findings,
      rows.map(({ row }) => row.task),
    ),
    changes:
      previous &&
      compareIssues(now, { pull: previous.pull, selected: previous.selection.selected }, input.firstPlanned),
    lastWeekPlan,
  };
}

function ppcOf(report: WholeReport, audience: Audience): Ppc {
  const week = lastWeekOf(report.dataDate.day);
  if (report.lastWeekPlan === undefined) return { kind: 'not yet', week };
  const { issue, pull, selection } = report.lastWeekPlan;
  const isTheirs = belongsTo(audience, pull.folders);
  const planned = selection.selected.map(({ read }) => read).filter((read) => isTheirs(read.source));
  return measurePpc(planned, report.pull, { week, plan: issue.reference });
}

function warningsOf(withoutShift: number): readonly string[] {
  if (withoutShift === 0) return [];
  const said = withoutShift === 1 ? 'has no shift and is' : 'have no shift and are';
  return [`${countText(withoutShift, 'task')} ${said} not in this report.`];
}

/**
 * Cuts the plan to an audience's tasks: rows, figures, resources, changes, delays and PPC are theirs alone.
 * Findings stay as the whole report has them, so that clashes with others still show.
 */
function cutFor(report: WholeReport, audience: Audience): Lookahead {
  const { input, pull, dataDate } = report;
  const { window, rules } = input;
  const isTheirs = belongsTo(audience, pull.folders);
  const rows = report.rows.filter(({ row }) => isTheirs(row.task.source));
  const tasks = rows.map(({ row }) => row.task);
  const shifts = shiftPlans(rows, rules.shifts, { groupBy: rules.groupBy, window });
  const checked = tasks.filter((task) => isUnfinished(task.status));
  const changes = report.changes?.filter((each) =>
    [each.now, each.before].some((task) => task !== undefined && isTheirs(task)),
  );
  const withoutShift = report.selection.withoutShift.filter(({ read }) => isTheirs(read.source));
  return {
    project: input.project,
    report: input.report,
    audience,
    groupBy: rules.groupBy,
    window,
    days: dayColumns(window, dataDate.day),
    dataDate,
    issue: { number: input.issueNumber, previous: input.previous?.reference },
    shifts,
    tasks,
    labour: resourceBlocks(shifts, 'labour'),
    plant: resourceBlocks(shifts, 'plant'),
    materials: materialLines(tasks, { window, today: dataDate.day, readDate: pull.readDate }),
    readiness: {
      findings: cutFindings(report.findings, tasks),
      ready: checked.filter((task) => task.findings === 0).length,
      of: checked.length,
    },
    changes: changes && countChanges(changes.map(({ change }) => change)),
    delays: listDelays(tasks, pull.readDate),
    ppc: ppcOf(report, audience),
    setAside: input.pull.setAside,
    warnings: warningsOf(withoutShift.length),
  };
}

/**
 * Plans one window from one pull: every rule applied, nothing left for a drawing to decide. The plan does not
 * depend on the order of the pulled tasks, nor on the machine's time zone or locale.
 * @throws RangeError when the pull's instant or the project's time zone cannot be read
 */
export function planLookahead(input: PlanInput): Lookahead {
  return cutFor(planWholeReport(input), input.audience);
}

/** The same for several audiences of one pull, with the work they share done once. In the audiences' order. */
export function planLookaheads(input: PlanInput, audiences: readonly Audience[]): readonly Lookahead[] {
  const report = planWholeReport(input);
  return audiences.map((audience) => cutFor(report, audience));
}
