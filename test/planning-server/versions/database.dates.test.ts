/** How dates of tasks are read. Tests of what queries select are in test/support/planning/client-questions. */
import { describe, expect, it } from 'vitest';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const path = '/gb/v1/projects/tower/tasks';

describe('date-times in the data', () => {
  it.each([
    ['a local date-time is the date as written', '2026-11-23T23:30:00', 'Europe/London', '2026-11-23'],
    ['a year before 100 means no date', '0001-01-01', 'Europe/London', '2026-11-23'],
    ['the first day of Unix time is a day', '1970-01-01', 'Europe/London', '1970-01-01'],
    ['blanks around a date do not count', ' 2026-11-23 ', 'Europe/London', '2026-11-23'],
    ['24:00 is the end of the day', '2026-11-23T24:00', 'Europe/London', '2026-11-23'],
    ['an hour that does not exist makes it no date', '2026-11-23T25:00', 'Europe/London', '2000-01-01'],
    [
      'the name of a time zone does not count',
      '2026-11-23T08:00:00[Europe/Paris]',
      'Europe/London',
      '2026-11-23',
    ],
    ['a comma may separate fractions of seconds', '2026-11-23T08:00:00,5', 'Europe/London', '2026-11-23'],
    [
      'a date-time far in the future is the last day, in every time zone',
      '9999-12-31T23:59:59Z',
      'Australia/Sydney',
      '9999-12-31',
    ],
    [
      'a date-time in UTC is the date in the project’s time zone',
      '2026-11-22T20:00:00Z',
      'Australia/Sydney',
      '2026-11-23',
    ],
    [
      'a date-time with an offset is the date in the project’s time zone too',
      '2026-11-23T06:00:00+11:00',
      'Europe/London',
      '2026-11-22',
    ],
  ])('%s', async (_what, start, timeZone, day) => {
    const { ids } = planningService([aPlanningProject({ tasks: [{ id: 't', start }] }, { timeZone })]);
    expect(await ids(`${path}?start=${day}&finish=${day}`)).toEqual(['t']);
  });

  it('a start before 1900 is read as a date like any other', async () => {
    const task = { id: 't', start: '1899-12-30', finish: '2026-11-20' };
    const { ids } = planningService([aPlanningProject({ tasks: [task] })]);
    expect(await ids(`${path}?start=2026-11-02&finish=2026-11-03`)).toEqual(['t']);
    expect(await ids(`${path}?start=2026-11-21`)).toEqual([]);
  });
});
