/** The plans of a report: everyone's, and one for each audience, all from the same snapshot. */
import type { EarlierIssue } from '../../lookahead/compare/earlier-issue.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { PlanInput } from '../../lookahead/plan-input.ts';
import type { Audience } from '../../lookahead/tasks/audience.ts';
import { shortKeySafe } from '../dispatch/run-id.ts';
import { firstPlannedOf, pullOf, type Snapshot } from '../store/snapshot.ts';
import type { Planning } from './delivery-parts.ts';
import { workbookFileNames } from './file-name.ts';
import type { Recipients, ReportJob } from './report-job.ts';

/** What every plan of a run is made from. */
export type PlanBasis = {
  readonly snapshot: Snapshot;
  readonly previous: EarlierIssue | undefined;
  readonly lastWeekPlan: EarlierIssue | undefined;
};

/** One cut: a workbook and a message to be. */
export type Cut = {
  readonly recipients: Recipients;
  /** The message's id: unique in the run. */
  readonly message: string;
  readonly fileName: string;
  readonly lookahead: Lookahead;
  /** Why there is neither workbook nor message; undefined where there is. */
  readonly leftOut: 'no task' | 'no address' | undefined;
};

/** The plans of several audiences from one basis, in their order. */
export function planFor(
  job: ReportJob,
  basis: PlanBasis,
  plan: {
    readonly audiences: readonly Audience[];
    readonly number: number;
    readonly planning: Pick<Planning, 'planLookaheads'>;
  },
): readonly Lookahead[] {
  const input: PlanInput = {
    project: job.project,
    report: job.report,
    window: job.window,
    issueNumber: plan.number,
    pull: pullOf(basis.snapshot),
    previous: basis.previous,
    lastWeekPlan: basis.lastWeekPlan,
    firstPlanned: firstPlannedOf(basis.snapshot),
    rules: job.rules,
  };
  return plan.planning.planLookaheads(input, plan.audiences);
}

/** Everyone's cut, then each audience's, in the order of the job. */
export function planCuts(
  job: ReportJob,
  basis: PlanBasis,
  issue: { readonly number: number; readonly planning: Pick<Planning, 'planLookaheads'> },
): readonly Cut[] {
  const all: readonly Recipients[] = [{ audience: { kind: 'everyone' }, ...job.everyone }, ...job.audiences];
  const audiences = all.map(({ audience }) => audience);
  const fileNames = workbookFileNames(
    job.project.name,
    { window: job.window, number: issue.number },
    audiences,
  );
  const lookaheads = planFor(job, basis, { ...issue, audiences });
  return all.flatMap((recipients, index) => {
    const { audience } = recipients;
    const [lookahead, fileName] = [lookaheads[index], fileNames[index]];
    if (!lookahead || !fileName) return [];
    const message =
      audience.kind === 'everyone' ? 'everyone' : `${audience.kind}-${shortKeySafe(audience.id)}`;
    return [{ recipients, message, fileName, lookahead, leftOut: reasonToLeaveOut(recipients, lookahead) }];
  });
}

/** Everyone's cut is always made: whether an empty window is sent has been decided before. */
function reasonToLeaveOut(recipients: Recipients, lookahead: Lookahead): Cut['leftOut'] {
  if (recipients.audience.kind === 'everyone') return undefined;
  if (lookahead.tasks.length === 0) return 'no task';
  return recipients.to.length === 0 ? 'no address' : undefined;
}

/** What the cuts that were left out, and the items that were wrong, make it necessary to say. */
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

export type LeftOutCut = { readonly audience: Audience; readonly leftOut: Cut['leftOut'] };

function nameOf(audience: Audience): string {
  return audience.kind === 'everyone' ? audience.kind : `${audience.kind} ${audience.name}`;
}

const longestList = 10;

/** `Set aside: 3 (a, b, c)`, one line however many there are; none where there is nothing to say. */
function sentence(items: readonly string[], start: string): readonly string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, longestList).join('; ').replaceAll(/\s+/g, ' ');
  const more = items.length > longestList ? `; and ${items.length - longestList} more` : '';
  return [`${start}: ${shown}${more}.`];
}
