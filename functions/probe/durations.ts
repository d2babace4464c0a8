import { addDays, type Dates } from '#base/day.ts';
import { countWorkingDays, type Meaning } from '#lookahead/dates/working-days.ts';
import type { ReadPull, ReadTask } from '#lookahead/tasks/read-task.ts';
import { type Finding, notSeen, type Sighting, usualOddities, weigh } from './finding.ts';

export type DatedTask = ReadTask & { readonly dates: Dates };

/** Tasks with a start and a finish, neither of which was changed to make sense of them. */
export function datedTasks(tasks: readonly ReadTask[]): readonly DatedTask[] {
  return tasks.flatMap(({ dates, ...task }) =>
    dates && task.source.start && task.source.finish && task.marks.length === 0 ? [{ ...task, dates }] : [],
  );
}

const ours = 'working days';

/**
 * What a duration may count, in the order of `MeasuredTask.fits`, and the setting that makes reports read so; undefined
 * if there is none.
 */
const durationReadings: readonly (readonly [name: string, planning?: Meaning])[] = [
  [ours, {}],
  ['working days without the last', { finish: 'exclusive' }],
  ['calendar days', { duration: 'calendar' }],
  ['calendar days without the last', { finish: 'exclusive', duration: 'calendar' }],
  ['hours, 8 a working day'],
  ['minutes, 480 a working day'],
];

type MeasuredTask = { readonly isMidnight: boolean; readonly fits: readonly boolean[] };

/** Holidays and durations set by hand are part of any real plan. */
const oddDurations = 0.2;
/** Minimum number of tasks for a proposal. */
const enoughTasks = 5;

/** @param pull read as reports do without settings */
export function measureDurations(pull: ReadPull): { readonly midnight: Finding; readonly unit: Finding } {
  const measured = measureTasks(pull);
  const decided = measured.flatMap(({ isMidnight, fits: [isIncluded = false, isExcluded] }): Sighting[] =>
    isMidnight && isIncluded !== isExcluded ? [[isIncluded ? 'included' : 'not included', isIncluded]] : [],
  );
  return { midnight: weigh(decided, 0.5), unit: findUnit(measured) };
}

function measureTasks({ tasks, readDate }: ReadPull): readonly MeasuredTask[] {
  return datedTasks(tasks).flatMap(({ source, dates, worksOn }) => {
    const { duration = 0, calendar, startTime, finishTime } = source;
    if (duration <= 0 || !calendar?.type) return [];
    const { start } = dates;
    const given = readDate(source.finish);
    const isMidnight = given.kind === 'date' && given.midnight && given.day > start;
    const finish = isMidnight ? given.day : dates.finish;
    const before = finish > start ? addDays(finish, -1) : finish;
    const worked = countWorkingDays(worksOn, start, finish);
    // The first and the last day count in part if the service says when work begins and ends.
    const isPartial = (startTime ?? finishTime) !== undefined && duration > worked - 2 && duration < worked;
    const days = [
      isPartial ? duration : worked,
      countWorkingDays(worksOn, start, before),
      finish - start + 1,
      before - start + 1,
      8 * worked,
      480 * worked,
    ];
    return { isMidnight, fits: days.map((count) => count === duration) };
  });
}

/** Proposes a setting if the readings that fit best agree on it and reports read otherwise. */
function findUnit(measured: readonly MeasuredTask[]): Finding {
  if (measured.length === 0) return notSeen();
  const counted = durationReadings.map(([name, planning], at) => ({
    name,
    planning,
    fit: measured.filter(({ fits }) => fits[at]).length,
  }));
  const best = Math.max(...counted.map(({ fit }) => fit));
  const isClear = best >= measured.length * (1 - oddDurations);
  const fitting = counted.filter(({ fit }) => fit >= best - measured.length * usualOddities);
  const isOurs = fitting.some(({ name }) => name === ours);
  const seen = counted
    .filter((each) => each.name === ours || fitting.includes(each))
    .map(({ name, fit }) => `${name} fit ${fit} of ${measured.length}`)
    .join('; ');
  if (isOurs && isClear) return fitting.length === 1 ? { seen, verdict: 'holds' } : notSeen(seen);
  const isProposed = (setting: keyof Meaning) =>
    isClear && measured.length >= enoughTasks && fitting.every(({ planning }) => planning?.[setting]);
  const planning: Meaning = {
    ...(isProposed('finish') && { finish: 'exclusive' }),
    ...(isProposed('duration') && { duration: 'calendar' }),
  };
  return { seen, verdict: 'differs', planning: Object.keys(planning).length > 0 ? planning : undefined };
}
