import type { TaskId } from '../../planning/contract/resources.ts';
import type { Day } from '../dates/day.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';

/** Each can be switched off by name in the configuration. */
export const readinessChecks = [
  'predecessor-late',
  'predecessor-moved',
  'no-owner',
  'no-subcontractor',
  'no-location',
  'no-labour',
  'non-working-day',
  'shared-location',
  'material-without-daily-figures',
  'overdue',
] as const;
export type ReadinessCheck = (typeof readinessChecks)[number];

/** The categories a constraint log offers. */
export const constraintCategories = [
  'information',
  'materials',
  'labour',
  'plant',
  'access',
  'permit',
  'predecessor',
] as const;

export type Finding = {
  readonly check: ReadinessCheck;
  readonly task: PlannedTask;
  /** What is missing, as a sentence without a full stop: `A1010 ends 26 Nov, after this starts (FS+1)`. */
  readonly missing: string;
  /** Who to ask: a person or company by name; empty where the data names nobody. */
  readonly ask: string;
  /** The day work should start, or the day the clash is on. */
  readonly neededBy: Day | undefined;
};

/** A finding before its planned task is whole. */
export type FindingDraft = Omit<Finding, 'task'> & { readonly taskId: TaskId };
