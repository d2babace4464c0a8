import { describe, it } from 'vitest';
import { anXerTask, xerBytes } from '../../support/programmes/an-xer.ts';
import {
  calendars,
  dataDate,
  type Expected,
  expectTasks,
  nightShiftMapping,
  primaveraMapping,
  started,
} from './planner-file.ts';

type Case = readonly [string, string, Readonly<Record<string, string>>, Expected];

async function expectActivity(date: string, task: Readonly<Record<string, string>>, expected: Expected) {
  const bytes = xerBytes({ PROJECT: dataDate(date), CALENDAR: calendars, TASK: [anXerTask(task)] });
  const mapping = task['clndr_id'] === '19' ? primaveraMapping + nightShiftMapping : primaveraMapping;
  await expectTasks(bytes, mapping, { A1010: expected });
}

describe('retained logic: remaining work waits after the data date', () => {
  it.each<Case>([
    [
      'for an open predecessor, two weeks, data date at 00:00 of a Monday',
      '2026-11-23 00:00',
      started('2026-11-16 08:00', '2026-12-07 08:00', '2026-12-09 17:00'),
      {
        name: 'Pour slab',
        start: '2026-11-16',
        finish: '2026-12-09',
        duration: 10,
        status: 'started',
        daysWithoutWork: '11-23 11-24 11-25 11-26 11-27 11-30 12-01 12-02 12-03 12-04',
        nonWorkingDays: '',
      },
    ],
    [
      'and begins after lunch',
      '2026-11-23 08:00',
      started('2026-11-16 08:00', '2026-11-26 13:00', '2026-11-27 17:00'),
      { finish: '2026-11-27', daysWithoutWork: '11-23 11-24 11-25' },
    ],
    [
      'after a data date at noon, whose day has work before it',
      '2026-11-25 12:00',
      started('2026-11-16 08:00', '2026-11-30 08:00', '2026-12-01 17:00'),
      { finish: '2026-12-01', daysWithoutWork: '11-26 11-27' },
    ],
    [
      'after a data date one minute into a day, until 17:00 of the next',
      '2026-11-23 08:01',
      started('2026-11-16 08:00', '2026-11-24 17:00', '2026-11-25 17:00'),
      { finish: '2026-11-25', daysWithoutWork: '11-24' },
    ],
    [
      'until 17:00 of a day, which leaves that day no hour',
      '2026-11-23 00:00',
      started('2026-11-16 08:00', '2026-11-24 17:00', '2026-11-26 17:00'),
      { finish: '2026-11-26', daysWithoutWork: '11-23 11-24' },
    ],
    [
      'only over a weekend',
      '2026-11-20 17:00',
      started('2026-11-16 08:00', '2026-11-23 08:00', '2026-11-25 17:00'),
      { finish: '2026-11-25', daysWithoutWork: '' },
    ],
    [
      'less than since it was typed: it is before the data date',
      '2026-11-23 00:00',
      started('2026-11-16 08:00', '2026-11-18 08:00', '2026-11-27 17:00'),
      { start: '2026-11-16', finish: '2026-11-27', status: 'started', daysWithoutWork: '' },
    ],
    [
      'round the clock, from midnight to midnight',
      '2026-11-23 00:00',
      started('2026-11-19 00:00', '2026-11-25 00:00', '2026-11-28 00:00', {
        clndr_id: '24',
        target_drtn_hr_cnt: '168',
        remain_drtn_hr_cnt: '72',
      }),
      { start: '2026-11-19', finish: '2026-11-27', duration: 7, daysWithoutWork: '11-23 11-24' },
    ],
    [
      'round the clock without Sundays',
      '2026-11-21 00:00',
      started('2026-11-19 00:00', '2026-11-24 12:00', '2026-11-26 00:00', {
        clndr_id: '23',
        target_drtn_hr_cnt: '120',
        remain_drtn_hr_cnt: '36',
      }),
      {
        finish: '2026-11-25',
        duration: 5,
        calendar: 'six-day',
        daysWithoutWork: '11-21 11-23',
        nonWorkingDays: '',
      },
    ],
    [
      'at night: the night of the data date’s Friday has not begun',
      '2026-11-20 08:00',
      started('2026-11-16 19:00', '2026-11-24 19:00', '2026-11-26 05:00', {
        clndr_id: '19',
        remain_drtn_hr_cnt: '20',
      }),
      {
        start: '2026-11-16',
        finish: '2026-11-25',
        shift: 'night',
        duration: 8,
        daysWithoutWork: '11-20 11-23',
        nonWorkingDays: '',
        extraWorkingDays: '',
      },
    ],
    [
      'at night from after midnight: the night of the day before has hours',
      '2026-11-19 05:00',
      started('2026-11-16 19:00', '2026-11-25 01:00', '2026-11-26 05:00', {
        clndr_id: '19',
        remain_drtn_hr_cnt: '14',
      }),
      { start: '2026-11-16', finish: '2026-11-25', daysWithoutWork: '11-19 11-20 11-23' },
    ],
    [
      'at night, data date in the middle of the night of Thursday',
      '2026-11-20 02:00',
      started('2026-11-16 19:00', '2026-11-23 19:00', '2026-11-25 05:00', {
        clndr_id: '19',
        remain_drtn_hr_cnt: '20',
      }),
      { start: '2026-11-16', finish: '2026-11-24', daysWithoutWork: '11-20' },
    ],
  ])('%s', async (_, date, task, expected) => expectActivity(date, task, expected));

  it.each([
    '2026-11-20 17:00',
    '2026-11-21 00:00',
    '2026-11-22 00:00',
    '2026-11-22 17:00',
    '2026-11-23 00:00',
  ])('on the same days for each data date between the work of Friday and of Monday: %s', async (date) =>
    expectActivity(date, started('2026-11-16 08:00', '2026-11-25 08:00', '2026-11-27 17:00'), {
      start: '2026-11-16',
      finish: '2026-11-27',
      daysWithoutWork: '11-23 11-24',
    }),
  );
});

describe('progress out of sequence', () => {
  it('by progress override: the successor continues from the data date', async () => {
    const bytes = xerBytes({
      PROJECT: dataDate('2026-11-23 00:00'),
      CALENDAR: calendars,
      TASK: [
        anXerTask(started('2026-11-09 08:00', '2026-11-23 08:00', '2026-12-04 17:00')),
        anXerTask({
          ...started('2026-11-18 08:00', '2026-11-23 08:00', '2026-11-25 17:00'),
          task_id: '1002',
          task_code: 'A1020',
        }),
      ],
      TASKPRED: [
        {
          task_pred_id: '1',
          task_id: '1002',
          pred_task_id: '1001',
          proj_id: '7',
          pred_proj_id: '7',
          pred_type: 'PR_FS',
          lag_hr_cnt: '0',
        },
      ],
    });
    await expectTasks(bytes, primaveraMapping, {
      A1010: { start: '2026-11-09', finish: '2026-12-04', daysWithoutWork: '' },
      A1020: { start: '2026-11-18', finish: '2026-11-25', status: 'started', daysWithoutWork: '' },
    });
  });
});

describe('work that was suspended', () => {
  it.each<Case>([
    [
      'and resumed before the data date',
      '2026-11-23 00:00',
      started('2026-11-09 08:00', '2026-11-23 08:00', '2026-11-26 17:00', {
        suspend_date: '2026-11-12 08:00',
        resume_date: '2026-11-18 08:00',
      }),
      { start: '2026-11-09', finish: '2026-11-26', daysWithoutWork: '11-12 11-13 11-16 11-17' },
    ],
    [
      'at noon and resumed after lunch: both days have work',
      '2026-11-23 00:00',
      started('2026-11-09 08:00', '2026-11-23 08:00', '2026-11-26 17:00', {
        suspend_date: '2026-11-17 12:00',
        resume_date: '2026-11-20 13:00',
      }),
      { daysWithoutWork: '11-18 11-19' },
    ],
    [
      'in the evening, to be resumed later',
      '2026-11-23 00:00',
      started('2026-11-09 08:00', '2026-12-02 08:00', '2026-12-04 17:00', {
        suspend_date: '2026-11-18 17:00',
        resume_date: '2026-12-02 08:00',
      }),
      { finish: '2026-12-04', daysWithoutWork: '11-19 11-20 11-23 11-24 11-25 11-26 11-27 11-30 12-01' },
    ],
    [
      'and not yet resumed: what remains is scheduled',
      '2026-11-23 00:00',
      started('2026-11-09 08:00', '2026-11-30 08:00', '2026-12-02 17:00', {
        suspend_date: '2026-11-18 08:00',
        resume_date: '',
      }),
      { finish: '2026-12-02', daysWithoutWork: '11-18 11-19 11-20 11-23 11-24 11-25 11-26 11-27' },
    ],
    [
      'and resumed, then waiting again by retained logic',
      '2026-11-20 17:00',
      started('2026-11-09 08:00', '2026-11-25 13:00', '2026-11-27 17:00', {
        suspend_date: '2026-11-11 08:00',
        resume_date: '2026-11-13 08:00',
      }),
      { finish: '2026-11-27', daysWithoutWork: '11-11 11-12 11-23 11-24' },
    ],
    [
      'round the clock, from midnight to midnight',
      '2026-11-23 00:00',
      started('2026-11-09 00:00', '2026-11-23 00:00', '2026-11-26 00:00', {
        clndr_id: '24',
        suspend_date: '2026-11-14 00:00',
        resume_date: '2026-11-16 00:00',
      }),
      { finish: '2026-11-25', daysWithoutWork: '11-14 11-15' },
    ],
    [
      'for two nights',
      '2026-11-23 00:00',
      started('2026-11-09 19:00', '2026-11-23 19:00', '2026-11-25 05:00', {
        clndr_id: '19',
        suspend_date: '2026-11-11 05:00',
        resume_date: '2026-11-12 19:00',
      }),
      { start: '2026-11-09', finish: '2026-11-24', daysWithoutWork: '11-11' },
    ],
  ])('%s', async (_, date, task, expected) => expectActivity(date, task, expected));
});
