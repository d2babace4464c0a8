/** When the tasks of an MS Project file are without work although their calendar works: splits and late resumptions. */
import type { Activity, LocalDateTime, Pause, ProgrammeCalendar } from '../../programme.ts';
import { minutesPerDay, weekdayIndex } from '../local-date-time.ts';
import {
  atMinute,
  endMinuteOf,
  minuteOf,
  morningOf,
  workIn,
  workingMinutes,
  workWithin,
  writtenFinish,
} from '../working-time.ts';
import type { XmlRecord } from '../xml-records.ts';
import { hoursOf } from './shape.ts';

export type WorkPeriod = {
  /** Minutes since 1970, local. */
  readonly from: number;
  readonly to: number;
  readonly hours: number;
  /** Whether it is work done. */
  readonly isDone: boolean;
};

/** `Type` of `TimephasedData`; the others are overtime, costs and baselines. */
const remainingWork = '1';
const actualWork = '2';

/** Whether a `TimephasedData` says that there is work; a period without any has no hours. */
export function isWork(period: XmlRecord): boolean {
  const type = period.text('Type');
  return (type === remainingWork || type === actualWork) && (hoursOf(period.text('Value')) ?? 0) > 0;
}

/** The periods in order. @param periods those of `isWork` */
export function workPeriods(periods: readonly XmlRecord[]): readonly WorkPeriod[] {
  return periods
    .map((period) => {
      const from = minuteOf(period.date('Start'));
      const to = minuteOf(period.date('Finish'));
      // One day, of a writer that gives dates only.
      const isDate = from === to && from % minutesPerDay === 0;
      return {
        from,
        to: isDate ? to + minutesPerDay : to,
        hours: hoursOf(period.text('Value')) ?? 0,
        isDone: period.text('Type') === actualWork,
      };
    })
    .filter(({ from, to }) => from < to)
    .sort((left, right) => left.from - right.from);
}

/** Periods without a gap between them as one, but for weekends, on which only the hours show work. @param sorted by `from` */
export function joinedPeriods(sorted: readonly WorkPeriod[]): readonly WorkPeriod[] {
  const joined: WorkPeriod[] = [];
  const isOfWeekend = ({ from }: WorkPeriod) => weekdayIndex(dayOf(from)) >= saturday;
  for (const period of sorted) {
    const last = joined.at(-1);
    if (last === undefined || period.from > last.to || [last, period].some(isOfWeekend)) joined.push(period);
    else {
      const hours = last.hours + period.hours;
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, period.to), hours };
    }
  }
  return joined;
}

/** The most hours of work in an hour of a period that remains, else of one that is done; undefined for none. */
export function highestRate(
  periods: readonly WorkPeriod[],
  calendar: ProgrammeCalendar | undefined,
): number | undefined {
  const remaining = periods.filter(({ isDone }) => !isDone);
  const rates = (remaining.length > 0 ? remaining : periods).map(({ hours, from, to }) => {
    const minutes = calendar === undefined ? to - from : workingMinutes({ from, to }, calendar);
    return minutes === 0 ? 0 : (hours * 60) / minutes;
  });
  return rates.reduce((most, rate) => Math.max(most, rate), 0) || undefined;
}

export type AssignedWork = {
  readonly hours: number | undefined;
  /** People or pieces at a time. */
  readonly units: number | undefined;
  /** In order; joined, unless the hours of each day matter. */
  readonly periods: readonly WorkPeriod[];
  /** The calendar of its resource; undefined where that of the task counts. */
  readonly calendar: ProgrammeCalendar | undefined;
};

type PausedTask = Pick<Activity, 'start' | 'finish'> & {
  /** The time at which the work done ends; undefined where there is none. */
  readonly stop: LocalDateTime | undefined;
  /** The time at which what remains begins. */
  readonly resume: LocalDateTime | undefined;
  readonly calendar: ProgrammeCalendar | undefined;
};

/**
 * The times within a task at which its calendar works and none of its assignments does. Without the hours by day of all
 * of its work, they are those between its stop and its resumption.
 * @param dataDate the days before it are known to be worked, whatever Stop says
 * @returns unclear: whether it has hours by day that do not add up to its work
 */
export function pausesOf(
  { start, finish, stop, resume, calendar }: PausedTask,
  assignments: readonly AssignedWork[],
  dataDate: LocalDateTime | undefined,
): { readonly pauses: readonly Pause[]; readonly unclear: boolean } {
  const worked = assignments.flatMap(({ periods, units = 1, calendar: own = calendar }) =>
    periods.map((period) => {
      const span = { ...period, to: endOf(period, units, own) };
      return { ...span, ...(own && workWithin(span, own)) };
    }),
  );
  const pauses: Pause[] = [];
  const add = (from: number, to: number) => {
    if (from < to && (calendar === undefined || workWithin({ from, to }, calendar)))
      pauses.push({ from: atMinute(from), to: atMinute(to) });
  };
  const unclear = worked.length > 0 && assignments.some(isIncomplete);
  if (worked.length === 0 || unclear) {
    const stopped = stop === undefined ? undefined : endMinuteOf(writtenFinish(stop, calendar));
    const known = [stopped, dataDate === undefined ? undefined : endMinuteOf(dataDate)];
    const ends = known.filter((end) => end !== undefined);
    if (ends.length > 0) add(Math.max(...ends), minuteOf(resume));
    return { pauses, unclear };
  }
  const addDay = (from: number, to: number) => {
    if (to - from < minutesPerDay) return;
    // Work that begins after the hours of the task, as a night does, is work of that day.
    const day = to - ((to - (calendar ? morningOf(calendar) : 0)) % minutesPerDay);
    const rest = { from: to, to: day + minutesPerDay };
    const isAfterHours = day < to && calendar !== undefined && workingMinutes(rest, calendar) === 0;
    add(from, isAfterHours ? day : to);
  };
  let until = dayOf(minuteOf(start)) * minutesPerDay;
  for (const { from, to } of worked.sort((left, right) => left.from - right.from)) {
    addDay(until, from);
    until = Number.isNaN(until) ? to : Math.max(until, to);
  }
  // The first day and the last are part of a pause from their beginning and to their end.
  addDay(until, Math.ceil(minuteOf(finish) / minutesPerDay) * minutesPerDay);
  return { pauses, unclear };
}

/** Days on which somebody works although the calendar of the task is off, by days since 1970-01-01. */
export function extraDaysOf(
  assignments: readonly Pick<AssignedWork, 'periods' | 'calendar'>[],
  calendar: ProgrammeCalendar | undefined,
): ReadonlySet<number> {
  const extraDays = new Set<number>();
  if (calendar === undefined) return extraDays;
  for (const { periods, calendar: own } of assignments) {
    // The morning of a night belongs to the day before, which is worked by the same calendar.
    if (own !== undefined && morningOf(own) > 0) continue;
    const spans =
      own === undefined
        ? periods.filter((period) => workingMinutes(period, calendar) === 0)
        : periods.flatMap((period) => workIn(period, own));
    for (const day of spans.map(({ from }) => dayOf(from))) {
      const whole = { from: day * minutesPerDay, to: (day + 1) * minutesPerDay };
      if (workingMinutes(whole, calendar) === 0) extraDays.add(day);
    }
  }
  return extraDays;
}

const saturday = 5;
const dayOf = (minute: number) => Math.floor(minute / minutesPerDay);

/** The minute at which a period ends, whose finish may be a date without a time. */
function endOf({ from, to, hours }: WorkPeriod, units: number, calendar: ProgrammeCalendar | undefined) {
  const work = { start: atMinute(from), hours: hours / units, pauses: [] };
  return endMinuteOf(writtenFinish(atMinute(to), calendar, work));
}

/** MS Project rounds the hours of a period. */
const tolerance = 0.99;

function isIncomplete({ hours = 0, periods }: AssignedWork): boolean {
  return periods.reduce((sum, period) => sum + period.hours, 0) < hours * tolerance;
}
