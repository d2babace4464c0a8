/**
 * Two subcontractors in one place at one time: in one location, or in overlapping work areas, in one shift, on
 * a day of the window that both work. One finding a task and other subcontractor, for the first such day. The
 * location is asked first; work areas only tell of subcontractors that the location does not.
 */

import type { Day } from '../dates/day.ts';
import type { Window } from '../dates/window.ts';
import type { TaskDraft } from '../tasks/compose-task.ts';
import { dayText, shiftTitles } from '../text/wording.ts';
import { type Meeting, type Occupant, occupantsOf } from './occupants.ts';
import type { FindingDraft } from './readiness.ts';
import { boxOf, workAreaIndex } from './work-areas.ts';

/** How many of the other subcontractor's tasks a finding names. */
const namedInFull = 3;

function groupedBy<Value, Key>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** The first meeting with each other subcontractor among those who share a location. */
function meetingsIn(sharing: readonly Occupant[]): ReadonlyMap<Occupant, Map<string, Meeting>> {
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
  const meetings = new Map<Occupant, Map<string, Meeting>>();
  for (const occupant of sharing) {
    const met = new Map<string, Meeting>();
    for (const day of occupant.days) {
      for (const [who, others] of present.get(day) ?? []) {
        if (who !== occupant.who && !met.has(who)) met.set(who, { day, others });
      }
    }
    if (met.size > 0) meetings.set(occupant, met);
  }
  return meetings;
}

/** `Steelfix Ltd (A1020, A1030 and more)`. */
function othersText(others: readonly Occupant[]): string {
  const name = others[0]?.task.subcontractor?.name ?? '';
  const refs = others.slice(0, namedInFull).map(({ task }) => task.ref);
  return `${name} (${refs.join(', ')}${others.length > namedInFull ? ' and more' : ''})`;
}

function finding(occupant: Occupant, meeting: Meeting, place: string): FindingDraft {
  const { task } = occupant;
  return {
    check: 'shared-location',
    taskId: task.id,
    missing: `${othersText(meeting.others)} also ${place} on ${dayText(meeting.day)}, ${shiftTitles[task.shift]}`,
    ask: (task.owner ?? task.subcontractor)?.name ?? '',
    neededBy: meeting.day,
  };
}

/** Findings for every task of the list that meets another subcontractor; the cost does not grow with pairs. */
export function sharedLocations(tasks: readonly TaskDraft[], window: Window): readonly FindingDraft[] {
  const findings: FindingDraft[] = [];
  for (const inShift of groupedBy(occupantsOf(tasks, window), ({ task }) => task.shift).values()) {
    const known = new Map<Occupant, Set<string>>();
    const located = inShift.filter(({ task }) => task.location !== undefined);
    const places = groupedBy(located, ({ task }) => task.location?.id ?? task.location?.name);
    for (const sharing of places.values()) {
      for (const [occupant, met] of meetingsIn(sharing)) {
        known.set(occupant, new Set(met.keys()));
        const place = `in ${occupant.task.location?.name ?? 'the same location'}`;
        for (const meeting of met.values()) findings.push(finding(occupant, meeting, place));
      }
    }
    const areas = inShift.flatMap((occupant) => {
      const box = boxOf(occupant.task.source.workArea?.bbox);
      return box === undefined ? [] : [{ occupant, box }];
    });
    const index = workAreaIndex(areas);
    for (const area of areas) {
      for (const meeting of index.meetings(area, known.get(area.occupant) ?? new Set())) {
        findings.push(finding(area.occupant, meeting, 'in an overlapping work area'));
      }
    }
  }
  return findings;
}
