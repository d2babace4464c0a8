import type { Shape } from '../xml-records.ts';

const timePeriod = { FromDate: true, ToDate: true } as const;
const workingTimes = { WorkingTime: { FromTime: true, ToTime: true } } as const;
const weekDays = {
  WeekDay: { DayType: true, DayWorking: true, TimePeriod: timePeriod, WorkingTimes: workingTimes },
} as const;

/** The elements of an MS Project XML file that are read. Most of such a file is skipped: costs and baselines. */
export const mspdiShape: Shape = {
  Name: true,
  Title: true,
  StatusDate: true,
  CurrentDate: true,
  LastSaved: true,
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
      IsBaseCalendar: true,
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
      Manual: true,
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
      /** Of a task that stands for an inserted programme: all of that. */
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
      TimephasedData: { Type: true, Start: true, Finish: true, Value: true },
    },
  },
};
