/** How a task stands on the data date: its status, and what its progress says. */
import type { Dates } from './links-of-tasks.ts';
import type { Random } from './random.ts';
import type { SampleProgress, SampleStatus } from './sample-project.ts';
import type { Discipline, WorkTrain } from './work/work-train.ts';
import { dateOf, workingDaysBetween } from './working-days.ts';

const anywhere = [
  'Awaiting access',
  'Late delivery of materials',
  'Labour shortage',
  'Design query outstanding',
  'Preceding trade not complete',
  'Failed inspection, rework',
] as const;
const inTheGround = [
  ...anywhere,
  'Rain stopped work',
  'Plant breakdown',
  'Unknown services found in the ground',
];
const underTheCrane = [...anywhere, 'Crane winded off', 'Crane winded off', 'Rain stopped work'];
const indoors = [...anywhere, 'Hoist out of service', 'Clash with services above ceiling'];
const delayReasons: Readonly<Record<Discipline, readonly string[]>> = {
  Substructure: inTheGround,
  Superstructure: underTheCrane,
  Envelope: underTheCrane,
  'Building services': indoors,
  'Fit-out': indoors,
  Commissioning: [...anywhere, 'Building management system not ready'],
  'External works': inTheGround,
  'Site logistics': [...anywhere, 'Crane winded off', 'Permit not issued'],
};
const blockReasons = [
  'Awaiting access',
  'Design query outstanding',
  'Permit not issued',
  'Preceding trade not complete',
] as const;
const improvements = ['Second gang brought in', 'Early release of area', 'Pour brought forward'] as const;

export function delayReason(discipline: Discipline, random: Random): string {
  return random.pick(delayReasons[discipline]);
}

export function blockReason(random: Random): string {
  return random.pick(blockReasons);
}

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
/** Of the work that should be over: some is not, all of it from the last two weeks. */
const justOver: Shares = [
  ['complete', 12],
  ['started', 4],
  ['planned', 1],
];

/**
 * Takes the statuses in turn, each as often as its share, rather than by chance: so a project of fifty tasks
 * has every status too. The next is the one that is furthest behind its share.
 */
function inTurn(shares: Shares): () => SampleStatus {
  const total = shares.reduce((sum, [, share]) => sum + share, 0);
  const standing = shares.map(([status, share]) => ({ status, share: share / total, owed: 0 }));
  return () => {
    for (const each of standing) each.owed += each.share;
    const next = standing.reduce((most, each) => (each.owed > most.owed ? each : most));
    next.owed -= 1;
    return next.status;
  };
}

/**
 * Gives each task its status by where its dates lie about the data date.
 * @param monday day number of the coming week's Monday
 */
export function statusGiver(monday: number): (dates: Dates, next: Dates | undefined) => SampleStatus {
  const [over, going, starting] = [inTurn(justOver), inTurn(underWay), inTurn(startsThisWeek)];
  const [coming, far] = [inTurn(comingWeeks), inTurn(farAhead)];
  const friday = monday - 3;
  return ({ start, finish }, next) => {
    if (finish < monday) {
      // What the train went on from must be complete.
      const couldBeOpen = finish > friday - 14 && (next === undefined || next.start >= friday);
      return couldBeOpen ? over() : 'complete';
    }
    if (start <= friday) return going();
    if (start < monday + 7) return starting();
    return start < monday + 35 ? coming() : far();
  };
}

/** What was reported up to the Friday before `monday`, oldest first. */
export function progressOf(
  task: Dates & { readonly status: SampleStatus; readonly work: WorkTrain },
  monday: number,
  random: Random,
): SampleProgress[] {
  const { start, status } = task;
  const { calendar, discipline } = task.work;
  const friday = monday - 3;
  const overdue = task.finish < monday && status !== 'complete' && status !== 'cancelled';
  const last = Math.min(task.finish, friday);
  const worked = start <= last ? workingDaysBetween(Math.max(start, friday - 20), last, calendar) : [];
  const day = worked.length > 0 ? random.pick(worked) : friday;
  const delay = (name: string, most: number): SampleProgress => ({
    name,
    date: dateOf(day),
    amount: random.int(1, most),
    type: 'delay',
  });
  if (status === 'blocked') return [delay(blockReason(random), 2)];
  if (status === 'delayed' || overdue) return [delay(delayReason(discipline, random), 3)];
  if (worked.length === 0) return [];
  if (status === 'started' && random.chance(0.25)) return [delay(delayReason(discipline, random), 2)];
  if (status === 'complete' && random.chance(0.14)) return [delay(delayReason(discipline, random), 2)];
  if (status === 'complete' && random.chance(0.1)) {
    return [{ name: random.pick(improvements), date: dateOf(day), amount: 1, type: 'improved' }];
  }
  return random.chance(0.4)
    ? [{ name: 'On schedule', date: dateOf(last), amount: 0, type: 'on schedule' }]
    : [];
}
