import { type Shift, shifts } from '../../planning/contract/tasks-query.ts';
import type { ShiftSlot } from '../lookahead.ts';
import { wordKey } from '../text/clean-text.ts';

const words: ReadonlyMap<string, Shift> = new Map<string, Shift>([
  ['day', 'day'],
  ['afternoon', 'afternoon'],
  ['night', 'night'],
  ['24hr', '24hr'],
  ['24hrs', '24hr'],
  ['24hour', '24hr'],
  ['all', '24hr'],
]);

/** Reads a task's own shift word, case, blanks and hyphens aside. The product's `All` is 24hr: our reading. */
export function readShift(word: string | undefined): Shift | undefined {
  return words.get(wordKey(word));
}

/**
 * The sheet a task stands on: the shift whose query returned it, not one guessed from times. With two answers
 * its own word decides where it is among them, else the first in the contract's order. With none it is 'none'
 * where a shift query should have found it, since it overlaps the window; a task outside the window, or without
 * dates, could be found by no shift query, and goes by its own word.
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
