import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { anEarlierIssue } from '../support/builders/a-plan-input.ts';
import { aPromisedWeek } from '../support/builders/a-promised-week.ts';
import { aSiteTask } from '../support/builders/a-site-task.ts';
import { deep } from '../support/deep-checks.ts';
import { sketchTasks, theSketch } from '../support/the-sketch.ts';
import { expectedValues } from '../support/workbook/expected-values.ts';
import { allFormulas, formulaEvaluator } from '../support/workbook/formula.ts';
import { differences, readWithLibreOffice } from '../support/workbook/read-with-others.ts';
import { rowShowing, sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';
import { validateWorkbook } from '../support/workbook/validate-workbook.ts';

function withReasons(reasons: readonly string[]) {
  const tasks = reasons.map((name, index) =>
    aSiteTask({
      id: `T${index}`,
      start: '2026-11-17',
      source: { progress: [{ type: 'delay', date: '2026-11-18', amount: 1, name }] },
    }),
  );
  return theSketch({ tasks, lastWeekPlan: anEarlierIssue(tasks) });
}

const shapes = [
  ['the sketch', theSketch()],
  ['promises', aPromisedWeek()],
  ['40 tasks in a week, with an earlier issue', aBusySite({ tasks: 40, weeks: 1 })],
  ['one task', theSketch({ tasks: sketchTasks.slice(0, 1) })],
  ['one complete task', theSketch({ tasks: sketchTasks.slice(9, 10) })],
  [
    'one subcontractor',
    theSketch({ audience: { kind: 'subcontractor', id: 'id of Keller Piling', name: 'Keller Piling' } }),
  ],
  [
    'reasons that read as values or patterns',
    withReasons(['1.1', '1.10', '5%', 'TRUE', '1/2', '*', '>5', '~a?', '=x']),
  ],
  ['100 tasks in six weeks, with an earlier issue', aBusySite({ tasks: 100, weeks: 6 })],
] as const;

/**
 * Functions that may give another value each time: with one of them, Excel asks to save a workbook that nobody changed.
 */
const volatile = /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|OFFSET|INDIRECT|CELL|INFO)\(/i;

describe('the formulas of a workbook', () => {
  // The first three reports have every kind of formula.
  for (const [name, lookahead] of deep ? shapes : shapes.slice(0, 3)) {
    it(`are not volatile: ${name}`, async () => {
      const workbook = await validateWorkbook(await writeWorkbook(planWorkbook(lookahead, { paper: 'A3' })));
      const formulas = [...workbook.cells.values()].flatMap((cells) =>
        [...cells.values()].flatMap(({ formula }) => (formula === undefined ? [] : [formula])),
      );
      const code = formulas.map((formula) => formula.replace(/"(?:[^"]|"")*"/g, ''));
      expect(code.filter((formula) => formula.startsWith('HYPERLINK('))).not.toEqual([]);
      expect(code.filter((formula) => volatile.test(formula))).toEqual([]);
    });

    it(`give the values that are written with them: ${name}`, () => {
      const plan = planWorkbook(lookahead, { paper: 'A3' });
      const evaluate = formulaEvaluator(plan);
      const formulas = allFormulas(plan);
      const wrong = formulas.filter((cell) => evaluate(cell.sheet, cell.formula) !== cell.cached);
      expect(formulas.length).toBeGreaterThan(15);
      expect(wrong).toEqual([]);
    });
  }

  it('give the same figures on Summary as the plan', () => {
    const lookahead = aBusySite({ tasks: 40, weeks: 1 });
    const summary = sheetOf(planWorkbook(lookahead, { paper: 'A3' }), 'Summary');
    const tiles = rowShowing(summary, 1, 'Tasks');
    const figures = [...summary.rows][tiles.number]?.cells.map((cell) => cell?.value);
    const figure = (label: string) => figures?.[tiles.values.indexOf(label)];
    expect(figure('Tasks')).toEqual({ formula: 'COUNTA(Tasks[ID])', result: 40 });
    const { of, notReady, withGap } = lookahead.readiness;
    expect(withGap).toBeGreaterThan(0);
    expect(figure('Ready')).toMatchObject({ result: (of - notReady) / of });
    expect(figure('PPC so far')).toEqual({
      formula: expect.stringMatching(/^'Last week'!\$D\$\d+$/),
      result: '0 of 1',
    });
    const changed = new Set(lookahead.changes?.list.map(({ taskId }) => taskId)).size;
    expect(figure('Tasks changed')).toMatchObject({ result: changed });
    const delayed = new Set(lookahead.delays.lines.map(({ taskId }) => taskId)).size;
    expect(delayed).toBeGreaterThan(0);
    expect(figure('Tasks delayed')).toEqual({ formula: 'COUNTA(Tasks[Delays])', result: delayed });
    const captions = [...summary.rows][tiles.number + 1]?.cells.map((cell) => cell?.value);
    const started = lookahead.tasks.filter(({ status }) => status.kind === 'started').length;
    expect(captions?.[0]).toEqual(expect.stringContaining(`${started} started`));
  });

  it('have captions in the singular or plural', () => {
    const words = (tasks: number) => {
      const summary = sheetOf(planWorkbook(aBusySite({ tasks, weeks: 1 }), { paper: 'A3' }), 'Summary');
      const cells = [...summary.rows][rowShowing(summary, 1, 'Tasks').number + 1]?.cells ?? [];
      return cells.flatMap((cell) => cell?.value ?? []).map(String);
    };
    expect(words(4)).toEqual(
      expect.arrayContaining([
        '1 backlog, 2 planned, 1 promised',
        '2 of 4 tasks to do, 1 with a gap in the data',
        'with 1 recorded delay',
        'people on Fri 27 Nov, all shifts',
      ]),
    );
    expect(words(1)).toContain('0 of 1 task to do, 0 with a gap in the data');
  });

  it('count people by shift and tasks by status', () => {
    const summary = sheetOf(planWorkbook(theSketch(), { paper: 'A3' }), 'Summary');
    expect(shownRows(summary).flat()).toContain(
      '5 planned, 2 promised, 2 started, 1 complete, 1 delayed, 1 blocked',
    );
    const people = rowShowing(summary, 15, 'Day').values.slice(15);
    expect(people).toEqual([16, 26, 30, 41, 40, 0, 0, 153]);
  });
});

describe('a workbook that LibreOffice recalculates', () => {
  it.runIf(deep)('has the same values on every sheet as were written with its formulas', async () => {
    const plans = shapes.map(([, lookahead]) => planWorkbook(lookahead, { paper: 'A3' }));
    const read = await readWithLibreOffice(await Promise.all(plans.map(writeWorkbook)));
    if (read === undefined) return;
    for (const [index, plan] of plans.entries()) {
      const theirs = read[index] ?? new Map();
      expect(differences(expectedValues(plan), theirs), shapes[index]?.[0]).toEqual([]);
    }
  });
});
