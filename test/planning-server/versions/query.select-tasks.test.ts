import { describe, expect, it } from 'vitest';
import type { StoredItem } from '#planning-server/versions/version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const path = '/gb/v1/projects/tower/tasks';

function idsOf(tasks: readonly StoredItem[]) {
  const { ids } = planningService([aPlanningProject({ tasks: tasks })]);
  return (query: string) => ids(`${path}?${query}`);
}

describe('start and finish select the tasks that overlap the range', () => {
  const ids = idsOf([
    { id: 'after', start: '2026-11-30', finish: '2026-12-01' },
    { id: 'before', start: '2026-11-16', finish: '2026-11-22' },
    { id: 'ends-first-day', start: '2026-11-16', finish: '2026-11-23' },
    { id: 'finish-only', finish: '2026-11-25' },
    { id: 'inside', start: '2026-11-24', finish: '2026-11-25' },
    { id: 'no-dates' },
    { id: 'reversed', start: '2026-12-01', finish: '2026-11-20' },
    { id: 'spans', start: '2026-11-01', finish: '2026-12-24' },
    { id: 'start-only', start: '2026-11-25' },
    { id: 'starts-last-day', start: '2026-11-29', finish: '2026-12-04' },
    { id: 'unreadable', start: 'week 48', finish: '2026-11-20' },
  ]);
  const inWeek = [
    'ends-first-day',
    'finish-only',
    'inside',
    'no-dates',
    'reversed',
    'spans',
    'start-only',
    'starts-last-day',
  ];

  it('includes both ends; one known date counts as that day; a task without dates is in every range', async () => {
    expect(await ids('start=2026-11-23&finish=2026-11-29')).toEqual(inWeek);
  });

  it('takes start alone: everything that ends on it or later', async () => {
    expect(await ids('start=2026-11-30')).toEqual([
      'after',
      'no-dates',
      'reversed',
      'spans',
      'starts-last-day',
    ]);
  });

  it('takes finish alone: everything that begins on it or before', async () => {
    expect(await ids('finish=2026-11-16')).toEqual(['before', 'ends-first-day', 'no-dates', 'spans']);
  });

  it('reads a range of one day', async () => {
    expect(await ids('start=2026-11-29&finish=2026-11-29')).toEqual([
      'no-dates',
      'reversed',
      'spans',
      'starts-last-day',
    ]);
  });
});

describe('date-times in the data', () => {
  it.each([
    ['a local one is the date as written', '2026-11-23T23:30:00', 'Europe/London', '2026-11-23'],
    ['a year before 100 is a program’s word for no date', '0001-01-01', 'Europe/London', '2026-11-23'],
    ['the first day of Unix time is a day', '1970-01-01', 'Europe/London', '1970-01-01'],
    ['blanks around one do not count', ' 2026-11-23 ', 'Europe/London', '2026-11-23'],
    ['24:00 is the end of the day', '2026-11-23T24:00', 'Europe/London', '2026-11-23'],
    ['an hour that no clock shows is no date', '2026-11-23T25:00', 'Europe/London', '2000-01-01'],
    ['the name of a zone does not count', '2026-11-23T08:00:00[Europe/Paris]', 'Europe/London', '2026-11-23'],
    ['a comma may divide seconds', '2026-11-23T08:00:00,5', 'Europe/London', '2026-11-23'],
    [
      'one far in the future is the last day, in every zone',
      '9999-12-31T23:59:59Z',
      'Australia/Sydney',
      '9999-12-31',
    ],
    [
      'one in UTC is the date in the project’s zone',
      '2026-11-22T20:00:00Z',
      'Australia/Sydney',
      '2026-11-23',
    ],
    ['one with an offset is too', '2026-11-23T06:00:00+11:00', 'Europe/London', '2026-11-22'],
  ])('%s', async (_what, start, timeZone, day) => {
    const { ids } = planningService([aPlanningProject({ tasks: [{ id: 't', start }] }, { timeZone })]);
    expect(await ids(`${path}?start=${day}&finish=${day}`)).toEqual(['t']);
  });

  it('one in a year before 1900 is that day', async () => {
    const task = { id: 't', start: '1899-12-30', finish: '2026-11-20' };
    const { ids } = planningService([aPlanningProject({ tasks: [task] })]);
    expect(await ids(`${path}?start=2026-11-02&finish=2026-11-03`)).toEqual(['t']);
    expect(await ids(`${path}?start=2026-11-21`)).toEqual([]);
  });
});

describe('the shift filter', () => {
  const ids = idsOf([
    { id: 'a', shift: 'day' },
    { id: 'b', shift: 'Day' },
    { id: 'c', shift: 'afternoon' },
    { id: 'd', shift: 'night' },
    { id: 'e', shift: '24hr' },
    { id: 'f', shift: 'All' },
    { id: 'g' },
    { id: 'h', shift: '24 HR' },
  ]);

  it.each([
    ['day', ['a', 'b']],
    ['afternoon', ['c']],
    ['night', ['d']],
    ['24hr', ['e', 'f', 'h']],
  ])('%s finds the tasks of that shift, whatever their case; All is 24hr', async (shift, expected) => {
    expect(await ids(`shift=${shift}`)).toEqual(expected);
  });
});

describe('the seven id lists', () => {
  const ids = idsOf([
    { id: '1', owner: { id: 'x' } },
    { id: '2', folder: { id: 'x' } },
    { id: '3', package: { id: 'x' } },
    { id: '4', location: { id: 'x' } },
    { id: '5', calendar: { id: 'x' } },
    { id: '6', subcontractor: { id: 'x' } },
    { id: '7', assignedTo: [{ id: 'w' }, { id: 'x' }] },
    { id: '8', owner: { id: 'y' } },
    { id: '9', owner: { displayName: 'without id' } },
  ]);

  it.each([
    ['ownerIds', '1'],
    ['folderIds', '2'],
    ['packageIds', '3'],
    ['locationIds', '4'],
    ['calendarIds', '5'],
    ['subcontractorIds', '6'],
    ['assignedToIds', '7'],
  ])('%s finds the tasks that refer to the id', async (filter, id) => {
    expect(await ids(`${filter}=x`)).toEqual([id]);
  });

  it('takes the values of one list as alternatives', async () => {
    expect(await ids('ownerIds=x,y')).toEqual(['1', '8']);
  });

  it('finds nothing for an id that no task refers to', async () => {
    expect(await ids('ownerIds=nobody')).toEqual([]);
  });

  describe('with commas inside ids', () => {
    const idsWithCommas = idsOf([
      { id: '1', subcontractor: { id: 'Smith, Sons & Co' } },
      { id: '2', subcontractor: { id: 'Pile Co' } },
      { id: '3', subcontractor: { id: 'Smith' } },
      { id: '4', subcontractor: { id: '100%2C' } },
    ]);

    it.each([
      [
        'a comma inside an id is %2C, one between ids a comma',
        'Smith%2C%20Sons%20%26%20Co,Pile+Co',
        ['1', '2'],
      ],
      ['%2C between ids is understood too', 'Smith%2CPile%20Co', ['2', '3']],
      ['a blank after such a %2C does not count', 'Smith%2C%20Pile%20Co', ['2', '3']],
      ['a percent sign of an id is %25', '100%252C', ['4']],
      ['a wrong escape is taken as it is', 'Smith,%zz', ['3']],
    ])('%s', async (_what, list, expected) => {
      expect(await idsWithCommas(`subcontractorIds=${list}`)).toEqual(expected);
    });
  });

  it('ignores spaces around an id', async () => {
    expect(await ids('ownerIds=x,%20y')).toEqual(['1', '8']);
  });
});

it('applies all of several parameters', async () => {
  const week = { start: '2026-11-23', finish: '2026-11-25' };
  const ids = idsOf([
    { id: 'all', ...week, shift: 'day', owner: { id: 'o' }, folder: { id: 'f' }, subcontractor: { id: 's' } },
    {
      id: 'other-folder',
      ...week,
      shift: 'day',
      owner: { id: 'o' },
      folder: { id: 'g' },
      subcontractor: { id: 's' },
    },
    {
      id: 'other-owner',
      ...week,
      shift: 'day',
      owner: { id: 'p' },
      folder: { id: 'f' },
      subcontractor: { id: 's' },
    },
    {
      id: 'other-shift',
      ...week,
      shift: 'night',
      owner: { id: 'o' },
      folder: { id: 'f' },
      subcontractor: { id: 's' },
    },
    {
      id: 'other-week',
      start: '2026-12-01',
      finish: '2026-12-02',
      shift: 'day',
      owner: { id: 'o' },
      folder: { id: 'f' },
      subcontractor: { id: 's' },
    },
  ]);
  expect(
    await ids('start=2026-11-23&finish=2026-11-29&shift=day&ownerIds=o,q&folderIds=f&subcontractorIds=s'),
  ).toEqual(['all']);
});
