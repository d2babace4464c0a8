import type { EarlierIssue } from '../../lookahead/compare/earlier-issue.ts';
import type { PlanRecord } from '../../lookahead/compare/plan-record.ts';
import type { RecordedIssue } from '../../lookahead/compare/recorded-week.ts';
import type { Lookahead, PlanInput } from '../../lookahead/lookahead.ts';
import { planDays, planReport } from '../../lookahead/plan-lookahead.ts';
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
  readonly foreseeing: PlanInput['foreseeing'];
  readonly finalPlan: PlanInput['finalPlan'];
};

/** Reads the earlier issues that the snapshot names. @throws RunStoreError */
export async function readPlanBasis(runStore: RunStore, snapshot: Snapshot): Promise<PlanBasis> {
  const read = async (earlier: StoredEarlier): Promise<EarlierIssue> => {
    const stored = await runStore.earlierSnapshot(earlier.prefix);
    return {
      reference: earlier.reference,
      pull: pullOf(stored),
      firstPlanned: stored.firstPlanned,
      record: await runStore.earlierRecord(earlier.prefix),
    };
  };
  const readRecord = async ({ prefix, reference }: StoredEarlier): Promise<RecordedIssue | undefined> => {
    const record = await runStore.earlierRecord(prefix);
    return record && { reference, record };
  };
  const { previous, lastWeekPlan, finalPlan } = snapshot;
  const foreseeing: PlanInput['foreseeing'][number][] = [];
  for (const { weeks, ...earlier } of snapshot.foreseeing) {
    const recorded = await readRecord(earlier);
    if (recorded) foreseeing.push({ ...recorded, weeks });
  }
  const previousIssue = previous ? await read(previous) : undefined;
  const isSame = lastWeekPlan?.prefix === previous?.prefix;
  return {
    snapshot,
    previous: previousIssue,
    lastWeekPlan:
      lastWeekPlan && !isSame ? await read(lastWeekPlan) : lastWeekPlan ? previousIssue : undefined,
    foreseeing,
    finalPlan: finalPlan ? await readRecord(finalPlan) : undefined,
  };
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
): Promise<{ readonly cuts: readonly Cut[]; readonly record: PlanRecord }> {
  const all: readonly Recipients[] = [{ audience: { kind: 'everyone' }, ...job.everyone }, ...job.audiences];
  const audiences = all.map(({ audience }) => audience);
  const { plans, record } = await planFor(job, basis, { ...issue, audiences });
  const named = plans.map(({ lookahead }) => lookahead.audience);
  const fileNames = workbookFileNames(job, { window: job.window, number: issue.number }, named);
  const cuts = all.flatMap((recipients, index): readonly Cut[] => {
    const { audience } = recipients;
    const [plan, fileName] = [plans[index], fileNames[index]];
    if (!plan || !fileName) return [];
    const message =
      audience.kind === 'everyone' ? 'everyone' : `${audience.kind}-${shortKeySafe(audience.id)}`;
    const leftOut = reasonToLeaveOut(recipients, plan.lookahead);
    return [{ recipients, message, fileName, ...plan, leftOut }];
  });
  return { cuts, record };
}

export function planFor(
  job: ReportJob,
  basis: PlanBasis,
  plan: {
    readonly audiences: readonly Audience[];
    readonly number: number;
    readonly attempt: Attempt;
  },
): Promise<{ readonly plans: readonly Pick<Cut, 'lookahead' | 'whole'>[]; readonly record: PlanRecord }> {
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
    foreseeing: basis.foreseeing,
    finalPlan: basis.finalPlan,
    firstWeek: basis.snapshot.firstWeek,
    rules: job.rules,
  };
  const { tasks } = input.pull;
  const shown = (whole: Lookahead) => (job.detail === 'days' ? planDays(input, whole.audience) : whole);
  return plan.attempt.step({ kind: 'plan', tasks: tasks.length }, () => {
    const { lookaheads, record } = planReport(input, plan.audiences);
    return { plans: lookaheads.map((whole) => ({ whole, lookahead: shown(whole) })), record };
  });
}

/** Everyone's cut is never left out: `reasonToSkip` decides about an empty window. */
function reasonToLeaveOut(recipients: Recipients, lookahead: Lookahead): Cut['leftOut'] {
  if (recipients.audience.kind === 'everyone') return undefined;
  if (lookahead.tasks.length === 0) return 'no task';
  return recipients.to.length === 0 ? 'no address' : undefined;
}
