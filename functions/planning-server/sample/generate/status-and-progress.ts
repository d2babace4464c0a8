/** A task's status on the data date, and what has been reported about it by then. */
import type { Random } from '../model/random.ts';
import type { SampleProgress, SampleStatus } from '../model/sample-project.ts';
import { type DayRange, dateOf, workingDaysBetween } from '../model/working-days.ts';
import { delayReasonsOf, taskTexts, type WorkTrain } from '../vocabulary/vocabulary.ts';

type Shares = readonly (readonly [SampleStatus, number])[];

const startsThisWeek: Shares = [
  ['promised', 8],
  ['planned', 4],
  ['blocked', 1.5],
  ['delayed', 1.5],
  ['backlog', 1],
];
const underWay: Shares = [
  ['started', 12],
  ['delayed', 2],
  ['blocked', 1],
  ['promised', 1],
];
const comingWeeks: Shares = [
  ['planned', 12],
  ['backlog', 3],
  ['cancelled', 1],
];
const farAhead: Shares = [
  ['backlog', 2],
  ['planned', 1],
];
/** Work that should be complete: some of the last two weeks' is not. */
const justEnded: Shares = [
  ['complete', 12],
  ['started', 4],
  ['planned', 1],
];

/**
 * Deals out the statuses by their shares rather than by chance, so that a project of fifty tasks has every
 * status too. The next one is always the one furthest behind its share.
 */
function byShare(shares: Shares): () => SampleStatus {
  const total = shares.reduce((sum, [, share]) => sum + share, 0);
  const statuses = shares.map(([status, share]) => ({ status, share: share / total, owed: 0 }));
  return () => {
    for (const each of statuses) each.owed += each.share;
    const next = statuses.reduce((first, each) => (each.owed > first.owed ? each : first));
    next.owed -= 1;
    return next.status;
  };
}

/**
 * Assigns each task a status that fits its dates and the data date.
 * @param monday day number of the coming week's Monday
 */
export function statusAssigner(
  monday: number,
): (dates: DayRange, next: DayRange | undefined) => SampleStatus {
  const [ended, begun, starting] = [byShare(justEnded), byShare(underWay), byShare(startsThisWeek)];
  const [soon, later] = [byShare(comingWeeks), byShare(farAhead)];
  const friday = monday - 3;
  return ({ start, finish }, next) => {
    if (finish < monday) {
      // A step whose train has gone on to the next must be complete.
      const couldBeOpen = finish > friday - 14 && (next === undefined || next.start >= friday);
      return couldBeOpen ? ended() : 'complete';
    }
    if (start <= friday) return begun();
    if (start < monday + 7) return starting();
    return start < monday + 35 ? soon() : later();
  };
}

/** Progress reported up to the Friday before `monday`. */
export function progressOf(
  task: DayRange & { readonly status: SampleStatus; readonly work: WorkTrain },
  monday: number,
  random: Random,
): SampleProgress[] {
  const { start, status } = task;
  const { calendar, discipline } = task.work;
  const delayReasons = delayReasonsOf(discipline);
  const friday = monday - 3;
  const overdue = task.finish < monday && status !== 'complete' && status !== 'cancelled';
  const last = Math.min(task.finish, friday);
  const worked = start <= last ? workingDaysBetween(Math.max(start, friday - 20), last, calendar) : [];
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
