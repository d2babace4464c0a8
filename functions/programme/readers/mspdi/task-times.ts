import type {
  Activity,
  ActivityDuration,
  ActivityTimes,
  LocalDateTime,
  ProblemList,
  ProgrammeCalendar,
} from '../../programme.ts';
import { minutesPerDay } from '../local-date-time.ts';
import { finishAfter, minuteOf, writtenFinish } from '../working-time.ts';
import { workingWeek } from '../working-week.ts';
import type { XmlRecord } from '../xml-records.ts';
import { shownTask } from './outline.ts';
import { type AssignedWork, extraDaysOf, pausesOf } from './pauses.ts';
import { isElapsed } from './task-fields.ts';

const aroundTheClock: ProgrammeCalendar = {
  key: '',
  name: undefined,
  ...workingWeek(Array.from({ length: 7 }, () => [{ from: 0, to: minutesPerDay }])),
  days: new Map(),
};

type TimedTask = ActivityDuration & {
  readonly record: XmlRecord;
  readonly calendar: ProgrammeCalendar | undefined;
};

/** @param assignments without materials */
export function timesOf(
  { record, durationHours, calendar }: TimedTask,
  status: Activity['status'],
  assignments: readonly AssignedWork[],
  {
    dataDate,
    counts,
    report,
  }: {
    readonly dataDate: LocalDateTime | undefined;
    readonly counts: { computed: number; unclear: number };
    readonly report: ProblemList;
  },
): ActivityTimes {
  const first = (...names: readonly string[]): LocalDateTime | undefined => {
    for (const name of names) {
      const date = record.date(name);
      if (date !== undefined) return date;
      const text = record.text(name);
      if (text !== undefined && text !== 'NA') {
        const problem = `the ${name} ${JSON.stringify(text)} is not a usable date`;
        report.changed(record.line, `${shownTask(record)}: ${problem}.`);
      }
    }
    return undefined;
  };
  const start = first('Start', 'ActualStart', 'ManualStart');
  let finish = first('Finish', 'ActualFinish', 'ManualFinish');
  if (finish === undefined && start !== undefined && durationHours !== undefined && calendar !== undefined) {
    finish = durationHours === 0 ? start : finishAfter(start, durationHours, calendar);
    if (finish !== undefined) counts.computed += 1;
  }
  if (record.flag('Milestone')) return { start, finish: finish && writtenFinish(finish, calendar) };
  const stop = record.date('Stop');
  const resume = record.date('Resume');
  const isStarted = status === 'started';
  const { pauses, unclear } = pausesOf(
    { start, finish, stop, resume, calendar },
    assignments,
    isStarted || stop !== undefined ? dataDate : undefined,
  );
  if (unclear) counts.unclear += 1;
  const elapsed = () => ({
    periods: [{ from: minuteOf(start), to: minuteOf(finish), hours: 0, isDone: false }],
    calendar: aroundTheClock,
  });
  const extraDays = extraDaysOf(isElapsed(record) ? [...assignments, elapsed()] : assignments, calendar);
  const hours = durationHours ?? hoursNeeded(assignments);
  const spans = pauses.map(({ from, to }) => ({ from: minuteOf(from), to: minuteOf(to) }));
  const work = start === undefined || hours === undefined ? undefined : { start, hours, pauses: spans };
  return {
    start,
    finish: finish && writtenFinish(finish, calendar, work),
    ...(pauses.length > 0 && { pauses }),
    ...(extraDays.size > 0 && { extraDays }),
    ...(isStarted && { remainingStart: resume ?? dataDate }),
  };
}

function hoursNeeded(assignments: readonly AssignedWork[]): number | undefined {
  const hours = assignments.map(({ hours: work = 0, units = 1 }) => work / units);
  return hours.reduce((most, each) => Math.max(most, each), 0) || undefined;
}
