/**
 * Others in a task's place: another subcontractor in its location, or in an overlapping work area, in its shift, on a day
 * of the window that both work. Locations are compared first; work areas only add subcontractors that were not found by
 * location.
 */

import type { Day } from '../../base/day.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Window } from '../dates/window.ts';
import { workingDaysIn } from '../dates/working-days.ts';
import { type Named, namedOf, type ReadTask } from '../tasks/read-task.ts';
import { byReference, type Selection, type ShiftSlot, shiftTitles } from '../tasks/select.ts';
import { isUnfinished } from '../tasks/status.ts';

/** Who else is in a task's place. */
export type SharedPlace = {
  readonly task: ReadTask;
  /** `Pile Co and 2 more`: who is there first, and how many other subcontractors are. */
  readonly others: string;
  /** Tasks of the first of them: `A1020, A1030 and more`. */
  readonly refs: string;
  /** `in Level 3`, `in an overlapping work area`. */
  readonly place: string;
  /** `Day`. */
  readonly shift: string;
  /** The first day that both work. */
  readonly day: Day;
};

/** Maximum tasks of the other subcontractor that are named. */
const maxRefs = 3;

/** A task that takes up room: it has a subcontractor and works in the window. */
type Occupant = {
  readonly task: ReadTask;
  readonly shift: ShiftSlot;
  /** The subcontractor's id, or its name where it has none. */
  readonly who: string;
  readonly location: Named | undefined;
  readonly days: readonly Day[];
};

/** Another subcontractor's tasks in an occupant's place, on the first day that both work there. */
type Clash = { readonly day: Day; readonly others: readonly Occupant[] };

function occupantsOf({ selected, beside }: Selection, window: Window): readonly Occupant[] {
  const unfinished = [...beside].sort(([a], [b]) => byReference(a, b));
  return [...selected, ...unfinished].flatMap(([task, shift]): Occupant[] => {
    const { subcontractor, status } = task;
    if (subcontractor === undefined || !isUnfinished(status)) return [];
    const days = workingDaysIn(window, task);
    if (days.length === 0) return [];
    const location = namedOf(task.source.location);
    return [{ task, shift, who: subcontractor.id ?? subcontractor.name, location, days }];
  });
}

/** The first clash with each other subcontractor among those who share a location. */
function clashesIn(sharing: readonly Occupant[]): ReadonlyMap<Occupant, Map<string, Clash>> {
  const present = new Map<Day, Map<string, Occupant[]>>();
  for (const occupant of sharing) {
    for (const day of occupant.days) {
      const byWho = getOrInsert(present, day, () => new Map());
      getOrInsert(byWho, occupant.who, () => []).push(occupant);
    }
  }
  const clashes = new Map<Occupant, Map<string, Clash>>();
  for (const occupant of sharing) {
    const first = new Map<string, Clash>();
    for (const day of occupant.days) {
      for (const [who, others] of present.get(day) ?? []) {
        if (who !== occupant.who && !first.has(who)) first.set(who, { day, others });
      }
    }
    if (first.size > 0) clashes.set(occupant, first);
  }
  return clashes;
}

type ClashAt = Clash & { readonly place: string };

/** Names the first by day; of several on one day, one by location, then the first by reference. */
function sharedPlace({ task, shift }: Occupant, clashes: readonly ClashAt[]): SharedPlace | undefined {
  const [first] = clashes.toSorted((a, b) => a.day - b.day);
  if (first === undefined) return undefined;
  const { day, place, others } = first;
  const name = others[0]?.task.subcontractor?.name ?? '';
  const refs = others.slice(0, maxRefs).map((other) => other.task.ref);
  return {
    task,
    others: clashes.length === 1 ? name : `${name} and ${clashes.length - 1} more`,
    refs: `${refs.join(', ')}${others.length > maxRefs ? ' and more' : ''}`,
    place,
    shift: shiftTitles[shift],
    day,
  };
}

/** For each unfinished task of a window that shares its place, who else is there. The cost does not grow with pairs. */
export function sharedPlaces(selection: Selection, window: Window): ReadonlyMap<ReadTask, SharedPlace> {
  const found = new Map<ReadTask, SharedPlace>();
  const occupants = occupantsOf(selection, window);
  for (const inShift of Map.groupBy(occupants, ({ shift }) => shift).values()) {
    const located = inShift.filter(({ location }) => location !== undefined);
    const places = Map.groupBy(located, ({ location }) => location?.id ?? location?.name);
    const byLocation = new Map([...places.values()].flatMap((sharing) => [...clashesIn(sharing)]));
    const areas = inShift.flatMap((occupant) => {
      const box = boxOf(occupant.task.source.workArea?.bbox);
      return box === undefined ? [] : [{ occupant, box }];
    });
    const index = workAreaIndex(areas);
    const areaOf = new Map(areas.map((area) => [area.occupant, area]));
    for (const occupant of inShift) {
      const inLocation = byLocation.get(occupant) ?? new Map<string, Clash>();
      const area = areaOf.get(occupant);
      const inArea = area === undefined ? [] : index.clashes(area, new Set(inLocation.keys()));
      const shared = sharedPlace(occupant, [
        ...[...inLocation.values()].map((clash) => ({ ...clash, place: `in ${occupant.location?.name}` })),
        ...inArea.map((clash) => ({ ...clash, place: 'in an overlapping work area' })),
      ]);
      if (shared) found.set(occupant.task, shared);
    }
  }
  return found;
}

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

/**
 * The box of a work area. Open point of the contract: it does not show what `bbox` holds. We read it as in GeoJSON: west,
 * south, east, north, or six numbers with the lowest and highest level as third and sixth; undefined for anything else.
 */
export function boxOf(bbox: readonly number[] | undefined): Box | undefined {
  if (bbox?.length !== 4 && bbox?.length !== 6) return undefined;
  const half = bbox.length / 2;
  const x = span(bbox[0], bbox[half]);
  const y = span(bbox[1], bbox[half + 1]);
  if (x === undefined || y === undefined) return undefined;
  return { x, y, z: half === 3 ? span(bbox[2], bbox[5]) : undefined };
}

/** Areas that only touch do not overlap. */
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
function workAreaIndex(areas: readonly Area[]) {
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
      const byWho = getOrInsert(cells, cell, () => new Map());
      getOrInsert(byWho, area.occupant.who, () => []).push(area);
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
