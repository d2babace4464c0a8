import type { TaskId } from '../../planning/contract/resources.ts';
import type { ShiftSlot } from '../lookahead.ts';
import type { Dates, Slip } from '../tasks/planned-task.ts';

export const changeKinds = [
  'added',
  'removed',
  'moved',
  'finished',
  'status',
  'resources',
  'owner',
  'name',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** One thing that changed about one task. A task that changed in two ways has two. */
export type Change = {
  readonly kind: ChangeKind;
  readonly taskId: TaskId;
  readonly taskRef: string;
  readonly taskName: string;
  readonly shift: ShiftSlot;
  readonly subcontractor: string;
  readonly owner: string;
  /** Texts of what was and what is, for every kind but 'moved'. Empty where there is none. */
  readonly from: string;
  readonly to: string;
  readonly fromDates: Dates | undefined;
  readonly toDates: Dates | undefined;
  /** Days moved, later above 0: the finish's where it moved, else the start's. Only 'moved'. */
  readonly days: number | undefined;
  readonly slip: Slip | undefined;
};

export type Changes = {
  readonly list: readonly Change[];
  readonly counts: Readonly<Record<ChangeKind, number>>;
};
