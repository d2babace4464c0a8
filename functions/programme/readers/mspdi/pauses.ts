import type { ActivityDates, LocalDateTime, Pause, ProgrammeCalendar } from '../../programme.ts';
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
  readonly from: number;
  readonly to: number;
  readonly hours: number;
  readonly isDone: boolean;
};

/** `Type` of `TimephasedData`; the others are overtime, costs and baselines. */
const remainingWork = '1';
const actualWork = '2';

export function isWork(period: XmlRecord): boolean {
  const type = period.text('Type');
  return (type === remainingWork || type === actualWork) && (hoursOf(period.text('Value')) ?? 0) > 0;
}

export function workPeriods(periods: readonly XmlRecord[]): readonly WorkPeriod[] {
  return periods
    .map((period) => {
      const from = minuteOf(period.date('Start'));
      const to = minuteOf(period.date('Finish'));
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

/** Joins periods without a gap, except over weekends, which only the hours show as worked. @param sorted by `from` */
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

export type Work = {
  readonly hours: number | undefined;
  readonly units: number | undefined;
  readonly periods: readonly WorkPeriod[];
};

type WorkTimes = {
  readonly periods: readonly WorkPeriod[];
  readonly calendar: ProgrammeCalendar | undefined;
};

export type AssignedWork = Work & WorkTimes;

type PausedTask = ActivityDates & {
  readonly stop: LocalDateTime | undefined;
  readonly resume: LocalDateTime | undefined;
  readonly calendar: ProgrammeCalendar | undefined;
};

/**
 * Times within a task at which its calendar works and none of its assignments does. If not all of its work has hours by
 * day, the time between its stop and its resumption.
 * @param dataDate days before it are known to be worked, whatever Stop says
 * @returns unclear: whether the hours by day do not add up to its work
 */
export function pausesOf(
  { start, finish, stop, resume, calendar }: PausedTask,
  assignments: readonly AssignedWork[],
  dataDate: LocalDateTime | undefined,
): { readonly pauses: readonly Pause[]; readonly unclear: boolean } {
  const worked = assignments.flatMap(({ periods, units = 1, calendar: own = calendar }) =>
    periods.map((period) => {
      const span = { ...period, to: endOfPeriod(period, units, own) };
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
    // Work that begins after the hours of the task, like a night shift, belongs to that day.
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
  // The first and the last day are part of a pause as a whole.
  addDay(until, Math.ceil(minuteOf(finish) / minutesPerDay) * minutesPerDay);
  return { pauses, unclear };
}

/** Days since 1970-01-01 on which somebody works although the task's calendar is off. */
export function extraDaysOf(
  assignments: readonly WorkTimes[],
  calendar: ProgrammeCalendar | undefined,
): ReadonlySet<number> {
  const extraDays = new Set<number>();
  if (calendar === undefined) return extraDays;
  for (const { periods, calendar: own } of assignments) {
    // The morning of a night belongs to the day before, which the same calendar works.
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

function endOfPeriod(
  { from, to, hours }: WorkPeriod,
  units: number,
  calendar: ProgrammeCalendar | undefined,
) {
  const work = { start: atMinute(from), hours: hours / units, pauses: [] };
  return endMinuteOf(writtenFinish(atMinute(to), calendar, work));
}

/** MS Project rounds the hours of a period. */
const tolerance = 0.99;

function isIncomplete({ hours = 0, periods }: AssignedWork): boolean {
  return periods.reduce((sum, period) => sum + period.hours, 0) < hours * tolerance;
}
