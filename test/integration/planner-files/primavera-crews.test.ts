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
type Case = readonly [string, Fields, readonly Fields[], Expected];

const resource = (id: string, name: string, type: string, unit = '') => ({
  rsrc_id: id,
  clndr_id: '5',
  rsrc_short_name: name.toUpperCase().slice(0, 4) + id,
  rsrc_name: name,
  rsrc_type: type,
  unit_id: unit,
  curr_id: '1',
});

/** An assignment with units. `rate` is the units per hour, or `''` for none. By default, all of the units remain. */
function assigned(rsrc: string, units: string, rate: string, more: Fields = {}): Fields {
  return {
    taskrsrc_id: `${rsrc}${units}${rate}${more['role_id'] ?? ''}`.replaceAll('.', '9'),
    task_id: '1001',
    proj_id: '7',
    role_id: '',
    rsrc_id: rsrc,
    target_qty: units,
    remain_qty: units,
    act_reg_qty: '0',
    target_qty_per_hr: rate,
    remain_qty_per_hr: rate,
    curv_id: '',
    rsrc_type: { '3': 'RT_Equip', '4': 'RT_Mat', '5': 'RT_Mat' }[rsrc] ?? 'RT_Labor',
    ...more,
  };
}

/** A curve: its shares of the work in twenty parts of the duration, after a first field that is 0. */
function curve(id: string, name: string, shares: readonly number[]): Fields {
  return {
    curv_id: id,
    curv_name: name,
    default_flag: 'N',
    pct_usage_0: '0',
    ...Object.fromEntries(shares.map((share, index) => [`pct_usage_${index + 1}`, String(share)])),
  };
}

const repeat = (share: number, times: number) => Array.from({ length: times }, () => share);
const curves = [
  curve('30', 'Front', [...repeat(8, 10), ...repeat(2, 10)]),
  curve('31', 'Back', [...repeat(2, 10), ...repeat(8, 10)]),
  curve('32', 'Linear', repeat(5, 20)),
  curve('33', 'Bell', [1, 1, 2, 3, 4, 5, 7, 8, 9, 10, 10, 9, 8, 7, 5, 4, 3, 2, 1, 1]),
];

async function expectActivity(task: Fields, assignments: readonly Fields[], expected: Expected) {
  const bytes = xerBytes({
    UMEASURE: [
      { unit_id: '1', unit_abbrev: 'm3', unit_name: 'Cubic metre' },
      { unit_id: '2', unit_abbrev: '£', unit_name: 'Pounds' },
    ],
    RSRCCURVDATA: curves,
    ROLES: [{ role_id: '90', parent_role_id: '', role_short_name: 'BANK', role_name: 'Banksman' }],
    PROJECT: dataDate('2026-11-23 00:00'),
    CALENDAR: calendars,
    RSRC: [
      resource('1', 'Carpenter', 'RT_Labor'),
      resource('2', 'Labourer', 'RT_Labor'),
      resource('3', 'Crane', 'RT_Equip'),
      resource('4', 'Concrete', 'RT_Mat', '1'),
      resource('5', 'Allowance', 'RT_Mat', '2'),
    ],
    TASK: [anXerTask(task)],
    TASKRSRC: assignments,
  });
  await expectTasks(
    bytes,
    task['clndr_id'] === '20' ? primaveraMapping + nightShiftMapping : primaveraMapping,
    { A1010: expected },
  );
}

const week = planned('2026-11-23 08:00', '2026-11-27 17:00', '40');
const fourWeeks = planned('2026-11-23 08:00', '2026-12-18 17:00', '160');
const halfDone = started('2026-11-09 08:00', '2026-11-23 08:00', '2026-12-04 17:00', {
  target_drtn_hr_cnt: '160',
  remain_drtn_hr_cnt: '80',
});

describe('the import of crews of activities to come', () => {
  it.each<Case>([
    [
      'a carpenter half of the time, and two and a half labourers',
      week,
      [assigned('1', '20', '0.5'), assigned('2', '100', '2.5')],
      { labour: 'Carpenter 0.5, Labourer 2.5' },
    ],
    [
      'a crew on two of five days',
      week,
      [
        assigned('1', '32', '2', {
          target_start_date: '2026-11-25 08:00',
          target_end_date: '2026-11-26 17:00',
          target_lag_drtn_hr_cnt: '16',
        }),
      ],
      { labour: 'Carpenter 2' },
    ],
    ['units without units per hour', week, [assigned('1', '100', '')], { labour: 'Carpenter 2.5' }],
    [
      'units without units per hour over the hours of a short Friday',
      { ...planned('2026-11-23 07:30', '2026-11-27 13:00', '41.5'), clndr_id: '8' },
      [assigned('1', '83', '')],
      { labour: 'Carpenter 2' },
    ],
    [
      'units without units per hour, from noon to noon',
      planned('2026-11-23 13:00', '2026-11-25 12:00', '16'),
      [assigned('1', '48', '')],
      { labour: 'Carpenter 3' },
    ],
    [
      'units without units per hour over nights with one off',
      { ...planned('2026-11-23 19:00', '2026-11-28 05:00', '40'), clndr_id: '20' },
      [assigned('1', '120', '')],
      { labour: 'Carpenter 3' },
    ],
    [
      'round the clock: three shifts of four people are four at a time',
      { ...planned('2026-11-23 00:00', '2026-11-26 00:00', '72'), clndr_id: '24' },
      [assigned('1', '288', '')],
      { finish: '2026-11-25', labour: 'Carpenter 4' },
    ],
    [
      'a resource twice, as itself and in a role',
      week,
      [assigned('1', '40', '1'), assigned('1', '60', '1.5', { role_id: '90' })],
      { labour: 'Carpenter 2.5' },
    ],
    [
      'a role that nobody fills yet',
      week,
      [assigned('', '80', '2', { role_id: '90', taskrsrc_id: '77' })],
      { labour: 'Banksman 2' },
    ],
    [
      'a crane, concrete and an amount of money',
      week,
      [
        assigned('3', '40', '1'),
        assigned('4', '36.5', '0.9125'),
        assigned('5', '4000', '100'),
        assigned('1', '40', '1'),
      ],
      { labour: 'Carpenter 1', plant: 'Crane 1', materials: 'Concrete 36.5 m3' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) =>
    expectActivity(task, assignments, expected),
  );
});

describe('the import of a resource that is assigned twice', () => {
  const onTwoDays = (day: string, next: string) =>
    assigned('1', '32', '2', {
      taskrsrc_id: day,
      target_start_date: `2026-11-${day} 08:00`,
      target_end_date: `2026-11-${next} 17:00`,
      restart_date: `2026-11-${day} 08:00`,
      reend_date: `2026-11-${next} 17:00`,
    });

  it('adds the numbers on the same days', async () =>
    expectActivity(week, [onTwoDays('23', '24'), onTwoDays('23', '24')], { labour: 'Carpenter 4' }));

  // A task has one number of people for all of its days, computed from all of its assignments together.
  it('does not add the numbers on different days', async () =>
    expectActivity(week, [onTwoDays('23', '24'), onTwoDays('26', '27')], { labour: 'Carpenter 4' }));
});

describe('the import of curves', () => {
  it.each<Case>([
    ['front-loaded', fourWeeks, [assigned('1', '320', '2', { curv_id: '30' })], { labour: 'Carpenter 3.2' }],
    ['a bell', fourWeeks, [assigned('1', '320', '2', { curv_id: '33' })], { labour: 'Carpenter 4' }],
    ['linear', fourWeeks, [assigned('1', '320', '2', { curv_id: '32' })], { labour: 'Carpenter 2' }],
    [
      'back-loaded beside a crew without a curve',
      fourWeeks,
      [assigned('1', '160', '1', { curv_id: '31' }), assigned('2', '160', '1')],
      { labour: 'Carpenter 1.6, Labourer 1' },
    ],
    [
      'front-loaded, half done: the tail is level',
      halfDone,
      [
        assigned('1', '320', '2', {
          curv_id: '30',
          act_reg_qty: '256',
          remain_qty: '64',
          remain_qty_per_hr: '0.8',
        }),
      ],
      { labour: 'Carpenter 0.8' },
    ],
    [
      'back-loaded, half done: the peak is to come, and level',
      halfDone,
      [
        assigned('1', '320', '2', {
          curv_id: '31',
          act_reg_qty: '64',
          remain_qty: '256',
          remain_qty_per_hr: '3.2',
        }),
      ],
      { labour: 'Carpenter 3.2' },
    ],
    [
      'a bell, half done: the peak is at once',
      halfDone,
      [
        assigned('1', '320', '2', {
          curv_id: '33',
          act_reg_qty: '160',
          remain_qty: '160',
          remain_qty_per_hr: '2',
        }),
      ],
      { labour: 'Carpenter 4' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) =>
    expectActivity(task, assignments, expected),
  );
});

describe('the import of crews of started activities', () => {
  it.each<Case>([
    [
      'one crew has finished, with the rate it had',
      halfDone,
      [
        assigned('1', '160', '2', { act_reg_qty: '160', remain_qty: '0', remain_qty_per_hr: '2' }),
        assigned('2', '320', '2', { act_reg_qty: '160', remain_qty: '160', remain_qty_per_hr: '2' }),
      ],
      { status: 'started', labour: 'Labourer 2' },
    ],
    [
      'fewer people than planned remain',
      halfDone,
      [assigned('1', '640', '4', { act_reg_qty: '320', remain_qty: '120', remain_qty_per_hr: '1.5' })],
      { labour: 'Carpenter 1.5' },
    ],
    [
      'what remains has no units per hour',
      halfDone,
      [assigned('1', '640', '', { act_reg_qty: '480', remain_qty: '160', remain_qty_per_hr: '' })],
      { labour: 'Carpenter 2' },
    ],
    [
      'what remains begins after lunch and has no units per hour',
      started('2026-11-09 08:00', '2026-11-26 13:00', '2026-11-27 17:00', { remain_drtn_hr_cnt: '12' }),
      [assigned('1', '200', '', { act_reg_qty: '176', remain_qty: '24', remain_qty_per_hr: '' })],
      { labour: 'Carpenter 2', daysWithoutWork: '11-23 11-24 11-25' },
    ],
    [
      'a crew that is on the last two days of what remains',
      halfDone,
      [
        assigned('1', '96', '3', {
          act_reg_qty: '48',
          remain_qty: '48',
          remain_qty_per_hr: '3',
          restart_date: '2026-12-03 08:00',
          reend_date: '2026-12-04 17:00',
        }),
      ],
      { labour: 'Carpenter 3' },
    ],
    [
      'the total of a material stays what was planned',
      halfDone,
      [assigned('4', '40', '0.25', { act_reg_qty: '30', remain_qty: '10', remain_qty_per_hr: '0.125' })],
      { materials: 'Concrete 40 m3' },
    ],
  ])('is right for: %s', async (_, task, assignments, expected) =>
    expectActivity(task, assignments, expected),
  );
});
