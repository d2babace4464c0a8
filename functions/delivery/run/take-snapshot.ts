/** Pulls the tasks, and chooses the earlier issues to compare with. The snapshot is stored, and every attempt plans from it. */

import { type Day, formatDay } from '../../base/day.ts';
import { choosePlanOfLastWeek, lastWeekOf } from '../../lookahead/compare/earlier-issue.ts';
import { firstPpcDay } from '../../lookahead/compare/ppc-weeks.ts';
import { carryFirstPlanned } from '../../lookahead/compare/slip.ts';
import { readTimeOf } from '../../lookahead/dates/read-time.ts';
import { programmeOf, type ReportDates } from '../../lookahead/dates/report-dates.ts';
import { weeksText } from '../../lookahead/dates/window.ts';
import { carryOpenSince } from '../../lookahead/readiness/open-since.ts';
import type { Pull } from '../../lookahead/tasks/read-task.ts';
import { loadComposer } from '../../mail/transport/compose-message.ts';
import type { Attempt } from '../attempt.ts';
import { textOfAudience } from '../store/issue.ts';
import type { RunStore } from '../store/run-store.ts';
import {
  type EarlierText,
  firstPlannedOf,
  openSinceOf,
  type Snapshot,
  textOfOpenSince,
} from '../store/snapshot.ts';
import { RunStoreError, textOfReference, textOfReportDates, textOfWindow } from '../store/stored-object.ts';
import { type EarlierIssueAt, findEarlierIssues } from './earlier-issues.ts';
import { pullTasks } from './pull-tasks.ts';
import type { ReportJob } from './report-job.ts';

/** @throws whatever the pull and the store throw */
export async function takeSnapshot(job: ReportJob, runStore: RunStore, attempt: Attempt): Promise<Snapshot> {
  const read = readTimeOf(attempt.clock.now().toString(), job.project.timeZone);
  const dates = { reportDay: job.reportDay, read, programme: undefined };
  const pulling = pullFor(job, read.instant, attempt);
  const choosing = chooseEarlier(job, dates, runStore);
  // The archive answers while the planning service does. Where one of them fails, nothing is left running.
  await Promise.allSettled([pulling, choosing]);
  const pull = await pulling;
  const { previous, lastWeekPlan, issues, warnings } = await choosing;
  const firstPlanned = carryFirstPlanned({
    project: job.project,
    pull,
    window: job.window,
    rules: job.rules,
    earlier: previous.snapshot && firstPlannedOf(previous.snapshot),
  });
  return {
    version: 1,
    window: textOfWindow(job.window),
    ...textOfReportDates({ ...dates, programme: programmeOf(pull.programme, job.project.timeZone) }),
    range: { first: formatDay(pull.range.first), last: formatDay(pull.range.last) },
    ...(pull.programmeDates && {
      programmeDates: {
        first: formatDay(pull.programmeDates.start),
        last: formatDay(pull.programmeDates.finish),
      },
    }),
    previous: textOfEarlier(previous.chosen),
    lastWeekPlan: textOfEarlier(lastWeekPlan.chosen),
    measuredWeeks: measuredBefore(issues, job.reportDay),
    firstPlanned: Array.from(firstPlanned, ([id, { start, finish }]) => [
      id,
      start === undefined ? null : formatDay(start),
      finish === undefined ? null : formatDay(finish),
    ]),
    openSince: openSinceBefore(previous),
    warnings: [...new Set(warnings)],
    rejected: [...pull.rejected],
    tasks: pull.tasks.map(({ task, answeredBy }) => ({ task, answeredBy: [...answeredBy] })),
  };
}

async function pullFor(job: ReportJob, instant: string, attempt: Attempt): Promise<Pull> {
  attempt.tell({ kind: 'pulling' });
  const { window, rules, project } = job;
  const request = { window, filters: rules.filters, ...job.pull, instant, timeZone: project.timeZone };
  const pulled = await attempt.step({ kind: 'pull' }, async () => {
    const client = await attempt.planning(project, 'tasks');
    // Loads while the service is answering. A failure to load is thrown again where the code is used.
    void Promise.allSettled([attempt.renderer.load(), loadComposer()]);
    return pullTasks(client, request);
  });
  attempt.tell({ kind: 'pulled', tasks: pulled.tasks.length, rejected: pulled.rejected.length });
  return pulled;
}

async function chooseEarlier(job: ReportJob, dates: ReportDates, runStore: RunStore): Promise<Earlier> {
  const { issues, warnings } = await findEarlierIssues(runStore.store, runStore.address, dates);
  const read = runStore.earlierSnapshot;
  // Not one of a week further on, which somebody looked at before its turn: it has other tasks.
  const previous = await chooseReadable(read, issues, (readable) =>
    readable.findLast(({ reference }) => reference.window.first <= job.window.first),
  );
  const lastWeekPlan = await chooseReadable(read, issues, (readable) =>
    choosePlanOfLastWeek(job.reportDay, readable),
  );
  return {
    previous,
    lastWeekPlan,
    issues,
    warnings: [...warnings, ...previous.warnings, ...lastWeekPlan.warnings],
  };
}

/**
 * The issue that `choose` picks among those whose snapshot can be read: a report compared with an older issue, with
 * a warning, is better than none.
 */
async function chooseReadable(
  read: (prefix: string) => Promise<Snapshot>,
  issues: readonly EarlierIssueAt[],
  choose: (issues: readonly EarlierIssueAt[]) => EarlierIssueAt | undefined,
): Promise<Choice> {
  const warnings: string[] = [];
  let candidates = issues;
  for (;;) {
    const chosen = choose(candidates);
    if (!chosen) return { chosen, snapshot: undefined, warnings };
    try {
      return { chosen, snapshot: await read(chosen.prefix), warnings };
    } catch (error) {
      if (!(error instanceof RunStoreError)) throw error;
      warnings.push(
        `Revision ${chosen.reference.number} of ${weeksText(chosen.reference.window)} was not compared with. ${error.message}`,
      );
      candidates = candidates.filter((candidate) => candidate !== chosen);
    }
  }
}

/** Of the tasks that the previous issue said were not ready. */
function openSinceBefore({ chosen, snapshot }: Choice): Snapshot['openSince'] {
  if (chosen === undefined || snapshot === undefined) return [];
  return textOfOpenSince(carryOpenSince(chosen, openSinceOf(snapshot)));
}

/** What earlier issues measured of the weeks that a report shows. */
function measuredBefore(issues: readonly EarlierIssueAt[], reportDay: Day): Snapshot['measuredWeeks'] {
  const first = firstPpcDay(lastWeekOf(reportDay));
  return issues
    .flatMap(({ measured }) => measured)
    .filter(({ week }) => week.first >= first)
    .map(({ audience, week, taskDay }) => ({
      audience: textOfAudience(audience),
      week: textOfWindow(week),
      taskDay,
    }));
}

type Earlier = {
  readonly issues: readonly EarlierIssueAt[];
  /** The issue that changes are compared with. */
  readonly previous: Choice;
  readonly lastWeekPlan: Choice;
  readonly warnings: readonly string[];
};

type Choice = {
  readonly chosen: EarlierIssueAt | undefined;
  readonly snapshot: Snapshot | undefined;
  readonly warnings: readonly string[];
};

function textOfEarlier(earlier: EarlierIssueAt | undefined): EarlierText | null {
  return earlier ? { prefix: earlier.prefix, reference: textOfReference(earlier.reference) } : null;
}
