import type { SetAside } from '../planning/contract/rejected-item.ts';
import type { Task } from '../planning/contract/resources.ts';
import type { Shift } from '../planning/contract/tasks-query.ts';
import type { Day } from './dates/day.ts';
import type { Window } from './dates/window.ts';
import type { Audience, FirstPlanned, GroupBy, IssueReference, Lookahead, ShiftSlot } from './lookahead.ts';
import type { ReadinessCheck } from './readiness/readiness.ts';

/** A task as pulled, with the shifts whose queries returned it: none where only the wide query did. */
export type PulledTask = { readonly task: Task; readonly answeredBy: readonly Shift[] };

/** What one pull brought: each task once, merged over the shift queries and the wide one. */
export type Pull = {
  /** The data date: ISO 8601 instant, UTC. */
  readonly instant: string;
  /** The dates that the wide query covered. */
  readonly range: { readonly first: Day; readonly last: Day };
  readonly tasks: readonly PulledTask[];
  readonly setAside: readonly SetAside[];
};

/**
 * Ids a task must match to be in the report. Values of one list are alternatives, different lists all apply;
 * an absent list asks nothing.
 */
export type SelectionFilters = {
  readonly subcontractorIds?: readonly string[] | undefined;
  readonly folderIds?: readonly string[] | undefined;
  readonly packageIds?: readonly string[] | undefined;
  readonly locationIds?: readonly string[] | undefined;
  readonly calendarIds?: readonly string[] | undefined;
  readonly ownerIds?: readonly string[] | undefined;
  readonly assignedToIds?: readonly string[] | undefined;
};

export type EarlierIssue = { readonly reference: IssueReference; readonly pull: Pull };

/** All that a lookahead is made of. The same input gives the same lookahead. */
export type PlanInput = {
  readonly project: Lookahead['project'];
  readonly report: Lookahead['report'];
  readonly audience: Audience;
  readonly window: Window;
  readonly issueNumber: number;
  readonly pull: Pull;
  /** The issue that changes are compared with. */
  readonly previous: EarlierIssue | undefined;
  /** The last issue before last week began: what PPC measures. May be the same as `previous`. */
  readonly lastWeekPlan: EarlierIssue | undefined;
  /** Dates first planned for each task, this pull's own tasks included (`carryFirstPlanned`). */
  readonly firstPlanned: FirstPlanned;
  readonly rules: PlanRules;
};

export type PlanRules = {
  readonly shifts: readonly ShiftSlot[];
  readonly filters: SelectionFilters;
  readonly groupBy: GroupBy;
  readonly includeOverdue: boolean;
  readonly checksOff: readonly ReadinessCheck[];
};
