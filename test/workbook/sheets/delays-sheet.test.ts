import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { day } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import type { TaskProperties } from '../../support/builders/a-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { formulaEvaluator } from '../../support/workbook/formula.ts';
import { rowShowing, sheetOf } from '../../support/workbook/sheet-reading.ts';
import { writtenPlan } from '../../support/workbook/written-plan.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

type Progress = NonNullable<TaskProperties['progress']>;
const delayed = (progress: Progress, id = 'A1010', status = 'started') =>
  aSiteTask({
    id,
    status,
    start: '2026-11-24',
    subcontractor: 'Keller Piling',
    owner: 'A. Quay',
    source: { progress },
  });

describe('Delays', () => {
  const delays = sheet(
    'Delays',
    theSketch({
      tasks: [
        delayed([
          { type: 'delay', date: '2026-11-20', amount: 2, name: 'Weather' },
          { type: 'delay', name: 'Weather' },
        ]),
        delayed([{ type: 'delay', date: '2026-11-18', amount: 0.5, name: '=cmd|x' }], 'A1020', 'complete'),
      ],
    }),
  );

  it('lists them with totals per reason and room for the corrective action', () => {
    expect(rowShowing(delays, 8, '=cmd|x').values).toEqual([
      `[${day('2026-11-18')}]`,
      'A1020',
      'Install guide wall, grid 4–9',
      'Day',
      'Keller Piling',
      'A. Quay',
      0.5,
      '=cmd|x',
      'complete',
      '',
      'task-A1020',
    ]);
    const total = rowShowing(delays, 3, 'Weather');
    expect(total.values.slice(2, 5)).toEqual(['Weather', 2, 2]);
    expect(total.row.cells[3]?.value).toEqual({ formula: 'COUNTIF(H7:H9,"Weather")', result: 2 });
  });

  it('adds up the totals of all reasons, also of one that is given at the meeting, and says that they do not follow a filter', () => {
    const plan = planWorkbook(
      theSketch({
        tasks: [
          delayed([
            { type: 'delay', date: '2026-11-20', amount: 2, name: 'Weather' },
            { type: 'delay', amount: 0.5, name: 'Labour' },
          ]),
        ],
      }),
      { paper: 'A3' },
    );
    const own = sheetOf(plan, 'Delays');
    const head = rowShowing(own, 1, 'Date');
    const weather = { row: head.number + 1, column: head.values.indexOf('Reason') + 1 };
    const evaluate = formulaEvaluator(writtenPlan(plan, 'Delays', [{ ...weather, value: 'Plant' }]));
    const top = rowShowing(own, 3, 'Totals per reason, all rows').number;
    const shown = [...own.rows].slice(top + 1).map(({ cells }) =>
      cells.slice(2, 5).map((cell) => {
        const value = cell?.value;
        return typeof value === 'object' && 'formula' in value ? evaluate('Delays', value.formula) : value;
      }),
    );
    expect(shown).toEqual([
      ['Weather', 0, 0],
      ['Labour', 1, 0.5],
      ['(all other reasons)', 1, 2],
      ['All', 2, 2.5],
    ]);
  });

  it('says what the tasks are now only where not every delay is open', () => {
    const open = theSketch({ tasks: [delayed([{ type: 'delay', amount: 2, name: 'Weather' }])] });
    expect(rowShowing(sheet('Delays', open), 1, 'Date').values).not.toContain('Task is');
    expect(rowShowing(delays, 1, 'Date').values).toContain('Task is');
  });

  it('never uses a reason with wildcards or operators as a criterion', () => {
    expect(rowShowing(delays, 3, '=cmd|x').row.cells[3]?.value).toBe(1);
  });

  it('writes a plain total for a reason that is cut in its cell, because a formula would not find it', () => {
    const reason = 'Rain and hail '.repeat(30).trim();
    const long = theSketch({ tasks: [delayed([{ type: 'delay', amount: 2, name: reason }])] });
    const plan = planWorkbook(long, { paper: 'A4' });
    const total = rowShowing(sheetOf(plan, 'Delays'), 3, reason);
    expect(total.row.cells[3]?.value).toBe(1);
  });

  it.each([
    [255, { formula: expect.stringMatching(/^COUNTIF/), result: 1 }],
    [256, 1],
  ])(
    'counts a reason of %i characters by a formula as far as Excel allows a text in one',
    (length, count) => {
      const reason = 'Rain and hail '
        .repeat(30)
        .slice(0, length - 1)
        .concat('.');
      const plan = theSketch({ tasks: [delayed([{ type: 'delay', amount: 2, name: reason }])] });
      expect(rowShowing(sheet('Delays', plan), 3, reason).row.cells[3]?.value).toEqual(count);
    },
  );

  it('offers reasons already used', () => {
    expect(delays.validations).toMatchObject([{ choices: ['Weather', '=cmd|x'] }]);
  });
});
