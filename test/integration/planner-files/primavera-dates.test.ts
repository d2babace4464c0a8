import { describe, it } from 'vitest';
import { anXerTask, xerBytes } from '../../support/programmes/an-xer.ts';
import {
  calendars,
  dataDate,
  type Expected,
  expectTasks,
  finished,
  nightShiftMapping,
  planned,
  primaveraMapping,
} from './planner-file.ts';

type Task = Readonly<Record<string, string>>;
type Case = readonly [string, Task, Expected];

async function expectActivity(task: Task, expected: Expected, tables = {}) {
  const bytes = xerBytes({
    PROJECT: dataDate('2026-11-23 00:00'),
    CALENDAR: calendars,
    TASK: [anXerTask(task)],
    ...tables,
  });
  const atNight = ['19', '20'].includes(task['clndr_id'] ?? '');
  await expectTasks(bytes, atNight ? primaveraMapping + nightShiftMapping : primaveraMapping, {
    A1010: expected,
  });
}

describe('the import of a finish that a planner typed or that falls on midnight', () => {
  it.each<Case>([
    [
      'actual dates only, by the hour',
      finished('2026-11-11 08:00', '2026-11-19 12:00'),
      { start: '2026-11-11', finish: '2026-11-19', duration: 5, status: 'complete', daysWithoutWork: '' },
    ],
    [
      'typed without a time, in hours of the day',
      finished('2026-11-16 00:00', '2026-11-19 00:00'),
      { start: '2026-11-16', finish: '2026-11-19', status: 'complete' },
    ],
    [
      'midnight, round the clock',
      finished('2026-11-16 00:00', '2026-11-19 00:00', { clndr_id: '24' }),
      { start: '2026-11-16', finish: '2026-11-18' },
    ],
    [
      'midnight of a Monday, round the clock without Sundays: no hour ends there',
      finished('2026-11-09 00:00', '2026-11-16 00:00', { clndr_id: '23' }),
      { start: '2026-11-09', finish: '2026-11-16' },
    ],
    [
      'midnight of a Sunday, round the clock without Sundays',
      finished('2026-11-09 00:00', '2026-11-15 00:00', { clndr_id: '23' }),
      { finish: '2026-11-14' },
    ],
    [
      'midnight in the middle of the night of Thursday',
      finished('2026-11-16 19:00', '2026-11-20 00:00', { clndr_id: '19' }),
      { start: '2026-11-16', finish: '2026-11-19', shift: 'night' },
    ],
    [
      'at the end of the night of Friday, on Saturday',
      finished('2026-11-16 19:00', '2026-11-21 05:00', { clndr_id: '19' }),
      { start: '2026-11-16', finish: '2026-11-20' },
    ],
    [
      'midnight, which ends a late shift',
      finished('2026-11-16 16:00', '2026-11-20 00:00', { clndr_id: '16' }),
      { start: '2026-11-16', finish: '2026-11-19' },
    ],
    [
      'midnight of a Monday after late shifts to Friday: typed without a time',
      finished('2026-11-09 16:00', '2026-11-16 00:00', { clndr_id: '16' }),
      { start: '2026-11-09', finish: '2026-11-16' },
    ],
    [
      'on a Saturday that nobody works',
      finished('2026-11-14 08:00', '2026-11-21 15:00'),
      { start: '2026-11-14', finish: '2026-11-21', status: 'complete', calendar: 'five-day' },
    ],
    [
      'on a Saturday without a time',
      finished('2026-11-16 08:00', '2026-11-21 00:00'),
      { start: '2026-11-16', finish: '2026-11-21' },
    ],
  ])('is right for: %s', async (_, task, expected) => expectActivity(task, expected));
});

describe('the import of milestones', () => {
  const none = { target_drtn_hr_cnt: '0', remain_drtn_hr_cnt: '0' };
  it.each<Case>([
    [
      'a start milestone at midnight, round the clock',
      {
        ...planned('2026-11-24 00:00', '2026-11-24 00:00', '0'),
        task_type: 'TT_Mile',
        clndr_id: '24',
      },
      { start: '2026-11-24', finish: '2026-11-24', duration: 0 },
    ],
    [
      'a finish milestone at midnight, round the clock',
      {
        ...planned('2026-11-28 00:00', '2026-11-28 00:00', '0'),
        task_type: 'TT_FinMile',
        clndr_id: '24',
      },
      { start: '2026-11-27', finish: '2026-11-27', duration: 0, status: 'planned' },
    ],
    [
      'a finish milestone that was reached, typed without a time',
      finished('', '2026-11-19 00:00', { ...none, task_type: 'TT_FinMile' }),
      { start: '2026-11-19', finish: '2026-11-19', duration: 0, status: 'complete' },
    ],
    [
      'a start milestone that was reached, typed without a time',
      finished('2026-11-16 00:00', '2026-11-16 00:00', { ...none, task_type: 'TT_Mile' }),
      { start: '2026-11-16', finish: '2026-11-16', duration: 0, status: 'complete' },
    ],
    [
      'a start milestone that was reached at midnight, round the clock, with both actual dates',
      finished('2026-11-16 00:00', '2026-11-16 00:00', { ...none, task_type: 'TT_Mile', clndr_id: '24' }),
      { start: '2026-11-16', finish: '2026-11-16', duration: 0, status: 'complete' },
    ],
    [
      'a finish milestone at the end of the night of Friday',
      {
        ...planned('2026-11-28 05:00', '2026-11-28 05:00', '0'),
        task_type: 'TT_FinMile',
        clndr_id: '19',
      },
      { start: '2026-11-27', finish: '2026-11-27', duration: 0 },
    ],
  ])('is right for: %s', async (_, task, expected) => expectActivity(task, expected));
});

describe('the import of calendars', () => {
  it.each<Case>([
    [
      'seven days round the clock',
      { ...planned('2026-11-26 00:00', '2026-11-30 00:00', '96'), clndr_id: '24' },
      {
        start: '2026-11-26',
        finish: '2026-11-29',
        duration: 4,
        calendar: 'seven-day',
        nonWorkingDays: '',
      },
    ],
    [
      'six days round the clock',
      { ...planned('2026-11-26 00:00', '2026-12-01 00:00', '96'), clndr_id: '23' },
      { finish: '2026-11-30', duration: 4, calendar: 'six-day', nonWorkingDays: '' },
    ],
    [
      'a week with a short Friday has no other day off',
      { ...planned('2026-11-23 07:30', '2026-11-27 13:00', '41.5'), clndr_id: '8' },
      { finish: '2026-11-27', calendar: 'five-day', nonWorkingDays: '' },
    ],
    [
      'a Saturday that is worked for a Friday off',
      { ...planned('2026-11-25 08:00', '2026-11-30 17:00', '32'), clndr_id: '9' },
      {
        start: '2026-11-25',
        finish: '2026-11-30',
        duration: 4,
        calendar: 'five-day',
        nonWorkingDays: '11-27',
        extraWorkingDays: '11-28',
        daysWithoutWork: '',
      },
    ],
  ])('is right for: %s', async (_, task, expected) => expectActivity(task, expected));

  it('is right for: a worked Saturday on which started work still waits', async () => {
    const task = {
      ...planned('2026-11-23 08:00', '2026-12-01 17:00', '48'),
      clndr_id: '9',
      status_code: 'TK_Active',
      act_start_date: '2026-11-18 08:00',
      restart_date: '2026-11-30 08:00',
      reend_date: '2026-12-01 17:00',
    };
    await expectActivity(task, {
      start: '2026-11-18',
      finish: '2026-12-01',
      daysWithoutWork: '11-23 11-24 11-25 11-26 11-28',
      nonWorkingDays: '11-27',
      extraWorkingDays: '11-28',
    });
  });

  it('is right for: a resource-dependent activity on six days a week, by the crew with the most hours', async () => {
    const task = {
      ...planned('2026-11-16 08:00', '2026-11-30 17:00', '40'),
      task_type: 'TT_Rsrc',
      status_code: 'TK_Active',
      act_start_date: '2026-11-16 08:00',
      restart_date: '2026-11-28 08:00',
    };
    const crew = (id: string, units: string, rate: string) => ({
      taskrsrc_id: id,
      task_id: '1001',
      proj_id: '7',
      rsrc_id: id,
      rsrc_type: 'RT_Labor',
      target_qty: units,
      remain_qty: units,
      target_qty_per_hr: rate,
      remain_qty_per_hr: rate,
    });
    await expectActivity(
      task,
      {
        start: '2026-11-16',
        finish: '2026-11-30',
        calendar: 'six-day',
        daysWithoutWork: '11-26 11-27',
        labour: 'Carpenter 2, Labourer 1',
        nonWorkingDays: '',
      },
      {
        PROJECT: dataDate('2026-11-26 00:00'),
        RSRC: [
          {
            rsrc_id: '1',
            clndr_id: '6',
            rsrc_short_name: 'CARP',
            rsrc_name: 'Carpenter',
            rsrc_type: 'RT_Labor',
          },
          {
            rsrc_id: '2',
            clndr_id: '24',
            rsrc_short_name: 'LAB',
            rsrc_name: 'Labourer',
            rsrc_type: 'RT_Labor',
          },
        ],
        TASKRSRC: [crew('1', '32', '2'), crew('2', '16', '1')],
      },
    );
  });
});

describe('the import of calendars with other hours on some days', () => {
  it.each<Case>([
    // The night of the 25th has no hours; hours on the date of the 25th belong to the night before.
    [
      'nights with one off, whose Friday ends on Saturday',
      { ...planned('2026-11-23 19:00', '2026-11-28 05:00', '40'), clndr_id: '20' },
      {
        start: '2026-11-23',
        finish: '2026-11-27',
        duration: 4,
        calendar: 'five-day',
        nonWorkingDays: '11-25',
        extraWorkingDays: '',
        daysWithoutWork: '',
      },
    ],
    // A day counts as 8.3 hours: the hours per day of the calendar, whose week has 41.5 hours. The longest day has 9.
    [
      'a short Friday',
      { ...planned('2026-11-23 07:30', '2026-11-27 13:00', '41.5'), clndr_id: '8' },
      { duration: 5 },
    ],
  ])('is right for: %s', async (_, task, expected) => expectActivity(task, expected));
});
