/** Elements of an MS Project file that are read; most of it is skipped, such as costs and baselines. */
import type { Shape } from '../xml-records.ts';

const timePeriod = { FromDate: true, ToDate: true } as const;
const workingTimes = { WorkingTime: { FromTime: true, ToTime: true } } as const;
const weekDays = {
  WeekDay: { DayType: true, DayWorking: true, TimePeriod: timePeriod, WorkingTimes: workingTimes },
} as const;

export const mspdiShape: Shape = {
  Name: true,
  Title: true,
  StatusDate: true,
  CalendarUID: true,
  MinutesPerDay: true,
  OutlineCodes: {
    OutlineCode: {
      Guid: true,
      FieldID: true,
      FieldName: true,
      Alias: true,
      Values: {
        Value: { ValueID: true, FieldGUID: true, ParentValueID: true, Value: true, Description: true },
      },
    },
  },
  ExtendedAttributes: {
    ExtendedAttribute: {
      FieldID: true,
      FieldName: true,
      Alias: true,
      Ltuid: true,
      ValueList: { Value: { ID: true, Value: true, Description: true } },
    },
  },
  Calendars: {
    Calendar: {
      UID: true,
      Name: true,
      BaseCalendarUID: true,
      WeekDays: weekDays,
      Exceptions: {
        Exception: {
          TimePeriod: timePeriod,
          EnteredByOccurrences: true,
          Occurrences: true,
          Type: true,
          Period: true,
          DaysOfWeek: true,
          MonthItem: true,
          MonthPosition: true,
          Month: true,
          MonthDay: true,
          DayWorking: true,
          WorkingTimes: workingTimes,
        },
      },
      WorkWeeks: { WorkWeek: { TimePeriod: timePeriod, WeekDays: weekDays } },
    },
  },
  Tasks: {
    Task: {
      UID: true,
      ID: true,
      Name: true,
      Active: true,
      IsNull: true,
      IsSubproject: true,
      ExternalTask: true,
      WBS: true,
      OutlineNumber: true,
      OutlineLevel: true,
      Contact: true,
      Notes: true,
      Milestone: true,
      Start: true,
      Finish: true,
      ManualStart: true,
      ManualFinish: true,
      ActualStart: true,
      ActualFinish: true,
      Stop: true,
      Resume: true,
      Duration: true,
      DurationFormat: true,
      ManualDuration: true,
      PercentComplete: true,
      CalendarUID: true,
      PredecessorLink: {
        PredecessorUID: true,
        Type: true,
        CrossProject: true,
        LinkLag: true,
        LagFormat: true,
      },
      ExtendedAttribute: { FieldID: true, Value: true, ValueID: true, ValueGUID: true },
      OutlineCode: { FieldID: true, ValueID: true, ValueGUID: true },
      /** The whole inserted programme, in the task that stands for it. */
      get Project(): Shape {
        return mspdiShape;
      },
    },
  },
  Resources: {
    Resource: {
      UID: true,
      Name: true,
      Type: true,
      IsCostResource: true,
      MaterialLabel: true,
      CalendarUID: true,
    },
  },
  Assignments: {
    Assignment: {
      TaskUID: true,
      ResourceUID: true,
      Work: true,
      ActualWork: true,
      RemainingWork: true,
      Units: true,
      WorkContour: true,
      TimephasedData: { Type: true, Start: true, Finish: true, Value: true },
    },
  },
};

const elapsed = new Set([4, 6, 8, 10, 12, 36, 38, 40, 42, 44]);
const percent = new Set([19, 51]);
const elapsedPercent = new Set([20, 52]);

export type DurationKind = 'working' | 'elapsed' | 'percent' | 'elapsed percent';

/** @param format a number of `DurationFormat` or `LagFormat`; 32 is added for estimates */
export function durationKind(format: number | undefined): DurationKind {
  if (format === undefined) return 'working';
  if (elapsed.has(format)) return 'elapsed';
  if (percent.has(format)) return 'percent';
  return elapsedPercent.has(format) ? 'elapsed percent' : 'working';
}

const iso =
  /^([+-])?P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Hours of an ISO 8601 duration such as `PT8H30M0S`, with 24 hours a day; undefined for other texts. */
export function hoursOf(text: string | undefined): number | undefined {
  const parts = text === undefined ? null : iso.exec(text);
  if (parts === null) return undefined;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = parts;
  const sum = Number(days) * 24 + Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600;
  return sign === '-' ? -sum : sum;
}
