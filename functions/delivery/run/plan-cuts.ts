/** The plans of a report: everyone's, and one for each audience, all from the same snapshot. */

import { oneLine } from '../../base/one-line.ts';
import type { EarlierIssue } from '../../lookahead/compare/earlier-issue.ts';
import type { Lookahead, PlanInput } from '../../lookahead/lookahead.ts';
import { planLookaheads } from '../../lookahead/plan-lookahead.ts';
import { noTaskPlanned, tasksElsewhere } from '../../lookahead/report-words.ts';
import type { Audience } from '../../lookahead/tasks/select.ts';
import type { Attempt } from '../attempt.ts';
import { shortKeySafe } from '../store/run-id.ts';
import type { RunStore } from '../store/run-store.ts';
import {
  type EarlierText,
  firstPlannedOf,
  measuredWeeksOf,
  openSinceOf,
  pullOf,
  type Snapshot,
} from '../store/snapshot.ts';
import { referenceOf, reportDatesOf } from '../store/stored-object.ts';
import { workbookFileNames } from './file-name.ts';
import type { Recipients, ReportJob } from './report-job.ts';

/** What every plan of a run is made from. */
export type PlanBasis = {
  readonly snapshot: Snapshot;
  readonly previous: EarlierIssue | undefined;
  readonly lastWeekPlan: EarlierIssue | undefined;
};

/** A snapshot with the tasks of the earlier issues that it names. @throws RunStoreError where one cannot be read */
export async function readPlanBasis(runStore: RunStore, snapshot: Snapshot): Promise<PlanBasis> {
  const read = async (earlier: EarlierText): Promise<EarlierIssue> => {
    const stored = await runStore.earlierSnapshot(earlier.prefix);
    return {
      reference: referenceOf(earlier.reference),
      pull: pullOf(stored),
      firstPlanned: firstPlannedOf(stored),
    };
  };
  const previous = snapshot.previous ? await read(snapshot.previous) : undefined;
  if (!snapshot.lastWeekPlan) return { snapshot, previous, lastWeekPlan: undefined };
  const same = snapshot.lastWeekPlan.prefix === snapshot.previous?.prefix;
  return { snapshot, previous, lastWeekPlan: same ? previous : await read(snapshot.lastWeekPlan) };
}

/** One cut of the report: its plan, and the workbook and message to make of it. */
export type Cut = {
  readonly recipients: Recipients;
  /** The message's id: unique in the run. */
  readonly message: string;
  readonly fileName: string;
  readonly lookahead: Lookahead;
  /** Why the cut has no workbook and no message; undefined where it has both. */
  readonly leftOut: 'no task' | 'no address' | undefined;
};

/** Everyone's cut, then each audience's, in the order of the job. */
export async function planCuts(
  job: ReportJob,
  basis: PlanBasis,
  issue: { readonly number: number; readonly attempt: Pick<Attempt, 'step'> },
): Promise<readonly Cut[]> {
  const all: readonly Recipients[] = [{ audience: { kind: 'everyone' }, ...job.everyone }, ...job.audiences];
  const audiences = all.map(({ audience }) => audience);
  const fileNames = workbookFileNames(job, { window: job.window, number: issue.number }, audiences);
  const lookaheads = await planFor(job, basis, { ...issue, audiences });
  return all.flatMap((recipients, index) => {
    const { audience } = recipients;
    const [lookahead, fileName] = [lookaheads[index], fileNames[index]];
    if (!lookahead || !fileName) return [];
    const message =
      audience.kind === 'everyone' ? 'everyone' : `${audience.kind}-${shortKeySafe(audience.id)}`;
    return [{ recipients, message, fileName, lookahead, leftOut: reasonToLeaveOut(recipients, lookahead) }];
  });
}

/** The plans of several audiences from one basis, in their order. */
export function planFor(
  job: ReportJob,
  basis: PlanBasis,
  plan: {
    readonly audiences: readonly Audience[];
    readonly number: number;
    readonly attempt: Pick<Attempt, 'step'>;
  },
): Promise<readonly Lookahead[]> {
  const input: PlanInput = {
    project: job.project,
    report: job.report,
    window: job.window,
    reportDay: reportDatesOf(basis.snapshot).reportDay,
    issueNumber: plan.number,
    pull: pullOf(basis.snapshot),
    previous: basis.previous,
    lastWeekPlan: basis.lastWeekPlan,
    measuredWeeks: measuredWeeksOf(basis.snapshot),
    firstPlanned: firstPlannedOf(basis.snapshot),
    openSince: openSinceOf(basis.snapshot),
    rules: job.rules,
  };
  const { tasks } = input.pull;
  return plan.attempt.step({ kind: 'plan', tasks: tasks.length }, () =>
    planLookaheads(input, plan.audiences),
  );
}

/** Everyone's cut is always made: whether an empty window is sent has been decided before. */
function reasonToLeaveOut(recipients: Recipients, lookahead: Lookahead): Cut['leftOut'] {
  if (recipients.audience.kind === 'everyone') return undefined;
  if (lookahead.tasks.length === 0) return 'no task';
  return recipients.to.length === 0 ? 'no address' : undefined;
}

/** The notes about a plan in the log and on the command line: its warnings, and what its pages say in another place. */
export function notesOf(lookahead: Lookahead): readonly string[] {
  const { stale, tasks, programmeDates, warnings } = lookahead;
  const isElsewhere = tasks.length === 0 && programmeDates !== undefined;
  return [
    ...(stale === undefined ? [] : [stale]),
    ...(isElsewhere ? [`${noTaskPlanned(lookahead)} in these dates${tasksElsewhere(lookahead)}.`] : []),
    ...warnings,
  ];
}

/** Which cut was left out, and why; undefined where it was made. */
export type LeftOutCut = { readonly audience: Audience; readonly leftOut: Cut['leftOut'] };

/** Warnings about cuts that were left out and items that were rejected. */
export function cutWarnings(snapshot: Snapshot, cuts: readonly LeftOutCut[]): readonly string[] {
  const rejected = snapshot.rejected.map((one) => `${one.item} (${one.property}: ${one.reason})`);
  const named = (why: Cut['leftOut']) =>
    cuts.filter(({ leftOut }) => leftOut === why).map(({ audience }) => nameOf(audience));
  return [
    ...sentence(rejected, 'Set aside, because the service gave them wrong'),
    ...sentence(named('no task'), 'No task in this window, so no workbook and no message'),
    ...sentence(named('no address'), 'No e-mail address known, so no workbook and no message'),
  ];
}

function nameOf(audience: Audience): string {
  return audience.kind === 'everyone' ? audience.kind : `${audience.kind} ${audience.name}`;
}

const maxListed = 10;

/** `Set aside: a; b; c.`, one line however many there are; none for an empty list. */
function sentence(items: readonly string[], start: string): readonly string[] {
  if (items.length === 0) return [];
  const shown = oneLine(items.slice(0, maxListed).join('; '));
  const more = items.length > maxListed ? `; and ${items.length - maxListed} more` : '';
  return [`${start}: ${shown}${more}.`];
}
