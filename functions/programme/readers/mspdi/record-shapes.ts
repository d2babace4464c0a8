/** The elements that are read from an MS Project file; others, such as costs and baselines, are skipped. */
import type { MinuteRange } from '#programme/programme.ts';
import { minutesPerDay, weekdayIndex } from '#programme/readers/local-date-time.ts';
import { dayOfMinute, minuteOfDateTime } from '#programme/readers/working-time.ts';
import {
  type ItemOfShape,
  mappedShape,
  type RecordShape,
  recordShape,
} from '#programme/readers/xml-records.ts';

const timePeriodShape = { TimePeriod: recordShape({ text: 'FromDate ToDate' }) };
const workingTimesShape = { WorkingTime: recordShape({ text: 'FromTime ToTime' }) };
const weekDaysShape = {
  WeekDay: recordShape(
    { flag: 'DayWorking', number: 'DayType' },
    { ...timePeriodShape, ...workingTimesShape },
  ),
};
const calendarShape = recordShape(
  { text: 'UID Name BaseCalendarUID' },
  {
    ...weekDaysShape,
    Exception: recordShape(
      {
        flag: 'DayWorking EnteredByOccurrences',
        number: 'Type Period Occurrences DaysOfWeek MonthItem MonthPosition Month MonthDay',
      },
      { ...timePeriodShape, ...workingTimesShape },
    ),
    WorkWeek: recordShape({}, { ...timePeriodShape, ...weekDaysShape }),
  },
);
/** A choice of an outline code, or of a custom field. */
const choiceShape = recordShape({ text: 'ValueID ID FieldGUID ParentValueID Value Description' });
const outlineCodeShape = recordShape({ text: 'Guid FieldID FieldName Alias' }, { Value: choiceShape });
const extendedAttributeShape = recordShape(
  { text: 'FieldID FieldName Alias Ltuid' },
  { ValueList: recordShape({}, { Value: choiceShape }) },
);
const fieldValueShape = recordShape({ text: 'FieldID Value ValueID ValueGUID' });
const taskShape = recordShape(
  {
    text: 'UID Name Notes Contact WBS OutlineNumber CalendarUID Duration ManualDuration',
    flag: 'Active IsNull IsSubproject ExternalTask Milestone',
    number: 'ID OutlineLevel DurationFormat PercentComplete',
    date: 'Start Finish ManualStart ManualFinish ActualStart ActualFinish Stop Resume',
  },
  {
    PredecessorLink: recordShape({
      text: 'PredecessorUID',
      flag: 'CrossProject',
      number: 'Type LinkLag LagFormat',
    }),
    ExtendedAttribute: fieldValueShape,
    OutlineCode: fieldValueShape,
    /** The whole inserted programme, inside the task that it replaces. */
    get Project(): RecordShape<ProjectRecord> {
      return projectShape;
    },
  },
);
const resourceShape = recordShape({
  text: 'UID Name MaterialLabel CalendarUID',
  flag: 'IsCostResource',
  number: 'Type',
});

export type WorkPeriod = MinuteRange & { readonly hours: number; readonly isDone: boolean };

/** Values of `Type` of `TimephasedData`; the other values are overtime, costs and baselines. */
const remainingWork = 1;
const actualWork = 2;
const timephasedDataShape = recordShape({ text: 'Value', number: 'Type', date: 'Start Finish' });

function workPeriods({
  Type: type,
  Value,
  Start,
  Finish,
}: ItemOfShape<typeof timephasedDataShape>): WorkPeriod[] {
  const hours = hoursOfDuration(Value) ?? 0;
  const [from, to] = [minuteOfDateTime(Start), minuteOfDateTime(Finish)];
  const isDate = from === to && from % minutesPerDay === 0;
  if (!((type === remainingWork || type === actualWork) && hours > 0 && (from < to || isDate))) return [];
  return [{ from, to: isDate ? to + minutesPerDay : to, hours, isDone: type === actualWork }];
}

/** The `ResourceUID` of work without a resource. */
export const noResourceUid = '-65535';

export type AssignmentRecord = ItemOfShape<typeof assignmentShape>;

const assignmentShape = mappedShape(
  recordShape(
    { text: 'TaskUID ResourceUID Work ActualWork RemainingWork', number: 'Units WorkContour' },
    { TimephasedData: timephasedDataShape },
  ),
  (record) => {
    const { line, TaskUID: task = '', ResourceUID: resource = noResourceUid, Units: units = 0 } = record;
    const [hours, done] = [hoursOfDuration(record.Work), hoursOfDuration(record.ActualWork)];
    const left = hours === undefined || done === undefined ? undefined : Math.max(0, hours - done);
    const periods = record.TimephasedData.flatMap(workPeriods).sort((one, other) => one.from - other.from);
    /** Whether the number of people varies by day, so that only the hours by day show how many are needed. */
    const isContoured = periods.length > 0 && (record.WorkContour ?? 0) !== 0;
    return {
      line,
      task,
      resource,
      hours,
      remaining: hoursOfDuration(record.RemainingWork) ?? left,
      units: units > 0 ? units : undefined,
      /** Whether the work is in days, which count as 24 hours each until the calendar of the task is known. */
      isInDays: isInDays(record.Work),
      isContoured,
      periods: isContoured ? periods : joinedPeriods(periods),
    };
  },
);

/**
 * Joins periods that have no gap between them. Those on weekends stay separate, because only their hours show that
 * somebody works then.
 * @param sorted by `from`
 */
function joinedPeriods(sorted: readonly WorkPeriod[]): readonly WorkPeriod[] {
  const joined: WorkPeriod[] = [];
  const isOfWeekend = ({ from }: WorkPeriod) => weekdayIndex(dayOfMinute(from)) >= saturday;
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

const saturday = 5;

export type CalendarRecord = ItemOfShape<typeof calendarShape>;
export type TaskRecord = ItemOfShape<typeof taskShape>;
export type ResourceRecord = ItemOfShape<typeof resourceShape>;
export interface ProjectRecord extends ItemOfShape<typeof projectShape> {}

const projectShape = recordShape(
  { text: 'Name Title CalendarUID', number: 'MinutesPerDay', date: 'StatusDate' },
  {
    OutlineCode: outlineCodeShape,
    ExtendedAttribute: extendedAttributeShape,
    Calendar: calendarShape,
    Task: taskShape,
    Resource: resourceShape,
    Assignment: assignmentShape,
  },
);

export const documentShape = recordShape({}, { Project: projectShape });

const elapsedFormats = [4, 6, 8, 10, 12];
const percentFormats = [19, 20];

/**
 * The kind of time that measures a duration or lag. Percent may be of working or elapsed hours, which span the same
 * time.
 * @param format a number of `DurationFormat` or `LagFormat`; 32 is added for estimates
 */
export function durationKind(format = 0): 'working' | 'elapsed' | 'percent' {
  if (elapsedFormats.includes(format % 32)) return 'elapsed';
  return percentFormats.includes(format % 32) ? 'percent' : 'working';
}

const isoDurationPattern =
  /^([+-])?P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Whether a duration is in days alone, such as `P5D`. Programs mean working days by it, not 24 hours each. */
export function isInDays(text = ''): boolean {
  return /^[+-]?P[\d.]+D$/.test(text);
}

/**
 * Hours of an ISO 8601 duration such as `PT8H30M0S`; undefined for other texts.
 * @param hoursPerDay hours of a day if the duration is in days alone; in other durations, a day has 24 hours
 */
export function hoursOfDuration(text: string | undefined, hoursPerDay = 24): number | undefined {
  const parts = text === undefined ? null : isoDurationPattern.exec(text);
  if (parts === null) return undefined;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = parts;
  const dayHours = Number(days) * (isInDays(text) ? hoursPerDay : 24);
  const sum = dayHours + Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600;
  return sign === '-' ? -sum : sum;
}
