import { anMspdiTask, hours, mspdi, weekDay } from '../../programme/readers/mspdi/mspdi-text.ts';

type Elements = Readonly<Record<string, string>>;

export const project = `id: uid
resources: { work: labour, material: materials }
`;

const siteDay = `${hours('08:00:00', '12:00:00')}${hours('13:00:00', '17:00:00')}`;
const longDay = `${hours('07:30:00', '12:00:00')}${hours('12:30:00', '17:00:00')}`;
const afterMidnight = `${hours('00:00:00', '03:00:00')}${hours('04:00:00', '08:00:00')}`;
const beforeMidnight = hours('23:00:00', '00:00:00');
const wholeDay = hours('00:00:00', '00:00:00');
const week = (times: Readonly<Record<number, string>>) =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => weekDay(day, times[day] ?? '')).join('');
const fiveDays = (times: string) => ({ 2: times, 3: times, 4: times, 5: times, 6: times });

/** An exception of a calendar, as MS Project writes one: a day off, or a day with hours. */
function exception(date: string, times = ''): string {
  return `<Exception><EnteredByOccurrences>0</EnteredByOccurrences><TimePeriod><FromDate>${date}T00:00:00</FromDate><ToDate>${date}T23:59:00</ToDate></TimePeriod><Occurrences>1</Occurrences><Name>${date}</Name><Type>1</Type><DayWorking>${times === '' ? 0 : 1}</DayWorking>${times === '' ? '' : `<WorkingTimes>${times}</WorkingTimes>`}</Exception>`;
}

function aCalendar(uid: number, name: string, days: string, exceptions = ''): string {
  return `<Calendar><UID>${uid}</UID><Name>${name}</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>-1</BaseCalendarUID><WeekDays>${days}</WeekDays>${exceptions === '' ? '' : `<Exceptions>${exceptions}</Exceptions>`}</Calendar>`;
}

const oldException =
  '<WeekDay><DayType>0</DayType><DayWorking>0</DayWorking><TimePeriod><FromDate>2026-11-23T00:00:00</FromDate><ToDate>2026-11-24T23:59:00</ToDate></TimePeriod></WeekDay>';

/** Of the calendars below, Standard, 24 Hours and Night Shift come with MS Project. */
const nightDay = `${afterMidnight}${beforeMidnight}`;
const nightWeek = week({ ...fiveDays(nightDay), 2: beforeMidnight, 7: afterMidnight });
const calendars = [
  aCalendar(1, 'Standard', week(fiveDays(siteDay))),
  aCalendar(
    2,
    '24 Hours',
    week({ 1: wholeDay, 2: wholeDay, 3: wholeDay, 4: wholeDay, 5: wholeDay, 6: wholeDay, 7: wholeDay }),
  ),
  aCalendar(3, 'Night Shift', nightWeek),
  aCalendar(
    4,
    'Nights, 25 Nov off',
    nightWeek,
    exception('2026-11-25', afterMidnight) + exception('2026-11-26', beforeMidnight),
  ),
  aCalendar(5, 'Short Friday', week({ ...fiveDays(longDay), 6: hours('07:30:00', '13:00:00') })),
  aCalendar(
    6,
    'Saturday for Friday',
    week(fiveDays(siteDay)),
    exception('2026-11-27') + exception('2026-11-28', siteDay),
  ),
  aCalendar(
    7,
    'Two days off',
    week(fiveDays(siteDay)),
    exception('2026-11-23').replace('2026-11-23T23:59', '2026-11-24T23:59'),
  ),
  aCalendar(8, 'Two days off, as Project 2003 has them', week(fiveDays(siteDay)) + oldException),
  aCalendar(9, 'Carpenters', week({ ...fiveDays(siteDay), 7: siteDay })),
].join('');

const resources = [
  '<Resource><UID>1</UID><ID>1</ID><Name>Carpenter</Name><Type>1</Type><MaxUnits>4</MaxUnits></Resource>',
  '<Resource><UID>2</UID><ID>2</ID><Name>Labourer</Name><Type>1</Type><MaxUnits>4</MaxUnits></Resource>',
  '<Resource><UID>3</UID><ID>3</ID><Name>Concrete</Name><Type>0</Type><MaterialLabel>m3</MaterialLabel></Resource>',
  '<Resource><UID>5</UID><ID>5</ID><Name>Saturday carpenter</Name><Type>1</Type><CalendarUID>9</CalendarUID></Resource>',
  '<Resource><UID>4</UID><ID>4</ID><Name>Permit</Name><Type>2</Type><IsCostResource>1</IsCostResource></Resource>',
].join('');

/** A file of one task. The status date is Friday 20 November 2026 by default. */
export function projectFile(
  task: Elements,
  assignments = '',
  statusDate = '2026-11-20T17:00:00',
): Uint8Array {
  const text = Buffer.from(mspdi({ calendars, resources, tasks: anMspdiTask(task), assignments })).toString(
    'utf8',
  );
  return Buffer.from(
    text.replace(/<StatusDate>.*<\/StatusDate>/, `<StatusDate>${statusDate}</StatusDate>`),
    'utf8',
  );
}

/**
 * A started task with its dates as a planner sees them.
 * @param hoursText the duration in whole hours, such as `56`, which MS Project writes as `PT56H0M0S`
 */
export function startedTask(start: string, finish: string, hoursText: string, more: Elements = {}): Elements {
  return {
    Start: start,
    Finish: finish,
    Duration: `PT${hoursText}H0M0S`,
    PercentComplete: '40',
    ActualStart: start,
    ...more,
  };
}

/** An assignment of task 1, with elements in the order of MS Project. A value of '' leaves the element out. */
export function assignment(uid: number, elements: Elements, timephased = ''): string {
  const all: Elements = { UID: String(uid), TaskUID: '1', ResourceUID: '1', ...elements };
  const written = Object.entries(all).filter(([, text]) => text !== '');
  return `<Assignment>${written.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}${timephased}</Assignment>`;
}

/**
 * Days of an assignment with their hours, such as `11-16 8`, as MS Project writes them: each from 08:00 to 08:00 of the
 * next day. @param type 1 for remaining work, 2 for work done
 */
export function timephased(type: 1 | 2, days: Readonly<Record<string, number>>): string {
  return Object.entries(days)
    .map(([day, worked]) => {
      const next = new Date(Date.parse(`2026-${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
      return dataOf(type, `2026-${day}T08:00:00`, `${next}T08:00:00`, '2', worked);
    })
    .join('');
}

/** One span of hours of an assignment. @param unit 1 hours, 2 days, 3 weeks */
export function dataOf(type: 1 | 2, from: string, to: string, unit: string, worked: number): string {
  const whole = Math.floor(worked);
  const minutes = Math.round((worked - whole) * 60);
  return `<TimephasedData><Type>${type}</Type><UID>1</UID><Start>${from}</Start><Finish>${to}</Finish><Unit>${unit}</Unit><Value>PT${whole}H${minutes}M0S</Value></TimephasedData>`;
}
