import { readAnswersForPlan } from '#answers/read-answers.ts';
import type { EarlierIssue } from '#lookahead/compare/earlier-issue.ts';
import { lastReportedDay } from '#lookahead/dates/report-dates.ts';
import type { Lookahead, PlanInput } from '#lookahead/lookahead.ts';
import { planWhole, type WholePlan } from '#lookahead/plan-lookahead.ts';
import type { Attempt } from './attempt.ts';
import type { ResolvedReport } from './look-up-report.ts';
import type { TakenSnapshot } from './pull-tasks.ts';
import type { Recipients } from './recipients.ts';
import { shortKeySafe } from './store/names.ts';
import type { RunStore } from './store/run-store.ts';
import type { Snapshot, StoredEarlier } from './store/snapshot.ts';
import { ifUnreadable, reportDatesOf } from './store/stored-object.ts';
import { workbookFileNames } from './workbook-file-name.ts';
import type { Render } from './world.ts';

export type PlanBasis = Pick<
  PlanInput,
  'pull' | 'previous' | 'lastWeekPlan' | 'unfinishedWeeks' | 'foreseeing' | 'promises'
> & {
  readonly snapshot: Snapshot;
};

/**
 * Reads the earlier issues that the snapshot names. What is missing or damaged of those that measure only leaves a gap.
 * @param taken of a run that stores none
 * @throws RunStoreError
 */
export async function readPlanBasis(
  runStore: RunStore,
  project: ResolvedReport['project'],
  taken?: TakenSnapshot,
): Promise<PlanBasis> {
  const snapshot = taken?.snapshot ?? (await runStore.snapshot());
  const { previous, lastWeekPlan, unfinishedWeeks, foreseeing } = snapshot;
  const withRecord = async <Earlier extends StoredEarlier>({ prefix, ...issue }: Earlier) => {
    const record = await runStore.earlierRecord(prefix).catch(ifUnreadable(() => undefined));
    return record && { ...issue, record };
  };
  const readPrevious = async (earlier: StoredEarlier): Promise<EarlierIssue> => {
    const pull = await runStore.earlierPull(earlier.prefix, project);
    return { reference: earlier.reference, pull, record: (await withRecord(earlier))?.record };
  };
  const foreseen = await Promise.all(foreseeing.map(withRecord));
  const lastReported = lastReportedDay(reportDatesOf(snapshot));
  const reported = unfinishedWeeks.filter(({ week }) => week.last <= lastReported);
  const finished = await Promise.all(reported.map(withRecord));
  return {
    snapshot,
    pull: taken?.pull ?? (await runStore.pull(project)),
    previous: previous ? await readPrevious(previous) : undefined,
    lastWeekPlan: lastWeekPlan
      ? { reference: lastWeekPlan.reference, record: await runStore.earlierRecord(lastWeekPlan.prefix) }
      : undefined,
    unfinishedWeeks: finished.filter((plan) => plan !== undefined),
    foreseeing: foreseen.filter((issue) => issue !== undefined),
    promises:
      snapshot.answers && (await readAnswersForPlan(runStore.store, snapshot.answers, project.timeZone)),
  };
}

/** Plans the whole report, from which its cuts are taken. */
export function planBasis(resolved: ResolvedReport, basis: PlanBasis, attempt: Attempt): Promise<WholePlan> {
  const { project, report, window, rules } = resolved;
  const { snapshot, ...earlier } = basis;
  const { reportDay, measuredWeeks, firstPlanned, firstWeek } = snapshot;
  return attempt.step({ kind: 'plan', tasks: snapshot.tasks.length }, () =>
    planWhole({
      ...earlier,
      project,
      report,
      window,
      rules,
      reportDay,
      measuredWeeks,
      firstPlanned,
      firstWeek,
    }),
  );
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

export function planCuts(
  resolved: ResolvedReport,
  whole: WholePlan,
  issue: { readonly number: number; readonly attempt: Attempt },
): Promise<readonly Cut[]> {
  const { number, attempt } = issue;
  const all: readonly Recipients[] = [
    { audience: { kind: 'everyone' }, ...resolved.everyone },
    ...resolved.audiences,
  ];
  return attempt.step('plan', () => {
    const plans = all.map(({ audience }) => {
      const own = whole.cutFor(audience, number);
      return { whole: own, lookahead: resolved.detail === 'days' ? whole.daysFor(audience, number) : own };
    });
    const named = plans.map(({ lookahead }) => lookahead.audience);
    const fileNames = workbookFileNames(resolved, { window: resolved.window, number }, named);
    return all.flatMap((recipients, index): readonly Cut[] => {
      const { audience } = recipients;
      const [plan, fileName] = [plans[index], fileNames[index]];
      if (!plan || !fileName) return [];
      const message =
        audience.kind === 'everyone' ? 'everyone' : `${audience.kind}-${shortKeySafe(audience.id)}`;
      const leftOut = reasonToLeaveOut(recipients, plan.lookahead);
      return [{ recipients, message, fileName, ...plan, leftOut }];
    });
  });
}

/** Everyone's cut is never left out: `reasonToSkip` decides about an empty window. */
function reasonToLeaveOut(recipients: Recipients, lookahead: Lookahead): Cut['leftOut'] {
  if (recipients.audience.kind === 'everyone') return undefined;
  if (lookahead.tasks.length === 0) return 'no task';
  return recipients.to.length === 0 ? 'no address' : undefined;
}

/** The workbook of a cut. */
export function renderCut(
  { lookahead }: Cut,
  by: { readonly resolved: ResolvedReport; readonly render: Render; readonly wallLink?: string | undefined },
  attempt: Attempt,
): Promise<Uint8Array> {
  const { resolved, render, wallLink } = by;
  const { paper, sheets } = resolved;
  return attempt.step({ kind: 'render', tasks: lookahead.tasks.length }, () =>
    render(lookahead, { paper, sheets, wallLink }),
  );
}
