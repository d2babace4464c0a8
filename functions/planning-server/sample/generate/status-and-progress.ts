import type { KnownStatus } from '#planning/contract/known-words.ts';
import type { Random } from '#planning-server/sample/model/random.ts';
import type { SampleProgress } from '#planning-server/sample/model/sample-project.ts';
import {
  type DayRange,
  dateOf,
  type WorksOn,
  workingDaysBetween,
} from '#planning-server/sample/model/sample-working-days.ts';
import { delayReasonsOf, taskTexts, type WorkTrain } from '#planning-server/sample/vocabulary/vocabulary.ts';

/** In turn instead of by chance, so that a project of fifty tasks has every status too. */
const dealt = {
  startsThisWeek: [
    ...['promised', 'blocked', 'planned', 'promised', 'delayed', 'promised', 'planned', 'promised'],
    ...['backlog', 'promised', 'planned', 'promised', 'blocked', 'promised', 'planned', 'promised'],
  ],
  underWay: ['started', 'started', 'delayed', 'started', 'started', 'blocked', 'started', 'started'],
  comingWeeks: [
    ...['planned', 'planned', 'backlog', 'cancelled', 'planned', 'planned', 'planned', 'backlog'],
    ...['planned', 'planned', 'planned', 'planned', 'backlog', 'planned', 'planned', 'planned'],
  ],
  farAhead: ['backlog', 'planned', 'backlog'],
  /** Work that should be complete: some of the last two weeks' is not. */
  justEnded: ['complete', 'started', 'complete', 'complete', 'complete', 'planned', 'complete', 'complete'],
} as const satisfies Record<string, readonly KnownStatus[]>;

export function statusAssigner(
  monday: number,
): (dates: DayRange, following: DayRange | undefined) => KnownStatus {
  const count = new Map<keyof typeof dealt, number>();
  const next = (pile: keyof typeof dealt): KnownStatus => {
    const number = count.get(pile) ?? 0;
    count.set(pile, number + 1);
    return dealt[pile][number % dealt[pile].length] ?? 'planned';
  };
  const friday = monday - 3;
  return ({ start, finish }, following) => {
    if (finish <= friday) {
      // A step whose train has gone on to the next must be complete.
      const couldBeOpen = finish > friday - 14 && (following === undefined || following.start >= friday);
      return couldBeOpen ? next('justEnded') : 'complete';
    }
    if (start <= friday) return next('underWay');
    if (start < monday + 7) return next('startsThisWeek');
    return next(start < monday + 35 ? 'comingWeeks' : 'farAhead');
  };
}

export function progressOf(
  task: DayRange & {
    readonly status: KnownStatus;
    readonly discipline: WorkTrain['discipline'];
    readonly works: WorksOn;
  },
  monday: number,
  random: Random,
): SampleProgress[] {
  const { start, status, works } = task;
  const delayReasons = delayReasonsOf(task.discipline);
  const friday = monday - 3;
  const overdue = task.finish <= friday && status !== 'complete' && status !== 'cancelled';
  const last = Math.min(task.finish, friday);
  const worked = start <= last ? workingDaysBetween(Math.max(start, friday - 20), last, works) : [];
  const day = worked.length > 0 ? random.pick(worked) : friday;
  const delay = (reasons: readonly string[], maxDays: number): SampleProgress => ({
    name: random.pick(reasons),
    date: dateOf(day),
    amount: random.int(1, maxDays),
    type: 'delay',
  });
  if (status === 'blocked') return [delay(taskTexts.blockReasons, 2)];
  if (status === 'delayed' || overdue) return [delay(delayReasons, 3)];
  if (worked.length === 0) return [];
  if (status === 'started' && random.chance(0.25)) return [delay(delayReasons, 2)];
  if (status === 'complete' && random.chance(0.14)) return [delay(delayReasons, 2)];
  if (status === 'complete' && random.chance(0.1)) {
    return [{ name: random.pick(taskTexts.improvements), date: dateOf(day), amount: 1, type: 'improved' }];
  }
  return random.chance(0.4)
    ? [{ name: 'On schedule', date: dateOf(last), amount: 0, type: 'on schedule' }]
    : [];
}
