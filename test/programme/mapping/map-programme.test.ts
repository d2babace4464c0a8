import { describe, expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import {
  anXerTask,
  clndrData,
  fiveDayWeek,
  type XerContent,
  xerBytes,
} from '../../support/programmes/an-xer.ts';

const project = { region: 'gb', projectId: 'riverside' } as const;

function map(content: XerContent, mapping = '') {
  return mapProgramme(
    readXer(xerBytes(content)),
    parseMapping(`id: task_code\n${mapping}`, 'map.yaml'),
    project,
  );
}

/** The first task. */
function task(content: XerContent, mapping?: string): unknown {
  return map(content, mapping).data.collections.tasks[0];
}

/** Codes of the one activity: `{ Shift: 'N' }`, or with a description `{ Area: 'A Tower A' }`. */
function codes(values: Readonly<Record<string, string>>): XerContent {
  const named = Object.entries(values).map(([name, text], index) => ({ name, text, id: String(index + 1) }));
  return {
    ACTVTYPE: named.map(({ name, id }) => ({ actv_code_type_id: id, actv_code_type: name })),
    ACTVCODE: named.map(({ text, id }) => {
      const [short_name = '', ...description] = text.split(' ');
      return { actv_code_id: id, actv_code_type_id: id, short_name, actv_code_name: description.join(' ') };
    }),
    TASKACTV: named.map(({ id }) => ({ task_id: '1001', actv_code_type_id: id, actv_code_id: id })),
  };
}

const night = ['00:00-05:00', '19:00-00:00'];
const nightCalendar: XerContent = {
  CALENDAR: [
    {
      clndr_id: '5',
      clndr_name: 'Nights',
      day_hr_cnt: '10',
      clndr_data: clndrData([['19:00-00:00'], night, night, night, night, ['00:00-05:00'], []]),
    },
  ],
};

describe('the shift of a task', () => {
  const rules = `
shift:
  - { code: Shift, values: { N: night, Late: afternoon } }
  - { calendarHours: { night: "18:00-06:00", afternoon: "14:00-22:00" } }
  - { default: day }`;

  it('comes from the first rule that matches the value of a code or its description', () => {
    expect(task(codes({ Shift: 'N' }), rules)).toMatchObject({ shift: 'night' });
    expect(task(codes({ Shift: 'L Late' }), rules)).toMatchObject({ shift: 'afternoon' });
    expect(task(nightCalendar, rules)).toMatchObject({ shift: 'night' });
    expect(task({}, rules)).toMatchObject({ shift: 'day' });
  });

  it('is 24hr on a calendar that works round the clock', () => {
    const always = Array.from({ length: 7 }, () => ['00:00-00:00']);
    const calendar = { CALENDAR: [{ clndr_id: '5', clndr_name: 'Always', clndr_data: clndrData(always) }] };
    expect(task(calendar, rules)).toMatchObject({ shift: '24hr' });
  });

  it('is none if the mapping has no rule for shifts, which is reported', () => {
    expect(task({})).toMatchObject({ shift: undefined });
    expect(map({}).report.coverage[0]).toEqual({
      property: 'shift',
      answers: [{ rule: 'default none', tasks: 1, percent: 100 }],
    });
  });

  it('is not taken from properties that every object has', () => {
    expect(task(codes({ Shift: 'constructor' }), rules)).toMatchObject({ shift: 'day' });
  });

  it('comes from the next rule if a value is not listed, and the value is reported', () => {
    const { data, report } = map(codes({ Shift: 'X' }), rules);
    expect(data.collections.tasks[0]).toMatchObject({ shift: 'day' });
    expect(report.unknownValues).toEqual([
      { property: 'shift', rule: 'code Shift', value: 'X', tasks: 1, line: 14 },
    ]);
  });
});

describe('the dates of a task', () => {
  const dates = (start: string, finish: string, more: XerContent = {}, mapping?: string) =>
    task({ ...more, TASK: [anXerTask({ restart_date: start, reend_date: finish })] }, mapping);
  const nights = 'shift: [{ default: night }]';

  it('end on the day before with a finish at 00:00 only if the calendar works that day up to 24:00', () => {
    const always = Array.from({ length: 5 }, () => ['00:00-00:00']);
    const atMidnight = (week: readonly (readonly string[])[]) => {
      const CALENDAR = [{ clndr_id: '5', clndr_name: 'Site', clndr_data: clndrData([...week, [], []]) }];
      return dates('2026-11-23 08:00', '2026-11-26 00:00', { CALENDAR });
    };
    expect(atMidnight(fiveDayWeek.slice(0, 5))).toMatchObject({ start: '2026-11-23', finish: '2026-11-26' });
    expect(atMidnight(always)).toMatchObject({ start: '2026-11-23', finish: '2026-11-25' });
    // The Wednesday is not worked.
    expect(atMidnight(always.with(2, []))).toMatchObject({ finish: '2026-11-26' });
    expect(dates('2026-11-23 19:00', '2026-11-26 00:00', nightCalendar)).toMatchObject({
      finish: '2026-11-25',
    });
  });

  it('of a night shift are the evenings on which its nights begin', () => {
    expect(dates('2026-11-24 19:00', '2026-11-26 05:00', nightCalendar, nights)).toMatchObject({
      start: '2026-11-24',
      finish: '2026-11-25',
    });
    expect(dates('2026-11-25 02:00', '2026-11-25 05:00', nightCalendar, nights)).toMatchObject({
      start: '2026-11-24',
      finish: '2026-11-24',
    });
  });

  const nightsOf = (hours: readonly string[]): XerContent => ({
    CALENDAR: [
      {
        clndr_id: '5',
        clndr_name: 'Nights',
        clndr_data: clndrData([hours, hours, hours, hours, hours, [], []]),
      },
    ],
  });

  it.each(['20:00-04:00', '22:00-06:00'])(
    'of a night shift until noon belong to the night before, whatever the last hour of the calendar: %s',
    (hours) => {
      expect(dates('2026-11-24 22:00', '2026-11-26 05:00', nightsOf([hours]), nights)).toMatchObject({
        start: '2026-11-24',
        finish: '2026-11-25',
      });
      expect(dates('2026-11-25 05:00', '2026-11-26 12:00', nightsOf([hours]), nights)).toMatchObject({
        start: '2026-11-24',
        finish: '2026-11-25',
      });
      expect(dates('2026-11-24 22:00', '2026-11-26 13:00', nightsOf([hours]), nights)).toMatchObject({
        finish: '2026-11-26',
      });
    },
  );

  it('of a night shift begin on their own day if the night before is not worked, or is over', () => {
    // The start is at midnight, and no night shift begins on Sunday.
    expect(dates('2026-11-23 00:00', '2026-11-26 05:00', nightCalendar, nights)).toMatchObject({
      start: '2026-11-23',
    });
    expect(dates('2026-11-24 07:00', '2026-11-26 05:00', nightCalendar, nights)).toMatchObject({
      start: '2026-11-24',
    });
  });

  it('of a night shift on a day calendar end on the morning of the finish only if the calendar works at that time', () => {
    expect(dates('2026-11-23 08:00', '2026-11-27 12:00', {}, nights)).toMatchObject({ finish: '2026-11-27' });
    expect(dates('2026-11-23 19:00', '2026-11-27 07:00', {}, nights)).toMatchObject({ finish: '2026-11-26' });
  });

  it('of a night shift on a day calendar start on the evening before if the start is before 06:00', () => {
    expect(dates('2026-11-25 02:00', '2026-11-26 05:00', {}, nights)).toMatchObject({
      start: '2026-11-24',
      finish: '2026-11-25',
    });
    expect(dates('2026-11-25 00:00', '2026-11-26 05:00', {}, nights)).toMatchObject({ start: '2026-11-25' });
    expect(dates('2026-11-25 07:00', '2026-11-27 05:00', {}, nights)).toMatchObject({ start: '2026-11-25' });
  });

  it('of a night shift are not moved to the evening before if its calendar begins after midnight', () => {
    expect(dates('2026-11-24 01:00', '2026-11-26 05:00', nightsOf(['01:00-05:00']), nights)).toMatchObject({
      start: '2026-11-24',
      finish: '2026-11-26',
    });
  });

  it('of a night shift on a calendar without night hours end on the evening before a morning finish', () => {
    expect(dates('2026-11-24 19:00', '2026-11-26 05:00', {}, nights)).toMatchObject({ finish: '2026-11-25' });
    expect(dates('2026-11-24 19:00', '2026-11-26 17:00', {}, nights)).toMatchObject({ finish: '2026-11-26' });
  });

  it('follow the calendar of the project if the file lacks the calendar of the activity', () => {
    const PROJECT = [{ proj_id: '7', proj_short_name: 'TOWER', clndr_id: '5' }];
    const TASK = [anXerTask({ clndr_id: '99' })];
    expect(task({ PROJECT, TASK })).toMatchObject({ calendar: { type: 'five-day' } });
  });

  it('keep the hours of a start or finish that falls on its date', () => {
    expect(dates('2026-11-23 08:00', '2026-11-25 13:30')).toMatchObject({
      startTime: '08:00',
      finishTime: '13:30',
    });
    // The calendar does not work up to 24:00, so this finish is a date without a time.
    expect(dates('2026-11-23 00:00', '2026-11-26 00:00')).toMatchObject({
      startTime: '00:00',
      finishTime: undefined,
    });
    // Both times fall in nights that began the day before, so they are not on the task's dates.
    expect(dates('2026-11-25 02:00', '2026-11-26 05:00', nightCalendar, nights)).toMatchObject({
      startTime: undefined,
      finishTime: undefined,
    });
  });

  it('are both included if they have no times', () => {
    expect(dates('2026-11-23', '2026-11-26')).toMatchObject({ start: '2026-11-23', finish: '2026-11-26' });
  });

  it('of a milestone are the same day, with the duration 0', () => {
    const of = (task_type: string, time: string) =>
      task({ TASK: [anXerTask({ task_type, restart_date: time, reend_date: time })] });
    expect(of('TT_Mile', '2026-11-26 00:00')).toMatchObject({
      start: '2026-11-26',
      finish: '2026-11-26',
      duration: 0,
    });
    expect(of('TT_FinMile', '2026-11-26 00:00')).toMatchObject({ start: '2026-11-26', finish: '2026-11-26' });
  });

  it('are reported if the finish is before the start', () => {
    const reversed = { restart_date: '2026-11-26 08:00', reend_date: '2026-11-24 17:00' };
    const { data, report } = map({ TASK: [anXerTask(reversed)] });
    expect(data.collections.tasks[0]).toMatchObject({ start: '2026-11-26', finish: '2026-11-24' });
    expect(report.problems.map(({ text }) => text)).toEqual([
      'Activity A1010: its finish 2026-11-24 17:00 is before its start 2026-11-26 08:00.',
    ]);
    const withinDay = { restart_date: '2026-11-24 17:00', reend_date: '2026-11-24 08:00' };
    expect(map({ TASK: [anXerTask(withinDay)] }).report.problems).toHaveLength(1);
  });

  it('are reported if they are missing', () => {
    const bare = Object.fromEntries(Object.entries(anXerTask()).filter(([name]) => !name.endsWith('_date')));
    expect(map({ TASK: [bare] }).report.problems).toMatchObject([
      { line: 14, kind: 'changed', text: 'Activity A1010: it has no dates, and gets no bar.' },
    ]);
  });

  it('lead to the refusal of a table if none of them can be read', async () => {
    const mapping = parseMapping('id: { column: A }\ndates: { start: S, finish: F }\n', 'map.yaml');
    const mapped = async (rows: string) =>
      mapProgramme(await readCsv(Buffer.from(`A,S,F\n${rows}`)), mapping, project);
    await expect(mapped('Pour,23/11/2026,24/11/2026\nCure,,\n')).rejects.toThrow(
      'no activity has a date that can be read in the columns S and F. Write format: dd/MM/yyyy under dates in the mapping, whichever is right.',
    );
    await expect(mapped('Pour,3/12/2026,4/12/2026\n')).rejects.toThrow(
      'Write format: dd/MM/yyyy or format: MM/dd/yyyy under dates in the mapping',
    );
    await expect(mapped('Pour,soon,later\n')).rejects.toThrow(
      'Check dates and their format in the mapping, such as dd/MM/yyyy',
    );
    const { data } = await mapped('Pour,23/11/2026,24/11/2026\nCure,2026-11-25,\n');
    expect(data.collections.tasks).toHaveLength(2);
  });
});

describe('days computed from hours', () => {
  const task = anXerTask({ task_type: 'TT_Rsrc', target_drtn_hr_cnt: '56', remain_drtn_hr_cnt: '56' });
  const everyDay = Array.from({ length: 7 }, () => ['07:00-17:00']);
  const resourceCalendar: XerContent = {
    TASK: [task],
    CALENDAR: [
      { clndr_id: '5', clndr_name: 'Site', clndr_data: clndrData(fiveDayWeek) },
      { clndr_id: '6', clndr_name: 'Crane', clndr_data: clndrData(everyDay, ['2026-11-25']) },
    ],
    RSRC: [
      { rsrc_id: '1', rsrc_short_name: 'SV', rsrc_name: 'Surveyor', rsrc_type: 'RT_Labor', clndr_id: '5' },
      { rsrc_id: '2', rsrc_short_name: 'CR', rsrc_name: 'Crane', rsrc_type: 'RT_Equip', clndr_id: '6' },
    ],
    TASKRSRC: [
      { task_id: '1001', rsrc_id: '1', target_qty: '4' },
      { task_id: '1001', rsrc_id: '2', target_qty: '40' },
    ],
  };

  it('of a resource-dependent activity follow the calendar of the resource with the most hours', () => {
    expect(map(resourceCalendar).data.collections.tasks[0]).toMatchObject({
      calendar: { name: 'Crane', type: 'seven-day' },
      nonWorkingDays: ['2026-11-25'],
      // 40 hours on four days of ten hours.
      plant: [{ name: 'Crane', quantity: 1 }],
      // Primavera counts the duration by the activity's own calendar.
      duration: 7,
    });
    const dependsOnTask = { ...resourceCalendar, TASK: [{ ...task, task_type: 'TT_Task' }] };
    expect(map(dependsOnTask).data.collections.tasks[0]).toMatchObject({ calendar: { name: 'Site' } });
  });

  it.each([
    ['rcal_Predecessor', 2],
    ['rcal_Successor', 1.6],
    ['rcal_24Hour', 0.67],
    ['rcal_ProjDefault', 2],
  ])('of a lag follow the scheduling option %s of the project', (option, lag) => {
    const { data } = map({
      ...resourceCalendar,
      TASK: [anXerTask(), { ...anXerTask({ task_id: '1002', task_code: 'A1020' }), clndr_id: '6' }],
      TASKPRED: [{ task_id: '1002', pred_task_id: '1001', pred_type: 'PR_FS', lag_hr_cnt: '16' }],
      SCHEDOPTIONS: [{ proj_id: '7', sched_calendar_on_relationship_lag: option }],
    });
    expect(data.collections.tasks[1]).toMatchObject({ relatedTasks: [{ id: 'A1010', lag }] });
  });

  it('use the hours per day of the project if the calendar of an activity is not in the file', () => {
    const longDays = [{ clndr_id: '5', clndr_name: 'Long', clndr_data: clndrData(everyDay) }];
    const elsewhere = [anXerTask({ clndr_id: '99', target_drtn_hr_cnt: '40', remain_drtn_hr_cnt: '40' })];
    expect(map({ CALENDAR: longDays, TASK: elsewhere }).data.collections.tasks[0]).toMatchObject({
      duration: 4,
    });
  });
});

describe('a value of a task', () => {
  it('comes from the first rule of the chain that has a value', () => {
    const rule = 'subcontractor: { code: Contractor, else: { udf: Firm } }';
    const firm: XerContent = {
      UDFTYPE: [{ udf_type_id: '1', table_name: 'TASK', udf_type_label: 'Firm' }],
      UDFVALUE: [{ udf_type_id: '1', fk_id: '1001', udf_text: 'Brightwater, Ltd' }],
    };
    const byCode = { ...firm, ...codes({ Contractor: 'STB Stonebridge Frame' }) };
    expect(task(byCode, rule)).toMatchObject({ subcontractor: { id: 'STB', name: 'Stonebridge Frame' } });
    const { data, report } = map(firm, rule);
    // An id has no comma, because commas separate the ids of a list.
    const item = { id: 'Brightwater-Ltd', name: 'Brightwater, Ltd' };
    expect(data.collections.subcontractors).toEqual([item]);
    expect(data.collections.tasks[0]).toMatchObject({ subcontractor: item });
    expect(report.coverage.find(({ property }) => property === 'subcontractor')?.answers).toEqual([
      { rule: 'field Firm', tasks: 1, percent: 100 },
    ]);
  });

  it('joins the descriptions of several codes', () => {
    const area = codes({ Area: 'A Tower', Level: 'L3 Level-3' });
    expect(task(area, 'location: { code: [Area, Level], join: " / " }')).toMatchObject({
      location: { id: 'A/L3', name: 'Tower / Level-3' },
    });
  });

  it('is reported as missing if its code is not in the file', () => {
    const { report } = map(
      codes({ Contractor: 'STB', Area: 'A' }),
      'subcontractor: { code: Contracter }\nowner: { udf: Who }',
    );
    expect(report.missingNames).toEqual([
      'The file has no code "Contracter", which the mapping names; it has: Contractor, Area. Did you mean "Contractor"?',
      'The file has no user field "Who", which the mapping names; it has none.',
    ]);
  });

  it('counts people as the hours of all assignments of a resource divided by the working hours', () => {
    const content: XerContent = {
      // Monday to Monday with one day off: five working days of eight hours.
      CALENDAR: [{ clndr_id: '5', clndr_name: 'Site', clndr_data: clndrData(fiveDayWeek, ['2026-11-25']) }],
      TASK: [anXerTask({ restart_date: '2026-11-23 08:00', reend_date: '2026-11-30 17:00' })],
      RSRC: [
        { rsrc_id: '1', rsrc_name: 'Steel fixers', rsrc_short_name: 'SF', rsrc_type: 'RT_Labor' },
        { rsrc_id: '2', rsrc_name: 'Crane', rsrc_short_name: 'CR', rsrc_type: 'RT_Equip' },
        { rsrc_id: '3', rsrc_name: 'Steel', rsrc_short_name: 'ST', rsrc_type: 'RT_Mat' },
        { rsrc_id: '4', rsrc_name: 'Permit', rsrc_short_name: 'PE', rsrc_type: 'RT_Other' },
      ],
      TASKRSRC: [
        { task_id: '1001', rsrc_id: '1', remain_qty: '120' },
        { task_id: '1001', rsrc_id: '1', remain_qty: '40' },
        { task_id: '1001', rsrc_id: '2', remain_qty: '20' },
        { task_id: '1001', rsrc_id: '3', remain_qty: '12.5' },
        { task_id: '1001', rsrc_id: '4', remain_qty: '1' },
      ],
    };
    const { data, report } = map(content);
    expect(data.collections.tasks[0]).toMatchObject({
      labour: [{ id: 'SF', name: 'Steel fixers', quantity: 4 }],
      plant: [{ id: 'CR', name: 'Crane', quantity: 0.5 }],
      materials: [{ id: 'ST', name: 'Steel', quantity: 12.5 }],
      nonWorkingDays: ['2026-11-25'],
    });
    expect(report.unknownValues).toMatchObject([{ property: 'resources', value: 'RT_Other', tasks: 1 }]);
  });
});

describe('a suspended activity', () => {
  /** An activity of two weeks, Monday to Friday, with three days and 72 hours of labour left. */
  const suspended = (dates: Readonly<Record<string, string>>, calendar: XerContent = {}): XerContent => ({
    ...calendar,
    PROJECT: [{ proj_id: '7', last_recalc_date: '2026-12-02 00:00', clndr_id: '5' }],
    TASK: [
      anXerTask({
        status_code: 'TK_Active',
        act_start_date: '2026-11-23 08:00',
        restart_date: '2026-12-02 08:00',
        reend_date: '2026-12-04 17:00',
        ...dates,
      }),
    ],
    RSRC: [{ rsrc_id: '1', rsrc_name: 'Steel fixers', rsrc_short_name: 'SF', rsrc_type: 'RT_Labor' }],
    TASKRSRC: [{ task_id: '1001', rsrc_id: '1', remain_qty: '72' }],
  });
  const linesOf = (content: XerContent) => map(content).report.problems.map(({ text }) => text);

  it('has no work from its suspension to its resumption, and the people of the remaining work', () => {
    const content = suspended({ suspend_date: '2026-11-25 17:00', resume_date: '2026-12-01 08:00' });
    expect(task(content)).toMatchObject({
      daysWithoutWork: ['2026-11-26', '2026-11-27', '2026-11-30'],
      nonWorkingDays: undefined,
      labour: [{ quantity: 3 }],
    });
    expect(linesOf(content)).toEqual([]);
  });

  it('has no work on the day that begins with its suspension', () => {
    const content = suspended({ suspend_date: '2026-11-25 00:00', resume_date: '2026-11-26 00:00' });
    expect(task(content)).toMatchObject({ daysWithoutWork: ['2026-11-25'] });
  });

  it('resumes with the remaining work if it has no resume date, which is reported', () => {
    const content = suspended({ suspend_date: '2026-11-25 17:00' });
    expect(task(content)).toMatchObject({
      daysWithoutWork: ['2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01'],
    });
    expect(linesOf(content)).toEqual([
      'Activity A1010: its suspension from 2026-11-25 17:00 has no resume_date; its restart_date, 2026-12-02 08:00, ends it.',
    ]);
  });

  it('has no pause if it has not begun', () => {
    const content = suspended({
      status_code: 'TK_NotStart',
      suspend_date: '2026-11-25 17:00',
      resume_date: '2026-12-01 08:00',
    });
    expect(task(content)).toMatchObject({ daysWithoutWork: undefined });
  });

  it('has no pause if its suspension ends before it begins, which is reported', () => {
    const content = suspended({ suspend_date: '2026-11-25 17:00', resume_date: '2026-11-24 08:00' });
    expect(task(content)).toMatchObject({ daysWithoutWork: undefined });
    expect(linesOf(content)).toEqual([
      'Activity A1010: its suspension from 2026-11-25 17:00 has no end after it, and is left out.',
    ]);
  });

  it('pauses by whole nights if its calendar works nights', () => {
    const nights = suspended(
      {
        act_start_date: '2026-11-23 19:00',
        reend_date: '2026-11-28 05:00',
        suspend_date: '2026-11-25 05:00',
        resume_date: '2026-11-26 19:00',
      },
      nightCalendar,
    );
    expect(task(nights, 'shift:\n  - { default: night }')).toMatchObject({
      start: '2026-11-23',
      finish: '2026-11-27',
      daysWithoutWork: ['2026-11-25'],
    });
  });
});

describe('a calendar whose days differ in hours', () => {
  const steelFixers = (hours: string): XerContent => ({
    TASK: [anXerTask({ restart_date: '2026-11-24 08:00', reend_date: '2026-11-30 17:00' })],
    RSRC: [{ rsrc_id: '1', rsrc_name: 'Steel fixers', rsrc_short_name: 'SF', rsrc_type: 'RT_Labor' }],
    TASKRSRC: [{ task_id: '1001', rsrc_id: '1', remain_qty: hours }],
  });
  const calendar = (week: readonly (readonly string[])[], exceptions: readonly string[] = []) => ({
    CALENDAR: [{ clndr_id: '5', clndr_name: 'Site', clndr_data: clndrData(week, exceptions) }],
  });

  it('divides hours by its own working hours, and lists a worked Saturday', () => {
    // Tuesday to Friday and Monday with eight hours, Saturday with four.
    const content = { ...calendar(fiveDayWeek, ['2026-11-28 08:00-12:00']), ...steelFixers('160') };
    expect(task(content)).toMatchObject({
      labour: [{ id: 'SF', quantity: 3.6 }],
      calendar: { type: 'five-day' },
      nonWorkingDays: undefined,
      extraWorkingDays: ['2026-11-28'],
    });
  });

  it('counts the hours of each weekday', () => {
    const [usual = []] = fiveDayWeek;
    const shortFriday = [usual, usual, usual, usual, ['08:00-12:00'], [], []];
    expect(task({ ...calendar(shortFriday), ...steelFixers('72') })).toMatchObject({
      labour: [{ quantity: 2 }],
      extraWorkingDays: undefined,
    });
  });
});

describe('the mapping of ids, folders and links', () => {
  it('rejects an activity with the id of another one, and reports both lines', () => {
    const { data, report } = map({ TASK: [anXerTask(), anXerTask({ task_id: '1002' })] });
    expect(data.collections.tasks).toHaveLength(1);
    expect(report.problems).toMatchObject([
      { line: 15, kind: 'rejected', text: 'Activity A1010: line 14 has the same id.' },
    ]);
  });

  it('leaves out activities of the types to skip, and counts them', () => {
    const tasks = [anXerTask(), anXerTask({ task_id: '1002', task_code: 'A1', task_type: 'TT_LOE' })];
    const { data, report } = map({ TASK: tasks });
    expect(data.collections.tasks).toHaveLength(1);
    expect(report.skipped).toEqual([{ type: 'TT_LOE', activities: 1, names: ['Pour slab'] }]);
  });

  it('refuses a file if no activity is left', () => {
    expect(() => map({}, 'skip: [TT_Task]')).toThrow('no activity of the file becomes a task');
  });

  it('gives folders the path of their codes as id', () => {
    const wbs = (wbs_id: string, parent_wbs_id: string, wbs_short_name: string, wbs_name: string) => ({
      wbs_id,
      proj_id: '7',
      parent_wbs_id,
      wbs_short_name,
      wbs_name,
    });
    const PROJWBS = [wbs('80', '', 'SUP', 'Superstructure'), wbs('71', '80', 'L3', 'Level 3')];
    expect(task({ PROJWBS })).toMatchObject({
      folder: {
        id: 'SUP.L3',
        code: 'L3',
        name: 'Level 3',
        parentId: 'SUP',
        path: 'Superstructure › Level 3',
      },
    });
  });

  it('moves folders that contain each other to the top level', () => {
    const folder = (wbs_id: string, parent_wbs_id: string) => ({
      wbs_id,
      proj_id: '7',
      parent_wbs_id,
      wbs_short_name: wbs_id,
      wbs_name: `Folder ${wbs_id}`,
    });
    const { data, report } = map({ PROJWBS: [folder('71', '72'), folder('72', '71')] });
    expect(data.collections.folders.map(({ path }) => path)).toEqual(['Folder 71', 'Folder 72']);
    expect(report.problems[0]?.text).toBe(
      'The folder "Folder 71" is inside itself, or more than 50 deep; it is put at the top.',
    );
  });

  it('lists a link on both of its tasks, with the lag in working days of the predecessor', () => {
    const { data } = map({
      TASK: [anXerTask(), anXerTask({ task_id: '1002', task_code: 'A1020', task_name: 'Strike' })],
      TASKPRED: [{ task_id: '1002', pred_task_id: '1001', pred_type: 'PR_FS', lag_hr_cnt: '24' }],
    });
    const link = { lag: 3, type: 'finish-start' };
    expect(data.collections.tasks.map(({ relatedTasks }) => relatedTasks)).toEqual([
      [{ id: 'A1020', name: 'Strike', relation: 'successor', ...link }],
      [{ id: 'A1010', name: 'Pour slab', relation: 'predecessor', ...link }],
    ]);
  });
});

describe('calendars', () => {
  const day = ['08:00-16:00'];
  const type = (week: readonly (readonly string[])[]) =>
    map({ CALENDAR: [{ clndr_id: '5', clndr_name: 'Site', clndr_data: clndrData(week) }] });

  it('are five-day, six-day or seven-day', () => {
    const types = [5, 6, 7].map((days) => {
      const week = Array.from({ length: 7 }, (_, index) => (index < days ? day : []));
      return type(week).data.collections.calendars[0];
    });
    expect(types).toMatchObject([{ type: 'five-day' }, { type: 'six-day' }, { type: 'seven-day' }]);
  });

  it('are seven-day if they have other days off, and tasks list the days off', () => {
    const { data, report } = type([day, day, day, day, [], day, day]);
    expect(data.collections.calendars).toEqual([{ id: 'Site', name: 'Site', type: 'seven-day' }]);
    expect(data.collections.tasks[0]).toMatchObject({ nonWorkingDays: ['2026-11-27'] });
    expect(report.problems[0]?.text).toContain('is off on Friday, which no type of calendar covers');
  });
});

describe('a table', () => {
  const csv = async (rows: string, mapping: string) =>
    mapProgramme(await readCsv(Buffer.from(rows)), parseMapping(mapping, 'map.yaml'), project);

  it('is read from the columns that the mapping names', async () => {
    const { data } = await csv(
      'Activity,Name,Begin,End,Days,Shift,Trade\nA1,Pour,24/11/2026,26/11/2026,3,Nights,Frame\n',
      `
id: { column: Activity }
title: { column: Name }
dates: { start: Begin, finish: End, format: dd/MM/yyyy }
duration: { column: Days }
shift: [{ column: Shift, values: { Nights: night } }]
subcontractor: { column: Trade }
folder: none`,
    );
    expect(data.collections.tasks).toEqual([
      {
        id: 'A1',
        name: 'Pour',
        start: '2026-11-24',
        finish: '2026-11-26',
        duration: 3,
        keyTask: false,
        shift: 'night',
        subcontractor: { id: 'Frame', name: 'Frame' },
      },
    ]);
  });

  const oneTask = 'A,Start,Finish\nPour,2026-11-20,2026-11-24\n';
  const byDates = 'id: { column: A }\ndates: { start: Start, finish: Finish }\n';

  it('has no calendar, which is reported with a remedy', async () => {
    const { data, report } = await csv(oneTask, byDates);
    expect(data.collections.tasks[0]).toMatchObject({ calendar: undefined, duration: 5 });
    expect(report.problems.map(({ text }) => text)).toContain(
      'The file has no calendar: tasks are worked on every day, including Saturday and Sunday. Name the days in the mapping, such as workingDays: [mon, tue, wed, thu, fri].',
    );
  });

  it('has the calendar of the working days that the mapping names', async () => {
    const fiveDays = await csv(oneTask, `${byDates}workingDays: [mon, tue, wed, thu, fri]\n`);
    expect(fiveDays.data.collections.tasks[0]).toMatchObject({ calendar: { type: 'five-day' }, duration: 3 });
    expect(fiveDays.report.problems).toHaveLength(1);
    const { data } = await csv(oneTask, `${byDates}workingDays: [sun, mon, tue, wed, thu]\n`);
    expect(data.collections.tasks[0]).toMatchObject({
      calendar: { type: 'seven-day' },
      nonWorkingDays: ['2026-11-20', '2026-11-21'],
    });
  });

  it('has tasks without a duration if neither a column nor the dates give one', async () => {
    const { data } = await csv(
      'A,Start,Finish,D\nPour,2026-11-24,,\nCure,,,soon\nPermit,2026-11-24,2026-11-24,0\n',
      `${byDates}duration: { column: D }\n`,
    );
    expect(data.collections.tasks.map(({ duration }) => duration)).toEqual([undefined, undefined, 0]);
  });

  it('has incomplete and reversed dates, which are reported', async () => {
    const { data, report } = await csv(
      'A,Start,Finish\nPour,2026-11-24,\nCure,,2026-11-25\nStrike,2026-11-24,2026-11-20\n',
      byDates,
    );
    expect(data.collections.tasks[2]).toMatchObject({ start: '2026-11-24', finish: '2026-11-20' });
    expect(
      report.problems.filter(({ line }) => line !== undefined).map(({ line, text }) => [line, text]),
    ).toEqual([
      [2, 'Activity Pour: it has a start and no finish, and gets a bar of one day.'],
      [3, 'Activity Cure: it has a finish and no start, and gets a bar of one day.'],
      [4, 'Activity Strike: its finish 2026-11-20 is before its start 2026-11-24.'],
    ]);
  });

  it('leaves out rows without an id, and reports them by name', async () => {
    const { report } = await csv(
      'A,Name,Start,Finish\nA1,Pour,2026-11-24,2026-11-25\n,Cure,2026-11-24,2026-11-25\n,,2026-11-24,2026-11-25\n',
      `${byDates}title: { column: Name }\n`,
    );
    expect(
      report.problems.filter(({ kind }) => kind === 'rejected').map(({ line, text }) => [line, text]),
    ).toEqual([
      [3, 'The activity "Cure" has no id: give it one.'],
      [4, 'This activity has no id: give it one.'],
    ]);
  });

  it('gives the names of both ends of a link', async () => {
    const { data } = await csv(
      'A,Name,Start,Finish,Before\nA1,Pour,2026-11-24,2026-11-25,\nA2,Cure,2026-11-26,2026-11-27,A1\n',
      `${byDates}title: { column: Name }\npredecessors: { column: Before }\n`,
    );
    expect(data.collections.tasks.map(({ relatedTasks }) => relatedTasks)).toMatchObject([
      [{ id: 'A2', name: 'Cure' }],
      [{ id: 'A1', name: 'Pour' }],
    ]);
  });

  it('is refused if it lacks the column of ids or dates, but not if it lacks another', async () => {
    await expect(csv(oneTask, byDates.replace('A }', 'Id }'))).rejects.toThrow(
      'the table has no column "Id" for the id. Correct the mapping, or the headings in row 1; it has: A, Start, Finish.',
    );
    await expect(csv(oneTask, byDates.replace('start: Start', 'start: Begin'))).rejects.toThrow(
      'the table has no column "Begin" for the start.',
    );
    await expect(csv(oneTask, byDates.replace('finish: Finish', 'finish: Finsh'))).rejects.toThrow(
      'Did you mean "Finish"?',
    );
    const { report } = await csv(oneTask, `${byDates}owner: { column: Who }\n`);
    expect(report.missingNames).toEqual([
      'The file has no column "Who", which the mapping names; it has: A, Start, Finish.',
    ]);
  });

  it('is refused if the mapping names no columns of dates', async () => {
    await expect(csv(oneTask, 'id: { column: A }\n')).rejects.toThrow(
      'the mapping does not say which columns of the table have the dates. Write dates: { start: Start, finish: Finish }',
    );
  });

  it.each([
    ['4', 4],
    ['4d', 4],
    ['4 days?', 4],
    ['"2,5 d"', 2.5],
    ['12 hrs', 1.5],
    ['2 wks', 12],
    ['1 mon', 20],
    ['240 mins', 0.5],
    ['5 edays', 3],
    ['soon', 3],
  ])('with the duration %s has a task of %s working days', async (written, duration) => {
    const { data } = await csv(
      `A,Start,Finish,D\nPour,2026-11-24,2026-11-26,${written}\n`,
      `${byDates}duration: { column: D }\nworkingDays: [mon, tue, wed, thu, fri, sat]\n`,
    );
    expect(data.collections.tasks[0]).toMatchObject({ duration });
  });

  it('has one format of dates, by default YYYY-MM-DD, and dates in another one are reported', async () => {
    const { report } = await csv(
      'Activity,Begin,End\nA1,24/11/2026,2026-11-26\n',
      'id: { column: Activity }\ndates: { start: Begin, finish: End }',
    );
    expect(report.problems.slice(-2).map(({ text }) => text)).toEqual([
      'Activity A1: Begin "24/11/2026" is not a date in the format YYYY-MM-DD; name another one under dates: format.',
      'Activity A1: it has a finish and no start, and gets a bar of one day.',
    ]);
  });
});
