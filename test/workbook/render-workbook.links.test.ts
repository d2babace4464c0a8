import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { taskRowLinksOf } from '#workbook/sheets/tasks-sheet.ts';
import type { SheetPlan, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { aSiteTask } from '../support/builders/a-site-task.ts';
import { aRow, aSheet } from '../support/builders/a-workbook-plan.ts';
import { deep } from '../support/deep-checks.ts';
import { theSketch } from '../support/the-sketch.ts';
import { readWithLibreOffice } from '../support/workbook/read-with-others.ts';
import { sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';
import { validateWorkbook } from '../support/workbook/validate-workbook.ts';

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
  it('below the title of every sheet except Summary lead to Summary, and say so', () => {
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
      const runs = typeof value === 'object' && 'sheet' in value ? (value.parts ?? []) : [];
      expect(runs.map(({ text, font }) => [text.slice(0, 9), font.underline === true])).toEqual([
        ['← Summary', true],
        [expect.any(String), false],
      ]);
    }
  });

  it.each(['Summary', 'Day', 'Last week', 'Materials', 'Readiness', 'Changes'])(
    'from the IDs on %s lead to the rows of Tasks',
    (name) => {
      const idColumn = (sheetOf(plan, 'Tasks').table?.columns ?? []).indexOf('Task id');
      const links = linksIn(sheetOf(plan, name)).flatMap(({ sheet, text, cell }) =>
        sheet === 'Tasks' && typeof cell !== 'string' ? [{ text, cell }] : [],
      );
      expect(links.length).toBeGreaterThan(5);
      for (const { text, cell } of links) {
        expect(cell).toMatchObject({ column: 'Tasks[Task id]', headerRow: 5 });
        expect(tasks.filter((row) => row[idColumn] === cell.searchedText).map(([ref]) => ref)).toEqual([
          text,
        ]);
      }
    },
  );

  it('use the number of a row if MATCH cannot find its id', () => {
    const ids = ['a', 'b', 'B', 'a*', 'x'.repeat(256), '~'.repeat(128), '?'.repeat(127)];
    const named = ids.map((id) => aSiteTask({ start: '2026-11-24', source: { id } }));
    const { rowOf } = taskRowLinksOf(theSketch({ tasks: named }));
    const rows = ids.map((id) => rowOf.get(id));
    const fixed = rows.filter((cell) => typeof cell === 'string');
    const found = rows.flatMap((cell) => (typeof cell === 'object' ? [cell.searchedText] : []));
    expect(fixed).toHaveLength(4);
    expect(found).toEqual(['a', 'a~*', '~?'.repeat(127)]);
  });

  it.runIf(deep)('have the same text and lead to the same tasks after Tasks is sorted', async () => {
    const ids = ['1.1', '1.10', 'TRUE', 'a*', 'ab', '~', '"', "it's", '<&>', '=1', '007'];
    const named = ids.map((id) => aSiteTask({ start: '2026-11-24', source: { id } }));
    const whole = planWorkbook(theSketch({ tasks: named }), { paper: 'A3' });
    const sheets = whole.sheets.map((sheet) => {
      const { table } = sheet;
      if (table === undefined) return sheet;
      const rows = [...sheet.rows];
      const { top, bottom } = table.area;
      return { ...sheet, rows: [...rows.slice(0, top), ...rows.slice(top, bottom).toReversed()] };
    });
    const sorted = await writeWorkbook({ ...whole, sheets });
    const own = await validateWorkbook(sorted);
    const day = [...(own.cells.get('Day') ?? [])].filter(([, { formula }]) => formula?.includes('HYPERLINK'));
    expect(day).toHaveLength(ids.length);
    // The value of HYPERLINK is only its text; its first argument says where it leads.
    const positions = day.map(([, { formula = '', value }]): SheetRow => {
      const position = formula.replace(/^HYPERLINK\("#'Tasks'!A"&(.*),"[^"]*"\)$/s, '$1');
      return aRow([{ formula: `INDEX('Tasks'!A:A,${position})`, result: String(value) }]);
    });
    const asked = { ...whole, sheets: [...sheets, { ...aSheet({ name: 'Asked' }), rows: positions }] };
    const [read, answers] = (await readWithLibreOffice([sorted, await writeWorkbook(asked)])) ?? [];
    if (read === undefined) return;
    for (const [address, { value }] of day) expect(read.get('Day')?.get(address)).toBe(value);
    const answered = day.map((_cell, index) => answers?.get('Asked')?.get(`A${index + 1}`));
    expect(answered).toEqual(day.map(([, { value }]) => value));
  });
});

describe('tabs', () => {
  it('of shifts have the colours that the shifts have in the chart of people', () => {
    const series = sheetOf(plan, 'Summary').charts?.at(-1)?.series ?? [];
    expect(series.length).toBeGreaterThan(2);
    for (const { name, color } of series) expect(sheetOf(plan, name).tabColor).toBe(color);
  });
});
