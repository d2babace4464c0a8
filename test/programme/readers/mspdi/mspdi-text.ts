/** MS Project XML for tests: the parts that a test gives, inside the rest of a file. */

type Parts = {
  readonly project?: string;
  readonly outlineCodes?: string;
  readonly attributes?: string;
  readonly calendars?: string;
  readonly tasks?: string;
  readonly resources?: string;
  readonly assignments?: string;
};

export const hours = (from: string, to: string) =>
  `<WorkingTime><FromTime>${from}</FromTime><ToTime>${to}</ToTime></WorkingTime>`;

/** @param day 1 Sunday to 7 Saturday */
export const weekDay = (day: number, times: string) =>
  `<WeekDay><DayType>${day}</DayType><DayWorking>${times === '' ? 0 : 1}</DayWorking><WorkingTimes>${times}</WorkingTimes></WeekDay>`;

const standardDay = `${hours('08:00:00', '12:00:00')}${hours('13:00:00', '17:00:00')}`;
export const standardCalendar = `<Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar>
<WeekDays>${[1, 7].map((day) => weekDay(day, '')).join('')}${[2, 3, 4, 5, 6].map((day) => weekDay(day, standardDay)).join('')}</WeekDays></Calendar>`;

/** The bytes of a file: by default, one calendar, Monday to Friday, and one task. */
export function mspdi({
  project = '',
  outlineCodes = '',
  attributes = '',
  calendars = standardCalendar,
  tasks = anMspdiTask({}),
  resources = '',
  assignments = '',
}: Parts): Uint8Array {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project">
<SaveVersion>14</SaveVersion><Name>Plan.xml</Name><StatusDate>2026-11-20T17:00:00</StatusDate><CalendarUID>1</CalendarUID>${project}
<OutlineCodes>${outlineCodes}</OutlineCodes>
<ExtendedAttributes>${attributes}</ExtendedAttributes>
<Calendars>${calendars}</Calendars>
<Tasks>${tasks}</Tasks>
<Resources>${resources}</Resources>
<Assignments>${assignments}</Assignments>
</Project>`);
}

/** A task of two working days. The given elements are added to its own or replace them; '' leaves one out. */
export function anMspdiTask(elements: Readonly<Record<string, string>>, more = ''): string {
  const all: Readonly<Record<string, string>> = {
    UID: '1',
    Name: 'Pour slab',
    OutlineLevel: '1',
    Start: '2026-11-23T08:00:00',
    Finish: '2026-11-24T17:00:00',
    Duration: 'PT16H0M0S',
    DurationFormat: '7',
    PercentComplete: '0',
    CalendarUID: '-1',
    ...elements,
  };
  const written = Object.entries(all).filter(([, text]) => text !== '');
  return `<Task>${written.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}${more}</Task>\n`;
}
