/** What a report is limited to, in words, so that nobody takes a part of the work for all of it. */
import type { IdFilters } from '../../planning/contract/tasks-query.ts';
import {
  type Audience,
  audienceWords,
  filterWords,
  type ShiftSlot,
  shiftSlots,
  shiftTitles,
} from './select.ts';

type Limits = {
  /** The names of the items that each filter selects, in the order of the configuration; an id where there is no name. */
  readonly filterNames: IdFilters;
  readonly shifts: readonly ShiftSlot[];
};

/** `['Stonebridge Frame', 'night shift']`: the filters, the audience, then the shifts; empty for a whole report. */
export function limitsOf({ filterNames, shifts }: Limits, audience: Audience): readonly string[] {
  // A report filtered by one subcontractor says it once, for everyone and for that subcontractor.
  const own = audienceWords(audience);
  return [
    ...new Set([...filterWords(filterNames), ...(own === undefined ? [] : [own]), ...shiftLimit(shifts)]),
  ];
}

/** `night shift`, `day and night shifts`, `tasks with a shift`; none where every shift is in the report. */
function shiftLimit(shifts: readonly ShiftSlot[]): readonly string[] {
  const shown = shiftSlots.filter((slot) => shifts.includes(slot));
  if (shown.length === shiftSlots.length) return [];
  const worked = shown.filter((slot) => slot !== 'none');
  if (worked.length === shiftSlots.length - 1) return ['tasks with a shift'];
  const titles = worked.map((slot) => shiftTitles[slot].toLowerCase());
  const last = titles.pop();
  const names = titles.length === 0 ? last : `${titles.join(', ')} and ${last}`;
  const words = last === undefined ? [] : [`${names} ${worked.length === 1 ? 'shift' : 'shifts'}`];
  return [[...words, ...(shown.includes('none') ? ['tasks without a shift'] : [])].join(' and ')];
}
