/** What a report is limited to, in words, so that nobody takes a part of the work for all of it. */
import type { Audience } from './audience.ts';
import type { SelectionFilters } from './selection.ts';
import { type ShiftSlot, shiftSlots, shiftTitles } from './shift-of-task.ts';

/** The names of what each filter selects, in the order of the configuration; an id where there is no name. */
export type FilterNames = { readonly [Filter in keyof SelectionFilters]?: readonly string[] | undefined };

type Limits = { readonly filterNames: FilterNames; readonly shifts: readonly ShiftSlot[] };

/** Names of one filter that are listed; the rest is counted. */
const maxNames = 4;

const filterWords: readonly (readonly [keyof SelectionFilters, (names: string, count: number) => string])[] =
  [
    ['subcontractorIds', (names) => names],
    ['folderIds', (names, count) => `${count === 1 ? 'folder' : 'folders'} ${names}`],
    ['packageIds', (names, count) => `${count === 1 ? 'package' : 'packages'} ${names}`],
    ['locationIds', (names, count) => `${count === 1 ? 'location' : 'locations'} ${names}`],
    ['calendarIds', (names, count) => `${count === 1 ? 'calendar' : 'calendars'} ${names}`],
    ['ownerIds', (names) => `tasks owned by ${names}`],
    ['assignedToIds', (names) => `tasks assigned to ${names}`],
  ];

/** `['Stonebridge Frame', 'night shift']`: the filters, the audience, then the shifts; empty for a whole report. */
export function limitsOf({ filterNames, shifts }: Limits, audience: Audience): readonly string[] {
  const filters = filterWords.flatMap(([filter, words]) => {
    const names = filterNames[filter] ?? [];
    return names.length === 0 ? [] : [words(listed(names), names.length)];
  });
  // A report filtered by one subcontractor says it once, for everyone and for that subcontractor.
  return [...new Set([...filters, ...audienceLimit(audience), ...shiftLimit(shifts)])];
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(', ')} and ${more} more` : names.join(', ');
}

function audienceLimit(audience: Audience): readonly string[] {
  switch (audience.kind) {
    case 'everyone':
      return [];
    case 'subcontractor':
      return [audience.name];
    case 'owner':
      return [`tasks owned by ${audience.name}`];
    case 'assignee':
      return [`tasks assigned to ${audience.name}`];
    case 'location':
    case 'folder':
      return [`${audience.kind} ${audience.name}`];
  }
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
