import { readAnswersForPlan } from '#answers/read-answers.ts';
import type { EarlierIssue } from '#lookahead/compare/earlier-issue.ts';
import type { PlanRecord } from '#lookahead/compare/plan-record.ts';
import { lastReportedDay } from '#lookahead/dates/report-dates.ts';
import type { Lookahead, PlanInput } from '#lookahead/lookahead.ts';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import type { AttemptWorld } from './attempt.ts';
import type { ResolvedReport } from './look-up-report.ts';
import type { TakenSnapshot } from './pull-tasks.ts';
import type { AudienceRecipients } from './recipients.ts';
import { shortKeySafeText } from './store/names.ts';
import type { RunStore } from './store/run-store.ts';
import type { Snapshot, StoredEarlierIssue } from './store/snapshot.ts';
import { reportDatesOf, unreadableObjectHandler } from './store/stored-object.ts';
import { workbookFileNames } from './workbook-file-name.ts';
import type { Render } from './world.ts';

/** A planned run. Keeps only what its cuts show, to save memory. */
export type PlannedRun = {
  readonly snapshot: Snapshot;
  /** The record that later issues measure this plan against. */
  readonly record: PlanRecord;
  readonly unnumberedCuts: readonly Pick<Cut, 'recipients' | 'lookahead' | 'whole'>[];
};

/**
 * Plans the whole report from the pull, and each cut as a part of it. Reads the earlier issues that the snapshot names;
 * an unreadable record of an earlier week only leaves a gap in the figures.
 * @param taken the snapshot of a dry run, which stores none
 * @throws RunStoreError
 */
export async function planRun(
  resolved: ResolvedReport,
  runStore: RunStore,
  attempt: AttemptWorld,
  taken?: TakenSnapshot,
): Promise<PlannedRun> {
  const { project, report, window, rules, detail } = resolved;
  const snapshot = taken?.snapshot ?? (await runStore.snapshot());
  const { previous, lastWeekPlan, unfinishedWeeks, foreseeing, answers } = snapshot;
  const { reportDay, measuredWeeks, firstPlanned, firstWeek } = snapshot;
  const withRecord = async <Earlier extends StoredEarlierIssue>({ prefix, ...issue }: Earlier) => {
    const record = await runStore.earlierRecord(prefix).catch(unreadableObjectHandler(() => undefined));
    return record && { ...issue, record };
  };
  const readPrevious = async (earlier: StoredEarlierIssue): Promise<EarlierIssue> => {
    const pull = await runStore.earlierPull(earlier.prefix, project);
    return { reference: earlier.reference, pull, record: (await withRecord(earlier))?.record };
  };
  const foreseen = await Promise.all(foreseeing.map(withRecord));
  const lastReported = lastReportedDay(reportDatesOf(snapshot));
  const reported = unfinishedWeeks.filter(({ week }) => week.last <= lastReported);
  const finished = await Promise.all(reported.map(withRecord));
  const input: PlanInput = {
    project,
    report,
    window,
    rules,
    reportDay,
    measuredWeeks,
    firstPlanned,
    firstWeek,
    pull: taken?.pull ?? (await runStore.pull(project)),
    previous: previous ? await readPrevious(previous) : undefined,
    lastWeekPlan: lastWeekPlan
      ? { reference: lastWeekPlan.reference, record: await runStore.earlierRecord(lastWeekPlan.prefix) }
      : undefined,
    unfinishedWeeks: finished.filter((plan) => plan !== undefined),
    foreseeing: foreseen.filter((issue) => issue !== undefined),
    promises: answers && (await readAnswersForPlan(runStore.store, answers, project.timeZone)),
  };
  runStore.forgetPulls();
  const everyone: AudienceRecipients = { audience: { kind: 'everyone' }, ...resolved.everyone };
  return attempt.step({ kind: 'plan', tasks: snapshot.tasks.length }, () => {
    const { record, cutFor, daysOnlyFor } = planLookahead(input);
    const unnumberedCuts = [everyone, ...resolved.audiences].map((recipients) => {
      const whole = cutFor(recipients.audience, placeholderNumber);
      return {
        recipients,
        whole,
        lookahead: detail === 'days' ? daysOnlyFor(recipients.audience, placeholderNumber) : whole,
      };
    });
    return { snapshot, record, unnumberedCuts };
  });
}

/** The issue number used until the run has one: whether to skip the run is decided before that. */
const placeholderNumber = 1;

export type Cut = {
  readonly recipients: AudienceRecipients;
  readonly message: string;
  readonly fileName: string;
  /** The plan as its readers see it. */
  readonly lookahead: Lookahead;
  /** The plan in full detail, for the planner and later issues. */
  readonly whole: Lookahead;
  readonly leftOut: 'no task' | 'no address' | undefined;
};

export function cutsOf(
  resolved: ResolvedReport,
  { unnumberedCuts }: PlannedRun,
  number: number,
): readonly Cut[] {
  const numbered = (plan: Lookahead): Lookahead => ({ ...plan, issue: { ...plan.issue, number } });
  const named = unnumberedCuts.map(({ lookahead }) => lookahead.audience);
  const fileNames = workbookFileNames(resolved, { window: resolved.window, number }, named);
  return unnumberedCuts.map(({ recipients, ...part }, index): Cut => {
    const { audience } = recipients;
    const lookahead = numbered(part.lookahead);
    return {
      recipients,
      lookahead,
      whole: part.whole === part.lookahead ? lookahead : numbered(part.whole),
      fileName: fileNames[index] ?? '',
      message:
        audience.kind === 'everyone' ? 'everyone' : `${audience.kind}-${shortKeySafeText(audience.id)}`,
      leftOut: reasonToLeaveOut(recipients, lookahead),
    };
  });
}

/** Everyone's cut is never left out: `reasonToSkip` decides about an empty window. */
function reasonToLeaveOut(recipients: AudienceRecipients, lookahead: Lookahead): Cut['leftOut'] {
  if (recipients.audience.kind === 'everyone') return undefined;
  if (lookahead.tasks.length === 0) return 'no task';
  return recipients.to.length === 0 ? 'no address' : undefined;
}

export function renderCut(
  { lookahead }: Cut,
  by: { readonly resolved: ResolvedReport; readonly render: Render; readonly wallLink?: string | undefined },
  attempt: AttemptWorld,
): Promise<Uint8Array> {
  const { resolved, render, wallLink } = by;
  const { paper, sheets } = resolved;
  return attempt.step({ kind: 'render', tasks: lookahead.tasks.length }, () =>
    render(lookahead, { paper, sheets, wallLink }),
  );
}
