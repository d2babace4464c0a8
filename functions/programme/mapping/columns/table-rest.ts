import { formatDay } from '../../../base/day.ts';
import type { Shift } from '../../../planning/contract/tasks-query.ts';
import type { LocalDateTime, Pause } from '../../programme.ts';
import { dayNumber } from '../../readers/local-date-time.ts';
import { atMinute, endMinuteOf, minuteOf } from '../../readers/working-time.ts';
import type { ChosenActivity } from '../import-report.ts';
import { countWorkingDays, type WorksOn, workingDayFrom } from '../task-days.ts';
import { type DurationContext, rowDuration, type TableDates } from './table-dates.ts';

/**
 * A finish at 00:00 is the end of the working day before if the duration needs no more; else it belongs to its own day,
 * because no calendar says that the day before is worked up to 24:00.
 */
export function withFinishDay(
  dates: TableDates,
  {
    duration,
    worksOn,
    shift,
  }: {
    readonly duration: number | undefined;
    readonly worksOn: WorksOn | undefined;
    readonly shift: Shift | undefined;
  },
): TableDates {
  const { start, finish, hasFinished } = dates;
  if (finish === undefined || !finish.endsWith('T00:00')) return dates;
  const date = finish.slice(0, 10);
  if (start === undefined) return { ...dates, finish: date };
  const before = workingDayFrom(formatDay(dayNumber(date) - 1), -1, worksOn);
  if (before === undefined || hasFinished) return { ...dates, finish: date };
  const isLateShift = shift !== undefined && shift !== 'day';
  const needed =
    duration ?? (isLateShift || worksOn?.(dayNumber(date)) === false ? 0 : Number.POSITIVE_INFINITY);
  const days = { start: start.slice(0, 10), finish: before };
  return { ...dates, finish: needed <= countWorkingDays(days, worksOn) ? before : date };
}

type RestContext = DurationContext & {
  readonly dates: TableDates;
  readonly status: string | undefined;
  readonly duration: number | undefined;
  readonly worksOn: WorksOn | undefined;
  readonly dataDate: LocalDateTime | undefined;
};

const started: ReadonlySet<string> = new Set(['started', 'in progress']);
const over: ReadonlySet<string> = new Set(['complete', 'cancelled']);

/**
 * Time without work of a started task: from the data date until its rest begins, at the remaining start or as many
 * working days before the finish as remain. Without a data date, it begins when the work done has taken its days.
 */
export function pausesBeforeRest(row: ChosenActivity, context: RestContext): readonly Pause[] {
  const { dates, status = '', duration, dataDate, worksOn } = context;
  const { start, finish, remainingStart } = dates;
  const remaining = remainingDays(row, context);
  if (!started.has(status) && (!dates.hasStarted || over.has(status))) return [];
  if (start === undefined || finish === undefined) return [];
  const restDay = remaining === undefined ? undefined : workingDayFrom(finish, -remaining, worksOn);
  const rest = remainingStart ?? restDay;
  const done = duration === undefined || remaining === undefined ? undefined : duration - remaining;
  const doneDay = done === undefined || done <= 0 ? undefined : workingDayFrom(start, done, worksOn);
  const from = dataDate ?? doneDay;
  if (rest !== undefined && from === undefined) {
    const problem = 'it has a remaining start or duration, which without a data date says nothing';
    const text = `Activity ${row.id}: ${problem}; name the date with dataDate in the mapping, or --data-date.`;
    const group = `Activities of which each says: ${problem}; name it with dataDate in the mapping, or --data-date`;
    context.report.changed(row.activity.line, text, { group, example: row.id });
  }
  if (rest === undefined || from === undefined || endMinuteOf(from) >= minuteOf(rest)) return [];
  return [{ from: atMinute(endMinuteOf(from)), to: rest }];
}

function remainingDays(row: ChosenActivity, context: RestContext): number | undefined {
  const problem = 'is not a remaining duration in working time, and is left out';
  const found = rowDuration(row, 'remainingDuration', context, (_, read) =>
    read === undefined || read.elapsed ? problem : undefined,
  );
  return found?.elapsed ? undefined : found?.days;
}
