import { describe, expect, it } from 'vitest';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import { indentedTextRoomInColumn, lineCount, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { anEarlierIssue, day, weekFrom } from '../../../support/builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../../../support/builders/a-site-task.ts';
import { theSketch } from '../../../support/the-sketch.ts';
import { allFormulas, formulaEvaluator } from '../../../support/workbook/formula.ts';
import { rowShowing, sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';
import { writtenPlan } from '../../../support/workbook/written-plan.ts';

const task = (id: string, more: Partial<SiteTaskProperties> = {}) =>
  aSiteTask({ id, name: `Task ${id}`, start: '2026-11-17', finish: '2026-11-18', owner: 'A. Quay', ...more });
const tasks = (ids: string) => [...ids].map((id) => task(id));
const issue = (friday: string, monday: string, of: ReturnType<typeof tasks>) =>
  anEarlierIssue(of, {
    window: weekFrom(monday),
    read: localInstantOf(`${friday}T14:00:00Z`, 'Europe/London'),
    range: { first: day('2026-09-14'), last: day('2026-12-13') },
  });
const plan = [...tasks('AEF'), task('B', { status: 'blocked' })];
const lastWeekPlan = issue('2026-11-13', '2026-11-16', plan);
const measured = (monday: string, more: object) => ({
  audience: { kind: 'everyone' } as const,
  week: weekFrom(monday),
  reportDay: day('2026-11-06'),
  ...more,
});
const lookahead = theSketch({
  tasks: plan,
  lastWeekPlan,
  foreseeing: [
    { ...issue('2026-11-06', '2026-11-09', tasks('ABCDE')), weeks: 1 },
    { ...issue('2026-10-30', '2026-11-02', tasks('ABC')), weeks: 2 },
  ],
  firstWeek: day('2026-11-02'),
  measuredWeeks: [
    measured('2026-11-02', {
      task: 0.7,
      finished: 7,
      dueToFinish: 10,
      taskDay: 0.8,
      anticipated: 0.5,
      madeReady: 0.25,
    }),
  ],
});
const workbook = planWorkbook(lookahead, { paper: 'A3' });
const sheet = sheetOf(workbook, 'Last week');
const figures = (name: string) => {
  const { values } = rowShowing(sheet, 1, name);
  return [values[2], values[3], values[4]];
};

describe('the block of foresight on Last week', () => {
  it('has the shares with their counts, one to four weeks before', () => {
    expect(shownRows(sheet).flat()).toContain('Was week 47 foreseen? 4 tasks in its plan, promised or not');
    expect(figures('1 week before')).toEqual(['75%, 3 of 4', '40%, 2 of 5', '–']);
    expect(figures('2 weeks before')).toEqual(['50%, 2 of 4', '33%, 1 of 3', '–']);
    expect(figures('3 weeks before').slice(0, 1)).toEqual(['from week 48 on']);
    expect(figures('Late constraints').slice(0, 1)).toEqual([
      '100%, 1 of 1 first seen within 7 days of the start · blocked 1 of 1 · ask A. Quay 1 of 1',
    ]);
  });

  it.each(['A3', 'A4'] as const)(
    'shows its column heads in full, wrapped where the next head leaves no room, on %s',
    (paper) => {
      const own = sheetOf(planWorkbook(lookahead, { paper }), 'Last week');
      const { row, values } = rowShowing(own, 1, 'Of the plan');
      const lines = row.cells.slice(0, 7).map((cell, index) => {
        const room = indentedTextRoomInColumn(own.columns[index]?.width ?? 0);
        return cell?.style.alignment?.wrap ? lineCount(String(values[index]), textFonts.bold, room) : 1;
      });
      expect(Math.max(...lines)).toBeGreaterThan(1);
      expect(row.height).toBeGreaterThanOrEqual(rowHeight(Math.max(...lines), 10, 0));
      const wrapped = row.cells.map((cell) => cell?.style.alignment?.wrap ?? false);
      expect(wrapped.slice(0, 7)).toEqual([false, false, true, true, false, false, true]);
    },
  );

  it('has the late constraints right below its chart', () => {
    const { number } = rowShowing(sheet, 1, 'Late constraints');
    expect(sheet.charts?.[0]?.area).toMatchObject({ left: 8, right: 9, bottom: number - 1 });
  });

  it('has formulas over the rows of the tasks, which are folded and not printed', () => {
    const evaluate = formulaEvaluator(workbook);
    const own = allFormulas(workbook).filter((cell) => cell.sheet === 'Last week');
    expect(own.filter(({ formula }) => formula.includes('planned, not ready')).length).toBeGreaterThan(6);
    expect(own.filter((cell) => evaluate(cell.sheet, cell.formula) !== cell.cached)).toEqual([]);
    const rows = [...sheet.rows];
    const shown = shownRows(sheet).flatMap(([result, id], index) =>
      /^(not )?planned/.test(String(result)) ? [[id, result, rows[index]?.hidden]] : [],
    );
    expect(shown).toEqual([
      ['F', 'planned', true],
      ['B', 'planned, not ready', true],
      ...['C', 'D'].map((id) => [id, 'not planned', true]),
      ...['A', 'E'].map((id) => [id, 'planned', true]),
    ]);
    expect(sheet.print.area).toMatchObject({ left: 1, right: 12 });
    expect(sheet.columns.slice(13).map(({ hidden, outline }) => [hidden, outline])).toEqual(
      Array.from({ length: 9 }, () => [true, 1]),
    );
  });

  it('comes with rows that say when a task was planned a week before, or when it is planned now', () => {
    const moved = { start: '2026-11-24', finish: '2026-11-25' };
    const later = issue('2026-11-13', '2026-11-16', [task('A'), task('B', moved)]);
    const before = issue('2026-11-06', '2026-11-09', [task('A', moved), task('B'), task('C')]);
    const site = theSketch({
      tasks: [task('A')],
      lastWeekPlan: later,
      foreseeing: [{ ...before, weeks: 1 }],
    });
    const rows = shownRows(sheetOf(planWorkbook(site, { paper: 'A3' }), 'Last week'));
    const said = rows.flatMap((row) =>
      /^(not )?planned/.test(String(row[0])) ? [[row[1], row[0], row[7]]] : [],
    );
    expect(said).toEqual([
      ['A', 'planned', 'a week before Tue 24 Nov – Wed 25 Nov'],
      ['B', 'not planned', 'now Tue 24 Nov – Wed 25 Nov'],
      ['C', 'not planned', 'not in the plan of week 47'],
    ]);
  });

  it('has shares that change if the meeting corrects a row', () => {
    const rows = shownRows(sheet);
    const row = rows.findIndex(([result, id]) => id === 'F' && result === 'planned') + 1;
    const column = rowShowing(sheet, 1, 'Result').values.indexOf('1 week before') + 1;
    expect(rows[row - 1]?.[column - 1]).toBe('new');
    const evaluate = formulaEvaluator(writtenPlan(workbook, 'Last week', [{ row, column, value: '✓' }]));
    const cell = rowShowing(sheet, 1, '1 week before').row.cells[2]?.value;
    if (typeof cell !== 'object' || !('formula' in cell)) throw new Error('The share is a formula.');
    expect(evaluate('Last week', cell.formula)).toBe('100%, 4 of 4');
  });

  it('names the tasks that were new, with their owners', () => {
    const heading = rowShowing(sheet, 10, 'Not foreseen a week before: 1').number;
    const names = shownRows(sheet).slice(heading, heading + 3);
    expect(names.map((row) => [row[9], row[11]])).toEqual([
      ['Task: 1 new, 0 moved in', 'Owner'],
      ['Task F', 'A. Quay'],
      ['', ''],
    ]);
  });

  it('has a chart of PPC, TA and TMR, with a gap for a week that was not measured', () => {
    const [chart, ...others] = sheet.charts ?? [];
    expect(others).toEqual([]);
    expect(chart?.kind).toBe('lines');
    expect(chart?.categories.values).toEqual(['W45', 'W46', 'W47 so far']);
    expect(chart?.series.map(({ name, values }) => [name, values])).toEqual([
      ['PPC', [0.7, undefined, undefined]],
      ['TA', [0.5, undefined, 0.75]],
      ['TMR', [0.25, undefined, 0.4]],
    ]);
    const { number, values } = rowShowing(sheet, 14, 'By week');
    expect(values.slice(14, 17)).toEqual(['W45', 'W46', 'W47 so far']);
    expect(chart?.categories.reference).toBe(`'Last week'!$O$${number}:$Q$${number}`);
    expect(chart?.series.map(({ reference }) => reference)).toEqual(
      [1, 2, 3].map((below) => `'Last week'!$O$${number + below}:$Q$${number + below}`),
    );
  });

  it('says if the programme was not updated since a week before, and still shows the other weeks before', () => {
    const version = (label: string) => ({ label, dataDate: '2026-10-28T17:00', imported: undefined });
    const dated = (label: string, { reference, ...rest }: typeof lastWeekPlan) => ({
      ...rest,
      reference: { ...reference, programme: version(label) },
    });
    const site = theSketch({
      tasks: plan,
      lastWeekPlan: dated('4', lastWeekPlan),
      foreseeing: [
        { ...dated('4', issue('2026-11-06', '2026-11-09', plan)), weeks: 1 },
        { ...dated('3', issue('2026-10-30', '2026-11-02', tasks('ABC'))), weeks: 2 },
      ],
    });
    const own = planWorkbook(site, { paper: 'A3' });
    const last = sheetOf(own, 'Last week');
    const said = (name: string) => rowShowing(last, 1, name).values[2];
    const same = 'programme not updated in between';
    expect([said('1 week before'), said('2 weeks before'), said('Late constraints')]).toEqual([
      same,
      '50%, 2 of 4',
      same,
    ]);
    expect(shownRows(last).flat().join()).not.toContain('Not foreseen');
    const evaluate = formulaEvaluator(own);
    expect(allFormulas(own).filter((cell) => evaluate(cell.sheet, cell.formula) !== cell.cached)).toEqual([]);
  });

  it('is left out if no earlier revision covers the week', () => {
    const first = sheetOf(
      planWorkbook(theSketch({ tasks: plan, lastWeekPlan }), { paper: 'A3' }),
      'Last week',
    );
    expect(first.charts).toEqual([]);
    expect(first.print.area).toBeUndefined();
    expect(shownRows(first).flat().join()).not.toContain('foreseen');
  });
});

it('Summary has one line about foresight, with the figures of Last week', () => {
  const summary = sheetOf(workbook, 'Summary');
  const line = 'A week before week 47: foreseen 75%, 3 of 4 (TA); made ready 40%, 2 of 5 (TMR)';
  expect(
    shownRows(summary)
      .flat()
      .filter((text) => text === line),
  ).toHaveLength(1);
  const [cell] = allFormulas(workbook).filter(({ cached }) => cached === line);
  expect(cell?.sheet).toBe('Summary');
  expect(cell?.formula).toContain("'Last week'!$C$");
});
