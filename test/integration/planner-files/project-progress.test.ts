import { describe, it } from 'vitest';
import { type Expected, expectTasks, nightShiftMapping } from './planner-file.ts';
import { assignment, dataOf, project, projectFile, startedTask, timephased } from './project-file.ts';

type Case = readonly [string, Uint8Array, Expected];

const expectTask = (bytes: Uint8Array, expected: Expected, mapping = project) =>
  expectTasks(bytes, mapping, { '1': expected });

const fortnight = (more: Readonly<Record<string, string>> = {}) =>
  startedTask('2026-11-16T08:00:00', '2026-11-27T17:00:00', '80', more);

describe('the import of split tasks whose assignments have hours by day', () => {
  const crew = { Units: '1', Start: '2026-11-16T08:00:00', Finish: '2026-11-27T17:00:00' };
  it.each<Case>([
    [
      'suspended and resumed after the status date',
      projectFile(
        startedTask('2026-11-16T08:00:00', '2026-11-27T17:00:00', '56', {
          Stop: '2026-11-18T17:00:00',
          Resume: '2026-11-24T08:00:00',
        }),
        assignment(
          1,
          { ...crew, Work: 'PT56H0M0S', ActualWork: 'PT24H0M0S', RemainingWork: 'PT32H0M0S' },
          timephased(2, { '11-16': 8, '11-17': 8, '11-18': 8 }) +
            dataOf(1, '2026-11-18T17:00:00', '2026-11-24T08:00:00', '2', 0) +
            timephased(1, { '11-24': 8, '11-25': 8, '11-26': 8, '11-27': 8 }),
        ),
      ),
      {
        name: 'Pour slab',
        start: '2026-11-16',
        finish: '2026-11-27',
        duration: 7,
        status: 'started',
        labour: 'Carpenter 1',
        daysWithoutWork: '11-19 11-20 11-23',
        nonWorkingDays: '',
      },
    ],
    [
      'a split to come',
      projectFile(
        startedTask('2026-11-18T08:00:00', '2026-12-01T17:00:00', '56', {
          Stop: '2026-11-20T17:00:00',
          Resume: '2026-11-23T08:00:00',
        }),
        assignment(
          1,
          {
            ...crew,
            Finish: '2026-12-01T17:00:00',
            Work: 'PT112H0M0S',
            Units: '2',
            ActualWork: 'PT48H0M0S',
            RemainingWork: 'PT64H0M0S',
          },
          timephased(2, { '11-18': 16, '11-19': 16, '11-20': 16 }) +
            timephased(1, { '11-23': 16, '11-24': 16 }) +
            timephased(1, { '11-25': 0, '11-26': 0, '11-27': 0 }) +
            timephased(1, { '11-30': 16, '12-01': 16 }),
        ),
      ),
      { finish: '2026-12-01', duration: 7, labour: 'Carpenter 2', daysWithoutWork: '11-25 11-26 11-27' },
    ],
    [
      'suspended twice: one split in the past and one to come',
      projectFile(
        startedTask('2026-11-09T08:00:00', '2026-11-27T17:00:00', '80'),
        assignment(
          1,
          { ...crew, Work: 'PT88H0M0S' },
          timephased(2, {
            '11-09': 8,
            '11-10': 8,
            '11-11': 0,
            '11-12': 0,
            '11-13': 8,
            '11-16': 8,
            '11-17': 8,
            '11-18': 8,
            '11-19': 8,
            '11-20': 8,
          }) + timephased(1, { '11-23': 8, '11-26': 8, '11-27': 8 }),
        ),
      ),
      { daysWithoutWork: '11-11 11-12 11-24 11-25' },
    ],
    [
      'a split in the middle of days: both have hours',
      projectFile(
        startedTask('2026-11-18T08:00:00', '2026-11-27T17:00:00', '36'),
        assignment(
          1,
          { ...crew, Work: 'PT36H0M0S' },
          timephased(2, { '11-18': 8, '11-19': 8, '11-20': 8 }) +
            dataOf(1, '2026-11-23T08:00:00', '2026-11-23T09:00:00', '1', 1) +
            dataOf(1, '2026-11-23T09:00:00', '2026-11-23T10:00:00', '1', 1) +
            dataOf(1, '2026-11-26T15:00:00', '2026-11-26T16:00:00', '1', 1) +
            dataOf(1, '2026-11-26T16:00:00', '2026-11-26T17:00:00', '1', 1) +
            timephased(1, { '11-27': 8 }),
        ),
      ),
      { daysWithoutWork: '11-24 11-25', labour: 'Carpenter 1' },
    ],
    [
      'one of two crews works while the other waits',
      projectFile(
        startedTask('2026-11-16T08:00:00', '2026-11-25T17:00:00', '64'),
        assignment(
          1,
          { ...crew, Work: 'PT32H0M0S' },
          timephased(2, { '11-16': 8, '11-17': 8, '11-18': 8 }) + timephased(1, { '11-25': 8 }),
        ) +
          assignment(
            2,
            { ...crew, ResourceUID: '2', Work: 'PT24H0M0S' },
            timephased(2, { '11-19': 8, '11-20': 8 }) + timephased(1, { '11-23': 8 }),
          ),
      ),
      { daysWithoutWork: '11-24', labour: 'Carpenter 1, Labourer 1' },
    ],
    [
      'level hours that MS Project joins to one span of several days',
      projectFile(
        startedTask('2026-11-18T08:00:00', '2026-11-27T17:00:00', '48'),
        assignment(
          1,
          { ...crew, Start: '2026-11-18T08:00:00', Work: 'PT48H0M0S' },
          dataOf(2, '2026-11-18T08:00:00', '2026-11-20T17:00:00', '2', 24) +
            dataOf(1, '2026-11-25T08:00:00', '2026-11-27T17:00:00', '2', 24),
        ),
      ),
      { daysWithoutWork: '11-23 11-24', labour: 'Carpenter 1' },
    ],
  ])('is right for: %s', async (_, bytes, expected) => expectTask(bytes, expected));
});

describe('the import of splits without hours by day, which last from the later of status date and Stop until Resume', () => {
  it.each<Case>([
    [
      'rescheduled to start after the status date, which is later than Stop',
      projectFile(fortnight({ Stop: '2026-11-18T17:00:00', Resume: '2026-11-26T08:00:00' })),
      { status: 'started', daysWithoutWork: '11-23 11-24 11-25' },
    ],
    [
      'ahead of the status date: Stop is later',
      projectFile(fortnight({ Stop: '2026-11-24T17:00:00', Resume: '2026-11-27T08:00:00' })),
      { daysWithoutWork: '11-25 11-26' },
    ],
    [
      'ahead of the status date until noon',
      projectFile(fortnight({ Stop: '2026-11-24T12:00:00', Resume: '2026-11-26T13:00:00' })),
      { daysWithoutWork: '11-25' },
    ],
    [
      'nothing was rescheduled: Resume follows Stop before the status date',
      projectFile(fortnight({ Stop: '2026-11-18T17:00:00', Resume: '2026-11-19T08:00:00' })),
      { daysWithoutWork: '' },
    ],
    [
      'Resume is the minute of Stop, as other writers have it',
      projectFile(fortnight({ Stop: '2026-11-24T12:00:00', Resume: '2026-11-24T12:00:00' })),
      { daysWithoutWork: '' },
    ],
    [
      'a finished task that keeps Stop and no Resume',
      projectFile(
        startedTask('2026-11-09T08:00:00', '2026-11-18T17:00:00', '64', {
          PercentComplete: '100',
          ActualFinish: '2026-11-18T17:00:00',
          Stop: '2026-11-18T17:00:00',
        }),
      ),
      { start: '2026-11-09', finish: '2026-11-18', status: 'complete', daysWithoutWork: '' },
    ],
    [
      'round the clock, from midnight to midnight',
      projectFile(
        startedTask('2026-11-18T00:00:00', '2026-11-27T00:00:00', '120', {
          CalendarUID: '2',
          Stop: '2026-11-20T00:00:00',
          Resume: '2026-11-24T00:00:00',
        }),
        '',
        '2026-11-22T00:00:00',
      ),
      { start: '2026-11-18', finish: '2026-11-26', daysWithoutWork: '11-22 11-23' },
    ],
  ])('is right for: %s', async (_, bytes, expected) => expectTask(bytes, expected));

  it.each([
    '2026-11-20T17:00:00',
    '2026-11-22T00:00:00',
    '2026-11-22T17:00:00',
    '2026-11-23T00:00:00',
    '2026-11-23T08:00:00',
  ])('is the same for each status date between the work of Friday and of Monday: %s', async (date) => {
    const bytes = projectFile(
      fortnight({ Stop: '2026-11-18T17:00:00', Resume: '2026-11-25T08:00:00' }),
      '',
      date,
    );
    await expectTask(bytes, { start: '2026-11-16', finish: '2026-11-27', daysWithoutWork: '11-23 11-24' });
  });

  it('at night: no work on the Friday of the status date, because its night has not begun', async () => {
    const task = startedTask('2026-11-16T23:00:00', '2026-11-27T08:00:00', '56', {
      CalendarUID: '3',
      Stop: '2026-11-20T08:00:00',
      Resume: '2026-11-25T00:00:00',
    });
    await expectTask(
      projectFile(task, '', '2026-11-20T12:00:00'),
      { start: '2026-11-16', finish: '2026-11-26', shift: 'night', daysWithoutWork: '11-20 11-23' },
      project + nightShiftMapping,
    );
  });
});
