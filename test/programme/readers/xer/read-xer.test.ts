import { describe, expect, it } from 'vitest';
import type { Activity, Programme } from '#programme/programme.ts';
import { dayNumber } from '#programme/readers/local-date-time.ts';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import {
  anXer,
  anXerTask,
  clndrData,
  fiveDayWeek,
  type XerContent,
  xerBytes,
} from '../../../support/programmes/an-xer.ts';

function read(content?: XerContent): Programme {
  return readXer(xerBytes(content));
}

function activity(content?: XerContent): Activity {
  const [first] = read(content).activities;
  if (first === undefined) throw new Error('The file has no activity.');
  return first;
}

function ofText(change: (text: string) => string, encoding: BufferEncoding = 'latin1'): Programme {
  return readXer(Buffer.from(change(anXer()), encoding));
}

describe('an activity', () => {
  it('has its remaining dates if it has both remaining and planned ones', () => {
    expect(activity()).toMatchObject({
      code: 'A1010',
      name: 'Pour slab',
      start: '2026-11-23T08:00',
      finish: '2026-11-27T17:00',
      durationHours: 40,
      status: 'planned',
    });
  });

  it('has its actual dates once it has them', () => {
    const task = anXerTask({
      status_code: 'TK_Active',
      act_start_date: '2026-11-18 10:00',
      restart_date: '2026-11-23 08:00',
    });
    expect(activity({ TASK: [task] })).toMatchObject({
      status: 'started',
      start: '2026-11-18T10:00',
      finish: '2026-11-27T17:00',
    });
  });

  it('has no negative duration, and none longer than a century', () => {
    for (const hours of ['-8', '1e308', 'NaN']) {
      const task = anXerTask({ target_drtn_hr_cnt: hours, remain_drtn_hr_cnt: hours });
      expect(activity({ TASK: [task] }).durationHours).toBeUndefined();
    }
  });

  it('has only a start with type TT_Mile, and only a finish with type TT_FinMile', () => {
    const dates = { restart_date: '2026-11-23 08:00', reend_date: '2026-11-27 17:00' };
    const start = activity({ TASK: [anXerTask({ task_type: 'TT_Mile', ...dates })] });
    const finish = activity({ TASK: [anXerTask({ task_type: 'TT_FinMile', ...dates })] });
    expect([start.milestone, start.start, start.finish]).toEqual([true, '2026-11-23T08:00', undefined]);
    expect([finish.milestone, finish.start, finish.finish]).toEqual([true, undefined, '2026-11-27T17:00']);
  });

  it('may have a value with a line break, doubled quotes and a tab at its end', () => {
    const { activities } = ofText((text) => text.replace('Pour slab', 'Pour ""north""\r\nslab'));
    expect(activities[0]?.name).toBe('Pour "north"\nslab');
    expect(activities[0]?.finish).toBe('2026-11-27T17:00');
  });

  it('has the given values if its row is shorter than the table', () => {
    const { activities } = ofText((text) => text.replace('\t2026-11-24 08:00\t2026-11-30 17:00\r\n', '\r\n'));
    expect(activities[0]?.finish).toBe('2026-11-27T17:00');
  });

  it('has its planned start if its remaining start cannot be used, which is reported with the line', () => {
    const { activities, problems } = read({ TASK: [anXerTask({ restart_date: '2026-02-30 08:00' })] });
    expect(activities[0]?.start).toBe('2026-11-16T08:00');
    expect(problems).toEqual([
      {
        line: 14,
        kind: 'changed',
        text: 'Activity A1010: restart_date "2026-02-30 08:00" is not a usable date.',
      },
    ]);
  });

  it('is rejected if another one has its task_id', () => {
    const { activities, problems } = read({ TASK: [anXerTask(), anXerTask({ task_code: 'A1020' })] });
    expect(activities).toHaveLength(1);
    expect(problems).toEqual([
      { line: 15, kind: 'rejected', text: 'The task_id 1001 is already used in line 14.' },
    ]);
  });

  it('may have dates without a time, with seconds or with points in the time; 1899-12-30 means none', () => {
    const of = (restart_date: string) => activity({ TASK: [anXerTask({ restart_date })] }).start;
    expect(of('2026-11-23')).toBe('2026-11-23');
    expect(of('2026-11-3 8:00:30')).toBe('2026-11-03T08:00');
    expect(of('2026-11-23 08.30')).toBe('2026-11-23T08:30');
    expect(of('1899-12-30 00:00')).toBe('2026-11-16T08:00');
  });
});

describe('codes, user fields and notes', () => {
  it('have the descriptions of their parents if a code is hierarchical', () => {
    const { codes } = activity({
      ACTVTYPE: [{ actv_code_type_id: '1', actv_code_type: 'Area', actv_code_type_scope: 'AS_Global' }],
      ACTVCODE: [
        { actv_code_id: '10', actv_code_type_id: '1', actv_code_name: 'Tower A', short_name: 'A' },
        {
          actv_code_id: '11',
          parent_actv_code_id: '10',
          actv_code_type_id: '1',
          actv_code_name: 'Level 3',
          short_name: 'A3',
        },
      ],
      TASKACTV: [{ task_id: '1001', actv_code_type_id: '1', actv_code_id: '11' }],
    });
    expect(codes).toEqual(new Map([['Area', [{ value: 'A3', description: 'Tower A – Level 3' }]]]));
  });

  it('have their scope in the name if codes have the same name', () => {
    const { codes } = read({
      ACTVTYPE: [
        { actv_code_type_id: '1', actv_code_type: 'Area', actv_code_type_scope: 'AS_Global' },
        { actv_code_type_id: '2', actv_code_type: 'Area', actv_code_type_scope: 'AS_Project' },
      ],
    });
    expect(codes).toEqual(['Area', 'Area (project)']);
  });

  it('belong to activities, not to a folder with the same id', () => {
    const { fields } = activity({
      UDFTYPE: [
        { udf_type_id: '1', table_name: 'TASK', udf_type_label: 'Responsible' },
        { udf_type_id: '2', table_name: 'PROJWBS', udf_type_label: 'Budget' },
      ],
      UDFVALUE: [
        { udf_type_id: '1', fk_id: '1001', udf_text: 'Kofi Lewis' },
        { udf_type_id: '2', fk_id: '1001', udf_number: '12' },
      ],
    });
    expect(fields).toEqual(new Map([['Responsible', 'Kofi Lewis']]));
  });

  it('are text, even if a note is HTML', () => {
    const { notes } = activity({
      MEMOTYPE: [{ memo_type_id: '1', memo_type: 'Hold point' }],
      TASKMEMO: [
        {
          task_id: '1001',
          memo_type_id: '1',
          task_memo:
            '<HTML><HEAD><style>p{}</style></HEAD><BODY><P>Engineer &amp; client</P><P>before pour</P></BODY></HTML>',
        },
      ],
    });
    expect(notes).toBe('Hold point: Engineer & client\nbefore pour');
  });
});

describe('assignments and links', () => {
  it('have the name, unit and quantity at completion of a resource, or of the role if there is none', () => {
    const { assignments } = activity({
      RSRC: [
        {
          rsrc_id: '1',
          rsrc_name: 'Concrete gang',
          rsrc_short_name: 'CG',
          rsrc_type: 'RT_Labor',
          unit_id: '',
        },
        { rsrc_id: '2', rsrc_name: 'C40', rsrc_short_name: 'M1', rsrc_type: 'RT_Mat', unit_id: '9' },
      ],
      UMEASURE: [{ unit_id: '9', unit_abbrev: 'm³' }],
      ROLES: [{ role_id: '3', role_name: 'Foreman', role_short_name: 'FM' }],
      TASKRSRC: [
        {
          task_id: '1001',
          rsrc_id: '1',
          target_qty: '160',
          remain_qty: '120',
          act_reg_qty: '60',
          act_ot_qty: '20',
        },
        { task_id: '1001', rsrc_id: '2', target_qty: '1.234,5', remain_qty: '' },
        { task_id: '1001', rsrc_id: '', role_id: '3', target_qty: '40', rsrc_type: 'RT_Labor' },
      ],
    });
    expect(assignments).toMatchObject([
      { resourceKey: 'CG', name: 'Concrete gang', resourceType: 'RT_Labor', quantity: 200, remaining: 120 },
      { resourceKey: 'M1', name: 'C40', resourceType: 'RT_Mat', quantity: 1234.5, unit: 'm³' },
      { resourceKey: 'FM', name: 'Foreman', resourceType: 'RT_Labor', quantity: 40, unit: undefined },
    ]);
  });

  it('may have a link type with a digit; links that leave the project are counted', () => {
    const { activities, problems } = read({
      TASK: [anXerTask(), anXerTask({ task_id: '1002', task_code: 'A1020' })],
      TASKPRED: [
        { task_id: '1002', pred_task_id: '1001', pred_type: 'PR_SS1', lag_hr_cnt: '-16' },
        { task_id: '1002', pred_task_id: '9999', pred_type: 'PR_FS', lag_hr_cnt: '0' },
      ],
    });
    expect(activities[1]?.predecessors).toEqual([
      { predecessorKey: '1001', type: 'start-start', lagHours: -16 },
    ]);
    expect(problems).toEqual([
      {
        line: undefined,
        kind: 'changed',
        text: 'Links to other projects are left out: 1.',
      },
    ]);
  });
});

describe('calendars', () => {
  const calendar = (clndr_data: string, more: Readonly<Record<string, string>> = {}) =>
    read({ CALENDAR: [{ clndr_id: '5', clndr_name: 'Site', day_hr_cnt: '8', clndr_data, ...more }] });

  it('have working days, hours and holidays', () => {
    const usualDay = [
      { from: 480, to: 720 },
      { from: 780, to: 1020 },
    ];
    const { calendars, problems } = calendar(clndrData(fiveDayWeek, ['2026-12-25']));
    expect(calendars).toEqual([
      {
        key: '5',
        name: 'Site',
        hoursPerDay: 8,
        week: [...Array.from({ length: 5 }, () => usualDay), [], []],
        workingDays: [1, 2, 3, 4, 5],
        firstHour: '08:00',
        lastHour: '17:00',
        days: new Map([[dayNumber('2026-12-25'), []]]),
      },
    ]);
    expect(problems).toEqual([]);
  });

  it('of a night shift begin in the evening, even if the file divides the shift at midnight', () => {
    const evening = '19:00-00:00';
    const night = ['00:00-05:00', evening];
    const divided = calendar(clndrData([[evening], night, night, night, night, ['00:00-05:00'], []]), {
      day_hr_cnt: '10',
    });
    const whole = ['19:00-05:00'];
    const undivided = calendar(clndrData([whole, whole, whole, whole, whole, [], []]), { day_hr_cnt: '10' });
    for (const { calendars } of [divided, undivided]) {
      expect(calendars[0]).toMatchObject({
        workingDays: [1, 2, 3, 4, 5],
        hoursPerDay: 10,
        firstHour: '19:00',
        lastHour: '05:00',
      });
    }
  });

  it('may have finishes before starts, hours without a zero, and line breaks written as DEL', () => {
    const data = clndrData(fiveDayWeek)
      .replaceAll(/s\|0?8:00\|f\|(\d\d:\d\d)/g, 'f|$1|s|8:00')
      .replaceAll('(0||', '\u007f\u007f  (0||');
    expect(calendar(data).calendars[0]).toMatchObject({ firstHour: '08:00', hoursPerDay: 8 });
  });

  it('are read although their first record has no name', () => {
    const data = clndrData([...fiveDayWeek.slice(0, 5), ['08:00-12:00'], []], ['2026-12-25']);
    const nameless = calendar(data.replace('(0||CalendarData()', '(0||()'));
    expect(nameless.calendars).toEqual(calendar(data).calendars);
    expect(nameless.problems).toEqual([]);
  });

  it('have the holidays of their base calendar', () => {
    const { calendars } = read({
      CALENDAR: [
        { clndr_id: '5', base_clndr_id: '6', clndr_data: clndrData(fiveDayWeek, ['2026-12-25']) },
        { clndr_id: '6', base_clndr_id: '5', clndr_data: clndrData(fiveDayWeek, ['2026-12-28']) },
      ],
    });
    expect(new Set(calendars[0]?.days.keys())).toEqual(new Set(['2026-12-25', '2026-12-28'].map(dayNumber)));
  });

  it('are assumed to be Monday to Friday, with the hours per day in the file, if they cannot be read, which is reported', () => {
    const { calendars, problems } = calendar('(0||CalendarData()((0||DaysOf', { day_hr_cnt: '10' });
    expect(calendars[0]).toMatchObject({ workingDays: [1, 2, 3, 4, 5], hoursPerDay: 10 });
    expect(problems).toEqual([
      {
        line: 7,
        kind: 'changed',
        text: 'The calendar "Site" has no working hours; Monday to Friday with 10 hours is assumed.',
      },
    ]);
  });
});

describe('folders', () => {
  it('are the WBS nodes, without the node of the project itself', () => {
    expect(read().folders).toEqual([
      { key: '71', parentKey: undefined, code: 'SUP', name: 'Superstructure' },
    ]);
  });

  it('include the node of the project if activities lie on it', () => {
    expect(read({ TASK: [anXerTask({ wbs_id: '70' })] }).folders.map(({ code }) => code)).toEqual([
      'TOWER',
      'SUP',
    ]);
  });
});

it('a project has the name of its own WBS node', () => {
  expect(read().name).toBe('Riverside Tower');
});

describe('several projects in one file', () => {
  const two = (flags: readonly [string, string]): XerContent => ({
    PROJECT: flags.map((export_flag, index) => ({
      proj_id: String(index + 7),
      proj_short_name: index === 0 ? 'TOWER' : 'QUAY',
      export_flag,
    })),
    TASK: [anXerTask(), anXerTask({ task_id: '1002', proj_id: '8', task_code: 'Q1' })],
  });

  it('are reduced to the exported one, with only its activities', () => {
    const { name, project, activities } = read(two(['N', 'Y']));
    expect([name, project, activities.map(({ code }) => code)]).toEqual(['QUAY', undefined, ['Q1']]);
  });

  it('are chosen by the mapping if two were exported', () => {
    expect(() => read(two(['Y', 'Y']))).toThrow(
      'the file has 2 projects: "TOWER", "QUAY". Write one in the mapping, such as project: "TOWER".',
    );
    const { project, problems } = readXer(xerBytes(two(['Y', 'Y'])), { project: 'QUAY' });
    expect(project).toBe('QUAY');
    expect(problems.map(({ text }) => text)).toEqual(['Projects that are not read: "TOWER".']);
  });

  it('are reduced to the one that is not a baseline', () => {
    const content = two(['Y', 'Y']);
    const [tower = {}, quay = {}] = content['PROJECT'] ?? [];
    const PROJECT = [{ ...tower, orig_proj_id: '8' }, quay];
    const { project, problems } = read({ ...content, PROJECT });
    expect(project).toBe('QUAY');
    expect(problems.map(({ text }) => text)).toContain('Projects that are not read: "TOWER".');
  });

  it('are reduced to the one with the most activities for an inspection, which names it', () => {
    const { TASK = [], ...rest } = two(['Y', 'Y']);
    const more = [...TASK, anXerTask({ task_id: '1003', proj_id: '8', task_code: 'Q2' })];
    expect(readXer(xerBytes({ ...rest, TASK: more }), { largest: true }).project).toBe('QUAY');
  });
});

describe('encodings', () => {
  const name = 'Verkleidung Süd – Gleis 3';
  const nameIn = (bytes: Uint8Array) => readXer(bytes).activities[0]?.name;

  it('are UTF-8 or UTF-16 with a byte order mark, and UTF-16 also without one', () => {
    const text = anXer().replace('Pour slab', name);
    expect(nameIn(Buffer.from(`\ufeff${text}`))).toBe(name);
    expect(nameIn(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(name);
    expect(nameIn(Buffer.from(text, 'utf16le'))).toBe(name);
    expect(nameIn(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(name);
  });

  it('are UTF-8 without a mark if the whole file is UTF-8', () => {
    expect(nameIn(Buffer.from(anXer().replace('Pour slab', name)))).toBe(name);
  });

  it('are Windows-1252 without a mark, unless the mapping says otherwise', () => {
    expect(ofText((text) => text.replace('Pour slab', 'Süd \u0096 1')).activities[0]?.name).toBe('Süd – 1');
    const bytes = Buffer.from(anXer().replace('Pour slab', '\u00c1\u00e5\u00f2\u00ee\u00ed'), 'latin1');
    expect(readXer(bytes, { encoding: 'windows-1251' }).activities[0]?.name).toBe('Бетон');
  });

  it('of another code page are reported with the line for the mapping, and not used without it', () => {
    const { problems, activities } = ofText((text) => text.replace('Pour slab', 'Wykona\u00b3o'));
    expect(activities[0]?.name).toBe('Wykona³o');
    expect(problems).toEqual([
      {
        line: undefined,
        kind: 'changed',
        text: 'Read as windows-1252, but words look like windows-1250: "Wykona³o" becomes "Wykonało". If names are wrong, write encoding: windows-1250 in the mapping.',
      },
    ]);
  });

  it('of two equally likely code pages are both reported', () => {
    const { problems } = ofText((text) => text.replace('Pour slab', 'Pamat\u00f8'));
    expect(problems.map(({ text }) => text)).toEqual([
      'Read as windows-1252, but words look like windows-1250: "Pamatø" becomes "Pamatř", or just as likely "Pamatų" in windows-1257. If names are wrong, write encoding: windows-1250 in the mapping.',
    ]);
  });

  it('of another code page are used on request, unless the mapping names one', () => {
    const bytes = Buffer.from(anXer().replace('Pour slab', 'Wykona\u00b3o'), 'latin1');
    const likely = readXer(bytes, { likelyEncoding: true });
    expect([likely.activities[0]?.name, likely.problems]).toEqual(['Wykonało', []]);
    const asked = readXer(bytes, { likelyEncoding: true, encoding: 'windows-1257' });
    expect([asked.activities[0]?.name, asked.likelyEncoding]).toEqual(['Wykona³o', undefined]);
  });

  it.each([
    ['UTF-8 beside Windows-1252', 'M\u00c3\u00bcller S\u00fcd'],
    ['GBK', '\u00bb\u00f9\u00b4\u00a1 \u00c4\u00a3\u00b0\u00e5 \u00bd\u00fd\u00c9\u00e8\u00c1\u00f7'],
  ])('that look wrong without a likely code page are reported with the line: %s', (_encoding, written) => {
    const { problems } = ofText((text) => text.replace('Pour slab', written));
    expect(problems).toEqual([
      {
        line: 14,
        kind: 'changed',
        text: 'Characters look misread as Windows-1252. If names are wrong, write encoding: windows-1251 or another in the mapping.',
      },
    ]);
  });

  it('that do not fit the bytes are refused with the line', () => {
    const bytes = Buffer.from(`${anXer().replace('Pour slab', 'S\u00fcd')}`, 'latin1');
    expect(() => readXer(bytes, { encoding: 'utf-8' })).toThrow(
      /^line 14: there are bytes that are not utf-8/,
    );
  });
});

describe('a file that cannot be used', () => {
  it('is refused with the reason if a part is missing', () => {
    expect(() => ofText((text) => text.slice(0, -60))).toThrow(
      'line 14: the file ends without the line %E: it was cut off. In Primavera P6 choose File > Export',
    );
  });

  it('is refused with the reason if it has no activities', () => {
    expect(() => ofText((text) => text.replace('%T\tTASK', '%T\tOTHER'))).toThrow(
      'the project has no activities. Check which project was exported. In Primavera P6 choose File > Export > Primavera PM (XER), type Project',
    );
    expect(() => read({ TASK: [] })).toThrow('the project has no activities');
  });

  it('is refused with the reason if it is not XER', () => {
    expect(() => readXer(Buffer.from('Activity ID,Name\n'))).toThrow(
      'line 1: the file does not begin with ERMHDR',
    );
  });

  it('is not one that merely has unknown tables and fields', () => {
    const { activities } = ofText((text) =>
      text.replace('%T\tPROJECT', '%T\tNEWTABLE\r\n%F\ta\tb\r\n%R\t1\t2\r\n%T\tPROJECT'),
    );
    expect(activities).toHaveLength(1);
  });
});

describe('a table TASK', () => {
  const again = 'In Primavera P6 choose File > Export > Primavera PM (XER), type Project.';

  it('is refused, with its line, if it lacks the names of its fields', () => {
    expect(() => ofText((text) => text.replace(/(%T\tTASK\r\n)%F[^\n]*\n/, '$1'))).toThrow(
      /line \d+: the table TASK has no line %F with its fields. In Primavera P6 choose/,
    );
  });

  it.each(['task_id', 'task_code', 'clndr_id'])('is refused without %s', (field) => {
    const { [field]: _, ...task } = anXerTask();
    expect(() => read({ TASK: [task] })).toThrow(`the table TASK has no field ${field}. ${again}`);
  });
});
