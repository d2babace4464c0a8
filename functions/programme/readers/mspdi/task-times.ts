import type {
  Activity,
  ActivityTimes,
  LocalDateTime,
  MinuteRange,
  ProblemList,
  ProgrammeCalendar,
} from '#programme/programme.ts';
import { minutesPerDay, roundedToHundredths, usableDuration } from '#programme/readers/local-date-time.ts';
import {
  calendarWeekFromHours,
  dateTimeOfMinute,
  dayOfMinute,
  endMinuteOf,
  finishAfterWorkingHours,
  firstToLastWorkingMinute,
  minuteOfDateTime,
  nightEndMinute,
  resolveMidnightFinish,
  workingMinutes,
  workingSpans,
} from '#programme/readers/working-time.ts';
import { taskUidAndNameText } from './outline.ts';
import {
  type AssignmentRecord,
  durationKind,
  hoursOfDuration,
  isInDays,
  type TaskRecord,
} from './record-shapes.ts';

export function statusOfMspdiTask(task: TaskRecord, report: ProblemList): Activity['status'] {
  const { line, PercentComplete: percent = 0 } = task;
  const unreadable = task.unreadable('PercentComplete');
  if (unreadable)
    report.changed(line, `${taskUidAndNameText(task)}: the PercentComplete ${unreadable} is not a number.`);
  if (percent < 100 && task.ActualFinish) {
    report.changed(
      line,
      'Tasks with an actual finish and less than 100 % count as complete',
      `${taskUidAndNameText(task)} with ${percent} %`,
    );
    return 'complete';
  }
  if (percent >= 100) return 'complete';
  return percent > 0 || task.ActualStart ? 'started' : 'planned';
}

/**
 * The duration of a task in working hours. For an elapsed duration, the hours are multiplied by the share of all time
 * that is working time in the calendar.
 */
export function durationOfMspdiTask(
  task: TaskRecord,
  calendar: ProgrammeCalendar | undefined,
  hoursPerDay: number,
) {
  const elapsed = isElapsed(task);
  const written = [task.Duration, task.ManualDuration];
  const [hours, manual] = written.map((text) => hoursOfDuration(text, elapsed ? undefined : hoursPerDay));
  const usable = usableDuration(hours ?? manual);
  return {
    durationHours: usable && roundedToHundredths(elapsed ? usable * workingTimeShare(calendar) : usable),
    /** The hours of n working days for an elapsed duration of n days; for any other duration, its working hours. */
    shownHours: usable && (elapsed ? (usable / 24) * hoursPerDay : roundedToHundredths(usable)),
    isInDays: !elapsed && usable !== 0 && isInDays(written[hours === undefined ? 1 : 0]),
  };
}

function isElapsed(task: TaskRecord): boolean {
  return durationKind(task.DurationFormat) === 'elapsed';
}

/** The share of all time that is working time: 40 of 168 hours for five days of eight hours. */
export function workingTimeShare(calendar: ProgrammeCalendar | undefined): number {
  const { hoursPerDay, workingDays } = calendar ?? { hoursPerDay: 8, workingDays: [1, 2, 3, 4, 5] };
  return (hoursPerDay * workingDays.length) / (7 * 24);
}

/** `calendar` is the calendar of the resource, if it has one. */
export type AssignedWork = Pick<AssignmentRecord, 'hours' | 'units' | 'periods'> & {
  readonly calendar: ProgrammeCalendar | undefined;
};

const aroundTheClock: ProgrammeCalendar = {
  key: '',
  name: undefined,
  ...calendarWeekFromHours(Array.from({ length: 7 }, () => [{ from: 0, to: minutesPerDay }])),
  days: new Map(),
};

type TimedTask = {
  readonly record: TaskRecord;
  readonly calendar: ProgrammeCalendar | undefined;
  readonly durationHours: number | undefined;
};

/** @param assignments all except those of materials */
export function timesOfMspdiTask(
  { record, calendar, durationHours }: TimedTask,
  status: Activity['status'],
  assignments: readonly AssignedWork[],
  {
    dataDate,
    counts,
    report,
  }: {
    readonly dataDate: LocalDateTime | undefined;
    readonly counts: { computed: number; unclear: number };
    readonly report: ProblemList;
  },
): ActivityTimes {
  const dateOf = (end: 'Start' | 'Finish') => {
    for (const name of [end, `Actual${end}`, `Manual${end}`] as const) {
      if (record[name] !== undefined) return record[name];
      const unreadable = record.unreadable(name);
      if (unreadable)
        report.changed(
          record.line,
          `${taskUidAndNameText(record)}: the ${name} ${unreadable} is not a usable date.`,
        );
    }
    return undefined;
  };
  const start = dateOf('Start');
  let finish = dateOf('Finish');
  if (finish === undefined && start !== undefined && durationHours !== undefined && calendar !== undefined) {
    finish = durationHours === 0 ? start : finishAfterWorkingHours(start, durationHours, calendar);
    if (finish !== undefined) counts.computed += 1;
  }
  if (record.Milestone) return { start, finish: resolveMidnightFinish(finish, calendar) };
  const isStarted = status === 'started';
  const knownUntil = isStarted || record.Stop !== undefined ? dataDate : undefined;
  const span = { from: minuteOfDateTime(start), to: minuteOfDateTime(finish) };
  const pauses = pausesOf({ record, span, calendar }, assignments, knownUntil, counts);
  const worked = isElapsed(record)
    ? [...assignments, { periods: [span], calendar: aroundTheClock }]
    : assignments;
  const extraDays = extraDaysOf(worked, calendar);
  const needed = assignments.map(({ hours = 0, units = 1 }) => hours / units);
  const hours = durationHours ?? (needed.reduce((most, each) => Math.max(most, each), 0) || undefined);
  const work = start === undefined || hours === undefined ? undefined : { from: span.from, hours, pauses };
  return {
    start,
    finish: resolveMidnightFinish(finish, calendar, work),
    ...(pauses.length > 0 && { pauses }),
    ...(extraDays.size > 0 && { extraDays }),
    ...(isStarted && { remainingStart: record.Resume ?? dataDate }),
  };
}

/**
 * Finds the times within a task at which its calendar works, but none of its assignments does. If some of the task's
 * work has no hours by day, the only pause is from its Stop, or the data date if that is later, to its Resume.
 * @param dataDate the time up to which progress is known
 * @param counts.unclear counts the tasks whose hours by day do not add up to the work
 */
function pausesOf(
  {
    record: { Stop: stop, Resume: resume },
    span,
    calendar,
  }: Pick<TimedTask, 'record' | 'calendar'> & { readonly span: MinuteRange },
  assignments: readonly AssignedWork[],
  dataDate: LocalDateTime | undefined,
  counts: { unclear: number },
) {
  const worked = assignments.flatMap(({ periods, units = 1, calendar: own = calendar }) =>
    periods.map(({ from, to, hours }) => {
      const work = { from, hours: hours / units };
      const period = { from, to: endMinuteOf(resolveMidnightFinish(dateTimeOfMinute(to), own, work)) };
      return (own && firstToLastWorkingMinute(period, own)) ?? period;
    }),
  );
  const pauses: MinuteRange[] = [];
  const add = (from: number, to: number) => {
    if (from < to && (calendar === undefined || firstToLastWorkingMinute({ from, to }, calendar)))
      pauses.push({ from, to });
  };
  const isUnclear = worked.length > 0 && assignments.some(isIncomplete);
  if (isUnclear) counts.unclear += 1;
  if (worked.length === 0 || isUnclear) {
    const known = [resolveMidnightFinish(stop, calendar), dataDate].filter((end) => end !== undefined);
    if (known.length > 0) add(Math.max(...known.map(endMinuteOf)), minuteOfDateTime(resume));
    return pauses;
  }
  const addDay = (from: number, to: number) => {
    if (to - from < minutesPerDay) return;
    // If work resumes on a day only after the task's own hours, as in a night shift, the day counts as worked, and the
    // pause ends before that day.
    const day = to - ((to - (calendar ? nightEndMinute(calendar) : 0)) % minutesPerDay);
    const rest = { from: to, to: day + minutesPerDay };
    const isAfterHours = day < to && calendar !== undefined && workingMinutes(rest, calendar) === 0;
    add(from, isAfterHours ? day : to);
  };
  let until = dayOfMinute(span.from) * minutesPerDay;
  for (const { from, to } of worked.sort((left, right) => left.from - right.from)) {
    addDay(until, from);
    until = Number.isNaN(until) ? to : Math.max(until, to);
  }
  // A pause at the end of a task lasts until the end of its last day.
  addDay(until, Math.ceil(span.to / minutesPerDay) * minutesPerDay);
  return pauses;
}

/** Minimum share of the work that the hours by day must add up to; MS Project rounds the hours of a period. */
const tolerance = 0.99;

function isIncomplete({ hours = 0, periods }: AssignedWork): boolean {
  return periods.reduce((sum, period) => sum + period.hours, 0) < hours * tolerance;
}

/** Days off in the task's calendar on which somebody works, in days since 1970-01-01. */
function extraDaysOf(
  assignments: readonly {
    readonly periods: readonly MinuteRange[];
    readonly calendar: ProgrammeCalendar | undefined;
  }[],
  calendar: ProgrammeCalendar | undefined,
): ReadonlySet<number> {
  const extraDays = new Set<number>();
  if (calendar === undefined) return extraDays;
  for (const { periods, calendar: own } of assignments) {
    // The morning of a night belongs to the day before, on which the same calendar works.
    if (own !== undefined && nightEndMinute(own) > 0) continue;
    const spans =
      own === undefined
        ? periods.filter((period) => workingMinutes(period, calendar) === 0)
        : periods.flatMap((period) => [...workingSpans(period, own)]);
    for (const day of spans.map(({ from }) => dayOfMinute(from))) {
      const whole = { from: day * minutesPerDay, to: (day + 1) * minutesPerDay };
      if (workingMinutes(whole, calendar) === 0) extraDays.add(day);
    }
  }
  return extraDays;
}
