/**
 * Two subcontractors in one place at one time: in one location, or in overlapping work areas, in one shift, on a
 * day of the window that both work. One finding for each task and other subcontractor, for the first such day.
 * Locations are compared first; work areas only add subcontractors that were not found by location.
 */

import type { Day } from '../../base/day.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import { dayText } from '../dates/day-text.ts';
import type { Window } from '../dates/window.ts';
import { workingDaysIn } from '../dates/working-days.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import { namedOf, type ReadTask } from '../tasks/read-task.ts';
import { type ShiftSlot, shiftTitles } from '../tasks/select.ts';
import type { FindingDraft } from './findings.ts';

/** How many of the other subcontractor's tasks a finding names. */
const maxRefs = 3;

/** A task that the report does not show. */
export function siteTaskOf(read: ReadTask, shift: ShiftSlot): SiteTask {
  return { ...read, shift, location: namedOf(read.source.location) };
}

/** The tasks that take up room in a window: those with a subcontractor that work in it. */
function occupantsOf(tasks: readonly SiteTask[], window: Window): readonly Occupant[] {
  return tasks.flatMap((task): Occupant[] => {
    if (task.subcontractor === undefined) return [];
    const days = workingDaysIn(window, task);
    if (days.length === 0) return [];
    return [{ task, who: task.subcontractor.id ?? task.subcontractor.name, days }];
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

/** `Steelfix Ltd (A1020, A1030 and more)`. */
function othersText(others: readonly Occupant[]): string {
  const name = others[0]?.task.subcontractor?.name ?? '';
  const refs = others.slice(0, maxRefs).map(({ task }) => task.ref);
  return `${name} (${refs.join(', ')}${others.length > maxRefs ? ' and more' : ''})`;
}

function finding(
  occupant: Occupant,
  clash: Clash,
  { place, reportDay }: { readonly place: string; readonly reportDay: Day },
): FindingDraft {
  const { task } = occupant;
  return {
    check: 'shared-location',
    taskId: task.id,
    missing: `${othersText(clash.others)} also ${place} on ${dayText(clash.day, reportDay)}, ${shiftTitles[task.shift]}`,
    word: `shared with ${clash.others[0]?.task.subcontractor?.name ?? 'others'}`,
    ask: (task.owner ?? task.subcontractor)?.name ?? '',
    neededBy: clash.day,
  };
}

/**
 * The findings of every task that clashes with another subcontractor's. The cost does not grow with pairs.
 * @param beside tasks that the report does not show: they take up room too, and have no findings
 */
export function sharedLocations(
  tasks: readonly PlannedTask[],
  beside: readonly SiteTask[],
  { window, reportDay }: { readonly window: Window; readonly reportDay: Day },
): readonly FindingDraft[] {
  const findings: FindingDraft[] = [];
  const own = new Set<string>(tasks.map(({ id }) => id));
  const occupants = occupantsOf([...tasks, ...beside], window);
  for (const inShift of Map.groupBy(occupants, ({ task }) => task.shift).values()) {
    const known = new Map<Occupant, Set<string>>();
    const located = inShift.filter(({ task }) => task.location !== undefined);
    const places = Map.groupBy(located, ({ task }) => task.location?.id ?? task.location?.name);
    for (const sharing of places.values()) {
      for (const [occupant, clashes] of clashesIn(sharing)) {
        if (!own.has(occupant.task.id)) continue;
        known.set(occupant, new Set(clashes.keys()));
        const place = `in ${occupant.task.location?.name ?? 'the same location'}`;
        for (const clash of clashes.values()) findings.push(finding(occupant, clash, { place, reportDay }));
      }
    }
    const areas = inShift.flatMap((occupant) => {
      const box = boxOf(occupant.task.source.workArea?.bbox);
      return box === undefined ? [] : [{ occupant, box }];
    });
    const index = workAreaIndex(areas);
    for (const area of areas) {
      if (!own.has(area.occupant.task.id)) continue;
      for (const clash of index.clashes(area, known.get(area.occupant) ?? new Set())) {
        findings.push(finding(area.occupant, clash, { place: 'in an overlapping work area', reportDay }));
      }
    }
  }
  return findings;
}

/** A task on site, whether the report shows it or not. */
export type SiteTask = ReadTask & Pick<PlannedTask, 'shift' | 'location'>;

/** A task that takes up room: it has a subcontractor and works in the window. */
type Occupant = {
  readonly task: SiteTask;
  /** The subcontractor's id, or its name where it has none. */
  readonly who: string;
  readonly days: readonly Day[];
};

/** Another subcontractor's tasks in an occupant's place, on the first day that both work there. */
type Clash = { readonly day: Day; readonly others: readonly Occupant[] };

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
