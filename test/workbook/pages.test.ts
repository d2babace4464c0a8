import { describe, expect, it } from 'vitest';
import type { Finding } from '../../functions/lookahead/readiness/findings.ts';
import type { Relation } from '../../functions/lookahead/tasks/relations.ts';
import type { StatusKind } from '../../functions/lookahead/tasks/status.ts';
import { breakBelowList, type PageBlock, pageStarts } from '../../functions/workbook/layout/page-breaks.ts';
import { lineCount } from '../../functions/workbook/layout/text-lines.ts';
import { planWorkbook } from '../../functions/workbook/plan-workbook.ts';
import { afterText } from '../../functions/workbook/sheets/shift/after-text.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { aDay, aPlannedTask } from '../support/builders/a-planned-task.ts';
import { sketchTasks, theSketch } from '../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';

const block = (rows: number, split: PageBlock['split'], closing = 1): PageBlock => ({
  heights: new Array(rows).fill(30),
  together: 3,
  closing,
  split,
});
/** A page holds twenty rows of 30 points, of which one names a block that goes on. */
const starts = (...blocks: PageBlock[]) => pageStarts(blocks, { room: 600, naming: 30 });

describe('where pages end', () => {
  it('is before a block that does not fit, where little of the page stays empty', () => {
    expect(starts(block(18, 'rather not'), block(6, 'rather not'))).toEqual([{ block: 1, row: 0 }]);
  });

  it('is inside a block where much would stay empty, with its name again on the next page', () => {
    expect(starts(block(10, 'rather not'), block(12, 'rather not'))).toEqual([{ block: 1, row: 10 }]);
    expect(starts(block(60, 'rather not'))).toEqual([
      { block: 0, row: 20 },
      { block: 0, row: 39 },
      { block: 0, row: 58 },
    ]);
  });

  it('is never inside what must stay whole, unless that is longer than a page', () => {
    expect(starts(block(10, 'never'), block(12, 'never'))).toEqual([{ block: 1, row: 0 }]);
    expect(starts(block(25, 'never'))).toEqual([{ block: 0, row: 20 }]);
  });

  it('leaves no heading without rows, and keeps closing rows together', () => {
    expect(starts(block(18, 'anywhere'), block(20, 'anywhere'))).toEqual([{ block: 1, row: 0 }]);
    expect(starts(block(22, 'rather not', 6))).toEqual([{ block: 0, row: 16 }]);
    expect(starts(block(14, 'anywhere'), block(8, 'rather not', 9))).toEqual([{ block: 1, row: 0 }]);
  });

  it('is not set by hand past what Excel takes', () => {
    expect(starts(block(40_000, 'anywhere'))).toHaveLength(1026);
  });

  it('is nowhere in a list, so that each program fills its pages, but before what stands below it', () => {
    const list = (rows: number, below: number) =>
      breakBelowList(
        { heights: new Array(rows).fill(30), below: new Array(below).fill(30) },
        { paper: 'A3', widths: new Array(20).fill(12.8), repeated: 70, firstRow: 5 },
      );
    // An A3 page holds 29 rows of 30 points below its title in Excel, and 31 in LibreOffice.
    expect(list(200, 0)).toEqual([]);
    expect(list(20, 5)).toEqual([]);
    expect(list(27, 5)).toEqual([31]);
    expect(list(27, 4)).toEqual([]);
  });

  it('names a group again that goes on over a page, and counts its people once', () => {
    const sheet = sheetOf(
      planWorkbook(aBusySite({ tasks: 200, weeks: 1 }, { groupBy: 'subcontractor' }), { paper: 'A3' }),
      'Day',
    );
    const rows = shownRows(sheet);
    const first = rows.map((row) => String(row[0]));
    const ends = sheet.print.breaksAfter ?? [];
    const continued = first.flatMap((name, index) => (name.endsWith('(continued)') ? [index] : []));
    expect(continued.length).toBeGreaterThan(0);
    for (const index of continued) {
      expect(ends).toContain(index);
      expect(rows[index]?.slice(1).every((value) => value === '')).toBe(true);
      expect(first.slice(0, index)).toContain(first[index]?.replace(' (continued)', ''));
    }
  });

  it('keeps people, legend and lines to sign on the page of the last group', () => {
    const sheet = sheetOf(planWorkbook(aBusySite({ tasks: 120, weeks: 1 }), { paper: 'A4' }), 'Day');
    const rows = [...sheet.rows];
    const last = sheet.print.breaksAfter?.at(-1) ?? 0;
    const people = shownRows(sheet).findIndex((row) => row[1] === 'People on the day shift');
    expect(rows.slice(last + 1, people).filter((row) => row.outline === 1).length).toBeGreaterThan(1);
  });
});

describe('After', () => {
  const relation = (label: string, lag = 0): Relation => ({
    id: 'other',
    label,
    name: label,
    direction: 'predecessor',
    type: 'FS',
    lag,
    text: `${label} FS`,
  });
  const comesAfter = (...relations: Relation[]) => afterText(relations, 60);

  it('names what comes before by its reference', () => {
    expect(comesAfter(relation('A1010', 1), relation('A1020'))).toBe('A1010 FS+1, A1020 FS');
  });

  it('shortens a long name to two lines, with its kind of relation whole', () => {
    const text = comesAfter(relation('Prepare deck and lay vapour control layer, podium roof plant deck'));
    expect(text).toMatch(/^Prepare deck.*… FS$/);
    expect(lineCount(text, { size: 10 }, 60)).toBe(2);
    expect(comesAfter(relation('👷'.repeat(300))).isWellFormed()).toBe(true);
  });
});

describe('a list', () => {
  const [guideWall = aPlannedTask()] = sketchTasks;
  const finding: Finding = {
    check: 'no-labour',
    task: guideWall,
    missing: 'No labour',
    ask: 'A. Quay',
    neededBy: aDay('2026-11-23'),
  };
  const findings = [finding, { ...finding, missing: 'No owner' }, { ...finding, missing: 'No location' }];

  it('shows a repeated task light, with its value in every row and no line between', () => {
    const sheet = sheetOf(planWorkbook(theSketch({ findings }), { paper: 'A3' }), 'Readiness');
    const rows = [...sheet.rows].slice(5, 8).map((row) => row.cells[2]);
    expect(rows.map((cell) => cell?.value)).toEqual(new Array(3).fill(guideWall.name));
    expect(rows.map((cell) => cell?.style.font?.bold)).toEqual([true, undefined, undefined]);
    expect(rows.map((cell) => cell?.style.border?.bottom !== undefined)).toEqual([false, false, true]);
  });

  it('keeps words a step away from the column before, under a title that does the same', () => {
    const { sheets } = planWorkbook(theSketch({ findings }), { paper: 'A3' });
    for (const sheet of sheets.filter(({ name }) => name !== 'Summary')) {
      for (const row of sheet.rows) {
        for (const cell of row.cells) {
          const { wrap, horizontal, indent } = cell?.style.alignment ?? {};
          if (wrap && horizontal === 'left') expect(indent, sheet.name).toBe(1);
        }
      }
    }
  });
});

describe('Summary', () => {
  const summary = (lookahead = theSketch({})) => sheetOf(planWorkbook(lookahead, { paper: 'A3' }), 'Summary');

  it('reads the busiest day from its own table of days', () => {
    const sheet = summary();
    const all = shownRows(sheet).flatMap((row, index) => (row[0] === 'All shifts' ? [index + 1] : []));
    const [tiles] = [...sheet.rows].filter((row) =>
      row.cells.some((cell) => typeof cell?.value === 'object' && 'formula' in cell.value),
    );
    expect(tiles?.cells[13]?.value).toEqual({ formula: `MAX(I${all[1]}:O${all[1]})`, result: 41 });
  });

  it('lists as many key tasks as end on its first page with the rest', () => {
    const none = { rejected: [], warnings: [] };
    const shown = (weeks: number) => {
      const sheet = summary(aBusySite({ tasks: 300, weeks }, { ...none, shifts: ['day', 'night', '24hr'] }));
      const rows = shownRows(sheet).map((row) => String(row[0]));
      const listed = rows.filter((value) => value.startsWith('◆')).length;
      return { listed, pages: 1 + (sheet.print.breaksAfter?.length ?? 0) };
    };
    expect(shown(1)).toEqual({ listed: 15, pages: 1 });
    expect(shown(2)).toEqual({ listed: 12, pages: 1 });
    expect(shown(6)).toEqual({ listed: 15, pages: 2 });
  });

  it('puts warnings above the figures they qualify, and tasks that are not ready last', () => {
    const first = shownRows(summary(theSketch({ warnings: ['3 tasks have no shift.'] }))).map(
      (row) => row[0],
    );
    expect(first.indexOf('▲ 3 tasks have no shift.')).toBeLessThan(
      first.indexOf('Tasks by shift and status'),
    );
  });

  it('lists a task that is not ready once, with all that it lacks', () => {
    const task = sketchTasks[2] ?? aPlannedTask();
    const findings = ['No labour', 'No owner'].map(
      (missing): Finding => ({ check: 'no-labour', task, missing, ask: 'B. Marsh', neededBy: undefined }),
    );
    const sheet = summary(theSketch({ findings }));
    expect(shownRows(sheet).flat()).toContain('No labour · No owner');
    expect(
      shownRows(sheet)
        .flat()
        .filter((value) => value === task.name),
    ).toHaveLength(1);
  });

  it('leaves out the weeks in which a shift has nothing, of a window of several', () => {
    const sheet = summary(aBusySite({ tasks: 60, weeks: 3 }));
    const labels = shownRows(sheet).map((row) => row[0]);
    const all = labels.indexOf('All shifts', labels.indexOf('Tasks and people per day'));
    expect(labels.slice(all + 1, all + 4)).toEqual([
      'Week 48 · 23 Nov – 29 Nov',
      'Week 49 · 30 Nov – 6 Dec',
      'Week 50 · 7 Dec – 13 Dec',
    ]);
    expect(rowShowing(sheet, 1, 'Shift').number).toBeGreaterThan(0);
  });

  it('names the days anew with each shift of several weeks, because a page may begin there', () => {
    const sheet = summary(aBusySite({ tasks: 60, weeks: 3 }, { shifts: ['day', 'night'] }));
    const days = shownRows(sheet).filter((row) => row[1] === 'Mon');
    const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
    expect(days).toEqual([
      ['Day', ...week, ...week],
      ['Night', ...week, ...week],
    ]);
  });

  it('says what it compares with in as many words as its columns have room for', () => {
    const title = (...statuses: readonly StatusKind[]) => {
      const tasks = [...sketchTasks, ...statuses.map((status) => aPlannedTask({ id: status, status }))];
      const plan = planWorkbook(aBusySite({ tasks: 40, weeks: 1 }, { tasks }), { paper: 'A4' });
      return shownRows(sheetOf(plan, 'Summary'))
        .flat()
        .find((value) => String(value).startsWith('Changed since'));
    };
    expect(title()).toBe('Changed since issue 3 of week 47');
    expect(title('complete', 'delayed', 'blocked', 'backlog')).toBe('Changed since issue 3');
  });
});
