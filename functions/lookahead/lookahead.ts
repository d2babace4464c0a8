/** The plan of one window, and what it is made from: pure data. */

import type { Dates, Day } from '../base/day.ts';
import type { RejectedItem } from '../planning/contract/rejected-item.ts';
import type { IdFilters } from '../planning/contract/tasks-query.ts';
import type { Changes } from './compare/changes.ts';
import type { Delays } from './compare/delays.ts';
import type { EarlierIssue, IssueReference } from './compare/earlier-issue.ts';
import type { LastWeekTask } from './compare/last-week.ts';
import type { MeasuredWeek, Ppc, PpcWeek } from './compare/ppc.ts';
import type { OpenSince, ReadinessCounts } from './compare/unready-tasks.ts';
import type { ReportDates } from './dates/report-dates.ts';
import type { Window } from './dates/window.ts';
import type { DayColumn } from './grid/day-columns.ts';
import type { ShiftPlan } from './grid/shift-plan.ts';
import type { GroupBy, PlannedTask } from './planned/planned-task.ts';
import type { FirstPlanned } from './planned/slip.ts';
import type { ReadinessRules } from './readiness/check-readiness.ts';
import type { ResourceBlock } from './resources/labour-and-plant.ts';
import type { MaterialLine } from './resources/material-lines.ts';
import type { Pull } from './tasks/read-task.ts';
import type { Audience, SelectionRules } from './tasks/select.ts';

/**
 * Everything that the workbook and the mail show. It knows nothing of sheets or HTML, and it has every rule applied,
 * so that rendering decides nothing about the plan.
 */
export type Lookahead = ReportDates & {
  readonly project: {
    readonly key: string;
    readonly name: string;
    readonly region: string;
    readonly projectId: string;
    readonly timeZone: string;
  };
  readonly report: { readonly key: string; readonly name: string };
  readonly audience: Audience;
  /** The limits by filters, audience and shifts, in words; empty for a whole report. */
  readonly limits: readonly string[];
  readonly groupBy: GroupBy;
  readonly window: Window;
  /** The first and last day of all tasks of the programme, where none is in the window. */
  readonly programmeDates: Dates | undefined;
  readonly days: readonly DayColumn[];
  /** That the programme is older than the project allows, as a sentence; undefined where it is not. */
  readonly stale: string | undefined;
  readonly issue: { readonly number: number; readonly previous: IssueReference | undefined };
  /** The report's shifts, in the order of `shiftSlots`; 'none' only where it has rows. */
  readonly shifts: readonly ShiftPlan[];
  /** Every task of the lookahead once, in the order of the shifts, then of their rows. */
  readonly tasks: readonly PlannedTask[];
  readonly labour: readonly ResourceBlock[];
  readonly plant: readonly ResourceBlock[];
  readonly materials: readonly MaterialLine[];
  readonly readiness: ReadinessCounts & {
    /** For tasks that were not ready in earlier issues too. */
    readonly openSince: OpenSince;
  };
  /** Undefined where there is no previous issue. */
  readonly changes: Changes | undefined;
  readonly delays: Delays;
  readonly ppc: Ppc;
  /** Up to eight weeks in a row, the last the one that PPC is of; empty where none was ever measured. */
  readonly ppcWeeks: readonly PpcWeek[];
  /** The tasks that PPC is measured over, the misses first; empty where it is not measured. */
  readonly lastWeek: readonly LastWeekTask[];
  /** Items of the service's answers that were invalid and are not in the plan. */
  readonly rejected: readonly RejectedItem[];
  /** Warnings for readers that no sheet shows: `3 tasks have no shift and are not in this report.` */
  readonly warnings: readonly string[];
};

/** Everything a lookahead is made from. The same input gives the same lookahead. */
export type PlanInput = {
  readonly project: Lookahead['project'];
  readonly report: Lookahead['report'];
  readonly window: Window;
  readonly reportDay: Day;
  readonly issueNumber: number;
  readonly pull: Pull;
  /** The issue that changes are compared with. */
  readonly previous: EarlierIssue | undefined;
  /** The plan that PPC measures (`choosePlanOfLastWeek`). May be the same issue as `previous`. */
  readonly lastWeekPlan: EarlierIssue | undefined;
  /** PPC of earlier weeks, the earliest issue first. */
  readonly measuredWeeks: readonly MeasuredWeek[];
  /** Dates first planned for each task, this pull's own tasks included (`carryFirstPlanned`). */
  readonly firstPlanned: FirstPlanned;
  /** Since which earlier issue tasks have not been ready (`carryOpenSince`). */
  readonly openSince: OpenSince;
  readonly rules: PlanRules;
};

export type PlanRules = SelectionRules &
  ReadinessRules & {
    /** The names of the ids in `filters`, for readers. */
    readonly filterNames: IdFilters;
    readonly groupBy: GroupBy;
    /** Days from which on a programme counts as old. */
    readonly staleAfter: number;
  };
