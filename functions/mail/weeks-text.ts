import { isoWeekOf } from '../lookahead/day.ts';
import type { Window } from '../lookahead/window.ts';

/** `week 48`, `weeks 48–53`: short enough for a subject. */
export function weeksText({ first, last }: Window): string {
  const [from, to] = [isoWeekOf(first).week, isoWeekOf(last).week];
  return from === to ? `week ${from}` : `weeks ${from}–${to}`;
}
