/**
 * Work areas that overlap. Open point of the contract: what a work area's `bbox` holds is not shown; it is read
 * as GeoJSON has it: west, south, east, north, or with a low and a high in between. Areas that only touch do not
 * overlap.
 */
import type { Day } from '../dates/day.ts';
import type { Meeting, Occupant } from './occupants.ts';

type Span = { readonly low: number; readonly high: number };
export type Box = { readonly x: Span; readonly y: Span; readonly z: Span | undefined };
export type Area = { readonly occupant: Occupant; readonly box: Box };

const mostCells = 64;

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

/** Cuts an axis into cells about as wide as the boxes are on average, so that each lies in few of them. */
function axis(spans: readonly Span[]) {
  const low = spans.reduce((least, each) => Math.min(least, each.low), Infinity);
  const high = spans.reduce((most, each) => Math.max(most, each.high), -Infinity);
  const mean = spans.reduce((sum, each) => sum + (each.high - each.low), 0) / Math.max(1, spans.length);
  const cells = Math.max(1, Math.min(mostCells, Math.floor((high - low) / Math.max(mean, Number.MIN_VALUE))));
  const cellOf = (value: number) =>
    high === low ? 0 : Math.min(cells - 1, Math.floor(((value - low) / (high - low)) * cells));
  return (each: Span) => ({ from: cellOf(each.low), to: cellOf(each.high) });
}

/**
 * Finds who meets whom without comparing all pairs: a grid of cells, in each the areas by subcontractor in the
 * order of their first day, so that the search for one subcontractor ends with the first day that can be.
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
      for (let row = rows.from; row <= rows.to; row += 1) found.push(column * mostCells + row);
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

  /** The first in the list to be met on a day before the best so far. */
  function search(area: Area, others: readonly Area[], best: Meeting | undefined): Meeting | undefined {
    let meeting = best;
    const soonest = area.occupant.days[0] ?? 0;
    for (const other of others) {
      if (meeting !== undefined && meeting.day <= Math.max(soonest, other.occupant.days[0] ?? 0)) break;
      if (!boxesOverlap(area.box, other.box)) continue;
      const day = firstSharedDay(area.occupant.days, other.occupant.days);
      if (day === undefined || (meeting !== undefined && day >= meeting.day)) continue;
      meeting = { day, others: [other.occupant] };
    }
    return meeting;
  }

  return {
    /**
     * The area's first meeting with each other subcontractor but those already known to be there, naming one
     * task of each.
     */
    meetings(area: Area, known: ReadonlySet<string>): readonly Meeting[] {
      const found = new Map<string, Meeting>();
      for (const cell of cellsOf(area)) {
        for (const [who, others] of cells.get(cell) ?? []) {
          if (who === area.occupant.who || known.has(who)) continue;
          const earlier = found.get(who);
          const meeting = search(area, others, earlier);
          if (meeting !== undefined && meeting !== earlier) found.set(who, meeting);
        }
      }
      return [...found.values()];
    },
  };
}
