import { addDays, type Day } from '../../base/day.ts';
import { countWorkingDays, type WorksOn } from '../../lookahead/dates/working-days.ts';
import {
  type Finding,
  notSeen,
  type ProposedPlanning,
  type Sighting,
  usualOddities,
  weigh,
} from '../finding.ts';
import { datedTasks, type ProbedProject } from '../probed-project.ts';

type MeasuredTask = {
  readonly duration: number;
  readonly start: Day;
  /** As the service gives it, a finish at 00:00 too. */
  readonly finish: Day;
  readonly dayBefore: Day;
  readonly isMidnight: boolean;
  /** The first and the last day count in part, because the service says when work begins and ends. */
  readonly isPartial: boolean;
  readonly worksOn: WorksOn;
};

type DurationReading = {
  readonly name: string;
  /** The setting that makes reports read so; undefined if there is none. */
  readonly planning?: ProposedPlanning;
  readonly days: (task: MeasuredTask) => number;
};

const worked = ({ worksOn, start, finish }: MeasuredTask) => countWorkingDays(worksOn, start, finish);
const inclusive: DurationReading = { name: 'working days', planning: {}, days: worked };
const exclusive: DurationReading = {
  name: 'working days without the last',
  planning: { finish: 'exclusive' },
  days: ({ worksOn, start, dayBefore }) => countWorkingDays(worksOn, start, dayBefore),
};
const durationReadings: readonly DurationReading[] = [
  inclusive,
  exclusive,
  {
    name: 'calendar days',
    planning: { duration: 'calendar' },
    days: ({ start, finish }) => finish - start + 1,
  },
  {
    name: 'calendar days without the last',
    planning: { finish: 'exclusive', duration: 'calendar' },
    days: ({ start, dayBefore }) => dayBefore - start + 1,
  },
  { name: 'hours, 8 a working day', days: (task) => 8 * worked(task) },
  { name: 'minutes, 480 a working day', days: (task) => 480 * worked(task) },
];

/** Holidays and durations set by hand are part of any real plan. */
const oddDurations = 0.2;
/** Minimum number of tasks for a proposal. */
const enoughTasks = 5;

async function measuredTasks({ tasks }: ProbedProject): Promise<readonly MeasuredTask[]> {
  const { tasks: read, readDate } = await tasks();
  return datedTasks(read).flatMap(({ source, dates, worksOn }) => {
    const { duration = 0, calendar, startTime, finishTime } = source;
    if (duration <= 0 || !calendar?.type) return [];
    const given = readDate(source.finish);
    const isMidnight = given.kind === 'date' && given.midnight && given.day > dates.start;
    const finish = isMidnight ? given.day : dates.finish;
    const dayBefore = finish > dates.start ? addDays(finish, -1) : finish;
    const isPartial = (startTime ?? finishTime) !== undefined;
    return [{ duration, start: dates.start, finish, dayBefore, isMidnight, isPartial, worksOn }];
  });
}

function durationFits(reading: DurationReading, task: MeasuredTask): boolean {
  const days = reading.days(task);
  if (task.isPartial && reading === inclusive) return task.duration > days - 2 && task.duration <= days;
  return task.duration === days;
}

export async function findMidnight(project: ProbedProject): Promise<Finding> {
  const decided = (await measuredTasks(project)).flatMap((task): Sighting[] => {
    const isIncluded = durationFits(inclusive, task);
    if (!task.isMidnight || isIncluded === durationFits(exclusive, task)) return [];
    return [[isIncluded ? 'included' : 'not included', isIncluded]];
  });
  return weigh(decided, 'no such finish whose duration decides', 0.5);
}

/** Proposes a setting if the readings that fit best agree on it and reports read otherwise. */
export async function findDurationUnit(project: ProbedProject): Promise<Finding> {
  const measured = await measuredTasks(project);
  if (measured.length === 0) return notSeen('no duration beside both dates and a calendar');
  const counted = durationReadings.map((reading) => ({
    reading,
    fit: measured.filter((task) => durationFits(reading, task)).length,
  }));
  const best = Math.max(...counted.map(({ fit }) => fit));
  const isClear = best >= measured.length * (1 - oddDurations);
  const fitting = counted.filter(({ fit }) => fit >= best - measured.length * usualOddities);
  const isOurs = fitting.some(({ reading }) => reading === inclusive);
  const seen = counted
    .filter((each) => each.reading === inclusive || fitting.includes(each))
    .map(({ reading, fit }) => `${reading.name} fit ${fit} of ${measured.length}`)
    .join('; ');
  if (isOurs && isClear) return fitting.length === 1 ? { seen, verdict: 'holds' } : notSeen(seen);
  const planning = isClear && !isOurs && measured.length >= enoughTasks ? agreedOn(fitting) : undefined;
  return { seen, verdict: 'differs', planning };
}

function agreedOn(fitting: readonly { readonly reading: DurationReading }[]): ProposedPlanning | undefined {
  const all = (key: keyof ProposedPlanning) =>
    fitting.every(({ reading }) => reading.planning?.[key] !== undefined);
  const [finish, duration] = [all('finish'), all('duration')];
  if (!finish && !duration) return undefined;
  return { ...(finish && { finish: 'exclusive' }), ...(duration && { duration: 'calendar' }) };
}
