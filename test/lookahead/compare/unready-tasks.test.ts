import { describe, expect, it } from 'vitest';
import {
  countReadiness,
  gapGroups,
  nameAndAddressText,
  notReadyText,
  unreadyTasks,
} from '#lookahead/compare/unready-tasks.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask, aTask, type TaskProperties } from '../../support/builders/a-task.ts';

const blocked = (id: string, properties: TaskProperties = {}) =>
  aReadyTask({ id, status: 'blocked', ...properties });
const people = (quantity: number) => ({ labour: [{ id: 'r1', name: 'Operatives', quantity }] });
const overdue = { start: '2026-11-12', finish: '2026-11-13' };
const following = (id: string) => ({ relatedTasks: [{ id, relation: 'predecessor' }] });

it('tasks that are not ready are sorted: key tasks, tasks of the window, the soonest, those with most people', () => {
  const tasks = [
    blocked('overdue', overdue),
    blocked('undated', { start: null, finish: null }),
    blocked('late', { start: '2026-11-26' }),
    blocked('few', { start: '2026-11-25', ...people(2) }),
    blocked('many', { start: '2026-11-25', ...people(9) }),
    blocked('early', { start: '2026-11-23', ...people(1) }),
    blocked('overdue key', { keyTask: true, ...overdue }),
    blocked('undated key', { keyTask: true, start: null, finish: null }),
    blocked('key', { keyTask: true }),
    aReadyTask({ id: 'gap', owner: null }),
    aReadyTask({ id: 'ready' }),
  ];
  expect(unreadyTasks(aLookahead({ tasks })).map(({ id }) => id)).toEqual([
    ...['key', 'overdue key', 'undated key'],
    ...['early', 'many', 'few', 'late', 'overdue', 'undated'],
  ]);
});

describe('the counts of a plan', () => {
  it('cover its unfinished tasks: ready (some with a gap) and not ready (some behind others)', () => {
    const tasks = [
      aReadyTask({ id: 'ready' }),
      aReadyTask({ id: 'also ready', labour: [{ name: 'Operatives' }] }),
      aReadyTask({ id: 'gap', owner: null }),
      blocked('of its own', { start: '2026-11-23', finish: '2026-11-23' }),
      aReadyTask({ id: 'behind it', owner: null, ...following('of its own') }),
      aReadyTask({ id: 'behind that', start: '2026-11-27', finish: '2026-11-27', ...following('behind it') }),
      blocked('blocked behind', following('of its own')),
      aTask({ id: 'done', ...overdue, status: 'complete' }),
      aTask({ id: 'dropped', status: 'cancelled' }),
    ];
    const plan = aLookahead({ tasks });
    expect(plan.readiness).toMatchObject({ of: 7, ready: 3, withGap: 1, notReady: 4, behind: 2 });
    expect(countReadiness(plan.tasks)).toEqual({ of: 7, ready: 3, withGap: 1, notReady: 4, behind: 2 });
  });

  it('do not count a task as behind others if it also has a predecessor with dates that do not fit', () => {
    const p = blocked('p', { start: '2026-11-23', finish: '2026-11-23' });
    const late = aReadyTask({ id: 'late', start: '2026-11-26' });
    const both = [...following('p').relatedTasks, ...following('late').relatedTasks];
    const behindOf = (relatedTasks: typeof both) =>
      aLookahead({ tasks: [p, late, aReadyTask({ relatedTasks })] }).readiness.behind;
    expect([behindOf(both.slice(0, 1)), behindOf(both)]).toEqual([1, 0]);
  });

  it.each([
    [{ notReady: 12, behind: 5 }, '12 not ready: 7 on their own account, 5 behind them'],
    [{ notReady: 3, behind: 0 }, '3 not ready'],
    [{ notReady: 0, behind: 0 }, '0 not ready'],
    [{ notReady: 2, behind: 2 }, '2 not ready, behind others'],
    [{ notReady: 1200, behind: 100 }, '1,200 not ready: 1,100 on their own account, 100 behind them'],
  ])('%j reads %j', (counts, text) => {
    expect(notReadyText({ of: 2000, ready: 0, withGap: 0, ...counts })).toBe(text);
  });
});

describe('gaps in the plan', () => {
  it('are grouped by kind and whom to ask, in the order of their table, then of the tasks', () => {
    const ben = { owner: { id: 'u2', displayName: 'Ben Okoro' } };
    const tasks = [
      aReadyTask({ id: 't1', location: null, materials: [{ name: 'Sand' }] }),
      aReadyTask({ id: 't2', location: null, ...ben }),
      aReadyTask({ id: 't3', location: null, subcontractor: null }),
      blocked('t4', { location: null }),
      aReadyTask({ id: 't5', owner: null, subcontractor: null }),
    ];
    const groups = gapGroups(aLookahead({ tasks }).tasks);
    expect(
      groups.map((group) => [
        `${group.kind} ${group.ask?.name ?? 'nobody'}`,
        ...group.tasks.map(({ task, detail }) => `${task.id}${detail && `: ${detail}`}`),
      ]),
    ).toEqual([
      ['no-subcontractor Ana Silva', 't3'],
      ['no-subcontractor nobody', 't5'],
      ['no-location Ana Silva', 't1', 't3', 't4'],
      ['no-location Ben Okoro', 't2'],
      ['no-owner nobody', 't5'],
      ['material-without-daily-figures Deepcrete', 't1: Sand'],
    ]);
  });

  it('are none if no task lacks data', () => {
    expect(gapGroups(aLookahead({ tasks: [aReadyTask()] }).tasks)).toEqual([]);
  });
});

it('the person to ask is named with an address, if the service gives one', () => {
  expect(nameAndAddressText({ id: 'u1', name: 'Ana Silva', address: 'ana@example.com' })).toBe(
    'Ana Silva, ana@example.com',
  );
  expect(nameAndAddressText({ id: 'u1', name: 'ana@example.com', address: 'ana@example.com' })).toBe(
    'ana@example.com',
  );
  expect(nameAndAddressText({ id: undefined, name: 'Deepcrete' })).toBe('Deepcrete');
});
