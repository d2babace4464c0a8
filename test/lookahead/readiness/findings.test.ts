import { describe, expect, it } from 'vitest';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';

describe('findings', () => {
  it('are ordered by the day work should start, those without one last, and counted on their task', () => {
    const plan = aLookahead({
      tasks: [
        aReadyTask({ id: 'undated', start: null, finish: null, owner: null }),
        aReadyTask({ id: 'later', start: '2026-11-26', owner: null, labour: [] }),
        aReadyTask({ id: 'sooner', owner: null }),
      ],
    });
    expect(plan.readiness.findings.map((each) => `${each.task.id} ${each.check}`)).toEqual([
      'sooner no-owner',
      'later no-labour',
      'later no-owner',
      'undated no-owner',
    ]);
    expect(plan.tasks.map((task) => [task.id, task.missing])).toEqual([
      ['sooner', ['no owner']],
      ['later', ['no labour', 'no owner']],
      ['undated', ['no owner']],
    ]);
    expect([plan.readiness.ready, plan.readiness.of, plan.shifts[0]?.figures.notReady]).toEqual([0, 3, 3]);
  });
});
