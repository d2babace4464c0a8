import type { Task, TaskId } from '../../planning/contract/resources.ts';
import type { Day } from '../dates/day.ts';
import type { ShiftSlot } from '../lookahead.ts';
import type { Status } from './status.ts';

/** Things a reader is told about a task beside its figures. */
export type Mark =
  /** Unfinished, and its finish is before the window. */
  | 'overdue'
  /** The service gave a start after the finish; they were swapped. */
  | 'dates reversed'
  /** The service gave a date that could not be read; it counts as missing. */
  | 'date unreadable';

/** First and last day of a bar, both inclusive. */
export type Dates = { readonly start: Day; readonly finish: Day };

export type Person = {
  readonly id: string | undefined;
  readonly name: string;
  readonly email: string | undefined;
};

/** A folder, package, location, subcontractor, calendar or parent as a task refers to it. */
export type Named = { readonly id: string | undefined; readonly name: string };

export type ResourceNeed = {
  readonly name: string;
  /** Plant only. */
  readonly category: string | undefined;
  /** Per working day of the bar; 0 where the service gives none. */
  readonly quantity: number;
};

export type Relation = {
  readonly id: string;
  /** What people call the other task: its reference as in the ID column where it was pulled, else its name, else its id. */
  readonly label: string;
  readonly name: string | undefined;
  readonly direction: 'predecessor' | 'successor' | 'other';
  /** `FS`, `SS`, `FF`, `SF`; an unknown type keeps its text. */
  readonly type: string;
  /** Working days, signed. */
  readonly lag: number;
  /** `A1010 FS+1`, `A1010 SS`, `A1010 FF-2`. */
  readonly text: string;
};

/** How far a task has moved from the dates first planned for it, in days: behind above 0, ahead below. */
export type Slip = {
  readonly days: number;
  readonly firstStart: Day | undefined;
  readonly firstFinish: Day | undefined;
  /** `+3 d behind`, `−2 d ahead`, `on plan`. */
  readonly text: string;
};

/** A task as the plan sees it: dates decided, words read, the wire's task beside it. */
export type PlannedTask = {
  readonly id: TaskId;
  /** What people call it: the external id where given, else the id. */
  readonly ref: string;
  /** Never empty: a task without a name is called `(no name)`. */
  readonly name: string;
  readonly notes: string;
  readonly shift: ShiftSlot;
  /** Both or neither: a single known date is start and finish. Inclusive. */
  readonly dates: Dates | undefined;
  /** Working days, as given. */
  readonly duration: number | undefined;
  readonly key: boolean;
  readonly milestone: boolean;
  readonly status: Status;
  readonly marks: readonly Mark[];
  /** Days (of any week) the task's calendar works: index 1 Monday … 7 Sunday; index 0 unused. */
  readonly worksOn: readonly boolean[];
  readonly owner: Person | undefined;
  readonly assignees: readonly Person[];
  readonly calendar: Named | undefined;
  readonly folder: Named | undefined;
  readonly package: Named | undefined;
  readonly parent: Named | undefined;
  readonly subcontractor: Named | undefined;
  readonly location: Named | undefined;
  readonly labour: readonly ResourceNeed[];
  readonly plant: readonly ResourceNeed[];
  /** People on each working day of the bar; 0 for milestones and cancelled tasks, which have nobody at work. */
  readonly people: number;
  readonly relations: readonly Relation[];
  /** Labour, plant and materials in a line: `8 operatives · 1 rig · 64 m³ concrete`. */
  readonly resourcesLine: string;
  readonly slip: Slip | undefined;
  /** How many readiness findings it has; 0 is ready. */
  readonly findings: number;
  /** The task as the service gave it, for the flat sheet. */
  readonly source: Task;
};
