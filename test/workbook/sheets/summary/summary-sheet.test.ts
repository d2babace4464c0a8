import { describe, expect, it } from 'vitest';
import type { MeasuredWeek } from '#lookahead/compare/ppc.ts';
import { notReadyText } from '#lookahead/compare/unready-tasks.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { areaReference } from '#workbook/xlsx/cell-references.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../../../support/builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../../../support/builders/a-site-task.ts';
import { sketchTasks, theSketch } from '../../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';

type Lookahead = ReturnType<typeof aLookahead>;

const summary = (lookahead: Lookahead = theSketch({}), paper: 'A3' | 'A4' = 'A3') =>
  sheetOf(planWorkbook(lookahead, { paper }), 'Summary');
/** First column of the tables on the right side. */
const right = 15;
const texts = (lookahead: Lookahead) => shownRows(summary(lookahead)).flat().map(String);
/** Values of a column below the row that shows the text in it, up to the next empty cell. */
const below = (sheet: ReturnType<typeof summary>, column: number, text: string) => {
  const { number } = rowShowing(sheet, column, text);
  const shown = shownRows(sheet)
    .slice(number)
    .map((row) => String(row[column - 1] ?? ''));
  return shown.slice(0, [...shown, ''].indexOf(''));
};

describe('Summary', () => {
  it('reads the busiest day from its own table of people', () => {
    const sheet = summary();
    const { number } = rowShowing(sheet, right, 'All shifts');
    const tiles = [...sheet.rows].flatMap(({ cells }) => cells.map((cell) => cell?.value));
    expect(tiles).toContainEqual({ formula: `MAX(P${number}:V${number})`, result: 41 });
  });

  it('mentions all shifts only if there are several', () => {
    const one = aSiteTask({ id: 'A1', start: '2026-11-24', labour: { fixers: 4 } });
    const other = aSiteTask({ id: 'A2', start: '2026-11-24', labour: { fixers: 4 }, shift: 'night' });
    expect(texts(aLookahead({ tasks: [one] }))).toContain('people on Tue 24 Nov');
    expect(texts(aLookahead({ tasks: [one, other] }))).toContain('people on Tue 24 Nov, all shifts');
  });

  it('says that milestones have the mark of key tasks, if there are any', () => {
    const key = aSiteTask({ id: 'A1', start: '2026-11-24', key: true, milestone: true });
    const milestone = aSiteTask({ id: 'A2', start: '2026-11-24', milestone: true });
    expect(texts(aLookahead({ tasks: [key] }))).toContain('marked ◆');
    expect(texts(aLookahead({ tasks: [key, milestone] }))).toContain('marked ◆, like milestones');
  });

  it('says how many of the changed tasks finished, because these are no longer in the report', () => {
    const task = (id: string, finish: string, status = 'started') =>
      aSiteTask({ id, start: '2026-11-16', finish, status });
    const changedTo = (...tasks: readonly ReturnType<typeof task>[]) =>
      texts(
        aLookahead({
          tasks,
          previous: anEarlierIssue([task('A1', '2026-11-24'), task('A2', '2026-11-20')]),
          issueNumber: 2,
        }),
      );
    const done = task('A2', '2026-11-20', 'complete');
    expect(changedTo(task('A1', '2026-11-25'), done)).toContain('since Fri 13 Nov; 1 of them finished');
    expect(changedTo(task('A1', '2026-11-24'), done)).toContain('since Fri 13 Nov; 1 of them finished');
    expect(changedTo(task('A1', '2026-11-25'), task('A2', '2026-11-20'))).toContain('since Fri 13 Nov');
  });

  it.each([
    [40, 1],
    [300, 6],
  ])('is one page of A4, and fits 1,300 pixels, with %i tasks in %i weeks', (tasks, weeks) => {
    const sheet = summary(aBusySite({ tasks, weeks }), 'A4');
    expect(sheet.print.breaksAfter).toEqual([]);
    expect(sheet.zoom).toBe(100);
    expect(sheet.columns.reduce((pixels, { width }) => pixels + Math.round(width * 7 + 5), 0)).toBe(1_300);
  });

  it('lists as many key tasks at its end as the page has room for', () => {
    const shown = (paper: 'A3' | 'A4') => {
      const sheet = summary(aBusySite({ tasks: 300, weeks: 1 }, { misfits: [] }), paper);
      return shownRows(sheet).some(([first]) => first === 'Key tasks')
        ? below(sheet, 1, 'Key tasks').filter((text) => text.startsWith('◆')).length
        : 0;
    };
    expect([shown('A3'), shown('A4')]).toEqual([4, 0]);
  });

  it('puts warnings above the figures they qualify', () => {
    const tasks = [...sketchTasks, aSiteTask({ id: 'N1', shift: 'none', start: '2026-11-24' })];
    const first = shownRows(summary(theSketch({ tasks }))).map((row) => row[0]);
    const warning = first.indexOf('▲ 1 task has no shift and is not in this report.');
    expect(warning).toBeGreaterThan(0);
    expect(warning).toBeLessThan(first.findIndex((text) => String(text).startsWith('What is at risk')));
  });
});

describe('Summary says what is new', () => {
  it('lists the changed tasks in the order of the Changes sheet, and refers to that sheet for the others', () => {
    const sheet = summary(aBusySite({ tasks: 300, weeks: 1 }));
    const [head, ...names] = below(sheet, 1, 'What is new since revision 3 of week 47, Fri 13 Nov');
    expect(head).toBe('Task');
    expect(names.slice(0, 3)).toEqual([
      '◆ Level 7 handed over',
      '◆ Level 4 handed over',
      '◆ Bored piles, level 1, grid 7–10',
    ]);
    expect(names.find((text) => text.startsWith('and '))).toBe('and 87 more: see Changes');
    expect(rowShowing(sheet, 1, '◆ Level 7 handed over').values).toContain('+2 d');
  });

  it('leaves out weekdays before it shortens the dates of a task that moved', () => {
    const name = 'Strike, clean and cure columns of grid A to C, level 14 east';
    const task = (finish: string, status: string) =>
      aSiteTask({ id: 'A1', name, start: '2026-11-24', finish, status });
    const shown = (status: string) => {
      const previous = anEarlierIssue([task('2026-11-28', 'started')], {
        window: weekFrom('2026-11-23'),
      });
      return texts(aLookahead({ tasks: [task('2026-12-01', status)], previous, issueNumber: 2 }));
    };
    expect(shown('started')).toContain('Tue 24 – Sat 28 → Tue 24 Nov – Tue 1 Dec');
    expect(shown('complete')).toContain('24 – 28 → 24 Nov – 1 Dec · started → complete');
  });

  it('says so if there was no earlier revision', () => {
    expect(texts(aLookahead({ tasks: sketchTasks }))).toContain('This is the first revision of this report.');
  });
});

describe('Summary says what is at risk', () => {
  it('lists the ten most consequential tasks that are not ready: key tasks, the soonest, those with the most people', () => {
    const site = aBusySite({ tasks: 40, weeks: 1 });
    const [, ...names] = below(summary(site), 1, `What is at risk · ${notReadyText(site.readiness)}`);
    expect(names.slice(0, 5)).toEqual([
      '◆ Level 2 handed over',
      '◆ Slab pour, level 4, grid 4–7',
      '◆ Level 4 handed over',
      '◆ Level 3 handed over – due Fri 20 Nov',
      'Bored piles, level 1, grid 4–7',
    ]);
    expect(names[10]).toBe('and 20 more: see Readiness');
  });

  it('says briefly why each task is not ready, and whom to ask', () => {
    const task = aSiteTask({ start: '2026-11-24', status: 'blocked', subcontractor: 'Sonic Test' });
    const shown = texts(aLookahead({ tasks: [task] }));
    expect(shown).toContain('✗ blocked');
    expect(shown).toContain('Sonic Test');
    expect(shown.filter((value) => value === task.task.name)).toHaveLength(1);
  });

  it('has no column Ask if it is not known whom to ask', () => {
    const heads = (more: SiteTaskProperties) => {
      const tasks = [aSiteTask({ start: '2026-11-24', status: 'blocked', ...more })];
      return shownRows(summary(aLookahead({ tasks }))).find((row) => row.includes('Constraint'));
    };
    expect(heads({ owner: 'A. Quay' })).toContain('Ask');
    expect(heads({})).not.toContain('Ask');
  });

  it('says so if every task is ready', () => {
    const task = aSiteTask({ start: '2026-11-24', status: 'complete' });
    expect(texts(aLookahead({ tasks: [task] }))).toContain('Every task that is to be done is ready.');
    const withGap = aLookahead({ tasks: [aSiteTask({ start: '2026-11-24' })] });
    expect(texts(withGap)).toContain(
      'No task is known to be held up: 1 of 1 task to do is ready, 1 with a gap in the plan’s data.',
    );
  });
});

describe('Summary says how last week went', () => {
  it('lists the misses, tasks that were due first, and PPC by subcontractor, the most missed first', () => {
    const sheet = summary(aBusySite({ tasks: 40, weeks: 1 }));
    expect(below(sheet, right, 'Missed or short, week 47').slice(0, 2)).toEqual([
      'Bored piles, level 1, grid 1–4',
      'Bored piles, level 1, grid 4–7',
    ]);
    expect(rowShowing(sheet, right, 'Bored piles, level 1, grid 4–7').values).toContain('0 of 2');
    expect(below(sheet, right, 'By subcontractor')[0]).toBe('Keller Piling');
  });

  it('links to Last week if the page has no room for all subcontractors', () => {
    const tasks = Array.from({ length: 9 }, (_, index) =>
      aSiteTask({
        id: `T${index}`,
        start: '2026-11-17',
        finish: '2026-11-18',
        subcontractor: `Trade ${index}`,
      }),
    );
    const values = [...summary(theSketch({ tasks, lastWeekPlan: anEarlierIssue(tasks) })).rows].flatMap(
      ({ cells }) => cells[right - 1]?.value ?? [],
    );
    expect(values).toContainEqual({ text: 'and 5 more: see Last week', sheet: 'Last week', cell: 'A1' });
  });

  it('says so if nothing was planned', () => {
    const lookahead = theSketch({ lastWeekPlan: anEarlierIssue([]) });
    const shown = texts(lookahead);
    expect(shown).toContain('Nothing was planned for week 47 up to Thu 19 Nov.');
    expect(shown).toContain('no task was due in week 47 up to Thu 19 Nov');
    expect(shown.join()).not.toMatch(/not yet|happened|by task/);
    const measuredWeeks = [
      {
        audience: { kind: 'everyone' },
        week: weekFrom('2026-11-02'),
        reportDay: day('2026-11-06'),
        task: 0.7,
        finished: 7,
        dueToFinish: 10,
        taskDay: 0.8,
      },
    ] satisfies readonly MeasuredWeek[];
    const later = texts(theSketch({ lastWeekPlan: anEarlierIssue([]), measuredWeeks }));
    expect(later).toContain('W45');
    expect(later).toContain('Nothing was planned for week 47 up to Thu 19 Nov.');
  });
});

describe('the tables of Summary', () => {
  const name = 'Edge protection and handrails, level 12, grid 9–12';

  it('cut a name in its middle and any other text at its end', () => {
    const tasks = [
      aSiteTask({
        name: 'Edge protection and temporary handrails along the perimeter, level 12, grid 9–12',
        start: '2026-11-17',
        finish: '2026-11-18',
        subcontractor: 'Copperfield Mechanical, Electrical and Plumbing Services International Ltd',
      }),
    ];
    const sheet = summary(theSketch({ tasks, lastWeekPlan: anEarlierIssue(tasks) }));
    expect(below(sheet, right, 'Missed or short, week 47')[0]).toBe(
      'Edge protection and … level 12, grid 9–12',
    );
    expect(below(sheet, right, 'By subcontractor')[0]).toBe(
      'Copperfield Mechanical, Electrical and Plumbing Services …',
    );
  });

  it('do not shorten a text to one word to make room for another', () => {
    const task = (id: string, more: SiteTaskProperties) =>
      aSiteTask({ id, name, start: '2026-11-17', finish: '2026-11-18', subcontractor: 'Formworks', ...more });
    const progress = [{ type: 'delay', date: '2026-11-17', amount: 1, name: 'Preceding trade not complete' }];
    const tasks = [task('A1', {}), task('A2', {}), task('A3', { source: { progress } })];
    const shown = shownRows(summary(theSketch({ tasks, lastWeekPlan: anEarlierIssue(tasks) })));
    const head = shown.find((row) => row.includes('Missed or short, week 47'));
    const reasons = shown.flatMap((row) =>
      row.includes('0 of 2') ? [String(row[head?.indexOf('Reason') ?? 0])] : [],
    );
    expect(reasons.toSorted()).toEqual(['Work before not finished', 'not started', 'not started']);
  });

  it('show the names of subcontractors in full', () => {
    const subcontractor = 'Copperfield Mechanical and Electrical Ltd';
    const tasks = [aSiteTask({ start: '2026-11-17', subcontractor })];
    const sheet = summary(theSketch({ tasks, lastWeekPlan: anEarlierIssue(tasks) }));
    expect(below(sheet, right, 'By subcontractor')[0]).toBe(subcontractor);
  });

  it('shrink a figure that is too wide instead of cutting it', () => {
    const tasks = Array.from({ length: 100 }, (_, index) =>
      aSiteTask({ id: `T${index}`, start: '2026-11-17', finish: '2026-11-18', subcontractor: 'Formworks' }),
    );
    const sheet = summary(theSketch({ tasks, lastWeekPlan: anEarlierIssue(tasks) }));
    const { row, values } = rowShowing(sheet, right, 'Formworks');
    const at = values.indexOf('0 of 100');
    expect(row.cells[at]?.style.alignment).toMatchObject({ shrink: true });
  });

  it('have the same columns for names and IDs in each list, with more room for long IDs', () => {
    const task = (id: string, start: string, finish: string, status = 'blocked') =>
      aSiteTask({ id, name: 'Piles', start, finish, status, key: true });
    const heads = (id: string) => {
      const previous = anEarlierIssue([task(id, '2026-11-17', '2026-11-20')]);
      const tasks = [task(id, '2026-11-25', '2026-12-01')];
      const rows = shownRows(summary(aLookahead({ tasks, previous, issueNumber: 2 })));
      expect(rows.filter((row) => row.includes(id))).toHaveLength(3);
      return rows
        .filter((row) => row[0] === 'Task' && row.includes('ID'))
        .map((row) => [
          row.indexOf('ID') + 1,
          row.findIndex((text) => text === 'Start' || text === 'Days') + 1,
        ]);
    };
    expect(heads('A1')).toEqual([
      [6, 7],
      [6, 7],
      [6, 7],
    ]);
    expect(heads('rt-000158')).toEqual([
      [6, 8],
      [6, 8],
      [6, 8],
    ]);
    expect(heads('RT-SUBSTRUCTURE-0010')).toEqual([
      [5, 8],
      [5, 8],
      [5, 8],
    ]);
  });

  it('do not shorten a status while Ready has room to spare', () => {
    const long = { name, key: true, start: '2026-11-24', subcontractor: 'Stonebridge', status: 'started' };
    const tasks = ['rt-000158', 'RT-SUBSTRUCTURE-0010'].map((id) => aSiteTask({ ...long, id }));
    const sheet = summary(aLookahead({ tasks, window: weekFrom('2026-11-23', 6) }));
    const { number, values } = rowShowing(sheet, 1, 'Key tasks');
    expect(values[0]).toBe('Key tasks');
    const [head = [], ...rows] = shownRows(sheet).slice(number);
    expect(rows.slice(0, 2).map((row) => row[head.indexOf('Status')])).toEqual(['started', 'started']);
  });

  it('name the subcontractors of misses only if they and the names of the tasks fit', () => {
    const heads = (weeks: number, properties: SiteTaskProperties) => {
      const missed = [aSiteTask({ start: '2026-11-17', finish: '2026-11-18', ...properties })];
      const window = weekFrom('2026-11-23', weeks);
      const sheet = summary(theSketch({ tasks: missed, lastWeekPlan: anEarlierIssue(missed), window }));
      return rowShowing(sheet, right, 'Missed or short, week 47')
        .values.filter((text) => text !== '')
        .slice(-4);
    };
    for (const weeks of [1, 6]) {
      expect(heads(weeks, { name: 'Bored piles', subcontractor: 'Keller Piling' })).toContain(
        'Subcontractor',
      );
      expect(
        heads(weeks, { name: 'Bored piles', subcontractor: 'Copperfield Mechanical Ltd' }),
      ).not.toContain('Subcontractor');
      expect(heads(weeks, { name, subcontractor: 'Keller Piling' })).not.toContain('Subcontractor');
      expect(heads(weeks, { name: 'Bored piles' })).not.toContain('Subcontractor');
    }
  });

  it('show the whole reason of a miss if its subcontractor is not named', () => {
    const progress = [{ type: 'delay', date: '2026-11-17', amount: 1, name: 'Preceding trade not complete' }];
    const missed = [aSiteTask({ name, start: '2026-11-17', finish: '2026-11-18', source: { progress } })];
    for (const weeks of [1, 6]) {
      const window = weekFrom('2026-11-23', weeks);
      const shown = texts(theSketch({ tasks: missed, lastWeekPlan: anEarlierIssue(missed), window }));
      expect(shown).toContain('Work before not finished');
    }
  });

  it('have the names, and the IDs, below one another', () => {
    const sheet = summary(aBusySite({ tasks: 40, weeks: 1 }));
    const heads = shownRows(sheet).filter((row) => row[0] === 'Task' && row.includes('ID'));
    expect(heads.length).toBeGreaterThan(2);
    expect(new Set(heads.map((row) => row.indexOf('ID'))).size).toBe(1);
  });
});

describe("Summary's tiles", () => {
  it('count the tasks that were delayed, not the days that parallel tasks lost', () => {
    const progress = ['2026-11-17', '2026-11-18'].map((date) => ({ type: 'delay', date, amount: 3 }));
    const delayed = ['A1', 'A2'].map((id) => aSiteTask({ id, start: '2026-11-24', source: { progress } }));
    const sheet = summary(theSketch({ tasks: [...delayed, aSiteTask({ id: 'A3', start: '2026-11-24' })] }));
    const { number, values } = rowShowing(sheet, 1, 'Tasks');
    const [figures, captions] = shownRows(sheet).slice(number, number + 2);
    const at = values.indexOf('Tasks delayed');
    expect([figures?.[at], captions?.[at]]).toEqual([2, 'with 4 recorded delays']);
  });

  it('separate thousands', () => {
    const sheet = summary(aBusySite({ tasks: 4, weeks: 1 }));
    const figures = [...sheet.rows][rowShowing(sheet, 1, 'Tasks').number]?.cells[0];
    expect(figures?.style.numberFormat).toBe('#,##0');
    const total = rowShowing(sheet, right, 'All shifts').row.cells[right];
    expect(total?.style.numberFormat).toMatch(/^#,##0;/);
  });
});

describe('Summary shows the people', () => {
  it('on each day of each shift in a week, read from the sheet of the shift', () => {
    const sheet = summary(aBusySite({ tasks: 40, weeks: 1 }));
    expect(below(sheet, right, 'Shift')).toEqual([
      'Day',
      'Afternoon',
      'Night',
      '24 hr',
      'No shift',
      'All shifts',
      'Carried over, if they work',
    ]);
  });

  it('on each day of all shifts in several weeks, under one row of weekdays, with the busiest day of each shift', () => {
    const sheet = summary(aBusySite({ tasks: 300, weeks: 6 }));
    expect(shownRows(sheet).flat()).not.toContain('Mon');
    const { values } = rowShowing(sheet, right, 'Week from');
    expect(values.slice(22)).toEqual(['Day', 'Aft.', 'Night', '24 hr', 'None']);
    expect(below(sheet, right, 'Week from')).toEqual([
      'W48 · 23 Nov',
      'W49 · 30 Nov',
      'W50 · 7 Dec',
      'W51 · 14 Dec',
      'W52 · 21 Dec',
      'W53 · 28 Dec',
      'Carried over, if they work',
    ]);
  });
});

describe('Summary of weeks in two years', () => {
  it('names the weeks without the year, which would run into the figures', () => {
    const window = weekFrom('2026-12-21', 3);
    const tasks = [aSiteTask({ id: 'A1', start: '2026-12-21', finish: '2027-01-08', labour: { men: 4 } })];
    expect(below(summary(aLookahead({ window, tasks })), right, 'Week from')).toEqual([
      'W52 · 21 Dec',
      'W53 · 28 Dec',
      'W1 · 4 Jan',
    ]);
  });
});

describe('Summary with tasks carried over', () => {
  it('shows their people below the table, outside its sums, even if nobody else works in the window', () => {
    const carried = (id: string, shift: 'day' | 'night') =>
      aSiteTask({ id, shift, start: '2026-11-17', labour: { fixers: 5 } });
    const tasks = [carried('A', 'day'), carried('B', 'night')];
    const plan = planWorkbook(aLookahead({ tasks, rules: { shifts: ['day', 'night'] } }), { paper: 'A3' });
    expect(plan.sheets.map(({ name }) => name)).not.toContain('Resources');
    expect(below(sheetOf(plan, 'Summary'), right, 'Shift')).toEqual([
      'Day',
      'Night',
      'All shifts',
      'Carried over, if they work',
    ]);
    const shown = sheetOf(plan, 'Summary');
    expect(rowShowing(shown, right, 'All shifts').values.at(-1)).toBe(0);
    const { cells } = rowShowing(shown, right, 'Carried over, if they work').row;
    expect(cells.slice(right, right + 7).map((cell) => cell?.value)).toEqual([10, 0, 0, 0, 0, 0, 0]);
  });
});

describe("Summary's charts", () => {
  it('have colours for shifts that differ on a black-and-white copy too', () => {
    const lookahead = aBusySite({ tasks: 60, weeks: 1 });
    const [chart] = summary(lookahead).charts ?? [];
    const greys = (chart?.series ?? []).map(({ color }) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/../g) ?? []).map((part) => parseInt(part, 16));
      return 0.3 * red + 0.59 * green + 0.11 * blue;
    });
    const sorted = greys.toSorted((a, b) => a - b);
    expect(sorted).toHaveLength(5);
    for (const [index, grey] of sorted.slice(1).entries())
      expect(grey - (sorted[index] ?? 0)).toBeGreaterThan(20);
  });

  it('show half a person if the table does', () => {
    const labels = (fixers: number) =>
      summary(aLookahead({ tasks: [aSiteTask({ start: '2026-11-24', labour: { fixers } })] })).charts?.map(
        ({ numberFormat }) => numberFormat,
      );
    expect(labels(4)).toEqual(['#,##0;-#,##0;']);
    expect(labels(0.7)).toEqual(['#,##0.0;-#,##0.0;']);
  });

  it('show the people of all rows of the shift sheets', () => {
    const lookahead = aBusySite({ tasks: 60, weeks: 2 });
    const plan = planWorkbook(lookahead, { paper: 'A3' });
    const [chart] = sheetOf(plan, 'Summary').charts ?? [];
    expect(chart?.series.map(({ name }) => name)).toEqual(lookahead.shifts.map(({ title }) => title));
    const [day] = chart?.series ?? [];
    const people = rowShowing(sheetOf(plan, 'Day'), 2, 'People, Day, all rows');
    const first = people.values.findIndex((value) => typeof value === 'number') + 1;
    const area = areaReference({ top: people.number, left: first, bottom: people.number, right: first + 13 });
    expect(day?.reference.replaceAll('$', '')).toBe(`'Day'!${area}`);
    expect(day?.values).toEqual(people.values.slice(first - 1, first + 13));
  });
});
