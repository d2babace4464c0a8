import { describe, it } from 'vitest';
import { type Expected, expectTasks, nightShiftMapping } from './planner-file.ts';
import { project, projectFile, startedTask } from './project-file.ts';

type Elements = Readonly<Record<string, string>>;
type Case = readonly [string, Elements, Expected];

async function expectTask(task: Elements, expected: Expected) {
  const atNight = ['3', '4'].includes(task['CalendarUID'] ?? '');
  await expectTasks(projectFile(task), atNight ? project + nightShiftMapping : project, { '1': expected });
}

const task = (start: string, finish: string, hoursText: string, more: Elements = {}): Elements => ({
  Start: start,
  Finish: finish,
  Duration: `PT${hoursText}H0M0S`,
  ...more,
});

describe('the import of dates without times, for which the duration decides', () => {
  it.each<Case>([
    [
      'a finish that is included',
      task('2026-11-23T00:00:00', '2026-11-25T00:00:00', '24'),
      { start: '2026-11-23', finish: '2026-11-25', duration: 3, status: 'planned' },
    ],
    [
      'a finish that is not included',
      task('2026-11-23T00:00:00', '2026-11-25T00:00:00', '16'),
      { start: '2026-11-23', finish: '2026-11-24', duration: 2 },
    ],
    [
      'a week that ends on Saturday at midnight',
      task('2026-11-23T00:00:00', '2026-11-28T00:00:00', '40'),
      { finish: '2026-11-27', duration: 5 },
    ],
    [
      'a week that ends on Friday at midnight, with it',
      task('2026-11-23T00:00:00', '2026-11-27T00:00:00', '40'),
      { finish: '2026-11-27', duration: 5 },
    ],
    [
      'one day, on which it starts and finishes',
      task('2026-11-23T00:00:00', '2026-11-23T00:00:00', '8'),
      { start: '2026-11-23', finish: '2026-11-23', duration: 1 },
    ],
    [
      'one day, up to the next',
      task('2026-11-23T00:00:00', '2026-11-24T00:00:00', '8'),
      { start: '2026-11-23', finish: '2026-11-23', duration: 1 },
    ],
    [
      'started, ten days with a finish that is included',
      startedTask('2026-11-16T00:00:00', '2026-11-27T00:00:00', '80'),
      { start: '2026-11-16', finish: '2026-11-27', duration: 10, status: 'started', daysWithoutWork: '' },
    ],
    [
      'over a weekend and a Saturday that is worked for the Friday, included',
      task('2026-11-25T00:00:00', '2026-11-30T00:00:00', '32', { CalendarUID: '6' }),
      { finish: '2026-11-30', duration: 4, nonWorkingDays: '11-27', extraWorkingDays: '11-28' },
    ],
    [
      'over a weekend and a Saturday that is worked for the Friday, not included',
      task('2026-11-25T00:00:00', '2026-11-29T00:00:00', '24', { CalendarUID: '6' }),
      { finish: '2026-11-28', duration: 3, nonWorkingDays: '11-27', extraWorkingDays: '11-28' },
    ],
    [
      'a milestone',
      task('2026-11-25T00:00:00', '2026-11-25T00:00:00', '0', { Milestone: '1' }),
      { start: '2026-11-25', finish: '2026-11-25', duration: 0 },
    ],
    [
      'a milestone that was reached',
      task('2026-11-18T00:00:00', '2026-11-18T00:00:00', '0', {
        Milestone: '1',
        PercentComplete: '100',
        ActualStart: '2026-11-18T00:00:00',
        ActualFinish: '2026-11-18T00:00:00',
      }),
      { start: '2026-11-18', finish: '2026-11-18', duration: 0, status: 'complete' },
    ],
    [
      'finished, typed without times',
      startedTask('2026-11-16T00:00:00', '2026-11-19T00:00:00', '32', {
        PercentComplete: '100',
        ActualFinish: '2026-11-19T00:00:00',
      }),
      { start: '2026-11-16', finish: '2026-11-19', duration: 4, status: 'complete' },
    ],
  ])('is right for: %s', async (_, elements, expected) => expectTask(elements, expected));
});

describe('the import of finishes with times', () => {
  it.each<Case>([
    [
      'an actual finish typed on a Saturday',
      startedTask('2026-11-16T08:00:00', '2026-11-21T15:00:00', '40', {
        PercentComplete: '100',
        ActualFinish: '2026-11-21T15:00:00',
      }),
      { start: '2026-11-16', finish: '2026-11-21', status: 'complete', duration: 5 },
    ],
    [
      'percent complete 100 without actual dates',
      task('2026-11-16T08:00:00', '2026-11-18T17:00:00', '24', { PercentComplete: '100' }),
      { start: '2026-11-16', finish: '2026-11-18', status: 'complete' },
    ],
    [
      'an actual start and nothing done yet',
      startedTask('2026-11-19T08:00:00', '2026-11-25T17:00:00', '40', { PercentComplete: '0' }),
      { start: '2026-11-19', finish: '2026-11-25', status: 'started', daysWithoutWork: '' },
    ],
    [
      'the milestone at the end of a day',
      task('2026-11-27T17:00:00', '2026-11-27T17:00:00', '0', { Milestone: '1' }),
      { start: '2026-11-27', finish: '2026-11-27', duration: 0 },
    ],
    [
      'round the clock to midnight, where a day has 24 hours',
      task('2026-11-26T00:00:00', '2026-11-30T00:00:00', '96', { CalendarUID: '2' }),
      { start: '2026-11-26', finish: '2026-11-29', duration: 4, calendar: 'seven-day' },
    ],
    [
      'round the clock from noon to noon',
      task('2026-11-26T12:00:00', '2026-11-28T12:00:00', '48', { CalendarUID: '2' }),
      { start: '2026-11-26', finish: '2026-11-28', duration: 2 },
    ],
    [
      'four nights of the Night Shift',
      task('2026-11-23T23:00:00', '2026-11-27T08:00:00', '32', { CalendarUID: '3' }),
      {
        start: '2026-11-23',
        finish: '2026-11-26',
        shift: 'night',
        duration: 4,
        calendar: 'five-day',
        nonWorkingDays: '',
      },
    ],
    [
      'the night of Friday, which begins and ends after midnight',
      task('2026-11-28T00:00:00', '2026-11-28T08:00:00', '7', { CalendarUID: '3' }),
      { start: '2026-11-27', finish: '2026-11-27' },
    ],
    [
      'a short Friday',
      task('2026-11-23T07:30:00', '2026-11-27T13:00:00', '41', {
        CalendarUID: '5',
        Duration: 'PT41H30M0S',
      }),
      { start: '2026-11-23', finish: '2026-11-27', calendar: 'five-day' },
    ],
    [
      'a Saturday that is worked for a Friday off, started',
      startedTask('2026-11-18T08:00:00', '2026-11-30T17:00:00', '48', {
        CalendarUID: '6',
        Stop: '2026-11-20T17:00:00',
        Resume: '2026-11-28T13:00:00',
      }),
      {
        start: '2026-11-18',
        finish: '2026-11-30',
        daysWithoutWork: '11-23 11-24 11-25 11-26',
        nonWorkingDays: '11-27',
        extraWorkingDays: '11-28',
      },
    ],
  ])('is right for: %s', async (_, elements, expected) => expectTask(elements, expected));
});

describe('the import of days off at the end of work', () => {
  it.each<Case>([
    // The night of the 25th has no hours; hours on the date of the 25th belong to the night before.
    [
      'nights with one off, whose Friday ends on Saturday',
      task('2026-11-23T23:00:00', '2026-11-28T08:00:00', '32', { CalendarUID: '4' }),
      {
        start: '2026-11-23',
        finish: '2026-11-27',
        duration: 4,
        nonWorkingDays: '11-25',
        extraWorkingDays: '',
      },
    ],
    // One day of work on a Friday does not finish on a Sunday off.
    [
      'a Friday, up to Monday',
      task('2026-11-27T00:00:00', '2026-11-30T00:00:00', '8'),
      { start: '2026-11-27', finish: '2026-11-27', duration: 1 },
    ],
  ])('is right for: %s', async (_, elements, expected) => expectTask(elements, expected));
});
