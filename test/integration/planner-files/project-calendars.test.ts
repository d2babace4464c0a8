import { describe, it } from 'vitest';
import { type Expected, expectTasks, nightShiftMapping } from './planner-file.ts';
import { assignment, dataOf, project, projectFile, startedTask, timephased } from './project-file.ts';

type Case = readonly [string, Uint8Array, Expected];

const expectTask = (bytes: Uint8Array, expected: Expected, mapping = project) =>
  expectTasks(bytes, mapping, { '1': expected });

const waiting = { Stop: '2026-11-20T17:00:00', Resume: '2026-11-26T08:00:00' };

describe('the import of started tasks and the days off of their calendar', () => {
  it.each<Case>([
    [
      'two days off in one exception',
      projectFile(
        startedTask('2026-11-18T08:00:00', '2026-11-27T17:00:00', '40', { ...waiting, CalendarUID: '7' }),
      ),
      { daysWithoutWork: '11-25', nonWorkingDays: '11-23 11-24' },
    ],
    [
      'two days off as Project 2003 writes them',
      projectFile(
        startedTask('2026-11-18T08:00:00', '2026-11-27T17:00:00', '40', { ...waiting, CalendarUID: '8' }),
      ),
      { daysWithoutWork: '11-25', nonWorkingDays: '11-23 11-24' },
    ],
    [
      'hours of a baseline are no work',
      projectFile(
        startedTask('2026-11-18T08:00:00', '2026-11-27T17:00:00', '40'),
        assignment(
          1,
          { Units: '1', Work: 'PT40H0M0S' },
          timephased(2, { '11-18': 8, '11-19': 8, '11-20': 8 }) +
            timephased(1, { '11-26': 8, '11-27': 8 }) +
            timephased(1, { '11-23': 8, '11-24': 8, '11-25': 8 }).replaceAll('<Type>1<', '<Type>4<'),
        ),
      ),
      { daysWithoutWork: '11-23 11-24 11-25', labour: 'Carpenter 1' },
    ],
    [
      'work that began after lunch and has a split',
      projectFile(
        startedTask('2026-11-18T13:00:00', '2026-11-26T12:00:00', '24'),
        assignment(
          1,
          { Units: '2', Work: 'PT48H0M0S' },
          dataOf(2, '2026-11-18T13:00:00', '2026-11-19T08:00:00', '2', 8) +
            timephased(2, { '11-19': 16 }) +
            timephased(1, { '11-25': 16 }) +
            dataOf(1, '2026-11-26T08:00:00', '2026-11-26T12:00:00', '2', 8),
        ),
      ),
      {
        start: '2026-11-18',
        finish: '2026-11-26',
        daysWithoutWork: '11-20 11-23 11-24',
        labour: 'Carpenter 2',
      },
    ],
  ])('is right for: %s', async (_, bytes, expected) => expectTask(bytes, expected));

  it('is right for: nights with a night without work between them, from hours by calendar day', async () => {
    const hoursOf = (from: string, to: string, worked: number) =>
      dataOf(1, `2026-11-${from}:00:00`, `2026-11-${to}:00:00`, '2', worked);
    const task = startedTask('2026-11-23T23:00:00', '2026-11-27T08:00:00', '24', { CalendarUID: '3' });
    const crew = assignment(
      1,
      { Units: '1', Work: 'PT24H0M0S' },
      hoursOf('23T23', '24T00', 1) +
        hoursOf('24T00', '25T00', 8) +
        hoursOf('25T00', '25T08', 7) +
        hoursOf('26T23', '27T00', 1) +
        hoursOf('27T00', '27T08', 7),
    );
    await expectTask(
      projectFile(task, crew),
      { start: '2026-11-23', finish: '2026-11-26', daysWithoutWork: '11-25', labour: 'Carpenter 1' },
      project + nightShiftMapping,
    );
  });

  // On the Saturday, the calendar of the crew plans eight hours.
  it('is right for: a crew with Saturdays in its own calendar, on a task without a calendar', async () => {
    const task = {
      Start: '2026-11-26T08:00:00',
      Finish: '2026-11-30T17:00:00',
      Duration: 'PT32H0M0S',
    };
    const crew = assignment(
      1,
      { ResourceUID: '5', Units: '1', Work: 'PT32H0M0S' },
      timephased(1, { '11-26': 8, '11-27': 8, '11-28': 8, '11-30': 8 }),
    );
    await expectTask(projectFile(task, crew), {
      start: '2026-11-26',
      finish: '2026-11-30',
      duration: 4,
      labour: 'Saturday carpenter 1',
      daysWithoutWork: '',
      extraWorkingDays: '11-28',
    });
  });
});
