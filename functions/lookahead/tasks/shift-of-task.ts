/** Which shift's sheet a task is on, and what that shift is called. */

import { type Shift, shifts } from '../../planning/contract/tasks-query.ts';
import { normalizeWord } from '../text/clean-text.ts';

/** The sheet a task is on: the shift whose query returned it, or none. */
export const shiftSlots = [...shifts, 'none'] as const;
export type ShiftSlot = (typeof shiftSlots)[number];

export const shiftTitles: Readonly<Record<ShiftSlot, string>> = {
  day: 'Day',
  afternoon: 'Afternoon',
  night: 'Night',
  '24hr': '24 hr',
  none: 'No shift',
};

/** `Day shift`, `24 hr shift`, `No shift`. */
export function shiftName(shift: ShiftSlot): string {
  return shift === 'none' ? shiftTitles.none : `${shiftTitles[shift]} shift`;
}

const words: ReadonlyMap<string, Shift> = new Map<string, Shift>([
  ['day', 'day'],
  ['afternoon', 'afternoon'],
  ['night', 'night'],
  ['24hr', '24hr'],
  ['24hrs', '24hr'],
  ['24hour', '24hr'],
  ['all', '24hr'],
]);

/** Reads a task's own shift word, ignoring case, blanks and hyphens. The product's `All` is 24hr: our reading. */
export function readShift(word: string | undefined): Shift | undefined {
  return words.get(normalizeWord(word));
}

/**
 * The sheet a task is on: the shift whose query returned it, never one guessed from its times. If several
 * queries returned it, its own word decides if that is one of them, else the first in the contract's order. If
 * none did, it is 'none' when it overlaps the window, since a shift's query should have found it; a task outside
 * the window, or without dates, is found by no shift's query, and its own word decides.
 */
export function slotOf(task: {
  readonly answeredBy: readonly Shift[];
  readonly ownShift: Shift | undefined;
  readonly inWindow: boolean;
}): ShiftSlot {
  const { answeredBy, ownShift, inWindow } = task;
  if (answeredBy.length === 0) return inWindow ? 'none' : (ownShift ?? 'none');
  if (ownShift !== undefined && answeredBy.includes(ownShift)) return ownShift;
  return shifts.find((shift) => answeredBy.includes(shift)) ?? 'none';
}
