import { describe, expect, it } from 'vitest';
import { isMiss } from '#lookahead/compare/last-week.ts';
import { usualReasons } from '#lookahead/reasons.ts';
import { percentText } from '#lookahead/text/quantity-text.ts';
import { indentedTextRoomInColumn, lineCount, textFonts } from '#workbook/layout/text-width.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { anEarlierIssue, day } from '../../../support/builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../../../support/builders/a-site-task.ts';
import { deep } from '../../../support/deep-checks.ts';
import { theSketch } from '../../../support/the-sketch.ts';
import { allFormulas, formulaEvaluator } from '../../../support/workbook/formula.ts';
import { rowShowing, sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';
import { writtenPlan } from '../../../support/workbook/written-plan.ts';

const week = (id: string, more: Partial<SiteTaskProperties> = {}) =>
  aSiteTask({
    id,
    name: `Task ${id}`,
    start: '2026-11-17',
    finish: '2026-11-18',
    subcontractor: 'Steelfix',
    ...more,
  });
const outside = 'Outside cause: permit or weather';
const goesOn = { finish: '2026-11-25' };
const lookahead = theSketch({
  tasks: [
    week('DONE', { status: 'complete' }),
    week('KEPT', { status: 'started', ...goesOn }),
    week('SHORT', {
      status: 'started',
      ...goesOn,
      subcontractor: 'Formworks',
      source: { progress: [{ type: 'delay', date: '2026-11-19', amount: 1, name: 'Weather' }] },
    }),
    week('MISSED', {
      key: true,
      start: '2026-11-23',
      finish: '2026-11-24',
      source: {
        progress: [
          { type: 'delay', date: '2026-11-17', amount: 0.5, name: 'Weather' },
          { type: 'delay', date: '2026-11-18', amount: 2, name: 'No access' },
          { type: 'delay', date: '2026-11-09', amount: 9, name: 'Before the week' },
        ],
      },
    }),
    week('OTHER', { start: '2026-11-23' }),
  ],
  lastWeekPlan: anEarlierIssue([
    week('DONE'),
    week('KEPT', goesOn),
    week('SHORT', { ...goesOn, subcontractor: 'Formworks' }),
    week('MISSED'),
    aSiteTask({ id: 'GONE', name: 'Task GONE', start: '2026-11-17', finish: '2026-11-18' }),
    week('LATER', { start: '2026-11-23', finish: '2026-11-24' }),
  ]),
});
const plan = planWorkbook(lookahead, { paper: 'A3' });
const sheet = sheetOf(plan, 'Last week');

describe('Last week', () => {
  it('lists each task that was due or planned in the week, the misses first', () => {
    const rows = shownRows(sheet);
    const first = rowShowing(sheet, 1, 'Result').number;
    const shown = rows.slice(first, first + 6).map((values) => values.slice(0, 8));
    expect(shown[3]?.[2]).toBe('2 tasks done or as planned: unfold with + at the left');
    expect(shown.toSpliced(3, 1)).toEqual([
      [
        '✗ missed',
        'MISSED',
        '◆ Task MISSED',
        'Tue 17 Nov – Wed 18 Nov',
        2,
        0,
        2.5,
        'not started, now from Mon 23 Nov · No access',
      ],
      [
        '✗ missed',
        'GONE',
        'Task GONE',
        'Tue 17 Nov – Wed 18 Nov',
        2,
        0,
        '',
        'not in the plan any more, or moved beyond Sun 27 Dec 2026',
      ],
      [
        '✗ short',
        'SHORT',
        'Task SHORT',
        'Tue 17 Nov – Wed 25 Nov',
        3,
        2,
        1,
        'started, ends Wed 25 Nov · Weather',
      ],
      ['✓ done', 'DONE', 'Task DONE', 'Tue 17 Nov – Wed 18 Nov', 2, 2, '', 'finished Wed 18 Nov'],
      ['✓ as planned', 'KEPT', 'Task KEPT', 'Tue 17 Nov – Wed 25 Nov', 3, 3, '', 'started, ends Wed 25 Nov'],
    ]);
  });

  it('fills in the reason that cost the most days, and leaves cells for the meeting to fill in', () => {
    const { values, number } = rowShowing(sheet, 2, 'MISSED');
    expect(values.slice(8)).toEqual(['Steelfix', 'Access or space', '', '', 'task-MISSED']);
    const [reason, done] = sheet.validations ?? [];
    expect(reason).toMatchObject({ area: { top: number, left: 10, right: 10 } });
    expect(reason?.choices).toEqual([...usualReasons, 'Planning', 'Other']);
    expect(done).toMatchObject({ area: { left: 11 }, choices: ['yes', 'no'] });
  });

  it('folds the tasks that were done or as planned, so that their rows are not printed', () => {
    const rows = [...sheet.rows];
    const isHidden = (id: string) => rows[rowShowing(sheet, 2, id).number - 1]?.hidden === true;
    expect(['MISSED', 'SHORT', 'DONE', 'KEPT'].map(isHidden)).toEqual([false, false, true, true]);
    const text = '2 tasks done or as planned: unfold with + at the left';
    expect(rowShowing(sheet, 3, text).row).toMatchObject({ folded: true });
  });

  it('has its totals above the list under their own heads, and repeats the header and the name of the list on further pages', () => {
    const header = rowShowing(sheet, 1, 'Result').number;
    expect(rowShowing(sheet, 3, 'By subcontractor, all rows').number).toBeLessThan(header);
    expect(rowShowing(sheet, 8, 'By reason, all rows').number).toBeLessThan(header);
    expect(sheet.print.titleRows).toEqual({ first: header - 1, last: header });
    expect(rowShowing(sheet, 1, 'Riverside Tower · Week 48 · Last week').number).toBe(header - 1);
    const [first = 0] =
      sheetOf(planWorkbook(aBusySite({ tasks: deep ? 2_000 : 200, weeks: 1 }), { paper: 'A4' }), 'Last week')
        .print.breaksAfter ?? [];
    expect(first === 0 || first > header).toBe(true);
  });

  it('has rows of totals that are high enough for their names', () => {
    const reason = 'Information or design that others have not released for construction yet';
    const subcontractor = 'Northern and Midland Reinforcement and Formwork Contractors Ltd';
    const missed = week('MISSED', {
      subcontractor,
      start: '2026-11-23',
      source: { progress: [{ type: 'delay', date: '2026-11-17', amount: 1, name: reason }] },
    });
    const lastWeekPlan = anEarlierIssue([week('MISSED', { subcontractor })]);
    const told = theSketch({ tasks: [missed], lastWeekPlan, rules: { reasons: [reason] } });
    const long = sheetOf(planWorkbook(told, { paper: 'A3' }), 'Last week');
    const lines = (column: number, text: string) =>
      lineCount(text, textFonts.bold, indentedTextRoomInColumn(long.columns[column - 1]?.width ?? 0));
    const most = Math.max(lines(3, subcontractor), lines(8, reason));
    expect(most).toBeGreaterThan(1);
    for (const { row } of [rowShowing(long, 3, subcontractor), rowShowing(long, 8, reason)])
      expect(row.height).toBeGreaterThanOrEqual(most * 12.3);
  });

  it('shortens the sentence about tasks missed since an earlier report so that it fits the width of the page', () => {
    const { ppc } = lookahead;
    if (ppc.kind !== 'measured') throw new Error('The week should be measured.');
    const name = 'Reinforcement and formwork of the retaining wall, northern part, bays one to nine';
    const none = undefined;
    const nothing = {
      subcontractor: none,
      folder: none,
      package: none,
      location: none,
      calendar: none,
      owner: none,
      assignedTo: [],
      status: undefined,
      keyTask: undefined,
    };
    const others = { key: false, progress: 'open', dates: undefined, days: [], shift: 'day' } as const;
    const tasks = lookahead.lastWeek.slice(0, 4).map(({ taskId: id, taskRef: ref }) => ({
      ...others,
      id,
      ref,
      name,
      selectedBy: nothing,
      parent: undefined,
      constraints: [],
    }));
    const since = { result: 'missed', tasks } as const;
    const said = { reportDay: day('2026-11-19'), finished: 3, dueToFinish: 3, since };
    const final = { ...ppc, earlierPpc: said, misses: [] };
    const texts = shownRows(
      sheetOf(planWorkbook({ ...lookahead, finals: [final] }, { paper: 'A3' }), 'Last week'),
    )
      .flat()
      .filter((text) => String(text).startsWith('Week 47 final'));
    expect(texts).toEqual([
      'Week 47 final 1 of 3; was 3 of 3 on Thu 19 Nov; missed since: MISSED Reinforcement and formwork of … and formwork of the retaining wall, northern part, bays one to nine and 1 more',
    ]);
  });

  it('shows up to five subcontractors with a miss, and folds those without one below them', () => {
    const rows = [...sheet.rows].slice(0, rowShowing(sheet, 1, 'Result').number);
    const named = (name: string) => rows.find(({ cells }) => cells[2]?.value === name);
    expect(named('Steelfix')?.hidden).toBeUndefined();
    expect(rows.some(({ folded, cells }) => folded && cells[2] !== undefined)).toBe(false);
    const met = theSketch({
      tasks: [week('A', { status: 'complete' })],
      lastWeekPlan: anEarlierIssue([week('A')]),
    });
    const alone = sheetOf(planWorkbook(met, { paper: 'A3' }), 'Last week');
    const { number, row } = rowShowing(alone, 3, '1 more: unfold with +');
    expect(row.folded).toBe(true);
    expect([...alone.rows][number]).toMatchObject({ hidden: true, outline: 1 });
    expect(rowShowing(alone, 3, 'All').values.slice(3, 6)).toEqual(['1 of 1', '–', 1]);
  });

  it('folds names without a miss below both tables, so that unfolding splits neither', () => {
    const kept = { ...goesOn, subcontractor: 'Formworks' };
    const fog = { progress: [{ type: 'delay', amount: 1, name: 'Fog' }] };
    const both = theSketch({
      tasks: [
        week('A', { ...kept, status: 'started', source: fog }),
        ...['B', 'C'].map((id) =>
          week(id, {
            start: '2026-11-23',
            finish: '2026-11-24',
            source: { progress: [{ type: 'delay', date: '2026-11-17', amount: 1, name: `Reason ${id}` }] },
          }),
        ),
      ],
      lastWeekPlan: anEarlierIssue([week('A', kept), week('B'), week('C')]),
    });
    const own = sheetOf(planWorkbook(both, { paper: 'A3' }), 'Last week');
    const { number: header } = rowShowing(own, 1, 'Result');
    const rows = [...own.rows].slice(0, header - 2);
    const shown = rows.map(({ cells, hidden = false, folded = false }) => [
      cells[2]?.value,
      cells[7]?.value,
      hidden || folded,
    ]);
    expect(shown.slice(rowShowing(own, 3, 'All').number - 1)).toEqual([
      ['All', 'All', false],
      ['Steelfix', 'Reason B', false],
      [undefined, 'Reason C', false],
      ['1 more: unfold with +', '3 more: unfold with +', true],
      ['Formworks', outside, true],
      [undefined, '(no reason given)', true],
      [undefined, '(all other reasons)', true],
    ]);
  });

  it('has the same column widths with and without hidden rows', () => {
    const tasks = [
      week('A'),
      week('B', { status: 'complete', name: 'A name that takes more than a line '.repeat(3) }),
    ];
    const site = (kept: typeof tasks) =>
      theSketch({
        tasks: kept,
        lastWeekPlan: anEarlierIssue(kept.map(({ task }) => week(task.externalId ?? ''))),
      });
    const widths = (kept: typeof tasks) =>
      sheetOf(planWorkbook(site(kept), { paper: 'A3' }), 'Last week').columns.slice(0, 12);
    expect(widths(tasks)).toEqual(widths(tasks.slice(0, 1)));
  });

  it('lists the delays of this report below the tasks, and counts them by reason', () => {
    const rows = shownRows(sheet);
    const delays = rows.filter(([result]) => result === 'delay');
    expect(delays.map((row) => [row[1], row[3], row[6], row[7], row[9]])).toEqual([
      ['SHORT', 'Thu 19 Nov', 1, 'open · Weather', outside],
      ['MISSED', 'Wed 18 Nov', 2, 'open · No access', 'Access or space'],
      ['MISSED', 'Tue 17 Nov', 0.5, 'open · Weather', outside],
      ['MISSED', 'Mon 9 Nov', 9, 'open', 'Before the week'],
    ]);
    const heading = '2 tasks of this report delayed: 4 delays';
    expect(rowShowing(sheet, 3, `${heading}: unfold with + at the left`).row.folded).toBe(true);
    const total = (name: string) => rowShowing(sheet, 8, name).values.slice(7, 11);
    expect(total(outside)).toEqual([outside, 1, 1, 2]);
    expect(total('Before the week')).toEqual(['Before the week', 0, 0, 1]);
  });

  it('folds delays of misses, which are listed above, and delays before the week, which earlier prints list', () => {
    const rows = [...sheet.rows];
    const delays = rows.filter(({ cells }) => cells[0]?.value === 'delay');
    expect(delays.map(({ hidden }) => hidden)).toEqual([true, true, true, true]);
    const site = aBusySite({ tasks: 60, weeks: 1 });
    const busy = [...sheetOf(planWorkbook(site, { paper: 'A3' }), 'Last week').rows];
    const rowsOf = (hidden: boolean) =>
      busy.filter((row) => row.cells[0]?.value === 'delay' && row.hidden === hidden).length;
    const misses = new Set(site.lastWeek.filter(isMiss).map(({ taskId }) => taskId));
    const told = site.delays.lines.filter(
      ({ day, taskId }) => misses.has(taskId) || (day ?? 0) < site.ppc.week.first,
    );
    expect([rowsOf(true), rowsOf(false)]).toEqual([told.length, site.delays.lines.length - told.length]);
    // A row with the outline level of the folded rows, above the row that names them, would be hidden by LibreOffice.
    const news = busy.filter(({ cells, hidden }) => cells[0]?.value === 'delay' && hidden === false);
    expect(news.map(({ outline }) => outline)).toEqual(news.map(() => 0));
    expect(news.length).toBeGreaterThan(0);
    expect(told.length).toBeGreaterThan(0);
  });

  it('has only the delays if there is no earlier revision to measure against', () => {
    const source = { progress: [{ type: 'delay', amount: 2 }] };
    const first = planWorkbook(
      theSketch({
        tasks: [week('A', { status: 'complete', start: '2026-11-24', finish: '2026-11-25', source })],
      }),
      {
        paper: 'A3',
      },
    );
    const own = sheetOf(first, 'Last week');
    expect(shownRows(own).flat()).toContain('1 task of this report delayed: 1 delay, 0 open');
    expect(rowShowing(own, 3, '(no reason given)').values.slice(3, 6)).toEqual([0, 0, 1]);
    expect(shownRows(own).flat()).toContain('task complete');
  });

  it.each(['1.10', '5%', 'TRUE', '1/2', '1e3', '*', '>5', '=cmd|x', '~a?'])(
    'counts the reason %s and no similar text',
    (reason) => {
      const source = (name: string) => ({
        progress: [{ type: 'delay', date: '2026-11-18', amount: 1, name }],
      });
      const reasons = [reason, '1.1', '0.05', 'True', '0.5', '1000', 'x', '6', '~ab'].filter(
        (name, index) => index === 0 || name.toLowerCase() !== reason.toLowerCase(),
      );
      const tasks = reasons.map((name, index) => week(`T${index}`, { source: source(name) }));
      const site = theSketch({
        tasks,
        lastWeekPlan: anEarlierIssue(tasks.map(({ task }) => week(task.externalId ?? ''))),
      });
      const own = planWorkbook(site, { paper: 'A3' });
      const evaluate = formulaEvaluator(own);
      const formulas = rowShowing(sheetOf(own, 'Last week'), 8, reason)
        .row.cells.slice(8, 11)
        .map((cell) => cell?.value);
      for (const value of formulas) {
        if (typeof value !== 'object' || !('formula' in value)) throw new Error(`${reason} has no formula.`);
        expect(value.formula).not.toMatch(/COUNTIF|SUMIF/);
        expect(evaluate('Last week', value.formula)).toBe(1);
      }
    },
  );

  it('shows PPC by task and of days, and Summary shows PPC by task', () => {
    expect(rowShowing(sheet, 3, 'Subcontractor').values.slice(3, 6)).toEqual([
      'Done of due',
      'PPC by task',
      'PPC of days',
    ]);
    const figures = shownRows(sheetOf(plan, 'Summary')).find((row) => row.includes('By subcontractor'));
    expect(figures).toEqual(expect.arrayContaining(['Done', 'PPC']));
  });

  it('counts by subcontractor and by reason, with formulas over the list', () => {
    const evaluate = formulaEvaluator(plan);
    const totals = (name: string) => rowShowing(sheet, 3, name).values.slice(3, 6);
    expect(totals('Steelfix')).toEqual(['1 of 2', '–', 2 / 3]);
    expect(totals('Formworks')).toEqual(['0 of 0', '–', 2 / 3]);
    expect(totals('(no subcontractor)')).toEqual(['0 of 1', '–', 0]);
    expect(totals('All')).toEqual(['1 of 3', '–', expect.closeTo(8 / 15)]);
    const ofReason = (name: string) => rowShowing(sheet, 8, name).values.slice(8, 11);
    expect(ofReason('All')).toEqual([3, 3, 4]);
    expect(ofReason(outside)).toEqual([1, 1, 2]);
    expect(ofReason('(no reason given)')).toEqual([1, 1, 0]);
    const own = allFormulas(plan).filter((cell) => cell.sheet === 'Last week');
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((cell) => evaluate(cell.sheet, cell.formula) !== cell.cached)).toEqual([]);
  });

  it('still counts a task under All if its subcontractor is corrected to one that has no row', () => {
    const header = rowShowing(sheet, 1, 'Result').values;
    const row =
      [...sheet.rows].findIndex(({ cells }) => cells[header.indexOf('Subcontractor')]?.value === 'Steelfix') +
      1;
    const column = header.indexOf('Subcontractor') + 1;
    const corrected = writtenPlan(plan, 'Last week', [{ row, column, value: 'Another Ltd' }]);
    const evaluate = formulaEvaluator(corrected);
    const figures = rowShowing(sheet, 3, 'All')
      .row.cells.slice(3, 6)
      .map((cell) => cell?.value);
    const now = figures.map((value) =>
      typeof value === 'object' && 'formula' in value ? evaluate('Last week', value.formula) : value,
    );
    expect(now).toEqual(['1 of 3', '–', expect.closeTo(8 / 15)]);
  });

  it.each([
    ['as they are', {}, [1, 1, 0, 0, 1, 3]],
    ['corrected to a reason that no task had', { MISSED: 'Plant' }, [1, 0, 0, 1, 1, 3]],
    ['corrected to no reason', { MISSED: undefined }, [1, 0, 0, 0, 2, 3]],
    ['corrected to the reason of another', { MISSED: outside, GONE: 'Rework' }, [2, 0, 0, 1, 0, 3]],
  ])('counts the reasons of misses %s', (_case, reasons: Record<string, string | undefined>, expected) => {
    const column = rowShowing(sheet, 1, 'Result').values.indexOf('Reason') + 1;
    const corrected = writtenPlan(
      plan,
      'Last week',
      Object.entries(reasons).map(([id, value]) => ({
        row: rowShowing(sheet, 2, id).number,
        column,
        value,
      })),
    );
    const evaluate = formulaEvaluator(corrected);
    const shown = (name: string) => {
      const value = rowShowing(sheet, 8, name).row.cells[8]?.value;
      return typeof value === 'object' && 'formula' in value ? evaluate('Last week', value.formula) : value;
    };
    const names = [
      outside,
      'Access or space',
      'Before the week',
      '(all other reasons)',
      '(no reason given)',
      'All',
    ];
    expect(names.map(shown)).toEqual(expected);
  });

  it('gives Summary the PPC of all and of each subcontractor, so that Summary follows corrections', () => {
    const evaluate = formulaEvaluator(plan);
    const summary = sheetOf(plan, 'Summary');
    const { row } = rowShowing(summary, 15, 'Steelfix');
    const figures = row.cells.slice(15).flatMap((cell) => (cell?.value === undefined ? [] : [cell.value]));
    expect(figures).toEqual([
      { formula: expect.stringMatching(/^'Last week'!\$D\$\d+$/), result: '1 of 2' },
      { formula: expect.stringMatching(/^'Last week'!\$E\$\d+$/), result: '–' },
    ]);
    const own = allFormulas(plan).filter(
      ({ sheet: name, formula }) => name === 'Summary' && /Last week/.test(formula),
    );
    expect(own.filter((cell) => evaluate(cell.sheet, cell.formula) !== cell.cached)).toEqual([]);
  });

  it('leaves only plain figures on Summary if it is switched off', () => {
    const off = planWorkbook(lookahead, { paper: 'A3', sheets: { off: ['last-week'] } });
    const { row } = rowShowing(sheetOf(off, 'Summary'), 15, 'Steelfix');
    expect(row.cells.slice(15).flatMap((cell) => cell?.value ?? [])).toEqual(['1 of 2', '–']);
    expect(allFormulas(off).filter(({ formula }) => /Last week/.test(formula))).toEqual([]);
  });

  it.each([lookahead, aBusySite({ tasks: 300, weeks: 1 })])(
    'agrees with the PPC of Summary and of the mail',
    (each) => {
      const { ppc } = each;
      if (ppc.kind !== 'measured') throw new Error('PPC should be measured.');
      const lastWeek = sheetOf(planWorkbook(each, { paper: 'A3' }), 'Last week');
      const all = rowShowing(lastWeek, 3, 'All').values;
      expect(all[3]).toBe(`${ppc.finished} of ${ppc.dueToFinish}`);
      expect(all[5]).toBeCloseTo(ppc.taskDay ?? -1, 5);
      expect(shownRows(lastWeek).flat().join('\n')).toContain(
        `${ppc.finished} of ${ppc.dueToFinish} due finished · ${percentText(ppc.taskDay ?? 0)} of planned days`,
      );
    },
  );

  it('shows a subcontractor only its own tasks', () => {
    const theirs = theSketch({
      audience: { kind: 'subcontractor', id: 'id of Formworks', name: 'Formworks' },
      lastWeekPlan: anEarlierIssue([week('A'), week('B', { subcontractor: 'Formworks' })]),
    });
    expect(theirs.lastWeek.map(({ taskRef }) => taskRef)).toEqual(['B']);
  });

  it('is left out if there is no plan to measure against and no delay', () => {
    expect(planWorkbook(theSketch(), { paper: 'A3' }).sheets.map(({ name }) => name)).not.toContain(
      'Last week',
    );
  });

  it('hides the id of each task in a column that the filter covers', () => {
    const { columns, autoFilter } = sheet;
    expect(columns.at(-1)).toMatchObject({ hidden: true });
    expect(autoFilter?.right).toBe(columns.length);
    expect(rowShowing(sheet, 1, 'Result').values.at(-1)).toBe('Task id');
  });
});
