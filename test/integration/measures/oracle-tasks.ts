/** Tasks as the oracle reads them, from the answers of the service alone. Days are numbers, counted one by one. */
import type { Task } from '#planning/contract/resources.ts';

/** Days since 1970-01-01. */
export type OracleDay = number;

export type OracleRules = {
  readonly shifts: readonly string[];
  readonly filters: {
    readonly subcontractorIds?: readonly string[] | undefined;
    readonly locationIds?: readonly string[] | undefined;
  };
};

export type OraclePull = { readonly task: Task; readonly answeredBy: readonly string[] };

type Progress = 'open' | 'started' | 'complete' | 'cancelled';

export type OracleTask = {
  readonly id: string;
  readonly ref: string;
  readonly start: OracleDay | undefined;
  readonly finish: OracleDay | undefined;
  /** All planned days of the task. */
  readonly days: ReadonlySet<OracleDay>;
  readonly progress: Progress;
  readonly parent: string | undefined;
  readonly subcontractor: string | undefined;
  readonly delays: ReadonlySet<OracleDay>;
  readonly isOfReport: boolean;
};

export function dayIn(text: string): OracleDay {
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
}

/** Day of the week: 1 is Monday, 7 is Sunday. 1970-01-01 was a Thursday. */
export function weekday(day: OracleDay): number {
  return ((day + 3) % 7) + 1;
}

export function mondayBefore(day: OracleDay): OracleDay {
  return day - weekday(day) + 1;
}

export function daysFrom(first: OracleDay, last: OracleDay): OracleDay[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

export const weekOf = (monday: OracleDay) => daysFrom(monday, monday + 6);

function progressOf(task: Task): Progress {
  const word = (task.status ?? '').toLowerCase();
  if (['in progress', 'started'].includes(word)) return 'started';
  if (['complete', 'completed', 'done'].includes(word)) return 'complete';
  return ['cancelled', 'canceled'].includes(word) ? 'cancelled' : 'open';
}

function plannedDays(task: Task, start: OracleDay, finish: OracleDay): Set<OracleDay> {
  if (start === finish && task.duration === 0) return new Set([start]);
  const [off, extra, without] = [task.nonWorkingDays, task.extraWorkingDays, task.daysWithoutWork].map(
    (days) => new Set(days?.map(dayIn)),
  );
  const type = task.calendar?.type;
  const lastWeekday = type === 'five-day' ? 5 : type === 'six-day' ? 6 : 7;
  const works = (day: OracleDay) => (weekday(day) <= lastWeekday ? !off?.has(day) : extra?.has(day) === true);
  return new Set(daysFrom(start, finish).filter((day) => works(day) && !without?.has(day)));
}

/**
 * An unreadable date counts as missing; a single date is both start and finish; dates in the wrong order are swapped.
 */
function datesOf(task: Task): {
  readonly start: OracleDay | undefined;
  readonly finish: OracleDay | undefined;
} {
  const days = [task.start, task.finish].flatMap((text) => {
    const date = /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0];
    return date === undefined ? [] : [dayIn(date)];
  });
  if (days.length === 0) return { start: undefined, finish: undefined };
  return { start: Math.min(...days), finish: Math.max(...days) };
}

const words = ['day', 'afternoon', 'night', '24hr'];

function slotOf(task: Task, answeredBy: readonly string[], overlaps: boolean): string {
  const said = (task.shift ?? '').toLowerCase();
  const own = words.find((word) => word === (said === 'all' ? '24hr' : said));
  if (answeredBy.length === 0) return overlaps ? 'none' : (own ?? 'none');
  if (own !== undefined && answeredBy.includes(own)) return own;
  return words.find((word) => answeredBy.includes(word)) ?? 'none';
}

export function readOracleTasks(
  {
    tasks,
    window,
  }: {
    readonly tasks: readonly OraclePull[];
    readonly window: { readonly first: OracleDay; readonly last: OracleDay };
  },
  rules: OracleRules,
): ReadonlyMap<string, OracleTask> {
  const all = tasks.map(({ task, answeredBy }): OracleTask => {
    const { start, finish } = datesOf(task);
    const isDated = start !== undefined && finish !== undefined;
    const overlaps = isDated && start <= window.last && finish >= window.first;
    const { subcontractorIds: firms, locationIds: places } = rules.filters;
    const passes =
      (firms === undefined || firms.includes(task.subcontractor?.id ?? '')) &&
      (places === undefined || places.includes(task.location?.id ?? ''));
    const delays = task.progress?.filter(({ type, date }) => type === 'delay' && date !== undefined) ?? [];
    return {
      id: task.id,
      ref: task.externalId ?? task.id,
      start,
      finish,
      days: isDated ? plannedDays(task, start, finish) : new Set(),
      progress: progressOf(task),
      parent: task.parent?.id,
      subcontractor: task.subcontractor?.id,
      delays: new Set(delays.map(({ date }) => dayIn(date ?? ''))),
      isOfReport: passes && rules.shifts.includes(slotOf(task, answeredBy, overlaps)),
    };
  });
  return new Map(all.map((task) => [task.id, task]));
}
