import { describe, expect, it } from 'vitest';
import { readMspdi } from '#programme/readers/mspdi/read-mspdi.ts';
import { dateTimeOfMinute } from '#programme/readers/working-time.ts';
import { anMspdiTask, hours, mspdi, standardCalendar, weekDay } from './mspdi-text.ts';

type Period = readonly [start: string, finish: string, hours: number, type?: number];

/** An assignment as MS Project writes it: one period a day, from the hour at which the work begins or continues. */
function assignment(
  periods: readonly Period[],
  { task = 1, resource = -65535, work = 0 }: { task?: number; resource?: number; work?: number } = {},
): string {
  const timephased = periods.map(
    ([start, finish, count, type = 1]) =>
      `<TimephasedData><Type>${type}</Type><UID>9</UID><Start>2026-${start}:00</Start><Finish>2026-${finish}:00</Finish><Unit>2</Unit>${count === 0 ? '' : `<Value>PT${count}H0M0S</Value>`}</TimephasedData>`,
  );
  return `<Assignment><TaskUID>${task}</TaskUID><ResourceUID>${resource}</ResourceUID><Work>PT${work}H0M0S</Work>${timephased.join('')}</Assignment>`;
}

/** Monday and Tuesday, then Friday and the next Monday: a split from Wednesday to Thursday, and a weekend. */
const split: readonly Period[] = [
  ['11-23T08:00', '11-24T08:00', 8],
  ['11-24T08:00', '11-24T17:00', 8],
  ['11-24T17:00', '11-25T17:00', 0],
  ['11-25T17:00', '11-26T17:00', 0],
  ['11-26T17:00', '11-27T17:00', 8],
  ['11-27T17:00', '11-28T17:00', 0],
  ['11-28T17:00', '11-29T17:00', 0],
  ['11-29T17:00', '11-30T17:00', 8],
];
const task = anMspdiTask({ Finish: '2026-11-30T17:00:00', Duration: 'PT32H0M0S' });
const wednesdayAndThursday = [{ from: '2026-11-24T17:00', to: '2026-11-27T08:00' }];

function read(assignments: string, parts: Partial<Parameters<typeof mspdi>[0]> = {}) {
  const resources = [1, 2].map((uid) => `<Resource><UID>${uid}</UID><Type>1</Type></Resource>`).join('');
  const { activities, problems } = readMspdi(mspdi({ tasks: task, resources, assignments, ...parts }));
  const pauses = activities[0]?.pauses?.map(({ from, to }) => ({
    from: dateTimeOfMinute(from),
    to: dateTimeOfMinute(to),
  }));
  return { pauses, problems: problems.map(({ text }) => text) };
}

describe('the pauses of a task', () => {
  it('are its splits, known by the hours of each day, even if nobody is assigned', () => {
    expect(read(assignment(split))).toEqual({ pauses: wednesdayAndThursday, problems: [] });
  });

  it('do not include days off in its calendar', () => {
    const week: readonly Period[] = [23, 24, 25, 26, 27, 30].map((day) => [
      `11-${day}T08:00`,
      `11-${day}T17:00`,
      8,
    ]);
    expect(read(assignment(week)).pauses).toBeUndefined();
  });

  it('do not come from baselines, costs and periods without hours', () => {
    const baseline = split.map(([start, finish, count]): Period => [start, finish, count, 4]);
    const whole: Period = ['11-23T08:00', '11-30T17:00', 32];
    expect(read(assignment([...baseline, whole])).pauses).toBeUndefined();
    expect(read(assignment(baseline)).pauses).toBeUndefined();
  });

  it('include the time between the work done and the remaining work', () => {
    const [monday, tuesday, , , ...rest] = split;
    if (!monday || !tuesday) throw new Error('no days');
    const done = [monday, tuesday].map(([start, finish, count]): Period => [start, finish, count, 2]);
    expect(read(assignment([...rest, ...done])).pauses).toEqual(wednesdayAndThursday);
  });

  it('are the days on which none of its assignments works', () => {
    const thursday = assignment([['11-26T08:00', '11-26T17:00', 8]], { resource: 2, work: 8 });
    const splitWork = assignment(split, { resource: 1, work: 32 });
    expect(read(splitWork + thursday).pauses).toEqual([{ from: '2026-11-24T17:00', to: '2026-11-26T08:00' }]);
    const wednesday = assignment([['11-25T08:00', '11-26T08:00', 8]], { resource: 2, work: 8 });
    expect(read(splitWork + wednesday + thursday).pauses).toBeUndefined();
  });

  it('include its first and last days if nobody works on them', () => {
    expect(read(assignment([['11-25T13:00', '11-26T13:00', 8]])).pauses).toEqual([
      { from: '2026-11-23T00:00', to: '2026-11-25T13:00' },
      { from: '2026-11-26T12:00', to: '2026-12-01T00:00' },
    ]);
  });

  it('follow the calendar of the resource if its day begins at another hour', () => {
    const late = `<Calendar><UID>2</UID><Name>Crane</Name><BaseCalendarUID>1</BaseCalendarUID><WeekDays>${[2, 3, 4, 5, 6].map((day) => weekDay(day, hours('10:00:00', '19:00:00'))).join('')}</WeekDays></Calendar>`;
    const crane = assignment(
      [
        ['11-23T10:00', '11-24T10:00', 8],
        ['11-26T10:00', '11-27T10:00', 8],
        ['11-27T10:00', '11-28T10:00', 8],
      ],
      { resource: 1, work: 24 },
    );
    const resources =
      '<Resource><UID>1</UID><Name>Crane</Name><Type>1</Type><CalendarUID>2</CalendarUID></Resource>';
    expect(
      read(crane, {
        resources,
        calendars: standardCalendar + late,
        tasks: anMspdiTask({ Finish: '2026-11-27T17:00:00' }),
      }).pauses,
    ).toEqual([{ from: '2026-11-23T19:00', to: '2026-11-26T10:00' }]);
  });

  it('do not include a day on which somebody works after the hours of the task', () => {
    const evening = hours('18:00:00', '22:00:00');
    const late = `<Calendar><UID>2</UID><Name>Late</Name><BaseCalendarUID>1</BaseCalendarUID><WeekDays>${[2, 3, 4, 5, 6].map((day) => weekDay(day, evening)).join('')}</WeekDays></Calendar>`;
    const resources =
      '<Resource><UID>1</UID><Name>Crew</Name><Type>1</Type><CalendarUID>2</CalendarUID></Resource>';
    const crew = assignment(
      [
        ['11-23T18:00', '11-23T22:00', 4],
        ['11-26T18:00', '11-26T22:00', 4],
      ],
      { resource: 1, work: 8 },
    );
    const tasks = anMspdiTask({
      Start: '2026-11-23T18:00:00',
      Finish: '2026-11-26T22:00:00',
      Duration: 'PT8H0M0S',
    });
    expect(read(crew, { resources, calendars: standardCalendar + late, tasks }).pauses).toEqual([
      { from: '2026-11-23T22:00', to: '2026-11-26T00:00' },
    ]);
  });

  it('do not come from hours by day that are incomplete, which is reported', () => {
    expect(read(assignment(split, { resource: 1, work: 40 }))).toEqual({
      pauses: undefined,
      problems: ['Tasks whose hours by day are incomplete, so that only a pause until Resume is found: 1.'],
    });
    expect(read(assignment(split) + assignment([], { resource: 1, work: 8 })).pauses).toBeUndefined();
  });

  it('last from its stop to its resumption if the file has no hours by day', () => {
    const stopped = (Resume: string) =>
      read('', {
        tasks: anMspdiTask({ Finish: '2026-11-30T17:00:00', Stop: '2026-11-24T17:00:00', Resume }),
      }).pauses;
    expect(stopped('2026-11-27T08:00:00')).toEqual(wednesdayAndThursday);
    expect(stopped('2026-11-25T08:00:00')).toBeUndefined();
    expect(stopped('NA')).toBeUndefined();
  });
});
