import type { HourRange, ProblemList, ProgrammeCalendar } from '../../programme.ts';
import { withParents } from '../with-parents.ts';
import { hourRange, usualWeek, workingWeek } from '../working-time.ts';
import { type Row, xerNumber } from './xer-tables.ts';

/**
 * Calendars, each with the holidays of its base calendars.
 * @param used keys of those that activities have; only their problems matter
 */
export function xerCalendars(
  rows: readonly Row<'CALENDAR'>[],
  used: ReadonlySet<string | undefined>,
  report: ProblemList,
): readonly ProgrammeCalendar[] {
  const data = new Map(rows.map((row) => [row.clndr_id ?? '', readClndrData(row.clndr_data ?? '')]));
  const bases = new Map(rows.map((row) => [row.clndr_id, row.base_clndr_id]));
  return rows.flatMap((row) => {
    const { clndr_id: key = '', clndr_name: name } = row;
    const own = data.get(key);
    if (key === '' || own === undefined) return [];
    const changed = (problem: string) => {
      if (used.has(key)) report.changed(row.line, `The calendar ${JSON.stringify(name ?? key)} ${problem}.`);
    };
    const known = own.week.some((hours) => hours.length > 0);
    const named = xerNumber(row.day_hr_cnt);
    const week = workingWeek(known ? own.week : usualWeek(usable(named) ? named : 8));
    // On a week with a short Friday, the hours of a day may be the mean.
    const minutes = own.week.flat().reduce((sum, { from, to }) => sum + to - from, 0);
    const isMean = named !== undefined && Math.abs(named - minutes / 60 / week.workingDays.length) < 0.05;
    const hoursPerDay = isMean ? named : week.hoursPerDay;
    if (!known) changed(`has no working hours; Monday to Friday with ${hoursPerDay} hours is assumed`);
    else if (!own.complete) changed('has working hours that cannot be read; the others are used');
    if (known && usable(named) && Math.abs(named - hoursPerDay) > 0.25)
      changed(`counts ${named} hours as a day, but works ${hoursPerDay} on a usual day, which is used`);
    const levels = withParents(key, (each) => bases.get(each));
    const days = new Map(levels.flatMap((each) => [...(data.get(each)?.days ?? [])]));
    return { key, name, ...week, hoursPerDay, days };
  });
}

function usable(hours: number | undefined): hours is number {
  return hours !== undefined && hours > 0 && hours <= 24;
}

type Node = {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly children: readonly Node[];
};

const maxDepth = 12;

/**
 * `CALENDAR.clndr_data` is nested brackets, `(0||name(field|value|…)(children))`. Day 1 of `DaysOfWeek` is Sunday; a
 * day has children `s|08:00|f|16:00`, in either order; `Exceptions` have `d|<days since 1899-12-30>`, and one with
 * hours of its own is worked. Other sections, such as `VIEW`, say nothing about work.
 * @returns complete: false if the brackets do not close or a time cannot be read; what could be read is used
 */
function readClndrData(text: string) {
  const { nodes, closed } = readBrackets(text);
  // The root is mostly named CalendarData, but some files leave its name out.
  const sections = [...nodes, ...nodes.flatMap(({ children }) => children)];
  const week: HourRange[][] = Array.from({ length: 7 }, () => []);
  let complete = closed;
  const hoursOf = (node: Node) =>
    node.children.flatMap((child) => {
      const interval = hourRange(minutes(child.fields.get('s')), minutes(child.fields.get('f')));
      if (interval === undefined && child.fields.size > 0) complete = false;
      return interval ?? [];
    });
  const section = (name: string) => sections.find((node) => node.name === name)?.children ?? [];
  for (const weekday of section('DaysOfWeek')) {
    const number = Number(weekday.name);
    if (!(number >= 1 && number <= 7)) continue;
    const day = (number + 5) % 7;
    week[day]?.push(...hoursOf(weekday));
  }
  const days = new Map<number, readonly HourRange[]>();
  for (const exception of section('Exceptions')) {
    const day = dayOfSerial(exception.fields.get('d'));
    if (day !== undefined) days.set(day, hoursOf(exception));
  }
  return { week, days, complete };
}

const time = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([AP]M)?$/i;

function minutes(text: string | undefined): number | undefined {
  const [, hour, minute, half] = time.exec(text?.trim() ?? '') ?? [];
  if (hour === undefined) return undefined;
  const noon = half?.toUpperCase() === 'PM' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + noon;
  return hours > 24 || Number(minute) > 59 ? undefined : hours * 60 + Number(minute);
}

/** Days since 1970-01-01. @param serial days since 1899-12-30, from 1900 to 2199 */
function dayOfSerial(serial: string | undefined): number | undefined {
  const days = Number(serial);
  return Number.isInteger(days) && days >= 2 && days <= 109_574 ? days - 25_569 : undefined;
}

/** @returns closed: whether every bracket closes */
function readBrackets(text: string): { readonly nodes: readonly Node[]; readonly closed: boolean } {
  let at = 0;
  let closed = true;
  const next = () => {
    while (at < text.length && /[\s\p{Cc}]/u.test(text.charAt(at))) at += 1;
    return text[at];
  };
  const expect = (brackets: string) => {
    for (const bracket of brackets) {
      if (next() === bracket) at += 1;
      else closed = false;
    }
  };
  const until = (bracket: string) => {
    const from = at;
    const end = text.indexOf(bracket, at);
    if (end < 0) closed = false;
    at = end < 0 ? text.length : end;
    return text.slice(from, at);
  };
  const nodesAt = (depth: number): readonly Node[] => {
    const found: Node[] = [];
    while (next() === '(' && depth < maxDepth) {
      expect('(');
      const head = until('(');
      expect('(');
      const words = until(')').split('|');
      expect(')(');
      const children = nodesAt(depth + 1);
      expect('))');
      const fields = new Map<string, string>();
      for (let index = 0; index + 1 < words.length; index += 2) {
        fields.set(words[index]?.trim() ?? '', words[index + 1] ?? '');
      }
      found.push({ name: head.slice(head.lastIndexOf('|') + 1).trim(), fields, children });
    }
    return found;
  };
  return { nodes: nodesAt(0), closed };
}
