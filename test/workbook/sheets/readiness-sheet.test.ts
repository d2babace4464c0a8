import { describe, expect, it } from 'vitest';
import { constraintCategories, type Finding } from '../../../functions/lookahead/readiness/findings.ts';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aDay, aPlannedTask } from '../../support/builders/a-planned-task.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf } from '../../support/workbook/sheet-reading.ts';

const [guideWall = aPlannedTask()] = sketchTasks;
const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Readiness', () => {
  it('is the constraint log of the meeting', () => {
    const finding: Finding = {
      check: 'no-labour',
      task: guideWall,
      missing: 'No labour is given',
      ask: 'A. Quay',
      neededBy: aDay('2026-11-23'),
    };
    const readiness = sheet('Readiness', theSketch({ findings: [finding] }));
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
    ]);
    expect(rowShowing(readiness, 2, 'A1010').values).toEqual([
      `[${aDay('2026-11-23')}]`,
      'A1010',
      'Install guide wall, grid 4–9',
      'Day',
      'No labour is given',
      'A. Quay',
      '',
      '',
      '',
    ]);
    expect(readiness.validations).toMatchObject([
      { area: { top: 6, left: 7, bottom: 6, right: 7 }, choices: constraintCategories },
    ]);
  });
});
