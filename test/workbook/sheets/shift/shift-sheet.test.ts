import { describe, expect, it } from 'vitest';
import { addDays } from '#base/day.ts';
import { statusPalette } from '#display/colors.ts';
import { columnWidthInPoints, printScales } from '#workbook/layout/paper-and-margins.ts';
import { lineCount, textRoomInColumn } from '#workbook/layout/text-width.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { groupRowStyles } from '#workbook/theme/styles.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../../support/builders/a-site-task.ts';
import { aReadyTask } from '../../../support/builders/a-task.ts';
import { sketchTasks, theSketch } from '../../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';

const daySheet = (lookahead = theSketch(), paper: 'A3' | 'A4' = 'A3') =>
  sheetOf(planWorkbook(lookahead, { paper }), 'Day');
const mon = day('2026-11-23');

describe('the sheet of a shift', () => {
  it('names project, shift, week, report, revision and limits in its title', () => {
    const [project, shift, only, figures] = shownRows(daySheet()).map((row) =>
      row.filter((value) => value !== ''),
    );
    expect(project).toEqual(['Riverside Tower', 'Week 48']);
    expect(shift).toEqual(['Day shift lookahead', 'Weekly lookahead · week 48 · revision 2']);
    expect(only).toEqual(['Only: day shift']);
    expect(figures).toEqual([
      '← Summary  ·  All rows: 12 tasks · 2 key · 4 not ready · 41 people on Thursday, the busiest day',
      'Mon 23 Nov – Sun 29 Nov 2026 · replaces revision 1 · tasks read Fri 20 Nov 2026 14:02 GMT',
    ]);
  });

  it('has the hours of a night shift in its title, and says in the legend to which day the night counts', () => {
    const night = { from: '21:00', to: '05:00' };
    const tasks = ['A', 'B', 'C', 'D', 'E'].map((id) =>
      aSiteTask({ id, shift: 'night', start: '2026-11-23' }),
    );
    const topOf = (shifts: { readonly night: typeof night } | undefined) => {
      const project = { ...theSketch().project, shifts };
      const sheet = sheetOf(planWorkbook(aLookahead({ tasks, project }), { paper: 'A3' }), 'Night');
      return shownRows(sheet).slice(0, 5).flat().join('\n');
    };
    expect(topOf({ night })).toMatch(/^Night shift, 21:00–05:00$/m);
    expect(topOf({ night })).toContain('a night belongs to the day on which it begins');
    expect(topOf(undefined)).toMatch(/^Night shift lookahead$/m);
    expect(topOf(undefined)).not.toContain('a night counts');
  });

  it('has a column per day between the task and its resources, and no column that tasks are grouped by', () => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((offset) => `[${mon + offset}]`);
    expect(rowShowing(daySheet(), 1, 'ID').values).toEqual([
      'ID',
      'Task',
      'Location',
      'Subcontractor',
      'Owner',
      'Start',
      'Finish',
      'Status',
      'Ready',
      'Change,\nworking\ndays',
      ...days,
      'Resources',
      'After',
      'Notes',
      'Signed',
      'Shift',
    ]);
  });

  it('keeps Folder if tasks are grouped by another property, and leaves out the column of that property', () => {
    const titles = rowShowing(daySheet(theSketch({ rules: { groupBy: 'subcontractor' } })), 1, 'ID').values;
    expect(titles).toContain('Folder');
    expect(titles).not.toContain('Subcontractor');
  });

  it('draws a bar with letter and people, ◀ and ▶ at the ends, and hatched days off', () => {
    const sheet = daySheet();
    expect(rowShowing(sheet, 1, 'A1010').values.slice(10, 17)).toEqual(['◀ S 6', 'S 6', '', '', '', '', '']);
    expect(rowShowing(sheet, 1, 'A1020').values.slice(10, 17)).toEqual([
      '',
      'R 8',
      'R 8',
      'R 8',
      'R 8',
      '///',
      '',
    ]);
    expect(rowShowing(sheet, 1, 'A1130').values.slice(10, 17)).toEqual([
      '',
      '',
      '',
      '',
      'P 6',
      '///',
      '/// ▶',
    ]);
    const off = rowShowing(sheet, 1, 'A1020').row.cells[15]?.style;
    expect(off?.fill).toMatchObject({ pattern: 'lightUp' });
  });

  it('holds the people of each day as numbers, with a format that shows the letter', () => {
    const { row } = rowShowing(daySheet(), 1, 'A1020');
    const cell = row.cells[11];
    expect(cell?.value).toBe(8);
    expect(cell?.style.numberFormat).toBe('"R "0;"R −"0;"R"');
  });

  it('shows the letter of a task carried over on the first day, and says beside the sums that its people are not counted', () => {
    const men = { fixers: 5 };
    const tasks = [
      aSiteTask({ id: 'A', start: '2026-11-23', labour: men }),
      aSiteTask({ id: 'B', start: '2026-11-17', status: 'delayed', labour: men }),
    ];
    const sheet = daySheet(aLookahead({ tasks }));
    const { row, values } = rowShowing(sheet, 1, 'B');
    const first = values.indexOf('◀ D');
    expect(values.slice(first, first + 7)).toEqual(['◀ D', '', '', '', '', '', '']);
    expect(row.cells[first]?.value).toBe(0);
    expect(row.cells[first]?.style.fill).toEqual({ color: statusPalette['delayed'].fill });
    const label = 'People on the day shift · 5 people on 1 task carried over are not counted';
    expect(rowShowing(sheet, 2, label).values.slice(first, first + 2)).toEqual([5, 0]);
  });

  it('says what changed since the last issue, and outlines the days where the bar was', () => {
    const was = (id: string, start: string, finish: string) => aReadyTask({ id, start, finish });
    const lookahead = aLookahead({
      tasks: [
        was('later', '2026-11-26', '2026-11-27'),
        was('sooner', '2026-11-24', '2026-11-24'),
        was('same', '2026-11-24', '2026-11-24'),
        was('new', '2026-11-24', '2026-11-24'),
        was('beyond', '2026-11-24', '2026-11-24'),
      ],
      previous: anEarlierIssue(
        [
          was('later', '2026-11-23', '2026-11-24'),
          was('sooner', '2026-11-26', '2026-11-26'),
          was('same', '2026-11-24', '2026-11-24'),
          was('beyond', '2026-12-02', '2026-12-02'),
        ],
        {
          window: weekFrom('2026-11-23'),
        },
      ),
    });
    const sheet = daySheet(lookahead);
    const changeOf = (id: string) => rowShowing(sheet, 1, id).values[9];
    expect(['later', 'sooner', 'same', 'new', 'beyond'].map(changeOf)).toEqual([
      '+3 d',
      '−2 d',
      '',
      'NEW',
      '−6 d',
    ]);
    const outlined = rowShowing(sheet, 1, 'later').row.cells.slice(10, 17);
    expect(outlined.map((cell) => cell?.style.border?.top?.style)).toEqual([
      'dotted',
      'dotted',
      ...new Array(5).fill(undefined),
    ]);
    const legend = (rows: readonly unknown[]) =>
      rows.flat().filter((value) => String(value).includes('dotted:'));
    expect(legend(shownRows(sheet))).toEqual([expect.stringContaining('dotted: moved from here')]);
    expect(legend(shownRows(daySheet()))).toEqual([]);
  });

  it('marks key tasks and milestones with ◆', () => {
    const sheet = daySheet();
    const pour = rowShowing(sheet, 1, 'B3010');
    expect(pour.values[1]).toBe('◆ Slab pour L3 east');
    expect(pour.row.cells[1]?.style.font?.bold).toBe(true);
    expect(rowShowing(sheet, 1, 'B3030').values.slice(10, 17)).toEqual(['', '', '', '', '◆', '', '']);
  });

  it('shows dates as dates and readiness with a mark', () => {
    const values = rowShowing(daySheet(), 1, 'C2030').values;
    expect(values.slice(0, 9)).toEqual([
      'C2030',
      'Install panels L1',
      'North',
      'Glaze Ltd',
      'E. Voss',
      `[${day('2026-11-26')}]`,
      `[${day('2026-12-01')}]`,
      'blocked',
      '✗ blocked',
    ]);
    expect(values.slice(17)).toEqual([
      '6 × fixers · 1 × crane · 22 × panels',
      'C2020 SS+2',
      'Panels held at port',
      '',
      'Day',
    ]);
  });

  it('folds tasks under the row of their group, which has its people per day', () => {
    const sheet = daySheet();
    const group = rowShowing(sheet, 1, 'Substructure › Capping beam');
    expect(group.values.slice(10, 17)).toEqual([4, 4, 14, 10, 16, 0, 0]);
    expect(group.row.cells[10]?.value).toEqual({ formula: 'SUBTOTAL(9,K15:K17)', result: 4 });
    expect(group.row.outline).toBeUndefined();
    expect(rowShowing(sheet, 1, 'A1110').row.outline).toBe(1);
  });

  it('adds up the people per day of the rows that a filter shows, in each group and over the days', () => {
    const total = rowShowing(daySheet(), 2, 'People on the day shift');
    expect(total.values.slice(10, 17)).toEqual([16, 26, 30, 41, 40, 0, 0]);
    expect(total.row.cells[10]?.value).toEqual({ formula: 'SUBTOTAL(9,K10:K25)', result: 16 });
  });

  it('has the people per day of all rows in a hidden row', () => {
    const { row, values } = rowShowing(daySheet(), 2, 'People, Day, all rows');
    expect(values.slice(10, 17)).toEqual([16, 26, 30, 41, 40, 0, 0]);
    expect(row.cells[10]?.value).toEqual({
      formula: 'SUMPRODUCT(--(V10:V25="Day"),K10:K25)',
      result: 16,
    });
    expect(row.hidden).toBe(true);
  });

  it('has a legend of its statuses, and the people per day over the days, on every page', () => {
    const sheet = daySheet();
    const rows = shownRows(sheet);
    const header = rowShowing(sheet, 1, 'ID').number;
    expect(sheet.print.titleRows).toEqual({ first: 1, last: header });
    expect(sheet.autoFilter?.top).toBe(header);
    expect(sheet.freeze?.row).toBe(header + 1);
    expect(rowShowing(sheet, 2, 'People on the day shift').number).toBe(header - 2);
    expect(
      rows
        .slice(0, header)
        .flat()
        .filter(
          (value) =>
            typeof value === 'string' && / (planned|promised|started|complete|delayed|blocked)$/.test(value),
        ),
    ).toEqual(['P planned', 'R promised', 'S started', 'C complete', 'D delayed', 'B blocked']);
  });

  it('ends with signature lines', () => {
    const sheet = daySheet();
    const rows = shownRows({ ...sheet, rows: [...sheet.rows].filter(({ hidden }) => !hidden) });
    expect(rows.at(-1)?.filter((value) => value !== '')).toEqual([
      'Shift supervisor',
      'Signature',
      'Date',
      'Received by',
      'Date',
    ]);
  });

  it('leaves room to sign on small paper too', () => {
    const sheet = daySheet(aBusySite({ tasks: 40, weeks: 1 }), 'A4');
    const cells = [...sheet.rows].findLast(({ hidden }) => !hidden)?.cells ?? [];
    const from = cells.findIndex((cell) => cell?.value === 'Received by');
    const line = cells.slice(from).indexOf(undefined);
    const widths = sheet.columns.map(({ width }) => width);
    const points = widths
      .slice(from, from + line)
      .reduce((sum, width) => sum + columnWidthInPoints(width), 0);
    const millimetres = (points * printScales(widths, 'A4').smallest * 25.4) / 72;
    expect(millimetres).toBeGreaterThan(35);
  });

  it('lists tasks without a date at the end, without a bar', () => {
    const undated = aSiteTask({ id: 'Z1', name: 'Order lifts', labour: { fitters: 2 } });
    const sheet = daySheet(theSketch({ tasks: [undated, ...sketchTasks] }));
    expect(rowShowing(sheet, 1, 'Z1').number).toBe(rowShowing(sheet, 1, 'No dates').number + 1);
    expect(rowShowing(sheet, 1, 'Z1').values.slice(10, 17)).toEqual(['', '', '', '', '', '', '']);
  });

  it('says beside the name of a task that it is overdue', () => {
    const late = aSiteTask({ id: 'Z2', name: 'Strike props', start: '2026-11-10' });
    expect(rowShowing(daySheet(theSketch({ tasks: [late] })), 1, 'Z2').values[1]).toBe(
      'Strike props – overdue',
    );
  });

  it('is left out if the shift has no task', () => {
    const plan = planWorkbook(theSketch({ rules: { shifts: ['day', 'night'] } }), { paper: 'A3' });
    expect(plan.sheets.map(({ name }) => name)).not.toContain('Night');
    expect(shownRows(sheetOf(plan, 'Summary')).flat()).not.toContain('Night');
  });

  it('shows the weeks above the days of a longer window', () => {
    const sheet = daySheet(aBusySite({ tasks: 40, weeks: 2 }));
    expect(shownRows(sheet)[6]?.filter((value) => value !== '')).toEqual([
      'Week 48 · 23 Nov – 29 Nov',
      'Week 49 · 30 Nov – 6 Dec',
    ]);
  });

  it('shortens weekdays where days are narrow', () => {
    const weekdays = (weeks: number, paper: 'A3' | 'A4') => {
      const sheet = daySheet(aBusySite({ tasks: 40, weeks }), paper);
      const over = [...sheet.rows][rowShowing(sheet, 1, weeks === 2 ? 'ID' : 'Task').number - 2]?.cells ?? [];
      return over.flatMap((cell) => (cell?.value === undefined ? [] : [cell.value])).slice(0, 3);
    };
    expect(weekdays(2, 'A4')).toEqual([{ day: mon }, { day: addDays(mon, 1) }, { day: addDays(mon, 2) }]);
    expect(weekdays(5, 'A4')).toEqual(['Mo', 'Tu', 'We']);
    expect(weekdays(6, 'A4')).toEqual(['M', 'T', 'W']);
  });

  it('shows the same work with the same text on every day', () => {
    const crew = { labour: { operatives: 12 }, start: '2026-11-23', finish: '2026-12-11' };
    const tasks = ['A1', 'A2'].map((id) => aSiteTask({ ...crew, id, fiveDay: false }));
    const sheet = daySheet(theSketch({ tasks, window: weekFrom('2026-11-23', 6) }));
    const { values } = rowShowing(sheet, 1, 'A1');
    expect(new Set(values.filter((value) => /^P/.test(String(value)))).size).toBe(1);
  });

  const headOf = (weeks: number, paper: 'A3' | 'A4') => {
    const sheet = daySheet(aBusySite({ tasks: 40, weeks }), paper);
    const titles = shownRows(sheet).find((row) => row.includes('Task')) ?? [];
    return { sheet, titles: titles.slice(0, -1) };
  };

  it('drops Start and Finish, which the bar shows, before Subcontractor, Location and Ready', () => {
    const titles = (weeks: number, paper: 'A3' | 'A4') =>
      headOf(weeks, paper).titles.filter((title) => typeof title === 'string' && /^[A-Z]/.test(title));
    const whole = [
      'ID',
      'Task',
      'Location',
      'Subcontractor',
      'Owner',
      'Start',
      'Finish',
      'Status',
      'Ready',
      'Change,\nworking\ndays',
    ];
    expect(titles(1, 'A4')).toEqual([...whole, 'Resources', 'After', 'Notes', 'Signed']);
    const dropped = ['Owner', 'Start', 'Finish'];
    expect(titles(2, 'A4')).toEqual([
      ...whole.filter((title) => !dropped.includes(title)),
      'Resources',
      'After',
      'Notes',
    ]);
    expect(titles(3, 'A4')).not.toContain('Finish');
    expect(titles(4, 'A4')).toEqual([
      'Task',
      'Location',
      'Subcontractor',
      'Ready',
      'Change,\nworking\ndays',
      'Resources',
    ]);
    expect(titles(6, 'A4')).toEqual(['Task', 'Location', 'Subcontractor', 'Ready', 'Change,\nworking\ndays']);
  });

  it.each([
    [1, 'A3'],
    [2, 'A4'],
    [6, 'A4'],
  ] as const)('makes all days equally wide: %i weeks on %s', (weeks, paper) => {
    const { sheet, titles } = headOf(weeks, paper);
    const first = titles.findIndex((title) => String(title).startsWith('['));
    const days = sheet.columns.slice(first, first + weeks * 7).map(({ width }) => width);
    expect(new Set(days).size).toBe(1);
  });

  it('keeps title and header on every page and in view, and begins pages with the name of a group', () => {
    const sheet = daySheet(aBusySite({ tasks: 120, weeks: 1 }), 'A4');
    expect(sheet.freeze).toEqual({ row: 10, column: 3 });
    expect(sheet.print.titleRows).toEqual({ first: 1, last: 9 });
    expect(sheet.autoFilter).toMatchObject({ top: 9, left: 1, right: sheet.columns.length });
    const rows = [...sheet.rows];
    const breaks = sheet.print.breaksAfter ?? [];
    expect(breaks.length).toBeGreaterThan(1);
    for (const row of breaks) expect(rows[row]?.cells[0]?.style).toBe(groupRowStyles.name);
  });

  it('names report, revision and limits in the footer of every page', () => {
    expect(daySheet().print.footer).toEqual({
      left: 'Riverside Tower · Weekly lookahead · week 48 · revision 2',
      leftBelow: 'Only: day shift',
      center: 'Tasks read Fri 20 Nov 2026 14:02 GMT',
      right: 'page',
      size: 11,
    });
  });

  it('has rows that are high enough for a long name', () => {
    const name = 'Install temporary works to the eastern retaining wall '.repeat(8).trim();
    const long = aSiteTask({ id: 'L1', name, start: '2026-11-23' });
    const sheet = daySheet(theSketch({ tasks: [long] }));
    const { row } = rowShowing(sheet, 1, 'L1');
    const room = textRoomInColumn(sheet.columns[1]?.width ?? 0);
    const lines = lineCount(name, { size: 12 }, room);
    expect(lines).toBeGreaterThanOrEqual(3);
    expect(row.height).toBeGreaterThanOrEqual(lines * 12 * 1.22);
  });
});
