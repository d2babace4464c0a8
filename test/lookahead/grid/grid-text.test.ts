import { describe, expect, it } from 'vitest';
import {
  barCellText,
  firstPersonToAsk,
  gridLegend,
  nonBarCellText,
  notesText,
  readinessLevel,
  shortReadyText,
  textsAroundPeople,
} from '#lookahead/grid/grid-text.ts';
import type { GridCell } from '#lookahead/planned/day-cells.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';

/** A cell without its edges. */
type Content<Cell = GridCell> = Cell extends GridCell ? Omit<Cell, 'before' | 'after'> : never;

const bar = (letter: string, people: number): Content => ({
  kind: 'bar',
  status: 'started',
  letter,
  people,
});

const carried = (letter: string): Content => ({ kind: 'carried', status: 'started', letter });

const off: Content = { kind: 'off' };

const empty: Content = { kind: 'empty' };

const milestone: Content = { kind: 'milestone' };

describe('a cell shows', () => {
  it.each<[string, Content, string, readonly string[]]>([
    ['the letter and the people', bar('R', 8), '', ['R 8', 'R\u200a8']],
    [
      'that its dates begin before the window, in a wide and a tight text',
      bar('S', 6),
      'before',
      ['◀ S 6', '◀S\u200a6'],
    ],
    ['that its dates continue after the window', bar('S', 2.5), 'after', ['S 2.5 ▶', 'S\u200a2.5▶']],
    [
      'that its dates begin before and continue after the window',
      bar('P', 12),
      'before after',
      ['◀ P 12 ▶', '◀P\u200a12▶'],
    ],
    ['only the letter if there are no people', bar('P', 0), '', ['P', 'P']],
    ['only the people if there is no status', bar('', 4), 'before', ['◀ 4', '◀4']],
    ['that there is work if there is neither status nor people', bar('', 0), 'after', ['• ▶', '•▶']],
    ['the letter of a task carried over', carried('S'), 'before', ['◀ S', '◀S']],
    ['that a task without a status is carried over', carried(''), 'before', ['◀ •', '◀•']],
    ['that the day is off', off, 'after', ['/// ▶']],
    ['that it is a milestone', milestone, '', ['◆']],
    ['only that its dates begin before, on a day without work', empty, 'before', ['◀']],
    ['nothing if it is empty', empty, '', ['']],
  ])('%s', (_, content, ends, words) => {
    const cell = { ...content, before: ends.includes('before'), after: ends.includes('after') };
    const texts =
      cell.kind === 'bar' || cell.kind === 'carried'
        ? textsAroundPeople(cell).map((text) => barCellText(cell, text))
        : [nonBarCellText(cell)];
    expect(texts).toEqual(words);
  });

  it('only ▶ without the hatching on a day off that is too narrow for both', () => {
    expect(nonBarCellText({ kind: 'off', before: false, after: true }, 'narrow')).toBe('▶');
    expect(nonBarCellText({ kind: 'off', before: false, after: false }, 'narrow')).toBe('///');
  });
});

/** Plans a task beside a finished one of its company that has labour, so that missing labour is a gap. */
function planned(properties: TaskProperties): PlannedTask {
  const other = aReadyTask({ id: 'done', status: 'complete', start: '2026-11-16', finish: '2026-11-17' });
  const task = aLookahead({ tasks: [aReadyTask(properties), other] }).tasks.find(({ id }) => id === 'task-1');
  if (task === undefined) throw new Error('The task was not planned.');
  return task;
}

const late = { start: '2026-11-12', finish: '2026-11-13' };

describe('the Ready mark', () => {
  it.each<[TaskProperties, ReturnType<typeof readinessLevel>, string]>([
    [{ status: 'promised' }, 'yes', '✓'],
    [{ status: 'planned', labour: [] }, 'gap', '? no labour'],
    [{ status: 'planned', owner: null, location: null }, 'gap', '? no location and 1 more'],
    [{ status: 'blocked' }, 'no', '✗ blocked'],
    [{ status: 'late', owner: null }, 'no', '✗ delayed'],
    [{ status: 'late', ...late }, 'no', '✗ delayed and 1 more'],
    [{ status: 'cancelled', owner: null }, undefined, ''],
    [{ status: 'complete', owner: null }, undefined, ''],
  ])('of a task with %j is %j and reads %j', (properties, word, mark) => {
    expect([readinessLevel(planned(properties)), shortReadyText(planned(properties))]).toEqual([word, mark]);
  });
});

describe('whom to ask', () => {
  it.each<[string, TaskProperties, string | undefined]>([
    ['who can remove its first constraint', { status: 'blocked', labour: [] }, 'Ana Silva'],
    ['who can fill its first gap', { labour: [], location: null }, 'Deepcrete'],
    [
      'who can fill its first gap, if its constraint names nobody',
      { owner: null, status: 'delayed' },
      'Deepcrete',
    ],
    ['nobody, if the data names nobody', { owner: null, subcontractor: null }, undefined],
    ['nobody, if it has no constraint and no gap', {}, undefined],
  ])('about a task is %s', (_, properties, name) => {
    expect(firstPersonToAsk(planned(properties))?.name).toBe(name);
  });

  it('about a task is the first person named by any of its constraints', () => {
    const tasks = [
      aReadyTask({
        status: 'blocked',
        owner: null,
        subcontractor: null,
        relatedTasks: [{ id: 'p', relation: 'predecessor' }],
      }),
      aReadyTask({ id: 'p', owner: { displayName: 'Ben Okoro' } }),
    ];
    const task = aLookahead({ tasks }).tasks.find(({ id }) => id === 'task-1');
    expect(task?.constraints.map(({ ask }) => ask?.name)).toEqual([undefined, 'Ben Okoro']);
    expect(task && firstPersonToAsk(task)?.name).toBe('Ben Okoro');
  });
});

describe('the notes of a row', () => {
  const shared = (notes?: string) => {
    const steelfix = aReadyTask({ id: 'other', subcontractor: { id: 's2', name: 'Steelfix' } });
    const { tasks } = aLookahead({ tasks: [aReadyTask({ notes }), steelfix] });
    return tasks.filter(({ id }) => id === 'task-1').map(notesText);
  };

  it('name other subcontractors who work in the same place, then add the planner’s notes', () => {
    expect(shared('Pump booked.')).toEqual(['Also here: Steelfix\nPump booked.']);
    expect(shared()).toEqual(['Also here: Steelfix']);
    expect(notesText(planned({ notes: 'Pump booked.' }))).toBe('Pump booked.');
    expect(notesText(planned({}))).toBe('');
  });
});

describe('the legend', () => {
  it('does not say that work began before, because an overdue task with ◀ may not have started', () => {
    expect(gridLegend).toContain('◀ from before');
  });
});
