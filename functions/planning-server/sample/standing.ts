/** How a task stands on the data date: its status, and what its progress says. */
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

export type Dates = { readonly start: number; readonly finish: number };

// Drawn in turn rather than by chance, so that a project of fifty tasks has every status too.
const startsThisWeek: readonly SampleStatus[] = [
  ...(['promised', 'planned', 'promised', 'blocked', 'promised', 'planned', 'delayed', 'promised'] as const),
  ...(['promised', 'planned', 'promised', 'backlog', 'promised', 'planned', 'promised', 'promised'] as const),
];
const underWay: readonly SampleStatus[] = [
  ...(['started', 'started', 'started', 'delayed', 'started', 'started', 'started', 'started'] as const),
  ...(['blocked', 'started', 'started', 'promised', 'started', 'started', 'started', 'started'] as const),
];
const comingWeeks: readonly SampleStatus[] = [
  ...(['planned', 'planned', 'backlog', 'planned', 'cancelled', 'planned', 'planned', 'planned'] as const),
  ...(['planned', 'backlog', 'planned', 'planned', 'planned', 'planned', 'planned', 'planned'] as const),
];
const farAhead: readonly SampleStatus[] = ['backlog', 'planned', 'backlog'];
/** Of the work that should be over: about one in six is not, all of it from the last two weeks. */
const justOver: readonly SampleStatus[] = [
  ...([
    'complete',
    'complete',
    'complete',
    'started',
    'complete',
    'complete',
    'complete',
    'complete',
  ] as const),
  ...([
    'complete',
    'complete',
    'planned',
    'complete',
    'complete',
    'complete',
    'complete',
    'complete',
  ] as const),
];

/**
 * Gives each task its status by where its dates lie about the data date.
 * @param monday day number of the coming week's Monday
 */
export function statusGiver(monday: number): (dates: Dates, next: Dates | undefined) => SampleStatus {
  const turns = new Map<readonly SampleStatus[], number>();
  const turnOf = (statuses: readonly SampleStatus[]): SampleStatus => {
    const turn = turns.get(statuses) ?? 0;
    turns.set(statuses, turn + 1);
    return statuses[turn % statuses.length] ?? 'planned';
  };
  const friday = monday - 3;
  return ({ start, finish }, next) => {
    if (finish < monday) {
      // What the train went on from must be complete.
      const couldBeOpen = finish > friday - 14 && (next === undefined || next.start >= friday);
      return couldBeOpen ? turnOf(justOver) : 'complete';
    }
    if (start <= friday) return turnOf(underWay);
    if (start < monday + 7) return turnOf(startsThisWeek);
    return turnOf(start < monday + 35 ? comingWeeks : farAhead);
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
