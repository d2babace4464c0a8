import { describe, expect, it } from 'vitest';
import { columnWidthInPoints, printScales } from '#workbook/layout/paper-and-margins.ts';
import { indentedTextRoomAcross, textWidth } from '#workbook/layout/text-width.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPlanInput, day } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const onlyWall = { paper: 'A3', sheets: { off: ['resources', 'materials'] } } as const;
const wall = (lookahead = theSketch()) => sheetOf(planWorkbook(lookahead, onlyWall), 'Wall');

describe('Wall', () => {
  it('names a holiday in its title and over its day', () => {
    const holidays = [day('2026-11-25')];
    const lookahead = aLookahead({
      project: { ...aPlanInput().project, holidays },
      tasks: [aSiteTask({ id: 'A1', start: '2026-11-23' })],
    });
    const heads = [...wall(lookahead).rows].flatMap(({ cells }) => cells.map((cell) => cell?.value));
    expect(heads).toContain('holiday');
    expect(heads).not.toContainEqual({ day: holidays[0] });
    expect(heads).toContainEqual(expect.stringContaining('29 Nov 2026 · Wed 25 Nov is a holiday · '));
  });

  it('says the hours of a shift where it begins, and to which day a night shift counts', () => {
    const shifts = { day: { from: '07:00', to: '15:30' }, night: { from: '21:00', to: '05:00' } };
    const project = { ...aPlanInput().project, shifts };
    const tasks = (['day', 'night', 'none'] as const).map((shift) =>
      aSiteTask({ id: shift, shift, start: '2026-11-23' }),
    );
    const words = shownRows(wall(aLookahead({ project, tasks })))
      .flat()
      .join('\n');
    expect(words.match(/^.*shift.*$/gim)).toEqual([
      'Lookahead of all shifts',
      'Day shift, 07:00–15:30',
      expect.stringContaining('on the day shift'),
      'Night shift, 21:00–05:00 · a night belongs to the day on which it begins',
      expect.stringContaining('on the night shift'),
      'No shift',
      expect.stringContaining('without a shift'),
    ]);
    const unnamed = shownRows(wall(aLookahead({ tasks })))
      .flat()
      .join('\n');
    expect(unnamed).toMatch(/^Night shift$/m);
    expect(unnamed).not.toContain('a night counts');
  });

  it('has columns for task, subcontractor, location, readiness and days', () => {
    expect(rowShowing(wall(), 1, 'Task').values.slice(0, 4)).toEqual([
      'Task',
      'Subcontractor',
      'Location',
      'Ready',
    ]);
    expect(rowShowing(wall(), 1, 'Fix brackets L1–L2').values).toEqual([
      'Fix brackets L1–L2',
      'Glaze Ltd',
      'North',
      '✓',
      '',
      'P 4',
      'P 4',
      'P 4',
      'P 4',
      '',
      '',
    ]);
  });

  it('prints task, subcontractor and place at 14 points or more, and days of 15 millimetres', () => {
    const sheet = wall();
    const widths = sheet.columns.map(({ width }) => width);
    const scale = printScales(widths, 'A3').smallest;
    const sizes = rowShowing(sheet, 1, 'Fix brackets L1–L2').row.cells.map(
      (cell) => cell?.style.font?.size ?? 0,
    );
    expect(Math.min(...sizes.slice(0, 3)) * scale).toBeGreaterThanOrEqual(14);
    const millimetres = widths.slice(4).map((width) => (columnWidthInPoints(width) * scale * 25.4) / 72);
    expect(Math.min(...millimetres)).toBeGreaterThanOrEqual(15);
  });

  it('explains letters, marks and ✗ in full on each page', () => {
    const sheet = wall(aBusySite({ tasks: 120, weeks: 1 }));
    const { number } = rowShowing(sheet, 1, 'Task');
    expect(sheet.print.titleRows).toEqual({ first: 1, last: number });
    const legend = [...sheet.rows].slice(0, number - 1).filter(({ height }) => height === 21);
    const lines = legend.map(({ cells }) => String(cells[0]?.value));
    for (const word of [
      'P planned',
      'X cancelled',
      '✗ not ready',
      '? ready, data missing',
      '◀ from before',
    ]) {
      expect(lines.join('  ')).toContain(word);
    }
    const room = indentedTextRoomAcross(sheet.columns.map(({ width }) => width));
    for (const line of lines) expect(textWidth(line, { size: 14 })).toBeLessThanOrEqual(room);
  });

  it('has the ID of a task that is named in the constraint of another', () => {
    const tasks = [
      aSiteTask({ id: 'A1', name: 'Trench', start: '2026-11-24', finish: '2026-11-26' }),
      aSiteTask({ id: 'A2', name: 'Lay pipe', start: '2026-11-25', after: ['A1 FS'] }),
    ];
    const names = shownRows(wall(theSketch({ tasks }))).map(([first]) => String(first));
    expect(names).toContain('Trench (A1)');
    expect(names).toContain('Lay pipe');
  });

  it('orders the tasks of a shift by place, tasks without a place last', () => {
    const at = (location: string | undefined, name: string) =>
      aSiteTask({ name, start: '2026-11-24', ...(location === undefined ? {} : { location }) });
    const tasks = [at('Level 10', 'a'), at(undefined, 'b'), at('Level 9', 'c'), at('Level 10', 'd')];
    const names = shownRows(wall(theSketch({ tasks }))).map(([first]) => String(first));
    expect(names.filter((name) => name.length === 1)).toEqual(['c', 'a', 'd', 'b']);
  });

  it('has people per day of each shift, as formulas over its tasks', () => {
    const { row, number } = rowShowing(wall(), 1, 'People on the day shift');
    expect(row.cells[5]?.value).toEqual({
      formula: `SUBTOTAL(9,F${number - 12}:F${number - 1})`,
      result: 26,
    });
  });

  it('shows a task carried over on its first day, and says that its people are not counted', () => {
    const sheet = wall(
      theSketch({ tasks: [aSiteTask({ name: 'Fix bolts', start: '2026-11-17', labour: { fixers: 5 } })] }),
    );
    expect(rowShowing(sheet, 1, 'Fix bolts – overdue').values.slice(1)).toEqual([
      '✗ overdue',
      '◀ P',
      '',
      '',
      '',
      '',
      '',
      '',
    ]);
    const label = 'People on the day shift · 5 people on 1 task carried over are not counted';
    expect(rowShowing(sheet, 1, label).values.slice(1)).toEqual(['', 0, 0, 0, 0, 0, 0, 0]);
  });

  it('keeps a shift on one page if it fits, and repeats the name of a shift that continues', () => {
    const sheet = wall(aBusySite({ tasks: 120, weeks: 1 }));
    const rows = shownRows(sheet);
    const tops = (sheet.print.breaksAfter ?? []).map((row) => rows[row]?.[0]);
    expect(tops.length).toBeGreaterThan(2);
    expect(tops.filter((name) => !String(name).match(/shift|24 hr/))).toEqual([]);
    expect(tops).toContain('Day shift (continued)');
    expect(tops).not.toContain('24 hr shift (continued)');
  });

  it('explains the dotted outline only if a bar has moved', () => {
    const legends = (lookahead: Parameters<typeof wall>[0]) =>
      shownRows(wall(lookahead))
        .slice(0, 8)
        .map(([first]) => String(first));
    expect(legends(theSketch()).join()).not.toContain('dotted');
    expect(legends(aBusySite({ tasks: 120, weeks: 1 })).join()).toMatch(/dotted: moved from here/);
  });

  it('names all shifts, or the only one, in its title', () => {
    expect(shownRows(wall(aBusySite({ tasks: 40, weeks: 1 })))[1]?.[0]).toBe('Lookahead of all shifts');
    expect(shownRows(wall())[1]?.[0]).toBe('Day shift lookahead');
  });

  it('leaves out columns that no task fills, or that are the same for a whole cut, to make room for longer names', () => {
    const heads = (lookahead: Parameters<typeof wall>[0]) =>
      rowShowing(wall(lookahead), 1, 'Task').values.slice(0, 3);
    const tasks = [aSiteTask({ start: '2026-11-24', location: 'Core A' })];
    expect(heads(theSketch({ tasks }))).toEqual(['Task', 'Location', 'Ready']);
    const audience = { kind: 'location', id: 'id of Core A', name: 'Core A' } as const;
    expect(heads(theSketch({ tasks, audience })).slice(1)).toEqual(['Ready', expect.stringMatching(/^\[/)]);
  });

  it('is split by top folder, or by place, if it would take more than twelve pages', () => {
    const site = aBusySite({ tasks: 500, weeks: 1 });
    const walls = (lookahead: typeof site) =>
      planWorkbook(lookahead, onlyWall).sheets.filter(({ name }) => name.startsWith('Wall'));
    const isTask = (row: (string | number)[]) => row.length === 11 && !/^(People|Task$)/.test(String(row[0]));
    for (const groupBy of ['folder', 'subcontractor'] as const) {
      const sheets = walls({ ...site, groupBy });
      expect(sheets.length).toBeGreaterThan(1);
      const own =
        groupBy === 'folder'
          ? site.tasks.map((task) => task.groupPath[0])
          : site.tasks.map((task) => task.location?.name);
      const names = new Set(
        own.map((name) => `Wall ${name ?? (groupBy === 'folder' ? 'no folder' : 'no place')}`),
      );
      expect(new Set(sheets.map(({ name }) => name))).toEqual(names);
      const rows = sheets.flatMap((sheet) =>
        shownRows(sheet)
          .filter(isTask)
          .filter((row) => row[1] !== ''),
      );
      expect(rows).toHaveLength(site.tasks.filter(({ subcontractor }) => subcontractor !== undefined).length);
      const people = (row: (string | number)[]) =>
        row.slice(4).reduce<number>((sum, value) => sum + Number(value), 0);
      const totals = sheets.flatMap((sheet) =>
        shownRows(sheet).filter(([first]) => String(first).startsWith('People ')),
      );
      const planned = site.shifts
        .flatMap(({ peoplePerDay }) => peoplePerDay)
        .reduce((sum, count) => sum + count, 0);
      expect(totals.reduce((sum, row) => sum + people(row), 0)).toBeCloseTo(planned, 6);
    }
  });

  it.each([
    ['A4', 1],
    ['A3', 2],
  ] as const)(
    'is left out on %s for %i weeks, because it could not be read at two metres',
    (paper, weeks) => {
      const { sheets } = planWorkbook(aBusySite({ tasks: 20, weeks }), { paper });
      expect(sheets.map(({ name }) => name)).not.toContain('Wall');
    },
  );
});
