/**
 * Work areas that overlap. Open point of the contract: it does not show what a work area's `bbox` holds. We read it
 * as in GeoJSON: west, south, east, north, or six numbers with the lowest and highest level as third and sixth.
 * Areas that only touch do not overlap.
 */
import type { Day } from '../../base/day.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import type { ReadTask } from '../tasks/read-task.ts';

/** What is known of a task on site, whether the report shows it or not. */
export type SiteTask = ReadTask & Pick<PlannedTask, 'shift' | 'location'>;

/** A task that takes up room: it has a subcontractor and works in the window. */
export type Occupant = {
  readonly task: SiteTask;
  /** The subcontractor's id, or its name where it has none. */
  readonly who: string;
  readonly days: readonly Day[];
};

/** Another subcontractor's tasks in an occupant's place, on the first day that both work there. */
export type Clash = { readonly day: Day; readonly others: readonly Occupant[] };

type Span = { readonly low: number; readonly high: number };
/** Metres or degrees: only compared, never shown. */
type Box = { readonly x: Span; readonly y: Span; readonly z: Span | undefined };
type Area = { readonly occupant: Occupant; readonly box: Box };

/** Cells of the search grid along one axis. */
const maxCells = 64;

function span(a: number | undefined, b: number | undefined): Span | undefined {
  if (a === undefined || b === undefined || !Number.isFinite(a) || !Number.isFinite(b)) return undefined;
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

/** A box of four or six numbers; undefined for anything else. */
export function boxOf(bbox: readonly number[] | undefined): Box | undefined {
  if (bbox?.length !== 4 && bbox?.length !== 6) return undefined;
  const half = bbox.length / 2;
  const x = span(bbox[0], bbox[half]);
  const y = span(bbox[1], bbox[half + 1]);
  if (x === undefined || y === undefined) return undefined;
  return { x, y, z: half === 3 ? span(bbox[2], bbox[5]) : undefined };
}

function crosses(a: Span, b: Span): boolean {
  return (a.low < b.high && b.low < a.high) || (a.low === b.low && a.high === b.high);
}

function boxesOverlap(a: Box, b: Box): boolean {
  if (!crosses(a.x, b.x) || !crosses(a.y, b.y)) return false;
  return a.z === undefined || b.z === undefined || crosses(a.z, b.z);
}

function firstSharedDay(a: readonly Day[], b: readonly Day[]): Day | undefined {
  return a.find((day) => b.includes(day));
}

/** Divides an axis into cells about as wide as the average box, so that each box lies in few of them. */
function axis(spans: readonly Span[]) {
  const low = spans.reduce((lowest, each) => Math.min(lowest, each.low), Infinity);
  const high = spans.reduce((highest, each) => Math.max(highest, each.high), -Infinity);
  const mean = spans.reduce((sum, each) => sum + (each.high - each.low), 0) / Math.max(1, spans.length);
  const cells = Math.max(1, Math.min(maxCells, Math.floor((high - low) / Math.max(mean, Number.MIN_VALUE))));
  const cellOf = (value: number) =>
    high === low ? 0 : Math.min(cells - 1, Math.floor(((value - low) / (high - low)) * cells));
  return (each: Span) => ({ from: cellOf(each.low), to: cellOf(each.high) });
}

/**
 * Finds clashing areas without comparing all pairs: a grid of cells, each with its areas by subcontractor in the
 * order of their first day, so that the search for one subcontractor stops when no earlier day is possible.
 */
export function workAreaIndex(areas: readonly Area[]) {
  const columnsOf = axis(areas.map(({ box }) => box.x));
  const rowsOf = axis(areas.map(({ box }) => box.y));
  const cells = new Map<number, Map<string, Area[]>>();

  function cellsOf({ box }: Area): readonly number[] {
    const columns = columnsOf(box.x);
    const rows = rowsOf(box.y);
    const found: number[] = [];
    for (let column = columns.from; column <= columns.to; column += 1) {
      for (let row = rows.from; row <= rows.to; row += 1) found.push(column * maxCells + row);
    }
    return found;
  }

  const byFirstDay = [...areas].sort((a, b) => (a.occupant.days[0] ?? 0) - (b.occupant.days[0] ?? 0));
  for (const area of byFirstDay) {
    for (const cell of cellsOf(area)) {
      const byWho = cells.get(cell) ?? new Map<string, Area[]>();
      cells.set(cell, byWho);
      const list = byWho.get(area.occupant.who);
      if (list === undefined) byWho.set(area.occupant.who, [area]);
      else list.push(area);
    }
  }

  /** The earliest clash with one of the areas if it is earlier than the best so far, else the best so far. */
  function search(area: Area, others: readonly Area[], best: Clash | undefined): Clash | undefined {
    let clash = best;
    const soonest = area.occupant.days[0] ?? 0;
    for (const other of others) {
      if (clash !== undefined && clash.day <= Math.max(soonest, other.occupant.days[0] ?? 0)) break;
      if (!boxesOverlap(area.box, other.box)) continue;
      const day = firstSharedDay(area.occupant.days, other.occupant.days);
      if (day === undefined || (clash !== undefined && day >= clash.day)) continue;
      clash = { day, others: [other.occupant] };
    }
    return clash;
  }

  return {
    /**
     * The area's first clash with each other subcontractor that is not known to be there already, naming one
     * task of each.
     */
    clashes(area: Area, known: ReadonlySet<string>): readonly Clash[] {
      const found = new Map<string, Clash>();
      for (const cell of cellsOf(area)) {
        for (const [who, others] of cells.get(cell) ?? []) {
          if (who === area.occupant.who || known.has(who)) continue;
          const earlier = found.get(who);
          const clash = search(area, others, earlier);
          if (clash !== undefined && clash !== earlier) found.set(who, clash);
        }
      }
      return [...found.values()];
    },
  };
}
