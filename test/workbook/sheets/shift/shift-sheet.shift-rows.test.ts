import { describe, expect, it } from 'vitest';
import { tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import { statusesOf } from '#lookahead/tasks/status.ts';
import { fitShiftColumns } from '#workbook/sheets/shift/shift-columns.ts';
import { sheetContentOfShift } from '#workbook/sheets/shift/shift-pages.ts';
import { shiftTaskGroups, shiftTaskRowDrawer } from '#workbook/sheets/shift/shift-sheet.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { weekFrom } from '../../../support/builders/a-plan-input.ts';
import { aReadyTask } from '../../../support/builders/a-task.ts';

describe('the rows of a shift', () => {
  const piling = {
    folder: { id: 'f1', name: 'Piling' },
    location: { id: 'l2', name: 'Level 2' },
    finish: '2026-11-24',
  };
  const men = (quantity: number) => [{ name: 'Men', quantity }];
  const tasks = [
    aReadyTask({ ...piling, id: 'A', start: '2026-11-23', labour: men(3) }),
    aReadyTask({ ...piling, id: 'B', status: 'started', labour: men(2) }),
    aReadyTask({ id: 'C', start: null, finish: null, status: 'blocked', owner: null }),
  ];
  const lookahead = aLookahead({ tasks, window: weekFrom('2026-11-23', 2) });
  const [day] = lookahead.shifts.map(sheetContentOfShift);

  it('are its groups, then the tasks without dates, which have no sums of people', () => {
    const layout =
      day &&
      fitShiftColumns(
        {
          lookahead,
          paper: 'A3',
          logo: undefined,
          wallCode: undefined,
          sheets: { off: [], print: 'wall' },
          taskRows: { sheet: 'Tasks', rowOf: new Map() },
          hasSummary: true,
        },
        day,
      );
    const groups = day && layout ? shiftTaskGroups(day, shiftTaskRowDrawer(layout, ' …')) : [];
    expect(groups.map((group) => [group.name, ...group.tasks.map(({ task }) => task.ref)])).toEqual([
      ['Piling', 'A', 'B'],
      ['No dates', 'C'],
    ]);
    expect(groups.map(({ people }) => people.slice(0, 3))).toEqual([[3, 5, 0], []]);
  });

  it('show only statuses that the legend explains', () => {
    expect(day && statusesOf(tasksOfShift(day)).map(({ kind }) => kind)).toEqual([
      'planned',
      'started',
      'blocked',
    ]);
  });
});
