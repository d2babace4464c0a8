import { expect } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readProgrammeFile } from '#programme/readers/read-programme.ts';
import { clndrData } from '../../support/programmes/an-xer.ts';

/** The expected task; days as `11-23 11-24`, resources as `Carpenter 4, Labourer 2`. */
export type Expected = {
  readonly name?: string;
  readonly start?: string;
  readonly finish?: string;
  readonly duration?: number;
  readonly status?: string;
  readonly shift?: string;
  readonly calendar?: string;
  readonly labour?: string;
  readonly plant?: string;
  readonly materials?: string;
  readonly daysWithoutWork?: string;
  readonly nonWorkingDays?: string;
  readonly extraWorkingDays?: string;
};

type Quantity = { readonly name: string; readonly quantity: number; readonly unit?: string | undefined };

type Seen = {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly finish: string;
  readonly duration?: number;
  readonly status?: string;
  readonly shift?: string;
  readonly calendar?: { readonly type: string };
  readonly labour?: readonly Quantity[];
  readonly plant?: readonly Quantity[];
  readonly materials?: readonly Quantity[];
  readonly daysWithoutWork?: readonly string[];
  readonly nonWorkingDays?: readonly string[];
  readonly extraWorkingDays?: readonly string[];
};

const daysText = (days: readonly string[] = []) => days.map((day) => day.slice(5)).join(' ');
const quantitiesText = (quantities: readonly Quantity[] = []) =>
  quantities
    .map(({ name, quantity, unit }) => `${name} ${quantity}${unit === undefined ? '' : ` ${unit}`}`)
    .sort()
    .join(', ');

/**
 * Reads a file and compares the given properties of each task, by its id. Tasks that are not given are not compared.
 */
export async function expectTasks(
  bytes: Uint8Array,
  mapping: string,
  expected: Readonly<Record<string, Expected>>,
): Promise<void> {
  const programme = await readProgrammeFile('plan', bytes);
  const { data } = mapProgramme(programme, parseMapping(mapping, 'map.yaml'), {
    region: 'gb',
    projectId: 'x',
  });
  const seen = (data.collections.tasks as readonly unknown[] as readonly Seen[])
    .filter(({ id }) => expected[id] !== undefined)
    .map((task) => {
      const all = {
        name: task.name,
        start: task.start,
        finish: task.finish,
        duration: task.duration,
        status: task.status,
        shift: task.shift,
        calendar: task.calendar?.type,
        labour: quantitiesText(task.labour),
        plant: quantitiesText(task.plant),
        materials: quantitiesText(task.materials),
        daysWithoutWork: daysText(task.daysWithoutWork),
        nonWorkingDays: daysText(task.nonWorkingDays),
        extraWorkingDays: daysText(task.extraWorkingDays),
      };
      const named = Object.keys(expected[task.id] ?? {});
      return [task.id, Object.fromEntries(Object.entries(all).filter(([key]) => named.includes(key)))];
    });
  expect(Object.fromEntries(seen)).toEqual(expected);
}

export const primaveraMapping = `id: task_code
resources: { RT_Labor: labour, RT_Equip: plant, RT_Mat: materials }
`;
export const nightShiftMapping = 'shift: [{ default: night }]\n';

const wholeDay = ['00:00-00:00'];
const night = ['00:00-05:00', '19:00-00:00'];
const siteDay = ['08:00-12:00', '13:00-17:00'];
const longDay = ['07:30-12:00', '12:30-17:00'];
const evening = ['16:00-00:00'];

/** Calendars as Primavera writes them: hours across midnight belong to two days. */
export const calendars = [
  aCalendar('5', 'Site', '8', clndrData([...Array.from({ length: 5 }, () => siteDay), [], []])),
  aCalendar('6', 'Six days', '8', clndrData([...Array.from({ length: 6 }, () => siteDay), []])),
  aCalendar('24', '7x24', '24', clndrData(Array.from({ length: 7 }, () => wholeDay))),
  aCalendar('23', '6x24', '24', clndrData([...Array.from({ length: 6 }, () => wholeDay), []])),
  aCalendar('19', 'Nights', '10', nightData([])),
  aCalendar(
    '20',
    'Nights, 25 Nov off',
    '10',
    nightData(['2026-11-25 00:00-05:00', '2026-11-26 19:00-00:00']),
  ),
  aCalendar('16', 'Late', '8', clndrData([...Array.from({ length: 5 }, () => evening), [], []])),
  aCalendar(
    '8',
    'Short Friday',
    '8.3',
    clndrData([longDay, longDay, longDay, longDay, ['07:30-13:00'], [], []]),
  ),
  aCalendar(
    '9',
    'Saturday for Friday',
    '8',
    clndrData(
      [...Array.from({ length: 5 }, () => siteDay), [], []],
      ['2026-11-27', '2026-11-28 08:00-12:00 13:00-17:00'],
    ),
  ),
];

function aCalendar(
  id: string,
  name: string,
  dayHours: string,
  data: string,
): Readonly<Record<string, string>> {
  return { clndr_id: id, clndr_name: name, base_clndr_id: '', day_hr_cnt: dayHours, clndr_data: data };
}

function nightData(exceptions: readonly string[]): string {
  return clndrData([['19:00-00:00'], night, night, night, night, ['00:00-05:00'], []], exceptions);
}

/** The table `PROJECT` of an XER file with the data date. */
export function dataDate(date: string): readonly Readonly<Record<string, string>>[] {
  return [
    {
      proj_id: '7',
      proj_short_name: 'TOWER',
      last_recalc_date: date,
      export_flag: 'Y',
      clndr_id: '5',
    },
  ];
}

/** Fields of a started activity as Primavera writes them. Its remaining work goes from `restart` to `reend`. */
export function started(
  actualStart: string,
  restart: string,
  reend: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    status_code: 'TK_Active',
    act_start_date: actualStart,
    target_start_date: actualStart,
    target_end_date: reend,
    restart_date: restart,
    reend_date: reend,
    early_start_date: restart,
    early_end_date: reend,
    target_drtn_hr_cnt: '80',
    remain_drtn_hr_cnt: '24',
    ...more,
  };
}

/** Fields of a finished activity, without remaining work. */
export function finished(
  actualStart: string,
  actualEnd: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    status_code: 'TK_Complete',
    act_start_date: actualStart,
    act_end_date: actualEnd,
    restart_date: '',
    reend_date: '',
    early_start_date: '',
    early_end_date: '',
    remain_drtn_hr_cnt: '0',
    ...more,
  };
}

/** Fields of an activity that has not started. */
export function planned(
  start: string,
  end: string,
  hours: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    target_start_date: start,
    target_end_date: end,
    restart_date: start,
    reend_date: end,
    early_start_date: start,
    early_end_date: end,
    target_drtn_hr_cnt: hours,
    remain_drtn_hr_cnt: hours,
    ...more,
  };
}
