import { describe, expect, it } from 'vitest';
import type { GridCell } from '../../../functions/lookahead/grid/cells.ts';
import {
  barText,
  barTexts,
  cellText,
  gridLegend,
  readyText,
} from '../../../functions/lookahead/grid/grid-text.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';

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

describe('a cell says', () => {
  it.each<[string, Content, string, readonly string[]]>([
    ['letter and people', bar('R', 8), '', ['R 8', 'R8', 'R8']],
    ['that work began before, widest first', bar('S', 6), 'before', ['◀ S 6', '◀S6', '◀6']],
    ['that work continues after', bar('S', 2.5), 'after', ['S 2.5 ▶', 'S2.5▶', '2.5▶']],
    ['both', bar('P', 12), 'before after', ['◀ P 12 ▶', '◀P12▶', '◀12▶']],
    ['its letter where there are no people', bar('P', 0), '', ['P', 'P', 'P']],
    ['its people where there is no status', bar('', 4), 'before', ['◀ 4', '◀4', '◀4']],
    ['that there is work, where there is neither status nor people', bar('', 0), 'after', ['• ▶', '•▶', '▶']],
    ['the letter of a task carried over, however narrow it is', carried('S'), 'before', ['◀ S', '◀S', '◀S']],
    ['that a task without a status is carried over', carried(''), 'before', ['◀ •', '◀•', '◀•']],
    ['that the day is off', off, 'after', ['/// ▶']],
    ['that it is a milestone', milestone, '', ['◆']],
    ['only that work began before, on a day without work', empty, 'before', ['◀']],
    ['nothing where there is nothing', empty, '', ['']],
  ])('%s', (_, content, ends, words) => {
    const cell = { ...content, before: ends.includes('before'), after: ends.includes('after') };
    const texts =
      cell.kind === 'bar' || cell.kind === 'carried'
        ? barTexts(cell).map((text) => barText(cell, text))
        : [cellText(cell)];
    expect(texts).toEqual(words);
  });

  it('only its edge on a day off too narrow for both', () => {
    expect(cellText({ kind: 'off', before: false, after: true }, 'narrow')).toBe('▶');
    expect(cellText({ kind: 'off', before: false, after: false }, 'narrow')).toBe('///');
  });
});

describe('the Ready mark', () => {
  it.each([
    [{ status: 'promised' }, '✓'],
    [{ status: 'planned', labour: [] }, '✗ no labour'],
    [{ status: 'planned', owner: null, location: null }, '✗ no location +1'],
    [{ status: 'blocked' }, '✗ blocked'],
    [{ status: 'late', owner: null }, '✗ delayed +1'],
    [{ status: 'cancelled', owner: null }, ''],
    [{ status: 'complete', owner: null }, ''],
  ])('of a task with %j reads %j', (properties, mark) => {
    const [task] = aLookahead({ tasks: [aReadyTask(properties)] }).tasks;
    expect(task && readyText(task)).toBe(mark);
  });
});

describe('the legend', () => {
  it('does not say that work began, as an overdue task with ◀ may not have started', () => {
    expect(gridLegend).toContain('◀ from before');
  });
});
