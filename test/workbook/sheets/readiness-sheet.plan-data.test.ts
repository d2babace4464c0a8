import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { tableCellStyles as styles } from '#workbook/theme/styles.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

type Tasks = Parameters<typeof theSketch>[0];

const workbook = (given: Tasks) => planWorkbook(theSketch(given), { paper: 'A3' });
const placeless = { owner: 'A. Quay', subcontractor: 'Formworks', labour: { men: 4 } };
const whole = { ...placeless, location: 'Core' };

describe('Plan data', () => {
  const tasks = [
    aSiteTask({ ...placeless, id: 'A1', start: '2026-11-23' }),
    aSiteTask({ ...placeless, id: 'A2', start: '2026-11-24', owner: 'B. Marsh' }),
    aSiteTask({ ...placeless, id: 'A3', start: '2026-11-25' }),
    aSiteTask({ ...whole, id: 'A4', start: '2026-11-28', status: 'blocked' }),
  ];
  const readiness = sheetOf(workbook({ tasks }), 'Readiness');
  const rows = shownRows(readiness);
  const title = rows.findIndex(([first]) => String(first).startsWith('Plan data'));

  it('lists the gaps below the constraints: for each gap and person to ask, the tasks and what is missing', () => {
    expect(rowShowing(readiness, 1, 'A4').number).toBeLessThan(title);
    expect(rows[title]?.[0]).toBe('Plan data, for the planner: 4 gaps');
    const [header = [], ...groups] = rows.slice(title + 1);
    const shown = (row: readonly unknown[]) =>
      ['Tasks', 'Gap', 'Which', 'Ask'].map((head) => row[header.indexOf(head)]);
    expect(groups.map(shown)).toEqual([
      [1, 'Start or finish on a day off', 'A4 (all of Sat 28 Nov)', 'A. Quay, a.quay@example.com'],
      [2, 'No location', 'A1, A3', 'A. Quay, a.quay@example.com'],
      [1, 'No location', 'A2', 'B. Marsh, b.marsh@example.com'],
    ]);
  });

  it('lists reversed, unreadable and missing dates in one row', () => {
    const site = (id: string, start: string | null, finish: string | null) =>
      aSiteTask({ ...whole, id, source: { start, finish } });
    const tasks = [
      site('A1', '2026-11-26', '2026-11-24'),
      site('A2', '2026-11-25', 'soon'),
      site('A3', null, null),
    ];
    expect(shownRows(sheetOf(workbook({ tasks }), 'Readiness')).flat()).toContain(
      'A1 (dates reversed), A2 (date unreadable), A3 (no dates)',
    );
  });

  it('has no red text', () => {
    const fonts = [...readiness.rows]
      .slice(title)
      .flatMap((row) => row.cells.map((cell) => cell?.style.font));
    expect(fonts.filter((font) => font?.color === styles.notReady.font?.color)).toEqual([]);
  });

  it('is shown even if no task has a constraint, and counts predecessors outside the weeks that were read', () => {
    const ready = aSiteTask({ ...whole, id: 'A5', start: '2026-11-24', after: ['Z9 FS'] });
    const [first] = shownRows(sheetOf(workbook({ tasks: [ready] }), 'Readiness')).filter(([text]) =>
      String(text).startsWith('Plan data'),
    );
    expect(first?.[0]).toBe(
      'Plan data, for the planner: 0 gaps · 1 predecessor outside the weeks that were read is not checked',
    );
  });

  it('says whom to ask even if no task has a constraint', () => {
    const task = aSiteTask({ ...placeless, id: 'A1', start: '2026-11-24' });
    const [gap] = shownRows(sheetOf(workbook({ tasks: [task] }), 'Readiness')).slice(-1);
    expect(gap).toContain('A. Quay, a.quay@example.com');
  });

  it('is left out, and so is the sheet, if there is neither a constraint nor a gap', () => {
    const { sheets } = workbook({ tasks: [aSiteTask({ ...whole, id: 'A6', start: '2026-11-24' })] });
    expect(sheets.map(({ name }) => name)).not.toContain('Readiness');
  });
});
