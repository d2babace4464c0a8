import { describe, expect, it } from 'vitest';
import { percentText } from '../../../../functions/lookahead/text/quantity-text.ts';
import { planWorkbook } from '../../../../functions/workbook/plan-workbook.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { anEarlierIssue } from '../../../support/builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../../../support/builders/a-site-task.ts';
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
    location: 'Zone 2',
    ...more,
  });
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
    expect(rows.slice(first, first + 5).map((values) => values.slice(0, 8))).toEqual([
      [
        '✗ missed',
        'MISSED',
        '◆ Task MISSED',
        'Tue 17 Nov – Wed 18 Nov',
        2,
        0,
        2.5,
        'not started, now from Mon 23 Nov',
      ],
      ['✗ missed', 'GONE', 'Task GONE', 'Tue 17 Nov – Wed 18 Nov', 2, 0, '', 'not in the plan any more'],
      ['✗ short', 'SHORT', 'Task SHORT', 'Tue 17 Nov – Wed 25 Nov', 4, 3, 1, 'started, ends Wed 25 Nov'],
      ['✓ done', 'DONE', 'Task DONE', 'Tue 17 Nov – Wed 18 Nov', 2, 2, '', 'finished Wed 18 Nov'],
      ['✓ as planned', 'KEPT', 'Task KEPT', 'Tue 17 Nov – Wed 25 Nov', 4, 4, '', 'started, ends Wed 25 Nov'],
    ]);
  });

  it('fills in the reason that cost most, and leaves room for what the meeting says', () => {
    const { values, number } = rowShowing(sheet, 2, 'MISSED');
    expect(values.slice(8)).toEqual(['Steelfix', 'Zone 2', 'No access', '', '', 'task-MISSED']);
    const [reason, done] = sheet.validations ?? [];
    expect(reason).toMatchObject({ area: { top: number, left: 11, right: 11 } });
    expect(Object.values(reason?.choices ?? {}).slice(0, 3)).toEqual([
      'No access',
      'Weather',
      'Before the week',
    ]);
    expect(done).toMatchObject({ area: { left: 12 }, choices: ['yes', 'no'] });
  });

  it('shows PPC by both definitions, and Summary that of planned days', () => {
    expect(rowShowing(sheet, 3, 'By subcontractor, all rows').number).toBeGreaterThan(0);
    expect(rowShowing(sheet, 3, 'Subcontractor').values.slice(3, 9)).toEqual([
      'Tasks',
      'Due',
      'Done',
      'PPC by task',
      'PPC of days',
      'Days lost',
    ]);
    const figures = shownRows(sheetOf(plan, 'Summary')).find((row) => row.includes('By subcontractor'));
    expect(figures).toContain('Of days');
  });

  it('counts by subcontractor and by reason, with formulas over the list', () => {
    const evaluate = formulaEvaluator(plan);
    const totals = (name: string) => rowShowing(sheet, 3, name).values.slice(2, 9);
    expect(totals('Steelfix')).toEqual(['Steelfix', 3, 2, 1, 0.5, 2 / 3, 2.5]);
    expect(totals('Formworks')).toEqual(['Formworks', 1, 0, 0, '–', 0.75, 1]);
    expect(totals('(no subcontractor)')).toEqual(['(no subcontractor)', 1, 1, 0, 0, 0, 0]);
    expect(totals('All')).toEqual(['All', 5, 3, 1, 1 / 3, 0.55, 3.5]);
    expect(totals('Weather').slice(0, 3)).toEqual(['Weather', 1, 1]);
    expect(totals('(no reason given)').slice(0, 3)).toEqual(['(no reason given)', 1, 0]);
    const own = allFormulas(plan).filter((cell) => cell.sheet === 'Last week');
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((cell) => evaluate(cell.sheet, cell.formula) !== cell.cached)).toEqual([]);
  });

  it('counts in All a task whose subcontractor is corrected to one without a row', () => {
    const header = rowShowing(sheet, 1, 'Result').values;
    const row =
      [...sheet.rows].findIndex(({ cells }) => cells[header.indexOf('Subcontractor')]?.value === 'Steelfix') +
      1;
    const column = header.indexOf('Subcontractor') + 1;
    const corrected = writtenPlan(plan, 'Last week', [{ row, column, value: 'Another Ltd' }]);
    const evaluate = formulaEvaluator(corrected);
    const figures = rowShowing(sheet, 3, 'All')
      .row.cells.slice(3, 9)
      .map((cell) => cell?.value);
    const now = figures.map((value) =>
      typeof value === 'object' && 'formula' in value ? evaluate('Last week', value.formula) : value,
    );
    expect(now).toEqual([5, 3, 1, 1 / 3, 0.55, 3.5]);
  });

  it.each([
    [
      'as planned',
      {},
      [
        ['No access', 1, 2.5],
        ['Weather', 1, 1],
        [0, 0],
        [1, 0],
        [3, 3.5],
      ],
    ],
    [
      'with a reason that no task had',
      { MISSED: 'Plant' },
      [
        ['No access', 0, 0],
        ['Weather', 1, 1],
        [1, 2.5],
        [1, 0],
        [3, 3.5],
      ],
    ],
    [
      'without a reason',
      { MISSED: undefined },
      [
        ['No access', 0, 0],
        ['Weather', 1, 1],
        [0, 0],
        [2, 2.5],
        [3, 3.5],
      ],
    ],
    [
      'with the reason of another',
      { MISSED: 'Weather', GONE: 'Rework' },
      [
        ['No access', 0, 0],
        ['Weather', 2, 3.5],
        [1, 0],
        [0, 0],
        [3, 3.5],
      ],
    ],
  ])('adds up the reasons of a miss %s', (_case, reasons: Record<string, string | undefined>, expected) => {
    const column = rowShowing(sheet, 1, 'Result').values.indexOf('Reason') + 1;
    const corrected = writtenPlan(
      plan,
      'Last week',
      Object.entries(reasons).map(([id, value]) => ({ row: rowShowing(sheet, 2, id).number, column, value })),
    );
    const evaluate = formulaEvaluator(corrected);
    const top = rowShowing(sheet, 3, 'By reason, all rows').number;
    const rows = [...sheet.rows].slice(top + 1, top + 6).map(({ cells }) => cells.slice(2, 5));
    const shown = rows.map((cells) =>
      cells.map((cell) => {
        const value = cell?.value;
        return typeof value === 'object' && 'formula' in value ? evaluate('Last week', value.formula) : value;
      }),
    );
    const names = ['(all other reasons)', '(no reason given)', 'All'];
    expect(shown).toEqual([
      ...expected.slice(0, 2),
      ...expected.slice(2).map((row, at) => [names[at], ...row]),
    ]);
  });

  it('gives Summary the PPC of all and of each subcontractor, so that a correction here shows there', () => {
    const evaluate = formulaEvaluator(plan);
    const summary = sheetOf(plan, 'Summary');
    const { row } = rowShowing(summary, 15, 'Formworks');
    const figures = row.cells.slice(15).flatMap((cell) => (cell?.value === undefined ? [] : [cell.value]));
    expect(figures).toEqual([
      { formula: expect.stringMatching(/^'Last week'!\$D\$\d+$/), result: 1 },
      { formula: expect.stringMatching(/^'Last week'!\$H\$\d+$/), result: 0.75 },
    ]);
    const own = allFormulas(plan).filter(
      ({ sheet: name, formula }) => name === 'Summary' && /Last week/.test(formula),
    );
    expect(own.filter((cell) => evaluate(cell.sheet, cell.formula) !== cell.cached)).toEqual([]);
  });

  it('leaves Summary the figures alone where the report has no such sheet', () => {
    const off = planWorkbook(lookahead, { paper: 'A3', sheets: { off: ['last-week'] } });
    const { row } = rowShowing(sheetOf(off, 'Summary'), 15, 'Formworks');
    expect(row.cells.slice(15).flatMap((cell) => cell?.value ?? [])).toEqual([1, 0.75]);
    expect(allFormulas(off).filter(({ formula }) => /Last week/.test(formula))).toEqual([]);
  });

  it.each([lookahead, aBusySite({ tasks: 300, weeks: 1 })])(
    'agrees with the PPC of Summary and of the mail',
    (each) => {
      const { ppc } = each;
      if (ppc.kind !== 'measured') throw new Error('PPC should be measured.');
      const lastWeek = sheetOf(planWorkbook(each, { paper: 'A3' }), 'Last week');
      const all = rowShowing(lastWeek, 3, 'All').values;
      expect([all[4], all[5]]).toEqual([ppc.dueToFinish, ppc.finished]);
      expect(all[7]).toBeCloseTo(ppc.taskDay ?? -1, 5);
      expect(shownRows(lastWeek).flat().join('\n')).toContain(
        `PPC ${percentText(ppc.taskDay ?? 0)} of planned days · ${percentText(ppc.task ?? 0)} by task: ${ppc.finished} of ${ppc.dueToFinish} due finished`,
      );
    },
  );

  it('shows a subcontractor its own tasks alone', () => {
    const theirs = theSketch({
      audience: { kind: 'subcontractor', id: 'id of Formworks', name: 'Formworks' },
      lastWeekPlan: anEarlierIssue([week('A'), week('B', { subcontractor: 'Formworks' })]),
    });
    expect(theirs.lastWeek.map(({ taskRef }) => taskRef)).toEqual(['B']);
  });

  it('is left out where there is no plan to measure by', () => {
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
