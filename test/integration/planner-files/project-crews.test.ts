import { describe, it } from 'vitest';
import { type Expected, expectTasks } from './planner-file.ts';
import { assignment, project, projectFile, startedTask, timephased } from './project-file.ts';

type Elements = Readonly<Record<string, string>>;
type Case = readonly [string, Elements, string, Expected];

const expectTask = (task: Elements, assignments: string, expected: Expected) =>
  expectTasks(projectFile(task, assignments), project, { '1': expected });

const week: Elements = {
  Start: '2026-11-23T08:00:00',
  Finish: '2026-11-27T17:00:00',
  Duration: 'PT40H0M0S',
};
const twoWeeks: Elements = { ...week, Finish: '2026-12-04T17:00:00', Duration: 'PT80H0M0S' };
const halfDone = startedTask('2026-11-16T08:00:00', '2026-11-27T17:00:00', '80', {
  PercentComplete: '50',
  Stop: '2026-11-20T17:00:00',
  Resume: '2026-11-23T08:00:00',
});
const everyDay = (days: readonly string[], worked: number) =>
  Object.fromEntries(days.map((day) => [day, worked]));
const firstWeek = (worked: number) => everyDay(['11-16', '11-17', '11-18', '11-19', '11-20'], worked);
const secondWeek = (worked: number) => everyDay(['11-23', '11-24', '11-25', '11-26', '11-27'], worked);
const weekDates = { Start: '2026-11-23T08:00:00', Finish: '2026-11-27T17:00:00' };
const bothWeeks = { Start: '2026-11-16T08:00:00', Finish: '2026-11-27T17:00:00' };

describe('the import of crews of tasks to come', () => {
  it.each<Case>([
    [
      'two and a half carpenters and half a labourer',
      week,
      assignment(1, { ...weekDates, Units: '2.5', Work: 'PT100H0M0S' }) +
        assignment(2, { ...weekDates, ResourceUID: '2', Units: '0.5', Work: 'PT20H0M0S' }),
      { labour: 'Carpenter 2.5, Labourer 0.5' },
    ],
    [
      'a crew that comes for the last two days',
      week,
      assignment(1, {
        Start: '2026-11-26T08:00:00',
        Finish: '2026-11-27T17:00:00',
        Units: '3',
        Work: 'PT48H0M0S',
      }),
      { labour: 'Carpenter 3' },
    ],
    [
      'work without units',
      week,
      assignment(1, { ...weekDates, Work: 'PT60H0M0S' }),
      { labour: 'Carpenter 1.5' },
    ],
    [
      'work without units, round the clock',
      {
        Start: '2026-11-23T00:00:00',
        Finish: '2026-11-26T00:00:00',
        Duration: 'PT72H0M0S',
        CalendarUID: '2',
      },
      assignment(1, { Work: 'PT288H0M0S' }),
      { finish: '2026-11-25', labour: 'Carpenter 4' },
    ],
    [
      'work without units over a short Friday, dates only',
      {
        Start: '2026-11-23T00:00:00',
        Finish: '2026-11-27T00:00:00',
        Duration: 'PT41H30M0S',
        CalendarUID: '5',
      },
      assignment(1, { Work: 'PT83H0M0S' }),
      { finish: '2026-11-27', labour: 'Carpenter 2' },
    ],
    [
      'a resource assigned twice by another writer',
      week,
      assignment(1, { ...weekDates, Units: '1', Work: 'PT40H0M0S' }) +
        assignment(2, { ...weekDates, Units: '1.5', Work: 'PT60H0M0S' }),
      { labour: 'Carpenter 2.5' },
    ],
    [
      'concrete, and the cost of a permit',
      week,
      assignment(1, { ...weekDates, ResourceUID: '3', Units: '36.5', Work: 'PT36H30M0S' }) +
        assignment(2, { ...weekDates, ResourceUID: '4', Units: '0', Work: 'PT0H0M0S', Cost: '250' }),
      { labour: '', plant: '', materials: 'Concrete 36.5 m3' },
    ],
    [
      'nobody named yet, which MS Project writes as the resource -65535',
      week,
      assignment(1, { ...weekDates, ResourceUID: '-65535', Units: '1', Work: 'PT0H0M0S' }),
      { labour: '' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) => expectTask(task, assignments, expected));
});

describe('the import of contours', () => {
  const bell = {
    '11-23': 1.6,
    '11-24': 3.2,
    '11-25': 6.4,
    '11-26': 12.8,
    '11-27': 16,
    '11-30': 16,
    '12-01': 12.8,
    '12-02': 6.4,
    '12-03': 3.2,
    '12-04': 1.6,
  };
  it.each<Case>([
    [
      'a bell with hours by day',
      twoWeeks,
      assignment(1, { Units: '2', Work: 'PT80H0M0S', WorkContour: '6' }, timephased(1, bell)),
      { labour: 'Carpenter 2' },
    ],
    [
      'a turtle without hours by day',
      twoWeeks,
      assignment(1, { Units: '2', Work: 'PT112H0M0S', WorkContour: '7' }),
      { labour: 'Carpenter 2' },
    ],
    [
      'edited by hand above its units',
      week,
      assignment(
        1,
        { ...weekDates, Units: '1', Work: 'PT56H0M0S', WorkContour: '8' },
        timephased(1, { '11-23': 8, '11-24': 8, '11-25': 16, '11-26': 16, '11-27': 8 }),
      ),
      { labour: 'Carpenter 2' },
    ],
    [
      'back-loaded and half done: the most is to come',
      halfDone,
      assignment(
        1,
        {
          ...bothWeeks,
          Units: '3',
          Work: 'PT140H0M0S',
          ActualWork: 'PT40H0M0S',
          RemainingWork: 'PT100H0M0S',
          WorkContour: '1',
        },
        timephased(2, firstWeek(8)) +
          timephased(1, { '11-23': 16, '11-24': 16, '11-25': 20, '11-26': 24, '11-27': 24 }),
      ),
      { labour: 'Carpenter 3' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) => expectTask(task, assignments, expected));
});

describe('the import of crews of started tasks', () => {
  it.each<Case>([
    [
      'one crew has finished',
      halfDone,
      assignment(1, {
        ...bothWeeks,
        Finish: '2026-11-20T17:00:00',
        ActualStart: '2026-11-16T08:00:00',
        ActualFinish: '2026-11-20T17:00:00',
        Units: '3',
        PercentWorkComplete: '100',
        Work: 'PT120H0M0S',
        ActualWork: 'PT120H0M0S',
        RemainingWork: 'PT0H0M0S',
      }) +
        assignment(2, {
          ...bothWeeks,
          ResourceUID: '2',
          Units: '2',
          Work: 'PT160H0M0S',
          ActualWork: 'PT80H0M0S',
          RemainingWork: 'PT80H0M0S',
        }),
      { status: 'started', labour: 'Labourer 2' },
    ],
    [
      'one crew has finished, by its hours by day',
      halfDone,
      assignment(
        1,
        {
          ...bothWeeks,
          Finish: '2026-11-20T17:00:00',
          Units: '3',
          Work: 'PT120H0M0S',
          ActualWork: 'PT120H0M0S',
          RemainingWork: 'PT0H0M0S',
        },
        timephased(2, firstWeek(24)),
      ) +
        assignment(
          2,
          {
            ...bothWeeks,
            ResourceUID: '2',
            Units: '2',
            Work: 'PT160H0M0S',
            ActualWork: 'PT80H0M0S',
            RemainingWork: 'PT80H0M0S',
          },
          timephased(2, firstWeek(16)) + timephased(1, secondWeek(16)),
        ),
      { labour: 'Labourer 2', daysWithoutWork: '' },
    ],
    [
      'work that remains without units',
      halfDone,
      assignment(1, {
        ...bothWeeks,
        Work: 'PT160H0M0S',
        ActualWork: 'PT100H0M0S',
        RemainingWork: 'PT60H0M0S',
      }),
      { labour: 'Carpenter 1.5' },
    ],
    [
      'work that remains without units, from noon of a day weeks later',
      { ...halfDone, Resume: '2026-11-26T13:00:00' },
      assignment(1, {
        ...bothWeeks,
        Work: 'PT100H0M0S',
        ActualWork: 'PT76H0M0S',
        RemainingWork: 'PT24H0M0S',
      }),
      { labour: 'Carpenter 2', daysWithoutWork: '11-23 11-24 11-25' },
    ],
    [
      'a material is a total',
      halfDone,
      assignment(1, {
        ...bothWeeks,
        ResourceUID: '3',
        Units: '40',
        Work: 'PT40H0M0S',
        ActualWork: 'PT30H0M0S',
        RemainingWork: 'PT10H0M0S',
      }),
      { materials: 'Concrete 40 m3' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) => expectTask(task, assignments, expected));
});

describe('the import of remaining work below the units', () => {
  // The hours of each day show that the rest of the contour needs fewer people. The units are those of its peak, which
  // is past.
  it.each<Case>([
    [
      'front-loaded and half done: twelve hours a day are the most that remains',
      halfDone,
      assignment(
        1,
        {
          ...bothWeeks,
          Units: '2',
          Work: 'PT110H0M0S',
          ActualWork: 'PT80H0M0S',
          RemainingWork: 'PT30H0M0S',
          WorkContour: '2',
        },
        timephased(2, firstWeek(16)) +
          timephased(1, {
            '11-23': 12,
            '11-24': 8,
            '11-25': 4,
            '11-26': 4,
            '11-27': 2,
          }),
      ),
      { labour: 'Carpenter 1.5', daysWithoutWork: '' },
    ],
    [
      'more was done a day than remains a day',
      halfDone,
      assignment(
        1,
        {
          ...bothWeeks,
          Units: '3',
          WorkContour: '8',
          Work: 'PT160H0M0S',
          ActualWork: 'PT120H0M0S',
          RemainingWork: 'PT40H0M0S',
        },
        timephased(2, firstWeek(24)) + timephased(1, secondWeek(8)),
      ),
      { labour: 'Carpenter 1' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) => expectTask(task, assignments, expected));
});
