import { describe, expect, it } from 'vitest';
import type { Change } from '../../functions/lookahead/compare/changes.ts';
import { constraintCategories, type Finding } from '../../functions/lookahead/readiness/findings.ts';
import type { MaterialLine } from '../../functions/lookahead/resources/material-lines.ts';
import { planWorkbook } from '../../functions/workbook/plan-workbook.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { aDay, aPlannedTask } from '../support/builders/a-planned-task.ts';
import { sketchTasks, theSketch } from '../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';

const [guideWall = aPlannedTask()] = sketchTasks;
const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Labour and Plant', () => {
  it('sum people by name and day, with totals both ways and a heat map', () => {
    const labour = sheet('Labour');
    expect(rowShowing(labour, 1, 'operatives').values).toEqual(['operatives', 10, 18, 12, 17, 8, '', '', 65]);
    expect(rowShowing(labour, 1, 'Total, day shift').values).toEqual([
      'Total, day shift',
      16,
      26,
      30,
      41,
      40,
      0,
      0,
      153,
    ]);
    expect(labour.colorScales).toEqual([
      { area: { top: 8, left: 2, bottom: 12, right: 8 }, low: 'FFFFFFFF', high: 'FFF6B98A' },
    ]);
  });

  it('name the category of plant', () => {
    expect(rowShowing(sheet('Plant'), 1, 'MEWP').values).toEqual([
      'MEWP',
      'Lifting',
      1,
      2,
      2,
      2,
      2,
      '',
      '',
      9,
    ]);
  });

  it('have a block for each shift', () => {
    const names = shownRows(sheet('Labour', aBusySite({ tasks: 40, weeks: 1 }))).map((row) => row[0]);
    expect(
      names.filter((name) => / shift$|^No shift$/.test(String(name)) && !String(name).startsWith('Total')),
    ).toEqual(['Day shift', 'Afternoon shift', 'Night shift', '24 hr shift', 'No shift']);
  });

  it('say so when none is given', () => {
    const bare = theSketch({ tasks: [aPlannedTask({ start: '2026-11-23' })] });
    expect(shownRows(sheet('Plant', bare)).flat()).toContain('No plant is given for these tasks.');
  });
});

describe('Materials', () => {
  it('is the call-off list: planned per day, to date, and the difference with its sign', () => {
    const line: MaterialLine = {
      taskId: guideWall.id,
      taskRef: 'A1010',
      taskName: 'Install guide wall',
      shift: 'day',
      subcontractor: 'Keller Piling',
      material: 'Concrete C32/40',
      unit: 'm³',
      quantity: 120,
      plannedPerDay: [12.5, undefined, 8, undefined, undefined, undefined, undefined],
      plannedInWindow: 20.5,
      plannedToDate: 40,
      actualToDate: 36,
      difference: -4,
      firstNeeded: aDay('2026-11-23'),
    };
    const materials = sheet('Materials', theSketch({ materials: [line] }));
    expect(rowShowing(materials, 1, 'Concrete C32/40').values).toEqual([
      'Concrete C32/40',
      'm³',
      'A1010',
      'Install guide wall',
      'Day',
      'Keller Piling',
      120,
      12.5,
      '',
      8,
      '',
      '',
      '',
      '',
      20.5,
      40,
      36,
      -4,
    ]);
    expect(rowShowing(materials, 1, 'Concrete C32/40').row.cells.at(-1)?.style.numberFormat).toBe('+0;-0;0');
  });
});

describe('Readiness', () => {
  it('is the constraint log of the meeting', () => {
    const finding: Finding = {
      check: 'no-labour',
      task: guideWall,
      missing: 'No labour is given',
      ask: 'A. Quay',
      neededBy: aDay('2026-11-23'),
    };
    const readiness = sheet('Readiness', theSketch({ findings: [finding] }));
    expect(rowShowing(readiness, 1, 'Needed by').values).toEqual([
      'Needed by',
      'ID',
      'Task',
      'Shift',
      'What is missing',
      'Ask',
      'Category',
      'Action',
      'Date agreed',
    ]);
    expect(rowShowing(readiness, 2, 'A1010').values).toEqual([
      `[${aDay('2026-11-23')}]`,
      'A1010',
      'Install guide wall, grid 4–9',
      'Day',
      'No labour is given',
      'A. Quay',
      '',
      '',
      '',
    ]);
    expect(readiness.validations).toMatchObject([
      { area: { top: 6, left: 7, bottom: 6, right: 7 }, choices: constraintCategories },
    ]);
  });
});

describe('Changes', () => {
  const moved: Change = {
    kind: 'moved',
    taskId: guideWall.id,
    taskRef: 'A1010',
    taskName: 'Install guide wall',
    shift: 'day',
    subcontractor: 'Keller Piling',
    owner: 'A. Quay',
    from: '',
    to: '',
    fromDates: { start: aDay('2026-11-18'), finish: aDay('2026-11-20') },
    toDates: { start: aDay('2026-11-20'), finish: aDay('2026-11-24') },
    days: 4,
    slip: { days: 4, firstStart: undefined, firstFinish: aDay('2026-11-20'), text: '+4 behind' },
  };
  const counts = { added: 0, removed: 0, moved: 1, finished: 0, status: 0, resources: 0, owner: 0, name: 0 };

  it('says from when to when and by how many days, red and green with sign and word', () => {
    const { values, row } = rowShowing(
      sheet('Changes', theSketch({ changes: { list: [moved], counts } })),
      1,
      'moved',
    );
    const days = ['2026-11-18', '2026-11-20', '2026-11-20', '2026-11-24'].map((text) => `[${aDay(text)}]`);
    expect(values).toEqual([
      'moved',
      'A1010',
      'Install guide wall',
      'Day',
      'Keller Piling',
      'A. Quay',
      '',
      '',
      ...days,
      4,
      '+4 behind',
    ]);
    expect(row.cells[12]?.style.numberFormat).toBe('+0;-0;0');
    expect(row.cells[13]?.style.font?.color).toBe('FF9B1C13');
  });

  it('says so without a previous issue, and when nothing changed', () => {
    const first = theSketch({ issue: { number: 1, previous: undefined } });
    expect(shownRows(sheet('Changes', first)).flat()).toContain(
      'This report has no previous issue, so there is nothing to compare with yet.',
    );
    const same = theSketch({ changes: { list: [], counts: { ...counts, moved: 0 } } });
    expect(shownRows(sheet('Changes', same)).flat()).toContain('Nothing has changed since issue 1.');
  });
});

describe('Delays', () => {
  const line = {
    taskId: guideWall.id,
    taskRef: 'A1010',
    taskName: 'Install guide wall',
    shift: 'day' as const,
    subcontractor: 'Keller Piling',
    owner: 'A. Quay',
    open: true,
  };
  const lines = [
    { ...line, day: aDay('2026-11-20'), amount: 2, reason: 'Weather' },
    { ...line, day: undefined, amount: undefined, reason: 'Weather' },
    { ...line, day: aDay('2026-11-18'), amount: 0.5, reason: '=cmd|x', open: false },
  ];
  const perReason = [
    { reason: 'Weather', count: 2, days: 2 },
    { reason: '=cmd|x', count: 1, days: 0.5 },
  ];
  const delays = sheet('Delays', theSketch({ delays: { lines, perReason, open: 2 } }));

  it('lists them with totals per reason and room for the corrective action', () => {
    expect(rowShowing(delays, 8, '=cmd|x').values).toEqual([
      `[${aDay('2026-11-18')}]`,
      'A1010',
      'Install guide wall',
      'Day',
      'Keller Piling',
      'A. Quay',
      0.5,
      '=cmd|x',
      'complete',
      '',
    ]);
    const total = rowShowing(delays, 3, 'Weather');
    expect(total.values.slice(2, 5)).toEqual(['Weather', 2, 2]);
    expect(total.row.cells[3]?.value).toEqual({ formula: 'COUNTIF(H6:H8,"Weather")', result: 2 });
  });

  it('never lets a reason act as a criterion', () => {
    expect(rowShowing(delays, 3, '=cmd|x').row.cells[3]?.value).toBe(1);
  });

  it('writes the total of a reason that its cell has not whole, for a formula would not find it', () => {
    const reason = 'Rain\n'.repeat(12).trim();
    const [line] = lines;
    const long = {
      lines: line === undefined ? [] : [{ ...line, reason }],
      perReason: [{ reason, count: 1, days: 2 }],
      open: 1,
    };
    const plan = planWorkbook(theSketch({ delays: long }), { paper: 'A4' });
    const total = rowShowing(sheetOf(plan, 'Delays'), 3, reason);
    expect(total.row.cells[3]?.value).toBe(1);
  });

  it('offers reasons already used', () => {
    expect(delays.validations).toMatchObject([{ choices: ['Weather', '=cmd|x'] }]);
  });
});

describe('Tasks', () => {
  const tasks = sheet('Tasks');

  it('is one table with a row a task, dates and numbers as such, ids as text', () => {
    expect(tasks.table).toMatchObject({ name: 'Tasks', area: { top: 5, left: 1, bottom: 17 } });
    const { row } = rowShowing(tasks, 1, 'A1020');
    const at = (title: string) => row.cells[(tasks.table?.columns ?? []).indexOf(title)]?.value;
    expect(at('Start')).toEqual({ day: aDay('2026-11-24') });
    expect(at('Duration')).toBe(5);
    expect(at('People per day')).toBe(8);
    expect(at('Status group')).toBe('promised');
    expect(at('Task id')).toBe('task-A1020');
  });

  it('has every property the contract has', () => {
    const source = {
      id: 't-1',
      duration: 3,
      owner: { id: 'u1', displayName: 'A. Quay', email: 'a.quay@example.com' },
      assignedTo: [{ id: 'u2', displayName: 'B. Marsh', email: 'b@example.com' }],
      calendar: { id: 'c1', name: 'Five days', type: 'five-day' },
      folder: { id: 'f1', code: '1.2', name: 'Piling', parentId: 'f0', path: 'Sub/Piling' },
      package: { id: 'p1', code: 'PK', name: 'Groundworks' },
      parent: { id: 'pa1', name: 'Piles' },
      subcontractor: { id: 's1', name: 'Keller' },
      location: { id: 'l1', name: 'Zone 1', type: 'map' },
      labour: [{ id: 'la1', name: 'operatives', quantity: 6 }],
      plant: [{ id: 'pl1', name: 'rig', category: 'Piling', quantity: 1 }],
      materials: [
        {
          id: 'm1',
          name: 'concrete',
          quantity: 64,
          unit: 'm³',
          dailyPlanned: [{ date: '2026-11-24', quantity: 12 }],
          dailyActual: [{ date: '2026-11-24', quantity: 10.5 }],
        },
      ],
      progress: [{ name: 'Weather', date: '2026-11-20', amount: 2, type: 'delay' }],
      relatedTasks: [{ id: 'r1', name: 'Guide wall', lag: 1, relation: 'predecessor', type: 'finish-start' }],
      workArea: {
        type: 'Feature',
        bbox: [1, 2, 3, 4],
        geometry: null,
        id: null,
        properties: { colour: 'red' },
      },
    };
    const plan = sheet(
      'Tasks',
      theSketch({ tasks: [aPlannedTask({ start: '2026-11-24', after: ['A1010 FS+1'], source })] }),
    );
    const { values } = rowShowing(plan, 1, 'A1010');
    for (const told of [
      '6 operatives',
      '1 rig',
      'Piling',
      '64 m³ concrete',
      'concrete: 2026-11-24 12',
      'concrete: 2026-11-24 10.5',
      '2026-11-20 delay 2 Weather',
      2,
      'A1010 FS+1',
      'r1',
      'five-day',
      'map',
      '1.2',
      'Sub/Piling',
      'PK',
      'a.quay@example.com',
      'b@example.com',
      'Feature',
      '1, 2, 3, 4',
      '{"colour":"red"}',
      't-1',
      'u1',
      'u2',
      'c1',
      'f1',
      'f0',
      'p1',
      'pa1',
      's1',
      'l1',
      'la1',
      'pl1',
      'm1',
      '2026-11-24',
    ]) {
      expect(values).toContain(told);
    }
  });

  it('prints its leading columns only, at a size that can be read', () => {
    expect(tasks.print.area).toEqual({ top: 1, left: 1, bottom: 17, right: 16 });
  });
});
