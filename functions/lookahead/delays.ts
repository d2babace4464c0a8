import type { TaskId } from '../planning/resources.ts';
import type { Day } from './day.ts';
import type { ShiftSlot } from './lookahead.ts';

export type DelayLine = {
  readonly taskId: TaskId;
  readonly taskRef: string;
  readonly taskName: string;
  readonly shift: ShiftSlot;
  readonly subcontractor: string;
  readonly owner: string;
  readonly day: Day | undefined;
  /** Working days lost, signed; undefined where the service gives none. */
  readonly amount: number | undefined;
  /** `(no reason given)` where the service gives none. */
  readonly reason: string;
  /** The task is not complete. */
  readonly open: boolean;
};

export type Delays = {
  /** Latest first. */
  readonly lines: readonly DelayLine[];
  readonly perReason: readonly { readonly reason: string; readonly count: number; readonly days: number }[];
  readonly open: number;
};
