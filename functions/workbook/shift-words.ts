/** Shifts as lists name them. */
import type { ShiftSlot } from '../lookahead/lookahead.ts';

const titles: Readonly<Record<ShiftSlot, string>> = {
  day: 'Day',
  afternoon: 'Afternoon',
  night: 'Night',
  '24hr': '24 hr',
  none: 'No shift',
};

/** `24 hr`, as on the sheets' tabs. */
export function shiftTitle(shift: ShiftSlot): string {
  return titles[shift];
}
