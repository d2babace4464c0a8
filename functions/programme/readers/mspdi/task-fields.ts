/** What an MS Project task says of itself. */
import type { Activity, LocalDateTime } from '../../programme.ts';
import { localDateTime } from '../local-date-time.ts';
import { usableDuration } from '../usable-duration.ts';
import type { XmlRecord } from '../xml-records.ts';
import { finishAfter, type HourCalendar } from './calendars.ts';
import { durationKind, hoursOf, rounded } from './durations.ts';
import { workingShare } from './links.ts';
import { shownTask } from './outline.ts';
import type { ReportProblem } from './report-problem.ts';

export function statusOf(task: XmlRecord): Activity['status'] {
  const percent = task.number('PercentComplete') ?? 0;
  if (percent >= 100 || readable(task.text('ActualFinish'))) return 'complete';
  return percent > 0 || readable(task.text('ActualStart')) ? 'started' : 'planned';
}

function readable(date: string | undefined): boolean {
  return date !== undefined && localDateTime(date) !== undefined;
}

/** Working hours; those of a duration by day and night are as many as the calendar works in it. */
export function durationOf(task: XmlRecord, calendar: HourCalendar | undefined): number | undefined {
  const hours = usableDuration(hoursOf(task.text('Duration')) ?? hoursOf(task.text('ManualDuration')));
  const kind = durationKind(task.number('DurationFormat'));
  return hours === undefined
    ? undefined
    : rounded(kind === 'elapsed' ? hours * workingShare(calendar) : hours);
}

type Timing = {
  readonly durationHours: number | undefined;
  readonly calendar: HourCalendar | undefined;
  /** Counts the finishes that the file does not have. */
  readonly computed: { count: number };
};

export function datesOf(
  task: XmlRecord,
  { durationHours, calendar, computed }: Timing,
  report: ReportProblem,
): Pick<Activity, 'start' | 'finish'> {
  const first = (...names: readonly string[]): LocalDateTime | undefined => {
    for (const name of names) {
      const text = task.text(name);
      const date = text === undefined || text === 'NA' ? undefined : localDateTime(text);
      if (date !== undefined) return date;
      if (text !== undefined && text !== 'NA')
        report(
          task.line,
          'changed',
          `${shownTask(task)}: the ${name} ${JSON.stringify(text)} is not a usable date.`,
        );
    }
    return undefined;
  };
  const start = first('Start', 'ActualStart', 'ManualStart');
  const finish = first('Finish', 'ActualFinish', 'ManualFinish');
  if (finish !== undefined || start === undefined || durationHours === undefined || calendar === undefined)
    return { start, finish };
  const after = durationHours === 0 ? start : finishAfter(start, durationHours, calendar);
  if (after !== undefined) computed.count += 1;
  return { start, finish: after };
}

/** Columns of every task that people also keep their own ids and names in. */
export const ownFields = ['WBS', 'Contact'] as const;

export function withOwnFields(task: XmlRecord, { codes, fields }: Pick<Activity, 'codes' | 'fields'>) {
  const all = new Map(fields);
  for (const name of ownFields) {
    const value = task.text(name);
    if (value !== undefined && !all.has(name)) all.set(name, value);
  }
  return { codes, fields: all };
}
