import { describe, expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readMspdi } from '#programme/readers/mspdi/read-mspdi.ts';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import { anXerTask, clndrData, type XerContent, xerBytes } from '../../support/programmes/an-xer.ts';
import { anMspdiTask, hours, mspdi, standardCalendar, weekDay } from '../readers/mspdi/mspdi-text.ts';

const project = { region: 'gb', projectId: 'yard' } as const;

function fromXer(content: XerContent, mapping = '') {
  const rules = parseMapping(`id: task_code\n${mapping}`, 'map.yaml');
  return mapProgramme(readXer(xerBytes(content)), rules, project);
}

function xerTask(content: XerContent, mapping?: string): unknown {
  return fromXer(content, mapping).data.collections.tasks[0];
}

function mspdiTask(parts: Parameters<typeof mspdi>[0]): unknown {
  const rules = parseMapping('id: uid\n', 'map.yaml');
  return mapProgramme(readMspdi(mspdi(parts)), rules, project).data.collections.tasks[0];
}

/** Days of working weeks from Monday 23 November to Friday 11 December 2026. */
const threeWeeks = [23, 24, 25, 26, 27, 30, 31, 32, 33, 34, 37, 38, 39, 40, 41].map((day) =>
  new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10),
);

describe('the rest of a started activity of Primavera', () => {
  const labour = (quantities: Readonly<Record<string, string>>): XerContent => ({
    RSRC: [{ rsrc_id: '1', rsrc_name: 'Groundworker', rsrc_short_name: 'GW', rsrc_type: 'RT_Labor' }],
    TASKRSRC: [{ task_id: '1001', rsrc_id: '1', target_qty: '320', act_reg_qty: '160', ...quantities }],
  });
  const started = (
    dates: Readonly<Record<string, string>>,
    more: XerContent = labour({ remain_qty: '160' }),
  ) => ({
    ...more,
    TASK: [
      anXerTask({
        status_code: 'TK_Active',
        act_start_date: '2026-11-09 08:00',
        restart_date: '2026-12-14 08:00',
        reend_date: '2026-12-18 17:00',
        ...dates,
      }),
    ],
  });

  it('has no work from the data date until it begins, and the people of the remaining work', () => {
    expect(xerTask(started({}))).toMatchObject({
      start: '2026-11-09',
      finish: '2026-12-18',
      daysWithoutWork: threeWeeks,
      labour: [{ id: 'GW', quantity: 4 }],
    });
    expect(xerTask(started({}, labour({ remain_qty: '80', remain_qty_per_hr: '3' })))).toMatchObject({
      labour: [{ quantity: 3 }],
    });
  });

  it('has no pause if it continues right after the data date', () => {
    const content = started({ restart_date: '2026-11-23 08:00', reend_date: '2026-11-25 17:00' });
    const task = xerTask({ ...content, ...labour({ remain_qty: '72' }) });
    expect(task).toMatchObject({ daysWithoutWork: undefined, labour: [{ quantity: 3 }] });
  });

  it('has work on a day that is only partly covered by the preceding pause', () => {
    const at = (last_recalc_date: string, restart_date: string) =>
      xerTask({
        ...started({ restart_date, reend_date: '2026-11-27 17:00' }),
        PROJECT: [{ proj_id: '7', last_recalc_date, clndr_id: '5' }],
      });
    expect(at('2026-11-23 10:00', '2026-11-25 16:00')).toMatchObject({ daysWithoutWork: ['2026-11-24'] });
    expect(at('2026-11-23 08:00', '2026-11-25 17:00')).toMatchObject({
      daysWithoutWork: ['2026-11-23', '2026-11-24', '2026-11-25'],
    });
    expect(at('2026-11-24 00:00', '2026-11-25 08:00')).toMatchObject({ daysWithoutWork: ['2026-11-24'] });
  });

  it('does not count people whose own work is done', () => {
    expect(xerTask(started({}, labour({ remain_qty: '0', remain_qty_per_hr: '4' })))).toMatchObject({
      labour: undefined,
    });
  });

  it('pauses by whole nights if the calendar works nights', () => {
    const night = ['00:00-05:00', '19:00-00:00'];
    const nights = clndrData([['19:00-00:00'], night, night, night, night, ['00:00-05:00'], []]);
    const content = started({
      act_start_date: '2026-11-16 19:00',
      restart_date: '2026-11-26 19:00',
      reend_date: '2026-11-28 05:00',
    });
    const task = xerTask(
      { ...content, CALENDAR: [{ clndr_id: '5', clndr_name: 'Nights', clndr_data: nights }] },
      'shift: [{ default: night }]',
    );
    expect(task).toMatchObject({ daysWithoutWork: ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25'] });
  });

  it('pauses for a suspension, and again until the rest after it begins', () => {
    const content = started({
      restart_date: '2026-11-27 08:00',
      reend_date: '2026-12-01 17:00',
      suspend_date: '2026-11-18 08:00',
      resume_date: '2026-11-23 12:00',
    });
    expect(xerTask(content)).toMatchObject({
      daysWithoutWork: [18, 19, 20, 23, 24, 25, 26].map((day) => `2026-11-${day}`),
    });
  });

  it('is reported if the activity has an actual finish, in one message for all such activities', () => {
    const { report } = fromXer(started({ act_end_date: '2026-11-20 17:00' }));
    expect(report.problems.map(({ text, like }) => [text, like])).toEqual([
      [
        'Activities with an actual finish and the status TK_Active count as started: A1010.',
        {
          group: 'Activities with an actual finish and the status TK_Active count as started',
          example: 'A1010',
        },
      ],
    ]);
  });
});

describe('an actual finish of Primavera that was typed without a time', () => {
  const finished = (act_end_date: string, more: XerContent = {}) =>
    xerTask({
      ...more,
      TASK: [anXerTask({ status_code: 'TK_Complete', act_start_date: '2026-11-09 08:00', act_end_date })],
    });

  it('is on the day that was typed, not on the day before', () => {
    expect(finished('2026-11-16 00:00')).toMatchObject({ finish: '2026-11-16', finishTime: undefined });
    expect(finished('2026-11-18 00:00')).toMatchObject({ finish: '2026-11-18' });
  });
});

describe('people of Primavera', () => {
  const crew = (quantities: Readonly<Record<string, string>>, more: XerContent = {}) =>
    xerTask({
      TASK: [anXerTask({ restart_date: '2026-11-23 15:00', reend_date: '2026-11-25 12:00' })],
      RSRC: [{ rsrc_id: '1', rsrc_name: 'Carpenter', rsrc_short_name: 'CARP', rsrc_type: 'RT_Labor' }],
      TASKRSRC: [{ task_id: '1001', rsrc_id: '1', ...quantities }],
      ...more,
    });
  const five = { labour: [{ id: 'CARP', quantity: 5 }] };

  it('are the units per hour in the file', () => {
    expect(crew({ target_qty: '70', remain_qty: '70', target_qty_per_hr: '5' })).toMatchObject(five);
    expect(crew({ remain_qty: '99', target_qty_per_hr: '4', remain_qty_per_hr: '5' })).toMatchObject(five);
    expect(crew({ remain_qty: '7', remain_qty_per_hr: '0.5' })).toMatchObject({
      labour: [{ quantity: 0.5 }],
    });
  });

  it('are the hours divided by the working hours of the task if the file has no units per hour', () => {
    expect(crew({ target_qty: '70', remain_qty: '70' })).toMatchObject(five);
    expect(crew({ target_qty: '70', remain_qty: '70', remain_qty_per_hr: '0' })).toMatchObject(five);
  });

  it('are added up if a resource is assigned twice', () => {
    const TASKRSRC = ['2', '3'].map((remain_qty_per_hr) => ({
      task_id: '1001',
      rsrc_id: '1',
      remain_qty: '70',
      remain_qty_per_hr,
    }));
    expect(crew({}, { TASKRSRC })).toMatchObject(five);
  });

  it('are the maximum in the part of a resource curve that remains', () => {
    const parts = [...Array.from({ length: 10 }, () => 2), ...Array.from({ length: 10 }, () => 8)];
    const curve: XerContent = {
      RSRCCURVDATA: [
        {
          curv_id: '9',
          ...Object.fromEntries(parts.map((part, index) => [`pct_usage_${index + 1}`, String(part)])),
        },
      ],
    };
    const rate = { target_qty: '100', target_qty_per_hr: '5', remain_qty_per_hr: '5', curv_id: '9' };
    expect(crew({ ...rate, remain_qty: '100' }, curve)).toMatchObject({ labour: [{ quantity: 8 }] });
    const started = anXerTask({
      status_code: 'TK_Active',
      act_start_date: '2026-11-09 08:00',
      restart_date: '2026-11-23 15:00',
      reend_date: '2026-11-25 12:00',
    });
    const half = { ...curve, TASK: [started] };
    expect(crew({ ...rate, remain_qty: '80' }, half)).toMatchObject({ labour: [{ quantity: 5 }] });
  });
});

describe('a finish of MS Project XML at 00:00', () => {
  const dates = (elements: Readonly<Record<string, string>>, calendars?: string) =>
    mspdiTask({ tasks: anMspdiTask(elements), ...(calendars !== undefined && { calendars }) });
  const monday = { Start: '2026-11-23T00:00:00', Duration: 'PT40H0M0S' };

  it.each([
    ['counts its day if the duration needs it', { ...monday, Finish: '2026-11-27T00:00:00' }, '2026-11-27'],
    [
      'does not count its day if the duration does not need it',
      { ...monday, Finish: '2026-11-28T00:00:00' },
      '2026-11-27',
    ],
    [
      'counts its day if it is also the start',
      { Start: '2026-11-25T00:00:00', Finish: '2026-11-25T00:00:00', Duration: 'PT8H0M0S' },
      '2026-11-25',
    ],
    [
      'counts its day if the task is complete',
      {
        Start: '2026-11-09T08:00:00',
        Finish: '2026-11-16T00:00:00',
        ActualStart: '2026-11-09T08:00:00',
        ActualFinish: '2026-11-16T00:00:00',
        PercentComplete: '100',
        Duration: 'PT48H0M0S',
      },
      '2026-11-16',
    ],
    [
      'counts its day without a duration',
      { ...monday, Finish: '2026-11-27T00:00:00', Duration: '' },
      '2026-11-27',
    ],
  ])('%s', (_, elements, finish) => {
    expect(dates(elements)).toMatchObject({ finish });
  });

  it('counts its day, without a duration, only if the hours of work need it', () => {
    const assigned = (Work: string) =>
      mspdiTask({
        tasks: anMspdiTask({ ...monday, Finish: '2026-11-28T00:00:00', Duration: '' }),
        resources: '<Resource><UID>1</UID><Name>Joiner</Name><Type>1</Type></Resource>',
        assignments: `<Assignment><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID><Units>2</Units><Work>${Work}</Work></Assignment>`,
      });
    expect(assigned('PT80H0M0S')).toMatchObject({ finish: '2026-11-27' });
    expect(assigned('PT96H0M0S')).toMatchObject({ finish: '2026-11-28' });
  });

  it('is the end of the day before on a calendar that works around the clock', () => {
    const always = `<Calendar><UID>1</UID><Name>24 Hours</Name><WeekDays>${[1, 2, 3, 4, 5, 6, 7].map((day) => weekDay(day, hours('00:00:00', '00:00:00'))).join('')}</WeekDays></Calendar>`;
    const task = { Start: '2026-11-23T00:00:00', Finish: '2026-11-25T00:00:00' };
    expect(dates({ ...task, Duration: 'PT48H0M0S' }, always)).toMatchObject({ finish: '2026-11-24' });
    expect(dates({ ...task, Duration: 'PT72H0M0S' }, always)).toMatchObject({ finish: '2026-11-25' });
  });

  it('does not count the days of a split towards the duration', () => {
    const period = (day: number) =>
      `<TimephasedData><Type>1</Type><Start>2026-11-${day}T00:00:00</Start><Finish>2026-11-${day}T00:00:00</Finish><Value>PT8H0M0S</Value></TimephasedData>`;
    const task = mspdiTask({
      tasks: anMspdiTask({ ...monday, Finish: '2026-11-27T00:00:00', Duration: 'PT24H0M0S' }),
      assignments: `<Assignment><TaskUID>1</TaskUID><ResourceUID>-65535</ResourceUID><Work>PT24H0M0S</Work>${[23, 24, 27].map(period).join('')}</Assignment>`,
    });
    expect(task).toMatchObject({ finish: '2026-11-27', daysWithoutWork: ['2026-11-25', '2026-11-26'] });
  });
});

describe('the rest of a started task of MS Project XML', () => {
  const resources = '<Resource><UID>1</UID><Name>Joiner</Name><Type>1</Type></Resource>';
  const started = (elements: Readonly<Record<string, string>>, assignment = '') =>
    mspdiTask({
      tasks: anMspdiTask({
        Start: '2026-11-09T08:00:00',
        ActualStart: '2026-11-09T08:00:00',
        Finish: '2026-12-18T17:00:00',
        Duration: 'PT80H0M0S',
        PercentComplete: '50',
        Stop: '2026-11-13T17:00:00',
        Resume: '2026-12-14T08:00:00',
        ...elements,
      }),
      resources,
      assignments: `<Assignment><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID><Work>PT320H0M0S</Work>${assignment}</Assignment>`,
    });

  it('has no work from the status date until it resumes', () => {
    expect(started({})).toMatchObject({ finish: '2026-12-18', daysWithoutWork: threeWeeks });
    expect(started({ Stop: '' })).toMatchObject({ daysWithoutWork: threeWeeks });
    // Progress was entered up to Tuesday, after the status date.
    expect(started({ Stop: '2026-11-24T17:00:00' })).toMatchObject({ daysWithoutWork: threeWeeks.slice(2) });
    // A date without a time includes its day.
    expect(started({ Stop: '2026-11-24T00:00:00' })).toMatchObject({ daysWithoutWork: threeWeeks.slice(2) });
    expect(started({ Resume: '2026-11-18T08:00:00' })).toMatchObject({ daysWithoutWork: undefined });
  });

  it('has the people in the file, else the remaining hours divided by its working hours', () => {
    expect(started({}, '<Units>3</Units><RemainingWork>PT160H0M0S</RemainingWork>')).toMatchObject({
      labour: [{ name: 'Joiner', quantity: 3 }],
    });
    expect(started({}, '<RemainingWork>PT160H0M0S</RemainingWork>')).toMatchObject({
      labour: [{ quantity: 4 }],
    });
    expect(started({}, '<Units>3</Units><RemainingWork>PT0H0M0S</RemainingWork>')).toMatchObject({
      labour: undefined,
    });
  });
});

describe('people of MS Project XML', () => {
  const assigned = (more: string) =>
    mspdiTask({
      calendars: standardCalendar,
      tasks: anMspdiTask({
        Start: '2026-11-23T15:00:00',
        Finish: '2026-11-25T12:00:00',
        Duration: 'PT14H0M0S',
      }),
      resources: '<Resource><UID>1</UID><Name>Joiner</Name><Type>1</Type></Resource>',
      assignments: `<Assignment><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID>${more}</Assignment>`,
    });
  const period = (from: string, to: string, work: number) =>
    `<TimephasedData><Type>1</Type><Start>2026-11-${from}:00</Start><Finish>2026-11-${to}:00</Finish><Value>PT${work}H0M0S</Value></TimephasedData>`;

  it('are the units in the file, else the hours divided by those of the task', () => {
    expect(assigned('<Units>5</Units><Work>PT70H0M0S</Work>')).toMatchObject({ labour: [{ quantity: 5 }] });
    expect(assigned('<Units>0.5</Units><Work>PT7H0M0S</Work>')).toMatchObject({
      labour: [{ quantity: 0.5 }],
    });
    expect(assigned('<Work>PT70H0M0S</Work>')).toMatchObject({ labour: [{ quantity: 5 }] });
  });

  it('are the highest number on any day if hours were entered day by day', () => {
    const byDay =
      period('23T15:00', '23T17:00', 4) +
      period('24T08:00', '24T17:00', 48) +
      period('25T08:00', '25T12:00', 8);
    const contour = `<Units>2</Units><Work>PT60H0M0S</Work><WorkContour>8</WorkContour>${byDay}`;
    expect(assigned(contour)).toMatchObject({ labour: [{ quantity: 6 }], daysWithoutWork: undefined });
  });
});
