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
        changed(`counts ${named} hours as a day, but works ${hoursPerDay} on a usual day, which is used`);
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
function readClndrData(text = '') {
  const { inner: nodes, closed } = readBrackets(text);
  // The root is mostly named CalendarData, but some files leave its name out.
  const sections = [...nodes, ...nodes.flatMap(childrenOf)];
  const childrenOfSection = (name: string) =>
    sections.filter((node) => nameOf(node) === name).flatMap(childrenOf);
  const week: HourRange[][] = Array.from({ length: 7 }, () => []);
  let complete = closed;
  const hoursOf = (node: Brackets) =>
    childrenOf(node).flatMap((child) => {
      const range = hourRange(fieldOf(child, 's'), fieldOf(child, 'f'));
      if (range === undefined && child.inner[0]?.text) complete = false;
      return range ?? [];
    });
  for (const weekday of childrenOfSection('DaysOfWeek')) {
    const number = Number(nameOf(weekday));
    if (number >= 1 && number <= 7) week[(number + 5) % 7]?.push(...hoursOf(weekday));
  }
  const days = new Map<number, readonly HourRange[]>();
  for (const exception of childrenOfSection('Exceptions')) {
    const day = dayOfSerial(fieldOf(exception, 'd'));
    if (day !== undefined) days.set(day, hoursOf(exception));
  }
  return { week, days, complete };
}

/** Days since 1970-01-01. @param serial days since 1899-12-30, from 1900 to 2199 */
function dayOfSerial(serial: string | undefined): number | undefined {
  const days = Number(serial);
  return Number.isInteger(days) && days >= 2 && days <= 109_574 ? days - 25_569 : undefined;
}

type Brackets = { text: string; readonly inner: Brackets[]; readonly outer?: Brackets };

function nameOf({ text }: Brackets): string | undefined {
  return text.split('|').at(-1);
}

function fieldOf({ inner: [fields] }: Brackets, name: string): string | undefined {
  const words = fields?.text.split('|') ?? [];
  return words[words.indexOf(name) + 1];
}

function childrenOf({ inner: [, children] }: Brackets): readonly Brackets[] {
  return children?.inner ?? [];
}

/** Blanks and control characters mean nothing. @returns closed: whether every bracket closes */
function readBrackets(text: string) {
  const whole: Brackets = { text: '', inner: [] };
  let open = whole;
  let closed = true;
  for (const [part] of text.replaceAll(/[\s\p{Cc}]/gu, '').matchAll(/[()]|[^()]+/g)) {
    if (part === '(') {
      const next = { text: '', inner: [], outer: open };
      open.inner.push(next);
      open = next;
    } else if (part === ')') {
      closed &&= open.outer !== undefined;
      open = open.outer ?? whole;
    } else open.text += part;
  }
  return { inner: whole.inner, closed: closed && open === whole };
}
