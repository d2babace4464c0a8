import { describe, expect, it } from 'vitest';
import type { GridCell } from '../../functions/lookahead/grid/cells.ts';
import { dayColumns, weeksOf, weekTitles } from '../../functions/lookahead/grid/day-columns.ts';
import { cellTexts, readyMark } from '../../functions/lookahead/grid/grid-text.ts';
import { busiestDay, figuresPerDay, weekFigures } from '../../functions/lookahead/grid/shift-plan.ts';
import { planLookahead } from '../../functions/lookahead/plan-lookahead.ts';
import { needText } from '../../functions/lookahead/tasks/needs.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import { aPlanInput } from '../support/builders/a-plan-input.ts';
import { aDay, aPlannedTask } from '../support/builders/a-planned-task.ts';
import { aReadyTask } from '../support/builders/a-task.ts';

/** A cell without its edges. */
type Content<Cell = GridCell> = Cell extends GridCell ? Omit<Cell, 'before' | 'after'> : never;

const bar = (letter: string, people: number): Content => ({
  kind: 'bar',
  status: 'started',
  letter,
  people,
});
const off: Content = { kind: 'off' };
const empty: Content = { kind: 'empty' };
const milestone: Content = { kind: 'milestone' };

describe('a cell says', () => {
  it.each<[string, Content, string, readonly string[]]>([
    ['letter and people', bar('R', 8), '', ['R 8', 'R 8', 'R8']],
    ['that work began before, the airiest first', bar('S', 6), 'before', ['◀ S 6', '◀S 6', '◀S6']],
    ['that work goes on after', bar('S', 2.5), 'after', ['S 2.5 ▶', 'S 2.5▶', 'S2.5▶']],
    ['both', bar('P', 12), 'before after', ['◀ P 12 ▶', '◀P 12▶', '◀P12▶']],
    ['its letter where nobody is given', bar('P', 0), '', ['P', 'P', 'P']],
    ['its people where there is no status', bar('', 4), 'before', ['◀ 4', '◀4', '◀4']],
    ['that there is work, where there is neither', bar('', 0), 'after', ['•▶']],
    ['that the day is off', off, 'after', ['/// ▶']],
    ['that it is a milestone', milestone, '', ['◆']],
    ['only that work lies before, where it has none itself', empty, 'before', ['◀']],
    ['nothing where there is nothing', empty, '', []],
  ])('%s', (_, content, ends, words) => {
    const cell = { ...content, before: ends.includes('before'), after: ends.includes('after') };
    expect(cellTexts(cell)).toEqual(words);
  });

  it('the same by the same object, for all tasks of a plan', () => {
    const spans = { start: '2026-11-20', finish: '2026-12-02', calendar: null };
    const plan = planLookahead(
      aPlanInput({ tasks: [aReadyTask({ ...spans, id: 'a' }), aReadyTask({ ...spans, id: 'b' })] }),
    );
    const cells = (plan.shifts[0]?.groups ?? []).flatMap(({ rows }) => rows.flatMap((row) => row.cells));
    expect(cells).toHaveLength(14);
    expect(new Set(cells).size).toBe(3);
  });
});

describe('the days of a window', () => {
  it('are today first of all, else weekend or weekday', () => {
    const window = { first: aDay('2026-11-16'), last: aDay('2026-11-22'), weeks: 1 };
    expect(dayColumns(window, aDay('2026-11-21')).map(({ kind }) => kind)).toEqual([
      ...Array(5).fill('weekday'),
      'today',
      'weekend',
    ]);
  });

  it('are named week by week, as long as there is room for', () => {
    const { days } = aLookahead({ weeks: 2, first: '2026-12-28' });
    expect(weeksOf(days).map((week) => weekTitles(week))).toEqual([
      ['Week 53 · 28 Dec – 3 Jan', 'Week 53 · 28 Dec', 'W 53'],
      ['Week 1 · 4 Jan – 10 Jan', 'Week 1 · 4 Jan', 'W 1'],
    ]);
  });
});

describe('whether a task is ready', () => {
  it.each([
    [{ status: 'promised' }, 0, '✓'],
    [{ status: 'planned' }, 2, '2 ✗'],
    [{ status: 'cancelled' }, 0, ''],
    [{ status: 'complete' }, 0, ''],
  ] as const)('%j with %i findings is %j', (words, findings, mark) => {
    expect(readyMark({ ...aPlannedTask(words), findings })).toBe(mark);
  });
});

describe('a need', () => {
  it.each([
    [{ name: 'operatives', quantity: 8 }, '8 operatives'],
    [{ name: 'concrete', quantity: 64, unit: 'm³' }, '64 m³ concrete'],
    [{ name: '5 t excavator', quantity: 1 }, '1 × 5 t excavator'],
    [{ name: '80 mm board', quantity: 12.5, unit: 'm²' }, '12.5 m² 80 mm board'],
    [{ name: 'crane' }, 'crane'],
  ])('%j reads %j', (item, text) => {
    expect(needText(item)).toBe(text);
  });
});

describe('the figures of a shift', () => {
  const tasks = [
    aPlannedTask({
      id: 'A',
      folder: 'Piling',
      start: '2026-11-23',
      finish: '2026-11-24',
      labour: { men: 3 },
    }),
    aPlannedTask({ id: 'B', folder: 'Piling', start: '2026-11-24', status: 'started', labour: { men: 2 } }),
    aPlannedTask({ id: 'C', status: 'blocked', findings: 1 }),
  ];
  const lookahead = aLookahead({ tasks, weeks: 2 });
  const [day] = lookahead.shifts;

  it('has figures by day and by week, over all shifts too', () => {
    const { tasksPerDay, peoplePerDay } = figuresPerDay(lookahead.shifts, lookahead.days);
    expect([tasksPerDay.slice(0, 3), peoplePerDay.slice(0, 3)]).toEqual([
      [1, 2, 0],
      [3, 5, 0],
    ]);
    expect(busiestDay(lookahead.window.first, peoplePerDay)).toEqual({ day: aDay('2026-11-24'), people: 5 });
    expect(busiestDay(lookahead.window.first, [0, 0])).toBeUndefined();
    expect(weeksOf(lookahead.days).map((week) => day && weekFigures(day, week))).toEqual([
      { tasks: 2, maxPeople: 5 },
      { tasks: 0, maxPeople: 0 },
    ]);
  });
});
