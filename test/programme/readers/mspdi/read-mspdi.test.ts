import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import type { ProgrammeCalendar } from '#programme/programme.ts';
import { dayNumber } from '#programme/readers/local-date-time.ts';
import { readMspdi } from '#programme/readers/mspdi/read-mspdi.ts';
import { anMspdiTask, hours, mspdi, standardCalendar, weekDay } from './mspdi-text.ts';

const textsOf = (programme: ReturnType<typeof readMspdi>) => programme.problems.map(({ text }) => text);
const daysOff = (calendar: ProgrammeCalendar | undefined) =>
  [...(calendar?.days ?? [])].filter(([, ranges]) => ranges.length === 0).map(([day]) => formatDay(day));
const firstOf = (bytes: Uint8Array) => readMspdi(bytes).activities[0];

describe('a programme of MS Project', () => {
  it('has its title, its status date and its tasks', () => {
    const programme = readMspdi(mspdi({ project: '<Title>Riverside Tower</Title>' }));
    expect(programme).toMatchObject({
      format: 'mspdi',
      name: 'Riverside Tower',
      dataDate: '2026-11-20T17:00',
    });
    expect(programme.activities).toMatchObject([
      {
        line: 8,
        key: '1',
        code: '1',
        name: 'Pour slab',
        type: 'task',
        milestone: false,
        status: 'planned',
        start: '2026-11-23T08:00',
        finish: '2026-11-24T17:00',
        durationHours: 16,
        calendarKey: '1',
      },
    ]);
    expect(programme.problems).toEqual([]);
  });

  it.each([
    ['with UID 0', { UID: '0' }],
    ['in row 0 on level 0', { UID: '7', ID: '0' }],
  ])(
    'has the name of its project summary task, which is not a task, if it has no title: %s',
    (_, summary) => {
      const programme = readMspdi(
        mspdi({
          tasks: anMspdiTask({ ...summary, Name: 'Riverside', OutlineLevel: '0' }) + anMspdiTask({ ID: '1' }),
        }),
      );
      expect(programme.name).toBe('Riverside');
      expect(programme.folders).toEqual([]);
      expect(programme.activities.map(({ key, folderKey }) => [key, folderKey])).toEqual([['1', undefined]]);
    },
  );

  it('is read whatever its namespace and prefix', () => {
    const text = Buffer.from(mspdi({}))
      .toString()
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1p:');
    const bytes = Buffer.from(text.replace('xmlns=', 'xmlns:p=').replace('microsoft.com', 'example.com'));
    expect(firstOf(bytes)?.name).toBe('Pour slab');
  });

  it.each(['utf-16le', 'latin1'] as const)('is read in %s', (encoding) => {
    const text = Buffer.from(mspdi({ tasks: anMspdiTask({ Name: 'Façade' }) })).toString();
    const declared = text.replace('UTF-8', encoding === 'latin1' ? 'ISO-8859-1' : 'UTF-16');
    const bytes = Buffer.from(encoding === 'latin1' ? declared : `\uFEFF${declared}`, encoding);
    expect(firstOf(bytes)?.name).toBe('Façade');
  });

  it.each([
    ['NA', []],
    ['soon', ['The status date "soon" cannot be read.']],
  ])('has no data date without a status date, whatever other dates it has: %s', (written, told) => {
    const others = '<CurrentDate>2026-11-19T08:00:00</CurrentDate><LastSaved>2026-11-19T08:00:00</LastSaved>';
    const text = Buffer.from(mspdi({ project: others })).toString();
    const programme = readMspdi(Buffer.from(text.replace(/<StatusDate>[^<]*/, `<StatusDate>${written}`)));
    expect(programme.dataDate).toBeUndefined();
    expect(textsOf(programme)).toEqual(told);
  });

  it('is refused without tasks', () => {
    expect(() => readMspdi(mspdi({ tasks: anMspdiTask({ UID: '0' }) }))).toThrow(
      'the programme has no tasks',
    );
  });
});

describe('the outline', () => {
  const outline = [
    anMspdiTask({ UID: '1', Name: 'Block A', OutlineLevel: '1', WBS: '1', Summary: '1' }),
    anMspdiTask({ UID: '2', Name: 'Frame', OutlineLevel: '2', WBS: '1.1', Summary: '1' }),
    anMspdiTask({ UID: '3', Name: 'Columns', OutlineLevel: '3', WBS: '1.1.1' }),
    anMspdiTask({ UID: '4', Name: 'Roof', OutlineLevel: '2', WBS: '1.2' }),
    anMspdiTask({ UID: '5', Name: 'Handover', OutlineLevel: '1', WBS: '2' }),
  ];

  it('turns summary tasks into folders, and keeps all other tasks as tasks', () => {
    const programme = readMspdi(mspdi({ tasks: outline.join('') }));
    expect(programme.folders).toEqual([
      { key: '1', parentKey: undefined, code: '1', name: 'Block A' },
      { key: '2', parentKey: '1', code: '1.1', name: 'Frame' },
    ]);
    expect(programme.activities.map(({ key, folderKey }) => [key, folderKey])).toEqual([
      ['3', '2'],
      ['4', '1'],
      ['5', undefined],
    ]);
  });

  it('follows the row numbers if the file has its tasks in another order', () => {
    const numbered = outline.map((task, index) => task.replace('<UID>', `<ID>${index + 1}</ID><UID>`));
    const programme = readMspdi(mspdi({ tasks: numbered.toReversed().join('') }));
    expect(programme.folders.map(({ key }) => key)).toEqual(['1', '2']);
  });

  it('leaves out blank rows and tasks of other programmes, and reports inactive and repeated tasks', () => {
    const programme = readMspdi(
      mspdi({
        tasks:
          anMspdiTask({}) +
          '<Task><UID>2</UID><IsNull>1</IsNull></Task>' +
          anMspdiTask({ UID: '3', ExternalTask: '1' }) +
          anMspdiTask({ UID: '4', Active: '0', Name: 'Option B' }) +
          anMspdiTask({ UID: '1', Name: 'Copy' }) +
          anMspdiTask({ UID: '' }),
      }),
    );
    expect(programme.activities.map(({ key }) => key)).toEqual(['1']);
    expect(programme.problems).toEqual([
      { line: 10, kind: 'rejected', text: 'Task 4 "Option B" is inactive.' },
      { line: 11, kind: 'rejected', text: 'Task 1 "Copy" has the UID of the task in line 8.' },
      { line: 12, kind: 'rejected', text: 'Task "Pour slab" has no UID.' },
    ]);
  });
});

describe('a task', () => {
  it.each([
    [{ PercentComplete: '0' }, 'planned'],
    [{ PercentComplete: '1' }, 'started'],
    [{ PercentComplete: '100' }, 'complete'],
    [{ ActualStart: '2026-11-20T08:00:00' }, 'started'],
    [{ ActualFinish: '2026-11-20T17:00:00' }, 'complete'],
  ])('with %o has the status %s', (elements, status) => {
    expect(firstOf(mspdi({ tasks: anMspdiTask(elements) }))?.status).toBe(status);
  });

  it('is a milestone if the file says so', () => {
    expect(firstOf(mspdi({ tasks: anMspdiTask({ Milestone: '1', Duration: 'PT0H0M0S' }) }))).toMatchObject({
      milestone: true,
      type: 'milestone',
      durationHours: 0,
    });
  });

  it.each([
    ['PT7H30M0S', '7', 7.5],
    ['P1DT2H', '7', 26],
    // Three elapsed days include the nights.
    ['PT72H0M0S', '8', 24],
    ['P3D', '8', 24],
    ['P5D', '7', 40],
    ['three days', '7', undefined],
  ])('of the duration %s in format %s lasts %s hours', (Duration, DurationFormat, expected) => {
    expect(firstOf(mspdi({ tasks: anMspdiTask({ Duration, DurationFormat }) }))?.durationHours).toBe(
      expected,
    );
  });

  it('has the hours of its calendar for each day if duration and work are in days', () => {
    const tenHours = [2, 3, 4, 5].map((day) => weekDay(day, hours('07:00:00', '17:00:00'))).join('');
    const calendars = `${standardCalendar}<Calendar><UID>2</UID><WeekDays>${tenHours}${weekDay(6, '')}</WeekDays></Calendar>`;
    const own = { Start: '2026-11-23T07:00:00', Finish: '', CalendarUID: '2', Duration: 'P5D' };
    const elapsed = { ...own, UID: '3', Duration: 'P1D', DurationFormat: '8' };
    const hoursByDay = ['23', '24'].map(
      (day) =>
        `<TimephasedData><Type>1</Type><Start>2026-11-${day}T07:00:00</Start><Finish>2026-11-${day}T17:00:00</Finish><Value>P2D</Value></TimephasedData>`,
    );
    const programme = readMspdi(
      mspdi({
        calendars,
        tasks:
          anMspdiTask({ ...own, Name: 'Frame' }) +
          anMspdiTask({ UID: '2', Duration: 'P0D' }) +
          anMspdiTask(elapsed),
        resources: '<Resource><UID>1</UID><Name>Joiners</Name><Type>1</Type></Resource>',
        assignments: `<Assignment><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID><Work>P4D</Work><ActualWork>P1D</ActualWork><WorkContour>8</WorkContour>${hoursByDay.join('')}</Assignment>`,
      }),
    );
    expect(programme.activities.map(({ durationHours }) => durationHours)).toEqual([50, 0, 10]);
    expect(programme.activities[0]?.finish).toBe('2026-11-30T17:00');
    expect(programme.activities[0]?.assignments).toMatchObject([
      { quantity: 40, remaining: 30, countAtOnce: 2 },
    ]);
    expect(textsOf(programme)).toEqual([
      'Durations in days, such as P5D, are read as working days.',
      'Tasks without a finish, which is computed from start and duration: 2.',
    ]);
  });

  it('is complete with an actual finish and less than 100 %, which is reported', () => {
    const programme = readMspdi(
      mspdi({ tasks: anMspdiTask({ ActualFinish: '2026-11-20T17:00:00', PercentComplete: '80' }) }),
    );
    expect(programme.activities[0]?.status).toBe('complete');
    expect(textsOf(programme)).toEqual([
      'Tasks with an actual finish and less than 100 % count as complete: Task 1 "Pour slab" with 80 %.',
    ]);
  });

  it('has its own dates if it is scheduled manually', () => {
    const task = anMspdiTask({
      Start: '',
      Finish: '',
      Manual: '1',
      ManualStart: '2026-12-01T08:00:00',
      ManualFinish: '2026-12-02T17:00:00',
    });
    expect(firstOf(mspdi({ tasks: task }))).toMatchObject({
      start: '2026-12-01T08:00',
      finish: '2026-12-02T17:00',
    });
  });

  it('ends with the last working hour of a day if it ends at 24:00', () => {
    expect(firstOf(mspdi({ tasks: anMspdiTask({ Finish: '2026-11-30T24:00:00' }) }))?.finish).toBe(
      '2026-11-30T17:00',
    );
  });

  it('has no start if the start in the file cannot be used, which is reported', () => {
    const programme = readMspdi(mspdi({ tasks: anMspdiTask({ Start: '2026-02-30T08:00:00' }) }));
    expect(programme.activities[0]?.start).toBeUndefined();
    expect(programme.problems).toEqual([
      {
        line: 8,
        kind: 'changed',
        text: 'Task 1 "Pour slab": the Start "2026-02-30T08:00:00" is not a usable date.',
      },
    ]);
  });

  it('has no negative duration, and none longer than a century', () => {
    for (const Duration of ['-PT8H0M0S', 'PT9999999H0M0S']) {
      const { activities } = readMspdi(mspdi({ tasks: anMspdiTask({ Duration }) }));
      expect(activities[0]?.durationHours).toBeUndefined();
    }
  });

  it('ends after the working time of its duration if it has no finish', () => {
    const friday = anMspdiTask({ Start: '2026-11-27T13:00:00', Finish: '', Duration: 'PT10H0M0S' });
    const programme = readMspdi(mspdi({ tasks: friday }));
    expect(programme.activities[0]?.finish).toBe('2026-11-30T15:00');
    expect(textsOf(programme)).toEqual([
      'Tasks without a finish, which is computed from start and duration: 1.',
    ]);
  });
});

describe('a programme that is inserted into another one', () => {
  const link = '<PredecessorLink><PredecessorUID>1</PredecessorUID><Type>1</Type></PredecessorLink>';
  const inserted = `<Project><Name>Frame.mpp</Name><CalendarUID>1</CalendarUID><Calendars>${standardCalendar}</Calendars>
<Tasks>${anMspdiTask({ UID: '1', Name: 'Level 1', OutlineLevel: '1' })}${anMspdiTask({ UID: '2', Name: 'Pour', OutlineLevel: '2' })}${anMspdiTask({ UID: '3', Name: 'Cure', OutlineLevel: '2' }, link.replace('>1<', '>2<'))}</Tasks>
<Resources><Resource><UID>1</UID><Name>Carpenter</Name><Type>1</Type></Resource></Resources>
<Assignments><Assignment><TaskUID>2</TaskUID><ResourceUID>1</ResourceUID><Work>PT16H0M0S</Work></Assignment></Assignments></Project>`;
  const subproject = { UID: '7', Name: 'Frame', IsSubproject: '1' };

  it('has its tasks below the task that it was inserted as', () => {
    const { activities, folders, calendars, problems } = readMspdi(
      mspdi({ tasks: anMspdiTask({ UID: '1' }) + anMspdiTask(subproject, inserted) }),
    );
    expect(activities).toMatchObject([
      { key: '1', name: 'Pour slab', folderKey: undefined },
      {
        key: '7.2',
        code: '7.2',
        name: 'Pour',
        folderKey: '7.1',
        calendarKey: '7.1',
        assignments: [{ resourceKey: '7.1', name: 'Carpenter', quantity: 16 }],
      },
      { key: '7.3', name: 'Cure', predecessors: [{ predecessorKey: '7.2' }] },
    ]);
    expect(folders).toMatchObject([
      { key: '7', name: 'Frame', parentKey: undefined },
      { key: '7.1', name: 'Level 1', parentKey: '7' },
    ]);
    expect(calendars.map(({ key }) => key)).toEqual(['1', '7.1']);
    expect(problems).toEqual([]);
  });

  it('is reported if its tasks are not in the file', () => {
    const { activities, problems } = readMspdi(mspdi({ tasks: anMspdiTask(subproject) }));
    expect(activities).toHaveLength(1);
    expect(problems[0]?.text).toBe(
      'Task 7 "Frame" is an inserted programme that is not in the file; save and import that too.',
    );
  });
});

describe('the hours per day of the project', () => {
  const project = '<MinutesPerDay>600</MinutesPerDay>';

  it('apply if there is no calendar; without them, a day has 8 hours', () => {
    expect(readMspdi(mspdi({ project, calendars: '' })).hoursPerDay).toBe(10);
    expect(readMspdi(mspdi({ calendars: '' })).hoursPerDay).toBe(8);
  });

  it('apply to the days of a calendar that has no hours', () => {
    const calendars =
      '<Calendar><UID>1</UID><WeekDays><WeekDay><DayType>2</DayType><DayWorking>1</DayWorking></WeekDay></WeekDays></Calendar>';
    expect(readMspdi(mspdi({ project, calendars })).calendars[0]).toMatchObject({
      hoursPerDay: 10,
      firstHour: '08:00',
      lastHour: '18:00',
    });
  });
});

describe('a calendar', () => {
  const nights = [3, 4, 5, 6].map((day) =>
    weekDay(
      day,
      hours('00:00:00', '03:00:00') + hours('04:00:00', '08:00:00') + hours('23:00:00', '00:00:00'),
    ),
  );
  const nightShift = `<Calendar><UID>2</UID><Name>Nights</Name><WeekDays>${weekDay(1, '')}${weekDay(2, hours('23:00:00', '00:00:00'))}${nights.join('')}${weekDay(7, hours('00:00:00', '03:00:00') + hours('04:00:00', '08:00:00'))}</WeekDays></Calendar>`;

  const calendarOf = (calendars: string) =>
    readMspdi(mspdi({ calendars: standardCalendar + calendars, tasks: anMspdiTask({ CalendarUID: '2' }) }))
      .calendars[0];

  it('counts a night shift on the day on which it begins', () => {
    expect(calendarOf(nightShift)).toMatchObject({
      name: 'Nights',
      hoursPerDay: 8,
      workingDays: [1, 2, 3, 4, 5],
      firstHour: '23:00',
      lastHour: '08:00',
    });
  });

  it('has 24 hours a day if it works around the clock', () => {
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => weekDay(day, hours('00:00:00', '24:00:00')));
    expect(
      calendarOf(`<Calendar><UID>2</UID><WeekDays>${days.join('')}</WeekDays></Calendar>`),
    ).toMatchObject({
      hoursPerDay: 24,
      workingDays: [1, 2, 3, 4, 5, 6, 7],
    });
  });

  it('inherits the days that it does not define from its base calendar', () => {
    const based = `<Calendar><UID>2</UID><BaseCalendarUID>1</BaseCalendarUID><WeekDays>${weekDay(7, hours('08:00:00', '12:00:00'))}</WeekDays></Calendar>`;
    expect(calendarOf(based)?.workingDays).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('lists holidays and extra days', () => {
    const exception = (from: string, to: string, more: string) =>
      `<Exception><TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T23:59:00</ToDate></TimePeriod><Type>1</Type>${more}</Exception>`;
    const calendar = calendarOf(
      `<Calendar><UID>2</UID><BaseCalendarUID>1</BaseCalendarUID><Exceptions>${exception('2026-12-25', '2026-12-28', '<DayWorking>0</DayWorking>')}${exception('2026-12-19', '2026-12-19', `<DayWorking>1</DayWorking><WorkingTimes>${hours('08:00:00', '12:00:00')}</WorkingTimes>`)}</Exceptions></Calendar>`,
    );
    expect(calendar?.days.get(dayNumber('2026-12-19'))).toEqual([{ from: 480, to: 720 }]);
    expect(daysOff(calendar)).toEqual(['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28']);
  });

  it('may have its exceptions among the days of the week, as in files up to 2003', () => {
    const older = `<WeekDay><DayType>0</DayType><DayWorking>0</DayWorking><TimePeriod><FromDate>2026-12-25T00:00:00</FromDate><ToDate>2026-12-25T23:59:00</ToDate></TimePeriod></WeekDay>`;
    const calendar = calendarOf(
      `<Calendar><UID>2</UID><BaseCalendarUID>1</BaseCalendarUID><WeekDays>${older}</WeekDays></Calendar>`,
    );
    expect(daysOff(calendar)).toEqual(['2026-12-25']);
  });

  it('may have different weeks, in which other days keep their usual hours', () => {
    const winter = `<WorkWeeks><WorkWeek><TimePeriod><FromDate>2026-12-14T00:00:00</FromDate><ToDate>2026-12-20T00:00:00</ToDate></TimePeriod><WeekDays>${weekDay(5, hours('08:00:00', '16:00:00'))}${weekDay(6, '')}${weekDay(7, hours('08:00:00', '12:00:00'))}</WeekDays></WorkWeek></WorkWeeks>`;
    const calendar = calendarOf(
      `<Calendar><UID>2</UID><BaseCalendarUID>1</BaseCalendarUID>${winter}</Calendar>`,
    );
    expect(daysOff(calendar)).toEqual(['2026-12-18']);
    expect([...(calendar?.days ?? [])].map(([day, ranges]) => [formatDay(day), ranges.length])).toEqual([
      ['2026-12-17', 1],
      ['2026-12-18', 0],
      ['2026-12-19', 1],
    ]);
  });

  it('is read even if it is its own base calendar', () => {
    expect(
      calendarOf('<Calendar><UID>2</UID><BaseCalendarUID>2</BaseCalendarUID></Calendar>')?.hoursPerDay,
    ).toBe(8);
  });
});

describe('custom fields', () => {
  const field = (id: number, name: string, more = '') =>
    `<ExtendedAttribute><FieldID>${id}</FieldID><FieldName>${name}</FieldName>${more}</ExtendedAttribute>`;
  const value = (id: number, text: string) =>
    `<ExtendedAttribute><FieldID>${id}</FieldID><Value>${text}</Value></ExtendedAttribute>`;

  it('of tasks have the names that users gave them', () => {
    const programme = readMspdi(
      mspdi({
        attributes:
          field(188743731, 'Text1', '<Alias>Subcontractor</Alias>') +
          field(188743767, 'Number1') +
          field(205520904, 'Text1'),
        tasks: anMspdiTask(
          { WBS: '1.4', Contact: 'Ada' },
          value(188743731, 'Stahl GmbH') + value(188743767, '3'),
        ),
      }),
    );
    expect(programme.fields).toEqual(['WBS', 'Contact', 'Subcontractor', 'Number1']);
    expect([...(programme.activities[0]?.fields ?? [])]).toEqual([
      ['Subcontractor', 'Stahl GmbH'],
      ['Number1', '3'],
      ['WBS', '1.4'],
      ['Contact', 'Ada'],
    ]);
  });

  it('with a list of values become codes, with the description of each value', () => {
    const programme = readMspdi(
      mspdi({
        outlineCodes:
          '<OutlineCode><Guid>G1</Guid><Values><Value><ValueID>7</ValueID><FieldGUID>V7</FieldGUID><Value>N</Value><Description>Night</Description></Value></Values></OutlineCode>',
        attributes: field(188743734, 'Text2', '<Alias>Shift</Alias><Ltuid>G1</Ltuid>'),
        tasks: anMspdiTask({}, value(188743734, 'N')) + anMspdiTask({ UID: '2' }, value(188743734, 'X')),
      }),
    );
    expect(programme.codes).toEqual(['Shift']);
    expect(programme.activities.map(({ codes }) => codes.get('Shift'))).toEqual([
      [{ value: 'N', description: 'Night' }],
      [{ value: 'X', description: undefined }],
    ]);
  });

  it('with an outline begin with the values of the parents', () => {
    const choice = (id: number, parent: number, text: string, words: string) =>
      `<Value><ValueID>${id}</ValueID><ParentValueID>${parent}</ParentValueID><Value>${text}</Value><Description>${words}</Description></Value>`;
    const programme = readMspdi(
      mspdi({
        outlineCodes: `<OutlineCode><FieldID>188744096</FieldID><FieldName>Outline Code1</FieldName><Alias>Area</Alias><Values>${choice(1, 0, 'B', 'Block B')}${choice(2, 1, 'L2', 'Level 2')}</Values></OutlineCode>`,
        tasks: anMspdiTask({}, '<OutlineCode><FieldID>188744096</FieldID><ValueID>2</ValueID></OutlineCode>'),
      }),
    );
    expect(programme.activities[0]?.codes.get('Area')).toEqual([
      { value: 'B.L2', description: 'Block B – Level 2' },
    ]);
  });
});

describe('links', () => {
  const linked = (link: string, task: Readonly<Record<string, string>> = {}) =>
    readMspdi(
      mspdi({
        tasks:
          anMspdiTask({ UID: '1' }) +
          anMspdiTask(
            { UID: '2', Name: 'Strike', ...task },
            `<PredecessorLink><PredecessorUID>1</PredecessorUID>${link}</PredecessorLink>`,
          ),
      }),
    );
  const lagOf = (link: string) => linked(link).activities[1]?.predecessors[0]?.lagHours;

  it.each([
    ['<Type>0</Type>', 'finish-finish'],
    ['<Type>1</Type>', 'finish-start'],
    ['<Type>2</Type>', 'start-finish'],
    ['<Type>3</Type>', 'start-start'],
    ['', 'finish-start'],
  ])('of %s are %s', (link, type) => {
    expect(linked(link).activities[1]?.predecessors).toEqual([{ predecessorKey: '1', type, lagHours: 0 }]);
  });

  it.each([
    ['of two working days', '<LinkLag>9600</LinkLag><LagFormat>7</LagFormat>', 16],
    ['of minus one hour', '<LinkLag>-600</LinkLag><LagFormat>5</LagFormat>', -1],
    ['of seven elapsed days, five of them worked', '<LinkLag>100800</LinkLag><LagFormat>8</LagFormat>', 40],
    ['of half of the predecessor', '<LinkLag>50</LinkLag><LagFormat>19</LagFormat>', 8],
    ['of minus a quarter of the predecessor', '<LinkLag>-25</LinkLag><LagFormat>20</LagFormat>', -4],
  ])('may have a lag %s', (_, link, expected) => {
    expect(lagOf(link)).toBe(expected);
  });

  it('to other programmes, missing tasks and summary tasks are left out and reported', () => {
    const link = (uid: number) =>
      `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID></PredecessorLink>`;
    const external =
      '<PredecessorLink><PredecessorUID>3</PredecessorUID><CrossProject>1</CrossProject></PredecessorLink>';
    const programme = readMspdi(
      mspdi({
        tasks:
          anMspdiTask({ UID: '1', Name: 'Frame' }, link(9)) +
          anMspdiTask({ UID: '2', OutlineLevel: '2' }, link(1) + link(2) + link(9) + external),
      }),
    );
    expect(programme.activities[0]?.predecessors).toEqual([]);
    expect(textsOf(programme)).toEqual([
      'Predecessors of summary tasks are left out; link their tasks instead: Task 1 "Frame".',
      'Links from a summary task are left out: task 1 to Task 2 "Pour slab".',
      'Links from the task itself are left out: task 2 to Task 2 "Pour slab".',
      'Links from a task that is not imported are left out: task 9 to Task 2 "Pour slab".',
      'Links from a task of another programme are left out: task 3 to Task 2 "Pour slab".',
    ]);
  });
});

describe('work on days off', () => {
  const weekend = (work: string, more: Readonly<Record<string, string>> = {}) =>
    readMspdi(
      mspdi({
        resources: '<Resource><UID>1</UID><Name>Joiners</Name><Type>1</Type></Resource>',
        tasks: anMspdiTask({ Start: '2026-11-27T08:00:00', Finish: '2026-11-29T17:00:00', ...more }),
        assignments: `<Assignment><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID><Units>1</Units><Work>PT24H0M0S</Work>${work}</Assignment>`,
      }),
    ).activities[0];
  const daysOf = (days: ReadonlySet<number> = new Set()) => [...days].map(formatDay);
  const hoursOn = (from: string, to: string) =>
    `<TimephasedData><Type>1</Type><Start>2026-11-${from}</Start><Finish>2026-11-${to}</Finish><Value>PT8H0M0S</Value></TimephasedData>`;

  it('comes from the hours by day, although no calendar works then', () => {
    const hours = hoursOn('27T08:00:00', '28T08:00:00') + hoursOn('28T08:00:00', '29T08:00:00');
    const sunday = hoursOn('29T08:00:00', '29T17:00:00');
    expect(daysOf(weekend(hours + sunday)?.extraDays)).toEqual(['2026-11-28', '2026-11-29']);
    expect(daysOf(weekend(hours)?.extraDays)).toEqual(['2026-11-28']);
  });

  it('is assumed for an elapsed duration', () => {
    const curing = weekend('', { Duration: 'PT57H0M0S', DurationFormat: '8' });
    expect(daysOf(curing?.extraDays)).toEqual(['2026-11-28', '2026-11-29']);
    expect(weekend('')?.extraDays).toBeUndefined();
  });
});

describe('assignments', () => {
  const resource = (uid: number, name: string, type: number, more = '') =>
    `<Resource><UID>${uid}</UID><Name>${name}</Name><Type>${type}</Type>${more}</Resource>`;
  const assignment = (task: number, of: number, work: string) =>
    `<Assignment><TaskUID>${task}</TaskUID><ResourceUID>${of}</ResourceUID><Units>1</Units><Work>${work}</Work></Assignment>`;

  it('have hours of people, units of materials, and no quantity of costs', () => {
    const programme = readMspdi(
      mspdi({
        resources:
          resource(1, 'Joiners', 1) +
          resource(2, 'Concrete', 0, '<MaterialLabel>m³</MaterialLabel>') +
          resource(3, 'Travel', 0, '<IsCostResource>1</IsCostResource>'),
        assignments:
          assignment(1, 1, 'PT64H0M0S') +
          assignment(1, 2, 'PT12H30M0S') +
          assignment(1, 3, 'PT0H0M0S') +
          assignment(1, -65535, 'PT8H0M0S') +
          assignment(8, 1, 'PT8H0M0S'),
      }),
    );
    expect(programme.activities[0]?.assignments).toMatchObject([
      {
        resourceKey: '1',
        name: 'Joiners',
        resourceType: 'work',
        quantity: 64,
        countAtOnce: 1,
        unit: undefined,
      },
      { resourceKey: '2', name: 'Concrete', resourceType: 'material', quantity: 12.5, unit: 'm³' },
      { resourceKey: '3', name: 'Travel', resourceType: 'cost', quantity: undefined, unit: undefined },
    ]);
    expect(programme.problems).toEqual([]);
  });

  it('to resources that are not in the file, or with negative ids, count as unassigned and are reported', () => {
    const programme = readMspdi(
      mspdi({
        resources: resource(1, 'Joiners', 1) + resource(-3, 'Deleted', 1),
        assignments:
          assignment(1, 1, 'PT64H0M0S') +
          assignment(1, 12, 'PT8H0M0S') +
          assignment(1, -3, 'PT8H0M0S') +
          assignment(1, -65535, 'PT8H0M0S'),
      }),
    );
    expect(programme.activities[0]?.assignments.map(({ name }) => name)).toEqual(['Joiners']);
    expect(textsOf(programme)).toEqual([
      'Assignments to resources that are not in the file, read as unassigned: 2.',
    ]);
  });

  it('of summary tasks are left out and reported', () => {
    const programme = readMspdi(
      mspdi({
        tasks: anMspdiTask({ UID: '1', Name: 'Frame' }) + anMspdiTask({ UID: '2', OutlineLevel: '2' }),
        resources: resource(1, 'Joiners', 1),
        assignments: assignment(1, 1, 'PT8H0M0S'),
      }),
    );
    expect(textsOf(programme)).toEqual([
      'Assignments to summary tasks are left out: Task 1 "Frame", Joiners.',
    ]);
  });
});
