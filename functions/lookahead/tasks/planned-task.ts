/** A task as the plan shows it. */

import type { Dates, Day } from '../../base/day.ts';
import { firstNonBlank } from '../../base/one-line.ts';
import type { Task, TaskId } from '../../planning/contract/resources.ts';
import { type LastIssue, type SinceLastIssue, sinceLastIssue } from '../compare/since-last-issue.ts';
import { dayText } from '../dates/day-text.ts';
import { lastReportedDay, type ReportDates } from '../dates/report-dates.ts';
import type { WorksOn } from '../dates/working-days.ts';
import { cleanLines } from '../text/clean-text.ts';
import { type FirstPlanned, type Slip, slipOf } from './first-planned.ts';
import { needsOf, type ResourceNeed, resourcesLineOf, sumOf } from './needs.ts';
import { type Named, namedOf, personOf, type ReadPull, type ReadTask } from './read-pull.ts';
import { type NamedSuccessors, type Relation, relationsOf } from './relations.ts';
import type { SelectedTask } from './selection.ts';
import type { ShiftSlot } from './shift-of-task.ts';
import type { Status } from './status.ts';
import type { Mark } from './task-dates.ts';

/** Dates decided, words read, and the task as the service gave it beside them. */
export type PlannedTask = {
  readonly id: TaskId;
  /** What people call it: the external id where given, else the id. */
  readonly ref: string;
  /** Never empty: a task without a name is called `(no name)`. */
  readonly name: string;
  readonly notes: string;
  readonly shift: ShiftSlot;
  /** A single known date is both start and finish; undefined where neither is known. */
  readonly dates: Dates | undefined;
  /** Working days, as given. */
  readonly duration: number | undefined;
  readonly key: boolean;
  readonly milestone: boolean;
  readonly status: Status;
  readonly marks: readonly Mark[];
  /** The same as they stand after its name: `overdue, dates reversed`, `due Sat 28 Nov`; empty where it has none. */
  readonly markWords: string;
  readonly worksOn: WorksOn;
  readonly owner: Named | undefined;
  readonly assignees: readonly Named[];
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
  /** Labour, plant and materials on one line: `8 operatives · 1 rig · 64 m³ concrete`. */
  readonly resourcesLine: string;
  readonly slip: Slip | undefined;
  readonly since: SinceLastIssue | undefined;
  /** A word for each readiness finding, the most consequential first; a task without any is ready. */
  readonly missing: readonly string[];
  /** The task as the service gave it, for the Tasks sheet. */
  readonly source: Task;
};

/** A planned task before its readiness is checked. */
export type TaskDraft = Omit<PlannedTask, 'missing'>;

/** Composes a selected task from its own properties, its relations and the dates first planned for it. */
export function composeTask(
  { read, slot, beforeWindow }: SelectedTask,
  context: {
    readonly pull: ReadPull;
    readonly dates: ReportDates;
    readonly successors: NamedSuccessors;
    readonly firstPlanned: FirstPlanned;
    readonly lastIssue: LastIssue | undefined;
  },
): TaskDraft {
  const { source } = read;
  const labour = needsOf(source.labour);
  const marks = beforeWindow ? [markOf(read, context.dates), ...read.marks] : read.marks;
  const nobodyAtWork = read.milestone || read.status.kind === 'cancelled';
  return {
    id: read.id,
    ref: read.ref,
    name: read.name,
    notes: cleanLines(source.notes),
    shift: slot,
    dates: read.dates,
    duration: source.duration,
    key: source.keyTask === true,
    milestone: read.milestone,
    status: read.status,
    marks,
    markWords: marks.map((mark) => wordsOf(mark, read, context.dates.reportDay)).join(', '),
    worksOn: read.worksOn,
    owner: read.owner,
    assignees: (source.assignedTo ?? [])
      .map(personOf)
      .filter((person): person is Named => person !== undefined),
    calendar: namedOf(source.calendar, firstNonBlank(source.calendar?.type)),
    folder: namedOf(source.folder, source.folder?.code),
    package: namedOf(source.package, source.package?.code),
    parent: namedOf(source.parent),
    subcontractor: read.subcontractor,
    location: namedOf(source.location),
    labour,
    plant: needsOf(source.plant),
    people: nobodyAtWork ? 0 : sumOf(labour),
    relations: relationsOf(read, context.pull, context.successors),
    resourcesLine: resourcesLineOf(source),
    slip: slipOf(read, context.firstPlanned),
    since: sinceLastIssue(read, context.lastIssue),
    source,
  };
}

/** A task from before the window is overdue once its last day has passed and is reported; before that, it is due. */
function markOf({ dates }: ReadTask, reportDates: ReportDates): Mark {
  if (dates === undefined) return 'overdue';
  if (dates.finish >= reportDates.reportDay) return 'due before';
  return dates.finish > lastReportedDay(reportDates) ? 'not reported' : 'overdue';
}

function wordsOf(mark: Mark, { dates }: ReadTask, reportDay: Day): string {
  if (dates === undefined || (mark !== 'due before' && mark !== 'not reported')) return mark;
  const due = `due ${dayText(dates.finish, reportDay)}`;
  return mark === 'due before' ? due : `${due}, ${mark}`;
}

/** The key tasks of a plan by start, those without dates last; on one day in the order of the sheets. */
export function keyTasksOf({ tasks }: { readonly tasks: readonly PlannedTask[] }): readonly PlannedTask[] {
  const startOf = ({ dates }: PlannedTask) => dates?.start ?? Number.MAX_SAFE_INTEGER;
  return tasks.filter(({ key }) => key).sort((left, right) => startOf(left) - startOf(right));
}
