/**
 * A task as the plan shows it, with the labour, plant and materials it needs. Open point of the contract: it gives no
 * units of quantity. We count labour and plant per working day of the task, and take a material's quantity as its
 * total.
 */
import type { Day } from '#base/day.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { lastReportedDay, type ReportDates } from '#lookahead/dates/report-dates.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { TaskDateMark } from '#lookahead/dates/working-days.ts';
import type { CurrentAnswer } from '#lookahead/promises/answer.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import type { Readiness } from '#lookahead/readiness/check-readiness.ts';
import type { PredecessorLink } from '#lookahead/readiness/predecessors.ts';
import type { SharedPlace } from '#lookahead/readiness/shared-places.ts';
import { dueDateMark } from '#lookahead/tasks/overdue.ts';
import {
  type InterpretedPull,
  type InterpretedTask,
  type NamedReference,
  namedPersonOf,
  namedReferenceOf,
  type TaskWithoutSource,
} from '#lookahead/tasks/read-task.ts';
import type { RelationReader, TaskRelation } from '#lookahead/tasks/relations.ts';
import {
  type ResourceNeed,
  readResourceNeeds,
  resourceItemsText,
  sumPeoplePerDay,
} from '#lookahead/tasks/resource-items.ts';
import type { SheetShift } from '#lookahead/tasks/select-tasks.ts';
import { cleanMultilineText } from '#lookahead/text/clean-text.ts';
import { createDayCellMaker, type GridCell } from './day-cells.ts';
import { type TaskValuesAsGiven, taskValuesAsGiven } from './given-values.ts';
import {
  type ChangeSinceLastPull,
  changeSinceLastPull,
  type FirstPlannedDates,
  type Slip,
  slipOf,
} from './slip.ts';

export const groupByOptions = ['folder', 'subcontractor', 'location', 'owner', 'package'] as const;
export type GroupBy = (typeof groupByOptions)[number];

/** `current` is the answer that counts, even if it was given after the answers closed. */
export type TaskPromise = { readonly state: PromiseState; readonly current: CurrentAnswer | undefined };

export type PlannedTask = TaskWithoutSource &
  Readiness & {
    readonly shift: SheetShift;
    readonly notes: string;
    /** As the service gives it: in working days, unless the project's `planning` says otherwise. */
    readonly duration: number | undefined;
    readonly key: boolean;
    /** Follows the task's name: `overdue, dates reversed`, `due Sat 28 Nov`; empty if it has no marks. */
    readonly markWords: string;
    readonly assignees: readonly NamedReference[];
    readonly calendar: NamedReference | undefined;
    readonly folder: NamedReference | undefined;
    readonly package: NamedReference | undefined;
    readonly parent: NamedReference | undefined;
    readonly location: NamedReference | undefined;
    /** The names of the task's group from the top down, with all parents of a folder. Empty if it has no group. */
    readonly groupPath: readonly string[];
    readonly labour: readonly ResourceNeed[];
    readonly plant: readonly ResourceNeed[];
    /** People on each working day of the bar; 0 for milestones and cancelled tasks, which have nobody at work. */
    readonly people: number;
    readonly relations: readonly TaskRelation[];
    /** Labour, plant and materials: `8 × operatives · 1 × rig · 64 m³ concrete`. */
    readonly resourcesLine: string;
    readonly slip: Slip | undefined;
    readonly since: ChangeSinceLastPull | undefined;
    readonly cells: readonly GridCell[];
    /** Other subcontractors in the task's place on its days: `Pile Co and 2 more`; empty if there are none. */
    readonly alsoHere: string;
    /** The promise for the window's first week; undefined if nobody was asked for the task. */
    readonly promise: TaskPromise | undefined;
    /**
     * This and the following properties are computed on each access, so that a plan of 50,000 tasks does not keep them
     * in memory.
     */
    readonly given: TaskValuesAsGiven;
    /** Links to predecessors that have not progressed as far as this task needs. */
    readonly openPredecessors: readonly PredecessorLink[];
    /** `1 × concrete pump · 2 × MEWP`; empty without plant. */
    readonly plantLine: string;
    /** `106 m³ C32/40 concrete`; empty without materials. */
    readonly materialsLine: string;
  };

type Context = {
  readonly pull: InterpretedPull;
  readonly dates: ReportDates;
  readonly window: Window;
  readonly groupBy: GroupBy;
  readonly firstPlanned: FirstPlannedDates;
  readonly lastPull: InterpretedPull | undefined;
  readonly relationsOf: RelationReader;
  readonly openPredecessorsOf: (task: InterpretedTask) => readonly PredecessorLink[];
  readonly readiness: ReadonlyMap<InterpretedTask, Readiness>;
  readonly places: ReadonlyMap<InterpretedTask, SharedPlace>;
  readonly promiseOf: (task: InterpretedTask) => TaskPromise | undefined;
};

const notJudged: Readiness = { constraints: [], gaps: [], predecessorsOutside: 0 };

export function createPlannedTasks(
  selected: ReadonlyMap<InterpretedTask, SheetShift>,
  context: Context,
): readonly PlannedTask[] {
  const { pull, dates, window, groupBy } = context;
  const cellsOf = createDayCellMaker(window);
  const reported = { reportDay: dates.reportDay, lastReported: lastReportedDay(dates) };
  return Array.from(selected, ([read, shift]): PlannedTask => {
    const { source, ...facts } = read;
    const { milestone, status } = facts;
    const due = dueDateMark(read, reported, window);
    const marks = due === undefined ? read.marks : [due, ...read.marks];
    const labour = readResourceNeeds(source.labour);
    const people = milestone || status.kind === 'cancelled' ? 0 : sumPeoplePerDay(labour);
    const since = changeSinceLastPull(read, context.lastPull);
    const named = {
      owner: read.owner,
      subcontractor: read.subcontractor,
      folder: namedReferenceOf(source.folder, source.folder?.code),
      package: namedReferenceOf(source.package, source.package?.code),
      location: namedReferenceOf(source.location),
    };
    return {
      ...facts,
      ...named,
      shift,
      notes: cleanMultilineText(source.notes),
      duration: source.duration,
      key: source.keyTask === true,
      marks,
      markWords: marks.map((mark) => markText(mark, read, dates.reportDay)).join(', '),
      assignees: (source.assignedTo ?? []).map(namedPersonOf).filter((person) => person !== undefined),
      calendar: namedReferenceOf(source.calendar, firstNonBlank(source.calendar?.type)),
      parent: namedReferenceOf(source.parent),
      groupPath: groupBy === 'folder' ? pull.folders.pathOf(source.folder) : groupPathTo(named[groupBy]),
      labour,
      plant: readResourceNeeds(source.plant),
      people,
      relations: context.relationsOf(read),
      resourcesLine: resourceItemsText(source.labour, source.plant, source.materials),
      slip: slipOf(read, context.firstPlanned),
      since,
      cells: cellsOf(read, { people, since }),
      ...(context.readiness.get(read) ?? notJudged),
      alsoHere: context.places.get(read)?.otherSubcontractors ?? '',
      promise: context.promiseOf(read),
      get plantLine() {
        return resourceItemsText(source.plant);
      },
      get materialsLine() {
        return resourceItemsText(source.materials);
      },
      get openPredecessors() {
        return context.openPredecessorsOf(read);
      },
      get given() {
        return taskValuesAsGiven(source);
      },
    };
  });
}

function groupPathTo(group: NamedReference | undefined): readonly string[] {
  return group === undefined ? [] : [group.name];
}

function markText(mark: TaskDateMark, { dates }: InterpretedTask, reportDay: Day): string {
  if (dates === undefined || (mark !== 'due before' && mark !== 'not reported')) return mark;
  const due = `due ${dayText(dates.finish, reportDay)}`;
  return mark === 'due before' ? due : `${due}, ${mark}`;
}

export function keyTasksOf({ tasks }: { readonly tasks: readonly PlannedTask[] }): readonly PlannedTask[] {
  const startOf = ({ dates }: PlannedTask) => dates?.start ?? Number.MAX_SAFE_INTEGER;
  return tasks.filter(({ key }) => key).sort((left, right) => startOf(left) - startOf(right));
}
