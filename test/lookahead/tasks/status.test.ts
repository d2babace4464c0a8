import { describe, expect, it } from 'vitest';
import { readStatus, statusLabel } from '#lookahead/tasks/status.ts';

describe('a status word', () => {
  it.each([
    ['backlog', 'backlog', 'L'],
    ['Planned', 'planned', 'P'],
    ['promised', 'promised', 'R'],
    ['Committed', 'promised', 'R'],
    ['in progress', 'started', 'S'],
    ['In-Progress', 'started', 'S'],
    ['IN_PROGRESS', 'started', 'S'],
    ['started', 'started', 'S'],
    ['complete', 'complete', 'C'],
    ['Completed', 'complete', 'C'],
    ['done', 'complete', 'C'],
    ['delayed', 'delayed', 'D'],
    ['late', 'delayed', 'D'],
    ['blocked', 'blocked', 'B'],
    ['cancelled', 'cancelled', 'X'],
    ['canceled', 'cancelled', 'X'],
  ])('%s is %s, letter %s', (word, kind, letter) => {
    expect(readStatus(word)).toEqual({ kind, text: word, letter, name: kind });
  });

  it('that is unknown keeps its text and has the letter ?', () => {
    expect(readStatus('  awaiting  permit ')).toEqual({
      kind: 'other',
      text: 'awaiting permit',
      letter: '?',
      name: 'other',
    });
  });

  it.each([undefined, '', '  '])('that is absent (%j) has no letter', (word) => {
    expect(readStatus(word)).toEqual({ kind: 'other', text: '', letter: '', name: 'other' });
  });

  it('of the plan is never shown as "promised" in a project where people are asked to promise', () => {
    const status = readStatus('Promised', { isAsking: true });
    expect(status).toEqual({
      kind: 'promised',
      text: 'planned',
      letter: 'R',
      name: 'planned (promised in the programme)',
    });
    expect(statusLabel(status)).toBe('R planned (promised in the programme)');
    expect(readStatus('done', { isAsking: true }).text).toBe('done');
  });
});
