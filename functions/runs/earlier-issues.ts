import { findAnswersForPlan } from '#answers/read-answers.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { type Day, formatDay, plainDateFromDay, type StartAndFinish } from '#base/day.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import {
  chooseForesightIssue,
  choosePlanIssue,
  type IssueReference,
  weekOfLatestFriday,
} from '#lookahead/compare/earlier-issue.ts';
import { foresightShares, weeksOfForesight } from '#lookahead/compare/foresight.ts';
import { firstDayOfPpcWeeks, type MeasuredWeek, weeksToMeasureAgain } from '#lookahead/compare/ppc.ts';
import { compareReportDates, type ReportDates } from '#lookahead/dates/report-dates.ts';
import { weeksText, windowKey } from '#lookahead/dates/window.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import type { ResolvedReport } from './look-up-report.ts';
import type { IssueMeasures } from './store/issue.ts';
import { issueRunPrefixTemplate, type RunObjectKeyValues, reportPrefix, runPrefix } from './store/names.ts';
import * as objects from './store/objects.ts';
import type { RunStore } from './store/run-store.ts';
import {
  dayFromIsoDate,
  RunStoreError,
  reportDatesOf,
  unreadableObjectHandler,
} from './store/stored-object.ts';

/** Months before the report day in which earlier issues are looked for. */
const monthsOfEarlierIssues = 3;
/** Maximum number of windows read for earlier issues, the nearest to the report day first. */
const maxWindowsRead = 12;

export type EarlierIssueSummary = {
  readonly prefix: string;
  readonly reference: IssueReference;
  readonly recorded: StartAndFinish;
  readonly measured: readonly MeasuredWeek[];
};

const readAtOnce = 16;

/**
 * The report's issues, for any window, that were due on an earlier day, or on the same day with tasks read earlier;
 * oldest first. An issue that cannot be read is left out, with a warning.
 */
export async function findEarlierIssues(
  store: ObjectStore,
  run: RunObjectKeyValues,
  dates: ReportDates,
): Promise<{ readonly issues: readonly EarlierIssueSummary[]; readonly warnings: readonly string[] }> {
  const own = runPrefix(run);
  const near = await issuesNear(store, run, dates.reportDay);
  const others = near.filter((prefix) => prefix !== own);
  const issues: EarlierIssueSummary[] = [];
  const warnings: string[] = [];
  for (const head of await mapConcurrently(others, readAtOnce, (prefix) => readHead(store, prefix))) {
    if (typeof head === 'string') warnings.push(head);
    else if (head && compareReportDates(head.reference, dates) < 0) issues.push(head);
  }
  return { issues: issues.sort(compareIssueDates), warnings };
}

async function issuesNear(store: ObjectStore, run: RunObjectKeyValues, day: Day) {
  const report = reportPrefix(run);
  // Keys sort by window, so one LIST request that starts at a month skips years of older windows.
  const found = issuesInKeys(await store.list(report, { after: `${report}${monthBefore(day)}` }));
  // If there is none for months, the report was paused, or this is its first issue.
  const all = found.length > 0 ? found : issuesInKeys(await store.list(report));
  const distance = (window: string) => Math.abs(dayFromIsoDate(window.slice(0, 10)) - day);
  const windows = [...new Set(all.map(({ window }) => window))]
    .sort((left, right) => distance(left) - distance(right))
    .slice(0, maxWindowsRead);
  return all.filter(({ window }) => windows.includes(window)).map(({ run }) => run);
}

function issuesInKeys(keys: readonly string[]) {
  return objects.issue
    .in(keys)
    .flatMap(({ run }) => issueRunPrefixTemplate.in([run]).map(({ window }) => ({ run, window })));
}

/** `2026-08` for a day in November 2026. Keys of windows begin with a date, so a listing can start at a month. */
function monthBefore(day: Day): string {
  return plainDateFromDay(day).subtract({ months: monthsOfEarlierIssues }).toPlainYearMonth().toString();
}

async function readHead(
  store: ObjectStore,
  prefix: string,
): Promise<EarlierIssueSummary | string | undefined> {
  const head = await objects.issue
    .read(store, { run: prefix })
    .catch(unreadableObjectHandler(({ message }) => `An earlier revision was left out. ${message}`));
  if (head === undefined || typeof head === 'string') return head;
  return {
    prefix,
    reference: { number: head.number, window: head.window, ...reportDatesOf(head) },
    recorded: head.recorded,
    measured: head.workbooks.flatMap(({ audience, measures }) => measuredWeeks(audience, measures, head)),
  };
}

function measuredWeeks(
  audience: Audience,
  { week, ppc, finals, foresight }: IssueMeasures,
  { reportDay }: { readonly reportDay: Day },
): readonly MeasuredWeek[] {
  const shares = foresightShares(
    foresight.map(({ weeksBefore, ...counts }) => ({ weeks: weeksBefore, ...counts })),
  );
  return [{ week, ...ppc, ...shares }, ...finals].map((each) => ({ ...each, audience, reportDay }));
}

function compareIssueDates(left: EarlierIssueSummary, right: EarlierIssueSummary): number {
  const [before, after] = [left.reference, right.reference];
  return (
    compareReportDates(before, after) ||
    before.number - after.number ||
    (formatDay(before.window.first) < formatDay(after.window.first) ? -1 : 1)
  );
}

/**
 * Chooses the earlier issues that a run compares with, for its snapshot. Also returns the pull of the previous issue
 * and the record of last week's plan, which it has read.
 * @throws what the store throws; an issue that cannot be read is left out, with a warning
 */
export async function chooseEarlierIssues(resolved: ResolvedReport, dates: ReportDates, runStore: RunStore) {
  const { project, window, reportDay } = resolved;
  const { issues, warnings } = await findEarlierIssues(runStore.store, runStore.address, dates);
  // Leaves out an issue of a later week that somebody requested early: it has other tasks.
  const previous = await chooseReadable(
    (prefix) => runStore.earlierPull(prefix, project),
    issues,
    (readable) => readable.findLast(({ reference }) => reference.window.first <= window.first),
  );
  const lastWeek = weekOfLatestFriday(reportDay);
  const lastWeekPlan = await chooseReadable(runStore.earlierRecord, issues, (readable) =>
    choosePlanIssue(lastWeek, readable),
  );
  const measuredWeeks = measuredWeeksBefore(resolved, issues);
  const unfinished = weeksToMeasureAgain(lastWeek, measuredWeeks).flatMap((week) => {
    const plan = choosePlanIssue(week, issues);
    return plan === undefined ? [] : [{ ...plan, week }];
  });
  const plan = lastWeekPlan.chosen;
  const chosen = {
    previous: previous.chosen ?? null,
    lastWeekPlan: plan ?? null,
    unfinishedWeeks: unfinished,
    foreseeing: weeksOfForesight.flatMap((weeks) => {
      const issue = plan && chooseForesightIssue({ week: lastWeek, plan: plan.reference, weeks }, issues);
      return issue === undefined ? [] : [{ ...issue, weeks }];
    }),
    firstWeek: issues[0]?.reference.window.first,
    measuredWeeks,
    answers: await findAnswersForPlan(runStore.store, project, {
      from: unfinished[0]?.week.first ?? lastWeek.first,
      reportDay,
    }),
  };
  return {
    chosen,
    previous: previous.stored,
    lastWeekPlan: lastWeekPlan.stored,
    warnings: [...warnings, ...previous.warnings, ...lastWeekPlan.warnings],
  };
}

/**
 * The issue that `choose` picks among those that can be read: a comparison with an older issue, with a warning, is
 * better than no report.
 */
async function chooseReadable<Stored>(
  read: (prefix: string) => Promise<Stored>,
  issues: readonly EarlierIssueSummary[],
  choose: (issues: readonly EarlierIssueSummary[]) => EarlierIssueSummary | undefined,
) {
  const warnings: string[] = [];
  let candidates = issues;
  for (;;) {
    const chosen = choose(candidates);
    if (!chosen) return { chosen, stored: undefined, warnings };
    try {
      return { chosen, stored: await read(chosen.prefix), warnings };
    } catch (error) {
      if (!(error instanceof RunStoreError)) throw error;
      warnings.push(
        `Revision ${chosen.reference.number} of ${weeksText(chosen.reference.window)} was left out of the comparison. ${error.message}`,
      );
      candidates = candidates.filter((candidate) => candidate !== chosen);
    }
  }
}

/** Leaves out earlier revisions of the same window: this one replaces them and measures the same weeks itself. */
function measuredWeeksBefore({ window, reportDay }: ResolvedReport, issues: readonly EarlierIssueSummary[]) {
  const first = firstDayOfPpcWeeks(weekOfLatestFriday(reportDay));
  return issues
    .filter(({ reference }) => windowKey(reference.window) !== windowKey(window))
    .flatMap(({ measured }) => measured)
    .filter(({ week }) => week.first >= first);
}
