import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../functions/workbook/plan-workbook.ts';
import type { SheetPlan } from '../../functions/workbook/xlsx/sheet-plan.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';

const plan = planWorkbook(aBusySite({ tasks: 60, weeks: 1 }), { paper: 'A3' });
const tasks = shownRows(sheetOf(plan, 'Tasks'));

function linksIn(sheet: SheetPlan) {
  return [...sheet.rows].flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const value = cell?.value;
      return typeof value === 'object' && 'sheet' in value ? [value] : [];
    }),
  );
}

describe('links', () => {
  it('lead from under the title of every other sheet to Summary, and say so', () => {
    const [summary, ...others] = plan.sheets;
    const figuresOf = (sheet: SheetPlan | undefined) => sheet && [...sheet.rows][2]?.cells[0]?.value;
    expect(figuresOf(summary)).toBe('times in Europe/London');
    for (const sheet of others) {
      const value = figuresOf(sheet);
      expect(value).toMatchObject({
        text: expect.stringMatching(/^← Summary {2}·/),
        sheet: 'Summary',
        cell: 'A1',
      });
      const runs = typeof value === 'object' && 'sheet' in value ? (value.runs ?? []) : [];
      expect(runs.map(({ text, font }) => [text.slice(0, 9), font.underline === true])).toEqual([
        ['← Summary', true],
        [expect.any(String), false],
      ]);
    }
  });

  it.each(['Summary', 'Day', 'Last week', 'Materials', 'Readiness', 'Changes'])(
    'lead from the ids on %s to the rows of Tasks',
    (name) => {
      const links = linksIn(sheetOf(plan, name)).filter(
        ({ sheet, cell }) => sheet === 'Tasks' && cell !== 'A1',
      );
      expect(links.length).toBeGreaterThan(5);
      for (const { text, cell } of links) expect(tasks[Number(cell.slice(1)) - 1]?.[0]).toBe(text);
    },
  );
});

describe('tabs', () => {
  it('of the shifts have the colours of the chart of people', () => {
    const series = sheetOf(plan, 'Summary').charts?.at(-1)?.series ?? [];
    expect(series.length).toBeGreaterThan(2);
    for (const { name, color } of series) expect(sheetOf(plan, name).tabColor).toBe(color);
  });
});
