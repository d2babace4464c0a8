import { addDays, type StartAndFinish } from '#base/day.ts';
import { countWorkingDays, type DateConvention } from '#lookahead/dates/working-days.ts';
import type { InterpretedPull, InterpretedTask } from '#lookahead/tasks/read-task.ts';
import {
  findingOfValues,
  notSeenFinding,
  type ObservedValue,
  type ProbeFinding,
  usualUnexpectedShare,
} from './finding.ts';

export type DatedTask = InterpretedTask & { readonly dates: StartAndFinish };

/** Tasks with a start and a finish that are used as given. */
export function datedTasks(tasks: readonly InterpretedTask[]): readonly DatedTask[] {
  return tasks.flatMap(({ dates, ...task }) =>
    dates && task.source.start && task.source.finish && task.marks.length === 0 ? [{ ...task, dates }] : [],
  );
}

const defaultReading = 'working days';

/**
 * The possible meanings of a duration, in the order of `MeasuredTask.fittingReadings`, each with the setting that makes
 * reports read it that way; undefined if there is no such setting.
 */
const durationReadings: readonly (readonly [name: string, planning?: DateConvention])[] = [
  [defaultReading, {}],
  ['working days without the last', { finish: 'exclusive' }],
  ['calendar days', { duration: 'calendar' }],
  ['calendar days without the last', { finish: 'exclusive', duration: 'calendar' }],
  ['hours, 8 a working day'],
  ['minutes, 480 a working day'],
];

type MeasuredTask = { readonly finishesAtMidnight: boolean; readonly fittingReadings: readonly boolean[] };

/** Maximum share of durations that do not fit: every real plan has holidays, and durations set by hand. */
const maxOddDurationShare = 0.2;
/** Minimum number of tasks for a proposal. */
const minTasksForProposal = 5;

/** @param pull the tasks as reports read them without settings */
export function findingsOfTaskDurations(pull: InterpretedPull): {
  readonly midnight: ProbeFinding;
  readonly unit: ProbeFinding;
} {
  const measured = measureTasks(pull);
  const decided = measured.flatMap(
    ({ finishesAtMidnight, fittingReadings: [isIncluded = false, isExcluded] }): ObservedValue[] =>
      finishesAtMidnight && isIncluded !== isExcluded
        ? [[isIncluded ? 'included' : 'not included', isIncluded]]
        : [],
  );
  return { midnight: findingOfValues(decided, 0.5), unit: durationUnitFinding(measured) };
}

function measureTasks({ tasks, readDate }: InterpretedPull): readonly MeasuredTask[] {
  return datedTasks(tasks).flatMap(({ source, dates, worksOn }) => {
    const { duration = 0, calendar, startTime, finishTime } = source;
    if (duration <= 0 || !calendar?.type) return [];
    const { start } = dates;
    const given = readDate(source.finish);
    const finishesAtMidnight = given.kind === 'date' && given.midnight && given.day > start;
    const finish = finishesAtMidnight ? given.day : dates.finish;
    const before = finish > start ? addDays(finish, -1) : finish;
    const worked = countWorkingDays(worksOn, start, finish);
    // If the service gives the hours at which work begins and ends, the first and last day may count in part.
    const isPartial = (startTime ?? finishTime) !== undefined && duration > worked - 2 && duration < worked;
    const days = [
      isPartial ? duration : worked,
      countWorkingDays(worksOn, start, before),
      finish - start + 1,
      before - start + 1,
      8 * worked,
      480 * worked,
    ];
    return { finishesAtMidnight, fittingReadings: days.map((count) => count === duration) };
  });
}

/** Whether the default reading of durations fits. If not, proposes a setting on which the best readings agree. */
function durationUnitFinding(measured: readonly MeasuredTask[]): ProbeFinding {
  if (measured.length === 0) return notSeenFinding();
  const counted = durationReadings.map(([name, planning], at) => ({
    name,
    planning,
    fit: measured.filter(({ fittingReadings }) => fittingReadings[at]).length,
  }));
  const best = Math.max(...counted.map(({ fit }) => fit));
  const isClear = best >= measured.length * (1 - maxOddDurationShare);
  const fitting = counted.filter(({ fit }) => fit >= best - measured.length * usualUnexpectedShare);
  const isOurs = fitting.some(({ name }) => name === defaultReading);
  const seen = counted
    .filter((each) => each.name === defaultReading || fitting.includes(each))
    .map(({ name, fit }) => `${name} fit ${fit} of ${measured.length}`)
    .join('; ');
  if (isOurs && isClear) return fitting.length === 1 ? { seen, verdict: 'holds' } : notSeenFinding(seen);
  const isProposed = (setting: keyof DateConvention) =>
    isClear && measured.length >= minTasksForProposal && fitting.every(({ planning }) => planning?.[setting]);
  const planning: DateConvention = {
    ...(isProposed('finish') && { finish: 'exclusive' }),
    ...(isProposed('duration') && { duration: 'calendar' }),
  };
  return { seen, verdict: 'differs', planning: Object.keys(planning).length > 0 ? planning : undefined };
}
