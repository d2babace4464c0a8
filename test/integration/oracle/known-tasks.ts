/** A task as a pull returned it: the input of `changes.ts`, `slip.ts` and `last-week.ts`. */
import { type Day, dayFromNumber, type StartAndFinish, weekdayOf } from '#base/day.ts';
import type { Task } from '#planning/contract/resources.ts';
import { type WireDateReader, wireDateReader } from '#planning/contract/wire-date.ts';
import type { Snapshot } from '#runs/store/snapshot.ts';

type Progress = 'open' | 'started' | 'complete' | 'cancelled';

export type KnownTask = {
  readonly id: string;
  readonly name: string;
  /** Code and name, as sentences name the task. */
  readonly label: string;
  readonly owner: string;
  readonly status: string;
  readonly progress: Progress;
  readonly resources: string;
  readonly slot: string;
  /** Undefined if neither date can be read. */
  readonly dates: StartAndFinish | undefined;
  readonly calendar: Calendar;
  /** The days on which work is planned. */
  readonly days: readonly Day[];
  /** Days with a delay entry. */
  readonly delays: ReadonlySet<number>;
};

/** A calendar. Exceptions to its type are known only within the task's dates. */
type Calendar = {
  readonly daysAWeek: number;
  readonly closed: ReadonlySet<number>;
  readonly extra: ReadonlySet<number>;
};

export type KnownTasks = ReadonlyMap<string, KnownTask>;

const daysAWeek: Readonly<Record<string, number>> = { 'five-day': 5, '5-day': 5, 'six-day': 6, '6-day': 6 };
const progressOf: Readonly<Record<string, Progress>> = {
  started: 'started',
  inprogress: 'started',
  complete: 'complete',
  completed: 'complete',
  done: 'complete',
  cancelled: 'cancelled',
};
const slots: Readonly<Record<string, string>> = { All: '24hr' };

export function knownTasks(snapshot: Snapshot, timeZone: string): KnownTasks {
  const read = wireDateReader(timeZone);
  return new Map(
    snapshot.tasks.map(({ task, answeredBy }) => [task.id, knownTask(task, { answeredBy, read })]),
  );
}

function knownTask(
  task: Task,
  { answeredBy, read }: { readonly answeredBy: readonly string[]; readonly read: WireDateReader },
): KnownTask {
  const calendar = {
    daysAWeek: daysAWeek[task.calendar?.type ?? ''] ?? 7,
    closed: new Set(task.nonWorkingDays?.map(dayNumber)),
    extra: new Set(task.extraWorkingDays?.map(dayNumber)),
  };
  const dates = datesOf(task, { read, calendar });
  const own = slots[task.shift ?? ''] ?? task.shift ?? 'none';
  const [only] = answeredBy.length === 1 ? answeredBy : [];
  return {
    id: task.id,
    name: task.name ?? '',
    label: `${task.externalId ?? task.id} ${task.name ?? ''}`.replaceAll(/\s+/g, ' ').trim(),
    owner: task.owner?.displayName ?? '',
    status: task.status ?? '',
    progress: progressOf[(task.status ?? '').toLowerCase().replace(/[\s-]/g, '')] ?? 'open',
    resources: JSON.stringify(
      [...(task.labour ?? []), ...(task.plant ?? [])]
        .map(({ name, quantity }) => [name, quantity])
        .toSorted(),
    ),
    slot: only ?? own,
    dates,
    calendar,
    days: dates === undefined ? [] : plannedDays(task, { dates, calendar }),
    delays: new Set(
      (task.progress ?? []).flatMap(({ type, date }) => {
        const found = read(date);
        return type?.toLowerCase() === 'delay' && found.kind === 'date' ? [found.day] : [];
      }),
    ),
  };
}

/**
 * A single date is both start and finish; dates in the wrong order are swapped. A finish at midnight means the day
 * before if the duration of the task then fits.
 */
function datesOf(
  task: Task,
  { read, calendar }: { readonly read: WireDateReader; readonly calendar: Calendar },
): StartAndFinish | undefined {
  const [from, to] = [read(task.start), read(task.finish)];
  const start = from.kind === 'date' ? from.day : to.kind === 'date' ? to.day : undefined;
  const finish = to.kind === 'date' ? to.day : start;
  if (start === undefined || finish === undefined) return undefined;
  if (finish < start) return { start: finish, finish: start };
  const isEndOfDayBefore =
    to.kind === 'date' &&
    to.midnight &&
    finish > start &&
    task.duration === countDays(start, finish - 1, [calendar]);
  return { start, finish: isEndOfDayBefore ? dayFromNumber(finish - 1) : finish };
}

function plannedDays(
  task: Task,
  { dates, calendar }: { readonly dates: StartAndFinish; readonly calendar: Calendar },
): Day[] {
  const idle = new Set(task.daysWithoutWork?.map(dayNumber));
  const days: Day[] = [];
  for (let day = Number(dates.start); day <= dates.finish; day++) {
    if (works(day, [calendar]) && !idle.has(day)) days.push(dayFromNumber(day));
  }
  return days;
}

function dayNumber(text: string): number {
  return Date.parse(text) / 86_400_000;
}

/** Whether the day is a working day: an exception in any of the calendars decides, otherwise the type of the first. */
function works(day: number, calendars: readonly Calendar[]): boolean {
  if (calendars.some(({ closed }) => closed.has(day))) return false;
  if (calendars.some(({ extra }) => extra.has(day))) return true;
  return weekdayOf(day) <= (calendars[0]?.daysAWeek ?? 7);
}

/** Includes the first and the last day. */
function countDays(first: number, last: number, calendars: readonly Calendar[]): number {
  let count = 0;
  for (let day = first; day <= last; day++) if (works(day, calendars)) count++;
  return count;
}

/**
 * The working days by which the start or the finish moved, according to the calendars of the task. Negative if it is
 * earlier now; undefined if the task has or had no dates.
 */
export function expectedWorkingDays(
  { then, now }: { readonly then: KnownTask; readonly now: KnownTask },
  end: keyof StartAndFinish,
): number | undefined {
  const [from, to] = [then.dates?.[end], now.dates?.[end]];
  if (from === undefined || to === undefined) return undefined;
  const calendars = [now.calendar, then.calendar];
  return to >= from ? countDays(from + 1, to, calendars) : -countDays(to + 1, from, calendars);
}

export function touches(
  dates: StartAndFinish | undefined,
  window: { readonly first: Day; readonly last: Day },
): boolean {
  return dates !== undefined && dates.start <= window.last && dates.finish >= window.first;
}

function isOver(progress: Progress): boolean {
  return progress === 'complete' || progress === 'cancelled';
}

/**
 * Whether the task is in the window, open from before it, or without dates. Filters of the report are applied
 * elsewhere.
 */
export function isSelected(
  { dates, progress }: KnownTask,
  window: { readonly first: Day; readonly last: Day },
): boolean {
  if (dates === undefined || touches(dates, window)) return true;
  return dates.finish < window.first && !isOver(progress);
}
