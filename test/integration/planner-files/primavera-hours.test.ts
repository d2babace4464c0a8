import { describe, it } from 'vitest';
import { anXerTask, xerBytes } from '../../support/programmes/an-xer.ts';
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

/** An activity with carpenters. By default, all of the units remain, and they have no rate. */
type Work = {
  readonly dataDate: string;
  readonly task: Fields;
  readonly units: string;
  readonly remain?: string;
  readonly rate?: string;
  readonly curve?: string;
  readonly resourceCalendar?: string;
};

const frontLoaded = {
  curv_id: '30',
  curv_name: 'Front',
  default_flag: 'N',
  pct_usage_0: '0',
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`pct_usage_${index + 1}`, index < 10 ? '8' : '2']),
  ),
};

async function expectWork(work: Work, expected: Expected, mapping: string = primaveraMapping) {
  const bytes = xerBytes({
    RSRCCURVDATA: [frontLoaded],
    PROJECT: dataDate(work.dataDate),
    CALENDAR: calendars,
    RSRC: [
      {
        rsrc_id: '1',
        clndr_id: work.resourceCalendar ?? '5',
        rsrc_short_name: 'CARP',
        rsrc_name: 'Carpenter',
        rsrc_type: 'RT_Labor',
      },
    ],
    TASK: [anXerTask(work.task)],
    TASKRSRC: [
      {
        taskrsrc_id: '1',
        task_id: '1001',
        proj_id: '7',
        rsrc_id: '1',
        rsrc_type: 'RT_Labor',
        target_qty: work.units,
        remain_qty: work.remain ?? work.units,
        target_qty_per_hr: work.rate ?? '',
        remain_qty_per_hr: work.rate ?? '',
        curv_id: work.curve ?? '',
      },
    ],
  });
  await expectTasks(bytes, mapping, { A1010: expected });
}

const byHours = `${primaveraMapping}shift: [{ calendarHours: { night: "18:00-06:00" } }, { default: day }]\n`;

describe('the number of people by the hours of the calendar', () => {
  it('counts a Friday off and a worked Saturday', async () =>
    expectWork(
      {
        dataDate: '2026-11-20 17:00',
        task: { ...planned('2026-11-25 08:00', '2026-11-30 17:00', '32'), clndr_id: '9' },
        units: '64',
      },
      { labour: 'Carpenter 2' },
    ));

  it('counts only the remaining nights', async () =>
    expectWork(
      {
        dataDate: '2026-11-20 08:00',
        task: { ...started('2026-11-16 19:00', '2026-11-24 19:00', '2026-11-26 05:00'), clndr_id: '19' },
        units: '90',
        remain: '50',
      },
      { labour: 'Carpenter 2.5' },
      primaveraMapping + nightShiftMapping,
    ));

  it('is level over the remaining part of a curve', async () =>
    expectWork(
      {
        dataDate: '2026-11-23 00:00',
        task: started('2026-11-09 08:00', '2026-12-07 08:00', '2026-12-18 17:00', {
          target_drtn_hr_cnt: '160',
          remain_drtn_hr_cnt: '80',
        }),
        units: '320',
        remain: '64',
        curve: '30',
      },
      { labour: 'Carpenter 0.8' },
    ));

  // The file gives units but no rate: 320 hours in 160 hours are 2 people, and the curve peaks at 1.6 times that.
  it('is the peak of the curve if the resource has no rate', async () =>
    expectWork(
      {
        dataDate: '2026-11-20 17:00',
        task: planned('2026-11-23 08:00', '2026-12-18 17:00', '160'),
        units: '320',
        curve: '30',
      },
      { labour: 'Carpenter 3.2' },
    ));

  // Remaining work cannot lie before the data date: 40 hours of work are left for the 20 hours after it.
  it('counts remaining work from the data date if it has no start', async () =>
    expectWork(
      {
        dataDate: '2026-11-25 12:00',
        task: started('2026-11-16 08:00', '2026-11-25 13:00', '2026-11-27 17:00', {
          restart_date: '',
          remain_drtn_hr_cnt: '20',
        }),
        units: '200',
        remain: '40',
      },
      { labour: 'Carpenter 2' },
    ));
});

describe('the import of resource-dependent activities', () => {
  it('uses the calendar of a night crew for an activity with the day calendar', async () =>
    expectWork(
      {
        dataDate: '2026-11-20 08:00',
        task: {
          ...started('2026-11-16 19:00', '2026-11-24 19:00', '2026-11-26 05:00'),
          task_type: 'TT_Rsrc',
        },
        units: '40',
        rate: '2',
        resourceCalendar: '19',
      },
      {
        start: '2026-11-16',
        finish: '2026-11-25',
        shift: 'night',
        daysWithoutWork: '11-20 11-23',
        labour: 'Carpenter 2',
      },
      byHours,
    ));
});
