import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { day } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { attributeOf, childOf, childrenOf, parseXml } from '../../support/workbook/read-workbook.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';
import { validateWorkbook } from '../../support/workbook/validate-workbook.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Tasks', () => {
  const tasks = sheet('Tasks');

  it('is one table with a row per task, dates as dates, numbers as numbers, ids as text', () => {
    expect(tasks.table).toMatchObject({ name: 'Tasks', area: { top: 6, left: 1, bottom: 18 } });
    const { row } = rowShowing(tasks, 1, 'A1020');
    const at = (title: string) => row.cells[(tasks.table?.columns ?? []).indexOf(title)]?.value;
    expect(at('Start')).toEqual({ day: day('2026-11-24') });
    expect(at('Duration')).toBe(5);
    expect(at('People per day')).toBe(8);
    expect(at('Status group')).toBe('promised');
    expect(at('Task id')).toBe('task-A1020');
  });

  it('has every property of a task in the contract', () => {
    const source = {
      id: 't-1',
      duration: 3,
      owner: { id: 'u1', displayName: 'A. Quay', email: 'a.quay@example.com' },
      assignedTo: [{ id: 'u2', displayName: 'B. Marsh', email: 'b@example.com' }],
      calendar: { id: 'c1', name: 'Five days', type: 'five-day' },
      folder: { id: 'f1', code: '1.2', name: 'Piling', parentId: 'f0', path: 'Sub/Piling' },
      package: { id: 'p1', code: 'PK', name: 'Groundworks' },
      parent: { id: 'pa1', name: 'Piles' },
      subcontractor: { id: 's1', name: 'Keller' },
      location: { id: 'l1', name: 'Zone 1', type: 'map' },
      labour: [{ id: 'la1', name: 'operatives', quantity: 6 }],
      plant: [{ id: 'pl1', name: 'rig', category: 'Piling', quantity: 1 }],
      materials: [
        {
          id: 'm1',
          name: 'concrete',
          quantity: 64,
          unit: 'm³',
          dailyPlanned: [{ date: '2026-11-24', quantity: 12 }],
          dailyActual: [{ date: '2026-11-24', quantity: 10.5 }],
        },
      ],
      progress: [{ name: 'Weather', date: '2026-11-20', amount: 2, type: 'delay' }],
      relatedTasks: [{ id: 'r1', name: 'Guide wall', lag: 1, relation: 'predecessor', type: 'finish-start' }],
      workArea: {
        type: 'Feature',
        bbox: [1, 2, 3, 4],
        geometry: null,
        id: null,
        properties: { colour: 'red' },
      },
    };
    const plan = sheet('Tasks', theSketch({ tasks: [aSiteTask({ start: '2026-11-24', source })] }));
    const { values } = rowShowing(plan, 1, 'A1010');
    for (const told of [
      '6 × operatives',
      '1 × rig',
      'Piling',
      '64 m³ concrete',
      'concrete: 2026-11-24 12',
      'concrete: 2026-11-24 10.5',
      '2026-11-20 delay 2 Weather',
      2,
      'Guide wall FS+1',
      'r1',
      'five-day',
      'map',
      '1.2',
      'Sub/Piling',
      'PK',
      'a.quay@example.com',
      'b@example.com',
      'Feature',
      '1, 2, 3, 4',
      '{"colour":"red"}',
      't-1',
      'u1',
      'u2',
      'c1',
      'f1',
      'f0',
      'p1',
      'pa1',
      's1',
      'l1',
      'la1',
      'pl1',
      'm1',
      '2026-11-24',
    ]) {
      expect(values).toContain(told);
    }
  });

  it('prints one page that says how to print its rows, unless the report asks for the rows', () => {
    const head = rowShowing(tasks, 1, 'ID').number;
    expect(tasks.print).toMatchObject({
      area: { top: 1, left: 1, bottom: head - 1, right: 17 },
      titleRows: undefined,
    });
    expect(shownRows(tasks).flat().join('\n')).toContain('for the screen; sheets.print: tasks prints it');
    const asked = (['tasks', ['shifts', 'tasks']] as const).map((print) =>
      sheetOf(planWorkbook(theSketch(), { paper: 'A3', sheets: { print } }), 'Tasks'),
    );
    for (const sheet of asked) {
      expect(sheet.print).toMatchObject({
        area: { top: 1, left: 1, bottom: 18, right: 17 },
        titleRows: { first: 1, last: head },
      });
      expect(shownRows(sheet).flat().join('\n')).toContain('the first 17 are printed');
    }
  });

  it('folds the columns after Notes, and says how to unfold them', async () => {
    const folded = (tasks.table?.columns ?? []).filter((_title, index) => tasks.columns[index]?.hidden);
    expect(folded.slice(0, 2)).toEqual(['Labour', 'Plant']);
    expect(folded.at(-1)).toBe(tasks.table?.columns.at(-1));
    expect(shownRows(tasks).flat().join('\n')).toContain('70 columns: + above unfolds those after Notes');
    const workbook = await validateWorkbook(await writeWorkbook(planWorkbook(theSketch(), { paper: 'A3' })));
    const xml = workbook.sheets.find(({ name }) => name === 'Tasks')?.xml;
    expect(attributeOf(childOf(xml, 'sheetFormatPr') ?? parseXml('<none/>'), 'outlineLevelCol')).toBe('1');
    const columns = childrenOf(childOf(xml, 'cols'), 'col').map(({ attributes }) => [
      attributes.get('hidden'),
      attributes.get('outlineLevel'),
      attributes.get('collapsed'),
    ]);
    const shown = [undefined, undefined, undefined];
    expect(columns.slice(0, -folded.length - 1)).toEqual(Array.from({ length: 26 }, () => shown));
    expect(columns.slice(26, -1)).toEqual(folded.map(() => ['1', '1', undefined]));
    expect(columns.at(-1)).toEqual([undefined, undefined, '1']);
  });
});
