/** PPC week by week, as this issue and the ones before it measured it. */
import { addDays } from '../../base/day.ts';
import type { Window } from '../dates/window.ts';
import type { Audience } from '../tasks/select.ts';
import type { Ppc } from './ppc.ts';

/** A week's PPC by task-day, 0 to 1, as an issue measured it for one of its audiences. */
export type MeasuredWeek = {
  readonly audience: Audience;
  readonly week: Window;
  readonly taskDay: number;
};

/** A week; `taskDay` is undefined where no issue measured it. */
export type PpcWeek = Pick<MeasuredWeek, 'week'> & { readonly taskDay: number | undefined };

const maxWeeks = 8;

/** The first day of the earliest week that is shown, where the latest is this one. */
export function firstPpcDay({ first }: Window): Window['first'] {
  return addDays(first, -7 * (maxWeeks - 1));
}

/**
 * Up to eight weeks in a row, from the first that was measured to the one that PPC is of.
 * @param measured of earlier issues, the earliest issue first: a later one knows more about the same week
 */
export function ppcWeeksOf(
  ppc: Ppc,
  measured: readonly MeasuredWeek[],
  audience: Audience,
): readonly PpcWeek[] {
  const own = measured.filter((each) => sameAudience(each.audience, audience));
  const known = new Map(own.map(({ week, taskDay }) => [week.first, taskDay]));
  if (ppc.kind === 'measured' && ppc.taskDay !== undefined) known.set(ppc.week.first, ppc.taskDay);
  const weeks = Array.from({ length: maxWeeks }, (_, index): PpcWeek => {
    const first = addDays(firstPpcDay(ppc.week), 7 * index);
    return { week: { first, last: addDays(first, 6), weeks: 1 }, taskDay: known.get(first) };
  });
  const begin = weeks.findIndex(({ taskDay }) => taskDay !== undefined);
  return begin === -1 ? [] : weeks.slice(begin);
}

function sameAudience(one: Audience, other: Audience): boolean {
  if (one.kind === 'everyone' || other.kind === 'everyone') return one.kind === other.kind;
  return one.kind === other.kind && one.id === other.id;
}
