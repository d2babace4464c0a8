/** Elements of an MS Project file that are read; most of it is skipped, such as costs and baselines. */
import type { Shape } from '../xml-records.ts';

/** Elements that have text. @param names separated by blanks */
function texts(names: string): Shape {
  return Object.fromEntries(names.split(' ').map((name) => [name, true as const]));
}

const timePeriod = texts('FromDate ToDate');
const workingTimes = { WorkingTime: texts('FromTime ToTime') };
const weekDays = {
  WeekDay: { ...texts('DayType DayWorking'), TimePeriod: timePeriod, WorkingTimes: workingTimes },
};

export const mspdiShape: Shape = {
  ...texts('Name Title StatusDate CalendarUID MinutesPerDay'),
  OutlineCodes: {
    OutlineCode: {
      ...texts('Guid FieldID FieldName Alias'),
      Values: {
        Value: texts('ValueID FieldGUID ParentValueID Value Description'),
      },
    },
  },
  ExtendedAttributes: {
    ExtendedAttribute: {
      ...texts('FieldID FieldName Alias Ltuid'),
      ValueList: { Value: texts('ID Value Description') },
    },
  },
  Calendars: {
    Calendar: {
      ...texts('UID Name BaseCalendarUID'),
      WeekDays: weekDays,
      Exceptions: {
        Exception: {
          TimePeriod: timePeriod,
          ...texts('Type Period EnteredByOccurrences Occurrences DayWorking'),
          ...texts('DaysOfWeek MonthItem MonthPosition Month MonthDay'),
          WorkingTimes: workingTimes,
        },
      },
      WorkWeeks: { WorkWeek: { TimePeriod: timePeriod, WeekDays: weekDays } },
    },
  },
  Tasks: {
    Task: {
      ...texts('UID ID Name Notes Contact Active IsNull IsSubproject ExternalTask Milestone'),
      ...texts('WBS OutlineNumber OutlineLevel CalendarUID'),
      ...texts('Start Finish ManualStart ManualFinish ActualStart ActualFinish Stop Resume'),
      ...texts('Duration DurationFormat ManualDuration PercentComplete'),
      PredecessorLink: texts('PredecessorUID Type CrossProject LinkLag LagFormat'),
      ExtendedAttribute: texts('FieldID Value ValueID ValueGUID'),
      OutlineCode: texts('FieldID ValueID ValueGUID'),
      /** The whole inserted programme, in the task that stands for it. */
      get Project(): Shape {
        return mspdiShape;
      },
    },
  },
  Resources: {
    Resource: texts('UID Name Type IsCostResource MaterialLabel CalendarUID'),
  },
  Assignments: {
    Assignment: {
      ...texts('TaskUID ResourceUID Work ActualWork RemainingWork Units WorkContour'),
      TimephasedData: texts('Type Start Finish Value'),
    },
  },
};

const elapsed = new Set([4, 6, 8, 10, 12, 36, 38, 40, 42, 44]);
const percent = new Set([19, 20, 51, 52]);

/** Percent are of working or of elapsed hours, which span the same time. */
export type DurationKind = 'working' | 'elapsed' | 'percent';

/** @param format a number of `DurationFormat` or `LagFormat`; 32 is added for estimates */
export function durationKind(format: number | undefined): DurationKind {
  if (format === undefined) return 'working';
  if (elapsed.has(format)) return 'elapsed';
  return percent.has(format) ? 'percent' : 'working';
}

const iso =
  /^([+-])?P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Whether a duration is in days alone, such as `P5D`: no program means days of 24 hours by it. */
export function isInDays(text = ''): boolean {
  return /^[+-]?P[\d.]+D$/.test(text);
}

/**
 * Hours of an ISO 8601 duration such as `PT8H30M0S`; undefined for other texts.
 * @param hoursPerDay of a duration in days alone; in others, a day has 24 hours
 */
export function hoursOf(text: string | undefined, hoursPerDay = 24): number | undefined {
  const parts = text === undefined ? null : iso.exec(text);
  if (parts === null) return undefined;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = parts;
  const dayHours = Number(days) * (isInDays(text) ? hoursPerDay : 24);
  const sum = dayHours + Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600;
  return sign === '-' ? -sum : sum;
}
