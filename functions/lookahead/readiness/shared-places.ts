/**
 * Finds other subcontractors in a task's place: in its location or an overlapping work area, in its shift, on a day of
 * the window on which both work.
 */

import type { Day } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import type { Window } from '#lookahead/dates/window.ts';
import { listDaysWithWork } from '#lookahead/dates/working-days.ts';
import {
  type InterpretedTask,
  type NamedReference,
  namedReferenceKey,
  namedReferenceOf,
} from '#lookahead/tasks/read-task.ts';
import { type Selection, type SheetShift, shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';

export type SharedPlace = {
  readonly task: InterpretedTask;
  /** `Pile Co and 2 more`: the subcontractor met on the earliest day, and the number of others. */
  readonly otherSubcontractors: string;
  readonly ref: string;
  readonly place: string;
  readonly shift: string;
  readonly day: Day;
};

/** A task that takes up room: it has a subcontractor and works in the window. */
type Occupant = {
  readonly task: InterpretedTask;
  readonly shift: SheetShift;
  readonly subcontractorKey: string;
  readonly location: NamedReference | undefined;
  readonly box: Box | undefined;
  readonly days: readonly Day[];
};

type PlaceConflict = { readonly day: Day; readonly other: Occupant };

export function sharedPlaces(
  selection: Selection,
  window: Window,
): ReadonlyMap<InterpretedTask, SharedPlace> {
  const found = new Map<InterpretedTask, SharedPlace>();
  for (const inShift of Map.groupBy(occupantsOf(selection, window), ({ shift }) => shift).values()) {
    const spotsOf = placeKeyFinder(inShift);
    const spots = new Map<string, Map<string, Occupant[]>>();
    for (const occupant of inShift.toSorted((a, b) => firstDay(a) - firstDay(b))) {
      for (const spot of spotsOf(occupant)) {
        const byWho = getOrInsert(spots, spot, () => new Map<string, Occupant[]>());
        getOrInsert(byWho, occupant.subcontractorKey, () => []).push(occupant);
      }
    }
    for (const occupant of inShift) {
      const met = new Map<string, PlaceConflict>();
      for (const spot of spotsOf(occupant)) {
        for (const [who, others] of spots.get(spot) ?? []) {
          const meeting =
            who === occupant.subcontractorKey ? undefined : firstConflict(occupant, others, met.get(who));
          if (meeting) met.set(who, meeting);
        }
      }
      const [first] = [...met.values()].sort((a, b) => a.day - b.day);
      if (first) found.set(occupant.task, sharedPlace(occupant, first, met.size - 1));
    }
  }
  return found;
}

function sharedPlace(occupant: Occupant, { other, day }: PlaceConflict, more: number): SharedPlace {
  const { task, shift, location } = occupant;
  const name = other.task.subcontractor?.name ?? '';
  return {
    task,
    otherSubcontractors: more === 0 ? name : `${name} and ${more} more`,
    ref: other.task.ref,
    place:
      location && isSameLocation(occupant, other) ? `in ${location.name}` : 'in an overlapping work area',
    shift: shiftTitles[shift],
    day,
  };
}

function occupantsOf({ selected, filteredOut }: Selection, window: Window): readonly Occupant[] {
  return [...selected, ...filteredOut].flatMap(([task, shift]): Occupant[] => {
    const { subcontractor, status, source } = task;
    if (subcontractor === undefined || !isUnfinished(status)) return [];
    const days = listDaysWithWork(window, task);
    const [location, box] = [namedReferenceOf(source.location), boxOf(source.workArea?.bbox)];
    return days.length === 0
      ? []
      : [{ task, shift, subcontractorKey: namedReferenceKey(subcontractor), location, box, days }];
  });
}

function firstDay({ days }: Occupant): number {
  return days[0] ?? 0;
}

function isSameLocation({ location: a }: Occupant, { location: b }: Occupant): boolean {
  return a !== undefined && b !== undefined && namedReferenceKey(a) === namedReferenceKey(b);
}

/** @param others sorted by their first day, so that the search can stop early */
function firstConflict(
  occupant: Occupant,
  others: readonly Occupant[],
  best: PlaceConflict | undefined,
): PlaceConflict | undefined {
  let earliest = best;
  for (const other of others) {
    if (earliest !== undefined && earliest.day <= Math.max(firstDay(occupant), firstDay(other))) break;
    if (!isSameLocation(occupant, other) && !boxesOverlap(occupant.box, other.box)) continue;
    const day = occupant.days.find((each) => other.days.includes(each));
    if (day !== undefined && (earliest === undefined || day < earliest.day)) earliest = { day, other };
  }
  return earliest;
}

type AxisInterval = { readonly low: number; readonly high: number };
/** In metres or degrees, which are only compared and never shown. */
type Box = { readonly x: AxisInterval; readonly y: AxisInterval; readonly z: AxisInterval | undefined };

const maxCells = 64;

function axisInterval(a: number | undefined, b: number | undefined): AxisInterval | undefined {
  if (a === undefined || b === undefined || !Number.isFinite(a) || !Number.isFinite(b)) return undefined;
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

/**
 * The box of a work area. Open point of the contract: it does not show what `bbox` holds. We read it as in GeoJSON:
 * west, south, east, north, or six numbers with the lowest and highest level as third and sixth; undefined for anything
 * else.
 */
function boxOf(bbox: readonly number[] | undefined): Box | undefined {
  if (bbox?.length !== 4 && bbox?.length !== 6) return undefined;
  const half = bbox.length / 2;
  const x = axisInterval(bbox[0], bbox[half]);
  const y = axisInterval(bbox[1], bbox[half + 1]);
  if (x === undefined || y === undefined) return undefined;
  return { x, y, z: half === 3 ? axisInterval(bbox[2], bbox[5]) : undefined };
}

function intervalsOverlap(a: AxisInterval, b: AxisInterval): boolean {
  return (a.low < b.high && b.low < a.high) || (a.low === b.low && a.high === b.high);
}

function boxesOverlap(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined || !intervalsOverlap(a.x, b.x) || !intervalsOverlap(a.y, b.y))
    return false;
  return a.z === undefined || b.z === undefined || intervalsOverlap(a.z, b.z);
}

/** Divides an axis into cells about as wide as the average box, so that each box lies in few of them. */
function axisCells(spans: readonly AxisInterval[]) {
  const low = spans.reduce((lowest, each) => Math.min(lowest, each.low), Infinity);
  const high = spans.reduce((highest, each) => Math.max(highest, each.high), -Infinity);
  const mean = spans.reduce((sum, each) => sum + (each.high - each.low), 0) / Math.max(1, spans.length);
  const cells = Math.max(1, Math.min(maxCells, Math.floor((high - low) / Math.max(mean, Number.MIN_VALUE))));
  const cellOf = (value: number) =>
    high === low ? 0 : Math.min(cells - 1, Math.floor(((value - low) / (high - low)) * cells));
  return (each: AxisInterval) => ({ from: cellOf(each.low), to: cellOf(each.high) });
}

/**
 * Returns the places of an occupant: its location, and the grid cells that its work area touches. Only occupants that
 * share a place are compared, instead of all pairs.
 */
function placeKeyFinder(occupants: readonly Occupant[]): (occupant: Occupant) => readonly string[] {
  const boxes = occupants.flatMap(({ box }) => box ?? []);
  const columnsOf = axisCells(boxes.map(({ x }) => x));
  const rowsOf = axisCells(boxes.map(({ y }) => y));
  return ({ location, box }) => {
    const spots = location === undefined ? [] : [`in ${namedReferenceKey(location)}`];
    if (box === undefined) return spots;
    const [columns, rows] = [columnsOf(box.x), rowsOf(box.y)];
    for (let column = columns.from; column <= columns.to; column += 1) {
      for (let row = rows.from; row <= rows.to; row += 1) spots.push(`${column} ${row}`);
    }
    return spots;
  };
}
