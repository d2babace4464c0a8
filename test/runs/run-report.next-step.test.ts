import { describe, expect, it } from 'vitest';
import { nextRunStep, type RunStep } from '#runs/run-report.ts';
import type { RunState } from '#runs/store/run-store.ts';

describe('the next step of a run', () => {
  const fresh: RunState = {
    snapshot: false,
    skipped: false,
    issue: false,
    reasonToSkip: undefined,
    number: undefined,
    numbers: undefined,
    unsettled: [],
  };
  const rows: readonly (readonly [string, Partial<RunState>, RunStep])[] = [
    ['nothing is stored', {}, { kind: 'pull' }],
    ['there is a snapshot', { snapshot: true }, { kind: 'number' }],
    [
      'the window is empty and empty reports are skipped',
      { snapshot: true, reasonToSkip: 'No task.' },
      { kind: 'skip', reason: 'No task.' },
    ],
    ['the skip has been recorded', { snapshot: true, skipped: true }, { kind: 'done', as: 'skipped' }],
    ['it holds a number', { snapshot: true, number: 3 }, { kind: 'render', number: 3 }],
    [
      'it holds a number, although the report would now be skipped',
      { snapshot: true, number: 3, reasonToSkip: 'No task.' },
      { kind: 'render', number: 3 },
    ],
    [
      'there is an issue with an unsettled message',
      { snapshot: true, issue: true, unsettled: ['everyone'] },
      { kind: 'mail' },
    ],
    ['every message is settled', { snapshot: true, issue: true }, { kind: 'done', as: 'issue' }],
    ['the snapshot of an issue is lost', { issue: true, unsettled: ['everyone'] }, { kind: 'mail' }],
  ];
  it.each(rows)('when %s', (_, state, step) => {
    expect(nextRunStep({ ...fresh, ...state })).toEqual(step);
  });
});
