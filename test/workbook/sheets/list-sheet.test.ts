import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { listSheet } from '#workbook/sheets/list-sheet.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, shownRows } from '../../support/workbook/sheet-reading.ts';

describe('a list', () => {
  const task = aSiteTask({ start: '2026-11-24', subcontractor: 'Keller Piling' });
  const lookahead = theSketch({ tasks: [task] });

  it('indents texts and their titles, so that they stay apart from the column before', () => {
    const { sheets } = planWorkbook(lookahead, { paper: 'A3' });
    for (const sheet of sheets.filter(({ name }) => name !== 'Summary')) {
      for (const row of sheet.rows) {
        for (const cell of row.cells) {
          const { wrap, horizontal, indent } = cell?.style.alignment ?? {};
          if (wrap && horizontal === 'left') expect(indent, sheet.name).toBe(1);
        }
      }
    }
  });

  it('has no empty columns except those to fill in', () => {
    const tasks = [aSiteTask({ start: '2026-11-24', status: 'blocked' })];
    const { sheets } = planWorkbook(theSketch({ tasks }), { paper: 'A3' });
    const readiness = sheets.find(({ name }) => name === 'Readiness');
    const shown = readiness && shownRows(readiness).flat();
    expect(shown).toContain('Action');
    expect(shown).not.toContain('Ask');
    expect(shown).not.toContain('Subcontractor');
  });

  it('keeps each table above it whole on a page, and its heads with its first rows', () => {
    const style = {};
    const tableOf = (rows: number) =>
      Array.from({ length: rows }, () => ({ cells: [{ value: 'x', style }], height: 20 }));
    const { plan } = listSheet(
      {
        lookahead,
        paper: 'A3',
        logo: undefined,
        wallCode: undefined,
        sheets: { off: [], print: [] },
        taskRows: { sheet: 'Tasks', rowOf: new Map() },
        hasSummary: false,
      },
      {
        name: 'List',
        figures: '',
        columns: [
          { title: 'Task', width: { min: 100, max: 200 }, value: (item: { name: string }) => item.name },
        ],
        items: [{ name: 'A' }, { name: 'B' }],
        id: ({ name }) => name,
        freezeAfter: 1,
        above: { under: 'title', draw: () => [tableOf(25), tableOf(12), tableOf(30)] },
      },
    );
    const titleRows = rowShowing(plan, 1, 'x').number - 1;
    const ends = [25, 37, 67].map((rows) => titleRows + rows);
    expect(plan.print.breaksAfter?.length).toBeGreaterThan(0);
    expect(ends).toEqual(expect.arrayContaining([...(plan.print.breaksAfter ?? [])]));
  });
});
