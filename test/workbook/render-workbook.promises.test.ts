import { describe, expect, it } from 'vitest';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { anEarlierIssue, day, weekFrom } from '../support/builders/a-plan-input.ts';
import { aPromisedWeek, promisedTasks } from '../support/builders/a-promised-week.ts';
import { theSketch } from '../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../support/workbook/sheet-reading.ts';

const promised = aPromisedWeek();

function rowsOf(name: string, lookahead: Lookahead = promised): readonly (readonly unknown[])[] {
  return shownRows(sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name));
}

function textsOf(name: string, lookahead?: Lookahead): readonly unknown[] {
  return rowsOf(name, lookahead).flat();
}

function columnOf(name: string, title: string): ReadonlyMap<unknown, unknown> {
  const rows = rowsOf(name);
  const head = rows.find((row) => row.includes(title) && row.includes('Task')) ?? [];
  return new Map(rows.map((row) => [row[head.indexOf('Task')], row[head.indexOf(title)]]));
}

describe('the promises of this week', () => {
  for (const name of ['Day', 'Wall']) {
    it(`are beside the tasks on ${name}, and in the legend`, () => {
      const said = [...columnOf(name, 'Promise')].filter(([, text]) => /^[✓✗?]/.test(`${text}`));
      expect(Object.fromEntries(said)).toMatchObject({
        'Bored piles P41–P56, 900 mm': '✓ 4',
        'Cure and strike L3 west': '?',
      });
      const words = said.map(([, text]) => text);
      expect(words).toEqual(expect.arrayContaining(['✓', '✗ Access', '? moved']));
      expect(textsOf(name).join(' ')).toContain('✓ 4 with 4 people, ✗ declined, ? not answered');
    });
  }

  it('have their details on Tasks', () => {
    const rows = rowsOf('Tasks');
    const head = rows.find((row) => row.includes('Promise note')) ?? [];
    const details = (task: string) =>
      head.flatMap((title, index) =>
        /promise|From when/i.test(`${title}`) ? [rows.find((row) => row.includes(task))?.[index]] : [],
      );
    expect(details('Break down pile heads P21–P40')).toEqual([
      '✗ Access',
      'Jo Field',
      `[${day('2026-11-21')}]`,
      `[${day('2026-11-24')}]`,
      '',
      '',
    ]);
    expect(details('Bored piles P41–P56, 900 mm')[4]).toBe(4);
    expect(details('Install guide wall, grid 4–9')[5]).toBe('Rig from Monday noon');
    expect(head[head.indexOf('Promise note') + 1]).toBe('Notes');
  });

  it('are counted on Summary, which names who has not answered', () => {
    const summary = sheetOf(planWorkbook(promised, { paper: 'A3' }), 'Summary');
    const tiles = rowShowing(summary, 1, 'Tasks');
    const rows = shownRows(summary);
    const column = tiles.values.indexOf('Promised');
    expect(rows[tiles.number]?.[column]).toBe('2 of 10');
    expect(rows[tiles.number + 1]?.[column]).toBe('tasks of week 48; 1 declined');
    expect(rows.flat()).toContain(
      'Not answered for week 48: Formworks (2), Glaze Ltd (2), Concrete Co (1) and 2 more',
    );
    expect(rows.find((row) => row.includes('of promises'))).toContain(2 / 3);
    expect(summary.print.breaksAfter ?? []).toEqual([]);
  });
});

describe('the promises of last week', () => {
  it('are in columns of Last week', () => {
    const column = (title: string) => Object.fromEntries(columnOf('Last week', title));
    expect(column('Promised')).toMatchObject({
      'Lay drains, gate 2': '✗',
      'Cast blinding': '✓',
      'Move fence': '?',
    });
    expect(column('Said')).toMatchObject({
      'Lay drains, gate 2': 'declined Sat 14 Nov: Labour',
      'Set wall starters': 'done Wed 18 Nov',
      'Strike scaffold': 'not done Fri 20 Nov: Materials',
    });
    expect(column('Kept')).toMatchObject({ 'Set wall starters': 'not kept', 'Cast blinding': 'kept' });
  });

  it('show both reasons if the reason said differs from the one recorded', () => {
    const progress = [{ type: 'delay', date: '2026-11-18', amount: 1, name: 'Awaiting access' }];
    const tasks = promisedTasks.map((each) =>
      each.task.id === 'task-D3' ? { ...each, task: { ...each.task, progress } } : each,
    );
    const plan = planWorkbook(aPromisedWeek({ tasks }), { paper: 'A3' });
    const shown = (sheet: string) => shownRows(sheetOf(plan, sheet)).flat();
    expect(shown('Last week')).toContain(
      'not started, not replanned · said: Labour · recorded: Awaiting access',
    );
    expect(shown('Summary').filter((text) => `${text}`.startsWith('Access or space · '))).toHaveLength(1);
  });

  it('are listed if what was said contradicts the plan', () => {
    const rows = rowsOf('Last week');
    expect(rows.flat()).toContain('2 disagreements: what was said contradicts the plan');
    const told = rows.filter((row) => row.includes('disagrees'));
    expect(told.map((row) => row.find((text) => `${text}`.startsWith('the plan says')))).toEqual([
      'the plan says: started, was to end Wed 18 Nov',
      'the plan says: finished Thu 19 Nov',
    ]);
  });

  it('have a figure for all subcontractors and for each', () => {
    const rows = rowsOf('Last week');
    expect(rows.flat()).toContain('PPC of promises 67%: 2 of 3 kept; 3 of 8 tasks asked about were promised');
    const kept = (name: string) => rows.find((row) => row[2] === name)?.[6];
    expect(['All', 'Demo Bros', 'Steelfix'].map(kept)).toEqual(['2 of 3', '1 of 1', '0 of 1']);
  });

  it('have no percentage if none was given', () => {
    const none = aPromisedWeek({
      promises: { answers: [], asked: new Map([[day('2026-11-16'), asksOf(promised)]]) },
    });
    expect(textsOf('Last week', none)).toContain('PPC of promises: none of 6 tasks asked about was promised');
    expect(textsOf('Summary', none)).not.toContain('of promises');
  });

  it('are a line in the chart of the weeks', () => {
    const foreseen = anEarlierIssue(promisedTasks, { window: weekFrom('2026-11-09', 2) });
    const measured = { week: weekFrom('2026-11-09'), audience: { kind: 'everyone' }, task: 0.5 } as const;
    const trend = aPromisedWeek({
      foreseeing: [{ ...foreseen, weeks: 1 }],
      measuredWeeks: [
        {
          ...measured,
          reportDay: day('2026-11-13'),
          promises: { asked: 9, promised: 8, counted: 8, kept: 6, saidDone: 1 },
        },
      ],
    });
    const lastWeek = sheetOf(planWorkbook(trend, { paper: 'A3' }), 'Last week');
    const [chart] = lastWeek.charts ?? [];
    expect(chart?.series.map(({ name }) => name)).toEqual(['PPC', 'TA', 'TMR', 'PPC of promises']);
    expect(chart?.series.at(-1)?.values).toEqual([0.75, 2 / 3]);
    const row = shownRows(lastWeek).find((values) => values.includes('PPC of promises')) ?? [];
    const at = row.indexOf('PPC of promises');
    expect(row.slice(at + 1, at + 3)).toEqual([0.75, 2 / 3]);
  });
});

function asksOf({ lastWeek }: Lookahead) {
  return lastWeek.flatMap(({ promise }) => promise?.asked ?? []);
}

it('a report that asks nobody does not mention promises', () => {
  const plan = planWorkbook(theSketch(), { paper: 'A3' });
  const texts = plan.sheets.flatMap((sheet) => shownRows(sheet).flat());
  expect(texts.filter((text) => /^Promise\b|^Promised$|^Said$|of promises/.test(`${text}`))).toEqual([]);
});
