import type { EarlierIssue } from './compare/earlier-issue.ts';
import type { Window } from './dates/window.ts';
import type { GroupBy } from './grid/rows.ts';
import type { Lookahead } from './lookahead.ts';
import type { ReadinessCheck } from './readiness/findings.ts';
import type { FirstPlanned } from './tasks/first-planned.ts';
import type { Pull } from './tasks/read-pull.ts';
import type { SelectionRules } from './tasks/selection.ts';

/** Everything a lookahead is made from. The same input gives the same lookahead. */
export type PlanInput = {
  readonly project: Lookahead['project'];
  readonly report: Lookahead['report'];
  readonly window: Window;
  readonly issueNumber: number;
  readonly pull: Pull;
  /** The issue that changes are compared with. */
  readonly previous: EarlierIssue | undefined;
  /** The plan that PPC measures (`choosePlanOfLastWeek`). May be the same issue as `previous`. */
  readonly lastWeekPlan: EarlierIssue | undefined;
  /** Dates first planned for each task, this pull's own tasks included (`carryFirstPlanned`). */
  readonly firstPlanned: FirstPlanned;
  readonly rules: PlanRules;
};

export type PlanRules = SelectionRules & {
  readonly groupBy: GroupBy;
  readonly checksOff: readonly ReadinessCheck[];
};
