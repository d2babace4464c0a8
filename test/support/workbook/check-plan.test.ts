import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../builders/a-busy-site.ts';
import { aLookahead } from '../builders/a-lookahead.ts';
import { aRow, aWorkbook } from '../builders/a-workbook-plan.ts';
import { checkPlan } from './check-plan.ts';

describe('a plan that no workbook can hold is refused', () => {
  const area = { top: 1, left: 1, bottom: 2, right: 2 };
  const rows = [aRow(['ID', 'Name']), aRow(['1', 'a'])];
  const table = { name: 'Tasks', area, columns: ['ID', 'Name'] };

  it.each([
    [
      'overlapping merges',
      { merges: [area, { ...area, left: 2, right: 3 }] },
      'the merges A1:B2 and B1:C2 overlap.',
    ],
    ['an area off the sheet', { merges: [{ ...area, top: 0 }] }, 'is not on a sheet.'],
    ['a backward area', { autoFilter: { ...area, bottom: 0 } }, 'is not on a sheet.'],
    [
      'a table with a bad name',
      { rows, table: { ...table, name: 'A1' } },
      '"A1" is not a valid name for a table.',
    ],
    [
      'a table with a column twice',
      { rows, table: { ...table, columns: ['ID', 'id'] } },
      'must have different names',
    ],
    ['a table that is merged', { rows, table, merges: [area] }, 'the merge A1:B2 lies in the table Tasks.'],
    [
      'a table with two filters',
      { rows, table, autoFilter: area },
      'the table Tasks has a filter of its own.',
    ],
    ['a width that is not a number', { columns: [{ width: Number.NaN }] }, 'the width of column 1 is NaN.'],
    [
      'a position off the sheet',
      { freeze: { row: 0, column: 1 } },
      '{"row":0,"column":1} is not a position on a sheet.',
    ],
    ['an invalid colour', { tabColor: 'red' }, '"red" is not a colour'],
  ])('%s', (_what, sheet, message) => {
    expect(() => checkPlan(aWorkbook(sheet))).toThrow(message);
  });

  it('no sheet, or two tables with the same name', () => {
    expect(() => checkPlan(aWorkbook())).toThrow('a workbook needs at least one sheet.');
    const twice = aWorkbook({ rows, table }, { rows, table: { ...table, name: 'TASKS' } });
    expect(() => checkPlan(twice)).toThrow('another table is named "tasks".');
  });

  it('an invalid date', () => {
    const plan = aWorkbook({});
    const properties = { ...plan.properties, created: 'yesterday' };
    expect(() => checkPlan({ ...plan, properties })).toThrow('"yesterday" is not a valid date');
  });
});

describe('the plan of a report is one that a workbook can hold', () => {
  it.each([
    ['no tasks', aLookahead({ tasks: [] })],
    ['forty tasks', aBusySite({ tasks: 40, weeks: 1 })],
    ['six weeks', aBusySite({ tasks: 60, weeks: 6 })],
  ])('%s', (_site, lookahead) => {
    for (const paper of ['A3', 'A4'] as const) checkPlan(planWorkbook(lookahead, { paper }));
  });
});
