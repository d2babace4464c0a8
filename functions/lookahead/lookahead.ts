/**
 * The plan of one window: pure data, all that the workbook, the mail and later pages draw. Nothing here knows
 * of sheets or HTML; everything here is decided, so that a drawing has no rule left to apply.
 */

import type { SetAside } from '../planning/contract/rejected-item.ts';
import type { TaskId } from '../planning/contract/resources.ts';
import type { Shift } from '../planning/contract/tasks-query.ts';
import type { Changes } from './compare/changes.ts';
import type { Delays } from './compare/delays.ts';
import type { Ppc } from './compare/ppc.ts';
import type { Day } from './dates/day.ts';
import type { Window } from './dates/window.ts';
import type { MaterialLine, ResourceBlock } from './grid/resources.ts';
import type { Finding } from './readiness/readiness.ts';
import type { PlannedTask } from './tasks/planned-task.ts';
import type { StatusKind } from './tasks/status.ts';

/** The sheet a task stands on: the shift whose query returned it, or none. */
export type ShiftSlot = Shift | 'none';
export const shiftSlots: readonly ShiftSlot[] = ['day', 'afternoon', 'night', '24hr', 'none'];

export type GroupBy = 'folder' | 'subcontractor' | 'location' | 'owner' | 'package';

/** Who gets which cut of one pull. `id` is the subcontractor's, user's, location's or folder's. */
export type Audience =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'subcontractor' | 'owner' | 'assignee' | 'location' | 'folder';
      readonly id: string;
      readonly name: string;
    };

/** When the tasks were pulled. */
export type DataDate = {
  /** ISO 8601 instant, UTC. */
  readonly instant: string;
  /** Local date in the project's zone. */
  readonly day: Day;
  /** Local time in the project's zone, as people read it: `Fri 20 Nov 2026 14:02 GMT`. */
  readonly label: string;
};

/** An issue as a later one refers to it. */
export type IssueReference = {
  readonly number: number;
  readonly window: Window;
  readonly dataDate: DataDate;
};

/** What kind of day a column is; the data date's is today, whatever weekday that is. */
export type DayKind = 'weekday' | 'weekend' | 'today';

export type DayColumn = {
  readonly day: Day;
  /** `Mon`. */
  readonly weekday: string;
  readonly dayOfMonth: number;
  /** `Nov`. */
  readonly month: string;
  readonly kind: DayKind;
};

/** What a task does on one day of the window. */
export type GridContent =
  /** Nothing. */
  | { readonly kind: 'empty' }
  /** Work: the task's bar. */
  | {
      readonly kind: 'bar';
      readonly status: StatusKind;
      /** The status's; empty where the task has none. */
      readonly letter: string;
      /** That day's labour, 0 where none is given. */
      readonly people: number;
    }
  /** Inside the bar, on a day that the task's calendar does not work: no labour. */
  | { readonly kind: 'off' }
  | { readonly kind: 'milestone' };

/** One task's cell under one day; `cell-words.ts` says it. Equal cells of a plan are one object. */
export type GridCell = GridContent & {
  /** On the window's first day: work began before it. */
  readonly before: boolean;
  /** On the window's last day: work goes on after it. */
  readonly after: boolean;
};

export type GridRow = {
  readonly task: PlannedTask;
  /** One for each of the window's days. */
  readonly cells: readonly GridCell[];
};

export type GridGroup = {
  /** What the rows share: `Substructure › Piling`, or `No folder` where a task has none. */
  readonly name: string;
  readonly rows: readonly GridRow[];
  readonly peoplePerDay: readonly number[];
};

/** One shift's page. */
export type ShiftPlan = {
  readonly shift: ShiftSlot;
  /** `Day`, `Afternoon`, `Night`, `24 hr`, `No shift`. */
  readonly title: string;
  /** Groups in reading order; rows by start, finish, then id. */
  readonly groups: readonly GridGroup[];
  /** Tasks with neither start nor finish: listed at the end, without a bar. */
  readonly undated: readonly GridRow[];
  readonly peoplePerDay: readonly number[];
  /** Tasks whose bar or milestone is on each day. */
  readonly tasksPerDay: readonly number[];
  readonly figures: ShiftFigures;
};

type ShiftFigures = {
  readonly tasks: number;
  readonly keyTasks: number;
  readonly notReady: number;
  readonly overdue: number;
  /** The day with the most people; undefined where no day has any. */
  readonly busiest: BusiestDay | undefined;
};

export type BusiestDay = { readonly day: Day; readonly people: number };

export type Lookahead = {
  readonly project: {
    readonly key: string;
    readonly name: string;
    readonly region: string;
    readonly projectId: string;
    readonly timeZone: string;
  };
  readonly report: { readonly key: string; readonly name: string };
  readonly audience: Audience;
  readonly groupBy: GroupBy;
  readonly window: Window;
  readonly days: readonly DayColumn[];
  readonly dataDate: DataDate;
  readonly issue: { readonly number: number; readonly previous: IssueReference | undefined };
  /** The shifts asked for, in the order of `shiftSlots`; 'none' only where it has rows. */
  readonly shifts: readonly ShiftPlan[];
  /** Every task of the lookahead once: the order of the shifts, then of their rows. */
  readonly tasks: readonly PlannedTask[];
  readonly labour: readonly ResourceBlock[];
  readonly plant: readonly ResourceBlock[];
  readonly materials: readonly MaterialLine[];
  readonly readiness: {
    /** One finding a row, ordered by the day work should start. */
    readonly findings: readonly Finding[];
    readonly ready: number;
    readonly of: number;
  };
  /** Undefined where there is no previous issue. */
  readonly changes: Changes | undefined;
  readonly delays: Delays;
  readonly ppc: Ppc;
  /** Items of the service's answers that were wrong and are not in the plan. */
  readonly setAside: readonly SetAside[];
  /** What a reader should know and no sheet shows: `3 tasks have no shift and are not in this report.` */
  readonly warnings: readonly string[];
};

/** Task ids with the dates first planned for them, as they travel from snapshot to snapshot. */
export type FirstPlanned = ReadonlyMap<
  TaskId,
  { readonly start: Day | undefined; readonly finish: Day | undefined }
>;
