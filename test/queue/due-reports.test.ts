import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { createDueReports, reportsOfSchedule, schedulesOf } from '#queue/due-reports.ts';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';

const fridays = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
const friday = Temporal.Instant.from('2026-11-20T14:00:00Z');
const harbour = {
  ...riverside,
  key: 'harbour',
  projectId: 'harbour',
  region: 'au',
  timeZone: 'Australia/Sydney',
};

type Properties = Readonly<Record<string, string>>;
function configurationWith(report: Properties, project: Properties = riverside) {
  return configurationOf(aConfigurationText({ projects: [project], reports: [{ ...weekly, ...report }] }));
}

describe('what a schedule makes due', () => {
  it('contains all that is needed later', () => {
    const [report, ...others] = createDueReports(friday, reportsOfSchedule(configurationWith({}), fridays));
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      project: 'riverside',
      report: 'weekly',
      runId: '2026-11-20T14-00-00Z',
      projectName: 'Riverside Tower',
      reportName: 'Weekly lookahead',
      contact: 'planner@example.com',
      timeZone: 'Europe/London',
      due: friday,
    });
    expect(report && [formatDay(report.window.first), formatDay(report.window.last)]).toEqual([
      '2026-11-23',
      '2026-11-29',
    ]);
  });

  it('names its filters and shifts, as configured', () => {
    const limited = {
      shifts: '[night]',
      filters: '{ subcontractors: [Stonebridge Frame], folders: [F-1, F-2] }',
    };
    const [report] = createDueReports(friday, reportsOfSchedule(configurationWith(limited), fridays));
    expect(report?.limits).toEqual(['Stonebridge Frame', 'folders F-1, F-2', 'night shift']);
    const [whole] = createDueReports(friday, reportsOfSchedule(configurationWith({}), fridays));
    expect(whole).not.toHaveProperty('limits');
  });

  it('is each report with that schedule, however the schedule is written, and no other', () => {
    const configuration = configurationOf(
      aConfigurationText({
        projects: [riverside, { ...riverside, key: 'south', projectId: 'south' }, harbour],
        reports: [
          weekly,
          { ...weekly, key: 'same', when: "{ cron: '00 14 * * 5' }", projects: '[south]' },
          { ...weekly, key: 'later', when: "{ cron: '30 14 * * FRI' }" },
        ],
      }),
    );
    const named = createDueReports(friday, reportsOfSchedule(configuration, fridays)).map(
      ({ project, report }) => `${project} ${report}`,
    );
    expect(named).toEqual(['riverside weekly', 'south weekly', 'south same']);
    expect(
      schedulesOf(configuration).map(({ schedule, reports }) => [
        schedule.cron,
        schedule.timeZone,
        reports.length,
      ]),
    ).toEqual([
      ['0 14 * * FRI', 'Europe/London', 3],
      ['0 14 * * FRI', 'Australia/Sydney', 1],
      ['30 14 * * FRI', 'Europe/London', 2],
      ['30 14 * * FRI', 'Australia/Sydney', 1],
    ]);
  });

  it('is nothing if no report has the schedule', () => {
    expect(
      createDueReports(friday, reportsOfSchedule(configurationWith({}), { ...fridays, cron: '0 9 * * MON' })),
    ).toEqual([]);
  });
});

describe('a report may be delivered', () => {
  const deadline = (report: Properties, at: string, project?: Properties) => {
    const { when = "{ cron: '0 14 * * FRI' }" } = report;
    const cron = /'(.*)'/.exec(when)?.[1] ?? '';
    const timeZone = project?.['timeZone'] ?? 'Europe/London';
    const configuration = configurationWith(report, project);
    const [due] = createDueReports(
      Temporal.Instant.from(at),
      reportsOfSchedule(configuration, { cron, timeZone }),
    );
    return due?.deliverBy.toString();
  };

  it('for 24 hours, or as many as configured', () => {
    expect(deadline({}, '2026-11-20T14:00:00Z')).toBe('2026-11-21T14:00:00Z');
    expect(deadline({ deliverWithin: '1' }, '2026-11-20T14:00:00Z')).toBe('2026-11-20T15:00:00Z');
    expect(deadline({ deliverWithin: '72' }, '2026-11-20T14:00:00Z')).toBe('2026-11-23T14:00:00Z');
  });

  it('for elapsed hours, not hours on the clock, when the clocks change', () => {
    const saturdays = { when: "{ cron: '0 14 * * SAT' }" };
    // It is 14:00 in London in summer time; 24 hours later, it is 13:00 in winter time.
    expect(deadline(saturdays, '2026-10-24T13:00:00Z')).toBe('2026-10-25T13:00:00Z');
    expect(deadline(saturdays, '2026-03-28T14:00:00Z')).toBe('2026-03-29T14:00:00Z');
  });

  const thisWeek = { when: "{ cron: '0 14 * * SAT' }", starts: 'this-week', deliverWithin: '72' };

  it('until the end of its window at most, midnight in the project’s time zone', () => {
    expect(deadline(thisWeek, '2026-11-21T14:00:00Z')).toBe('2026-11-23T00:00:00Z');
    // Sydney is eleven hours ahead in summer: Monday begins at 13:00 on Sunday.
    expect(deadline(thisWeek, '2026-11-21T03:00:00Z', harbour)).toBe('2026-11-22T13:00:00Z');
  });

  it('until the end of its window at most, even if the clocks change in that window', () => {
    // Sunday the 25th of October has 25 hours in London, so the week ends in winter time.
    expect(deadline(thisWeek, '2026-10-24T13:00:00Z')).toBe('2026-10-26T00:00:00Z');
    expect(deadline(thisWeek, '2026-03-28T14:00:00Z')).toBe('2026-03-29T23:00:00Z');
    // In Sydney the clocks go forward on Sunday the 4th of October.
    expect(deadline(thisWeek, '2026-10-03T04:00:00Z', harbour)).toBe('2026-10-04T13:00:00Z');
  });

  it('past the end of the first week of a longer window', () => {
    expect(deadline({ ...thisWeek, weeks: '2' }, '2026-11-21T14:00:00Z')).toBe('2026-11-24T14:00:00Z');
  });
});
