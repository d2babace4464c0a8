import type { ProgrammeCalendar, SourceProblem } from '../../programme.ts';
import { workingWeek } from '../working-week.ts';
import { type ClndrData, readClndrData } from './clndr-data.ts';
import type { Row } from './xer-tables.ts';
import { xerNumber } from './xer-values.ts';

/**
 * The calendars of a file, each with the holidays of the calendars that it is based on.
 * @param used keys of those that activities have; only their problems matter
 */
export function xerCalendars(
  rows: readonly Row<'CALENDAR'>[],
  used: ReadonlySet<string | undefined>,
  problem: (found: SourceProblem) => void,
): readonly ProgrammeCalendar[] {
  const data = new Map(
    rows.map((row) => [row.get('clndr_id') ?? '', readClndrData(row.get('clndr_data') ?? '')]),
  );
  const bases = new Map(rows.map((row) => [row.get('clndr_id') ?? '', row.get('base_clndr_id')]));
  return rows.flatMap((row) => {
    const key = row.get('clndr_id');
    const own = key === undefined ? undefined : data.get(key);
    if (key === undefined || own === undefined) return [];
    const changed = (text: string) => {
      if (used.has(key)) problem({ line: row.line, kind: 'changed', text });
    };
    const name = row.get('clndr_name');
    const shown = `The calendar ${JSON.stringify(name ?? key)}`;
    const week = workingWeek(own.week);
    const known = week.workingDays.length > 0;
    const named = xerNumber(row.get('day_hr_cnt'));
    const hoursPerDay = known ? week.hoursPerDay : usable(named) ? named : week.hoursPerDay;
    if (!known) {
      changed(`${shown} has no working hours; Monday to Friday with ${hoursPerDay} hours is assumed.`);
    } else if (!own.complete) {
      changed(`${shown} has working hours that cannot be read; the others are used.`);
    }
    if (known && usable(named) && Math.abs(named - hoursPerDay) > 0.25) {
      changed(
        `${shown} counts ${named} hours as a day, but works ${hoursPerDay} on a usual day; ${hoursPerDay} are used.`,
      );
    }
    const exceptions = new Map(
      [...lineage(key, bases, data), own].flatMap((each) =>
        each.exceptions.map((exception) => [exception.date, exception] as const),
      ),
    );
    return {
      key,
      name,
      hoursPerDay,
      ...(known && { weekHours: week.weekHours }),
      workingDays: known ? week.workingDays : [1, 2, 3, 4, 5],
      firstHour: week.firstHour,
      lastHour: week.lastHour,
      exceptions: [...exceptions.values()].sort((left, right) => (left.date < right.date ? -1 : 1)),
    };
  });
}

function usable(hours: number | undefined): hours is number {
  return hours !== undefined && hours > 0 && hours <= 24;
}

/** The calendars that one is based on, the furthest first. A cycle ends where it began. */
function lineage(
  key: string,
  bases: ReadonlyMap<string, string | undefined>,
  data: ReadonlyMap<string, ClndrData>,
): readonly ClndrData[] {
  const seen = new Set([key]);
  const found: ClndrData[] = [];
  let base = bases.get(key);
  while (base !== undefined && !seen.has(base)) {
    seen.add(base);
    const its = data.get(base);
    if (its) found.unshift(its);
    base = bases.get(base);
  }
  return found;
}
