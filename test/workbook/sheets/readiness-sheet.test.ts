import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { day } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf } from '../../support/workbook/sheet-reading.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Readiness', () => {
  it('is the constraint log of the meeting', () => {
    const task = aSiteTask({
      start: '2026-11-23',
      finish: '2026-11-24',
      owner: 'A. Quay',
      subcontractor: 'Keller Piling',
      location: 'Zone 1',
    });
    const readiness = sheet('Readiness', theSketch({ tasks: [task] }));
    expect(rowShowing(readiness, 1, 'Needed by').values).toEqual([
      'Needed by',
      'ID',
      'Task',
      'Shift',
      'What is missing',
      'Ask',
      'Category',
      'Action',
      'Date agreed',
      'Task id',
    ]);
    expect(rowShowing(readiness, 2, 'A1010').values).toEqual([
      `[${day('2026-11-23')}]`,
      'A1010',
      'Install guide wall, grid 4–9',
      'Day',
      'No labour',
      'Keller Piling',
      '',
      '',
      '',
      'task-A1010',
    ]);
    expect(readiness.validations).toMatchObject([
      {
        area: { top: 7, left: 7, bottom: 7, right: 7 },
        choices: ['information', 'materials', 'labour', 'plant', 'access', 'permit', 'predecessor'],
      },
    ]);
  });
});
