import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../../functions/workbook/plan-workbook.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { aSiteTask } from '../../../support/builders/a-site-task.ts';
import { sketchTasks, theSketch } from '../../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';

describe('Summary', () => {
  const summary = (lookahead = theSketch({})) => sheetOf(planWorkbook(lookahead, { paper: 'A3' }), 'Summary');

  it('reads the busiest day from its own table of days', () => {
    const sheet = summary();
    const all = shownRows(sheet).flatMap((row, index) => (row[0] === 'All shifts' ? [index + 1] : []));
    const [tiles] = [...sheet.rows].filter((row) =>
      row.cells.some((cell) => typeof cell?.value === 'object' && 'formula' in cell.value),
    );
    expect(tiles?.cells[11]?.value).toEqual({ formula: `MAX(I${all[1]}:O${all[1]})`, result: 41 });
  });

  it('lists as many key tasks as fit on its first page with everything else', () => {
    const shown = (weeks: number) => {
      const sheet = summary(
        aBusySite(
          { tasks: 300, weeks },
          { rejected: [], rules: { shifts: ['day', 'night', '24hr', 'none'] } },
        ),
      );
      const rows = shownRows(sheet).map((row) => String(row[0]));
      const listed = rows.filter((value) => value.startsWith('◆')).length;
      return { listed, pages: 1 + (sheet.print.breaksAfter?.length ?? 0) };
    };
    expect(shown(1)).toEqual({ listed: 15, pages: 1 });
    expect(shown(2)).toEqual({ listed: 7, pages: 1 });
    expect(shown(6)).toEqual({ listed: 15, pages: 2 });
  });

  it('puts warnings above the figures they qualify, and tasks that are not ready last', () => {
    const tasks = [...sketchTasks, aSiteTask({ id: 'N1', shift: 'none', start: '2026-11-24' })];
    const first = shownRows(summary(theSketch({ tasks }))).map((row) => row[0]);
    const warning = first.indexOf('▲ 1 task has no shift and is not in this report.');
    expect(warning).toBeGreaterThan(0);
    expect(warning).toBeLessThan(first.indexOf('Tasks by shift and status, not filtered'));
  });

  it('lists a task that is not ready once, with everything that is missing', () => {
    const task = aSiteTask({ start: '2026-11-24', subcontractor: 'Sonic Test', location: 'Zone 1' });
    const shown = shownRows(summary(theSketch({ tasks: [task] }))).flat();
    expect(shown).toContain('No labour · No owner');
    expect(shown.filter((value) => value === task.task.name)).toHaveLength(1);
  });

  it('leaves out the weeks in which a shift has no work, in a window of several weeks', () => {
    const sheet = summary(aBusySite({ tasks: 60, weeks: 3 }));
    const labels = shownRows(sheet).map((row) => row[0]);
    const all = labels.indexOf(
      'All shifts',
      labels.indexOf('Tasks and people per day, as filtered on the shift sheets'),
    );
    expect(labels.slice(all + 1, all + 4)).toEqual([
      'Week 48 · 23 Nov – 29 Nov',
      'Week 49 · 30 Nov – 6 Dec',
      'Week 50 · 7 Dec – 13 Dec',
    ]);
    expect(rowShowing(sheet, 1, 'Shift').number).toBeGreaterThan(0);
  });

  it('repeats the days for each shift in a window of several weeks, because a page may begin there', () => {
    const sheet = summary(aBusySite({ tasks: 60, weeks: 3 }, { rules: { shifts: ['day', 'night'] } }));
    const days = shownRows(sheet).filter((row) => row[1] === 'Mon');
    const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
    expect(days).toEqual([
      ['Day', ...week, ...week],
      ['Night', ...week, ...week],
    ]);
  });

  it('names the earlier revision as fully as its columns have room for', () => {
    const title = (...statuses: readonly string[]) => {
      const tasks = [...sketchTasks, ...statuses.map((status) => aSiteTask({ id: status, status }))];
      const plan = planWorkbook(aBusySite({ tasks: 40, weeks: 1 }, { tasks }), { paper: 'A4' });
      return shownRows(sheetOf(plan, 'Summary'))
        .flat()
        .find((value) => /^(?:Changed s|S)ince /.test(String(value)));
    };
    expect(title()).toBe('Since revision 3 of week 47');
    expect(title('complete', 'delayed', 'blocked', 'backlog')).toBe('Since revision 3');
  });
});
