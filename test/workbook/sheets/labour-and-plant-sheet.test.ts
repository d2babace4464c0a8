import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { groups } from '../../../functions/workbook/theme/sheet-styles.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Labour and Plant', () => {
  it('sum people by name and day, with totals both ways and a heat map', () => {
    const labour = sheet('Labour');
    expect(rowShowing(labour, 1, 'operatives').values).toEqual(['operatives', 10, 18, 12, 17, 8, '', '', 65]);
    expect(rowShowing(labour, 1, 'Total, day shift').values).toEqual([
      'Total, day shift',
      16,
      26,
      30,
      41,
      40,
      0,
      0,
      153,
    ]);
    expect(labour.colorScales).toEqual([
      {
        areas: [
          { top: 9, left: 2, bottom: 15, right: 8 },
          { top: 19, left: 2, bottom: 23, right: 8 },
        ],
        low: 'FFFFFFFF',
        high: 'FFF6B98A',
      },
    ]);
  });

  it('name the category of plant', () => {
    expect(rowShowing(sheet('Plant'), 1, 'MEWP').values).toEqual([
      'MEWP',
      'Lifting',
      1,
      2,
      2,
      2,
      2,
      '',
      '',
      9,
    ]);
  });

  it('have a block for each shift', () => {
    const names = shownRows(sheet('Labour', aBusySite({ tasks: 40, weeks: 1 }))).map((row) => row[0]);
    expect(
      names.filter((name) => / shift$|^No shift$/.test(String(name)) && !String(name).startsWith('Total')),
    ).toEqual(['Day shift', 'Afternoon shift', 'Night shift', '24 hr shift', 'No shift']);
  });

  it('begin a page with the name of a block, which is not split where it fits on a page', () => {
    const names = Array.from({ length: 14 }, (_, at) => `Trade ${at}`);
    const tasks = (['day', 'night', '24hr'] as const).flatMap((shift) =>
      names.map((name) =>
        aSiteTask({ id: `${shift} ${name}`, shift, labour: { [name]: 2 }, start: '2026-11-24' }),
      ),
    );
    const lookahead = theSketch({ tasks, rules: { shifts: ['day', 'night', '24hr'] } });
    const labour = sheetOf(planWorkbook(lookahead, { paper: 'A4' }), 'Labour');
    const breaks = labour.print.breaksAfter ?? [];
    expect(breaks.length).toBeGreaterThan(0);
    for (const row of breaks) expect([...labour.rows][row]?.cells[0]?.style).toBe(groups.name);
  });

  it('begin with the people of each subcontractor on each day, over all shifts', () => {
    const crew = (id: string, shift: 'day' | 'night', men: number) =>
      aSiteTask({ id, shift, subcontractor: 'Steelfix', labour: { fixers: men }, start: '2026-11-23' });
    const labour = sheet(
      'Labour',
      theSketch({
        tasks: [crew('A', 'day', 4), crew('B', 'night', 3)],
        rules: { shifts: ['day', 'night'] },
      }),
    );
    expect(rowShowing(labour, 1, 'Steelfix').values).toEqual(['Steelfix', 7, '', '', '', '', '', '', 7]);
    expect(rowShowing(labour, 1, 'Total, all shifts').values.slice(0, 2)).toEqual(['Total, all shifts', 7]);
  });

  it('say under their title what they do not count of tasks carried over', () => {
    const needs = { labour: { fixers: 5 }, plant: { 'Mobile crane 80 t': 1 } };
    const tasks = [
      aSiteTask({ id: 'A', start: '2026-11-23', ...needs }),
      aSiteTask({ id: 'B', start: '2026-11-17', ...needs }),
    ];
    const lookahead = theSketch({ tasks });
    const figures = (name: string) => shownRows(sheet(name, lookahead))[3]?.[0];
    expect(figures('Labour')).toMatch(
      /1 trade · 5 person-days in all · 5 people of 1 task carried over are not counted$/,
    );
    expect(figures('Plant')).toMatch(
      /1 kind · 1 plant-day in all · not counted, of tasks carried over: 1 × Mobile crane 80 t$/,
    );
  });

  it('are left out when none is given', () => {
    const bare = theSketch({ tasks: [aSiteTask({ start: '2026-11-23' })] });
    const names = planWorkbook(bare, { paper: 'A3' }).sheets.map(({ name }) => name);
    expect(names).not.toContain('Plant');
    expect(names).not.toContain('Labour');
  });
});
