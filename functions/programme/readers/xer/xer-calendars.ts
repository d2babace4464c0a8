import type { HourRange, ProblemList, ProgrammeCalendar } from '#programme/programme.ts';
import { calendarTimes, hourRange } from '#programme/readers/working-time.ts';
import { type XerTables, xerNumber } from './xer-tables.ts';

/**
 * Calendars, each with the holidays of its base calendars.
 * @param used keys of those that activities have; only their problems matter
 */
export function xerCalendars(
  tables: XerTables,
  used: ReadonlySet<string | undefined>,
  report: ProblemList,
): ReadonlyMap<string | undefined, ProgrammeCalendar> {
  const rows = tables.by('CALENDAR', 'clndr_id');
  const data = new Map([...rows].map(([key, row]) => [key, { ...readClndrData(row.clndr_data), row }]));
  return new Map(
    [...data].map(([id, own]) => {
      const { line, clndr_id: key = '', clndr_name: name, day_hr_cnt } = own.row;
      const changed = (problem: string) => {
        if (used.has(id)) report.changed(line, `The calendar ${JSON.stringify(name ?? key)} ${problem}.`);
      };
      const named = usable(xerNumber(day_hr_cnt));
      const times = calendarTimes(own, ({ row }) => data.get(row.base_clndr_id), named ?? 8, changed);
      const hours = own.week.flat();
      if (hours.length === 0) return [id, { key, name, ...times }];
      if (!own.complete) changed('has hours that cannot be read; the others are used');
      // On a week with a short Friday, the hours of a day may be the mean.
      const minutes = hours.reduce((sum, { from, to }) => sum + to - from, 0);
      const isMean = named && Math.abs(named - minutes / 60 / times.workingDays.length) < 0.05;
      const hoursPerDay = isMean ? named : times.hoursPerDay;
      if (named && Math.abs(named - hoursPerDay) > 0.25)
        changed(`counts ${named} hours as a day, but works ${hoursPerDay}, which is used`);
      return [id, { key, name, ...times, hoursPerDay }];
    }),
  );
}

function usable(hours = 0): number | undefined {
  return hours > 0 && hours <= 24 ? hours : undefined;
}

/**
 * `CALENDAR.clndr_data` is nested brackets, `(0||name(field|value|…)(children))`. Day 1 of `DaysOfWeek` is Sunday; a
 * day has children `s|08:00|f|16:00`, in either order; `Exceptions` have `d|<days since 1899-12-30>`, and one with
 * hours of its own is worked. Other sections, such as `VIEW`, say nothing about work.
 * @returns complete: false if the brackets do not close or a time cannot be read; what could be read is used
 */
function readClndrData(written = '') {
  // Blanks and control characters mean nothing.
  const text = written.replaceAll(/[\s\p{Cc}]/gu, '');
  const week: HourRange[][] = Array.from({ length: 7 }, () => []);
  const days = new Map<number, readonly HourRange[]>();
  let complete = text.split('(').length === text.split(')').length;
  let section = '';
  let hours: HourRange[] | undefined;
  // Each bracket that closes without another one inside it.
  for (const part of text.split(')').slice(0, -1)) {
    const at = part.lastIndexOf('(');
    if (at < 0) continue;
    const name = part.slice(0, at).split(/[(|]/).at(-1) ?? '';
    const fields = part.slice(at + 1);
    const words = fields.split('|');
    const wordAfter = (field: string) => words[words.indexOf(field) + 1];
    if (/^[a-z]/i.test(name)) {
      section = name;
      hours = undefined;
    } else if (section === 'DaysOfWeek' && fields === '') {
      if (/^[1-7]$/.test(name)) hours = week[(Number(name) + 5) % 7];
    } else if (section === 'Exceptions' && words.includes('d')) {
      hours = [];
      const day = dayOfSerial(wordAfter('d'));
      if (day !== undefined) days.set(day, hours);
    } else if (hours !== undefined && fields !== '') {
      const range = hourRange(wordAfter('s'), wordAfter('f'));
      if (range === undefined) complete = false;
      else hours.push(range);
    }
  }
  return { week, days, complete };
}

/** Days since 1970-01-01. @param serial days since 1899-12-30, from 1900 to 2199 */
function dayOfSerial(serial: string | undefined): number | undefined {
  const days = Number(serial);
  return Number.isInteger(days) && days >= 2 && days <= 109_574 ? days - 25_569 : undefined;
}
