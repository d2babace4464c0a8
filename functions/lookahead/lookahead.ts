import type { Day, StartAndFinish } from '#base/day.ts';
import type { DescribedMisfit } from '#planning/contract/misfit.ts';
import type { TaskId } from '#planning/contract/resources.ts';
import type { ChangesWithCounts } from './compare/changes.ts';
import type { ListedDelays } from './compare/delays.ts';
import type { EarlierIssue, IssueReference } from './compare/earlier-issue.ts';
import type { Foresight } from './compare/foresight.ts';
import type { LastWeekTask } from './compare/last-week.ts';
import type { FinalPpc, MeasuredWeek, Ppc, PpcWeek, ReasonCount } from './compare/ppc.ts';
import type { RecordedIssue, WeekTask } from './compare/recorded-week.ts';
import type { ReadinessCounts } from './compare/unready-tasks.ts';
import type { ReportDates } from './dates/report-dates.ts';
import type { Window } from './dates/window.ts';
import type { DayColumn } from './grid/day-columns.ts';
import type { ShiftPlan } from './grid/shift-plan.ts';
import type { GroupBy, PlannedTask } from './planned/planned-task.ts';
import type { FirstPlannedDates } from './planned/slip.ts';
import type { AnswerCounts, PromisesInput } from './promises/promises.ts';
import type { ReadinessRules } from './readiness/check-readiness.ts';
import type { MaterialLine } from './resources/material-lines.ts';
import type { TasksReadCounts } from './tasks/pull-misfits.ts';
import type { InterpretedPull, TaskReadingSettings, TaskWithoutSource } from './tasks/read-task.ts';
import type { Audience, ReportFilters, SelectionRules } from './tasks/select-tasks.ts';

/**
 * Everything that the workbook and the mail show, with every rule applied, so that rendering decides nothing about the
 * plan. It contains no sheets and no HTML.
 */
export type Lookahead = ReportDates & {
  readonly project: TaskReadingSettings & {
    readonly key: string;
    readonly name: string;
    readonly region: string;
    readonly projectId: string;
  };
  readonly report: { readonly key: string; readonly name: string };
  /** `days` is for readers outside the site: the plan then has days and places only. */
  readonly detail: 'full' | 'days';
  readonly audience: Audience;
  readonly limits: readonly string[];
  readonly groupBy: GroupBy;
  readonly window: Window;
  /** First and last day of the whole programme; set only if no task is in the window. */
  readonly programmeDates: StartAndFinish | undefined;
  readonly days: readonly DayColumn[];
  readonly stale: string | undefined;
  readonly issue: { readonly number: number; readonly previous: IssueReference | undefined };
  /** The report's shifts, in the order of `shiftsOrNone`; 'none' only if it has rows. */
  readonly shifts: readonly ShiftPlan[];
  readonly tasks: readonly PlannedTask[];
  readonly materials: readonly MaterialLine[];
  readonly readiness: ReadinessCounts & {
    /** For each task that is not ready, the report day of the issue that first saw one of its constraints. */
    readonly openSince: ReadonlyMap<TaskId, Day>;
    /**
     * The category of each task that is not ready: one of `reasons`, or the words of a reason that fits none of them.
     */
    readonly categories: ReadonlyMap<TaskId, string>;
  };
  /** The categories of reasons, for people to choose from. */
  readonly reasons: readonly string[];
  /** Undefined if there is no previous issue. */
  readonly changes: ChangesWithCounts | undefined;
  readonly delays: ListedDelays;
  readonly ppc: Ppc;
  /**
   * PPC of earlier weeks that are final now: weeks that no earlier issue measured to the end, and in any case the week
   * before that of `ppc`. Earliest first.
   */
  readonly finals: readonly (FinalPpc & { readonly misses: readonly ReasonCount[] })[];
  /** Foresight of the week of `ppc`; undefined if that week has no plan, or its stored record is missing. */
  readonly foresight: Foresight | undefined;
  /** Up to `maxPpcWeeks` consecutive weeks, ending with the week of `ppc`; empty if none was ever measured. */
  readonly ppcWeeks: readonly PpcWeek[];
  readonly lastWeek: readonly LastWeekTask[];
  /**
   * Answers for the window's first week if an issue has already asked for them, else for last week; undefined if nobody
   * was asked.
   */
  readonly answers: AnswerCounts | undefined;
  /**
   * Tasks of the week of `ppc` that neither its plan nor today's data has as complete or cancelled: readers are asked
   * whether each was done. `now` is the task in today's data. Empty if nobody is asked.
   */
  readonly toConfirm: readonly (WeekTask & { readonly now: Pick<TaskWithoutSource, 'dates'> | undefined })[];
  readonly tasksRead: TasksReadCounts;
  /** How the responses of the planning service differ from the contract; empty unless the audience is everyone. */
  readonly misfits: readonly DescribedMisfit[];
  readonly warnings: readonly string[];
};

export type PlanInput = {
  readonly project: Lookahead['project'];
  readonly report: Lookahead['report'];
  readonly window: Window;
  readonly reportDay: Day;
  readonly pull: InterpretedPull;
  readonly previous: EarlierIssue | undefined;
  /** The plan that PPC measures (`choosePlanIssue`). */
  readonly lastWeekPlan: RecordedIssue | undefined;
  readonly measuredWeeks: readonly MeasuredWeek[];
  /**
   * For each number of weeks in `weeksOfForesight`, the issue from that many weeks before `lastWeekPlan` that covers
   * its week (`chooseForesightIssue`).
   */
  readonly foreseeing: readonly (RecordedIssue & { readonly weeks: number })[];
  /** The plans of earlier weeks that may have become final since the last issue (`weeksToMeasureAgain`). */
  readonly unfinishedWeeks: readonly (RecordedIssue & { readonly week: Window })[];
  /** Monday of the first week for which an issue is known. */
  readonly firstWeek: Day | undefined;
  /** The dates first planned for each task of the pull (`addFirstPlannedDates`). */
  readonly firstPlanned: FirstPlannedDates;
  /** Undefined if the project asks nobody for promises. */
  readonly promises: PromisesInput | undefined;
  readonly rules: PlanRules;
};

export type PlanRules = SelectionRules &
  ReadinessRules & {
    readonly filterNames: ReportFilters;
    readonly groupBy: GroupBy;
    /** The project's categories of reasons (`createReasonCategories`). */
    readonly reasons: readonly string[];
    /** Maximum age of a programme in days; an older one gets a warning. */
    readonly staleAfter: number;
  };
