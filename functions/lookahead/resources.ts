import type { TaskId } from '../planning/resources.ts';
import type { Day } from './day.ts';
import type { ShiftSlot } from './lookahead.ts';

/** Labour or plant of one shift: name × day, summed over the tasks. */
export type ResourceBlock = {
  readonly shift: ShiftSlot;
  readonly title: string;
  readonly lines: readonly {
    readonly name: string;
    /** Plant only. */
    readonly category: string | undefined;
    readonly perDay: readonly number[];
    readonly total: number;
  }[];
  readonly totalPerDay: readonly number[];
  readonly total: number;
};

/** One material of one task: the call-off list. */
export type MaterialLine = {
  readonly taskId: TaskId;
  readonly taskRef: string;
  readonly taskName: string;
  readonly shift: ShiftSlot;
  readonly subcontractor: string;
  readonly material: string;
  readonly unit: string;
  /** The task's total. */
  readonly quantity: number | undefined;
  /** Planned for each of the window's days; undefined where the service gives no figure for the day. */
  readonly plannedPerDay: readonly (number | undefined)[];
  readonly plannedInWindow: number;
  /** Sum of the daily plan up to and including the data date's day. */
  readonly plannedToDate: number;
  /** Sum of the daily actuals up to and including the data date's day; undefined where none is given. */
  readonly actualToDate: number | undefined;
  /** Actual less planned to date: below 0 is short. */
  readonly difference: number | undefined;
  /** First day of the window with a planned figure. */
  readonly firstNeeded: Day | undefined;
};
