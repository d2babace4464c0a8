import { expect, it } from 'vitest';
import { askerFor, unreadyTasks } from '../../../functions/lookahead/readiness/findings.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';

const blocked = (id: string, properties: TaskProperties = {}) =>
  aReadyTask({ id, status: 'blocked', ...properties });
const people = (quantity: number) => ({ labour: [{ id: 'r1', name: 'Operatives', quantity }] });
const overdue = { start: '2026-11-12', finish: '2026-11-13' };

it('tasks that are not ready: key tasks first, then those of the window, the soonest, the most people', () => {
  const tasks = [
    blocked('overdue', overdue),
    blocked('late', { start: '2026-11-26' }),
    blocked('few', { start: '2026-11-25', ...people(2) }),
    blocked('many', { start: '2026-11-25', ...people(9) }),
    blocked('early', { start: '2026-11-23', ...people(1) }),
    blocked('overdue key', { keyTask: true, ...overdue }),
    blocked('key', { keyTask: true }),
    aReadyTask({ id: 'ready' }),
  ];
  expect(unreadyTasks(aLookahead({ tasks })).map(({ id }) => id)).toEqual([
    ...['key', 'overdue key'],
    ...['early', 'many', 'few', 'late', 'overdue'],
  ]);
});

it('the first whom a finding of the task names is asked, and nobody where none does', () => {
  const after = { relatedTasks: [{ id: 'ready', relation: 'predecessor', type: 'finish-start' }] };
  const tasks = [
    blocked('both', after),
    blocked('nobody', { owner: null, subcontractor: null }),
    blocked('only the second', { owner: null, subcontractor: null, ...after }),
    aReadyTask({ id: 'ready', owner: { id: 'u2', displayName: 'Ben Okoro' } }),
  ];
  const plan = aLookahead({ tasks });
  const ask = askerFor(plan);
  expect(plan.tasks.map((task) => `${task.id}: ${ask(task)}`).sort()).toEqual([
    'both: Ana Silva',
    'nobody: ',
    'only the second: Ben Okoro',
    'ready: ',
  ]);
});
