import { addDays, type Day, type StartAndFinish } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import type { Window } from '#lookahead/dates/window.ts';
import { isDayWithWork } from '#lookahead/dates/working-days.ts';
import type { InterpretedTask } from '#lookahead/tasks/read-task.ts';
import { isCarriedOver } from '#lookahead/tasks/select-tasks.ts';
import type { StatusKind } from '#lookahead/tasks/status.ts';
import type { ChangeSinceLastPull } from './slip.ts';

type CellContent = BarContent | NonBarContent;

type BarContent =
  | {
      readonly kind: 'bar';
      readonly status: StatusKind;
      readonly letter: string;
      readonly people: number;
    }
  /**
   * On the window's first day, for an unfinished task from before it. It shows no people, because the data does not
   * tell on which days they come.
   */
  | { readonly kind: 'carried'; readonly status: StatusKind; readonly letter: string };

type NonBarContent =
  | { readonly kind: 'empty' }
  /** Inside the bar, on a day that the task's calendar does not work, or without planned work. Nobody is counted. */
  | { readonly kind: 'off' }
  | { readonly kind: 'milestone' }
  /** The bar included this day in the previous issue, and no longer does. */
  | { readonly kind: 'was' };

/** A task's cell for one day. Equal cells of a plan are one object. */
export type GridCell = CellContent & CellEdges;
export type BarCell = BarContent & CellEdges;
export type NonBarCell = NonBarContent & CellEdges;

export type CellEdges = {
  readonly before: boolean;
  readonly after: boolean;
};

type CellsByEdge = Readonly<Record<'inside' | 'before' | 'after' | 'both', GridCell>>;

function cellsByEdge(content: CellContent): CellsByEdge {
  return {
    inside: { ...content, before: false, after: false },
    before: { ...content, before: true, after: false },
    after: { ...content, before: false, after: true },
    both: { ...content, before: true, after: true },
  };
}

const emptyCells = cellsByEdge({ kind: 'empty' });
const offCells = cellsByEdge({ kind: 'off' });
const milestoneCells = cellsByEdge({ kind: 'milestone' });
const movedAwayCells = cellsByEdge({ kind: 'was' });

type Planned = { readonly people: number; readonly since: ChangeSinceLastPull | undefined };

/**
 * Makes the cells of a task's row, one for each day of the window. Equal cells are one object, because a plan has
 * as many cells as tasks times days.
 */
export function createDayCellMaker(
  window: Window,
): (task: InterpretedTask, planned: Planned) => readonly GridCell[] {
  const known = new Map<string, CellsByEdge>();
  const barOf = (
    { status: { kind: status, letter } }: InterpretedTask,
    people: number | 'carried',
  ): CellsByEdge => {
    const content: BarContent =
      people === 'carried' ? { kind: 'carried', status, letter } : { kind: 'bar', status, letter, people };
    return getOrInsert(known, `${status} ${letter} ${people}`, () => cellsByEdge(content));
  };
  return (task, planned) => {
    const cells: GridCell[] = [];
    const isCarried = isCarriedOver(task, window);
    const bars = {
      now: barOf(task, isCarried ? 'carried' : planned.people),
      before: planned.since?.kind === 'moved' ? planned.since.was : undefined,
    };
    for (let day = window.first; day <= window.last; day = addDays(day, 1)) {
      const content = isCarried && day === window.first ? bars.now : cellsOfDay(day, task, bars);
      cells.push(content[edgeOn(day, task, window)]);
    }
    return cells;
  };
}

/** A milestone shows on its day even if the calendar does not work then. */
function cellsOfDay(
  day: Day,
  task: InterpretedTask,
  bars: { readonly now: CellsByEdge; readonly before: StartAndFinish | undefined },
): CellsByEdge {
  if (!isWithin(day, task.dates))
    return isWithin(day, bars.before) && isBarDay(day, task) ? movedAwayCells : emptyCells;
  if (task.milestone) return milestoneCells;
  return isDayWithWork(task.worksOn, day) ? bars.now : offCells;
}

function isWithin(day: Day, dates: StartAndFinish | undefined): boolean {
  return dates !== undefined && day >= dates.start && day <= dates.finish;
}

function isBarDay(day: Day, { milestone, worksOn }: InterpretedTask): boolean {
  return milestone || isDayWithWork(worksOn, day);
}

/**
 * The cells of the first and the last day show that the task's dates go beyond the window, even if the task has no work
 * on that day.
 */
function edgeOn(day: Day, { dates }: InterpretedTask, { first, last }: Window): keyof CellsByEdge {
  if (dates === undefined) return 'inside';
  const before = day === first && dates.start < first;
  const after = day === last && dates.finish > last;
  if (before) return after ? 'both' : 'before';
  return after ? 'after' : 'inside';
}

export function isWorkCell({ kind }: GridCell): boolean {
  return kind === 'bar' || kind === 'milestone';
}

export function peopleInCell(cell: GridCell): number {
  return cell.kind === 'bar' ? cell.people : 0;
}
