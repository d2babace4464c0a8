import type { EarlierIssue } from '../../lookahead/compare/earlier-issue.ts';
import type { Lookahead, PlanInput } from '../../lookahead/lookahead.ts';
import { planDays, planLookaheads } from '../../lookahead/plan-lookahead.ts';
import type { Audience } from '../../lookahead/tasks/select.ts';
import type { Attempt } from '../attempt.ts';
import { shortKeySafe } from '../store/run-id.ts';
import type { RunStore } from '../store/run-store.ts';
import { pullOf, type Snapshot, type StoredEarlier } from '../store/snapshot.ts';
import { reportDatesOf } from '../store/stored-object.ts';
import { workbookFileNames } from './file-name.ts';
import type { Recipients, ReportJob } from './report-job.ts';

export type PlanBasis = {
  readonly snapshot: Snapshot;
  readonly previous: EarlierIssue | undefined;
  readonly lastWeekPlan: EarlierIssue | undefined;
};

/** Reads the earlier issues that the snapshot names. @throws RunStoreError */
export async function readPlanBasis(runStore: RunStore, snapshot: Snapshot): Promise<PlanBasis> {
  const read = async (earlier: StoredEarlier): Promise<EarlierIssue> => {
    const stored = await runStore.earlierSnapshot(earlier.prefix);
    return {
      reference: earlier.reference,
      pull: pullOf(stored),
      firstPlanned: stored.firstPlanned,
    };
  };
  const previous = snapshot.previous ? await read(snapshot.previous) : undefined;
  if (!snapshot.lastWeekPlan) return { snapshot, previous, lastWeekPlan: undefined };
  const same = snapshot.lastWeekPlan.prefix === snapshot.previous?.prefix;
  return { snapshot, previous, lastWeekPlan: same ? previous : await read(snapshot.lastWeekPlan) };
}

export type Cut = {
  readonly recipients: Recipients;
  readonly message: string;
  readonly fileName: string;
  /** The plan as its readers see it. */
  readonly lookahead: Lookahead;
  /** The plan in full detail, for the planner and later issues. */
  readonly whole: Lookahead;
  readonly leftOut: 'no task' | 'no address' | undefined;
};

export async function planCuts(
  job: ReportJob,
  basis: PlanBasis,
  issue: { readonly number: number; readonly attempt: Attempt },
): Promise<readonly Cut[]> {
  const all: readonly Recipients[] = [{ audience: { kind: 'everyone' }, ...job.everyone }, ...job.audiences];
  const audiences = all.map(({ audience }) => audience);
  const plans = await planFor(job, basis, { ...issue, audiences });
  const named = plans.map(({ lookahead }) => lookahead.audience);
  const fileNames = workbookFileNames(job, { window: job.window, number: issue.number }, named);
  return all.flatMap((recipients, index) => {
    const { audience } = recipients;
    const [plan, fileName] = [plans[index], fileNames[index]];
    if (!plan || !fileName) return [];
    const message =
      audience.kind === 'everyone' ? 'everyone' : `${audience.kind}-${shortKeySafe(audience.id)}`;
    const leftOut = reasonToLeaveOut(recipients, plan.lookahead);
    return [{ recipients, message, fileName, ...plan, leftOut }];
  });
}

export function planFor(
  job: ReportJob,
  basis: PlanBasis,
  plan: {
    readonly audiences: readonly Audience[];
    readonly number: number;
    readonly attempt: Attempt;
  },
): Promise<readonly Pick<Cut, 'lookahead' | 'whole'>[]> {
  const input: PlanInput = {
    project: job.project,
    report: job.report,
    window: job.window,
    reportDay: reportDatesOf(basis.snapshot).reportDay,
    issueNumber: plan.number,
    pull: pullOf(basis.snapshot),
    previous: basis.previous,
    lastWeekPlan: basis.lastWeekPlan,
    measuredWeeks: basis.snapshot.measuredWeeks,
    firstPlanned: basis.snapshot.firstPlanned,
    openSince: basis.snapshot.openSince,
    rules: job.rules,
  };
  const { tasks } = input.pull;
  const shown = (whole: Lookahead) => (job.detail === 'days' ? planDays(input, whole.audience) : whole);
  return plan.attempt.step({ kind: 'plan', tasks: tasks.length }, () =>
    planLookaheads(input, plan.audiences).map((whole) => ({ whole, lookahead: shown(whole) })),
  );
}

/** Everyone's cut is never left out: `reasonToSkip` decides about an empty window. */
function reasonToLeaveOut(recipients: Recipients, lookahead: Lookahead): Cut['leftOut'] {
  if (recipients.audience.kind === 'everyone') return undefined;
  if (lookahead.tasks.length === 0) return 'no task';
  return recipients.to.length === 0 ? 'no address' : undefined;
}
