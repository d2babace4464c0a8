/**
 * A task as the plan shows it, with the labour, plant and materials it needs. Open point of the contract: it gives no
 * units of quantity. We count labour and plant per working day of the task, and take a material's quantity as its total.
 */
import type { Day } from '../../base/day.ts';
import { firstNonBlank } from '../../base/one-line.ts';
import type { Task } from '../../planning/contract/resources.ts';
import {
  type FirstPlanned,
  type LastIssue,
  type SinceLastIssue,
  type Slip,
  sinceLastIssue,
  slipOf,
} from '../compare/slip.ts';
import { dayText } from '../dates/day-text.ts';
import { lastReportedDay, type ReportDates } from '../dates/report-dates.ts';
import type { Window } from '../dates/window.ts';
import type { Mark } from '../dates/working-days.ts';
import { cellMaker, type GridCell } from '../grid/cells.ts';
import { cleanLines } from '../text/clean-text.ts';
import { quantityText, roundQuantity } from '../text/quantity-text.ts';
import { type Named, namedOf, personOf, type ReadPull, type ReadTask } from './read-task.ts';
import { namedSuccessorsIn, type Relation, relationsOf } from './relations.ts';
import { isBeforeWindow, type ShiftSlot } from './select.ts';

export const groupings = ['folder', 'subcontractor', 'location', 'owner', 'package'] as const;
export type GroupBy = (typeof groupings)[number];

/** A selected task with everything that the plan says of it. */
export type PlannedTask = ReadTask & {
  readonly shift: ShiftSlot;
  readonly notes: string;
  /** Working days, as given. */
  readonly duration: number | undefined;
  readonly key: boolean;
  /** The marks as they stand after its name: `overdue, dates reversed`, `due Sat 28 Nov`; empty where it has none. */
  readonly markWords: string;
  readonly assignees: readonly Named[];
  readonly calendar: Named | undefined;
  readonly folder: Named | undefined;
  readonly package: Named | undefined;
  readonly parent: Named | undefined;
  readonly location: Named | undefined;
  /** The names of its group from the top down: of folders, those above it too. Empty where it has none. */
  readonly groupPath: readonly string[];
  readonly labour: readonly ResourceNeed[];
  readonly plant: readonly ResourceNeed[];
  /** People on each working day of the bar; 0 for milestones and cancelled tasks, which have nobody at work. */
  readonly people: number;
  readonly relations: readonly Relation[];
  /** Labour, plant and materials on one line: `8 operatives · 1 rig · 64 m³ concrete`. */
  readonly resourcesLine: string;
  readonly slip: Slip | undefined;
  readonly since: SinceLastIssue | undefined;
  /** One for each of the window's days. */
  readonly cells: readonly GridCell[];
  /** A word for each readiness finding, the most consequential first; a task without any is ready. */
  readonly missing: readonly string[];
};

type Context = {
  readonly pull: ReadPull;
  readonly dates: ReportDates;
  readonly window: Window;
  readonly groupBy: GroupBy;
  readonly firstPlanned: FirstPlanned;
  readonly lastIssue: LastIssue | undefined;
};

/** Plans selected tasks, in their order. Their readiness is checked afterwards: none of them misses anything yet. */
export function planTasks(
  selected: ReadonlyMap<ReadTask, ShiftSlot>,
  context: Context,
): readonly PlannedTask[] {
  const { pull, dates, window, groupBy } = context;
  const successors = namedSuccessorsIn(pull);
  const cellsOf = cellMaker(window);
  return Array.from(selected, ([read, shift]): PlannedTask => {
    const { source, milestone, status } = read;
    const marks = isBeforeWindow(read, window) ? [markOf(read, dates), ...read.marks] : read.marks;
    const labour = needsOf(source.labour);
    const people = milestone || status.kind === 'cancelled' ? 0 : sumOf(labour);
    const since = sinceLastIssue(read, context.lastIssue);
    const named = {
      owner: read.owner,
      subcontractor: read.subcontractor,
      folder: namedOf(source.folder, source.folder?.code),
      package: namedOf(source.package, source.package?.code),
      location: namedOf(source.location),
    };
    return {
      ...read,
      ...named,
      shift,
      notes: cleanLines(source.notes),
      duration: source.duration,
      key: source.keyTask === true,
      marks,
      markWords: marks.map((mark) => wordsOf(mark, read, dates.reportDay)).join(', '),
      assignees: (source.assignedTo ?? []).map(personOf).filter((person) => person !== undefined),
      calendar: namedOf(source.calendar, firstNonBlank(source.calendar?.type)),
      parent: namedOf(source.parent),
      groupPath: groupBy === 'folder' ? pull.folders.pathOf(source.folder) : pathTo(named[groupBy]),
      labour,
      plant: needsOf(source.plant),
      people,
      relations: relationsOf(read, pull, successors),
      resourcesLine: resourcesLineOf(source),
      slip: slipOf(read, context.firstPlanned),
      since,
      cells: cellsOf(read, { people, since }),
      missing: [],
    };
  });
}

function pathTo(group: Named | undefined): readonly string[] {
  return group === undefined ? [] : [group.name];
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

/** Labour or plant that a task needs. */
export type ResourceNeed = {
  readonly name: string;
  /** Plant only. */
  readonly category: string | undefined;
  /** Per working day of the bar; 0 where the service gives none. */
  readonly quantity: number;
};

/** A labour, plant or material item of a task as the service gives it. */
export type NeedItem = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly quantity?: number | undefined;
  readonly unit?: string | undefined;
  readonly category?: string | undefined;
};

export function needName(item: NeedItem): string {
  return firstNonBlank(item.name, item.id) || '(no name)';
}

/** An item without a quantity counts as 0, yet it is listed: the task has labour. */
function needsOf(items: readonly NeedItem[] | undefined): readonly ResourceNeed[] {
  if (items === undefined) return [];
  return items.map((item) => ({
    name: needName(item),
    category: firstNonBlank(item.category) || undefined,
    quantity: item.quantity ?? 0,
  }));
}

function sumOf(needs: readonly ResourceNeed[]): number {
  return roundQuantity(needs.reduce((sum, need) => sum + need.quantity, 0));
}

/** `8 operatives`, `64 m³ concrete`, `1 × 5 t excavator`; the name alone where there is no quantity. */
export function needText(item: NeedItem): string {
  const name = needName(item);
  if (item.quantity === undefined) return name;
  const unit = firstNonBlank(item.unit);
  const between = unit === '' && /^\d/.test(name) ? '×' : unit;
  return [quantityText(item.quantity), between, name].filter((part) => part !== '').join(' ');
}

/** Labour, plant and materials on one line: `8 operatives · 1 rig · 64 m³ concrete`. */
function resourcesLineOf(task: Task): string {
  const items: readonly NeedItem[] = [
    ...(task.labour ?? []),
    ...(task.plant ?? []),
    ...(task.materials ?? []),
  ];
  return items.map(needText).join(' · ');
}
