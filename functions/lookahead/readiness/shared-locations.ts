/**
 * Two subcontractors in one place at one time: in one location, or in overlapping work areas, in one shift, on a
 * day of the window that both work. One finding for each task and other subcontractor, for the first such day.
 * Locations are compared first; work areas only add subcontractors that were not found by location.
 */

import type { Day } from '../../base/day.ts';
import { dayText } from '../dates/day-text.ts';
import type { Window } from '../dates/window.ts';
import { workingDaysIn } from '../dates/working-days.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import { namedOf, type ReadTask } from '../tasks/read-task.ts';
import { type ShiftSlot, shiftTitles } from '../tasks/select.ts';
import type { FindingDraft } from './findings.ts';
import { boxOf, type Clash, type Occupant, type SiteTask, workAreaIndex } from './work-areas.ts';

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
      const byWho = present.get(day) ?? new Map<string, Occupant[]>();
      present.set(day, byWho);
      const list = byWho.get(occupant.who);
      if (list === undefined) byWho.set(occupant.who, [occupant]);
      else list.push(occupant);
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
