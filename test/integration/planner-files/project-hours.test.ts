import { describe, it } from 'vitest';
import { type Expected, expectTasks, nightShiftMapping } from './planner-file.ts';
import { assignment, project, projectFile, startedTask, timephased } from './project-file.ts';

type Elements = Readonly<Record<string, string>>;
type Case = readonly [string, Elements, string, Expected];

const twoWeeks = (more: Elements = {}) =>
  startedTask('2026-11-16T08:00:00', '2026-11-27T17:00:00', '80', more);

describe('the import of people by hours and splits', () => {
  it.each<Case>([
    [
      'four nights of two people, without units',
      {
        Start: '2026-11-23T23:00:00',
        Finish: '2026-11-27T08:00:00',
        Duration: 'PT32H0M0S',
        CalendarUID: '3',
      },
      assignment(1, { Work: 'PT64H0M0S' }),
      { finish: '2026-11-26', labour: 'Carpenter 2' },
    ],
    [
      'half days of a contour before and after a split',
      startedTask('2026-11-16T08:00:00', '2026-11-27T17:00:00', '48'),
      assignment(
        1,
        {
          Units: '1',
          Work: 'PT28H0M0S',
          ActualWork: 'PT12H0M0S',
          RemainingWork: 'PT16H0M0S',
          WorkContour: '8',
        },
        timephased(2, { '11-16': 4, '11-17': 4, '11-18': 4 }) +
          timephased(1, { '11-25': 4, '11-26': 8, '11-27': 4 }),
      ),
      { labour: 'Carpenter 1', daysWithoutWork: '11-19 11-20 11-23 11-24' },
    ],
    [
      'hours by day without units',
      startedTask('2026-11-18T08:00:00', '2026-11-27T17:00:00', '40'),
      assignment(
        1,
        { Work: 'PT40H0M0S', ActualWork: 'PT24H0M0S', RemainingWork: 'PT16H0M0S' },
        timephased(2, { '11-18': 8, '11-19': 8, '11-20': 8 }) + timephased(1, { '11-26': 8, '11-27': 8 }),
      ),
      { labour: 'Carpenter 1', daysWithoutWork: '11-23 11-24 11-25' },
    ],
    [
      'a finished task keeps the people it had',
      startedTask('2026-11-16T08:00:00', '2026-11-20T17:00:00', '40', {
        PercentComplete: '100',
        ActualFinish: '2026-11-20T17:00:00',
      }),
      assignment(1, { Units: '2', Work: 'PT80H0M0S', ActualWork: 'PT80H0M0S', RemainingWork: 'PT0H0M0S' }),
      { status: 'complete', labour: 'Carpenter 2' },
    ],
    [
      'a material by rate has the total of its work',
      twoWeeks(),
      assignment(1, { ResourceUID: '3', Units: '5', HasFixedRateUnits: '0', Work: 'PT50H0M0S' }),
      { materials: 'Concrete 50 m3' },
    ],
    [
      'Stop without Resume leaves no gap',
      twoWeeks({ Stop: '2026-11-18T17:00:00' }),
      '',
      { status: 'started', daysWithoutWork: '' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) => {
    const mapping = task['CalendarUID'] === '3' ? project + nightShiftMapping : project;
    await expectTasks(projectFile(task, assignments), mapping, { '1': expected });
  });

  it('is right for: a split from Stop to Resume without a status date', async () => {
    const task = twoWeeks({ Stop: '2026-11-18T17:00:00', Resume: '2026-11-24T08:00:00' });
    const file = Buffer.from(projectFile(task)).toString('utf8');
    const withoutStatus = Buffer.from(file.replace(/<StatusDate>.*<\/StatusDate>/, ''), 'utf8');
    await expectTasks(withoutStatus, project, { '1': { daysWithoutWork: '11-19 11-20 11-23' } });
  });

  // The crew has done all of its work, although the file does not say that none remains.
  it('is right for: a finished crew with actual work only', async () => {
    const crews =
      assignment(1, {
        Units: '3',
        Work: 'PT120H0M0S',
        ActualWork: 'PT120H0M0S',
        PercentWorkComplete: '100',
      }) + assignment(2, { ResourceUID: '2', Units: '2', Work: 'PT160H0M0S', ActualWork: 'PT80H0M0S' });
    await expectTasks(projectFile(twoWeeks(), crews), project, { '1': { labour: 'Labourer 2' } });
  });
});
