import { describe, it } from 'vitest';
import { anXerTask, clndrData, xerBytes } from '../../support/programmes/an-xer.ts';
import {
  calendars,
  dataDate,
  type Expected,
  expectTasks,
  nightShiftMapping,
  planned,
  primaveraMapping,
  started,
} from './planner-file.ts';

type Fields = Readonly<Record<string, string>>;
type Case = readonly [string, string, Fields, Expected];

const night = ['00:00-05:00', '19:00-00:00'];
const nightWeek = [['19:00-00:00'], night, night, night, night, ['00:00-05:00'], []];
const calendar = (id: string, name: string, dayHours: string, data: string): Fields => ({
  clndr_id: id,
  clndr_name: name,
  base_clndr_id: '',
  day_hr_cnt: dayHours,
  clndr_data: data,
});
const saturdayNight = ['2026-11-28 00:00-05:00 19:00-00:00', '2026-11-29 00:00-05:00'];
const afterMidnight = ['01:00-05:00'];
const shifts = [
  ...calendars,
  calendar('40', 'Nights, and that of a Saturday', '10', clndrData(nightWeek, saturdayNight)),
  calendar('41', 'Nights, one day off', '10', clndrData(nightWeek, ['2026-11-25'])),
  calendar('42', 'Small hours', '4', clndrData([...Array.from({ length: 5 }, () => afterMidnight), [], []])),
];

async function expectActivity(date: string, task: Fields, expected: Expected, mapping: string) {
  const bytes = xerBytes({ PROJECT: dataDate(date), CALENDAR: shifts, TASK: [anXerTask(task)] });
  await expectTasks(bytes, mapping, { A1010: expected });
}

describe('the import of nights', () => {
  it.each<Case>([
    [
      'a day of the calendar off is the night that begins on it',
      '2026-11-23 00:00',
      { ...planned('2026-11-23 19:00', '2026-11-28 05:00', '40'), clndr_id: '41' },
      { start: '2026-11-23', finish: '2026-11-27', nonWorkingDays: '11-25' },
    ],
    [
      'hours from 01:00 to 05:00 are of their own date',
      '2026-11-20 05:00',
      started('2026-11-16 01:00', '2026-11-25 01:00', '2026-11-26 05:00', { clndr_id: '42' }),
      { start: '2026-11-16', finish: '2026-11-26', shift: 'night', daysWithoutWork: '11-23 11-24' },
    ],
    [
      'work that goes on in the night of the data date',
      '2026-11-24 00:00',
      started('2026-11-16 19:00', '2026-11-24 00:00', '2026-11-26 05:00', { clndr_id: '19' }),
      { start: '2026-11-16', finish: '2026-11-25', daysWithoutWork: '' },
    ],
  ])('is right for: %s', async (_, date, task, expected) =>
    expectActivity(date, task, expected, primaveraMapping + nightShiftMapping),
  );

  it('counts nights by the calendar’s own hours, and takes the shift whose range contains the first of them', async () => {
    const mapping = `${primaveraMapping}shift: [{ calendarHours: { night: "18:00-06:00" } }, { default: day }]\n`;
    const task = started('2026-11-16 19:00', '2026-11-24 19:00', '2026-11-28 05:00', { clndr_id: '19' });
    await expectActivity(
      '2026-11-20 08:00',
      task,
      { shift: 'night', start: '2026-11-16', finish: '2026-11-27', daysWithoutWork: '11-20 11-23' },
      mapping,
    );
  });

  // The hours of Sunday after midnight belong to Saturday's night.
  it('is right for: a worked Saturday night', async () => {
    const task = { ...planned('2026-11-23 19:00', '2026-12-02 05:00', '80'), clndr_id: '40' };
    await expectActivity(
      '2026-11-23 00:00',
      task,
      {
        start: '2026-11-23',
        finish: '2026-12-01',
        duration: 8,
        extraWorkingDays: '11-28',
        nonWorkingDays: '',
      },
      primaveraMapping + nightShiftMapping,
    );
  });

  // The night of the 25th has no hours.
  it('is right for: started work that waits until after a night off', async () => {
    const task = started('2026-11-16 19:00', '2026-11-26 19:00', '2026-11-28 05:00', { clndr_id: '20' });
    await expectActivity(
      '2026-11-23 00:00',
      task,
      { finish: '2026-11-27', daysWithoutWork: '11-23 11-24', nonWorkingDays: '11-25' },
      primaveraMapping + nightShiftMapping,
    );
  });

  // The 18th has five hours of work before the data date, and no mapping assigns these hours to the night before.
  it('without a mapping of shifts, counts work between midnight and the data date as work on that day', async () => {
    const task = started('2026-11-16 19:00', '2026-11-20 19:00', '2026-11-21 05:00', { clndr_id: '19' });
    await expectActivity(
      '2026-11-18 08:00',
      task,
      { start: '2026-11-16', finish: '2026-11-21', daysWithoutWork: '11-19' },
      primaveraMapping,
    );
  });
});

describe('late shifts from 16:00 to 24:00', () => {
  it.each<Case>([
    [
      'wait from the Friday whose shift has not begun',
      '2026-11-20 16:00',
      started('2026-11-16 16:00', '2026-11-24 16:00', '2026-11-26 00:00', { clndr_id: '16' }),
      { start: '2026-11-16', finish: '2026-11-25', daysWithoutWork: '11-20 11-23' },
    ],
    [
      'wait from the day after a shift that has ended at midnight',
      '2026-11-20 00:00',
      started('2026-11-16 16:00', '2026-11-23 16:00', '2026-11-25 00:00', { clndr_id: '16' }),
      { finish: '2026-11-24', daysWithoutWork: '11-20' },
    ],
    [
      'go on at midnight, which leaves the day before no hour',
      '2026-11-20 00:00',
      started('2026-11-16 16:00', '2026-11-24 00:00', '2026-11-25 00:00', { clndr_id: '16' }),
      { finish: '2026-11-24', daysWithoutWork: '11-20 11-23' },
    ],
  ])('%s', async (_, date, task, expected) => expectActivity(date, task, expected, primaveraMapping));
});

describe('the import of files that were not scheduled again', () => {
  it.each<Case>([
    [
      'what remains ends before the data date',
      '2026-11-23 00:00',
      started('2026-11-09 08:00', '2026-11-16 08:00', '2026-11-18 17:00'),
      { start: '2026-11-09', finish: '2026-11-18', status: 'started', daysWithoutWork: '' },
    ],
    [
      'no dates of what remains, but early ones, as other writers have it',
      '2026-11-23 00:00',
      started('2026-11-16 08:00', '2026-11-25 08:00', '2026-11-27 17:00', {
        restart_date: '',
        reend_date: '',
      }),
      { start: '2026-11-16', finish: '2026-11-27', status: 'started' },
    ],
    [
      'nothing remains and the finish is missing',
      '2026-11-23 00:00',
      started('2026-11-16 08:00', '2026-11-23 08:00', '2026-11-20 17:00', { remain_drtn_hr_cnt: '0' }),
      { start: '2026-11-16', finish: '2026-11-20', status: 'started', daysWithoutWork: '' },
    ],
    [
      'suspended and resumed by dates that were typed without times',
      '2026-11-23 00:00',
      started('2026-11-09 08:00', '2026-11-23 08:00', '2026-11-27 17:00', {
        suspend_date: '2026-11-18 00:00',
        resume_date: '2026-11-20 00:00',
      }),
      { daysWithoutWork: '11-18 11-19' },
    ],
  ])('is right for: %s', async (_, date, task, expected) =>
    expectActivity(date, task, expected, primaveraMapping),
  );
});
